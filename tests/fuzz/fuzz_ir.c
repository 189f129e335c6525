/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a model of OpenVINO IR: fuzz_container.h says what holds. */
#define _XOPEN_SOURCE 700
#include "fuzz/fuzz_container.h"
#include "fuzz/ir_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_path(GATHER_FILE_IR, ir_in_folder(data, size), size);
}
