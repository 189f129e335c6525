# SPDX-License-Identifier: Apache-2.0
# Rows, indices and output, drawn; bad indices marked.
gather explain 'f32[4,3]' -i 0,5,-1 --dialect onnx --svg - | grep -v '^\.gather\|^@media\|^}\|style>'
gather explain 'f32[4,3]' -i 0,5,-1 --svg all.svg | head -n 1
grep -c '"bad"' all.svg
grep -c 'link dash' all.svg
seq -3000 3000 | gather explain 'f32[1000000,3]' -i - --svg - | wc -c | awk '{ print ($1 < 40000 ? "small" : "large") }'
gather explain 'f32[4,3]' -i 5 --svg /nowhere/x.svg
echo "exit $?"
gather explain 'f32[4,3]' -i 5 --svg - --json
echo "exit $?"
