/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as an .npy file: refused with a reason inside it, or all of it can be read, relaid slab by slab, and
 * written as an .npy again with the same type and shape.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz_target.h"
#include "gather/io.h"
#include "support/memory_file.h"

static void check_refusal(const struct gather_error *error, size_t size)
{
    fuzz_must(error->status == GATHER_STATUS_FORMAT || error->status == GATHER_STATUS_UNSUPPORTED ||
                  error->status == GATHER_STATUS_RANK || error->status == GATHER_STATUS_OVERFLOW,
              "a malformed file is called one");
    fuzz_must((error->has & GATHER_ERROR_HAS_AT) != 0 && error->at >= 0 && (size_t)error->at <= size,
              "a refusal says where");
}

/* The same elements, read at once and slab by slab. */
static void check_content(const struct gather_file *file, const struct gather_tensor *tensor)
{
    size_t bytes = (size_t)tensor->bytes;
    struct gather_relayout_options options = {.size = sizeof options, .memory = 64};
    uint8_t *whole = malloc(bytes + 1), *relaid = malloc(bytes + 1);
    struct gather_buffer output = {relaid, bytes};
    fuzz_must(whole != NULL && relaid != NULL, "there is memory");
    fuzz_must(gather_file_read(file, tensor, 0, whole, bytes, NULL) == GATHER_STATUS_OK,
              "all data can be read");
    fuzz_must(gather_io_relayout(file, tensor, &tensor->layout, output, &options, NULL, NULL) ==
                  GATHER_STATUS_OK,
              "all data can be relaid");
    fuzz_must(memcmp(whole, relaid, bytes) == 0, "a relayout into the same layout changes nothing");
    free(whole);
    free(relaid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    if (gather_file_open(&file, memory_file(data, size), GATHER_FILE_NPY, &error) != GATHER_STATUS_OK) {
        check_refusal(&error, size);
        return 0;
    }
    const struct gather_tensor *tensor = gather_file_tensor(file, 0);
    fuzz_must(gather_file_count(file) == 1, "an .npy has one tensor");
    fuzz_must(tensor->offset >= 0 && tensor->bytes >= 0 && (size_t)(tensor->offset + tensor->bytes) == size,
              "the data end the file");
    fuzz_must(gather_layout_validate(&tensor->layout, NULL) == GATHER_STATUS_OK, "the layout is valid");
    check_content(file, tensor);
    gather_file_close(file);
    return 0;
}
