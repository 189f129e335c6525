# SPDX-License-Identifier: Apache-2.0
# Rows by flags: every family and distribution, strided operands, types of every width; the answer is judged each time.
own() {
    gather bench --scale small --rounds 1 "$@" >table
    echo "exit $?, $(grep -c '^own ' table) measured: $*"
}
for distribution in uniform zipf sorted runs duplicates permutation arange flip equal last spread frames; do
    own --data 'bf16[1000,40]' --indices 'i64[4,20]' --distribution $distribution
done
own --data 'u8[1000,3]' --indices 'i16[7]' --threads 2
own --data 'c128[50]' --indices 'u8[300]' --check fused
own --data 'f32[6,7,5]:(50,1,9)+3' --indices 'i32[3]' --axis 1 --distribution last
own --data 'f32[6,7,5]' --indices 'i32[6,4]' --axis 1 --batch-dims 1
own --data 'f64[9,7]F' --indices 'i64[9,3]' --op elements --axis 1
own --data 'f32[4,7,5]' --indices 'i64[4,3,1]' --op tuples --batch-dims 1
own --data 'f32[4,7,5]' --indices 'i64[3,2]' --op tuples --to '{1,0}'
own --data 'f32[33,65]' --op relayout --to '{0,1}' --cold
own --data 'f32[50,3]' --indices 'i64[20]:(2)'
own --data 'f32[4,7,5]' --indices 'i64[3,2]F' --op tuples
own --data 'f32[0,3]' --indices 'i64[0]'
own --data 'f64[50,25]:(8,1)' --indices 'i64[4]' --axis 1 --pattern 24,0,8,0
echo "$(grep -c 'plain loop' table) beside a plain loop"
own --data 'f64[50,25]:(8,1)' --indices 'i64[4]' --axis 1 --pattern 24,0,8,0 --threads 3
echo "$(grep -c 'plain loop' table) beside a plain loop"
own --data 'f32[50,25]:(8,1)' --indices 'i64[4]' --axis 1 --pattern 24,0,8,0
echo "$(grep -c 'plain loop' table) beside a plain loop"
