# SPDX-License-Identifier: Apache-2.0
# A size with zeros in front is refused where it stands, as numpy refuses it; a 0 of several digits is one.
printf '0123456789ab' >a.raw && gather convert 'a.raw@u8[4,3]' -o a.npy
try() {
    LC_ALL=C sed "s/(4, 3), }$2/($1), }/" a.npy >b.npy
    gather check b.npy
    echo "exit $?"
}
try '04, 3' ' '
try '4, 0003' '   '
try '012,' ''
try '4, 30' ' '
: >none.raw && gather convert 'none.raw@u8[0,3]' -o a.npy
LC_ALL=C sed 's/(0, 3), } /(00, 3), }/' a.npy >b.npy
gather check b.npy && gather ls b.npy
