# SPDX-License-Identifier: Apache-2.0
# What is measured is a column that GATHER_TUNE takes; stderr tells how it was found, and in JSON it stands beside it.
gather bench --tune --scale small 2>told >column
echo "exit $?"
grep -Ec '^near=(max|[0-9]+[KM]?),ask=(max|[0-9]+[KM]?),stream=(max|[0-9]+[KM]?),gathers=[01]$' column
wc -l <column
sed -n '1s/:.*//p; 2,$s/is [0-9.]* times/is N times/p' told
GATHER_TUNE=$(cat column) gather --version | grep -c 'but for what GATHER_TUNE says$'
gather bench --tune --scale small --rounds 2 --pages huge --json 2>/dev/null | python3 -c '
import json, sys
run = json.load(sys.stdin)
print(run["schema"], run["in_use_is_asked"], sorted(run))
print([(e["threshold"], e["bytes"], e["block_bytes"], e["gain_above"] > 0) for e in run["experiments"]])'
for with in '--rows 1' --list '--threads 2' --cold '--check fused' '--compare x' '--svg x' '--data f32[8]' operand; do
    gather bench --tune $with
    echo "exit $?"
done
