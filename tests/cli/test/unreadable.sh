# SPDX-License-Identifier: Apache-2.0
# A file that can't be read is exit 5; the others run.
cp "$ROOT/tests/cli/test/some_cases.jsonl" some.jsonl
gather test none.jsonl . some.jsonl --only right
echo "exit $?"
gather test - --only right <some.jsonl
echo "exit $?"
gather test - <&-
echo "exit $?"
gather test some.jsonl >/dev/full 2>said
echo "exit $?"
tail -n 1 said
