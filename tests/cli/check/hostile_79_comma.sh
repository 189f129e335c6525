# SPDX-License-Identifier: Apache-2.0
# Hostile 79: a locale whose decimals have a comma changes nothing.
{ mkdir locale && localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8; } >/dev/null 2>&1
LOCPATH=$PWD/locale
export LOCPATH
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" != , ]; then
    echo 'no locale with a decimal comma could be made' >&2
    exit 77
fi
printf '\000\000\300\077\000\000\300\177' >a.raw
for words in --values --json; do
    gather check 'a.raw@f32[2]' -i 0,5 --values $words >point
    LC_ALL=de_DE.UTF-8 gather check 'a.raw@f32[2]' -i 0,5 --values $words | cmp - point && cat point
done
