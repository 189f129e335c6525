# SPDX-License-Identifier: Apache-2.0
# The cases of this library's own questions and of what is built pass; other operators are skipped by name, on stderr.
gather test "$CASES/layouts.jsonl" 2>said
sort said
gather test "$CASES/xla.jsonl" "$CASES/directml.jsonl" 2>said | grep -c '^[1-9][0-9]* passed, 0 failed, [0-9]* skipped$'
grep -c '^skipped, known and not built: directml GATHER [0-9]*, .*xla gather [0-9]*, ' said
gather test --only 'copy_*' --only 'pad_*' "$CASES/xla.jsonl"
