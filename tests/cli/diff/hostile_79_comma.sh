# SPDX-License-Identifier: Apache-2.0
# Hostile 79: a locale whose decimals have a comma changes nothing.
{ mkdir locale && localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8; } >/dev/null 2>&1
LOCPATH=$PWD/locale
export LOCPATH
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" != , ]; then
    echo 'no locale with a decimal comma could be made' >&2
    exit 77
fi
printf '\000\000\200\077\000\000\240\077' >a.raw
printf '\000\000\200\077\000\000\260\077' >b.raw
for words in '' '--rtol 1e-3 --atol 0.01' --json; do
    # shellcheck disable=SC2086 # words are words
    gather diff 'a.raw@f32[2]' 'b.raw@f32[2]' $words >point
    # shellcheck disable=SC2086 # words are words
    LC_ALL=de_DE.UTF-8 gather diff 'a.raw@f32[2]' 'b.raw@f32[2]' $words | cmp - point && cat point
done
