# SPDX-License-Identifier: Apache-2.0
# Hostile 42, 78: a table far larger than memory; the rows that are asked for are read, and no others.
truncate -s 40G table.raw || exit 77
printf 'abcd' | dd of=table.raw bs=1 seek=42949672956 conv=notrunc 2>/dev/null
# shellcheck disable=SC3045
if ! (ulimit -v 400000 && gather --version) >/dev/null 2>&1; then
    echo 'this build does not run in little memory' >&2
    exit 77
fi
(
    # shellcheck disable=SC3045
    ulimit -v 400000
    gather take 'table.raw@u8[10737418240,4]' -i 0,-1,5
    gather take 'table.raw@u8[4,10737418240]' -i -1,-2,-3,-4 --axis 1
    gather take 'table.raw@u8[10737418240,4]' -i 0:10000000:1000 -o rows.raw
    gather take 'table.raw@u8[10737418240,4]' -i 0,10737418240
    echo "exit $?"
    gather take 'table.raw@u8[2,21474836480]' -i 0
    echo "exit $?"
)
wc -c <rows.raw
