# SPDX-License-Identifier: Apache-2.0
# Which worlds give an output: one, several, none; within a tolerance; of another type.
raw() { # shellcheck disable=SC2059
    printf "$1"
}
raw '\001\002\003\004\005\006\007\010' >data # four rows of two
say() {
    gather explain 'data@u8[4,2]' "$@"
    echo "exit $?"
}
raw '\003\004\000\000\007\010' >zeros
raw '\003\004\007\010\007\010' >clamp
raw '\003\004\377\377\007\010' >fill
raw '\003\004\011\010\007\010' >off
raw '\003\004\007\010\007' >short
raw '\000\102\000\104\000\107\000\110\000\107\000\110' >halves # 3 4 7 8 7 8
say -i 1,9,-1 --got 'zeros@u8[3,2]'
say -i 1,9,-1 --got 'clamp@u8[3,2]' --dialect directml | head -n 4
say -i 1,9,-1 --got 'fill@u8[3,2]' | head -n 4
say -i 1,9,-1 --got 'off@u8[3,2]' | head -n 6
say -i 1,3,-1 --got 'clamp@u8[3,2]' --dialect torch | head -n 8
say -i 1,3 --got 'zeros@u8[2,2]' | head -n 2
say -i 1,9,-1 --got 'clamp@u8[1,3,2]' | head -n 1
say -i 1,9,-1 --got 'halves@f16[3,2]' --dialect openvino
say -i 1,9,-1 --got 'halves@f16[3,2]' --rtol 0 | head -n 1
say -i 1,9,-1 --got 'off@u8[3,2]' --atol 2 | head -n 3
say -i 1,9,-1 --got 'clamp@u8[2,3]'
say -i 1,9,-1 --got 'short@u8[3,2]'
say -i 1,9,-1 --got none
say -i 1,9,-1 --got 'clamp@u8[3,2]' --atol x
say -i 1,9,-1 --rtol 1
gather explain 'u8[4,2]' -i 1 --got 'clamp@u8[1,2]'
echo "exit $?"
gather explain 'data@u8[4,2]' -i 1,9,-1 --got 'zeros@u8[3,2]' >out
echo "exit $?"
gather explain 'data@u8[4,2]' -i 1,9,-1 --got 'off@u8[3,2]' >out
echo "exit $?"
