/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Models of ONNX: the tensors of the graph are its initializers and what its Constant nodes hold, under the
 * names that the graph knows them by. Graphs inside of nodes and functions have names of their own, which may be
 * the same; their tensors are not listed.
 *
 *     ModelProto ─ graph ─┬─ initializer ..                  TensorProto
 *                         └─ node ..  Constant ─ attribute   a TensorProto, or numbers and texts by themselves
 */
#include <stdlib.h>
#include <string.h>

#include "io/formats.h"
#include "io/io_error.h"
#include "io/onnx_fields.h"
#include "io/onnx_model.h"
#include "io/onnx_tensor.h"

/* ---- constants ----------------------------------------------------------------------------------- */

/* What a Constant may hold beside a tensor, and the field of the attribute that has it. */
static const struct constant_kind {
    const char *name;
    int32_t dtype, field;
    int32_t rank;
} constant_kinds[] = {
    {"value_float", GATHER_DTYPE_F32, 2, 0},     {"value_floats", GATHER_DTYPE_F32, 7, 1},
    {"value_int", GATHER_DTYPE_I64, 3, 0},       {"value_ints", GATHER_DTYPE_I64, 8, 1},
    {"value_string", GATHER_DTYPE_STRING, 4, 0}, {"value_strings", GATHER_DTYPE_STRING, 9, 1},
};

/* An attribute of a Constant, as far as its name and tensor. */
struct holder {
    struct gather__wire message;
    struct gather__wire_field name, tensor;
};

static bool read_holder(struct gather__wire *node, const struct gather__wire_field *field,
                        struct holder *holder)
{
    struct gather__wire_field inner;
    if (!gather__wire_is(node, field, GATHER__WIRE_BYTES))
        return false;
    struct gather__wire message = holder->message = gather__wire_within(node, field);
    while (gather__wire_next(&message, &inner))
        if ((inner.number == ATTRIBUTE_NAME &&
             !gather__onnx_once(&message, &inner, GATHER__WIRE_BYTES, &holder->name)) ||
            (inner.number == ATTRIBUTE_TENSOR &&
             !gather__onnx_once(&message, &inner, GATHER__WIRE_BYTES, &holder->tensor)))
            break;
    node->status = message.status;
    return node->status == GATHER_STATUS_OK;
}

static bool add_numbers(struct holder *holder, const struct constant_kind *kind, struct gather_file *file,
                        const char *name)
{
    struct gather__wire again = holder->message;
    struct gather_tensor tensor = {.name = name};
    struct gather_error *error = again.window->error;
    int64_t count = 1;
    if (kind->rank == 1 && !gather__onnx_count_values(&again, kind->field, kind->dtype, &count)) {
        holder->message.status = again.status;
        return false;
    }
    holder->message.status = gather_layout_init(&tensor.layout, kind->dtype, kind->rank, &count, error);
    if (holder->message.status != GATHER_STATUS_OK)
        return false;
    tensor.bytes = gather_layout_bytes(&tensor.layout);
    if (gather__onnx_find_values(&holder->message, kind->field, file, &tensor))
        holder->message.status = gather__file_add(file, &tensor, error);
    return holder->message.status == GATHER_STATUS_OK;
}

static bool add_held(struct holder *holder, struct gather_file *file, const char *name)
{
    struct gather__wire *message = &holder->message;
    if (gather__wire_equals(message, &holder->name, "value") && holder->tensor.number != 0) {
        struct gather__wire tensor = gather__wire_within(message, &holder->tensor);
        gather__onnx_add_tensor(&tensor, file, name);
        message->status = tensor.status;
        return tensor.status == GATHER_STATUS_OK;
    }
    for (size_t k = 0; k < sizeof constant_kinds / sizeof constant_kinds[0]; k++)
        if (gather__wire_equals(message, &holder->name, constant_kinds[k].name))
            return add_numbers(holder, &constant_kinds[k], file, name);
    if (message->status != GATHER_STATUS_OK)
        return false;
    if (gather__wire_equals(message, &holder->name, "sparse_value"))
        return gather__onnx_add_sparse(message, file, name);
    return gather__wire_fail(message, GATHER_STATUS_FORMAT, message->place, "the value of a Constant");
}

bool gather__onnx_add_constant(struct gather__wire *node, const struct gather__onnx_node *about,
                               struct gather_file *file)
{
    struct gather__wire message = *node;
    struct gather__wire_field field;
    const char *name;
    int32_t values = 0;
    if (!gather__onnx_text(node, &about->output, file, &name))
        return false;
    while (gather__wire_next(&message, &field)) {
        struct holder holder = {.name = {.number = 0}};
        if (field.number != NODE_ATTRIBUTE)
            continue;
        if (values++ > 0)
            gather__wire_fail(&message, GATHER_STATUS_FORMAT, field.at, "one value of a Constant");
        else if (read_holder(&message, &field, &holder) && !add_held(&holder, file, name))
            message.status = holder.message.status;
    }
    node->status = message.status;
    if (values == 0 && node->status == GATHER_STATUS_OK)
        gather__wire_fail(node, GATHER_STATUS_FORMAT, node->end, "the value of a Constant");
    return node->status == GATHER_STATUS_OK;
}

/* ---- the format ---------------------------------------------------------------------------------- */

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct gather__window *window = gather__window_create(file->sources[0], error);
    if (window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    struct gather__wire model = {window, 0, file->bytes, GATHER_STATUS_OK};
    gather__onnx_read_model(&model, file);
    free(window);
    return model.status;
}

/* ir_version, then one of the texts behind it, or the graph: weak, so only names that tell nothing get here. */
static bool recognise(const uint8_t *start, size_t count, int64_t bytes)
{
    (void)bytes;
    return count >= 4 && start[0] == 0x08 && start[1] > 0 && start[1] < 64 &&
           (start[2] == 0x12 || start[2] == 0x3A || start[2] == 0x42);
}

const struct gather__format gather__format_onnx = {.list = list, .recognise = recognise};
