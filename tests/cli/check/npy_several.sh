# SPDX-License-Identifier: Apache-2.0
# numpy.save into one file again and again: arrays one behind the other are no .npy, and the sentence says so.
printf '0123456789ab' >a.raw && gather convert 'a.raw@u8[4,3]' -o a.npy
cat a.npy a.npy >two.npy
gather check two.npy
echo "exit $?"
gather take two.npy -i 0
{ cat a.npy; printf '\223NUMP'; } >cut.npy && gather ls cut.npy
{ cat a.npy; printf '\223NUMPX'; } >other.npy && gather ls other.npy
