# SPDX-License-Identifier: Apache-2.0
# An output that can't be one says why: no name, a pipe without a reader, a socket, a link to nothing. So does an input
# without a name.
printf 'abcd' >a.raw
gather convert 'a.raw@u8[4]' -o a.npy
mkfifo pipe.npy
ln -s nodir/x.npy dangling.npy
ln -s nothing.npy beside.npy
try() {
    echo "-- gather $*"
    gather "$@"
    echo "exit $?"
}
for output in '' @F ./ pipe.npy dangling.npy beside.npy dangling.npy/x.npy; do
    try convert a.npy -o "$output"
done
try take a.npy -i 0 -o ''
try take a.npy -o ''
for command in take ls check; do
    try $command ''
    try $command '@u8[4]'
done
try take '' -i 0
try convert '' -o b.npy
try diff a.npy ''
ls
