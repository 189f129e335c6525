# SPDX-License-Identifier: Apache-2.0
# A number that is out of the range of an option is told with that range, however many digits it has.
printf 'abcd' >a.raw
try() {
    echo "-- gather $*"
    gather "$@"
    echo "exit $?"
}
for axis in 2 -3 9223372036854775807 9223372036854775808 -9223372036854775809 99999999999999999999 x -; do
    try take 'a.raw@u8[2,2]' -i 0 --axis $axis
done
try take 'a.raw@u8[2,2]' -i 0 --axis 99999999999999999999 --json
for memory in 0 99999999999G 4194304T 4194305T 4611686018427387904 4611686018427387905; do
    try take 'a.raw@u8[2,2]' -i 0 --memory $memory
done
for limit in 0.001 0 1e9 86401; do
    try test none.jsonl --backend ./none --limit $limit
done
