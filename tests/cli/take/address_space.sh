# SPDX-License-Identifier: Apache-2.0
# An output beyond the limit of address space: what lacks is said, and that it is no memory.
truncate -s 80M table.raw || exit 77
# shellcheck disable=SC3045
if ! (ulimit -v 60000 && gather --version) >/dev/null 2>&1; then
    echo 'this build does not run in little memory' >&2
    exit 77
fi
(
    # shellcheck disable=SC3045
    ulimit -v 60000
    gather take 'table.raw@u8[1280,65536]' -i 0:1280:1 -o a.npy --memory 1M
    echo "exit $?"
    gather take 'table.raw@u8[1280,65536]' -o a.npy
    gather convert 'table.raw@u8[1280,65536]' -o a.raw@F --memory 1M
    gather convert 'table.raw@u8[1280,65536]' -o - --memory 1M
    gather convert 'table.raw@u8[1280,65536]' -o a.npy --json
)
ls -A
