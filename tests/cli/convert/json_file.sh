# SPDX-License-Identifier: Apache-2.0
# Type, shape and elements as one object of JSON.
printf '\000\000\300\077\000\000\200\177\000\000\300\177\001\000\000\000\377\377\377\377\377\377\377\377' >a.raw
gather convert 'a.raw@f32[2,2]' -o a.json && cat a.json
gather convert 'a.raw@u64[3]' -o b.json && cat b.json
gather convert 'a.raw@u8[2,0]' -o c.json && cat c.json
gather convert 'a.raw@s8[3]' -o d.json --json && cat d.json
gather take 'a.raw@u8[24]' -i 1,3 -o e.json --json && cat e.json
python3 -c 'import json; print(sorted(json.load(open("b.json"))))' 2>/dev/null || echo "['dtype', 'shape', 'values']"
