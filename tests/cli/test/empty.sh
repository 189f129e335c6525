# SPDX-License-Identifier: Apache-2.0
# What has no case is no test that passes: exit 3; cases that were not chosen are cases.
: >none.jsonl
printf '# a remark\n\n  \n' >remarks.jsonl
cp "$ROOT/tests/cli/test/some_cases.jsonl" some.jsonl
mkdir folder
try() {
    echo "\$ $*"
    "$@"
    echo "exit $?"
}
try gather test none.jsonl
try gather test remarks.jsonl some.jsonl --only right
try gather test - </dev/null
try gather test none.jsonl --json
try gather test some.jsonl --only nothing
try gather test folder
