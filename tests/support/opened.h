/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Opening what may be no file: for tests that send many wrong ones. What is refused must say where, within the
 * file or at its end, and what was expected; of what is opened every tensor is read.
 */
#ifndef GATHER_TESTS_OPENED_H
#define GATHER_TESTS_OPENED_H

#include <stdlib.h>
#include <string.h>

#include "gather/io.h"
#include "support/memory_file.h"

static inline enum gather_status read_all_tensors(const struct gather_file *file, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < gather_file_count(file) && status == GATHER_STATUS_OK; k++) {
        const struct gather_tensor *tensor = gather_file_tensor(file, k);
        assert_int_equal(gather_layout_validate(&tensor->layout, NULL), GATHER_STATUS_OK);
        uint8_t *all = malloc((size_t)tensor->bytes + 1);
        assert_non_null(all);
        status = gather_file_read(file, tensor, 0, all, (size_t)tensor->bytes, error);
        free(all);
    }
    return status;
}

/* Opens a path, reads every tensor, closes it. */
static inline enum gather_status try_path(const char *path, int32_t format, struct gather_error *error)
{
    struct gather_file *file = NULL;
    memset(error, 0, sizeof *error);
    enum gather_status status = gather_file_open(&file, path, format, error);
    if (status == GATHER_STATUS_OK)
        status = read_all_tensors(file, error);
    gather_file_close(file);
    return status;
}

static inline enum gather_status try_as(int32_t format, const void *bytes, size_t count,
                                        struct gather_error *error)
{
    enum gather_status status = try_path(memory_file(bytes, count), format, error);
    if (status == GATHER_STATUS_OK)
        return status;
    assert_int_equal(error->status, status);
    assert_true(error->has & GATHER_ERROR_HAS_AT);
    assert_in_range(error->at, 0, count);
    assert_non_null(error->expected);
    return status;
}

#endif
