/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Brief gathers as plans and calls run them, tiny ones among them, against the general way: what is one, and what comes
 * of bad buffers, of indices that are outside, and of threads.
 */
#include "api/run_plan.h"
#include "core/planned.h"
#include "gather/numpy.h"
#include "gather/onnx.h"
#include "gather/openvino.h"
#include "kernels/table.h"
#include "support/guard.h"
#include "support/plan_check.h"

enum kind { GENERAL, BRIEF, PICKED, TINY, FEW };

/* Whether a table has kernels that pick blocks of any type and width. */
static bool picks_all(const struct gather__kernels *kernels)
{
    return strcmp(kernels->name, "avx2") == 0 || strcmp(kernels->name, "avx512") == 0;
}

static void check_described(const struct gather_plan *plan, enum kind kind)
{
    struct gather_plan_description description;
    gather_plan_describe(plan, &description);
    assert_int_equal(plan->brief.count > 0, kind != GENERAL);
    if (kind == GENERAL)
        return;
    assert_int_equal(plan->brief.is_tiny, kind >= TINY);
    assert_int_equal(plan->brief.few != GATHER__NOT_FEW, kind == FEW);
    const bool picks = kind == PICKED && memcmp(description.kernel, "pick_", strlen("pick_")) == 0;
    if (kind == PICKED && picks_all(gather__kernels_here()))
        assert_true(picks);
    else if (kind == BRIEF || (kind == PICKED && !picks))
        assert_memory_equal(description.kernel, "fetch_", strlen("fetch_"));
    else if (kind >= TINY)
        assert_string_equal(description.kernel, kind == FEW ? "gather_few" : "gather_tiny");
}

/* Runs all at once, and counts that it was asked to. */
static int32_t count_call(void *context, void (*run)(void *argument, uint64_t begin, uint64_t end),
                          void *argument, uint64_t count, uint64_t grain)
{
    ++*(int *)context;
    (void)grain;
    run(argument, 0, count);
    return 0;
}

/* Threads are asked where there is work for several, on the shorter way too. */
static void check_threads(const struct gather_plan *plan, const struct gather_buffer *buffers,
                          struct gather_buffer to)
{
    int calls = 0;
    const struct gather_threads threads = {.parallel_for = count_call, .context = &calls, .count = 2};
    const struct gather_run run = {.size = sizeof run, .threads = &threads};
    assert_int_equal(gather_plan_run(plan, buffers, 2, to, &run, NULL), GATHER_STATUS_OK);
    if (plan->brief.count > 0)
        assert_int_equal(calls > 0, plan->out.bytes > 1 << 16);
}

/*
 * Each buffer without memory, or a byte short; the output over either input; and each way to check, of which those that
 * are none are refused. All indices are inside, so that it is the shorter way that has to refuse.
 */
static void check_bad_buffers(const struct gather_plan *plan, const struct gather_buffer *buffers,
                              struct gather_buffer to)
{
    const uint64_t bytes[] = {plan->data.bytes, plan->indices.bytes, plan->out.bytes};
    struct gather_error error;
    for (int k = 0; k < 6; k++) {
        struct gather_buffer given[] = {buffers[0], buffers[1], to};
        if (k < 3)
            given[k].data = NULL;
        else
            given[k - 3].bytes = bytes[k - 3] - 1;
        assert_int_equal(gather_plan_run(plan, given, 2, given[2], NULL, &error), GATHER_STATUS_BOUNDS);
    }
    for (int k = 0; k < 2; k++)
        assert_int_equal(gather_plan_run(plan, buffers, 2, buffers[k], NULL, &error), GATHER_STATUS_OVERLAP);
    for (int32_t check = GATHER_CHECK_FIRST - 1; check <= GATHER_CHECK_EARLIER + 1; check++) {
        const struct gather_run run = {.size = sizeof run, .check = check};
        const bool is_way = check >= GATHER_CHECK_FIRST && check <= GATHER_CHECK_EARLIER;
        assert_int_equal(gather_plan_run(plan, buffers, 2, to, &run, &error),
                         is_way ? GATHER_STATUS_OK : GATHER_STATUS_ARGUMENT);
    }
}

/* Indices wherever one may lie, all of them inside but, it may be, the first. */
static void put_indices(uint8_t *indices, size_t bytes, const struct gather_layout *layout, int64_t rows,
                        int64_t first)
{
    const size_t width = (size_t)gather_dtype_bits(layout->dtype) / 8;
    const size_t begin = layout->kind == GATHER_LAYOUT_STRIDES ? (size_t)layout->offset * width : 0;
    memset(indices, 0, bytes);
    for (size_t at = 0; at < bytes; at += width)
        indices[at] = (uint8_t)(at / width * 5 % (size_t)rows);
    indices[begin] = (uint8_t)first;
}

enum { BYTES = (1 << 18) + 64 };

enum form { ROWS, COLUMNS, ELEMENTS_0, ELEMENTS_1, ELEMENTS_2, TUPLES, TUPLES_BATCHED, BATCHED };

static const struct brief_case {
    const char *data, *indices, *out; /* NULL: as a gather gives it */
    enum kind kind;
    enum form form;
} cases[] = {{"i64[4]C", "s64[]", NULL, FEW, ROWS},
             {"i64[4]C", "s32[]", NULL, FEW, ROWS},
             {"f32[9]C", "s32[]", NULL, FEW, ROWS},
             {"f32[9]:(-3)+24", "i64[1]:(2)", NULL, FEW, ROWS},
             {"f32[9,2]C", "s64[]", NULL, FEW, ROWS},
             {"u8[9,4]C", "s64[]", NULL, FEW, ROWS},
             {"f16[9]C", "s64[]", NULL, TINY, ROWS},
             {"i64[4]C", "i32[4]C", NULL, FEW, ROWS},
             {"i64[4]C", "i64[2]C", NULL, FEW, ROWS},
             {"f32[9]C", "i64[3]C", NULL, FEW, ROWS},
             {"f32[9]C", "i32[5]C", NULL, FEW, ROWS},
             {"f32[9]C", "i64[7]C", NULL, FEW, ROWS},
             {"u8[9,8]C", "i32[6]C", NULL, FEW, ROWS},
             {"i64[9]C", "i64[2,4]C", NULL, FEW, ROWS},
             {"i64[9]C", "i64[9]C", NULL, FEW, ROWS},
             {"f32[9]:(-2)+16", "i64[8]C", NULL, TINY, ROWS},
             {"u8[5,3]C", "i64[4]:(2)", NULL, TINY, ROWS},
             {"f32[9,2,2]C", "i64[2,3]C", NULL, TINY, ROWS},
             {"f32[9,2]:(4,1)", "i64[2,3]:(6,2)", NULL, TINY, ROWS},
             {"f32[9,1,3]C", "i64[1,2,1,2]C", NULL, TINY, ROWS},
             {"f32[9]{0:pad(12)=zero}", "s32[3]{0:pad(8)=one}", NULL, FEW, ROWS},
             {"f32[9]{0:E(64)}", "s32[3]{0:E(64)}", NULL, TINY, ROWS},
             {"f32[9]C", "i64[2,3]:(0,1)", NULL, BRIEF, ROWS},
             {"f32[9]C", "i64[2,3]:(1,2)", NULL, GENERAL, ROWS},
             {"f32[9]{0:T(4)}", "i64[3]C", NULL, GENERAL, ROWS},
             {"f32[9]C", "i64[17]C", NULL, BRIEF, ROWS},
             {"f32[9]C", "i16[4]C", NULL, BRIEF, ROWS},
             {"u4[9]C", "i64[4]C", NULL, GENERAL, ROWS},
             {"f32[4,3]F", "i64[2]C", NULL, GENERAL, ROWS},
             {"f32[4,3]F", "i64[2]C", "f32[2,3]F", GENERAL, ROWS},
             {"f32[5,9]C", "i64[4]C", NULL, BRIEF, COLUMNS},
             {"f32[5,9,3]C", "s32[]", NULL, BRIEF, COLUMNS},
             {"f32[5,9,3]C", "i32[1]C", NULL, BRIEF, COLUMNS},
             {"f32[1,9,3]C", "i32[2]C", NULL, TINY, COLUMNS},
             {"u8[5,9,3]C", "i16[2,3]C", NULL, BRIEF, COLUMNS},
             {"u8[5,9,3]:(-40,3,1)+200", "u64[7]:(-2)+12", NULL, BRIEF, COLUMNS},
             {"f32[5,9,3]C", "i64[2,3]:(0,1)", NULL, BRIEF, COLUMNS},
             {"f32[5,9,3]C", "i64[2,3]:(1,0)", NULL, GENERAL, COLUMNS},
             {"f32[5,9]:(0,1)", "i64[4]C", NULL, BRIEF, COLUMNS},
             {"f32[5,9]C", "i64[4]C", "f32[5,4]:(5,1)+2", GENERAL, COLUMNS},
             {"f32[5,9]C", "i64[4]C", "f32[5,4]:(8,2)+2", BRIEF, COLUMNS},
             {"f32[16,9]C", "i64[8]C", NULL, BRIEF, COLUMNS},
             {"f32[17,9]C", "i64[8]C", NULL, GENERAL, COLUMNS},
             {"f32[9,5]C", "i64[4,5]C", NULL, BRIEF, ELEMENTS_0},
             {"f32[9,5]C", "i64[4,3]C", NULL, BRIEF, ELEMENTS_0},
             {"u8[9,5]C", "i32[4,5]F", "u8[4,5]F", GENERAL, ELEMENTS_0},
             {"u8[9,5]F", "i32[4,5]C", NULL, BRIEF, ELEMENTS_0},
             {"f64[5,9]C", "i32[5,4]C", NULL, BRIEF, ELEMENTS_1},
             {"f64[5,9]C", "i32[3,4]:(-4,1)+8", NULL, GENERAL, ELEMENTS_1},
             {"u16[3,9,4]C", "i64[3,5,4]C", NULL, BRIEF, ELEMENTS_1},
             {"u16[3,9,4]{2,0,1}", "i64[3,5,4]C", NULL, BRIEF, ELEMENTS_1},
             {"u16[3,4,9]C", "i64[3,4,5]C", NULL, BRIEF, ELEMENTS_2},
             {"u16[3,4,9]C", "i64[2,3,5]C", NULL, BRIEF, ELEMENTS_2},
             {"f32[9,8]C", "i64[20,2]C", NULL, BRIEF, TUPLES},
             {"f32[9,8]C", "i64[20,1]C", NULL, BRIEF, TUPLES},
             {"f32[9,8]C", "i64[2]C", NULL, BRIEF, TUPLES},
             {"f32[9,8,5]F", "i32[20,2]:(3,-1)+1", NULL, GENERAL, TUPLES},
             {"u8[9,8,5]C", "i32[20,2]:(3,-1)+1", NULL, BRIEF, TUPLES},
             {"u8[3,4,5,6]C", "i64[8,4,4]C", NULL, BRIEF, TUPLES},
             {"u8[3,4,5,6,3]C", "i64[8,4,5]C", NULL, GENERAL, TUPLES},
             {"f32[1,9,8]C", "i64[1,128,2]C", NULL, BRIEF, TUPLES_BATCHED},
             {"f32[1,9,8]C", "i64[1,129,2]C", NULL, GENERAL, TUPLES_BATCHED},
             {"f32[4,9]C", "i64[4,32]C", NULL, BRIEF, ELEMENTS_1},
             {"f32[3,9]C", "i64[3,43]C", NULL, GENERAL, ELEMENTS_1},
             {"f32[2,9,8]C", "i64[2,20,2]C", NULL, BRIEF, TUPLES_BATCHED},
             {"f32[2,9,8]C", "i64[2,1]C", NULL, BRIEF, TUPLES_BATCHED},
             {"f32[3,9,8]C", "i64[3,2]C", NULL, BRIEF, BATCHED},
             {"f32[3,9,4]C", "i64[3,1]:(5,1)", NULL, BRIEF, BATCHED},
             {"f32[3,9,4]C", "i64[3,2]:(5,1)", NULL, GENERAL, BATCHED},
             {"f32[9,64]C", "i64[2]C", NULL, TINY, ROWS},
             {"f32[3,1365]C", "i64[3]C", NULL, TINY, ROWS},
             {"f32[3,1366]C", "i64[3]C", NULL, BRIEF, ROWS},
             {"u8[9,3]C", "u8[]", NULL, BRIEF, ROWS},
             {"u8[9,3]:(-5,1)+44", "u64[40]:(3)+5", NULL, BRIEF, ROWS},
             {"f32[9,2,2]C", "u32[5,7]C", NULL, BRIEF, ROWS},
             {"f16[70,100]C", "i32[300]C", NULL, BRIEF, ROWS},
             {"f32[9]{0:E(64)}", "i8[33]C", NULL, BRIEF, ROWS},
             {"f32[9]C", "i32[127]C", NULL, BRIEF, ROWS},
             {"f32[9]C", "i32[128]C", NULL, PICKED, ROWS},
             {"f32[9]C", "i64[1024]C", NULL, PICKED, ROWS},
             {"f32[40]:(-3)+117", "i64[8,70]C", NULL, PICKED, ROWS},
             {"f64[70]C", "i32[3,100]C", NULL, PICKED, ROWS},
             {"f16[70]C", "u64[600]C", NULL, PICKED, ROWS},
             {"u8[70]C", "u8[300]C", NULL, PICKED, ROWS},
             {"u8[70]C", "i64[300]C", NULL, BRIEF, ROWS},
             {"f32[70]C", "i64[300]:(2)", NULL, BRIEF, ROWS},
             {"f32[70]C", "i64[300]C", "f32[300]:(2)", BRIEF, ROWS},
             {"f32[9]C", "i64[1025]C", NULL, GENERAL, ROWS},
             {"f32[4,16384]C", "i64[4]C", NULL, BRIEF, ROWS},
             {"f32[4,16385]C", "i64[4]C", NULL, GENERAL, ROWS},
             {"f32[9]C", "i64[5,6]:(7,1)", NULL, GENERAL, ROWS},
             {"u4[9,2]C", "i64[20]C", NULL, GENERAL, ROWS},
             {"f32[9]C", "i64[20]C", "f32[20]:(2)+3", BRIEF, ROWS},
             {"u8[9,3]C", "i32[40]C", "u8[40,3]:(-5,1)+200", BRIEF, ROWS},
             {"u8[9,70]C", "i32[40]C", "u8[40,70]:(80,1)+1", BRIEF, ROWS},
             {"f32[9]C", "i64[3]C", "f32[3]:(2)+3", TINY, ROWS}};

static struct gather_op op_of(enum form form)
{
    struct gather_op op;
    if (form == ROWS || form == COLUMNS)
        op = gather_onnx_gather(13, form == COLUMNS);
    else if (form <= ELEMENTS_2)
        op = gather_onnx_gather_elements(13, form - ELEMENTS_0);
    else if (form < BATCHED)
        op = gather_onnx_gather_nd(13, form == TUPLES_BATCHED);
    else {
        op = gather_openvino_gather(8, 1, 1);
        op.policy = GATHER_POLICY_ERROR;
        return op;
    }
    op.strictness = GATHER_LOOSE;
    return op;
}

/* Values that are inside along every axis that indices pick along. */
static int64_t indices_end(const struct brief_case *tried, const struct gather_layout *data,
                           const struct gather_layout *indices)
{
    static const int axes[] = {
        [ROWS] = 0, [COLUMNS] = 1, [ELEMENTS_0] = 0, [ELEMENTS_1] = 1, [ELEMENTS_2] = 2, [BATCHED] = 1};
    if (tried->form != TUPLES && tried->form != TUPLES_BATCHED)
        return data->sizes[axes[tried->form]];
    const int first = tried->form == TUPLES_BATCHED;
    int64_t end = data->sizes[first];
    for (int k = 1; k < indices->sizes[indices->rank - 1]; k++)
        end = data->sizes[first + k] < end ? data->sizes[first + k] : end;
    return end;
}

/*
 * Few blocks go a shorter way, which must come to the same as the general one, that a range of rows asks for; also where
 * something is out of the ordinary.
 */
static void check_case(const struct brief_case *tried)
{
    static uint8_t data[2 * BYTES], indices[BYTES], got[BYTES], expected[BYTES];
    struct gather_op op = op_of(tried->form);
    struct gather_layout inputs[] = {layout_of(tried->data), layout_of(tried->indices)}, out;
    struct gather_buffer buffers[] = {{data, sizeof data}, {indices, sizeof indices}};
    struct gather_run rows = {.size = sizeof rows, .end = 1};
    const struct gather_run plain = {.size = sizeof plain};
    struct gather_plan *plan = NULL;
    struct gather_error error;
    for (size_t b = 0; b < sizeof data; b++)
        data[b] = (uint8_t)(b * 7 + b / 256);
    memset(got, 0, sizeof got);
    memset(expected, 0, sizeof expected);
    const int64_t end = indices_end(tried, &inputs[0], &inputs[1]);
    put_indices(indices, sizeof indices, &inputs[1], end, 2);
    assert_int_equal(gather_infer(&op, inputs, 2, &out, NULL), GATHER_STATUS_OK);
    if (tried->out != NULL)
        out = layout_of(tried->out);
    rows.end = out.rank > 0 ? out.sizes[0] : 1;
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &out, NULL, NULL), GATHER_STATUS_OK);
    check_described(plan, tried->kind);
    const struct gather_buffer to = {got, sizeof got}, other = {expected, sizeof expected};
    assert_int_equal(gather_plan_run(plan, buffers, 2, to, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_run(plan, buffers, 2, other, &rows, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, expected, sizeof got);
    memset(got, 0, sizeof got);
    assert_int_equal(gather_plan_run(plan, buffers, 2, to, &plain, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, expected, sizeof got);
    memset(got, 0, sizeof got);
    assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, to, NULL, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, expected, sizeof got);
    memset(got, 0, sizeof got);
    check_threads(plan, buffers, to);
    assert_memory_equal(got, expected, sizeof got);
    put_indices(indices, sizeof indices, &inputs[1], end, 77);
    assert_int_equal(gather_plan_run(plan, buffers, 2, to, NULL, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.value, 77);
    error.value = 0;
    assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, to, NULL, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.value, 77);
    assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, buffers[0], NULL, NULL),
                     GATHER_STATUS_OVERLAP);
    if (strchr(tried->indices, 'C') != NULL) { /* the last index, and the last component of a tuple */
        const size_t width = (size_t)gather_dtype_bits(inputs[1].dtype) / 8;
        put_indices(indices, sizeof indices, &inputs[1], end, 2);
        indices[(size_t)gather_layout_bytes(&inputs[1]) - width] = 77;
        assert_int_equal(gather_plan_run(plan, buffers, 2, to, NULL, &error), GATHER_STATUS_INDEX_RANGE);
        assert_int_equal(error.value, 77);
    }
    assert_memory_equal(got, expected, sizeof got);
    put_indices(indices, sizeof indices, &inputs[1], end, 2);
    check_bad_buffers(plan, buffers, to);
    gather_plan_destroy(plan);
}

static void test_brief_plans(void **state) /* COVERS(CORE-12, CORE-16) */
{
    (void)state;
    for (size_t k = 0; k < ITEMS(cases); k++)
        check_case(&cases[k]);
}

/* ---- where operands end ----------------------------------------------------------------------------- */

/*
 * A plan of a case, with thresholds of its own, and memory of just the bytes that it asks for, before guard pages or
 * behind them.
 */
struct guarded {
    struct gather_plan *plan;
    struct guard guards[3];
    struct gather_buffer inputs[2], out;
    struct gather_run rows; /* all of them, by the general way */
};

static void fill_guarded(struct guarded *self, const struct brief_case *tried, enum guard_side side)
{
    const struct gather_layout indices = layout_of(tried->indices), data = layout_of(tried->data);
    const uint64_t bytes[] = {self->plan->data.bytes, self->plan->indices.bytes, self->plan->out.bytes};
    struct gather_buffer *buffers[] = {&self->inputs[0], &self->inputs[1], &self->out};
    for (int k = 0; k < 3; k++)
        *buffers[k] =
            (struct gather_buffer){guard_place(&self->guards[k], (size_t)bytes[k], side, 0), bytes[k]};
    for (size_t b = 0; b < bytes[0]; b++)
        ((uint8_t *)self->inputs[0].data)[b] = (uint8_t)(b * 7 + b / 256);
    const int64_t end = indices_end(tried, &data, &indices);
    put_indices(self->inputs[1].data, (size_t)bytes[1], &indices, end, end - 1);
}

static void make_guarded(struct guarded *self, const struct brief_case *tried, const char *tuning)
{
    const struct gather_options options = {.size = sizeof options, .tuning = tuning};
    struct gather_op op = op_of(tried->form);
    struct gather_layout inputs[] = {layout_of(tried->data), layout_of(tried->indices)}, out;
    assert_int_equal(gather_infer(&op, inputs, 2, &out, NULL), GATHER_STATUS_OK);
    if (tried->out != NULL)
        out = layout_of(tried->out);
    self->rows = (struct gather_run){.size = sizeof self->rows, .end = out.rank > 0 ? out.sizes[0] : 1};
    assert_int_equal(gather_plan_create(&self->plan, &op, inputs, 2, &out, &options, NULL), GATHER_STATUS_OK);
}

/* The short way is taken, and touches nothing outside, whatever the thresholds say. */
static void test_brief_runs(void **state) /* COVERS(CORE-12, CORE-17) */
{
    static const char *const tunings[] = {NULL, "near=0,stream=max", "near=max,gathers=1", "stream=0"};
    static struct guarded self;
    static uint8_t expected[BYTES];
    (void)state;
    for (size_t k = 0; k < ITEMS(cases) * ITEMS(tunings) * 2; k++) {
        const struct brief_case *tried = &cases[k / ITEMS(tunings) / 2];
        const char *tuning = tunings[k / 2 % ITEMS(tunings)];
        make_guarded(&self, tried, tuning);
        fill_guarded(&self, tried, k % 2 == 0 ? GUARD_LOW : GUARD_HIGH);
        memset(self.out.data, 0xA5, (size_t)self.out.bytes);
        assert_int_equal(gather_plan_run(self.plan, self.inputs, 2, self.out, &self.rows, NULL),
                         GATHER_STATUS_OK);
        memcpy(expected, self.out.data, (size_t)self.out.bytes);
        memset(self.out.data, 0xA5, (size_t)self.out.bytes);
        const bool is_brief = tried->kind == BRIEF || tried->kind == PICKED;
        const bool goes_by = tuning != NULL && strcmp(tuning, "stream=0") == 0 && is_brief;
        struct gather_plan_description description;
        gather_plan_describe(self.plan, &description);
        assert_int_equal(strstr(description.reason, "in one go") != NULL, is_brief && !goes_by);
        assert_int_equal(gather__run_brief(self.plan, self.inputs, 2, self.out, NULL),
                         tried->kind != GENERAL && !goes_by);
        if (tried->kind != GENERAL && !goes_by)
            assert_memory_equal(self.out.data, expected, (size_t)self.out.bytes);
        memset(self.out.data, 0xA5, (size_t)self.out.bytes);
        assert_int_equal(gather_plan_run(self.plan, self.inputs, 2, self.out, NULL, NULL), GATHER_STATUS_OK);
        assert_memory_equal(self.out.data, expected, (size_t)self.out.bytes);
        for (int guard = 0; guard < 3; guard++)
            assert_true(guard_holds(&self.guards[guard]));
        gather_plan_destroy(self.plan);
    }
    for (int guard = 0; guard < 3; guard++)
        guard_end(&self.guards[guard]);
}

/* An output that begins where an input ends, or ends where it begins, and some bytes nearer: as the general way judges. */
static void test_brief_neighbours(void **state) /* COVERS(CORE-11) */
{
    static struct guarded self;
    static uint8_t side[4 * BYTES];
    int refused[2] = {0, 0};
    (void)state;
    for (size_t k = 0; k < ITEMS(cases); k++) {
        make_guarded(&self, &cases[k], NULL);
        fill_guarded(&self, &cases[k], GUARD_LOW);
        for (int turn = 0; turn < 2 * 2 * 9; turn++) {
            const int32_t input = turn % 2;
            const struct gather__reach *reach = input == 0 ? &self.plan->data : &self.plan->indices;
            const struct gather__reach *out = &self.plan->out;
            struct gather_buffer inputs[] = {self.inputs[0], self.inputs[1]};
            const ptrdiff_t nearer = turn / 4;
            ptrdiff_t at = BYTES + BYTES / 2;
            inputs[input].data = side + at;
            memcpy(side + at, self.inputs[input].data, (size_t)inputs[input].bytes);
            at += turn / 2 % 2 == 0 ? reach->high - out->low - nearer : reach->low - out->high + nearer;
            const struct gather_buffer to = {side + at, self.out.bytes};
            const enum gather_status status = gather_plan_run(self.plan, inputs, 2, to, &self.rows, NULL);
            memcpy(inputs[input].data, self.inputs[input].data, (size_t)inputs[input].bytes);
            assert_int_equal(gather_plan_run(self.plan, inputs, 2, to, NULL, NULL), status);
            assert_true(nearer > 0 || status == GATHER_STATUS_OK);
            refused[input] += status == GATHER_STATUS_OVERLAP;
            if (cases[k].kind != GENERAL && nearer == 0)
                assert_true(gather__run_brief(self.plan, inputs, 2, to, NULL));
        }
        gather_plan_destroy(self.plan);
    }
    assert_true(refused[0] > 100 && refused[1] > 100);
    for (int guard = 0; guard < 3; guard++)
        guard_end(&self.guards[guard]);
}

/* ---- indices that are outside ----------------------------------------------------------------------- */

/* Inside, no policy counts; what is outside clamps or wraps, or is left to the general way. */
static void check_policies(const char *indices_text, const char *out_text, int64_t count)
{
    enum { MOST = 300 };
    const int64_t values[] = {INT64_MIN, -9, -5, -4, -1, 0, 3, 4, 9, INT64_MAX}, data[] = {10, 11, 12, 13};
    const struct gather_layout inputs[] = {layout_of("i64[4]C"), layout_of(indices_text)};
    const struct gather_layout out = layout_of(out_text);
    for (int32_t k = 0; k < 2 * GATHER_POLICY_SKIP; k++) {
        struct gather_op op =
            k % 2 == 0 ? gather_onnx_gather(13, 0) : gather_numpy_take(0, GATHER_POLICY_WRAP);
        struct gather_plan *plan = NULL, *general = NULL;
        op.policy = k / 2 + 1;
        op.fill[0] = 77;
        if (inputs[1].dtype == GATHER_DTYPE_U64 && k % 2 == 1)
            continue; /* numpy's take has none of these */
        if (k % 2 == 0)
            op.strictness = GATHER_LOOSE;
        assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &out, NULL, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_create(&general, &op, inputs, 2, &out, NULL, NULL), GATHER_STATUS_OK);
        assert_true(plan->brief.count == count);
        general->brief.count = 0;
        for (size_t v = 0; v < ITEMS(values) * 3; v++) {
            const struct gather_run run = {.size = sizeof run, .check = (int32_t)v % 3};
            int64_t indices[MOST], got[MOST], expected[MOST];
            const struct gather_buffer buffers[] = {{(void *)data, sizeof data}, {indices, sizeof indices}};
            const struct gather_buffer to = {got, sizeof got}, other = {expected, sizeof expected};
            for (int32_t i = 0; i < MOST; i++)
                indices[i] = i == count / 2 ? values[v / 3] : i % 3;
            memset(expected, 0xFF, sizeof expected);
            enum gather_status status = gather_plan_run(general, buffers, 2, other, &run, NULL);
            memset(got, 0xFF, sizeof got);
            assert_int_equal(gather_plan_run(plan, buffers, 2, to, &run, NULL), status);
            assert_memory_equal(got, expected, sizeof got);
            memset(got, 0xFF, sizeof got);
            assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, to, &run, NULL), status);
            assert_memory_equal(got, expected, sizeof got);
        }
        gather_plan_destroy(plan);
        gather_plan_destroy(general);
    }
}

static void test_brief_policies(void **state) /* COVERS(CORE-16) */
{
    (void)state;
    check_policies("i64[]C", "i64[]C", 1);
    check_policies("i64[3]C", "i64[3]C", 3);
    check_policies("i64[7]C", "i64[7]C", 7);
    check_policies("i64[16]C", "i64[16]C", 16);
    check_policies("i64[20]C", "i64[20]C", 20);
    check_policies("u64[20]C", "i64[20]C", 20);
    check_policies("i64[300]C", "i64[300]C", 300);
    check_policies("u64[300]C", "i64[300]C", 300);
}

/* Blocks without a place of their own each are none to fetch. */
static void test_brief_outputs(void **state) /* COVERS(CORE-11) */
{
    static const char *const outs[] = {"f32[2,3]:(3,0)", "f32[2,3]:(0,1)", "f32[2,3]:(1,1)",
                                       "f32[2,3]:(0,0)"};
    const float data[9] = {0};
    const int64_t indices[6] = {0};
    float to[6] = {7, 7, 7, 7, 7, 7};
    const struct gather_op op = gather_onnx_gather(13, 0);
    const struct gather_layout inputs[] = {layout_of("f32[9]C"), layout_of("i64[2,3]C")};
    const struct gather_buffer buffers[] = {{(void *)data, sizeof data}, {(void *)indices, sizeof indices}};
    (void)state;
    for (size_t k = 0; k < ITEMS(outs); k++) {
        const struct gather_layout out = layout_of(outs[k]);
        assert_int_equal(
            gather_once(&op, inputs, buffers, 2, &out, (struct gather_buffer){to, sizeof to}, NULL, NULL),
            GATHER_STATUS_OVERLAP);
        assert_true(to[0] == 7 && to[1] == 7 && to[2] == 7 && to[3] == 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brief_plans),    cmocka_unit_test(test_brief_outputs),
        cmocka_unit_test(test_brief_runs),     cmocka_unit_test(test_brief_neighbours),
        cmocka_unit_test(test_brief_policies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
