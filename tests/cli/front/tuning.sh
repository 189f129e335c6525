# SPDX-License-Identifier: Apache-2.0
# The kernels and the thresholds in use, and what GATHER_TUNE does to them: a text that is none does nothing.
tell() { gather --version | tail -n 2; }
export GATHER_CPU=scalar
tell
export GATHER_TUNE
for GATHER_TUNE in near=3M gathers=1,stream=max,ask=0 near=max,ask=1,stream=1025,gathers=0 near=3M,near=3M near=2G near=3Q ''; do
    tell
done
