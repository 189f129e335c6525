# SPDX-License-Identifier: Apache-2.0
# Nothing that it says of layouts of usual length is wider than 80 columns.
for to in F '{0,1:T(8,128)(2,1)}' '{1,0:pad(5000,8000)=lowest}' ':(1,4096)'; do
    gather explain 'bf16[4096,7168]' --to "$to"
done >all
gather explain 'i4[99999999,7168]C' --to 'F' >>all
awk 'length($0) > 80' all
grep -c '^kernel  [a-z]' all
grep -c '^plan ' all
