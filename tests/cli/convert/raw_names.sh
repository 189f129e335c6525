# SPDX-License-Identifier: Apache-2.0
# Raw bytes may look like any format. Where a name tells none they stay raw where a layout says all of them, as in
# *.raw; where none does, or only a part, their first bytes tell the format.
try() {
    gather take "$@"
    echo "exit $?"
}
printf '\001\002' >in.raw
gather convert in.raw@u8[2] -o a.npy
for name in a.bin a a.dat a.raw; do
    cp a.npy $name
    try "$name@u8[130]" -s 0:6
    try "$name" --layout 'u8[2,65]{0,1}' -i 0 --axis 1 -o b.raw
    try "$name" -s 0
    try "$name@F" -s 0
done
try 'a.bin@u8[999]' -i 0
try a.npy@u8[130] -s 0:6
for start in '\010\011\072\004' 'GGUF' '<net' 'PAR1' '\0211HDF\r\n\032\n' '\034\0\0\0TFL3' '\0200\002' 'PK\003\004' '#\0\0\0\0\0\0\0{'; do
    { printf '%b' "$start" && head -c 64 /dev/zero; } >raw.bin
    gather take 'raw.bin@u8[2,2]' -i 1
    gather ls 'raw.bin@u8[9]' | head -n 1
    gather check 'raw.bin@u8[9]'
done
gather explain 'raw.bin@u8[2,2]' -i 1 --dialect numpy | head -n 1
cp raw.bin raw
printf '\001\0\0\0\0\0\0\0' >GGUF && gather take in.raw@u8[2] -i 'GGUF@s64[1]'
gather convert 'raw@u8[3]' -o c.txt && gather diff 'raw@u8[9]' 'raw.bin@u8[9]'
mkdir d && gather convert a.npy -o d/a.npy && gather take 'd@u8[2]' -i 1
