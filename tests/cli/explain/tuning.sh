# SPDX-License-Identifier: Apache-2.0
# Which thresholds decide how operands are reached, as GATHER_TUNE sets them: past_caches.sh has those of the output.
export GATHER_CPU=scalar GATHER_TUNE
twenty=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
tell() { gather explain "$@" | sed -n '/^block/,/^reads/p' | grep -v '^reads'; }
for GATHER_TUNE in near=8K,ask=256,stream=16K near=1K,ask=256,stream=16K near=1K,ask=255,stream=16K; do
    tell 'f32[20,64]' -i $twenty --plan
done
GATHER_TUNE=near=8K,stream=0,gathers=1 tell 'f32[64]' -i $twenty --plan # no instruction loads many, and none goes past the caches
GATHER_TUNE=stream=0 tell 'f32[20,64]:(128,2)' --to '{1,0}'             # nor here
GATHER_TUNE=stream=8K tell 'f32[50,64,32]' -i 1,2,3 --plan --axis 1 # a tiny gather, or few of many blocks: nothing decides
GATHER_TUNE=near=1K gather explain 'f32[20,64]' -i $twenty --plan --json | grep -o '"thresholds":"[^"]*"'
GATHER_TUNE=near=1K gather explain 'f32[20,64]' --to '{0,1}' --json | grep -o '"thresholds":[^,]*'
