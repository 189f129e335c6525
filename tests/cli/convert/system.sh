# SPDX-License-Identifier: Apache-2.0
# What the system refuses: exit 5, the output as it was, nothing left beside it.
printf '\001\002\003\004' >a.raw
echo old >b.raw
mkdir folder # empty: no tensors in it, exit 3
mkfifo pipe
ln -s none dangling
try() {
    gather convert "$@"
    echo "exit $?"
}
try none.npy -o b.raw
try folder -o b.raw
try pipe@'u8[4]' -o b.raw
try /dev/zero@'u8[4]' -o b.raw
try /proc/version@'u8[4]' -o b.raw
try a.raw/b@'u8[4]' -o b.raw
try a.raw@'u8[4]' -o folder
try a.raw@'u8[4]' -o none/b.raw
try a.raw@'u8[4]' -o a.raw/b.raw
try a.raw@'u8[4]' -o dangling
try a.raw@'u8[4]' -o ''
(
    ulimit -f 8
    try a.raw@'u8[4000,4]:(0,1)' -o b.raw
)
cat b.raw
ls -A
