# SPDX-License-Identifier: Apache-2.0
# Hostile 79: a locale whose decimals have a comma changes nothing, neither what is printed nor what is written.
{ mkdir locale && localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8; } >/dev/null 2>&1
LOCPATH=$PWD/locale
export LOCPATH
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" != , ]; then
    echo 'no locale with a decimal comma could be made' >&2
    exit 77
fi
printf '\000\000\300\077\315\314\314\075' >a.raw
for locale in C de_DE.UTF-8; do
    LC_ALL=$locale gather take 'a.raw@f32[2]' -s ::-1
    LC_ALL=$locale gather take 'a.raw@f32[2]' -o a.txt && cat a.txt
    LC_ALL=$locale gather take 'a.raw@f32[2]' -o a.json && cat a.json
done
