# SPDX-License-Identifier: Apache-2.0
# What is no index on stdin is refused where it stands; a mark of UTF-8 before the first is none of them.
printf 'abcdef' >a.raw
try() {
    gather take 'a.raw@u8[6]' -i -
    echo "exit $?"
}
for text in '1 2 x 5' '1 2 5x' '1 2 99999999999999999999' '-9223372036854775809' '1\n0:5:x\n' '0:99999999999999999999' \
    '1,,2' ',1' '1 -' '1\0002' '\357\273\277' '1 \357\273\2772' '\357\273\277\357\273\2772' '\357\273\277x' \
    '\357\273\2771\n2\n'; do
    # shellcheck disable=SC2059
    printf -- "$text" | try
done
(printf '\357' && sleep 0.05 && printf '\273' && sleep 0.05 && printf '\2771 2') | try
echo '$ behind what is read at a time'
{ yes 5 | head -n 100000; printf 'five'; } | try
