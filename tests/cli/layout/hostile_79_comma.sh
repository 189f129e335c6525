# SPDX-License-Identifier: Apache-2.0
# Hostile 79: a locale whose decimals have a comma changes nothing.
{ mkdir locale && localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8; } >/dev/null 2>&1
LOCPATH=$PWD/locale
export LOCPATH
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" != , ]; then
    echo 'no locale with a decimal comma could be made' >&2
    exit 77
fi
for arguments in "f32[2,3]{0,1:pad(3,5)=zero}" "--json f32[3000,3]{1,0:T(2,2)}" "--svg - f32[3]" "--at 1,1 i4[3,3]:(3,1)"; do
    # shellcheck disable=SC2086
    gather layout $arguments >plain
    # shellcheck disable=SC2086
    LC_ALL=de_DE.UTF-8 gather layout $arguments >comma
    cmp plain comma && wc -l <plain
done
gather test "$CASES/layouts.jsonl" >plain
LC_ALL=de_DE.UTF-8 gather test "$CASES/layouts.jsonl" | cmp - plain && cat plain
