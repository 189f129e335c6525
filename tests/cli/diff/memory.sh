# SPDX-License-Identifier: Apache-2.0
# Two files far larger than the memory allowed, in the same order and in another.
truncate -s 512M a.raw b.raw 2>/dev/null || { echo "no truncate" >&2; exit 77; }
printf 'x' | dd of=b.raw bs=1 seek=400000000 conv=notrunc 2>/dev/null
if ! grep -qe __asan_init -e 'by an emulator' "$(command -v gather)"; then
    ulimit -v 200000
fi
gather diff 'a.raw@f32[16384,8192]' 'b.raw@f32[16384,8192]'
echo "exit $?"
truncate -s 64M a.raw b.raw
printf 'x' | dd of=b.raw bs=1 seek=60000000 conv=notrunc 2>/dev/null
gather diff 'a.raw@f32[4096,4096]{0,1}' 'b.raw@f32[4096,4096]{1,0}' | tail -n +3
