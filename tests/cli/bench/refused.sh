# SPDX-License-Identifier: Apache-2.0
# What the library, the files or the machine refuse: the row is named, and the code says the kind. Nothing was measured
# by then, not even what every run begins with.
try() {
    gather bench --scale small --rounds 1 "$@" >table
    echo "exit $?, $(grep -c '' table) lines"
}
try --data 'f32[8' --indices 'i64[2]'
try --data 'f32[8]' --indices 'f32[2]'
try --data 'f32[8]' --indices 'i64[2]' --axis 1
try --data 'f32[8]' --indices 'u64[2]' --distribution last
try --data 'f32[0]' --indices 'i64[2]'
try --data 'f32[2,2]{1,0:T(2,2)}' --indices 'i64[2]'
try --data 'f32[8]' --indices 'i64[2]' --pattern 1,8 --check earlier
try --data 'f32[8]' --indices 'i64[2]' --pattern 1,two
try --data 'u8[4611686018427387904]' --indices 'i64[2]'
try --data 'f32[8]' --indices 'i64[2]' --compare none.json
echo '{"schema":"other"}' >other.json
try --data 'f32[8]' --indices 'i64[2]' --compare other.json
try --data 'f32[8]' --indices 'i64[2]' --svg none/bench.svg
