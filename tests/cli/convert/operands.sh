# SPDX-License-Identifier: Apache-2.0
# The file is the longest beginning that exists; a layout counts only if it is one; --layout says it without doubt.
printf '\001\002\003\004' >a
printf '\005\006\007\010' >'a@u8[4]'
printf '\011\012\013\014' >'a:b'
try() {
    gather convert "$@" -o x && od -An -tu1 x
    echo "exit $?"
}
try 'a@u8[4]' --layout 'u8[4]'
try 'a@u8[4]@u8[2,2]:(1,2)'
try 'a:b@u8[4]'
rm 'a@u8[4]'
try 'a@u8[4]'
try 'a@u8[2,2]F'
try a --layout 'u8[4]:(-1)+3'
try 'a:none@u8[4]'
try 'a:@u8[4]'
try 'a@u8[4]' --layout 'u8[4]'
try a@x
try none@x
try 'none@u8[4]'
ls
