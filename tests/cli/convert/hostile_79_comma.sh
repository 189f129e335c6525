# SPDX-License-Identifier: Apache-2.0
# Hostile 79: a locale whose decimals have a comma changes nothing.
{ mkdir locale && localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8; } >/dev/null 2>&1
LOCPATH=$PWD/locale
export LOCPATH
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" != , ]; then
    echo 'no locale with a decimal comma could be made' >&2
    exit 77
fi
head -c 6000 /dev/zero >a.raw
LC_ALL=de_DE.UTF-8 gather convert 'a.raw@u8[2000,3]' -o b.npy@F --stats 2>&1 | grep -c ','
LC_ALL=de_DE.UTF-8 gather explain b.npy --to C >comma
gather explain b.npy --to C | cmp - comma && grep -c ',' comma
LC_ALL=de_DE.UTF-8 gather convert none -o b.npy
