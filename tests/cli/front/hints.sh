# SPDX-License-Identifier: Apache-2.0
# What somebody new types, and what is said to it.
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]' -o a.npy
gather convert 'a.raw@u8[2,3]' -o a.safetensors
gather help run | head -1
gather help >page && gather --help | cmp - page && echo same
gather help tke
# Pages have help by their names, as man has them and without what all begin with; that of gather is the front page.
for page in "$ROOT"/docs/man/*.scd; do
    page=$(basename "$page")
    page=${page%%.*}
    gather help "$page" | head -1
    gather help "${page#gather-}" | head -1
done | sort | uniq -c
gather help help | cmp - page && gather help --help | cmp - page && echo same
gather help gather-xyzzy
echo "exit $?"
gather take 'a.raw@int16[3]' -i 0
echo "exit $?"
gather layout 'float32[2,3]'
echo "exit $?"
gather take a.npy -i 0 --axis 5
echo "exit $?"
gather run --op Gather a.npy a.npy
echo "exit $?"
gather convert a.npy -o b.raw@i32
echo "exit $?"
gather ls a.safetensors ens
echo "exit $?"
gather ls a.npy a.safetensors
echo "exit $?"
gather take a.safetensors:weights
echo "exit $?"
gather take a.npy:weights
echo "exit $?"
gather convert 'a.raw@u8[2,3]{0,1}' -o columns.npy@F
gather diff 'a.raw@u8[2,3]' columns.npy | tail -3
