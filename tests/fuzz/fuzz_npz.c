/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as an .npz archive: refused with a reason inside them, or every tensor has a valid layout, is found by its
 * name, and can be read; also in parts, where memory is for none of them.
 */
#include "fuzz/fuzz_target.h"
#include "support/file_trial.h"
#include "support/memory_file.h"

enum { MOST = 1 << 20 };

/* The second half, then the first. */
static void read_halves(const struct gather_file *file, const struct gather_tensor *tensor)
{
    static uint8_t bytes[MOST];
    int64_t half = tensor->bytes / 2;
    if (tensor->bytes > MOST || tensor->swapped > 1)
        return;
    if (gather_file_read(file, tensor, half, bytes, (size_t)(tensor->bytes - half), NULL) !=
            GATHER_STATUS_OK ||
        gather_file_read(file, tensor, 0, bytes, (size_t)half, NULL) != GATHER_STATUS_OK)
        return;
}

static void read_in_parts(const uint8_t *data, size_t size)
{
    struct gather_file *file = NULL;
    struct gather_file_options options = {.size = sizeof options, .format = GATHER_FILE_NPZ, .memory = 1};
    if (gather_file_open_with(&file, memory_file(data, size), &options, NULL) != GATHER_STATUS_OK)
        return;
    for (size_t k = 0; k < gather_file_count(file); k++)
        read_halves(file, gather_file_tensor(file, k));
    gather_file_close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gather_error error;
    if (file_trial_bytes(data, size, GATHER_FILE_NPZ, &error) == GATHER_STATUS_OK)
        read_in_parts(data, size);
    return 0;
}
