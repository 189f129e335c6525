/* SPDX-License-Identifier: Apache-2.0 */
/* What DirectML's operators judge alike: directml_judge.h says in which order. */
#include "dialects/directml_judge.h"

#include "core/directml_size.h"
#include "core/fail.h"
#include "dialects/judging.h"
#include "dialects/known_versions.h"

enum { MOST_DIMENSIONS = 8, TENSORS = 3 };

/* ---- levels -------------------------------------------------------------------------------------- */

#define FLOATS (GATHER__TYPE(F32) | GATHER__TYPE(F16))
#define SHORT_INTEGERS                                                                                       \
    (GATHER__TYPE(I32) | GATHER__TYPE(I16) | GATHER__TYPE(I8) | GATHER__TYPE(U32) | GATHER__TYPE(U16) |      \
     GATHER__TYPE(U8))
#define LONG_NUMBERS (GATHER__TYPE(F64) | GATHER__TYPE(I64) | GATHER__TYPE(U64))
#define INDICES (GATHER__TYPE(I64) | GATHER__TYPE(I32) | GATHER__TYPE(U64) | GATHER__TYPE(U32))

/* The page's table: what holds from a level on. */
static const struct level {
    int32_t version, dimensions; /* that there must be; 0: any number */
    uint64_t data, indices;
    const char *data_words, *indices_words;
} levels[] = {
    {10, 4, FLOATS, GATHER__TYPE(U32), "f32 or f16", "u32"},
    {21, 4, FLOATS | SHORT_INTEGERS, GATHER__TYPE(U32), "f32 f16 i32 i16 i8 u32 u16 u8", "u32"},
    {30, 0, FLOATS | SHORT_INTEGERS, INDICES, "f32 f16 i32 i16 i8 u32 u16 u8", "i64 i32 u64 u32"},
    {41, 0, FLOATS | SHORT_INTEGERS | LONG_NUMBERS, INDICES, "f64 f32 f16 i64 i32 i16 i8 u64 u32 u16 u8",
     "i64 i32 u64 u32"},
};
enum { LEVELS = sizeof levels / sizeof *levels };

static const struct level *level_of(const struct gather_op *op)
{
    int32_t row = LEVELS - 1;
    while (op->version != 0 && row > 0 && levels[row].version > op->version)
        row--;
    return &levels[row];
}

/* ---- tensors ------------------------------------------------------------------------------------- */

/* One of the three, by number. Returns: NULL for an output where only a shape is asked for. */
static const struct gather_layout *tensor_at(const struct gather__call *call, int32_t number,
                                             const char **name)
{
    static const char *const names[TENSORS] = {"data", "indices", "output"};
    *name = names[number];
    return number < 2 ? &call->inputs[number] : call->output;
}

static enum gather_status fail_rank(const char *name, int32_t rank, int32_t low, int32_t high,
                                    struct gather_error *error)
{
    gather__fail(error, GATHER_STATUS_RANK, name, NULL);
    return gather__fail_value(error, GATHER_STATUS_RANK, rank, low, high);
}

enum gather_status gather__directml_begin(const struct gather__call *call, struct gather_error *error)
{
    enum gather_status status = gather__version_check(call->op, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_two(call, "data", "indices", error);
    for (int32_t k = 0; k < TENSORS && status == GATHER_STATUS_OK; k++) {
        const char *name;
        const struct gather_layout *tensor = tensor_at(call, k, &name);
        if (tensor != NULL && (tensor->rank < 1 || tensor->rank > MOST_DIMENSIONS))
            status = fail_rank(name, tensor->rank, 1, MOST_DIMENSIONS, error);
    }
    return status;
}

static enum gather_status need_types(const struct gather__call *call, const struct level *level,
                                     struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0];
    enum gather_status status = gather__need_type(data->dtype, level->data, "data", level->data_words, error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__need_type(call->inputs[1].dtype, level->indices, "indices", level->indices_words, error);
    if (status == GATHER_STATUS_OK && call->output != NULL && call->output->dtype != data->dtype)
        status =
            gather__fail_dtype(error, "output", call->output->dtype, data->dtype, "the type of the data");
    return status;
}

static enum gather_status need_ranks(const struct gather__call *call, const struct level *level,
                                     struct gather_error *error)
{
    int32_t rank = call->inputs[0].rank;
    if (level->dimensions != 0 && rank != level->dimensions)
        return fail_rank("data", rank, level->dimensions, level->dimensions, error);
    for (int32_t k = 1; k < TENSORS; k++) {
        const char *name;
        const struct gather_layout *tensor = tensor_at(call, k, &name);
        if (tensor != NULL && tensor->rank != rank)
            return fail_rank(name, tensor->rank, rank, rank, error);
    }
    return GATHER_STATUS_OK;
}

enum gather_status gather__directml_need_elements(const struct gather_layout *tensor, const char *operand,
                                                  struct gather_error *error)
{
    for (int32_t d = 0; d < tensor->rank; d++)
        if (tensor->sizes[d] == 0) {
            gather__fail(error, GATHER_STATUS_SHAPE, operand, NULL);
            gather__fail_axis(error, GATHER_STATUS_SHAPE, d);
            return gather__fail_value(error, GATHER_STATUS_SHAPE, 0, 1, INT64_MAX);
        }
    return GATHER_STATUS_OK;
}

enum gather_status gather__directml_need_tensors(const struct gather__call *call, struct gather_error *error)
{
    const struct level *level = level_of(call->op);
    enum gather_status status = gather__need_options(call->op, true, error);
    if (status == GATHER_STATUS_OK)
        status = need_types(call, level, error);
    if (status == GATHER_STATUS_OK)
        status = need_ranks(call, level, error);
    for (int32_t k = 0; k < TENSORS && status == GATHER_STATUS_OK; k++) {
        const char *name;
        const struct gather_layout *tensor = tensor_at(call, k, &name);
        if (tensor != NULL)
            status = gather__directml_need_elements(tensor, name, error);
    }
    return status;
}

enum gather_status gather__directml_need_ones(const struct gather_layout *tensor, int32_t count,
                                              const char *operand, struct gather_error *error)
{
    for (int32_t d = 0; d < count; d++)
        if (!gather__sizes_agree(tensor->sizes[d], 1))
            return gather__fail_size(error, operand, d, tensor->sizes[d], 1);
    return GATHER_STATUS_OK;
}

/* ---- the end ------------------------------------------------------------------------------------- */

/*
 * Strides and total are DirectML's own where the layout has a total; any other layout may be used as well
 * (CORE-5), and has no more to fulfil than every layout has.
 */
static enum gather_status need_descriptor(const struct gather_layout *layout, const char *name,
                                          struct gather_error *error)
{
    int64_t implied;
    if (layout->kind != GATHER_LAYOUT_STRIDES || layout->total_bytes == 0)
        return GATHER_STATUS_OK;
    enum gather_status status = gather__directml_judge(layout->dtype, layout->rank, layout->sizes,
                                                       layout->place, &layout->total_bytes, &implied, error);
    if (status != GATHER_STATUS_OK && error != NULL)
        error->operand = name;
    return status;
}

enum gather_status gather__directml_end(const struct gather__call *call, const struct gather__shape *shape,
                                        struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    if (call->output == NULL)
        return status;
    for (int32_t d = 0; d < shape->rank; d++)
        if (!gather__sizes_agree(call->output->sizes[d], shape->sizes[d]))
            return gather__fail_size(error, "output", d, call->output->sizes[d], shape->sizes[d]);
    for (int32_t k = 0; k < TENSORS && status == GATHER_STATUS_OK; k++) {
        const char *name;
        const struct gather_layout *tensor = tensor_at(call, k, &name);
        status = need_descriptor(tensor, name, error);
    }
    return status;
}

void gather__directml_add_rule(struct gather__nest *nest, const struct gather__call *call, int32_t axis,
                               int64_t size)
{
    const uint64_t is_signed = GATHER__TYPE(I32) | GATHER__TYPE(I64);
    enum gather_policy own =
        call->op->strictness == GATHER_STRICT ? GATHER_POLICY_ERROR : GATHER_POLICY_CLAMP;
    gather__add_rule(nest, call->op, axis, size, 1, (is_signed >> call->inputs[1].dtype & 1) != 0, own);
}
