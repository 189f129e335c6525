# SPDX-License-Identifier: Apache-2.0
# One object with a schema, which a JSON reader takes; times of every kind; two threads, huge pages, cold caches.
gather bench --scale small --rounds 2 --rows 3,24v2 --json >one.json
echo "exit $?"
gather bench --scale small --rounds 2 --rows 3 --cold --threads 2 --pages huge --check fused --json >two.json
echo "exit $?"
gather bench --scale small --rounds 1 --rows 19 --check earlier --json >three.json
echo "exit $?"
gather bench --scale small --rounds 1 --rows Samg1,Rf32 --json >four.json
echo "exit $?"
gather bench --scale small --rounds 1 --rows 25 --json >five.json
echo "exit $?"
python3 - <<'EOF'
import json

for name in ("one.json", "two.json", "three.json", "four.json", "five.json"):
    run = json.load(open(name))
    print(run["schema"], run["threads"], run["pages"], run["scale"], run["check"])
    for row in run["rows"]:
        row.pop("streaming", None)  # not on every processor
        times = [key for key, value in row.items() if isinstance(value, dict)]
        good = all(0 < row[key]["min_ns"] <= row[key]["median_ns"] for key in times)
        rounds = {row[key]["rounds"] for key in times}
        shares = [key for key in row if key.startswith("of_") and row[key] > 0]
        print(row["row"], row["state"], row["bytes"], row["indices"], row["blocks"], times, rounds, good, shares)
EOF
gather bench --list --json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
print(rows["schema"], len(rows["rows"]) > 60, rows["rows"][0])
print([row for row in rows["rows"] if row["row"] == "25int4"][0])'
gather bench --list | sed -n 1,3p
gather bench --list | tail -n 1
