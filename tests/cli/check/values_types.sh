# SPDX-License-Identifier: Apache-2.0
# Every type says what is no number in a way of its own.
printf '\000\174\000\376\200\177\300\377' >a.raw # f16: inf, nan; bf16: inf, nan
gather check 'a.raw@f16[4]' --values
gather check 'a.raw@bf16[4]' --values
printf '\177\200\374\177' >b.raw
for type in f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0fnu u8; do
    gather check "b.raw@${type}[4]" --values | tail -n +2
done
printf '\000\000\000\000\000\000\370\177\000\000\000\000\000\000\360\077' >c.raw
gather check 'c.raw@f64[2]' --values | tail -n +2
gather check 'c.raw@c64[2]' --values | tail -n +2
gather check 'c.raw@c128[1]' --values | tail -n +2
