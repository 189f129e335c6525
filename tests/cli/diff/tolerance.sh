# SPDX-License-Identifier: Apache-2.0
# What lies within: relative to A, absolute, or both.
printf '\000\000\200\077\000\000\000\100\000\000\100\100\000\000\200\100' >a.raw # 1 2 3 4
printf '\000\000\200\077\000\000\020\100\000\000\100\100\000\000\260\100' >b.raw # 1 2.25 3 5.5
a='a.raw@f32[4]' b='b.raw@f32[4]'
for words in '--atol 0.25' '--atol 1.5' '--rtol 0.2' '--rtol 0.375' '--rtol 0.1 --atol 1.1' '--rtol 0' '--rtol 0.2 --ulp 99999999'; do
    # shellcheck disable=SC2086 # words are words
    gather diff $a $b $words | sed -n '3,5p'
done
gather diff $b $a --rtol 0.28
echo "exit $?"
