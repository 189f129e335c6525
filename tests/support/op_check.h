/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of dialects have in common: operands from short texts, refusals with all their numbers, shapes
 * inferred, and gathers of small integers run in every check mode.
 *
 *     check_refused(&op, "f32[2,3]", "i64[4]", AXIS("axis", 2, -2, 1));
 *     check_inferred(&op, "f32[2,?]", "i64[4]", "f32[4,?]");              ? is a size that is not known
 *     check_gathers(&op, "i32[3]=10,11,12", "i64[2]=-1,0", "i32[2]=12,10");
 */
#ifndef GATHER_TESTS_OP_CHECK_H
#define GATHER_TESTS_OP_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/gather.h"

#define ITEMS(array) (sizeof(array) / sizeof((array)[0]))

/* ---- errors expected ----------------------------------------------------------------------------- */

struct refusal {
    enum gather_status status;
    const char *operand; /* NULL: none */
    uint32_t has;        /* as in struct gather_error */
    int32_t axis;
    int64_t value, low, high;
    int64_t entry; /* of a list */
};

#define VALUE_AND_LIMITS (GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS)
/* Without numbers; of a DTYPE and a RANK, with what `check_told` wants. */
#define BARE(code, name) ((struct refusal){.status = GATHER_STATUS_##code, .operand = (name)})
/* A value that words alone say what is wrong with. */
#define GIVEN(code, name, number)                                                                            \
    ((struct refusal){.status = GATHER_STATUS_##code,                                                        \
                      .operand = (name),                                                                     \
                      .has = GATHER_ERROR_HAS_VALUE,                                                         \
                      .value = (number)})
#define OUTSIDE(code, name, number, least, most)                                                             \
    ((struct refusal){.status = GATHER_STATUS_##code,                                                        \
                      .operand = (name),                                                                     \
                      .has = VALUE_AND_LIMITS,                                                               \
                      .value = (number),                                                                     \
                      .low = (least),                                                                        \
                      .high = (most)})
#define AXIS(name, number, least, most) OUTSIDE(AXIS, name, number, least, most)
#define ARGUMENT(name, number, least, most) OUTSIDE(ARGUMENT, name, number, least, most)
#define SIZE(dimension, number, least, most)                                                                 \
    ((struct refusal){.status = GATHER_STATUS_SHAPE,                                                         \
                      .operand = "indices",                                                                  \
                      .has = VALUE_AND_LIMITS | GATHER_ERROR_HAS_AXIS,                                       \
                      .axis = (dimension),                                                                   \
                      .value = (number),                                                                     \
                      .low = (least),                                                                        \
                      .high = (most)})
#define ZERO_SIZE(name, dimension)                                                                           \
    ((struct refusal){.status = GATHER_STATUS_SHAPE,                                                         \
                      .operand = (name),                                                                     \
                      .has = VALUE_AND_LIMITS | GATHER_ERROR_HAS_AXIS,                                       \
                      .axis = (dimension),                                                                   \
                      .low = 1,                                                                              \
                      .high = INT64_MAX})

/* Of an entry of a list; of a list's length, or the rank of a shape. */
static inline struct refusal at_entry(int64_t entry, struct refusal refusal)
{
    refusal.has |= GATHER_ERROR_HAS_POSITION;
    refusal.entry = entry;
    return refusal;
}

/* Of an index into data of several dimensions that is read flat. */
static inline struct refusal of_flat(struct refusal refusal)
{
    refusal.has |= GATHER_ERROR_OF_FLAT;
    return refusal;
}

static inline struct refusal of_length(struct refusal refusal)
{
    refusal.has |= GATHER_ERROR_HAS_LENGTH;
    return refusal;
}

/*
 * Whatever type or rank is refused, the error says it, and one that is not allowed where a range can say that; but for the
 * rank of an output, which may be one that nobody gave.
 */
static inline void check_told(const struct gather_error *error, struct refusal *expected)
{
    const bool is_type = expected->status == GATHER_STATUS_DTYPE;
    if (expected->has != 0 || (!is_type && expected->status != GATHER_STATUS_RANK))
        return;
    expected->has = is_type ? GATHER_ERROR_HAS_TYPE : error->has & VALUE_AND_LIMITS;
    expected->value = error->value;
    expected->low = error->low;
    expected->high = error->high;
    if (is_type)
        assert_true((error->low == 0 || error->value != error->low) && error->high == 0);
    else if (expected->has & GATHER_ERROR_HAS_LIMITS)
        assert_true(error->value < error->low || error->value > error->high);
    else
        assert_true(expected->has == GATHER_ERROR_HAS_VALUE || strcmp(error->operand, "output") == 0);
}

static inline void check_error(const struct gather_error *error, const struct refusal *bare)
{
    struct refusal told = *bare, *expected = &told;
    check_told(error, &told);
    char sentence[256];
    gather_error_format(error, sentence, sizeof sentence);
    uint32_t size = error->status == GATHER_STATUS_INDEX_RANGE ? GATHER_ERROR_HAS_SIZE : 0;
    if (error->status != (int32_t)expected->status || error->has != (expected->has | size))
        fail_msg("unlike what was expected: %s", sentence);
    if (expected->operand == NULL)
        assert_null(error->operand);
    else
        assert_string_equal(error->operand, expected->operand);
    assert_int_equal(error->axis, expected->axis);
    assert_int_equal(error->value, expected->value);
    assert_int_equal(error->low, expected->low);
    assert_int_equal(error->high, expected->high);
    if ((expected->has & GATHER_ERROR_HAS_POSITION) && expected->status != GATHER_STATUS_INDEX_RANGE) {
        assert_int_equal(error->rank, 1);
        assert_int_equal(error->position[0], expected->entry);
    }
}

/* ---- operands ------------------------------------------------------------------------------------ */

/* The row-major layout of a text: "f32[2,?,3]". end: receives what stands behind it; may be NULL. Not judged. */
static inline struct gather_layout operand_of(const char *text, const char **end)
{
    struct gather_layout layout = {.kind = GATHER_LAYOUT_STRIDES, .tail = 1};
    const char *at = strchr(text, '[');
    assert_non_null(at);
    layout.dtype = gather_dtype_from_name(GATHER_WORLD_OWN, text, (size_t)(at - text));
    layout.cell_bits = gather_dtype_bits(layout.dtype);
    for (at++; *at != ']'; at += *at == ',') {
        char *behind = (char *)(uintptr_t)at + 1;
        layout.sizes[layout.rank++] = *at == '?' ? -1 : strtoll(at, &behind, 10);
        at = behind;
    }
    int64_t stride = 1;
    for (int32_t d = layout.rank - 1; d >= 0; d--) {
        layout.place[d] = stride;
        stride = (int64_t)((uint64_t)stride * (uint64_t)layout.sizes[d]);
    }
    if (end != NULL)
        *end = at + 1;
    return layout;
}

static inline bool is_known(const struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank && d < GATHER_MAX_RANK; d++)
        if (layout->sizes[d] < 0)
            return false;
    return true;
}

/* ---- judging ------------------------------------------------------------------------------------- */

/* Inputs are refused, by infer and, where all sizes are known, by plan; what was given stays as it was. */
static inline void check_inputs_refused(const struct gather_op *op, const struct gather_layout *inputs,
                                        size_t count, struct refusal expected)
{
    struct gather_layout output, before;
    struct gather_error error;
    size_t bytes;
    memset(&output, 0x5a, sizeof output);
    before = output;
    assert_int_equal(gather_infer(op, inputs, count, &output, &error), expected.status);
    assert_memory_equal(&output, &before, sizeof output);
    check_error(&error, &expected);
    assert_int_equal(gather_infer(op, inputs, count, &output, NULL), expected.status);
    for (size_t k = 0; k < count; k++)
        if (!is_known(&inputs[k]))
            return;
    const char *volatile operand =
        expected.operand; /* volatile: gcc knows some, and warns that they differ */
    if (operand != NULL && strcmp(operand, "output") == 0)
        return; /* a plan compares its own output first */
    output = operand_of("u8[]", NULL);
    memset(&error, 0, sizeof error);
    assert_int_equal(gather_plan_measure(&bytes, op, inputs, count, &output, NULL, &error), expected.status);
    check_error(&error, &expected);
}

static inline void check_refused(const struct gather_op *op, const char *first, const char *second,
                                 struct refusal expected)
{
    const struct gather_layout inputs[] = {operand_of(first, NULL), operand_of(second, NULL)};
    check_inputs_refused(op, inputs, ITEMS(inputs), expected);
}

static inline void check_inferred(const struct gather_op *op, const char *first, const char *second,
                                  const char *expected)
{
    const struct gather_layout inputs[] = {operand_of(first, NULL), operand_of(second, NULL)};
    const struct gather_layout shape = operand_of(expected, NULL);
    struct gather_layout output;
    struct gather_error error = {0};
    char sentence[256];
    if (gather_infer(op, inputs, ITEMS(inputs), &output, &error) != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("%s by %s: %s", first, second, sentence);
    }
    assert_int_equal(output.dtype, shape.dtype);
    assert_int_equal(output.rank, shape.rank);
    for (int32_t d = 0; d < shape.rank; d++)
        assert_int_equal(output.sizes[d], shape.sizes[d]);
}

/* One type of an input is taken where the set has it, by its name between blanks, and refused elsewhere. */
static inline void check_types(const struct gather_op *op, const char *first, const char *second,
                               size_t input, const char *set, const char *operand)
{
    for (int32_t dtype = GATHER_DTYPE_NONE + 1; dtype < GATHER_DTYPE_COUNT; dtype++) {
        struct gather_layout inputs[] = {operand_of(first, NULL), operand_of(second, NULL)}, output;
        struct gather_error error = {0};
        char name[24] = " ";
        gather_dtype_name(dtype, GATHER_WORLD_OWN, name + 1, sizeof name - 2);
        strcat(name, " ");
        inputs[input].dtype = dtype;
        inputs[input].cell_bits = gather_dtype_bits(dtype);
        bool is_taken = strstr(set, name) != NULL;
        enum gather_status status = gather_infer(op, inputs, ITEMS(inputs), &output, &error);
        if (status != (is_taken ? GATHER_STATUS_OK : GATHER_STATUS_DTYPE))
            fail_msg("%s%s: %s", operand, name, gather_status_name(status));
        if (!is_taken) {
            check_error(&error, &BARE(DTYPE, operand));
            assert_int_equal(error.value, dtype);
        }
    }
}

/* ---- gathers of small integers ------------------------------------------------------------------- */

/* A tensor of integers of whole bytes, from a text: "i32[2]=5,-6". Without numbers every byte is 0x5a. */
struct small {
    struct gather_layout layout;
    uint8_t bytes[512];
    struct gather_buffer buffer;
};

static inline void make_small(struct small *small, const char *text)
{
    const char *at;
    small->layout = operand_of(text, &at);
    size_t width = (size_t)small->layout.cell_bits / 8, used = 0;
    memset(small->bytes, 0x5a, sizeof small->bytes);
    for (; *at != '\0'; used += width) {
        char *behind;
        int64_t value = at[1] == '-' ? strtoll(at + 1, &behind, 10) : (int64_t)strtoull(at + 1, &behind, 10);
        for (size_t k = 0; k < width; k++)
            small->bytes[used + k] = (uint8_t)((uint64_t)value >> (k < 8 ? 8 * k : 63));
        at = behind;
    }
    assert_true(used <= sizeof small->bytes);
    small->buffer.data = small->bytes;
    small->buffer.bytes = used > 0 ? used : (uint64_t)gather_layout_bytes(&small->layout);
}

/* Runs an op in one check mode, into an output of 0x5a. */
static inline enum gather_status run_small(const struct gather_op *op, const char *first, const char *second,
                                           int32_t check, struct small *output, struct gather_error *error)
{
    struct small inputs[2];
    make_small(&inputs[0], first);
    make_small(&inputs[1], second);
    const struct gather_layout layouts[] = {inputs[0].layout, inputs[1].layout};
    const struct gather_buffer buffers[] = {inputs[0].buffer, inputs[1].buffer};
    const struct gather_run run = {.size = sizeof run, .check = check};
    return gather_once(op, layouts, buffers, 2, &output->layout, output->buffer, &run, error);
}

static inline void check_gathers(const struct gather_op *op, const char *first, const char *second,
                                 const char *expected)
{
    struct small right, output;
    struct gather_error error = {0};
    char sentence[256];
    make_small(&right, expected);
    for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_EARLIER; check++) {
        output = right;
        memset(output.bytes, 0x5a, sizeof output.bytes);
        output.buffer.data = output.bytes;
        if (run_small(op, first, second, check, &output, &error) != GATHER_STATUS_OK) {
            gather_error_format(&error, sentence, sizeof sentence);
            fail_msg("%s by %s: %s", first, second, sentence);
        }
        assert_memory_equal(output.bytes, right.bytes, sizeof right.bytes);
    }
}

/* An index is refused: at `position`, a list of `rank` numbers. output: its type and sizes. */
static inline void check_index_refused(const struct gather_op *op, const char *first, const char *second,
                                       const char *output, const int64_t *position, int32_t rank,
                                       struct refusal expected)
{
    struct small made;
    struct gather_error error;
    uint8_t untouched[sizeof made.bytes];
    memset(untouched, 0x5a, sizeof untouched);
    for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_FUSED; check++) {
        make_small(&made, output);
        assert_int_equal(run_small(op, first, second, check, &made, &error), GATHER_STATUS_INDEX_RANGE);
        if (check == GATHER_CHECK_FIRST)
            assert_memory_equal(made.bytes, untouched, sizeof untouched);
        assert_int_equal(error.rank, rank);
        for (int32_t d = 0; d < rank; d++)
            assert_int_equal(error.position[d], position[d]);
        check_error(&error, &expected);
    }
}

#define AT(...)                                                                                              \
    (const int64_t[]){__VA_ARGS__}, (int32_t)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
#define AT_SCALAR NULL, 0
#define INDEX_OUTSIDE(dimension, number, least, most)                                                        \
    ((struct refusal){.status = GATHER_STATUS_INDEX_RANGE,                                                   \
                      .operand = "indices",                                                                  \
                      .has = VALUE_AND_LIMITS | GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_POSITION,           \
                      .axis = (dimension),                                                                   \
                      .value = (number),                                                                     \
                      .low = (least),                                                                        \
                      .high = (most)})

#endif
