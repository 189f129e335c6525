# SPDX-License-Identifier: Apache-2.0
# The same where rows are taken by indices, by an operator that is at work on all processors.
truncate -s 16M table.raw
truncate -s 32M ids.raw # all of them 0
echo old >b.npy
for signal in INT TERM; do
    timeout --preserve-status -s $signal 0.4 gather take 'table.raw@u8[65536,256]' -i 'ids.raw@s64[4194304]' -o b.npy
    echo "exit $?"
done
cat b.npy
ls -A
