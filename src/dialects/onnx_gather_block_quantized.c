/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX GatherBlockQuantized, of Microsoft's operators: ONNX-GBQ-1 to ONNX-GBQ-24. */
#include <string.h>

#include "core/arith.h"
#include "dialects/forms.h"
#include "dialects/onnx_judge.h"
#include "dialects/scaling.h"
#include "dialects/sizes.h"
#include "gather/onnx.h"

struct gather_op gather_onnx_gather_block_quantized(int64_t gather_axis, int64_t quantize_axis,
                                                    int64_t block_size, int64_t bits)
{
    struct gather_op op = {.operation = GATHER_OPERATION_ONNX_GATHER_BLOCK_QUANTIZED,
                           .axis = gather_axis,
                           .quantize_axis = quantize_axis,
                           .block_size = block_size,
                           .bits = bits};
    return op;
}

#define FLOATS                                                                                               \
    (GATHER__TYPE(F8E4M3FN) | GATHER__TYPE(F8E4M3FNUZ) | GATHER__TYPE(F8E5M2) | GATHER__TYPE(F8E5M2FNUZ) |   \
     GATHER__TYPE(F4E2M1))
#define STORED (GATHER__TYPE(I4) | GATHER__TYPE(U4) | GATHER__TYPE(U8) | FLOATS)

/* A call as it is judged. */
struct judging {
    const struct gather__call *call;
    int32_t dtype, rank;            /* of the data */
    int32_t axis, quantized;        /* dimensions: gathered along, and cut into blocks */
    int64_t sizes[GATHER_MAX_RANK]; /* of the numbers, which may be several in an element */
    bool is_float;
    struct gather_error *error;
};

static bool has_zeros(const struct judging *judging) { return judging->call->input_count > 3; }

static enum gather_status need_block_size(const struct judging *judging)
{
    const int64_t size = judging->call->op->block_size;
    if ((size >= 16 && (size & (size - 1)) == 0) || (size == 0 && judging->is_float))
        return GATHER_STATUS_OK;
    gather__fail(judging->error, GATHER_STATUS_ARGUMENT, "block_size",
                 judging->is_float ? "a power of two from 16 on, or 0 for one block"
                                   : "a power of two from 16 on");
    return gather__fail_value(judging->error, GATHER_STATUS_ARGUMENT, size, 16, INT64_MAX);
}

static enum gather_status need_bits(const struct judging *judging)
{
    const int64_t bits = judging->call->op->bits;
    const bool is_byte = judging->dtype == GATHER_DTYPE_U8,
               is_half = judging->dtype == GATHER_DTYPE_U4 || judging->dtype == GATHER_DTYPE_I4;
    if ((!is_byte && !is_half) || bits == 4 || (is_byte && (bits == 2 || bits == 8)))
        return GATHER_STATUS_OK;
    gather__fail(judging->error, GATHER_STATUS_ARGUMENT, "bits",
                 is_byte ? "2, 4 or 8 for u8" : "4 for i4 and u4");
    return gather__fail_value(judging->error, GATHER_STATUS_ARGUMENT, bits, is_byte ? 2 : 4, is_byte ? 8 : 4);
}

/* Bytes are gathered along the first axis. */
static enum gather_status need_first_axis(const struct judging *judging)
{
    if (judging->dtype != GATHER_DTYPE_U8 || judging->axis == 0)
        return GATHER_STATUS_OK;
    gather__fail(judging->error, GATHER_STATUS_ARGUMENT, "gather_axis", "the first axis for u8");
    return gather__fail_value(judging->error, GATHER_STATUS_ARGUMENT, judging->call->op->axis, 0, 0);
}

/* And cut along the last, which is another one. */
static enum gather_status need_last_axis(const struct judging *judging)
{
    const int64_t last = judging->rank - 1;
    if (judging->dtype != GATHER_DTYPE_U8 || (judging->quantized == last && last > 0))
        return GATHER_STATUS_OK;
    gather__fail(judging->error, GATHER_STATUS_ARGUMENT, "quantize_axis",
                 "the last axis for u8, of data of two dimensions or more");
    return gather__fail_given(judging->error, GATHER_STATUS_ARGUMENT, judging->call->op->quantize_axis);
}

static enum gather_status need_attributes(struct judging *judging)
{
    enum gather_status status = GATHER_STATUS_OK;
    if (judging->rank > 0)
        status = gather__need_axis(judging->call->op->axis, judging->rank, "gather_axis", &judging->axis,
                                   judging->error);
    if (status == GATHER_STATUS_OK && judging->rank > 0)
        status = gather__need_axis(judging->call->op->quantize_axis, judging->rank, "quantize_axis",
                                   &judging->quantized, judging->error);
    if (status == GATHER_STATUS_OK)
        status = need_block_size(judging);
    if (status == GATHER_STATUS_OK)
        status = need_bits(judging);
    if (status == GATHER_STATUS_OK && judging->rank > 0)
        status = need_first_axis(judging);
    if (status == GATHER_STATUS_OK && judging->rank > 0)
        status = need_last_axis(judging);
    if (status == GATHER_STATUS_OK && judging->is_float && has_zeros(judging))
        status = gather__fail(judging->error, GATHER_STATUS_ARGUMENT, "zero_points", "none for floats");
    return status;
}

static enum gather_status need_types(const struct judging *judging)
{
    const struct gather_layout *inputs = judging->call->inputs;
    const bool is_loose = judging->call->op->strictness == GATHER_LOOSE;
    const uint64_t integers = is_loose ? GATHER__INTEGERS : GATHER__TYPE(I32) | GATHER__TYPE(I64);
    enum gather_status status = gather__need_type(
        judging->dtype, STORED, "data", "i4, u4, u8, or a float of 8 or 4 bits but f8e8m0", judging->error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_type(inputs[1].dtype, integers, "indices",
                                   is_loose ? "an integer of 8 to 64 bits" : "i32 or i64", judging->error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__need_type(inputs[2].dtype, GATHER__SCALES, "scales", "f32, f16 or bf16", judging->error);
    if (status == GATHER_STATUS_OK && has_zeros(judging) && inputs[3].dtype != judging->dtype)
        status = gather__fail_dtype(judging->error, "zero_points", inputs[3].dtype, judging->dtype,
                                    "the type of the data");
    return status;
}

static enum gather_status need_ranks(const struct judging *judging)
{
    const struct gather_layout *inputs = judging->call->inputs;
    enum gather_status status = gather__need_dimensions(&inputs[0], "data", judging->error);
    for (size_t k = 2; k < judging->call->input_count && status == GATHER_STATUS_OK; k++)
        if (inputs[k].rank != judging->rank)
            status = gather__fail_rank(judging->error, k == 2 ? "scales" : "zero_points", inputs[k].rank,
                                       judging->rank, "the rank of the data");
    return status;
}

/* Bits of a stored number. */
static int32_t number_bits(const struct judging *judging)
{
    return judging->dtype == GATHER_DTYPE_U8 ? (int32_t)judging->call->op->bits
                                             : gather_dtype_bits(judging->dtype);
}

/* How many of them an element holds. */
static int32_t each(const struct judging *judging)
{
    return gather_dtype_bits(judging->dtype) / number_bits(judging);
}

/* The sizes of the numbers: the last dimension has several in an element. */
static enum gather_status set_sizes(struct judging *judging)
{
    int64_t *last = &judging->sizes[judging->rank - 1];
    for (int32_t d = 0; d < judging->rank; d++)
        judging->sizes[d] = judging->call->inputs[0].sizes[d];
    if (*last == GATHER_SIZE_UNKNOWN || gather__multiply(*last, each(judging), last))
        return GATHER_STATUS_OK;
    return gather__fail(judging->error, GATHER_STATUS_OVERFLOW, "output", NULL);
}

/* How many blocks a size is cut into. */
static int64_t blocks_of(const struct judging *judging, int64_t size)
{
    const int64_t block = judging->call->op->block_size;
    if (size == GATHER_SIZE_UNKNOWN)
        return size;
    return block == 0 ? size > 0 : gather__divide_up(size, block);
}

/* Scales, and what of them each number has. */
static enum gather_status need_scales(const struct judging *judging, struct gather__computing *computing)
{
    const int64_t *given = judging->call->inputs[2].sizes, block = judging->call->op->block_size;
    for (int32_t d = 0; d < judging->rank; d++) {
        const bool is_cut = d == judging->quantized;
        const int64_t wanted = is_cut ? blocks_of(judging, judging->sizes[d]) : judging->sizes[d];
        const bool repeats = judging->is_float && !is_cut && given[d] == 1;
        if (!repeats && !gather__sizes_agree(given[d], wanted))
            return gather__fail_size(judging->error, "scales", d, given[d], wanted);
        computing->group[0][d] = computing->group[1][d] = repeats ? 0 : is_cut ? block : 1;
    }
    return GATHER_STATUS_OK;
}

static enum gather_status need_zeros(const struct judging *judging)
{
    const int64_t *given = judging->call->inputs[3].sizes, *scales = judging->call->inputs[2].sizes;
    for (int32_t d = 0; d < judging->rank; d++) {
        int64_t wanted = scales[d];
        if (d == judging->rank - 1 && wanted != GATHER_SIZE_UNKNOWN)
            wanted = gather__divide_up(wanted, each(judging));
        if (!gather__sizes_agree(given[d], wanted))
            return gather__fail_size(judging->error, "zero_points", d, given[d], wanted);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status need_shapes(struct judging *judging, struct gather__computing *computing)
{
    enum gather_status status = set_sizes(judging);
    if (status == GATHER_STATUS_OK)
        status = need_scales(judging, computing);
    if (status == GATHER_STATUS_OK && has_zeros(judging))
        status = need_zeros(judging);
    return status;
}

GATHER__LOWER(gather__onnx_gather_block_quantized_lower)
{
    static const char *const names[] = {GATHER__BLOCK_INPUTS};
    struct judging judging = {.call = call, .error = error};
    enum gather_status status = gather__need_scaling(call, names, true, error);
    if (status != GATHER_STATUS_OK)
        return status;
    judging.dtype = call->inputs[0].dtype;
    judging.rank = call->inputs[0].rank;
    judging.is_float = (FLOATS >> judging.dtype & 1) != 0;
    status = need_attributes(&judging);
    if (status == GATHER_STATUS_OK)
        status = need_types(&judging);
    if (status == GATHER_STATUS_OK)
        status = need_ranks(&judging);
    struct gather__computing *computing = &nest->computing;
    memset(computing, 0, sizeof *computing);
    if (status == GATHER_STATUS_OK)
        status = need_shapes(&judging, computing);
    if (status != GATHER_STATUS_OK)
        return status;
    computing->value_bits = computing->zero_bits = number_bits(&judging);
    computing->has_zeros = has_zeros(&judging);
    computing->zero = judging.dtype == GATHER_DTYPE_U8 ? 1 << (computing->value_bits - 1) : 0;
    struct gather_layout numbers = call->inputs[0];
    numbers.sizes[judging.rank - 1] = judging.sizes[judging.rank - 1];
    const struct gather__indexing indexing = {judging.axis, true, GATHER_POLICY_ZERO};
    gather__lower_slices(call->op, &numbers, &call->inputs[1], &indexing, shape, nest);
    shape->dtype = call->inputs[2].dtype;
    return GATHER_STATUS_OK;
}
