# SPDX-License-Identifier: Apache-2.0
# -o - is stdout: an .npy, raw bytes in a layout, or a format by its ending; nothing where an index is refused.
printf '\001\002\003\004\005\006' >a.raw
gather take 'a.raw@u8[3,2]' -i 2,0 -o - >b.npy
gather take b.npy
gather take 'a.raw@u8[3,2]' -i 2,0 -o - | gather take /dev/stdin -i 0 2>&1 | head -c 60
echo
gather take 'a.raw@u8[3,2]' -i 2,0 -o -@C | od -An -tu1
gather take 'a.raw@u8[3,2]' -i 2,0 -o '-@{0,1}' | od -An -tu1
gather take 'a.raw@u8[3,2]' -i 2,0 -o -.raw | od -An -tu1
gather take 'a.raw@u8[3,2]' -i 2,0 -o -.txt
gather take 'a.raw@u8[3,2]' -i 2,0 -o -.json
gather take 'a.raw@u8[3,2]' -s 1 -o -.json
gather convert 'a.raw@u8[3,2]' -o -.npz >c.npz
gather ls c.npz
gather convert 'a.raw@u8[3,2]' -o - --stats 2>/dev/null | tail -c 6 | od -An -tu1
printf 'before ' >d
gather take 'a.raw@u8[3,2]' -i 2 -o -.txt >>d
cat d
gather take 'a.raw@u8[3,2]' -i 9 -o - | od -An -tu1
gather take 'a.raw@u8[3,2]' -i 0 -o - >/dev/full
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 0 -o - >&-
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 0 -o - --json
echo "exit $?"
gather take 'a.raw@u8[3,2]' -o -@C --json
echo "exit $?"
gather convert 'a.raw@u8[3,2]' -o -.npz --json
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 0 -o -.gguf
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 0 -o -.dat
echo "exit $?"
gather take 'a.raw@u8[3,2]' -i 0 -o ./-
od -An -tu1 ./-
# What else begins with '-' is a slip, or an option taken for a name; a file of such a name has a folder before it.
for output in -/ -npz -. -@ -.@C -.d/x.npy -@x.npy -- -i; do
    gather take 'a.raw@u8[3,2]' -i 1 -o "$output"
    echo "exit $?"
done
mkdir -- -.d
gather take 'a.raw@u8[3,2]' -i 1 -o ./-.d/x.npy --json
gather convert 'a.raw@u8[3,2]' -o ./-.e/
gather take 'a.raw@u8[3,2]' -i 1 -o ./-@x.npy
ls -A . -- ./-.d ./-.e
# It is judged before a file is looked for.
gather take none.npy -i 0 -o - --json
gather convert none.npy -o -npz
gather run --op Gather none.npy 0 -o - --json
