# SPDX-License-Identifier: Apache-2.0
# No progress where it is not wanted, also on a terminal.
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
truncate -s 32G far.raw 2>/dev/null || { echo 'no file can be that large here' >&2; exit 77; }
for options in '' --quiet -q; do
    script -qec "timeout -s INT 1.2 gather take 'far.raw@u8[8000000]:(4200)' -o b.raw $options" /dev/null | tr '\r' '\n' | grep -c 'left' | sed 's/[1-9][0-9]*/some/'
done
script -qec "timeout -s INT 0.4 gather take 'far.raw@u8[8000000]:(4200)' -o b.raw" /dev/null | grep -c left
ls -A
