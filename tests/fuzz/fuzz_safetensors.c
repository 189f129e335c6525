/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a safetensors file: refused with a reason inside them, or every tensor has a valid layout, is found by
 * its name, and can be read.
 */
#include "fuzz/fuzz_target.h"
#include "support/file_trial.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gather_error error;
    (void)file_trial_bytes(data, size, GATHER_FILE_SAFETENSORS, &error);
    return 0;
}
