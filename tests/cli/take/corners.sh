# SPDX-License-Identifier: Apache-2.0
# Of a large tensor only the corners are shown, and only these are read: the file is far larger than memory may be.
truncate -s 32G far.raw 2>/dev/null || { echo 'no file can be that large here' >&2; exit 77; }
printf '\001' | dd of=far.raw conv=notrunc 2>/dev/null
printf '\002' | dd of=far.raw bs=1 seek=34359738367 conv=notrunc 2>/dev/null
# shellcheck disable=SC3045
if ! (ulimit -v 100000 && gather --version) >/dev/null 2>&1; then
    echo 'this build does not run in little memory' >&2
    exit 77
fi
# shellcheck disable=SC3045
ulimit -v 100000
gather take 'far.raw@u8[32768,1048576]'
gather take 'far.raw@u8[34359738368]'
gather take 'far.raw@u8[1048576,2,16384]' -s ':,1'
gather take 'far.raw@u8[1001]'
gather take 'far.raw@u8[1000]' | wc -l
