/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of quantised numbers at random, GatherBlockQuantized and GatherCompressed, against the formulas of their pages:
 * stored types, packed bits, blocks, axes, layouts of every operand, zero points of all types, what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/onnx.h"
#include "gather/openvino.h"
#include "kernels/table.h"
#include "support/computed_trial.h"
#include "support/plan_check.h"
#include "support/randomness.h"

enum { TRIALS = 1500, MOST_NUMBERS = 2000, MOST_MADE = 6000, KERNEL_TRIALS = 5000 };

static const int32_t scale_types[] = {GATHER_DTYPE_F32, GATHER_DTYPE_F16, GATHER_DTYPE_BF16};
static const int32_t index_types[] = {GATHER_DTYPE_I32, GATHER_DTYPE_I64, GATHER_DTYPE_I8,  GATHER_DTYPE_I16,
                                      GATHER_DTYPE_U8,  GATHER_DTYPE_U16, GATHER_DTYPE_U32, GATHER_DTYPE_U64};

/* A shape, and the index vector of an element. */
struct shape {
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
};

struct scaled {
    struct computed_trial trial;
    const struct trial_tensor *data, *indices, *scales, *zeros; /* zeros: NULL if there are none */
    struct shape numbers;                                       /* as they are, not packed */
    struct shape
        shared[2]; /* scales and zero points, as they are: what each dimension of the numbers leads to .. */
    int64_t group[2][GATHER_MAX_RANK]; /* .. divided by this; 0: its first */
    struct shape points, out;
    int32_t axis, batch;
    int32_t bits;      /* of a number of the data, and of zero points of the same type */
    int32_t zero_bits; /* 0: their type's own */
    double zero;       /* where there are no zero points */
};

static bool happens(struct randomness *randomness, int64_t once_in)
{
    return random_below(randomness, once_in) == 0;
}

static int32_t one_of(struct randomness *randomness, const int32_t *numbers, int64_t count)
{
    return numbers[random_below(randomness, count)];
}

static int64_t count_of(const struct shape *shape)
{
    int64_t count = 1;
    for (int32_t d = 0; d < shape->rank; d++)
        count *= shape->sizes[d];
    return count;
}

static void unravel(const struct shape *shape, int64_t n, int64_t *at)
{
    for (int32_t d = shape->rank - 1; d >= 0; d--) {
        at[d] = n % shape->sizes[d];
        n /= shape->sizes[d];
    }
}

static int64_t ravel(const struct shape *shape, const int64_t *at)
{
    int64_t n = 0;
    for (int32_t d = 0; d < shape->rank; d++)
        n = n * shape->sizes[d] + at[d];
    return n;
}

/* ---- operands ------------------------------------------------------------------------------------ */

/* Sizes of a few dimensions, with not too many elements; one of them may be long. */
static void choose_shape(struct randomness *randomness, struct shape *shape, int32_t rank, int64_t most)
{
    static const int64_t longer[] = {15, 16, 17, 31, 32, 33, 48, 64, 100, 129, 256, 257, 300};
    const int32_t longest = (int32_t)random_below(randomness, rank + 1);
    shape->rank = rank;
    for (int32_t d = 0; d < rank; d++)
        shape->sizes[d] =
            d == longest ? longer[random_below(randomness, 13)] : 1 + random_below(randomness, 5);
    for (int32_t d = rank - 1; d >= 0 && count_of(shape) > most; d--)
        shape->sizes[d] = 1 + random_below(randomness, 3);
    if (rank > 0 && happens(randomness, 40))
        shape->sizes[random_below(randomness, rank)] = 0;
}

/* Numbers that a scale or zero point is likely to be, or bits as they come. */
static void fill_numbers(struct trial_tensor *tensor, struct randomness *randomness)
{
    const int32_t dtype = tensor->layout.dtype;
    for (int64_t n = 0; n < tensor->cells.elements && is_float_type(dtype) && !happens(randomness, 300); n++)
        trial_set(tensor, n, bits_of_float(dtype, (double)(random_below(randomness, 4000) - 2000) / 128));
}

/* Indices of `size`, now and then some outside. */
static void place_indices(struct scaled *scaled, struct randomness *randomness, int32_t dtype)
{
    struct trial_tensor *indices = &scaled->trial.inputs[1];
    const int64_t size = scaled->numbers.sizes[scaled->axis];
    const bool is_wild = happens(randomness, 4);
    trial_place(indices, randomness, dtype, scaled->points.rank, scaled->points.sizes, RANDOM_INPUT);
    for (int64_t n = 0; n < indices->cells.elements; n++) {
        int64_t value = size > 0 ? random_below(randomness, size) : 0;
        if (is_wild && happens(randomness, 3))
            value = random_below(randomness, 4 * size + 5) - 2 * size - 2;
        else if (happens(randomness, 3) && dtype < GATHER_DTYPE_U8)
            value -= size;
        trial_set(indices, n, (uint64_t)value);
    }
}

/* D[:axis] ++ I[batch:] ++ D[axis+1:] */
static void set_out(struct scaled *scaled)
{
    struct shape *out = &scaled->out;
    out->rank = 0;
    for (int32_t d = 0; d < scaled->axis; d++)
        out->sizes[out->rank++] = scaled->numbers.sizes[d];
    for (int32_t d = scaled->batch; d < scaled->points.rank; d++)
        out->sizes[out->rank++] = scaled->points.sizes[d];
    for (int32_t d = scaled->axis + 1; d < scaled->numbers.rank; d++)
        out->sizes[out->rank++] = scaled->numbers.sizes[d];
}

/* The shape of the indices, so that not too much comes out. */
static void choose_points(struct scaled *scaled, struct randomness *randomness)
{
    struct shape *points = &scaled->points;
    points->rank = scaled->batch + (int32_t)random_below(randomness, 3);
    for (int32_t d = 0; d < points->rank; d++)
        points->sizes[d] = d < scaled->batch ? scaled->numbers.sizes[d] : 1 + random_below(randomness, 6);
    set_out(scaled);
    for (int32_t d = points->rank - 1; d >= scaled->batch && count_of(&scaled->out) > MOST_MADE; d--) {
        points->sizes[d] = 1;
        set_out(scaled);
    }
    if (points->rank > scaled->batch && happens(randomness, 40))
        points->sizes[points->rank - 1] = 0;
    set_out(scaled);
}

static void place_shared(struct scaled *scaled, struct randomness *randomness, int32_t which, int32_t dtype,
                         const struct shape *stored)
{
    struct trial_tensor *tensor = &scaled->trial.inputs[2 + which];
    trial_place(tensor, randomness, dtype, stored->rank, stored->sizes, RANDOM_INPUT);
    fill_numbers(tensor, randomness);
}

static void finish(struct scaled *scaled, struct randomness *randomness, bool has_zeros)
{
    struct computed_trial *trial = &scaled->trial;
    static const int32_t policies[] = {GATHER_POLICY_OWN,   GATHER_POLICY_OWN,  GATHER_POLICY_ZERO,
                                       GATHER_POLICY_CLAMP, GATHER_POLICY_WRAP, GATHER_POLICY_ERROR};
    trial->op.policy = one_of(randomness, policies, 6);
    trial->input_count = has_zeros ? 4 : 3;
    scaled->data = &trial->inputs[0];
    scaled->indices = &trial->inputs[1];
    scaled->scales = &trial->inputs[2];
    scaled->zeros = has_zeros ? &trial->inputs[3] : NULL;
    trial_place(&trial->out, randomness, trial->inputs[2].layout.dtype, scaled->out.rank, scaled->out.sizes,
                RANDOM_OUTPUT);
}

/* ---- GatherBlockQuantized ------------------------------------------------------------------------ */

static int64_t divided_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/* The last dimension, where an element holds several of them. */
static struct shape packed(struct shape shape, int32_t each)
{
    if (shape.rank > 0)
        shape.sizes[shape.rank - 1] = divided_up(shape.sizes[shape.rank - 1], each);
    return shape;
}

/* Scales of blocks along a dimension; of floats others may have one for all. */
static void choose_blocks(struct scaled *scaled, struct randomness *randomness, int32_t quantized,
                          int64_t block, bool is_float)
{
    struct shape *scales = &scaled->shared[0];
    *scales = scaled->numbers;
    for (int32_t d = 0; d < scales->rank; d++) {
        scaled->group[0][d] = 1;
        if (d == quantized) {
            scaled->group[0][d] = block;
            scales->sizes[d] = block != 0 ? divided_up(scales->sizes[d], block) : scales->sizes[d] > 0;
        } else if (is_float && happens(randomness, 3)) {
            scaled->group[0][d] = 0;
            scales->sizes[d] = 1;
        }
    }
    scaled->shared[1] = *scales;
    memcpy(scaled->group[1], scaled->group[0], sizeof scaled->group[1]);
}

static void choose_block_quantized(struct scaled *scaled, struct randomness *randomness)
{
    static const int32_t types[] = {GATHER_DTYPE_U8,         GATHER_DTYPE_U4,         GATHER_DTYPE_I4,
                                    GATHER_DTYPE_F8E4M3FN,   GATHER_DTYPE_F8E4M3FNUZ, GATHER_DTYPE_F8E5M2,
                                    GATHER_DTYPE_F8E5M2FNUZ, GATHER_DTYPE_F4E2M1};
    static const int32_t widths[] = {2, 4, 8};
    const int32_t dtype = one_of(randomness, types, happens(randomness, 2) ? 3 : 8);
    const bool is_byte = dtype == GATHER_DTYPE_U8, is_float = is_float_type(dtype);
    scaled->bits = is_byte ? one_of(randomness, widths, 3) : gather_dtype_bits(dtype);
    const int32_t each = is_byte ? 8 / scaled->bits : 1;
    choose_shape(randomness, &scaled->numbers, 1 + is_byte + (int32_t)random_below(randomness, 3),
                 MOST_NUMBERS);
    const int32_t rank = scaled->numbers.rank;
    struct shape stored = packed(scaled->numbers, each);
    scaled->numbers.sizes[rank - 1] = stored.sizes[rank - 1] * each;
    scaled->axis = is_byte ? 0 : (int32_t)random_below(randomness, rank);
    const int32_t quantized = is_byte ? rank - 1 : (int32_t)random_below(randomness, rank);
    const int64_t block = is_float && happens(randomness, 3) ? 0 : INT64_C(16) << random_below(randomness, 3);
    const bool has_zeros = !is_float && happens(randomness, 2);
    scaled->zero_bits = scaled->bits;
    scaled->zero = is_byte ? 1 << (scaled->bits - 1) : 0;
    choose_blocks(scaled, randomness, quantized, block, is_float);
    choose_points(scaled, randomness);
    scaled->trial.op = gather_onnx_gather_block_quantized(scaled->axis - (happens(randomness, 2) ? rank : 0),
                                                          quantized, block, is_float ? 77 : scaled->bits);
    trial_place(&scaled->trial.inputs[0], randomness, dtype, rank, stored.sizes, RANDOM_INPUT);
    place_indices(scaled, randomness, one_of(randomness, index_types, 2));
    place_shared(scaled, randomness, 0, one_of(randomness, scale_types, 3), &scaled->shared[0]);
    stored = packed(scaled->shared[1], each);
    if (has_zeros)
        place_shared(scaled, randomness, 1, dtype, &stored);
    finish(scaled, randomness, has_zeros);
}

/* ---- GatherCompressed ---------------------------------------------------------------------------- */

/* One element of some rank, or as many along each dimension as divide it. */
static void choose_divided(struct scaled *scaled, struct randomness *randomness, int32_t which)
{
    struct shape *shape = &scaled->shared[which];
    const struct shape *numbers = &scaled->numbers;
    shape->rank = numbers->rank;
    if (happens(randomness, 4)) {
        shape->rank = (int32_t)random_below(randomness, 4);
        for (int32_t d = 0; d < shape->rank; d++)
            shape->sizes[d] = 1;
    }
    for (int32_t d = 0; d < shape->rank; d++) {
        int64_t size = d < numbers->rank ? numbers->sizes[d] : 1;
        const bool is_one = shape->rank != numbers->rank || happens(randomness, 3);
        if (is_one && size > 0)
            size = 1;
        else if (size > 0 && happens(randomness, 2))
            while (numbers->sizes[d] % (size = 1 + random_below(randomness, numbers->sizes[d])) != 0)
                continue;
        shape->sizes[d] = shape->rank != numbers->rank ? 1 : size;
        scaled->group[which][d] = shape->sizes[d] > 1 ? numbers->sizes[d] / shape->sizes[d] : 0;
    }
}

static void choose_compressed(struct scaled *scaled, struct randomness *randomness)
{
    static const int32_t types[] = {GATHER_DTYPE_U4,  GATHER_DTYPE_I4,   GATHER_DTYPE_U8, GATHER_DTYPE_I8,
                                    GATHER_DTYPE_F16, GATHER_DTYPE_BF16, GATHER_DTYPE_F32};
    const int32_t dtype = one_of(randomness, types, 4), zero_dtype = one_of(randomness, types, 7);
    choose_shape(randomness, &scaled->numbers, 1 + (int32_t)random_below(randomness, 4), MOST_NUMBERS);
    const int32_t rank = scaled->numbers.rank;
    const bool has_zeros = happens(randomness, 2);
    scaled->bits = gather_dtype_bits(dtype);
    scaled->zero_bits = gather_dtype_bits(zero_dtype);
    scaled->axis = (int32_t)random_below(randomness, rank);
    scaled->batch = happens(randomness, 2) ? (int32_t)random_below(randomness, scaled->axis + 1) : 0;
    choose_divided(scaled, randomness, 0);
    choose_divided(scaled, randomness, 1);
    choose_points(scaled, randomness);
    scaled->trial.op = gather_openvino_gather_compressed(scaled->axis, scaled->batch);
    trial_place(&scaled->trial.inputs[0], randomness, dtype, rank, scaled->numbers.sizes, RANDOM_INPUT);
    place_indices(scaled, randomness, one_of(randomness, index_types, 8));
    place_shared(scaled, randomness, 0, one_of(randomness, scale_types, 3), &scaled->shared[0]);
    if (has_zeros)
        place_shared(scaled, randomness, 1, zero_dtype, &scaled->shared[1]);
    finish(scaled, randomness, has_zeros);
}

/* ---- what is expected ---------------------------------------------------------------------------- */

/* A number of a tensor by its index, packed as the last dimension of bytes may be. */
static double number_of(const struct trial_tensor *tensor, struct shape shape, const int64_t *at,
                        int32_t bits)
{
    const int32_t dtype = tensor->layout.dtype, full = gather_dtype_bits(dtype), each = full / bits;
    int64_t element[GATHER_MAX_RANK], part = 0;
    memcpy(element, at, sizeof element);
    shape = packed(shape, each);
    if (shape.rank > 0) {
        part = element[shape.rank - 1] % each;
        element[shape.rank - 1] /= each;
    }
    const uint64_t stored = trial_bits(tensor, ravel(&shape, element));
    if (is_float_type(dtype))
        return float_of_bits(dtype, stored);
    if (each == 1)
        return (double)integer_of_bits(dtype, stored);
    return (double)(stored >> (part * bits) & ((UINT64_C(1) << bits) - 1));
}

/* The scale or zero point of a number. */
static double shared_of(const struct scaled *scaled, int32_t which, const int64_t *at)
{
    const struct trial_tensor *tensor = which == 0 ? scaled->scales : scaled->zeros;
    int64_t index[GATHER_MAX_RANK] = {0};
    for (int32_t d = 0; d < scaled->shared[which].rank; d++)
        index[d] = scaled->group[which][d] != 0 ? at[d] / scaled->group[which][d] : 0;
    return number_of(tensor, scaled->shared[which], index,
                     which == 0 ? gather_dtype_bits(tensor->layout.dtype) : scaled->zero_bits);
}

/* What becomes of an index. Returns: -1 if it is outside. */
static int64_t meant(const struct scaled *scaled, int64_t n)
{
    const int64_t size = scaled->numbers.sizes[scaled->axis], value = trial_integer(scaled->indices, n);
    const bool is_beyond = scaled->indices->layout.dtype == GATHER_DTYPE_U64 && value < 0;
    const int64_t counted = !is_beyond && value < 0 ? value + size : value;
    if (!is_beyond && counted >= 0 && counted < size)
        return counted;
    if (size > 0 && scaled->trial.op.policy == GATHER_POLICY_CLAMP)
        return is_beyond || counted > 0 ? size - 1 : 0;
    if (size > 0 && scaled->trial.op.policy == GATHER_POLICY_WRAP)
        return is_beyond ? (int64_t)((uint64_t)value % (uint64_t)size) : (value % size + size) % size;
    return -1;
}

/* The first index that is refused; also where nothing is to be clamped to. */
static void judge(struct scaled *scaled)
{
    const int64_t size = scaled->numbers.sizes[scaled->axis];
    const int32_t policy = scaled->trial.op.policy;
    const bool refuses = policy == GATHER_POLICY_ERROR ||
                         (size == 0 && (policy == GATHER_POLICY_CLAMP || policy == GATHER_POLICY_WRAP));
    for (int64_t n = 0; n < scaled->indices->cells.elements && refuses; n++)
        if (meant(scaled, n) < 0) {
            struct gather_error *error = &scaled->trial.expected;
            error->status = GATHER_STATUS_INDEX_RANGE;
            error->operand = "indices";
            error->has = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS | GATHER_ERROR_HAS_POSITION |
                         GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_SIZE;
            error->axis = scaled->axis;
            error->size = size;
            error->value = trial_integer(scaled->indices, n);
            error->low = -size;
            error->high = size - 1;
            error->rank = scaled->points.rank;
            error->value_is_unsigned = scaled->indices->layout.dtype == GATHER_DTYPE_U64;
            unravel(&scaled->points, n, error->position);
            return;
        }
}

/* An element of the output: (number - zero) * scale, each step rounded to f32, or 0. */
static uint64_t element_of(const struct scaled *scaled, int64_t n)
{
    int64_t at[GATHER_MAX_RANK], point[GATHER_MAX_RANK] = {0}, from[GATHER_MAX_RANK] = {0};
    const int32_t axis = scaled->axis, middle = scaled->points.rank - scaled->batch;
    unravel(&scaled->out, n, at);
    for (int32_t d = 0; d < scaled->points.rank; d++)
        point[d] = d < scaled->batch ? at[d] : at[axis + d - scaled->batch];
    for (int32_t d = 0; d < scaled->numbers.rank; d++)
        from[d] = d < axis ? at[d] : d > axis ? at[d - 1 + middle] : 0;
    from[axis] = meant(scaled, ravel(&scaled->points, point));
    if (from[axis] < 0)
        return 0;
    const double zero = scaled->zeros != NULL ? shared_of(scaled, 1, from) : scaled->zero;
    volatile float value = (float)number_of(scaled->data, scaled->numbers, from, scaled->bits);
    value = value - (float)zero;
    value = value * (float)shared_of(scaled, 0, from);
    return bits_of_float(scaled->scales->layout.dtype, (double)value);
}

/* ---- trials -------------------------------------------------------------------------------------- */

static void try_scaled(struct randomness *randomness, void (*choose)(struct scaled *, struct randomness *))
{
    struct scaled scaled = {0};
    choose(&scaled, randomness);
    const int64_t elements = scaled.trial.out.cells.elements;
    scaled.trial.wanted = calloc((size_t)elements + 1, sizeof(uint64_t));
    assert_non_null(scaled.trial.wanted);
    judge(&scaled);
    for (int64_t n = 0; n < elements && scaled.trial.expected.status == GATHER_STATUS_OK; n++)
        scaled.trial.wanted[n] = element_of(&scaled, n);
    scaled.trial.may_pass = elements == 0;
    const char *fault = fault_of_computed(&scaled.trial, randomness);
    if (fault != NULL)
        print_computed(&scaled.trial, fault);
    assert_null(fault);
    computed_trial_end(&scaled.trial);
}

/*
 * COVERS(ONNX-GBQ-8, ONNX-GBQ-9, ONNX-GBQ-10, ONNX-GBQ-11, ONNX-GBQ-12, ONNX-GBQ-13, ONNX-GBQ-14, ONNX-GBQ-15)
 * COVERS(ONNX-GBQ-16, ONNX-GBQ-17, ONNX-GBQ-18, ONNX-GBQ-19, ONNX-GBQ-20, ONNX-GBQ-21, ONNX-GBQ-22)
 */
static void test_block_quantized(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_scaling, blocks");
    for (int k = 0; k < TRIALS; k++)
        try_scaled(&randomness, choose_block_quantized);
    computed_trials_end();
}

/* COVERS(OV-GC-1, OV-GC-2, OV-GC-3, OV-GC-4, OV-GC-5, OV-GC-6, OV-GC-7, OV-GC-8) */
static void test_compressed(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_scaling, compressed");
    for (int k = 0; k < TRIALS; k++)
        try_scaled(&randomness, choose_compressed);
    computed_trials_end();
}

/* Scales of fours, zero points of sixes: neither is a multiple of the other. */
static void test_groups_that_divide_no_other(void **state)
{
    enum { COUNT = 1236 };
    static uint8_t data[2 * COUNT];
    static float scales[COUNT / 4], zeros[COUNT / 6], made[COUNT];
    int64_t row = 1;
    const struct gather_op op = gather_openvino_gather_compressed(0, 0);
    const struct gather_layout inputs[] = {layout_of("u8[2,1236]C"), layout_of("i64[1]C"),
                                           layout_of("f32[1,309]C"), layout_of("f32[1,206]C")},
                               out = layout_of("f32[1,1236]C");
    const struct gather_buffer buffers[] = {BUFFER(data), {&row, sizeof row}, BUFFER(scales), BUFFER(zeros)};
    (void)state;
    for (int k = 0; k < COUNT; k++) {
        data[COUNT + k] = (uint8_t)(k * 7);
        scales[k / 4] = (float)(k / 4 % 11 + 1);
        zeros[k / 6] = (float)(k / 6 % 13);
    }
    assert_int_equal(gather_once(&op, inputs, buffers, 4, &out, BUFFER(made), NULL, NULL), GATHER_STATUS_OK);
    for (int k = 0; k < COUNT; k++)
        assert_true(made[k] == ((float)data[COUNT + k] - zeros[k / 6]) * scales[k / 4]);
}

/* ---- kernels ------------------------------------------------------------------------------------- */

static const int32_t stored_types[] = {GATHER_DTYPE_U2,        GATHER_DTYPE_U4,         GATHER_DTYPE_I4,
                                       GATHER_DTYPE_U8,        GATHER_DTYPE_I8,         GATHER_DTYPE_F4E2M1,
                                       GATHER_DTYPE_F8E4M3FN,  GATHER_DTYPE_F8E4M3FNUZ, GATHER_DTYPE_F8E5M2,
                                       GATHER_DTYPE_F8E5M2FNUZ};

/* The element made of number `k`, by the formula. */
static uint64_t made_of(const struct gather__scaling *scaling, uint8_t number, int64_t k)
{
    const int64_t which = k < scaling->first ? 0 : 1 + (k - scaling->first) / scaling->group;
    volatile float value =
        (float)(is_float_type(scaling->dtype) ? float_of_bits(scaling->dtype, number)
                                              : (double)integer_of_bits(scaling->dtype, number));
    value = value - scaling->zeros[which];
    value = value * scaling->scales[which];
    return bits_of_float(scaling->out_dtype, (double)value);
}

static bool is_element(int32_t dtype, const uint8_t *bytes, uint64_t wanted)
{
    const size_t width = (size_t)gather_dtype_bits(dtype) / 8;
    uint64_t bits = 0;
    memcpy(&bits, bytes, width); /* little-endian, as all that has tables of vectors */
    const double made = float_of_bits(dtype, bits), value = float_of_bits(dtype, wanted);
    return bits == wanted || (made != made && value != value);
}

static void check_kernel(const struct gather__kernels *kernels, struct guard *guards,
                         struct randomness *randomness)
{
    float zeros[GATHER__SCALED], scales[GATHER__SCALED];
    const int64_t count = random_below(randomness, GATHER__SCALED + 1),
                  group = happens(randomness, 2) ? 1 + random_below(randomness, 40) : GATHER__SCALED;
    const struct gather__scaling scaling = {.dtype = one_of(randomness, stored_types, 10),
                                            .out_dtype = one_of(randomness, scale_types, 3),
                                            .group = group,
                                            .first = 1 + random_below(randomness, group),
                                            .zeros = zeros,
                                            .scales = scales};
    const enum guard_side side = happens(randomness, 2) ? GUARD_LOW : GUARD_HIGH;
    const int64_t width = gather_dtype_bits(scaling.out_dtype) / 8;
    uint8_t *numbers = guard_place(&guards[0], (size_t)count, side, 0);
    uint8_t *to = guard_place(&guards[1], (size_t)(count * width), side, 0);
    for (int64_t k = 0; k < GATHER__SCALED; k++) {
        const int64_t spread = INT64_C(1) << random_below(randomness, 40);
        zeros[k] = happens(randomness, 2) ? 0 : (float)(random_below(randomness, 512) - 256) / 2;
        scales[k] = (float)(random_below(randomness, 1 << 20) - (1 << 19)) / (float)spread;
    }
    for (int64_t k = 0; k < count; k++)
        numbers[k] = (uint8_t)(random_bits(randomness) & ((1U << gather_dtype_bits(scaling.dtype)) - 1));
    kernels->scale(to, numbers, count, &scaling);
    for (int64_t k = 0; k < count; k++)
        assert_true(is_element(scaling.out_dtype, to + k * width, made_of(&scaling, numbers[k], k)));
    assert_true(guard_holds(&guards[0]) && guard_holds(&guards[1]));
}

/* COVERS(ONNX-GBQ-17, ONNX-GBQ-19, OV-GC-4): every table that this processor can run. */
static void test_kernels(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_scaling, kernels");
    static struct guard guards[2];
    const struct gather__kernels *kernels;
    for (size_t k = 0; (kernels = gather__kernels_at(k)) != NULL; k++)
        for (int trial = 0; trial < KERNEL_TRIALS; trial++)
            check_kernel(kernels, guards, &randomness);
    guard_end(&guards[0]);
    guard_end(&guards[1]);
}

/* A plan says which kernel scales. */
static void test_described(void **state)
{
    (void)state;
    const struct gather_layout inputs[] = {layout_of("u8[9,16]C"), layout_of("i64[3]C"),
                                           layout_of("f32[9,1]C")},
                               out = layout_of("f32[3,16]C");
    const struct gather_op op = gather_onnx_gather_block_quantized(0, 1, 16, 8);
    check_kernel_told(&op, inputs, 3, &out, gather__kernels_here()->scale_name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_quantized),
        cmocka_unit_test(test_compressed),
        cmocka_unit_test(test_groups_that_divide_no_other),
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
