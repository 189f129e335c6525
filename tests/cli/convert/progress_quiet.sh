# SPDX-License-Identifier: Apache-2.0
# No progress where it is not wanted, also on a terminal; and none of work that is done in one piece.
. "$ROOT/tests/cli/support/until_shown"
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
truncate -s 32G far.raw 2>/dev/null || { echo 'no file can be that large here' >&2; exit 77; }
until_shown seen "gather take 'far.raw@u8[8000000]:(4200)' -o b.raw"
grep -q left seen && echo shown
for options in --quiet -q; do
    script -qec "timeout -s INT 1.2 gather take 'far.raw@u8[8000000]:(4200)' -o b.raw $options" /dev/null | grep -c left
done
script -qec "gather take 'far.raw@u8[8]' -o c.raw" /dev/null | grep -c left
ls -A
