/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as the graph of an OpenVINO IR, which is run: fuzz_graph.h says what holds. */
#define _XOPEN_SOURCE 700
#include "fuzz/fuzz_graph.h"
#include "fuzz/ir_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_graph(GATHER_FILE_IR, ir_in_folder(data, size), size);
}
