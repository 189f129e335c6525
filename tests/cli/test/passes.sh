# SPDX-License-Identifier: Apache-2.0
# The cases of this library's own questions and operators pass, and none is skipped.
gather test "$CASES/layouts.jsonl" 2>said
sort said
gather test "$CASES/xla.jsonl" "$CASES/onnx.jsonl" | grep -c '^[1-9][0-9]* passed, 0 failed, 0 skipped$'
gather test --only 'copy_*' --only 'pad_*' "$CASES/xla.jsonl"
