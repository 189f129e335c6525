# SPDX-License-Identifier: Apache-2.0
# Of files too it is said which tensors were compared by value, since they have another type in B. --map is offered
# where names are in one alone, on both sides.
printf '\000\000\200\077\000\000\240\077' >f32.raw # 1 1.25
printf '\000\074\000\075' >f16.raw
mkdir a b
gather convert 'f32.raw@f32[2]' -o a/v.npy
gather convert 'f32.raw@f32[2]' -o a/w.npy
gather convert 'f16.raw@f16[2]' -o b/v.npy
gather convert 'f32.raw@f32[2]' -o b/w.npy
gather diff a b
echo "exit $?"
cp a/w.npy b/x.npy
gather diff a b 2>&1 | head -n 4
mv a/w.npy a/y.npy
gather diff a b
echo "exit $?"
