/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file of one TensorProto, as the inputs and outputs of ONNX's own tests are: read as any tensor of a model,
 * written with its numbers as raw_data at the end, so that they are what lies in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "io/formats.h"
#include "io/io_error.h"
#include "io/onnx_fields.h"
#include "io/onnx_tensor.h"

enum { MOST_MESSAGE_BYTES = INT32_MAX };

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct gather__window *window = gather__window_create(file->sources[0], error);
    if (window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    struct gather__wire tensor = {window, 0, file->bytes, GATHER_STATUS_OK};
    gather__onnx_add_tensor(&tensor, file, NULL);
    free(window);
    return tensor.status;
}

/* ---- writing ------------------------------------------------------------------------------------- */

/* Bytes that grow until something fails. */
struct writing {
    struct gather__head *head;
    struct gather_error *error;
    enum gather_status status;
};

static void add_bytes(struct writing *writing, const void *bytes, size_t count)
{
    if (writing->status == GATHER_STATUS_OK)
        writing->status = gather__head_add(writing->head, bytes, count, writing->error);
}

static void add_varint(struct writing *writing, uint64_t number)
{
    for (;; number >>= 7) {
        uint8_t byte = (uint8_t)((number & 0x7F) | (number > 0x7F ? 0x80 : 0));
        add_bytes(writing, &byte, 1);
        if (number <= 0x7F)
            return;
    }
}

static void add_key(struct writing *writing, int32_t field, enum gather__wire_type type)
{
    add_varint(writing, (uint64_t)field << 3 | (uint64_t)type);
}

static void add_head(struct writing *writing, const struct gather_tensor *tensor)
{
    for (int32_t d = 0; d < tensor->layout.rank; d++) {
        add_key(writing, TENSOR_DIMS, GATHER__WIRE_VARINT);
        add_varint(writing, (uint64_t)tensor->layout.sizes[d]);
    }
    add_key(writing, TENSOR_TYPE, GATHER__WIRE_VARINT);
    add_varint(writing, (uint64_t)gather__onnx_type_number(tensor->layout.dtype));
    if (tensor->name[0] != '\0') {
        add_key(writing, TENSOR_NAME, GATHER__WIRE_BYTES);
        add_varint(writing, strlen(tensor->name));
        add_bytes(writing, tensor->name, strlen(tensor->name));
    }
    add_key(writing, TENSOR_RAW, GATHER__WIRE_BYTES);
    add_varint(writing, (uint64_t)tensor->bytes);
}

/* The layout as this format says it: dense and row-major. */
static enum gather_status judge_layout(struct gather_layout *layout, struct gather_error *error)
{
    struct gather_layout dense;
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length;
    if (gather__onnx_type_number(layout->dtype) == 0 || layout->dtype == GATHER_DTYPE_STRING)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout", "a type of numbers that ONNX has");
    enum gather_status status =
        gather_layout_print(layout, GATHER_SPELLING_NUMPY, text, sizeof text, &length, NULL);
    if (status != GATHER_STATUS_OK || text[length - 1] != 'C')
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout",
                               "a dense, row-major one, for the file is a TensorProto");
    status = gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, error);
    if (status == GATHER_STATUS_OK)
        *layout = dense;
    return status;
}

static enum gather_status head(struct gather_tensor *tensors, size_t count, struct gather__head *bytes,
                               struct gather_error *error)
{
    struct writing writing = {bytes, error, GATHER_STATUS_OK};
    if (count != 1)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "tensors", "one tensor a file");
    enum gather_status status = judge_layout(&tensors->layout, error);
    if (status != GATHER_STATUS_OK)
        return status;
    tensors->bytes = gather_layout_bytes(&tensors->layout);
    add_head(&writing, tensors);
    tensors->offset = (int64_t)bytes->count;
    if (writing.status == GATHER_STATUS_OK && tensors->bytes > MOST_MESSAGE_BYTES - tensors->offset)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout",
                               "fewer than 2^31 bytes, which is where messages end");
    return writing.status;
}

const struct gather__format gather__format_pb = {.list = list, .head = head};
