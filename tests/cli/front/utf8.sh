# SPDX-License-Identifier: Apache-2.0
# Where the environment says UTF-8, names are written as they are, into a pipe too; what could do something to a
# terminal or to the reader's eyes never is.
. "$ROOT/tests/cli/support/safetensors"
a='"dtype":"U8","shape":[1],"data_offsets"'
safetensors "{\"sch\\u00f6n\":{$a:[0,1]},\"\\u4e2d\\u6587\":{$a:[1,2]},\"x\\u001b[2J\\u202ey\\u009b\":{$a:[2,3]}}" abc >a.safetensors
LC_ALL=C.UTF-8 gather ls a.safetensors
LC_ALL=C.UTF-8 gather take a.safetensors 'sch*' -s 0
LC_ALL=C.UTF-8 gather take a.safetensors:none -i 0 2>&1
for variables in LC_ALL=xx_XX.utf8@euro LC_CTYPE=C.UTF-8 LANG=en_US.UTF-8 'LC_CTYPE=C.UTF-8 LANG=C' \
    'LC_CTYPE=C LANG=C.UTF-8' LC_ALL=C 'LC_ALL=C LANG=C.UTF-8' LANG=de_DE.ISO-8859-1 LANG=en_US X=Y; do
    # shellcheck disable=SC2086
    echo "$variables: $(env -u LC_ALL -u LC_CTYPE -u LANG $variables gather ls a.safetensors | grep sch)"
done
name=$(printf '\303\244\377.npy') # bytes that are no UTF-8
printf a >a.raw && gather convert 'a.raw@u8[1]' -o "$name"
LC_ALL=C.UTF-8 gather ls "$name" | head -n 1
LC_ALL=C.UTF-8 gather layout 'f32[2]{0}' | head -n 6 # lines are ASCII in a pipe
