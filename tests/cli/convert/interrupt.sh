# SPDX-License-Identifier: Apache-2.0
# Signals: the command ends by them, and no file is left behind. A file of which a byte in 4200 is wanted takes seconds.
truncate -s 32G far.raw 2>/dev/null || { echo 'no file can be that large here' >&2; exit 77; }
echo old >b.raw
for signal in INT TERM HUP; do
    timeout --preserve-status -s $signal 0.3 gather convert 'far.raw@u8[8000000]:(4200)' -o b.raw
    echo "exit $?"
done
cat b.raw
rm far.raw
ls -A
