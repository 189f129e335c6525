# SPDX-License-Identifier: Apache-2.0
# --junit - is stdout, for XML alone; there is no file of that name.
cp "$ROOT/tests/cli/test/some_cases.jsonl" some.jsonl
gather test --junit results.xml some.jsonl >/dev/null 2>&1
gather test --junit - some.jsonl 2>/dev/null | cmp - results.xml
gather test --junit - some.jsonl >/dev/full 2>/dev/null
echo "exit $?"
gather test --junit - --json some.jsonl
echo "exit $?"
ls -A
