# SPDX-License-Identifier: Apache-2.0
# The results as XML; a target that can't be written is exit 5, whatever the cases say.
cp "$ROOT/tests/cli/test/some_cases.jsonl" 'a&b.jsonl'
echo '{' >broken.jsonl
gather test --only 'wrong_*' --only right --only operator --junit results.xml 'a&b.jsonl' broken.jsonl 2>/dev/null
echo "exit $?"
cat results.xml
gather test --junit none/results.xml 'a&b.jsonl' 2>&1 >/dev/null | head -n 1
gather test --only right --junit /dev/full 'a&b.jsonl'
