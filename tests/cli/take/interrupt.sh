# SPDX-License-Identifier: Apache-2.0
# Signals end it while it works, and no file is left behind, nor a folder.
truncate -s 32G far.raw 2>/dev/null || { echo 'no file can be that large here' >&2; exit 77; }
echo old >b.npy
for signal in INT TERM HUP; do
    timeout --preserve-status -s $signal 0.3 gather take 'far.raw@u8[8000000]:(4200)' -o b.npy
    echo "exit $?"
    timeout --preserve-status -s $signal 0.3 gather take 'far.raw@u8[8000000]:(4200)' -o folder/
    echo "exit $?"
    timeout --preserve-status -s $signal 0.3 gather take 'far.raw@u8[8000000]:(4200)' -o text.txt
    echo "exit $?"
done
cat b.npy
rm far.raw
ls -A
