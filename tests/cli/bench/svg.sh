# SPDX-License-Identifier: Apache-2.0
# The picture: one well-formed file, a bar for each row but small calls, the best peer's where it is known, and a
# plain loop's beside a pattern.
echo '{"schema":"gather.peers/1","rows":[{"case":"14","state":"warm","ratio":2,"memcpy_ratio":0.5}]}' >peers.json
gather bench --scale small --rounds 1 --rows 1,14,24,S8 --svg bench.svg --peers peers.json >table
echo "exit $?"
python3 - <<'EOF'
import xml.etree.ElementTree as tree

picture = tree.parse("bench.svg").getroot()
kinds = [rect.get("class") for rect in picture.iter("{http://www.w3.org/2000/svg}rect")]
print({kind: kinds.count(kind) for kind in kinds})
EOF
