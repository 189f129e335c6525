# SPDX-License-Identifier: Apache-2.0
# A version of a dialect takes the types that it has, as for take and explain.
printf 'abcdefghijklmnop' >raw
gather convert 'raw@f32[1,1,4,1]' -o four.npy
gather check four.npy -i 1,-1 --axis 2 --dialect directml@1.0
echo "exit $?"
gather check four.npy -i 1,-1 --axis 2 --dialect directml@3.0
echo "exit $?"
