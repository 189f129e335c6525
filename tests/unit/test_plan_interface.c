/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls around a plan: infer, the structs that callers fill, what is refused and by which name, describe
 * and view. On failure everything the caller owns is as it was; on success the error is.
 */
#include "support/by_hand.h"
#include "support/plan_check.h"

/* ---- infer --------------------------------------------------------------------------------------- */

static void test_infer_is_dense_row_major(void **state) /* COVERS(XLA-50) */
{
    static const char *const inputs[] = {"f32[2,3]{0,1:T(2,2)pad(3,5)=one}", "i4[5,7]:(1,0)+3", "u2[]:()",
                                         "c64[0,3]F", "s4[3]{0}"};
    const struct gather_op op = gather_relayout();
    (void)state;
    for (size_t k = 0; k < ITEMS(inputs); k++) {
        struct gather_layout data = layout_of(inputs[k]), made, dense;
        assert_int_equal(gather_infer(&op, &data, 1, &made, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_init(&dense, data.dtype, data.rank, data.sizes, NULL),
                         GATHER_STATUS_OK);
        assert_memory_equal(&made, &dense, sizeof made);
    }
}

/* Every subset of unknown sizes. */
static void test_infer_with_unknown_sizes(void **state) /* COVERS(CORE-23) */
{
    const struct gather_op op = gather_relayout();
    (void)state;
    for (int kind = 0; kind < 2; kind++)
        for (int unknown = 1; unknown < 8; unknown++) {
            struct gather_layout data = layout_of(kind == 0 ? "f32[4,5,6]C" : "f32[4,5,6]:(1,4,20)"), made;
            struct gather_layout out = layout_of("f32[4,5,6]C");
            struct gather_error error;
            struct gather_plan *plan = NULL;
            for (int d = 0; d < 3; d++)
                if (unknown >> d & 1)
                    data.sizes[d] = GATHER_SIZE_UNKNOWN;
            assert_int_equal(gather_infer(&op, &data, 1, &made, NULL), GATHER_STATUS_OK);
            assert_int_equal(made.rank, 3);
            for (int d = 0; d < 3; d++)
                assert_true(made.sizes[d] == data.sizes[d]);
            assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &out, NULL, &error),
                             GATHER_STATUS_SHAPE);
            assert_string_equal(error.operand, "data");
            assert_int_equal(gather_plan_create(&plan, &op, &out, 1, &data, NULL, &error),
                             GATHER_STATUS_SHAPE);
            assert_string_equal(error.operand, "output");
            assert_null(plan);
        }
}

static void check_infer_fails(const struct gather_layout *data, size_t count, enum gather_status status,
                              const char *operand)
{
    const struct gather_op op = gather_relayout();
    struct gather_layout made, before;
    struct gather_error error;
    memset(&made, 0xA5, sizeof made);
    before = made;
    assert_int_equal(gather_infer(&op, data, count, &made, &error), status);
    assert_int_equal(error.status, status);
    assert_string_equal(error.operand, operand);
    assert_memory_equal(&made, &before, sizeof made);
    assert_int_equal(gather_infer(&op, data, count, &made, NULL), status);
}

static void test_infer_refuses(void **state) /* COVERS(CORE-1, CORE-4, CORE-23) */
{
    static const int32_t ranks[] = {17, 18, 1000, -1, INT32_MAX, INT32_MIN};
    struct gather_layout data = layout_of("f32[4,5]C"), two[2];
    (void)state;
    for (size_t k = 0; k < ITEMS(ranks); k++) {
        data.rank = ranks[k];
        check_infer_fails(&data, 1, GATHER_STATUS_RANK, "data");
    }
    data = layout_of("f32[4,5]C");
    data.sizes[1] = -2;
    check_infer_fails(&data, 1, GATHER_STATUS_SHAPE, "data");
    data = layout_of("f32[4,5]C");
    data.dtype = GATHER_DTYPE_COUNT;
    check_infer_fails(&data, 1, GATHER_STATUS_DTYPE, "data");
    data = strides_by_hand(GATHER_DTYPE_F32, SIZES(INT64_C(1) << 31, INT64_C(1) << 31), STRIDES(0, 0), 0);
    check_infer_fails(&data, 1, GATHER_STATUS_OVERFLOW,
                      "output"); /* seen everywhere, it fits; dense it does not */
    data = layout_of("f32[4,5]C");
    check_infer_fails(&data, 0, GATHER_STATUS_ARGUMENT, "inputs");
    check_infer_fails(NULL, 0, GATHER_STATUS_ARGUMENT, "inputs");
    two[0] = two[1] = data;
    check_infer_fails(two, 2, GATHER_STATUS_ARGUMENT, "inputs");
}

/* ---- making -------------------------------------------------------------------------------------- */

/* Every call that makes a plan refuses alike, and leaves what is the caller's alone. */
static void check_refused(const struct gather_op *op, const struct gather_layout *data, size_t count,
                          const struct gather_layout *out, const struct gather_options *options,
                          enum gather_status status, const char *operand)
{
    uint8_t bytes[64] = {0}, result[64], before[64];
    int64_t memory[80];
    size_t needed = 77;
    int marker;
    struct gather_plan *const untouched = (struct gather_plan *)(void *)&marker;
    struct gather_plan *plan = untouched;
    struct gather_buffer input = BUFFER(bytes), output = BUFFER(result);
    struct gather_error error;
    memset(result, 0xA5, sizeof result);
    memcpy(before, result, sizeof before);
    assert_int_equal(gather_plan_create(&plan, op, data, count, out, options, &error), status);
    assert_int_equal(error.status, status);
    assert_string_equal(error.operand, operand);
    assert_ptr_equal(plan, untouched);
    assert_int_equal(gather_plan_measure(&needed, op, data, count, out, options, &error), status);
    assert_string_equal(error.operand, operand);
    assert_int_equal(needed, 77);
    assert_int_equal(gather_plan_init(memory, sizeof memory, op, data, count, out, options, &error), status);
    assert_string_equal(error.operand, operand);
    if (options != NULL)
        return;
    assert_int_equal(gather_once(op, data, &input, count, out, output, NULL, &error), status);
    assert_string_equal(error.operand, operand);
    assert_memory_equal(result, before, sizeof before);
}

static void test_operands_that_do_not_agree(void **state) /* COVERS(CORE-1) */
{
    const struct gather_op op = gather_relayout();
    const struct gather_layout data = layout_of("f32[2,3]C");
    struct gather_layout two[2] = {data, data}, out = layout_of("u32[2,3]C");
    (void)state;
    check_refused(&op, &data, 1, &out, NULL, GATHER_STATUS_DTYPE, "output");
    out = layout_of("f32[2,3,1]C");
    check_refused(&op, &data, 1, &out, NULL, GATHER_STATUS_RANK, "output");
    out = layout_of("f32[3,2]C");
    check_refused(&op, &data, 1, &out, NULL, GATHER_STATUS_SHAPE, "output");
    out = layout_of("f32[2,0]C");
    check_refused(&op, &data, 1, &out, NULL, GATHER_STATUS_SHAPE, "output");
    out = data;
    check_refused(&op, &data, 0, &out, NULL, GATHER_STATUS_ARGUMENT, "inputs");
    check_refused(&op, two, 2, &out, NULL, GATHER_STATUS_ARGUMENT, "inputs");
    out.rank = 17;
    check_refused(&op, &data, 1, &out, NULL, GATHER_STATUS_RANK, "output");
    check_refused(&op, &out, 1, &data, NULL, GATHER_STATUS_RANK, "data");
}

static void test_operators_that_are_none(void **state) /* COVERS(CORE-29) */
{
    static const int32_t none[] = {0, 3, -1, 77, INT32_MAX};
    const struct gather_layout data = layout_of("f32[2,3]C");
    (void)state;
    for (size_t k = 0; k < ITEMS(none); k++) {
        struct gather_op op = gather_relayout();
        op.operation = none[k];
        check_refused(&op, &data, 1, &data, NULL, GATHER_STATUS_UNSUPPORTED, "op");
    }
}

static void test_reserved_fields(void **state) /* COVERS(CORE-29) */
{
    const struct gather_layout data = layout_of("f32[2,3]C");
    (void)state;
    for (size_t k = 0; k < ITEMS(((struct gather_op *)NULL)->reserved); k++) {
        struct gather_op op = gather_relayout();
        op.reserved[k] = 1;
        check_refused(&op, &data, 1, &data, NULL, GATHER_STATUS_ARGUMENT, "reserved");
    }
    for (size_t k = 0; k < sizeof data.reserved; k++) {
        const struct gather_op op = gather_relayout();
        struct gather_layout bad = data;
        bad.reserved[k] = 1;
        check_refused(&op, &bad, 1, &data, NULL, GATHER_STATUS_ARGUMENT, "data");
        check_refused(&op, &data, 1, &bad, NULL, GATHER_STATUS_ARGUMENT, "output");
    }
}

static void test_options_of_any_length(void **state) /* COVERS(CORE-29) */
{
    const struct gather_op op = gather_relayout();
    const struct gather_layout data = layout_of("f32[2,3]C");
    struct {
        struct gather_options known;
        int64_t newer;
    } options = {{.size = 0}, 0};
    (void)state;
    for (size_t size = 0; size < sizeof options; size++) { /* one that ends inside a pointer is none */
        if (size >= sizeof(size_t) && size % sizeof(void *) == 0)
            continue;
        options.known.size = size;
        check_refused(&op, &data, 1, &data, &options.known, GATHER_STATUS_ARGUMENT, "options");
    }
    const size_t good[] = {sizeof(size_t), sizeof options.known, sizeof options};
    for (size_t k = 0; k < ITEMS(good); k++) {
        struct gather_plan *plan;
        options.known.size = good[k];
        assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &data, &options.known, NULL),
                         GATHER_STATUS_OK);
        gather_plan_destroy(plan);
    }
}

static void *no_memory(void *context, size_t bytes)
{
    (void)context, (void)bytes;
    return NULL;
}

static void nothing_to_release(void *context, void *memory) { (void)context, (void)memory; }

static void test_half_an_allocator(void **state)
{
    const struct gather_op op = gather_relayout();
    const struct gather_layout data = layout_of("f32[2,3]C");
    static const struct gather_allocator halves[] = {
        {NULL, NULL, NULL}, {no_memory, NULL, NULL}, {NULL, nothing_to_release, NULL}};
    (void)state;
    for (size_t k = 0; k < ITEMS(halves); k++) {
        const struct gather_options options = {.size = sizeof options, .allocator = &halves[k]};
        check_refused(&op, &data, 1, &data, &options, GATHER_STATUS_ARGUMENT, "allocator");
    }
}

static void test_memory_that_is_not_aligned(void **state)
{
    const struct gather_op op = gather_relayout();
    const struct gather_layout data = layout_of("f32[2,3]C");
    int64_t memory[128];
    struct gather_error error;
    (void)state;
    memset(memory, 0xA5, sizeof memory);
    for (size_t k = 1; k < sizeof *memory; k++) {
        uint8_t *begin = (uint8_t *)memory + k;
        assert_int_equal(gather_plan_init(begin, sizeof memory - k, &op, &data, 1, &data, NULL, &error),
                         GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "plan");
        assert_int_equal(begin[0], 0xA5);
    }
}

/* ---- running ------------------------------------------------------------------------------------- */

static int refuse(void *context, void (*task)(void *, uint64_t, uint64_t), void *argument, uint64_t count,
                  uint64_t grain)
{
    (void)context, (void)task, (void)argument, (void)count, (void)grain;
    return 1;
}

/* A run that is shorter than the library's counts as far as it goes. */
static void test_runs_of_any_length(void **state) /* COVERS(CORE-29) */
{
    const struct gather_threads threads = {refuse, NULL, 0}, nobody = {NULL, NULL, 0};
    uint8_t bytes[6] = "abcdef", out[6];
    struct gather_buffer data = BUFFER(bytes), output = BUFFER(out);
    struct gather_plan *plan = plan_of("u8[2,3]C", "u8[2,3]F");
    struct gather_run run = {.size = 0, .threads = &threads, .begin = 1, .end = 2};
    struct gather_error error;
    (void)state;
    for (run.size = 0; run.size < sizeof run; run.size++) {
        if (run.size >= sizeof run.size && run.size % sizeof(void *) == 0)
            continue;
        memset(out, '.', sizeof out);
        assert_int_equal(gather_plan_run(plan, &data, 1, output, &run, &error), GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "run");
        assert_memory_equal(out, "......", 6);
    }
    run.size = offsetof(struct gather_run, threads);
    assert_int_equal(gather_plan_run(plan, &data, 1, output, &run, NULL), GATHER_STATUS_OK);
    assert_memory_equal(out, "adbecf", 6);
    run.size = offsetof(struct gather_run, begin);
    assert_int_equal(gather_plan_run(plan, &data, 1, output, &run, NULL), GATHER_STATUS_CANCELLED);
    memset(out, '.', sizeof out);
    run.size = sizeof run; /* one row: no threads are asked */
    assert_int_equal(gather_plan_run(plan, &data, 1, output, &run, NULL), GATHER_STATUS_OK);
    assert_memory_equal(out, ".d.e.f", 6);
    run.threads = &nobody;
    assert_int_equal(gather_plan_run(plan, &data, 1, output, &run, &error), GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "threads");
    gather_plan_destroy(plan);
}

static void test_as_many_buffers_as_inputs(void **state)
{
    uint8_t bytes[6] = {0}, out[6] = "......";
    struct gather_buffer data[2] = {BUFFER(bytes), BUFFER(bytes)}, output = BUFFER(out);
    struct gather_plan *plan = plan_of("u8[2,3]C", "u8[2,3]F");
    struct gather_error error;
    (void)state;
    for (size_t count = 0; count <= 2; count += 2) {
        assert_int_equal(gather_plan_run(plan, data, count, output, NULL, &error), GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "inputs");
        assert_int_equal(gather_plan_check(plan, data, count, output, NULL, NULL), GATHER_STATUS_ARGUMENT);
    }
    assert_memory_equal(out, "......", 6);
    gather_plan_destroy(plan);
    gather_plan_destroy(NULL);
}

static void test_errors_are_written_on_failure_only(void **state) /* COVERS(CORE-26) */
{
    const struct gather_op op = gather_relayout();
    struct gather_layout data = layout_of("u8[2,3]C"), made;
    uint8_t bytes[6] = {0}, out[6];
    struct gather_buffer input = BUFFER(bytes), output = BUFFER(out);
    struct gather_error error, before;
    struct gather_plan *plan;
    int64_t memory[128];
    size_t size;
    (void)state;
    memset(&error, 0x5A, sizeof error);
    before = error;
    assert_int_equal(gather_infer(&op, &data, 1, &made, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &data, NULL, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_measure(&size, &op, &data, 1, &data, NULL, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_init(memory, sizeof memory, &op, &data, 1, &data, NULL, &error),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_plan_run(plan, &input, 1, output, NULL, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_check(plan, &input, 1, output, NULL, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_view(plan, &made, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_once(&op, &data, &input, 1, &data, output, NULL, &error), GATHER_STATUS_OK);
    assert_memory_equal(&error, &before, sizeof error);
    gather_plan_destroy(plan);
}

/* A check writes nothing. */
static void test_check_does_not_write(void **state)
{
    uint8_t bytes[6] = "abcdef", out[15] = "..............";
    struct gather_buffer data = BUFFER(bytes), output = BUFFER(out);
    struct gather_plan *plan = plan_of("u8[2,3]C", "u8[2,3]{0,1:pad(3,5)=one}");
    (void)state;
    assert_int_equal(gather_plan_check(plan, &data, 1, output, NULL, NULL), GATHER_STATUS_OK);
    assert_string_equal(out, "..............");
    gather_plan_destroy(plan);
}

/* Leaves the stack below the caller full of a byte. By a pointer, so that it has a frame of its own there. */
static void fill_frame(uint8_t byte)
{
    volatile uint8_t frame[1 << 14];
    for (size_t at = 0; at < sizeof frame; at++)
        frame[at] = byte;
}

static void (*volatile const spoil)(uint8_t byte) = fill_frame;

/* The same call makes the same bytes, whatever lay on the stack before: also where there is nothing to move. */
static void test_plans_are_the_same_bytes(void **state)
{
    static const char *const inputs[] = {"f32[0,3]C", "f32[2,3]{0,1}", "f32[4,0]{0,1:T(2,2)}", "s4[3,5]C"};
    const struct gather_op op = gather_relayout();
    (void)state;
    for (size_t k = 0; k < ITEMS(inputs); k++) {
        struct gather_layout data = layout_of(inputs[k]), out;
        uint8_t plans[2][2048];
        size_t size;
        assert_int_equal(gather_infer(&op, &data, 1, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_measure(&size, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
        assert_true(size <= sizeof plans[0]);
        for (int turn = 0; turn < 2; turn++) {
            memset(plans[turn], 0, size);
            spoil(turn ? 0x5A : 0xA5);
            assert_int_equal(gather_plan_init(plans[turn], size, &op, &data, 1, &out, NULL, NULL),
                             GATHER_STATUS_OK);
        }
        assert_memory_equal(plans[0], plans[1], size);
    }
}

/* ---- describe and view --------------------------------------------------------------------------- */

static struct gather_plan_description describe(const char *data, const char *out)
{
    struct gather_plan_description description;
    struct gather_plan *plan = plan_of(data, out);
    memset(&description, 0xA5, sizeof description);
    gather_plan_describe(plan, &description);
    gather_plan_destroy(plan);
    assert_non_null(description.kernel);
    assert_non_null(description.reason);
    assert_in_range(description.loop_count, 0, GATHER_PLAN_MAX_LOOPS);
    return description;
}

static void test_describe_counts(void **state) /* COVERS(CORE-20) */
{
    (void)state;
    struct gather_plan_description copy = describe("f32[6,5]C", "f32[6,5]C");
    assert_true(copy.elements == 30 && copy.bytes_read == 120 && copy.bytes_written == 120);
    assert_true(copy.block_bytes == 120 && copy.fill_steps == 0);
    struct gather_plan_description padded = describe("f32[6,5]C", "f32[6,5]{1,0:pad(7,8)=one}");
    assert_true(padded.bytes_read == 120 && padded.bytes_written == 7 * 8 * 4 && padded.fill_steps == 2);
    assert_true(padded.block_bytes == 20);
    struct gather_plan_description nibbles = describe("i4[3,3]C", "i4[3,3]F");
    assert_true(nibbles.bytes_read == 5 && nibbles.bytes_written == 5 && nibbles.block_bytes == 0);
    struct gather_plan_description nothing = describe("f32[0,5]C", "f32[0,5]{1,0:pad(2,5)=one}");
    assert_true(nothing.elements == 0 && nothing.bytes_read == 0 && nothing.bytes_written == 40);
    assert_true(nothing.loop_count == 0 && nothing.fill_steps == 1);
    struct gather_plan_description seen = describe("f32[6,5]:(0,0)", "f32[6,5]C");
    assert_true(seen.bytes_read == 120 && seen.block_bytes == 4);
}

/* The extents of the loops multiply to the elements in a block each; steps are those of the layouts. */
static void test_describe_loops(void **state)
{
    struct gather_plan_description turned = describe("f32[60,50]C", "f32[60,50]F");
    (void)state;
    assert_int_equal(turned.loop_count, 2);
    assert_true(turned.loops[0].extent == 50 && turned.loops[1].extent == 60);
    assert_true(turned.loops[0].output_step == 60 * 32 && turned.loops[0].data_step == 32);
    assert_true(turned.loops[1].output_step == 32 && turned.loops[1].data_step == 50 * 32);
    assert_true(turned.loops[0].dimension == 1 && turned.loops[1].dimension == 0);
    struct gather_plan_description whole = describe("f32[64,50]C", "f32[64,50]{1,0:T(8,128)}");
    for (int32_t k = 0; k < whole.loop_count; k++)
        assert_int_equal(whole.loops[k].kind, GATHER_PLAN_LOOP_STEPS);
    struct gather_plan_description small = describe("f32[3,200]C", "f32[3,200]{1,0:T(2,128)}");
    int32_t evaluated = 0, runs = 0;
    for (int32_t k = 0; k < small.loop_count; k++) {
        evaluated += small.loops[k].kind == GATHER_PLAN_LOOP_EVALUATED;
        runs += small.loops[k].kind == GATHER_PLAN_LOOP_RUN;
    }
    assert_true(evaluated == 1 && runs == 1 && small.part_count == 1);
}

/* A box that ends, or begins, within tiles is cut into parts that do not; the loops are those of the first. */
static void test_describe_parts(void **state)
{
    struct gather_plan_description ends = describe("f32[60,200]C", "f32[60,200]{1,0:T(8,128)}");
    (void)state;
    assert_int_equal(ends.part_count, 3); /* 56 rows of 128 columns, then two more, which are small */
    for (int32_t k = 0; k < ends.loop_count; k++)
        assert_int_equal(ends.loops[k].kind, GATHER_PLAN_LOOP_STEPS);
    assert_int_equal(describe("f32[64,256]C", "f32[64,256]{1,0:T(8,128)}").part_count, 1);
    struct gather_plan_description many =
        describe("u8[113,113,113,113,113]{4,3,2,1,0:T(32,32,32,32,32)(8,8,8,8,8)}",
                 "u8[113,113,113,113,113]{4,3,2,1,0:T(48,48,48,48,48)(12,12,12,12,12)}");
    assert_in_range(many.part_count, 2, 64);
}

/* A view gives the result's elements from the data's own buffer (CORE-25). */
static void test_views(void **state) /* COVERS(CORE-25) */
{
    static const struct {
        const char *data, *view;
    } cases[] = {
        {"f32[2,3]C", "f32[2,3]:(3,1)"},
        {"f32[2,3]{0,1:pad(3,5)=one}", "f32[2,3]:(1,3)"},
        {"f32[2,3]:(-3,1)+3", "f32[2,3]:(-3,1)+3"},
        {"f32[2,3]:(0,1)+7", "f32[2,3]:(0,1)+7"},
        {"f32[4,128]{1,0:T(8,128)}", "f32[4,128]:(128,1)"},
        {"f32[3,5]{1,0:T(2,2)}", NULL},
        {"f32[2,3]{1,0:S(5)}", "f32[2,3]:(3,1)"},
        {"UINT8 sizes={2,3} strides={3,1} total=40", "u8[2,3]:(3,1)"},
        {"f32[]{:T(4)}", "f32[]:()"},
    };
    (void)state;
    for (size_t k = 0; k < ITEMS(cases); k++) {
        char text[GATHER_LAYOUT_TEXT_SIZE];
        struct gather_layout data = layout_of(cases[k].data), out, view;
        const struct gather_op op = gather_relayout();
        struct gather_plan *plan;
        struct gather_error error;
        assert_int_equal(gather_infer(&op, &data, 1, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
        enum gather_status status = gather_plan_view(plan, &view, &error);
        gather_plan_destroy(plan);
        assert_int_equal(status, cases[k].view != NULL ? GATHER_STATUS_OK : GATHER_STATUS_UNSUPPORTED);
        if (cases[k].view == NULL) {
            assert_string_equal(error.operand, "data");
            continue;
        }
        assert_int_equal(gather_layout_print(&view, GATHER_SPELLING_STRIDES, text, sizeof text, NULL, NULL),
                         GATHER_STATUS_OK);
        assert_string_equal(text, cases[k].view);
    }
}

/* Bytes of every cell of a view are where those of the data are, for cells of any width. */
static void test_a_view_keeps_the_cells(void **state) /* COVERS(CORE-25) */
{
    static const char *const inputs[] = {"s4[2,3]{0,1}", "s4[2,3]{0,1:E(4)}", "u16[2,3]{1,0:E(24)}",
                                         "i4[2,3]:(5,1)+1"};
    (void)state;
    for (size_t k = 0; k < ITEMS(inputs); k++) {
        struct gather_layout data = layout_of(inputs[k]), out, view;
        struct gather_plan *plan;
        const struct gather_op op = gather_relayout();
        assert_int_equal(gather_infer(&op, &data, 1, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_view(plan, &view, NULL), GATHER_STATUS_OK);
        gather_plan_destroy(plan);
        assert_int_equal(view.cell_bits, data.cell_bits);
        struct operand_cells of_data = {0}, of_view = {0};
        operand_cells_find(&of_data, &data);
        operand_cells_find(&of_view, &view);
        assert_memory_equal(of_data.cell_of, of_view.cell_of, 6 * sizeof of_data.cell_of[0]);
        operand_cells_end(&of_data);
        operand_cells_end(&of_view);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_infer_is_dense_row_major),
        cmocka_unit_test(test_infer_with_unknown_sizes),
        cmocka_unit_test(test_infer_refuses),
        cmocka_unit_test(test_operands_that_do_not_agree),
        cmocka_unit_test(test_operators_that_are_none),
        cmocka_unit_test(test_reserved_fields),
        cmocka_unit_test(test_options_of_any_length),
        cmocka_unit_test(test_half_an_allocator),
        cmocka_unit_test(test_memory_that_is_not_aligned),
        cmocka_unit_test(test_runs_of_any_length),
        cmocka_unit_test(test_as_many_buffers_as_inputs),
        cmocka_unit_test(test_errors_are_written_on_failure_only),
        cmocka_unit_test(test_check_does_not_write),
        cmocka_unit_test(test_plans_are_the_same_bytes),
        cmocka_unit_test(test_describe_counts),
        cmocka_unit_test(test_describe_loops),
        cmocka_unit_test(test_describe_parts),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_a_view_keeps_the_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
