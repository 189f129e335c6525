# SPDX-License-Identifier: Apache-2.0
# More dimensions than 16: how many there are is said in every spelling, where they can be counted.
ones=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
for text in "f32[$ones, 2, 3]" "f32[$ones,1]:(1)" "f32($ones,(1,(_2,3))):(1)" "memref<$(echo $ones | tr , x)x7xf32>" \
    'FLOAT32 sizes={1,1,1,1,1,1,1,1,1}' "f32[$ones,99999999999999999999]" "f32[$ones,1,?]" "f32[$ones,1"; do
    gather layout "$text" 2>&1 | head -n 1
done
gather layout --json "f32[$ones,1]"
