# SPDX-License-Identifier: Apache-2.0
# stdin is a file: of the format that its first bytes tell, or its name, or of raw bytes by their layout.
printf 'abcdef' >a.raw
printf '\002\000' >ids.raw
gather convert 'a.raw@u8[3,2]' -o a.npy
gather convert 'a.raw@u8[3,2]' -o a.safetensors

echo '--- through a pipe'
cat a.npy | gather take - -i 2,0
cat a.raw | gather take '-@u8[3,2]' -i -1
cat a.raw | gather take - --layout 'u8[3,2]' -i -1
cat a.raw | gather take '-.bin@u8[3,2]' -i -1
cat a.safetensors | gather take -:tensor -s '::2,1'
cat a.safetensors | gather take -:tensor@'u8[2,3]' -i 0
echo '5 6' | gather take -.txt -i 1
gather convert a.npy -o -.npz | gather ls -
cat a.npy | gather diff - a.safetensors
cat a.npy | gather check - -i 0,7
gather convert a.npy -o -.npz | gather convert - -o b.npy && gather diff a.npy b.npy

echo '--- a file itself, and what is left of one'
gather take - -i 1 <a.npy
gather ls -.npy <a.npy
{ dd bs=1 count=4 of=skipped 2>log && gather take '-@u8[2]'; } <a.raw

echo '--- indices'
gather convert 'ids.raw@u8[2]' -o -.npy | gather take a.npy -i -.npy
gather take a.npy -i '-@u8[2]' <ids.raw
gather run --op take -a axis=0 a.npy '-@u8[2]' <ids.raw
echo 1 | gather run --op take -a axis=0 a.npy -

echo '--- a file of that name'
cp a.npy ./-
gather take ./- -i 0 </dev/null
