/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sections A and B of docs/hostile.md, index values and shapes, through the operators of ONNX, OpenVINO, numpy
 * and torch. Each test has the number of its line.
 */
#include <stdio.h>

#include "support/op_check.h"

/* ---- index values: one index into five numbers --------------------------------------------------- */

enum { NUMBERS = 5 };
#define FIVE "i32[5]=10,11,12,13,14"

/* What an operator does with an index. */
enum manner { COUNTS_FROM_END = 1, ANSWERS_ZERO = 2, WRAPS = 4, CLAMPS = 8 };

struct subject {
    struct gather_op op;
    const char *data, *indices, *output; /* `indices` and `output` without a type */
    bool indices_first;
    int manner;
};

static struct gather_op loosely(struct gather_op op)
{
    op.strictness = GATHER_LOOSE;
    return op;
}

#define PLAIN(op, manner)                                                                                    \
    {                                                                                                        \
        op, FIVE, "[1]", "i32[1]", false, manner                                                             \
    }
enum { SUBJECTS = 14 };

static void list_subjects(struct subject *subjects)
{
    const struct subject listed[SUBJECTS] = {
        PLAIN(loosely(gather_onnx_gather(13, 0)), COUNTS_FROM_END),
        PLAIN(loosely(gather_onnx_gather_elements(11, 0)), COUNTS_FROM_END),
        {loosely(gather_onnx_gather_nd(13, 0)), FIVE, "[1]", "i32[]", false, COUNTS_FROM_END},
        PLAIN(gather_onnx_gather(1, 0), 0),
        PLAIN(gather_openvino_gather(8, 0, 0), COUNTS_FROM_END | ANSWERS_ZERO),
        PLAIN(gather_openvino_gather_elements(6, 0), COUNTS_FROM_END),
        {gather_openvino_gather_nd(8, 0), FIVE, "[1]", "i32[]", false, COUNTS_FROM_END},
        PLAIN(gather_numpy_take(0, GATHER_POLICY_ERROR), COUNTS_FROM_END),
        PLAIN(gather_numpy_take_flat(GATHER_POLICY_CLAMP), CLAMPS),
        PLAIN(gather_numpy_take(0, GATHER_POLICY_WRAP), WRAPS),
        PLAIN(gather_numpy_getitem(0), COUNTS_FROM_END),
        PLAIN(gather_torch_index_select(0), 0),
        PLAIN(gather_torch_take_along_dim(0), WRAPS),
        {gather_torch_embedding(), "i32[5,1]=10,11,12,13,14", "[1]", "i32[1,1]", true, 0},
    };
    memcpy(subjects, listed, sizeof listed);
}

static bool takes_type(const struct subject *subject, const char *type)
{
    struct gather_layout output;
    char indices[32];
    snprintf(indices, sizeof indices, "%s%s", type, subject->indices);
    const struct gather_layout data = operand_of(subject->data, NULL), index = operand_of(indices, NULL);
    const struct gather_layout inputs[] = {subject->indices_first ? index : data,
                                           subject->indices_first ? data : index};
    return gather_infer(&subject->op, inputs, 2, &output, NULL) == GATHER_STATUS_OK;
}

/* What an index means, by the rule in words: -1 for none, -2 for a refusal. A u64 above 2^63-1 has its own. */
static int expected_number(int manner, int64_t value, bool is_huge)
{
    if (manner & CLAMPS)
        return is_huge || value > NUMBERS - 1 ? NUMBERS - 1 : value < 0 ? 0 : (int)value;
    if (manner & WRAPS)
        return is_huge ? (int)((uint64_t)value % NUMBERS) : (int)((value % NUMBERS + NUMBERS) % NUMBERS);
    if (!is_huge && (manner & COUNTS_FROM_END) && value < 0 && value >= -NUMBERS)
        return (int)value + NUMBERS;
    if (!is_huge && value >= 0 && value < NUMBERS)
        return (int)value;
    return manner & ANSWERS_ZERO ? -1 : -2;
}

static void check_subject(const struct subject *subject, const char *type, int64_t value)
{
    char indices[64], output[64];
    bool is_unsigned = type[0] == 'u', is_huge = is_unsigned && value < 0;
    if (is_unsigned)
        snprintf(indices, sizeof indices, "%s%s=%llu", type, subject->indices, (unsigned long long)value);
    else
        snprintf(indices, sizeof indices, "%s%s=%lld", type, subject->indices, (long long)value);
    const char *first = subject->indices_first ? indices : subject->data;
    const char *second = subject->indices_first ? subject->data : indices;
    int number = expected_number(subject->manner, value, is_huge);
    snprintf(output, sizeof output, "%s=%d", subject->output, number == -1 ? 0 : number + 10);
    if (number != -2) {
        check_gathers(&subject->op, first, second, output);
        return;
    }
    int64_t low = subject->manner & COUNTS_FROM_END ? -NUMBERS : 0;
    check_index_refused(&subject->op, first, second, subject->output, AT(0),
                        INDEX_OUTSIDE(0, value, low, NUMBERS - 1));
}

/* One value, of each type that has it, through every operator that takes the type. */
static void check_value(int64_t value)
{
    static const struct {
        const char *name;
        int64_t low, high;
    } types[] = {{"i8", INT8_MIN, INT8_MAX},    {"i16", INT16_MIN, INT16_MAX}, {"i32", INT32_MIN, INT32_MAX},
                 {"i64", INT64_MIN, INT64_MAX}, {"u8", 0, UINT8_MAX},          {"u16", 0, UINT16_MAX},
                 {"u32", 0, UINT32_MAX},        {"u64", 0, INT64_MAX}};
    struct subject subjects[SUBJECTS];
    int tried = 0;
    list_subjects(subjects);
    for (size_t s = 0; s < SUBJECTS; s++)
        for (size_t t = 0; t < ITEMS(types); t++)
            if (value >= types[t].low && value <= types[t].high && takes_type(&subjects[s], types[t].name)) {
                check_subject(&subjects[s], types[t].name, value);
                tried++;
            }
    assert_true(tried >= SUBJECTS); /* i64 everywhere */
}

/* One value of u64 above all of i64, given by its bits. */
static void check_huge(int64_t bits)
{
    struct subject subjects[SUBJECTS];
    int tried = 0;
    list_subjects(subjects);
    for (size_t s = 0; s < SUBJECTS; s++)
        if (takes_type(&subjects[s], "u64")) {
            check_subject(&subjects[s], "u64", bits);
            tried++;
        }
    assert_true(tried >= 9);
}

static void test_hostile_1_off_by_one(void **state) /* COVERS(CORE-13, ONNX-12, OV-6) */
{
    (void)state;
    check_value(NUMBERS - 1);
    check_value(NUMBERS);
}

static void test_hostile_2_one_below_the_first(void **state) /* COVERS(CORE-14, ONNX-35, OV-38, NP-24) */
{
    (void)state;
    check_value(-NUMBERS);
    check_value(-NUMBERS - 1);
}

static void test_hostile_3_minus_one(void **state) /* COVERS(CORE-14, ONNX-25, TORCH-5) */
{
    (void)state;
    check_value(-1);
}

static void test_hostile_4_extremes_of_i64(void **state) /* COVERS(CORE-13, CORE-14) */
{
    (void)state;
    check_value(INT64_MIN);
    check_value(INT64_MIN + 1);
    check_value(INT64_MAX);
    check_value(INT64_MAX - 1);
}

/* Of data that long, the least i32 counts from the end and is inside. */
static void test_hostile_5_least_i32_in_long_data(void **state) /* COVERS(CORE-13, ONNX-24, OV-20, NP-8) */
{
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_openvino_gather(8, 0, 0),
                                    gather_numpy_take(0, 0), gather_numpy_take_flat(0),
                                    gather_torch_index_select(0)};
    const int64_t sizes[] = {INT64_C(1) << 31, (INT64_C(1) << 31) - 1, INT64_C(1) << 33};
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++)
        for (size_t s = 0; s < ITEMS(sizes); s++) {
            uint8_t byte = 77, out = 0;
            int32_t index = INT32_MIN;
            struct gather_layout layouts[] = {operand_of("u8[1]", NULL), operand_of("i32[1]", NULL)};
            const struct gather_layout output = operand_of("u8[1]", NULL);
            const struct gather_buffer inputs[] = {{&byte, 1}, {&index, sizeof index}};
            layouts[0].sizes[0] = sizes[s];
            layouts[0].place[0] = 0; /* one byte, repeated */
            enum gather_status status = gather_once(&ops[k], layouts, inputs, 2, &output,
                                                    (struct gather_buffer){&out, 1}, NULL, NULL);
            bool is_inside = s != 1 && k < 4, is_zero = s == 1 && k == 1;
            assert_int_equal(status, is_inside || is_zero ? GATHER_STATUS_OK : GATHER_STATUS_INDEX_RANGE);
            assert_int_equal(out, is_inside ? 77 : 0);
        }
}

static void test_hostile_6_u64_of_2_63_and_more(void **state) /* COVERS(CORE-13, ONNX-8, OV-9, NP-4) */
{
    (void)state;
    check_huge(INT64_MIN); /* 2^63 */
    check_huge(INT64_MIN + 1);
    check_huge(-1); /* 2^64 - 1, and no -1 */
    check_huge(-5);
}

static void test_hostile_7_u32_is_never_minus_one(void **state) /* COVERS(CORE-13, ONNX-8, OV-9) */
{
    (void)state;
    check_value(UINT32_MAX);
    check_value(UINT32_MAX - 4);
    check_value(UINT16_MAX);
    check_value(UINT8_MAX);
    check_value(INT64_C(1) << 32); /* nor is a wide one cut */
}

/* Indices that are no cell, of data whose two elements lie 2^62 bytes apart: nothing is multiplied before. */
static void test_hostile_8_overflow_behind_the_stride(void **state) /* COVERS(CORE-9, CORE-14) */
{
    static const int64_t bad[] = {2, 3, 4, 8, INT64_C(1) << 62, -3};
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_onnx_gather_nd(13, 0),
                                    gather_openvino_gather_elements(6, 0), gather_numpy_take_flat(0),
                                    gather_torch_index_select(0)};
    struct {
        uint8_t out;
        int64_t index;
        uint8_t first; /* of the data; the other element is nowhere */
    } memory = {.first = 9};
    struct gather_layout layouts[] = {operand_of("u8[2]", NULL), operand_of("i64[1]", NULL)};
    const struct gather_buffer inputs[] = {{&memory.first, (UINT64_C(1) << 62) + 1}, {&memory.index, 8}};
    const struct gather_buffer out = {&memory.out, 1};
    (void)state;
    layouts[0].place[0] = INT64_C(1) << 62;
    for (size_t k = 0; k < ITEMS(ops); k++) {
        const struct gather_layout output = operand_of(k == 1 ? "u8[]" : "u8[1]", NULL);
        for (size_t i = 0; i < ITEMS(bad); i++) {
            memory.index = bad[i];
            memory.out = 0;
            assert_int_equal(gather_once(&ops[k], layouts, inputs, 2, &output, out, NULL, NULL),
                             GATHER_STATUS_INDEX_RANGE);
            assert_int_equal(memory.out, 0);
        }
        memory.index = 0;
        assert_int_equal(gather_once(&ops[k], layouts, inputs, 2, &output, out, NULL, NULL),
                         GATHER_STATUS_OK);
        assert_int_equal(memory.out, 9);
    }
}

/* Tasks of one row each, the last first. */
static int backwards(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                     void *argument, uint64_t count, uint64_t grain)
{
    (void)context, (void)grain;
    for (uint64_t k = count; k > 0; k--)
        task(argument, k - 1, k);
    return 0;
}

static void test_hostile_10_the_first_of_several(void **state) /* COVERS(CORE-12, CORE-16, ONNX-12, OV-6) */
{
    enum { COUNT = 6000, FIRST_BAD = 4217 }; /* = 3 * 1405 + 2 */
    static int64_t indices[COUNT];
    static uint8_t data[7], out[COUNT];
    const struct gather_threads threads = {backwards, NULL, 0};
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_onnx_gather_nd(13, 0),
                                    gather_openvino_gather_nd(5, 0), gather_numpy_take(0, 0),
                                    gather_torch_gather(0)};
    (void)state;
    for (int64_t k = 0; k < COUNT; k++)
        indices[k] = k >= FIRST_BAD && k % 3 == 2 ? 1000 + k : k % 7;
    for (size_t k = 0; k < ITEMS(ops); k++)
        for (int turn = 0; turn < 4; turn++) {
            bool is_nd = k == 1 || k == 2;
            const struct gather_layout layouts[] = {operand_of("u8[7]", NULL),
                                                    operand_of(is_nd ? "i64[6000,1]" : "i64[6000]", NULL)};
            const struct gather_layout output = operand_of("u8[6000]", NULL);
            const struct gather_buffer inputs[] = {{data, sizeof data}, {indices, sizeof indices}};
            const struct gather_run run = {.size = sizeof run,
                                           .threads = turn & 1 ? &threads : NULL,
                                           .check = turn & 2 ? GATHER_CHECK_FUSED : GATHER_CHECK_FIRST};
            struct gather_error error;
            assert_int_equal(gather_once(&ops[k], layouts, inputs, 2, &output,
                                         (struct gather_buffer){out, sizeof out}, &run, &error),
                             GATHER_STATUS_INDEX_RANGE);
            assert_int_equal(error.position[0], FIRST_BAD);
            assert_int_equal(error.value, 1000 + FIRST_BAD);
        }
}

static void test_hostile_11_wrap_and_clamp_of_extremes(void **state) /* COVERS(NP-10, NP-11, TORCH-32) */
{
    (void)state;
    struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_openvino_gather(8, 0, 0),
                              gather_torch_index_select(0), gather_numpy_take(0, 0)};
    for (size_t k = 0; k < ITEMS(ops); k++) {
        ops[k].policy = GATHER_POLICY_WRAP; /* -2^63 = -8 mod 5 */
        check_gathers(&ops[k], FIVE, "i64[3]=-9223372036854775808,9223372036854775807,-1", "i32[3]=12,12,14");
        ops[k].policy = GATHER_POLICY_CLAMP;
        check_gathers(&ops[k], FIVE, "i64[2]=-9223372036854775808,9223372036854775807", "i32[2]=10,14");
    }
}

/* ---- shapes -------------------------------------------------------------------------------------- */

static void test_hostile_13_empty_axis_with_indices(void **state) /* COVERS(CORE-19, ONNX-15, OV-23, OV-39) */
{
    const struct gather_op refusing[] = {gather_onnx_gather(13, 0),
                                         gather_onnx_gather_elements(13, 0),
                                         gather_openvino_gather_elements(6, 0),
                                         gather_numpy_take(0, GATHER_POLICY_ERROR),
                                         gather_numpy_take(0, GATHER_POLICY_WRAP),
                                         gather_numpy_take_flat(GATHER_POLICY_CLAMP),
                                         gather_numpy_take_along_axis(0),
                                         gather_numpy_getitem(0),
                                         gather_torch_index_select(0),
                                         gather_torch_gather(0),
                                         gather_torch_take_along_dim(0),
                                         gather_torch_take_along_dim_flat()};
    struct gather_op op = gather_openvino_gather(8, 0, 0);
    (void)state;
    for (size_t k = 0; k < ITEMS(refusing); k++)
        check_index_refused(&refusing[k], "i32[0]", "i64[2]=0,7", "i32[2]", AT(0),
                            INDEX_OUTSIDE(0, 0, 0, -1));
    check_gathers(&op, "i32[0]", "i64[2]=0,7", "i32[2]=0,0");
    op.policy = GATHER_POLICY_WRAP;
    check_index_refused(&op, "i32[0]", "i64[2]=0,7", "i32[2]", AT(0), INDEX_OUTSIDE(0, 0, 0, -1));
}

static void test_hostile_14_empty_axis_without_indices(void **state) /* COVERS(CORE-19, ONNX-14, TORCH-6) */
{
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_openvino_gather(8, 0, 0),
                                    gather_numpy_take(0, GATHER_POLICY_WRAP), gather_torch_index_select(0)};
    const struct gather_op nd = gather_onnx_gather_nd(13, 0);
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++)
        check_gathers(&ops[k], "i32[0,3]", "i64[0]", "i32[0,3]");
    check_gathers(&nd, "i32[0,3]", "i64[0,2]", "i32[0]");
}

static void test_hostile_15_sizes_of_0_elsewhere(void **state) /* COVERS(CORE-3, ONNX-13, OV-34, NP-13) */
{
    const struct gather_op ops[] = {gather_onnx_gather(13, 1), gather_numpy_take(1, 0),
                                    gather_torch_index_select(1)};
    const struct gather_op batch = gather_openvino_gather(8, 1, 1), nd = gather_openvino_gather_nd(8, 1);
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_gathers(&ops[k], "i32[0,2,3]", "i64[2]=1,0", "i32[0,2,3]"); /* outer */
        check_gathers(&ops[k], "i32[4,2,0]", "i64[1]=1", "i32[4,1,0]");   /* inner */
        check_index_refused(&ops[k], "i32[0,2,3]", "i64[1]=2", "i32[0,1,3]", AT(0),
                            INDEX_OUTSIDE(1, 2, k < 2 ? -2 : 0, 1));
    }
    check_gathers(&batch, "i32[0,2]", "i64[0,3]", "i32[0,3]");
    check_gathers(&nd, "i32[1,2]", "i64[0,1]", "i32[0]");
}

static void test_hostile_16_rank_0(void **state) /* COVERS(ONNX-20, OV-13, NP-9, TORCH-12) */
{
    const struct gather_op onnx = gather_onnx_gather(13, INT64_MIN),
                           open = gather_openvino_gather(8, INT64_MIN, 1),
                           item = gather_numpy_getitem(INT64_MIN), take = gather_numpy_take(-1, 0),
                           select = gather_torch_index_select(-1), rows = gather_onnx_gather(13, -1);
    (void)state;
    check_refused(&onnx, "i32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&open, "i32[]", "i64[]", BARE(RANK, "data"));
    check_refused(&item, "i32[]", "i64[]", BARE(RANK, "data"));
    check_gathers(&take, "i32[]=5", "i64[]=-1", "i32[]=5");
    check_gathers(&select, "i32[]=5", "i64[]=0", "i32[]=5");
    check_gathers(&rows, "i32[2,2]=1,2,3,4", "i64[]=-1", "i32[2]=2,4");
}

/* A shape of `rank` ones. */
static const char *ones(char *text, const char *type, int rank)
{
    size_t at = (size_t)sprintf(text, "%s[", type);
    for (int k = 0; k < rank; k++)
        at += (size_t)sprintf(text + at, k > 0 ? ",1" : "1");
    strcpy(text + at, "]");
    return text;
}

static void test_hostile_17_output_rank(void **state) /* COVERS(CORE-1, ONNX-18) */
{
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_openvino_gather(8, -1, 0),
                                    gather_numpy_take(7, 0), gather_numpy_getitem(3)};
    const struct gather_op nd = gather_openvino_gather_nd(8, 0);
    char data[64], indices[64], output[64];
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_inferred(&ops[k], ones(data, "u8", 9), ones(indices, "i32", 8), ones(output, "u8", 16));
        check_refused(&ops[k], ones(data, "u8", 9), ones(indices, "i32", 9),
                      OUTSIDE(RANK, "output", 17, 0, 16));
        check_refused(&ops[k], ones(data, "u8", 16), ones(indices, "i32", 16),
                      OUTSIDE(RANK, "output", 31, 0, 16));
    }
    struct gather_layout inputs[] = {operand_of(ones(data, "u8", 16), NULL),
                                     operand_of(ones(indices, "i32", 16), NULL)};
    inputs[1].sizes[15] = 0; /* empty tuples */
    check_inputs_refused(&nd, inputs, 2, OUTSIDE(RANK, "output", 31, 0, 16));
    inputs[0].rank = 17;
    check_inputs_refused(&nd, inputs, 2, OUTSIDE(RANK, "data", 17, 0, 16));
    inputs[0].rank = 1;
    inputs[1].rank = -1;
    check_inputs_refused(&nd, inputs, 2, OUTSIDE(RANK, "indices", -1, 0, 16));
}

static void test_hostile_18_axis(void **state) /* COVERS(ONNX-21, OV-14, NP-7, TORCH-10) */
{
    static const int64_t outside[] = {2, -3, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    (void)state;
    for (size_t k = 0; k < ITEMS(outside); k++) {
        int64_t axis = outside[k];
        const struct gather_op ops[] = {
            gather_onnx_gather(13, axis),       gather_onnx_gather_elements(13, axis),
            gather_openvino_gather(8, axis, 0), gather_openvino_gather_elements(6, axis),
            gather_numpy_take(axis, 0),         gather_numpy_take_along_axis(axis),
            gather_numpy_getitem(axis),         gather_torch_index_select(axis),
            gather_torch_gather(axis),          gather_torch_take_along_dim(axis)};
        for (size_t i = 0; i < ITEMS(ops); i++)
            check_refused(&ops[i], "f32[2,3]", "i64[1,1]", AXIS(i < 7 ? "axis" : "dim", axis, -2, 1));
    }
}

static void test_hostile_19_batch_dims(void **state) /* COVERS(ONNX-42, OV-15, OV-16, OV-17, OV-26) */
{
    static const int64_t outside[] = {3, -3, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, INT64_MIN + 1};
    struct gather_op open = gather_openvino_gather(8, 1, 0);
    (void)state;
    for (size_t k = 0; k < ITEMS(outside); k++) {
        const struct gather_op nd[] = {gather_onnx_gather_nd(13, outside[k]),
                                       gather_openvino_gather_nd(8, outside[k])};
        for (size_t i = 0; i < ITEMS(nd); i++) {
            check_refused(&nd[i], "f32[2,3,4]", "i64[2,1]", ARGUMENT("batch_dims", outside[k], 0, 1));
            check_refused(&nd[i], "f32[2,3]", "i64[2,3,1]", ARGUMENT("batch_dims", outside[k], 0, 1));
        }
        open.batch_dims = outside[k];
        check_refused(&open, "f32[2,3,4]", "i64[2,3]", ARGUMENT("batch_dims", outside[k], -2, 2));
        check_refused(&open, "f32[2,3]", "i64[2,3,4]", ARGUMENT("batch_dims", outside[k], -2, 2));
    }
    open.batch_dims = 2; /* above the axis */
    check_refused(&open, "f32[2,3,4]", "i64[2,3]", ARGUMENT("batch_dims", 2, 0, 1));
    open.batch_dims = 1;
    check_refused(&open, "f32[2,3,4]", "i64[3,2]", SIZE(0, 3, 2, 2));
}

static void test_hostile_20_products_of_output_sizes(void **state) /* COVERS(CORE-4, ONNX-16, OV-12) */
{
    static const char *const indices[] = {"i32[4611686018427387904]", "i32[4294967296,2147483648]",
                                          "i32[4294967296,4294967296]", "i32[4194304,4194304,4194304]"};
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_openvino_gather(8, 0, 0),
                                    gather_numpy_take(0, 0)};
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++) {
        for (size_t i = 0; i < ITEMS(indices); i++)
            check_refused(&ops[k], "u8[1,2]", indices[i], BARE(OVERFLOW, "output"));
        check_inferred(&ops[k], "u8[1,0]", "i32[9223372036854775807]", "u8[9223372036854775807,0]");
        check_inferred(&ops[k], "u8[1]", "i32[9223372036854775807]", "u8[9223372036854775807]");
    }
}

static void test_hostile_21_bytes_of_the_output(void **state) /* COVERS(CORE-4, ONNX-16, OV-12) */
{
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_openvino_gather(8, 0, 0),
                                    gather_numpy_take(0, 0), gather_torch_index_select(0)};
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++) {
        check_inferred(&ops[k], "f32[1,1]", "i32[2305843009213693951]", "f32[2305843009213693951,1]");
        check_refused(&ops[k], "f32[1,1]", "i32[2305843009213693952]", BARE(OVERFLOW, "output"));
        check_refused(&ops[k], "f64[1,1]", "i32[2305843009213693951]", BARE(OVERFLOW, "output"));
    }
}

static void test_hostile_22_negative_size_of_an_operand(void **state) /* COVERS(CORE-23) */
{
    static const int64_t bad[] = {-2, INT32_MIN, INT64_MIN};
    const struct gather_op op = gather_onnx_gather(13, 0);
    const struct refusal refusal = {
        GATHER_STATUS_SHAPE, "data", VALUE_AND_LIMITS | GATHER_ERROR_HAS_AXIS, 1, -2, 0, INT64_MAX, 0};
    (void)state;
    for (size_t k = 0; k < ITEMS(bad); k++) {
        struct gather_layout inputs[] = {operand_of("f32[2,3]", NULL), operand_of("i64[2]", NULL)};
        struct refusal expected = refusal;
        expected.value = inputs[0].sizes[1] = bad[k];
        check_inputs_refused(&op, inputs, 2, expected);
        inputs[0].sizes[1] = 3;
        inputs[1].sizes[0] = bad[k];
        expected.operand = "indices";
        expected.axis = 0;
        check_inputs_refused(&op, inputs, 2, expected);
    }
}

/* Rows of three nibbles: every other one begins inside a byte. */
static void test_hostile_23_odd_counts_gathered(void **state) /* COVERS(CORE-8, OV-10) */
{
    const struct gather_op ops[] = {loosely(gather_onnx_gather(13, 0)), gather_openvino_gather(8, 0, 0),
                                    gather_numpy_take(0, 0)};
    const uint8_t data[] = {0x10, 0x32, 0x54, 0x76, 0x08}; /* 0 1 2 / 3 4 5 / 6 7 8 */
    const int64_t indices[] = {2, 0, 1};
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++) {
        uint8_t out[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
        static const uint8_t expected[] = {0x76, 0x08, 0x21, 0x43, 0xf5, 0xff};
        const struct gather_layout layouts[] = {operand_of("u4[3,3]", NULL), operand_of("i64[3]", NULL)};
        const struct gather_layout output = operand_of("u4[3,3]", NULL);
        const struct gather_buffer inputs[] = {{(void *)(uintptr_t)data, sizeof data},
                                               {(void *)(uintptr_t)indices, sizeof indices}};
        assert_int_equal(
            gather_once(&ops[k], layouts, inputs, 2, &output, (struct gather_buffer){out, 5}, NULL, NULL),
            GATHER_STATUS_OK);
        assert_memory_equal(out, expected, sizeof out);
    }
}

static void test_hostile_24_types_that_are_none(void **state) /* COVERS(CORE-13) */
{
    static const int32_t bad[] = {GATHER_DTYPE_NONE, GATHER_DTYPE_COUNT, -1, 63, 64, 65,
                                  INT32_MAX,         INT32_MIN};
    const struct gather_op ops[] = {gather_onnx_gather(13, 0), gather_openvino_gather(8, 0, 0),
                                    gather_numpy_take(0, 0), gather_torch_index_select(0)};
    (void)state;
    for (size_t k = 0; k < ITEMS(ops); k++)
        for (size_t t = 0; t < ITEMS(bad); t++) {
            struct gather_layout inputs[] = {operand_of("f32[2]", NULL), operand_of("i64[2]", NULL)};
            inputs[0].dtype = bad[t];
            check_inputs_refused(&ops[k], inputs, 2, BARE(DTYPE, "data"));
            inputs[0].dtype = GATHER_DTYPE_F32;
            inputs[1].dtype = bad[t];
            check_inputs_refused(&ops[k], inputs, 2, BARE(DTYPE, "indices"));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_1_off_by_one),
        cmocka_unit_test(test_hostile_2_one_below_the_first),
        cmocka_unit_test(test_hostile_3_minus_one),
        cmocka_unit_test(test_hostile_4_extremes_of_i64),
        cmocka_unit_test(test_hostile_5_least_i32_in_long_data),
        cmocka_unit_test(test_hostile_6_u64_of_2_63_and_more),
        cmocka_unit_test(test_hostile_7_u32_is_never_minus_one),
        cmocka_unit_test(test_hostile_8_overflow_behind_the_stride),
        cmocka_unit_test(test_hostile_10_the_first_of_several),
        cmocka_unit_test(test_hostile_11_wrap_and_clamp_of_extremes),
        cmocka_unit_test(test_hostile_13_empty_axis_with_indices),
        cmocka_unit_test(test_hostile_14_empty_axis_without_indices),
        cmocka_unit_test(test_hostile_15_sizes_of_0_elsewhere),
        cmocka_unit_test(test_hostile_16_rank_0),
        cmocka_unit_test(test_hostile_17_output_rank),
        cmocka_unit_test(test_hostile_18_axis),
        cmocka_unit_test(test_hostile_19_batch_dims),
        cmocka_unit_test(test_hostile_20_products_of_output_sizes),
        cmocka_unit_test(test_hostile_21_bytes_of_the_output),
        cmocka_unit_test(test_hostile_22_negative_size_of_an_operand),
        cmocka_unit_test(test_hostile_23_odd_counts_gathered),
        cmocka_unit_test(test_hostile_24_types_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
