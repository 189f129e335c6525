# SPDX-License-Identifier: Apache-2.0
# Text has its elements row by row: a layout behind its name is refused, not passed over.
printf '\001\002\003\004\005\006' >a.raw
for output in o.txt@F o.txt@C 'o.json@{1,0:pad(4,8)}' o.json@F; do
    gather convert 'a.raw@u8[2,3]' -o "$output"
    echo "exit $?"
    gather take 'a.raw@u8[2,3]' -i 0 -o "$output"
    echo "exit $?"
done
ls
