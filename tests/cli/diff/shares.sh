# SPDX-License-Identifier: Apache-2.0
# Shares are those nearest, but 100 % is all and 0 % none; steps are counted; narrow floats add up.
bytes() {
    head -c "$1" /dev/zero
    head -c "$2" /dev/zero | tr '\000' '\001'
}
try() {
    bytes "$1" 0 >a.raw
    bytes $(($1 - $2)) "$2" >b.raw
    gather diff "a.raw@u8[$1]" "b.raw@u8[$1]" | grep '%'
}
try 6 4
try 6 1
try 2000 1999
try 2000 1
try 1000 1
try 20000 30
try 3 3
printf '\000\000\200\077' >a.raw
printf '\223\260\302\077' >b.raw
gather diff 'a.raw@f32[1]' 'b.raw@f32[1]'
printf '\377\173\146\056' >a.raw
printf '\376\173\146\056' >b.raw
gather diff 'a.raw@f16[2]' 'b.raw@f16[2]'
gather take 'a.raw@f16[2]' -o x.json && cat x.json
gather take 'a.raw@bf16[2]' --json
