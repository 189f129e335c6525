# SPDX-License-Identifier: Apache-2.0
# Texts are equal or not.
# two tensors of ONNX's: type 8, field 6 holds the texts
printf '\010\002\020\010\062\001a\062\003bcd' >a.pb
printf '\010\002\020\010\062\001a\062\003bcX' >b.pb
gather diff a.pb a.pb
gather diff a.pb b.pb
echo "exit $?"
gather diff a.pb b.pb --json
printf 'ab' >c.raw
gather diff a.pb 'c.raw@u8[2]'
echo "exit $?"
