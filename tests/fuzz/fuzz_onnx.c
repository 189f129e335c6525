/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a model of ONNX: fuzz_container.h says what holds. */
#include "fuzz/fuzz_container.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_container(GATHER_FILE_ONNX, data, size);
}
