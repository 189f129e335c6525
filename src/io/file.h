/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An open file, as the formats see it: its bytes, all of them below `bytes`, and the tensors that they add.
 */
#ifndef GATHER_IO_FILE_H
#define GATHER_IO_FILE_H

#include "gather/io.h"

struct gather_file {
    int descriptor;
    int32_t format;
    int64_t bytes; /* when it was opened */
    struct gather_tensor *tensors;
    size_t count;
};

/*
 * Reads bytes of the file as they are. Returns: OK; IO with `at`, also if the file ends before.
 */
enum gather_status gather__file_read_at(const struct gather_file *file, int64_t offset, void *memory,
                                        size_t count, struct gather_error *error);

/* Adds a tensor to the file's list. Returns: OK; NO_MEMORY. */
enum gather_status gather__file_add(struct gather_file *file, const struct gather_tensor *tensor,
                                    struct gather_error *error);

#endif
