# SPDX-License-Identifier: Apache-2.0
# No indices at all are a variable that was not set, rather than an empty list, which is [] or an empty file.
printf 'abcdef' >a.raw
: >none.txt
for indices in '' ' ' '[]' none.txt 'a.raw@s64[0]'; do
    gather take 'a.raw@u8[3,2]' -i "$indices"
    echo "exit $?"
done
gather check 'a.raw@u8[3,2]' -i ''
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i - </dev/null
