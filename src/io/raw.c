/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes without a word about them: read as one row of bytes, until `gather_tensor_lay` says what they are;
 * written in any layout.
 */
#include "io/formats.h"
#include "io/io_error.h"

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct gather_tensor tensor = {.name = "", .bytes = file->bytes, .untyped = 1};
    enum gather_status status = gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 1, &file->bytes, error);
    return status == GATHER_STATUS_OK ? gather__file_add(file, &tensor, error) : status;
}

static enum gather_status head(struct gather_tensor *tensors, size_t count, struct gather__head *bytes,
                               struct gather_error *error)
{
    (void)bytes; /* there are none */
    if (count != 1)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "tensors", "one tensor a file");
    if (tensors->layout.dtype == GATHER_DTYPE_STRING)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout",
                               "a type whose elements are bytes of a file");
    tensors->offset = 0;
    tensors->bytes = gather_layout_bytes(&tensors->layout);
    return GATHER_STATUS_OK;
}

const struct gather__format gather__format_raw = {.list = list, .head = head};
