/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as an .npz archive: refused with a reason inside them, or every tensor has a valid layout, is found by its
 * name, and can be read; in parts, where memory is for none of them, with the same bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz_target.h"
#include "support/file_trial.h"
#include "support/memory_file.h"

enum { MOST = 1 << 20 };

static struct gather_file *open_within(const char *path, int64_t memory)
{
    struct gather_file *file = NULL;
    const struct gather_file_options options = {
        .size = sizeof options, .format = GATHER_FILE_NPZ, .memory = memory};
    return gather_file_open_with(&file, path, &options, NULL) == GATHER_STATUS_OK ? file : NULL;
}

/* The second half, then the first: what all of it at once is, where that can be read. */
static void compare_halves(const struct gather_file *whole, const struct gather_file *parts, size_t k)
{
    static uint8_t bytes[MOST], wanted[MOST];
    const struct gather_tensor *tensor = gather_file_tensor(parts, k), *same = gather_file_tensor(whole, k);
    const int64_t half = tensor->bytes / 2;
    if (tensor->bytes > MOST || tensor->swapped > 1)
        return;
    const size_t first = (size_t)half, second = (size_t)(tensor->bytes - half);
    enum gather_status status = gather_file_read(parts, tensor, half, bytes + half, second, NULL);
    if (status == GATHER_STATUS_OK)
        status = gather_file_read(parts, tensor, 0, bytes, first, NULL);
    const enum gather_status told = gather_file_read(whole, same, 0, wanted, first + second, NULL);
    if (told == GATHER_STATUS_OK && (status != told || memcmp(bytes, wanted, first + second) != 0))
        abort();
}

static void read_in_parts(const uint8_t *data, size_t size)
{
    const char *path = memory_file(data, size);
    struct gather_file *whole = open_within(path, 0), *parts = open_within(path, 1);
    for (size_t k = 0; whole != NULL && parts != NULL && k < gather_file_count(parts); k++)
        compare_halves(whole, parts, k);
    gather_file_close(whole);
    gather_file_close(parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gather_error error;
    if (file_trial_bytes(data, size, GATHER_FILE_NPZ, &error) == GATHER_STATUS_OK)
        read_in_parts(data, size);
    return 0;
}
