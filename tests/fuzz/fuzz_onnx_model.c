/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as the graph of an ONNX model, which is run: fuzz_graph.h says what holds. */
#include "fuzz/fuzz_graph.h"
#include "support/memory_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_graph(GATHER_FILE_ONNX, memory_file(data, size), size);
}
