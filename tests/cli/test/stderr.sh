# SPDX-License-Identifier: Apache-2.0
# What is told of on stderr is told; a stderr that takes nothing changes nothing else.
cp "$ROOT/tests/cli/test/some_cases.jsonl" some.jsonl
gather test --json some.jsonl >whole 2>/dev/null
echo "exit $?"
gather test --json some.jsonl 2>/dev/full | cmp whole -
gather test --json some.jsonl 2>&- | cmp whole -
gather test some.jsonl 2>/dev/null >whole
gather test some.jsonl 2>&- | cmp whole -
