# SPDX-License-Identifier: Apache-2.0
# On a terminal long work shows how far it is, and the line goes when it ends; elsewhere nothing is shown.
. "$ROOT/tests/cli/support/until_shown"
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
truncate -s 32G far.raw 2>/dev/null || { echo 'no file can be that large here' >&2; exit 77; }
until_shown seen "gather convert 'far.raw@u8[8000000]:(4200)' -o b.raw"
tr '\r' '\n' <seen | sed 's/[0-9][0-9]*/N/g; s/  */ /g; s/\x1b/ESC/g' | sort -u
timeout -s INT 1 gather convert 'far.raw@u8[8000000]:(4200)' -o b.raw
echo "exit $?"
ls -A
