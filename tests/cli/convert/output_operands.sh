# SPDX-License-Identifier: Apache-2.0
# The output's name ends where a layout begins; an @ without a layout is a part of it.
printf '\001\002\003\004' >a
try() {
    gather convert 'a@u8[2,2]' -o "$1"
    echo "exit $?"
}
try 'you@home'
try 'you@home@F'
try 'b@u8[2,2]:(1,2)'
try 'c@{0,1'
try 'c@[2,2]F'
try 'c@u8[4]'
try 'c@'
for file in *; do
    echo "$file:$(od -An -tu1 "$file")"
done
