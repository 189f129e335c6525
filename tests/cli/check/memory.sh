# SPDX-License-Identifier: Apache-2.0
# A small model takes little memory.
if grep -qe __asan_init -e 'by an emulator' "$(command -v gather)"; then
    echo 'memory is that of a sanitizer or an emulator' >&2
    exit 77
fi
sh "$ROOT/tests/cli/check/support/model.sh"
ulimit -v 60000
gather check model.onnx
gather check model.onnx --for xla
