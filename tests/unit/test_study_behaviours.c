/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of behaviours against the library's own operators, value by value and type by type; against what
 * was measured of others; and what is made of it: groups, verdicts, pages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"
#include "io/json.h"
#include "support/take_fixture.h"

enum { TEXT = 1 << 16 };

/* ---- the table ----------------------------------------------------------------------------------- */

static void test_rows_are_whole(void **state)
{
    (void)state;
    const struct gather_behaviour *behaviour;
    size_t count = 0;
    for (; (behaviour = gather_behaviour_at(count)) != NULL; count++) {
        assert_true(strlen(behaviour->id) > 0 && strlen(behaviour->name) > 0);
        assert_true(strlen(behaviour->version) > 0 && strlen(behaviour->source) > 0);
        assert_true(behaviour->index_types != 0);
        assert_true(gather_behaviour_is(behaviour, behaviour->id));
        assert_true(behaviour->on_empty != GATHER_RULE_CLAMP && behaviour->on_empty != GATHER_RULE_WRAP);
        for (size_t k = 0; k < count; k++)
            assert_string_not_equal(gather_behaviour_at(k)->id, behaviour->id);
    }
    assert_true(count >= 20 && count <= 48);
}

static size_t count_meant(const char *name)
{
    size_t count = 0;
    for (size_t k = 0; gather_behaviour_at(k) != NULL; k++)
        count += gather_behaviour_is(gather_behaviour_at(k), name);
    return count;
}

static size_t count_among(const char *names)
{
    size_t count = 0;
    for (size_t k = 0; gather_behaviour_at(k) != NULL; k++)
        count += gather_behaviour_is_among(gather_behaviour_at(k), names);
    return count;
}

static void test_names_parted_by_commas(void **state)
{
    (void)state;
    assert_int_equal(count_among("openvino"), 1);
    assert_int_equal(count_among("jax,openvino,numpy"), 5);
    assert_int_equal(count_among("openvino,openvino"), 1);
    assert_int_equal(count_among("none,numpy"), 1);
    assert_int_equal(count_among(",numpy,"), 1);
    assert_int_equal(count_among(""), 0);
    assert_int_equal(count_among("jax-,"), 0);
    assert_true(count_among("none,all") == count_among("all") && count_among("all") >= 20);
    char names[160];
    memset(names, 'x', sizeof names); /* a name longer than any */
    memcpy(names + 150, ",numpy", sizeof ",numpy");
    assert_int_equal(count_among(names), 1);
}

static void test_names(void **state)
{
    (void)state;
    assert_int_equal(count_meant("openvino"), 1); /* an id, though others begin with it */
    assert_int_equal(count_meant("jax"), 3);
    assert_int_equal(count_meant("tf"), 3);
    assert_int_equal(count_meant("ja"), 0);
    assert_int_equal(count_meant(""), 0);
    assert_int_equal(count_meant("jax-"), 0);
    assert_int_equal(count_meant("onnx@"), 0);
    assert_int_equal(count_meant("onnx@0"), 0);
    assert_int_equal(count_meant("onnx@foo"), 0);
    assert_int_equal(count_meant("onnx@1x"), 0);
    assert_int_equal(count_meant("onnx@99"), 0);
    assert_int_equal(count_meant("onnx@99999999999999999999"), 0);
    assert_int_equal(count_meant("openvino@"), 0);
    assert_int_equal(count_meant("openvino@8"), 1);
    assert_int_equal(count_meant("directml@3.0"), 1);
    assert_int_equal(count_meant("directml@3.x"), 0);
    assert_int_equal(count_meant("directml@30"), 0);
    assert_int_equal(count_meant("numpy@3"), 0);
    assert_int_equal(count_meant("none@3"), 0);
    assert_true(gather_behaviour_is(take_behaviour("onnx-1"), "onnx@10"));
    assert_true(gather_behaviour_is(take_behaviour("onnx"), "onnx@11"));
    assert_true(gather_behaviour_is(take_behaviour("onnx"), "onnx@28"));
    assert_false(gather_behaviour_is(take_behaviour("onnx"), "onnx@10"));
    assert_false(gather_behaviour_is(take_behaviour("ort-cpu"), "onnx@13"));
}

/* ---- the table against our own operators --------------------------------------------------------- */

/* -7..7, the ends of the type, and what lies around 2^31 and 2^32, as far as the type holds them. */
static size_t values_of(int32_t dtype, int64_t *values)
{
    static const int64_t wide[] = {INT64_C(1) << 31, (INT64_C(1) << 31) - 1, (INT64_C(1) << 32) - 1,
                                   INT64_C(1) << 32, -(INT64_C(1) << 31),    -(INT64_C(1) << 32) - 1};
    int32_t bits = gather_dtype_bits(dtype);
    bool is_unsigned = dtype >= GATHER_DTYPE_U8 && dtype <= GATHER_DTYPE_U64;
    int64_t highest = (int64_t)(UINT64_MAX >> (64 - bits + !is_unsigned));
    int64_t lowest = is_unsigned ? 0 : -highest - 1;
    size_t count = 0;
    for (int64_t value = -7; value <= 7; value++)
        if (value >= 0 || !is_unsigned)
            values[count++] = value;
    for (size_t k = 0; k < sizeof wide / sizeof *wide; k++) {
        bool fits = bits == 64 ? wide[k] >= 0 || !is_unsigned : wide[k] >= lowest && wide[k] <= highest;
        if (fits)
            values[count++] = wide[k];
    }
    values[count++] = highest; /* of u64: all bits */
    values[count++] = is_unsigned ? highest - 1 : lowest;
    return count;
}

static void expect_outcome(const struct gather_behaviour *behaviour, struct gather_outcome outcome,
                           enum gather_status status, const int32_t *output, const char *where)
{
    int32_t expected[TAKE_COLUMNS] = {0};
    if (outcome.kind == GATHER_OUTCOME_ERROR) {
        if (status == GATHER_STATUS_OK)
            fail_msg("%s takes %s", behaviour->id, where);
        return;
    }
    if (status != GATHER_STATUS_OK)
        fail_msg("%s refuses %s: %s", behaviour->id, where, gather_status_name(status));
    assert_true(outcome.kind == GATHER_OUTCOME_ROW || outcome.kind == GATHER_OUTCOME_ZERO);
    for (int32_t c = 0; c < TAKE_COLUMNS && outcome.kind == GATHER_OUTCOME_ROW; c++)
        expected[c] = (int32_t)(10 * (outcome.row + 1)) + c;
    if (memcmp(expected, output, sizeof expected) != 0)
        fail_msg("%s gives [%d,%d] for %s, expected [%d,%d]", behaviour->id, (int)output[0], (int)output[1],
                 where, (int)expected[0], (int)expected[1]);
}

/* One value: the library reads it as it is (CORE-13), whatever its world does. Returns: how many were judged. */
static size_t check_own_value(const struct gather_behaviour *behaviour, struct take_fixture *fixture,
                              int32_t dtype, int64_t value)
{
    struct gather_behaviour ours = *behaviour;
    struct gather_error error = {0};
    int32_t output[TAKE_COLUMNS] = {-1, -1};
    char where[96];
    int64_t size = fixture->take.data.sizes[0];
    ours.reading = GATHER_READING_VALUE;
    take_set_indices(fixture, dtype, &value, 1);
    enum gather_status status = take_run_own(behaviour, fixture, output, &error);
    bool takes = (behaviour->index_types >> dtype & 1) != 0;
    assert_true(takes || status == GATHER_STATUS_DTYPE);
    if (!takes)
        return 0;
    assert_int_not_equal(status, GATHER_STATUS_DTYPE);
    assert_true(size == 0 || status == GATHER_STATUS_OK || status == GATHER_STATUS_INDEX_RANGE);
    (void)snprintf(where, sizeof where, "%lld of %d bits in %lld rows", (long long)value,
                   (int)gather_dtype_bits(dtype), (long long)size);
    expect_outcome(behaviour, gather_behaviour_outcome(&ours, dtype, value, size), status, output, where);
    return 1;
}

static void test_own_operators(void **state)
{
    (void)state;
    static const int64_t sizes[] = {0, 1, 4, TAKE_ROWS};
    static struct take_fixture fixture;
    const struct gather_behaviour *behaviour;
    size_t rows = 0, judged = 0;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++) {
        if (behaviour->dialect == NULL)
            continue;
        rows++;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            take_set_data(&fixture, sizes[s]);
            for (size_t t = 0; t < TAKE_TYPES; t++) {
                int64_t values[64];
                size_t count = values_of(take_index_types[t], values);
                for (size_t v = 0; v < count; v++)
                    judged += check_own_value(behaviour, &fixture, take_index_types[t], values[v]);
            }
        }
    }
    assert_int_equal(rows, 10); /* onnx twice, openvino, directml, webnn, xla, torch, numpy three times */
    if (judged < 2000)
        fail_msg("only %zu values were judged", judged);
}

/* ---- what was measured of others ----------------------------------------------------------------- */

enum { ERROR = GATHER_OUTCOME_ERROR, ZERO = GATHER_OUTCOME_ZERO, FILL = GATHER_OUTCOME_FILL };

struct measured {
    const char *id;
    int32_t dtype;
    int32_t kind; /* of what came out of data with 4 rows */
    int64_t row;
    int64_t value;
};

#define ROW(r) GATHER_OUTCOME_ROW, r

/* clang-format off */
static const struct measured measurements[] = {
    {"ort-cpu", GATHER_DTYPE_I64, ROW(3), -1},        {"ort-cpu", GATHER_DTYPE_I64, ERROR, -1, -5},
    {"ort-cpu", GATHER_DTYPE_I64, ERROR, -1, INT64_C(1) << 32},
    {"openvino-cpu", GATHER_DTYPE_I32, ROW(0), -4},   {"openvino-cpu", GATHER_DTYPE_I32, ZERO, -1, 4},
    {"openvino-cpu", GATHER_DTYPE_I64, ROW(0), INT64_C(1) << 32},
    {"openvino-cpu", GATHER_DTYPE_I64, ROW(3), (INT64_C(1) << 32) - 1},
    {"openvino-cpu", GATHER_DTYPE_I64, ROW(3), INT64_MAX},
    {"openvino-cpu", GATHER_DTYPE_U32, ROW(3), (INT64_C(1) << 32) - 1},
    {"openvino-cpu", GATHER_DTYPE_U32, ZERO, -1, INT64_C(1) << 31},
    {"openvino-cpu", GATHER_DTYPE_U64, ROW(3), -1},   {"openvino-cpu", GATHER_DTYPE_U8, ZERO, -1, 255},
    {"openvino-cpu-7", GATHER_DTYPE_I32, ZERO, -1, -1}, {"openvino-cpu-7", GATHER_DTYPE_U64, ZERO, -1, -1},
    {"openvino-cpu-7", GATHER_DTYPE_I64, ROW(1), (INT64_C(1) << 32) + 1},
    {"jax-fill", GATHER_DTYPE_I32, ROW(0), -4},       {"jax-fill", GATHER_DTYPE_I32, FILL, -1, -5},
    {"jax-fill", GATHER_DTYPE_I64, ROW(3), -(INT64_C(1) << 32) - 1},
    {"jax-fill", GATHER_DTYPE_U64, FILL, -1, -1},     {"jax-fill", GATHER_DTYPE_U64, ROW(0), INT64_C(1) << 32},
    {"jax-clip", GATHER_DTYPE_I32, ROW(0), -1},       {"jax-clip", GATHER_DTYPE_I64, ROW(0), INT64_C(1) << 31},
    {"jax-clip", GATHER_DTYPE_U32, ROW(3), (INT64_C(1) << 32) - 1},
    {"jax-index", GATHER_DTYPE_I32, ROW(3), -1},      {"jax-index", GATHER_DTYPE_I32, ROW(0), -6},
    {"jax-index", GATHER_DTYPE_U32, ROW(0), (INT64_C(1) << 32) - 1},
    {"jax-index", GATHER_DTYPE_I64, ROW(3), (INT64_C(1) << 32) - 1},
    {"tf-cpu", GATHER_DTYPE_I32, ERROR, -1, -1},      {"tf-xla", GATHER_DTYPE_I32, ROW(0), -1},
    {"tf-xla", GATHER_DTYPE_I64, ROW(3), INT64_C(1) << 32}, {"tflite", GATHER_DTYPE_I16, ERROR, -1, -1},
    {"numpy", GATHER_DTYPE_U64, ROW(3), -1},          {"numpy-clip", GATHER_DTYPE_U64, ROW(0), -1},
    {"numpy-wrap", GATHER_DTYPE_I8, ROW(0), -128},    {"numpy-wrap", GATHER_DTYPE_I32, ROW(3), -5},
    {"pandas", GATHER_DTYPE_U64, ROW(3), -1},         {"polars", GATHER_DTYPE_U64, ERROR, -1, -1},
    {"polars", GATHER_DTYPE_I8, ROW(0), -4},          {"pandas", GATHER_DTYPE_I64, ERROR, -1, 4},
    {"pyarrow", GATHER_DTYPE_I8, ERROR, -1, -1},      {"pyarrow", GATHER_DTYPE_U8, ROW(3), 3},
    {"pyarrow", GATHER_DTYPE_I64, ERROR, -1, (INT64_C(1) << 32) + 1},
    {"torch-index", GATHER_DTYPE_I32, ROW(3), -1},    {"torch-index", GATHER_DTYPE_I64, ERROR, -1, 4},
    {"torch-cuda", GATHER_DTYPE_I32, ERROR, -1, -1},  {"torch-cuda", GATHER_DTYPE_I64, ROW(0), INT64_C(1) << 32},
    {"torch-cuda", GATHER_DTYPE_I64, ROW(1), (INT64_C(1) << 32) + 1},
    {"torch-cuda", GATHER_DTYPE_I64, ERROR, -1, (INT64_C(1) << 32) - 1},
    {"torch-compile", GATHER_DTYPE_I64, ROW(0), -4},  {"torch-compile", GATHER_DTYPE_I64, ERROR, -1, -5},
    {"torch-compile", GATHER_DTYPE_I64, ERROR, -1, (INT64_C(1) << 32) - 1},
    {"cupy", GATHER_DTYPE_I8, ROW(3), -5},            {"cupy", GATHER_DTYPE_U64, ROW(3), -1},
    {"cupy", GATHER_DTYPE_I64, ROW(0), INT64_MIN},    {"cupy", GATHER_DTYPE_U32, ROW(1), (INT64_C(1) << 31) + 1},
};
/* clang-format on */

static void test_measurements(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof measurements / sizeof *measurements; k++) {
        const struct measured *m = &measurements[k];
        struct gather_outcome outcome =
            gather_behaviour_outcome(take_behaviour(m->id), m->dtype, m->value, 4);
        if (outcome.kind != m->kind || outcome.row != m->row)
            fail_msg("%s, %lld: kind %d row %lld", m->id, (long long)m->value, (int)outcome.kind,
                     (long long)outcome.row);
    }
}

/* An axis as long as it gets: nothing overflows. */
static void test_huge_axis(void **state)
{
    (void)state;
    struct gather_outcome outcome =
        gather_behaviour_outcome(take_behaviour("numpy"), GATHER_DTYPE_I64, INT64_MIN, INT64_MAX);
    assert_int_equal(outcome.kind, GATHER_OUTCOME_ERROR);
    outcome = gather_behaviour_outcome(take_behaviour("numpy"), GATHER_DTYPE_I64, -INT64_MAX, INT64_MAX);
    assert_int_equal(outcome.row, 0);
    outcome = gather_behaviour_outcome(take_behaviour("numpy-wrap"), GATHER_DTYPE_I64, INT64_MIN, INT64_MAX);
    assert_true(outcome.row == INT64_MAX - 1);
    outcome = gather_behaviour_outcome(take_behaviour("cupy"), GATHER_DTYPE_U64, -1, INT64_MAX);
    assert_true(outcome.row == 1);
    outcome = gather_behaviour_outcome(take_behaviour("openvino-cpu"), GATHER_DTYPE_I64, INT64_C(1) << 33,
                                       INT64_MAX);
    assert_int_equal(outcome.row, 0);
}

/* ---- explanations -------------------------------------------------------------------------------- */

static char *told(const struct gather_explanation *explanation, int32_t columns)
{
    static char text[TEXT];
    struct gather_memory memory = {0};
    struct gather_drawing drawing = {0, columns, false, false};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    gather_explanation_write(explanation, &drawing, &writer);
    gather_explanation_write_shape(explanation, &drawing, &writer);
    assert_int_equal(writer.status, GATHER_STATUS_OK);
    assert_true(memory.count < TEXT);
    memcpy(text, memory.bytes, memory.count);
    text[memory.count] = '\0';
    gather_memory_fini(&memory);
    return text;
}

static void expect_verdict(const struct take_fixture *fixture, const char *worlds, const char *verdict)
{
    struct gather_explanation *explanation = take_explain(fixture, worlds);
    char *text = told(explanation, 1000);
    size_t length = strlen(verdict);
    if (strncmp(text, verdict, length) != 0 || text[length] != '\n')
        fail_msg("expected: %s\ngot: %s", verdict, text);
    gather_explanation_destroy(explanation);
}

static void test_verdicts(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t five = 5, minus = -1, inside[] = {0, 3}, mixed[] = {0, 5, -1, -6},
                         late[] = {0, -1, 5};
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, &five, 1);
    expect_verdict(&fixture, "numpy", "index 5 is outside -4..3 of axis 0: numpy refuses it");
    expect_verdict(&fixture, "openvino", "index 5 is outside -4..3 of axis 0: openvino gives zeros");
    expect_verdict(&fixture, "numpy-clip", "index 5 is outside 0..3 of axis 0: numpy-clip takes row 3");
    expect_verdict(&fixture, "jax",
                   "index 5 is outside -4..3 of axis 0: 1 of 3 worlds fills it, 2 take row 3");
    take_set_indices(&fixture, GATHER_DTYPE_I64, &minus, 1);
    expect_verdict(&fixture, "numpy", "the index lies in -4..3 of axis 0: numpy takes its row");
    expect_verdict(&fixture, "torch", "index -1 is outside 0..3 of axis 0: torch refuses it");
    take_set_indices(&fixture, GATHER_DTYPE_I64, inside, 2);
    expect_verdict(&fixture, NULL, "both indices lie in 0..3 of axis 0: every world takes the same rows");
    take_set_indices(&fixture, GATHER_DTYPE_I64, mixed, 4);
    expect_verdict(
        &fixture, "onnx",
        "2 of 4 indices are outside -4..3 of axis 0; the first is indices[1] = 5: onnx refuses it");
    expect_verdict(&fixture, "tf",
                   "3 of 4 indices are outside 0..3 of axis 0; the first is indices[1] = 5: 1 of 3 worlds "
                   "refuses this call, 1 gives zeros somewhere, 1 takes rows for all");
    expect_verdict(
        &fixture, "jax",
        "2 of 4 indices are outside -4..3 of axis 0, and 1 other is below 0 but counts from the end; "
        "the first is indices[1] = 5: 1 of 3 worlds fills somewhere, 2 take rows for all");
    take_set_indices(&fixture, GATHER_DTYPE_I64, late, 3);
    expect_verdict(
        &fixture, "ort",
        "indices[2] = 5 is outside -4..3 of axis 0, and 1 other is below 0 but counts from the end: "
        "1 of 2 worlds refuses this call, 1 gives zeros somewhere");
    expect_verdict(&fixture, "tf",
                   "2 of 3 indices are outside 0..3 of axis 0; the first is indices[1] = -1: 1 of 3 worlds "
                   "refuses this call, 1 gives zeros somewhere, 1 takes rows for all");
    take_set_indices(&fixture, GATHER_DTYPE_I64, late, 2);
    expect_verdict(&fixture, "ort",
                   "indices[1] = -1 is below 0 but counts from the end of axis 0: all 2 worlds take row 3");
    take_set_indices(&fixture, GATHER_DTYPE_I64, mixed, 0);
    expect_verdict(&fixture, NULL, "there is no index: every world gives an empty output");
    take_set_indices(&fixture, GATHER_DTYPE_U64, &minus, 1);
    expect_verdict(&fixture, "numpy",
                   "index 18446744073709551615 is outside 0..3 of axis 0: numpy takes row 3");
    take_set_indices(&fixture, GATHER_DTYPE_U8, &five, 1);
    expect_verdict(&fixture, "torch", "none of the worlds asked takes these operands");
    expect_verdict(&fixture, "numpy", "index 5 is outside 0..3 of axis 0: numpy refuses it");
    take_set_data(&fixture, 0);
    take_set_indices(&fixture, GATHER_DTYPE_I64, inside, 1);
    expect_verdict(&fixture, "openvino", "index 0 is outside axis 0, which is empty: openvino gives zeros");
}

/* No line is wider than the page, whatever the values are. */
static void test_width(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    int64_t values[48];
    for (int64_t k = 0; k < 48; k++)
        values[k] = k % 3 == 0 ? INT64_MIN + k : k % 3 == 1 ? -k : k;
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, values, 48);
    for (int32_t page = 60; page <= 120; page += 20) {
        struct gather_explanation *explanation = take_explain(&fixture, NULL);
        const char *text = told(explanation, page);
        for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
            length = strcspn(text, "\n");
            if (length > (size_t)page)
                fail_msg("wider than %d: %.*s", (int)page, (int)length, text);
        }
        gather_explanation_destroy(explanation);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t zero = 0;
    struct gather_explanation *explanation = NULL;
    struct gather_error error = {0};
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, &zero, 1);
    assert_int_equal(gather_explanation_create(&explanation, &fixture.take, "nobody", &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "dialect");
    fixture.take.axis = 2;
    assert_int_equal(gather_explanation_create(&explanation, &fixture.take, NULL, &error),
                     GATHER_STATUS_AXIS);
    fixture.take.axis = 0;
    fixture.take.indices.dtype = GATHER_DTYPE_F32;
    assert_int_equal(gather_explanation_create(&explanation, &fixture.take, NULL, &error),
                     GATHER_STATUS_DTYPE);
    assert_string_equal(error.operand, "indices");
    assert_null(explanation);
    gather_explanation_destroy(NULL);
}

/* An axis counts from the end as well, and everybody who is handed the take takes it so. */
static void test_axis_from_the_end(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t values[] = {1, -1};
    static char expected[TEXT];
    struct gather_layout plain;
    const struct gather_behaviour *behaviour;
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, values, 2);
    for (int32_t axis = 0; axis < 2; axis++) {
        struct gather_layout output;
        struct gather_take from_end = fixture.take;
        fixture.take.axis = axis;
        from_end.axis = axis - 2;
        struct gather_explanation *explanation = take_explain(&fixture, NULL), *other = NULL;
        strcpy(expected, told(explanation, 100));
        assert_int_equal(gather_explanation_create(&other, &from_end, NULL, NULL), GATHER_STATUS_OK);
        assert_string_equal(told(other, 100), expected);
        assert_int_equal(gather_take_output(&fixture.take, &plain, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_take_output(&from_end, &output, NULL), GATHER_STATUS_OK);
        assert_true(gather_layout_equal(&output, &plain));
        for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++) {
            struct gather_op op, same;
            struct gather_layout operands[2];
            if (behaviour->dialect == NULL)
                continue;
            assert_int_equal(gather_behaviour_op(behaviour, NULL, &fixture.take, &op, operands, NULL), 0);
            assert_int_equal(gather_behaviour_op(behaviour, NULL, &from_end, &same, operands, NULL), 0);
            assert_int_equal(op.axis, same.axis);
        }
        gather_explanation_destroy(explanation);
        gather_explanation_destroy(other);
    }
}

/* What each function says of a take that is none: never a look outside the data's sizes. */
static void test_statuses(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t zero = 0, long_rows[] = {4, INT64_C(1) << 60}, many = 1 << 10;
    static const int32_t axes[] = {2, -3, INT32_MIN, INT32_MAX};
    int64_t ones[GATHER_MAX_RANK];
    struct gather_explanation *explanation = NULL;
    struct gather_layout output, operands[2];
    struct gather_op op;
    struct gather_error error = {0};
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, &zero, 1);
    for (size_t k = 0; k < sizeof axes / sizeof *axes; k++) {
        fixture.take.axis = axes[k];
        assert_int_equal(gather_explanation_create(&explanation, &fixture.take, NULL, &error),
                         GATHER_STATUS_AXIS);
        assert_string_equal(error.operand, "axis");
        assert_int_equal(gather_take_output(&fixture.take, &output, NULL), GATHER_STATUS_AXIS);
        assert_int_equal(
            gather_behaviour_op(take_behaviour("numpy"), NULL, &fixture.take, &op, operands, NULL),
            GATHER_STATUS_AXIS);
    }
    fixture.take.axis = -1;
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++)
        ones[d] = 1;
    assert_int_equal(gather_layout_init(&fixture.take.indices, GATHER_DTYPE_I64, GATHER_MAX_RANK, ones, NULL),
                     0);
    assert_int_equal(gather_explanation_create(&explanation, &fixture.take, NULL, &error),
                     GATHER_STATUS_RANK);
    assert_string_equal(error.operand, "output");
    fixture.take.axis = 0;
    assert_int_equal(gather_layout_init(&fixture.take.data, GATHER_DTYPE_U8, 2, long_rows, NULL), 0);
    assert_int_equal(gather_layout_init(&fixture.take.indices, GATHER_DTYPE_I64, 1, &many, NULL), 0);
    assert_int_equal(gather_explanation_create(&explanation, &fixture.take, NULL, &error),
                     GATHER_STATUS_OVERFLOW);
    assert_string_equal(error.operand, "output");
    assert_null(explanation);
}

/* A version goes to the operator as it was asked for; without one it is that of the row. */
static void test_versions(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t zero = 0;
    struct gather_attribute version = {
        .name = "version", .kind = GATHER_ATTRIBUTE_TEXT, .text = "foo", .count = 3};
    struct gather_layout operands[2], output;
    struct gather_op op;
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, &zero, 1);
    const struct gather_behaviour *onnx = take_behaviour("onnx");
    assert_int_equal(gather_behaviour_op(onnx, &version, &fixture.take, &op, operands, NULL),
                     GATHER_STATUS_ARGUMENT);
    version.kind = GATHER_ATTRIBUTE_INTEGER;
    version.integer = 13;
    assert_int_equal(gather_behaviour_op(onnx, &version, &fixture.take, &op, operands, NULL), 0);
    assert_int_equal(op.version, 13);
    version.kind = GATHER_ATTRIBUTE_NONE;
    assert_int_equal(gather_behaviour_op(onnx, &version, &fixture.take, &op, operands, NULL), 0);
    assert_int_equal(op.version, 0);
    assert_int_equal(gather_behaviour_op(onnx, NULL, &fixture.take, &op, operands, NULL), 0);
    assert_int_equal(op.version, 0); /* the newest, which takes bf16 */
    fixture.take.data.dtype = GATHER_DTYPE_BF16;
    fixture.take.data.cell_bits = 16;
    assert_int_equal(gather_behaviour_op(onnx, NULL, &fixture.take, &op, operands, NULL), 0);
    assert_int_equal(gather_infer(&op, operands, 2, &output, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_behaviour_op(take_behaviour("onnx-1"), NULL, &fixture.take, &op, operands, NULL),
                     0);
    assert_int_equal(op.version, 1);
    assert_int_equal(gather_infer(&op, operands, 2, &output, NULL), GATHER_STATUS_DTYPE);
    assert_int_equal(gather_behaviour_op(take_behaviour("ort-cpu"), NULL, &fixture.take, &op, operands, NULL),
                     GATHER_STATUS_UNSUPPORTED);
}

static void test_json(void **state)
{
    (void)state;
    static struct take_fixture fixture;
    static const int64_t values[] = {0, 5, -1, -6};
    struct gather_memory memory = {0};
    struct gather__json *read = NULL;
    take_set_data(&fixture, 4);
    take_set_indices(&fixture, GATHER_DTYPE_I64, values, 4);
    struct gather_explanation *explanation = take_explain(&fixture, NULL);
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    gather_json_object(&json, NULL);
    gather_explanation_write_json(explanation, &json);
    gather_json_end(&json);
    assert_int_equal(gather__json_read(memory.bytes, memory.count, memory.count, &read, NULL),
                     GATHER_STATUS_OK);
    struct gather__json *worlds = gather__json_member(read, "worlds");
    assert_int_equal(gather__json_count(gather__json_member(read, "indices")), 3);
    for (size_t k = 0; k < gather__json_count(worlds); k++) {
        struct gather__json *world = gather__json_item(worlds, k);
        if (gather__json_boolean(gather__json_member(world, "takes_the_type")))
            assert_int_equal(gather__json_count(gather__json_member(world, "outcomes")), 3);
    }
    assert_null(gather_behaviour_at(gather__json_count(worlds)));
    gather__json_free(read);
    gather_memory_fini(&memory);
    gather_explanation_destroy(explanation);
}

static void test_reals(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "x", "1e", "0x1", "1 2", "nan", "[1]", "\"1\"", "1,5"};
    double value = 0;
    assert_true(gather_real_read("1e-3", &value) && value == 1e-3);
    assert_true(gather_real_read("2", &value) && value == 2);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        assert_false(gather_real_read(bad[k], &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows_are_whole),
                                       cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_names_parted_by_commas),
                                       cmocka_unit_test(test_own_operators),
                                       cmocka_unit_test(test_measurements),
                                       cmocka_unit_test(test_huge_axis),
                                       cmocka_unit_test(test_verdicts),
                                       cmocka_unit_test(test_width),
                                       cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_json),
                                       cmocka_unit_test(test_reals),
                                       cmocka_unit_test(test_statuses),
                                       cmocka_unit_test(test_axis_from_the_end),
                                       cmocka_unit_test(test_versions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
