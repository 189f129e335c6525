# SPDX-License-Identifier: Apache-2.0
# What the command line can't mean: each is refused before anything is measured.
try() {
    gather bench --scale small "$@"
    echo "exit $?"
}
try --rows 1,99
try --rows ''
try --rows 1,
try --rows 1,2,none,3
try --threads 0
try --threads two
try --threads 99999999999999999999
try --rounds 1001
try --pages giant
gather bench --scale tiny
try --check never
try --row 1
try operand
try --svg -
try --peers peers.json
try --axis 1
try --data 'f32[8]'
try --data 'f32[8]' --rows 1 --indices 'i64[2]'
try --data 'f32[8]' --indices 'i64[2]' --op scatter
try --data 'u8[8,8]' --indices 'i64[2]' --op scaled
try --data 'f32[8]' --indices 'i64[2]' --distribution normal
try --data 'f32[8]' --indices 'i64[2]' --distribution pattern
try --data 'f32[8]' --indices 'i64[2]' --distribution uniform --pattern 1
try --pattern 1
try --data 'f32[8]' --op relayout
try --list --rows 1
gather bench --list --svg none/rows.svg
echo "exit $?"
try --list --rounds 1
