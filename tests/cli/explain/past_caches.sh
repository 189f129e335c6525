# SPDX-License-Identifier: Apache-2.0
# From how many bytes on an output may go past the caches: only x86-64 has the instructions.
if [ "$(uname -m)" != x86_64 ] || grep -q 'by an emulator' "$(command -v gather)"; then
    echo 'nothing goes past the caches of this processor' >&2
    exit 77
fi
export GATHER_CPU=scalar GATHER_TUNE
twenty=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
tell() { gather explain "$@" | sed -n '/^block/,/^reads/p' | grep -v '^reads'; }
GATHER_TUNE=near=8K,stream=10399,gathers=1 tell 'f32[20,64]' -i $twenty --plan
GATHER_TUNE=near=1K,stream=0 tell 'f32[20,64]' -i $twenty --plan
GATHER_TUNE=stream=10239 tell 'f32[20,64]' --to '{0,1}'
GATHER_TUNE=stream=10K tell 'f32[20,64]' --to '{0,1}'
few=0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3
GATHER_TUNE=stream=6303 tell 'f32[4,64]' -i $few --plan # 5120 bytes, 160 of indices, and a table of 1024
GATHER_TUNE=stream=6304 tell 'f32[4,64]' -i $few --plan
