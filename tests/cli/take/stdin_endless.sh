# SPDX-License-Identifier: Apache-2.0
# Indices from stdin: numbers are read as they come, and no more are kept than memory allows, for it may have no end.
seq 0 20000 | tr '\n' 'x' | head -c 20000 >a.raw
try() {
    gather take 'a.raw@u8[20000]' -i - -o got.raw "$@"
    echo "exit $?"
}
echo '$ many, over the ends of what is read at a time'
seq 19999 -1 0 | try && rev a.raw | tr -d '\n' | cmp - got.raw
seq -s ' , ' 0 19999 | try && cmp a.raw got.raw
printf '0:20000' | try && cmp a.raw got.raw
{ head -c 200000 /dev/zero | tr '\0' ' '; printf '7'; head -c 200000 /dev/zero | tr '\0' '\n'; } | try
wc -c <got.raw
echo '$ without end'
yes 1 | try --memory 64K
yes 1 | gather take 'a.raw@u8[20000]' -i - --memory 1000
echo "exit $?"
yes 0:5000 | try --memory 1M
yes | try
try </dev/zero
head -c 100000 /dev/zero | tr '\0' 7 | try
yes 0:16777216 | try
seq 8191 | try --memory 64K
seq 8192 | try --memory 64K
seq 8193 | try --memory 64K
mkfifo pipe
yes 2 >pipe &
try --memory 4K <pipe
gather take 'a.raw@u8[20000]' -i pipe
echo "exit $?"
seq 5 | try --memory 5x
echo '$ without numbers'
tr '\0' , </dev/zero | try --memory 1M
yes 1,, | try --memory 1M
printf '1,\n,2' | try
printf ', 1' | try
printf '1,\n2,\n' | try && wc -c <got.raw
yes '' | try --memory 1M
yes 0:0 | try --memory 1M
