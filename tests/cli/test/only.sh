# SPDX-License-Identifier: Apache-2.0
# Only the cases of these names; none at all is a "no".
cp "$ROOT/tests/cli/test/some_cases.jsonl" some.jsonl
gather test --only 'wrong_*' --only right some.jsonl
echo "exit $?"
gather test --only 'error_a?' some.jsonl
echo "exit $?"
gather test --only error_field some.jsonl
