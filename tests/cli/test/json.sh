# SPDX-License-Identifier: Apache-2.0
# One object with a schema.
cp "$ROOT/tests/cli/test/some_cases.jsonl" some.jsonl
gather test --json some.jsonl 2>/dev/null
echo "exit $?"
echo '{' >broken.jsonl
gather test --json broken.jsonl none.jsonl
gather test --json none.jsonl broken.jsonl # the worse is told, not the last
