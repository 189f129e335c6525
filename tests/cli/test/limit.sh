# SPDX-License-Identifier: Apache-2.0
# A limit is one of a foreign program's: without such a program it is refused, whatever it says.
: >none.jsonl
for limit in 5 nan; do
    gather test --limit $limit none.jsonl
    echo "exit $?"
done
gather test --junit none/results.xml none.jsonl
echo "exit $?"
ls
