# SPDX-License-Identifier: Apache-2.0
# No room for what is written: exit 5, and what was there is as it was.
truncate -s 4M a.raw
echo old >b.npy
ulimit -f 100
for output in b.npy b.npz b.safetensors folder/ b.txt b.json; do
    gather take 'a.raw@u8[4194304]' -o $output
    echo "exit $?"
done
gather take 'a.raw@u8[4]' >/dev/full
echo "exit $?"
cat b.npy
ls -A
