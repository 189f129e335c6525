/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plans with indices: when they are checked and what is written then, constant indices and the views they
 * make, the first bad index on any number of threads, what a plan says of itself.
 */
#include "core/planned.h"
#include "gather/numpy.h"
#include "gather/onnx.h"
#include "gather/threads.h"
#include "gather/xla.h"
#include "support/guard.h"
#include "support/plan_check.h"

enum { ROWS = 50, WIDTH = 3, MANY = 100000 };

/* A gather of rows of f32[50,3], as row 10 r + c, and everything it needs. */
struct rows {
    struct gather_op op;
    struct gather_layout layouts[2], out;
    float data[ROWS * WIDTH];
    float *output;
    int64_t *indices;
    struct gather_buffer inputs[2], out_buffer;
    struct gather_plan *plan;
};

static void rows_begin(struct rows *rows, int64_t count)
{
    const int64_t sizes[] = {count};
    rows->op = gather_onnx_gather(13, 0);
    rows->layouts[0] = layout_of("f32[50,3]C");
    assert_int_equal(gather_layout_init(&rows->layouts[1], GATHER_DTYPE_I64, 1, sizes, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_infer(&rows->op, rows->layouts, 2, &rows->out, NULL), GATHER_STATUS_OK);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < WIDTH; column++)
            rows->data[row * WIDTH + column] = (float)(row * 10 + column);
    rows->indices = calloc((size_t)count + 1, sizeof rows->indices[0]);
    rows->output = calloc((size_t)count + 1, WIDTH * sizeof rows->output[0]);
    assert_true(rows->indices != NULL && rows->output != NULL);
    rows->inputs[0] = (struct gather_buffer){rows->data, sizeof rows->data};
    rows->inputs[1] = (struct gather_buffer){rows->indices, (uint64_t)count * sizeof rows->indices[0]};
    rows->out_buffer = (struct gather_buffer){rows->output, (uint64_t)count * WIDTH * sizeof(float)};
    assert_int_equal(gather_plan_create(&rows->plan, &rows->op, rows->layouts, 2, &rows->out, NULL, NULL),
                     GATHER_STATUS_OK);
}

static void rows_end(struct rows *rows)
{
    gather_plan_destroy(rows->plan);
    free(rows->indices);
    free(rows->output);
}

static enum gather_status run_rows(const struct rows *rows, int32_t check,
                                   const struct gather_threads *threads, struct gather_error *error)
{
    struct gather_run run = {.size = sizeof run, .threads = threads, .check = check};
    return gather_plan_run(rows->plan, rows->inputs, 2, rows->out_buffer, &run, error);
}

static bool is_untouched(const struct rows *rows, int64_t count)
{
    for (int64_t k = 0; k < count * WIDTH; k++)
        if (rows->output[k] != 0)
            return false;
    return true;
}

/* ---- check modes --------------------------------------------------------------------------------- */

static void test_check_modes(void **state) /* COVERS(CORE-17, CORE-16, ONNX-12) */
{
    const int64_t counts[] = {4, GATHER_MAX_RANK * 200};
    const struct gather_threads nobody = {NULL, NULL, 0};
    (void)state;
    for (size_t k = 0; k < ITEMS(counts); k++) {
        struct rows rows;
        struct gather_error error;
        rows_begin(&rows, counts[k]);
        for (int64_t i = 0; i < counts[k]; i++)
            rows.indices[i] = 7;
        rows.indices[counts[k] - 1] = ROWS;
        for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_EARLIER; check++) {
            assert_int_equal(run_rows(&rows, check, NULL, &error), GATHER_STATUS_INDEX_RANGE);
            assert_int_equal(error.position[0], counts[k] - 1);
            assert_int_equal(error.value, ROWS);
            if (check == GATHER_CHECK_FIRST)
                assert_true(is_untouched(&rows, counts[k]));
        }
        rows.indices[counts[k] - 1] = -ROWS;
        for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_EARLIER; check++)
            assert_int_equal(run_rows(&rows, check, NULL, &error), GATHER_STATUS_OK);
        assert_true(rows.output[1] == 71 && rows.output[(counts[k] - 1) * WIDTH + 2] == 2);
        assert_int_equal(run_rows(&rows, 3, NULL, &error), GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "check");
        assert_int_equal(run_rows(&rows, GATHER_CHECK_FIRST, &nobody, &error), GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "threads"); /* of brief gathers too */
        rows_end(&rows);
    }
}

static void test_check_before_the_run(void **state) /* COVERS(CORE-17) */
{
    struct rows rows;
    struct gather_error error;
    (void)state;
    rows_begin(&rows, 5);
    assert_int_equal(gather_plan_check(rows.plan, rows.inputs, 2, rows.out_buffer, NULL, &error),
                     GATHER_STATUS_OK);
    rows.indices[3] = -ROWS - 1;
    rows.indices[4] = ROWS;
    assert_int_equal(gather_plan_check(rows.plan, rows.inputs, 2, rows.out_buffer, NULL, &error),
                     GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.position[0], 3);
    assert_true(is_untouched(&rows, 5));
    rows_end(&rows);
}

/* A range of rows checks all indices; FUSED looks at none but its own. */
static void test_ranges_check_everything_first(void **state) /* COVERS(CORE-22) */
{
    struct rows rows;
    struct gather_error error;
    struct gather_run run = {.size = sizeof run, .begin = 0, .end = 2};
    (void)state;
    rows_begin(&rows, 4);
    rows.indices[3] = ROWS;
    assert_int_equal(gather_plan_run(rows.plan, rows.inputs, 2, rows.out_buffer, &run, &error),
                     GATHER_STATUS_INDEX_RANGE);
    run.check = GATHER_CHECK_FUSED;
    assert_int_equal(gather_plan_run(rows.plan, rows.inputs, 2, rows.out_buffer, &run, &error),
                     GATHER_STATUS_OK);
    rows_end(&rows);
}

static void test_first_bad_index_on_threads(void **state) /* COVERS(CORE-16, CORE-12) */
{
    struct gather_pool *pool = NULL;
    struct rows rows;
    struct gather_error error;
    (void)state;
    assert_int_equal(gather_pool_create(&pool, 7), GATHER_STATUS_OK);
    const struct gather_threads threads = gather_pool_threads(pool);
    rows_begin(&rows, MANY);
    for (int64_t bad = MANY - 1; bad > 0; bad -= 9973) {
        rows.indices[bad] = bad % 2 == 0 ? ROWS : INT64_MIN;
        for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_EARLIER; check++) {
            assert_int_equal(run_rows(&rows, check, &threads, &error), GATHER_STATUS_INDEX_RANGE);
            assert_int_equal(error.position[0], bad);
            assert_true(error.value == rows.indices[bad]);
        }
    }
    rows_end(&rows);
    gather_pool_destroy(pool);
}

/* A plan says which kernels it takes: of a width those that this processor does best. */
static void test_descriptions_name_kernels(void **state)
{
    const struct {
        const char *data, *indices, *kernel;
        int64_t axis, block;
    } cases[] = {{"f32[100,64]C", "i64[20]C", "fetch_rows", 0, 256},
                 {"f32[100]C", "i64[20]C", "_b4", 0, 4},
                 {"f32[10,50]C", "i64[20]C", "_b4", 1, 4},
                 {"f32[40,50]F", "i64[20]C", "move_b4", 1, 4},
                 {"u8[40,3]C", "i64[20]C", "_b3", 0, 3}};
    (void)state;
    for (size_t k = 0; k < ITEMS(cases); k++) {
        const struct gather_op op = gather_onnx_gather(13, cases[k].axis);
        struct gather_layout inputs[] = {layout_of(cases[k].data), layout_of(cases[k].indices)}, out;
        struct gather_plan_description description;
        struct gather_op loose = op;
        struct gather_plan *plan = NULL;
        loose.strictness = GATHER_LOOSE;
        assert_int_equal(gather_infer(&loose, inputs, 2, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_create(&plan, &loose, inputs, 2, &out, NULL, NULL), GATHER_STATUS_OK);
        gather_plan_describe(plan, &description);
        assert_non_null(strstr(description.kernel, cases[k].kernel));
        assert_int_equal(description.block_bytes, cases[k].block);
        gather_plan_destroy(plan);
    }
}

/* A caller's struct may be shorter than the library's: what it has counts. */
static void *count_allocation(void *context, size_t bytes)
{
    ++*(int *)context;
    return malloc(bytes);
}

static void release_counted(void *context, void *memory)
{
    (void)context;
    free(memory);
}

static void test_shorter_options(void **state) /* COVERS(CORE-29) */
{
    int count = 0;
    const struct gather_allocator allocator = {count_allocation, release_counted, &count};
    const struct gather_options options = {.size = offsetof(struct gather_options, indices),
                                           .allocator = &allocator};
    struct rows rows;
    struct gather_plan *plan = NULL;
    (void)state;
    rows_begin(&rows, 4);
    assert_int_equal(gather_plan_create(&plan, &rows.op, rows.layouts, 2, &rows.out, &options, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(count, 1);
    gather_plan_destroy(plan);
    rows_end(&rows);
}

/* What no value of the indices' type can break is not checked. */
static void test_types_that_cannot_leave_the_range(void **state) /* COVERS(CORE-13) */
{
    const struct {
        const char *data, *indices;
        int32_t is_checked;
    } pairs[] = {{"f32[256]C", "u8[4]C", 0},
                 {"f32[255]C", "u8[4]C", 1},
                 {"f32[128]C", "i8[4]C", 0},
                 {"f32[127]C", "i8[4]C", 1},
                 {"f32[300]C", "i64[4]C", 1}};
    (void)state;
    for (size_t k = 0; k < ITEMS(pairs); k++) {
        struct gather_op op = gather_onnx_gather(13, 0);
        struct gather_layout inputs[] = {layout_of(pairs[k].data), layout_of(pairs[k].indices)}, out;
        struct gather_plan_description description;
        struct gather_plan *plan = NULL;
        op.strictness = GATHER_LOOSE;
        assert_int_equal(gather_infer(&op, inputs, 2, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &out, NULL, NULL), GATHER_STATUS_OK);
        gather_plan_describe(plan, &description);
        assert_int_equal(description.is_checked, pairs[k].is_checked);
        assert_int_equal(description.index_count, 4);
        assert_int_equal(description.component_count, 1);
        gather_plan_destroy(plan);
    }
}

/* ---- constant indices ---------------------------------------------------------------------------- */

/* Plans `take` of i32 rows 0.. of data f32[50,3] with constant indices. Returns: the status. */
static enum gather_status plan_constant(struct rows *rows, struct gather_plan **plan,
                                        struct gather_error *error)
{
    const struct gather_options options = {.size = sizeof options, .indices = &rows->inputs[1]};
    return gather_plan_create(plan, &rows->op, rows->layouts, 2, &rows->out, &options, error);
}

static void test_constant_indices_make_views(void **state) /* COVERS(CORE-24, CORE-25) */
{
    const struct {
        int64_t indices[4];
        bool is_view;
        int64_t offset, stride;
    } slices[] = {{{4, 5, 6, 7}, true, 12, 3},
                  {{0, 10, 20, 30}, true, 0, 30},
                  {{-1, -2, -3, -4}, true, 147, -3},
                  {{9, 9, 9, 9}, true, 27, 0},
                  {{1, 2, 3, 5}, false, 0, 0}};
    (void)state;
    for (size_t k = 0; k < ITEMS(slices); k++) {
        struct rows rows;
        struct gather_plan *plan = NULL;
        struct gather_layout view;
        rows_begin(&rows, 4);
        memcpy(rows.indices, slices[k].indices, sizeof slices[k].indices);
        assert_int_equal(run_rows(&rows, GATHER_CHECK_FIRST, NULL, NULL), GATHER_STATUS_OK);
        float expected[4 * WIDTH];
        memcpy(expected, rows.output, sizeof expected);
        memset(rows.output, 0, sizeof expected);
        assert_int_equal(plan_constant(&rows, &plan, NULL), GATHER_STATUS_OK);
        if (slices[k].is_view)
            rows.inputs[1] = (struct gather_buffer){NULL, 0}; /* not needed any more */
        assert_int_equal(gather_plan_run(plan, rows.inputs, 2, rows.out_buffer, NULL, NULL),
                         GATHER_STATUS_OK);
        assert_memory_equal(rows.output, expected, sizeof expected);
        assert_int_equal(gather_plan_view(plan, &view, NULL),
                         slices[k].is_view ? GATHER_STATUS_OK : GATHER_STATUS_UNSUPPORTED);
        if (slices[k].is_view) {
            assert_true(view.offset == slices[k].offset && view.place[0] == slices[k].stride);
            assert_true(view.place[1] == 1 && view.sizes[0] == 4);
        }
        gather_plan_destroy(plan);
        rows_end(&rows);
    }
}

/* Where nothing is to be made, no run looks at them, whatever they are and do; they are checked all the same. */
static void test_constant_indices_of_nothing(void **state) /* COVERS(CORE-24) */
{
    const int32_t values[] = {1, 0, 0}, outside[] = {1, 7, 0},
                  policies[] = {GATHER_POLICY_CLAMP, GATHER_POLICY_ERROR};
    const struct gather_layout layouts[] = {layout_of("f32[2,0]C"), layout_of("i32[3]C")};
    const struct gather_buffer none[2] = {{NULL, 0}, {NULL, 0}};
    (void)state;
    for (size_t k = 0; k < ITEMS(policies); k++) {
        const struct gather_op op = gather_numpy_take(0, policies[k]);
        struct gather_buffer indices = {(void *)(uintptr_t)values, sizeof values};
        const struct gather_options options = {.size = sizeof options, .indices = &indices};
        struct gather_plan_description description;
        struct gather_layout out, view;
        struct gather_plan *plan;
        assert_int_equal(gather_infer(&op, layouts, 2, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_create(&plan, &op, layouts, 2, &out, &options, NULL), GATHER_STATUS_OK);
        gather_plan_describe(plan, &description);
        assert_int_equal(description.index_count, 0);
        assert_int_equal(gather_plan_run(plan, none, 2, none[0], NULL, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_view(plan, &view, NULL), GATHER_STATUS_OK);
        gather_plan_destroy(plan);
        indices.data = (void *)(uintptr_t)outside;
        const enum gather_status status = gather_plan_create(&plan, &op, layouts, 2, &out, &options, NULL);
        assert_int_equal(status,
                         policies[k] == GATHER_POLICY_ERROR ? GATHER_STATUS_INDEX_RANGE : GATHER_STATUS_OK);
        if (status == GATHER_STATUS_OK)
            gather_plan_destroy(plan);
    }
}

/* Plans with constant indices over floats that count the data's cells, and compares a view with the result. */
static enum gather_status check_constant_view(const struct gather_op *op, const char *data,
                                              const char *indices, const int64_t *values)
{
    enum { CELLS = 64 };
    const struct gather_layout layouts[] = {layout_of(data), layout_of(indices)};
    float cells[CELLS], result[CELLS];
    const struct gather_buffer to = BUFFER(result);
    struct gather_buffer inputs[] = {BUFFER(cells),
                                     {(void *)(uintptr_t)values, (uint64_t)gather_layout_bytes(&layouts[1])}};
    const struct gather_options options = {.size = sizeof options, .indices = &inputs[1]};
    struct gather_layout out, view;
    struct gather_plan *plan;
    for (int k = 0; k < CELLS; k++)
        cells[k] = (float)k;
    assert_int_equal(gather_infer(op, layouts, 2, &out, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_create(&plan, op, layouts, 2, &out, &options, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_run(plan, inputs, 2, to, NULL, NULL), GATHER_STATUS_OK);
    enum gather_status status = gather_plan_view(plan, &view, NULL);
    gather_plan_destroy(plan);
    if (status != GATHER_STATUS_OK)
        return status;
    assert_int_equal(gather_layout_validate(&view, NULL), GATHER_STATUS_OK);
    assert_true(view.rank == out.rank &&
                memcmp(view.sizes, out.sizes, (size_t)out.rank * sizeof out.sizes[0]) == 0);
    int64_t at[GATHER_MAX_RANK] = {0}, cell;
    bool more = gather_layout_elements(&view) > 0;
    for (size_t k = 0; more; k++) {
        assert_int_equal(gather_layout_cell(&view, at, view.rank, &cell, NULL), GATHER_STATUS_OK);
        assert_true(cells[cell] == result[k]);
        assert_int_equal(gather_layout_bump(&view, at, view.rank, &more, NULL), GATHER_STATUS_OK);
    }
    return status;
}

static void test_constant_indices_along_several_loops(void **state) /* COVERS(CORE-25) */
{
    const struct gather_op rows = gather_onnx_gather(13, 0), columns = gather_onnx_gather(13, 1),
                           flat = gather_numpy_take_flat(GATHER_POLICY_ERROR),
                           tuples = gather_onnx_gather_nd(13, 0);
    const struct {
        const struct gather_op *op;
        const char *data, *indices;
        int64_t values[8];
        bool is_view;
    } cases[] = {
        {&rows, "f32[8,5]", "s64[2,2]", {0, 1, 2, 3}, true},
        {&rows, "f32[8,5]", "s64[2,2]", {7, 5, 4, 2}, true},
        {&rows, "f32[8,5]", "s64[2,2]", {0, 1, 4, 6}, false},
        {&rows, "f32[8,5]{0,1}", "s64[2,2]{0,1}", {0, 4, 1, 5}, true},
        {&columns, "f32[5,8]", "s64[2,2,2]", {-1, 6, 5, 4, 3, 2, 1, 0}, true},
        {&rows, "f32[8,8]{1,0:T(4,4)}", "s64[2,2]", {0, 1, 2, 3}, false},
        {&columns, "f32[2,8]{1,0:T(2,2)}", "s64[2]", {1, 2}, true},
        {&columns, "f32[2,8]{1,0:T(2,2)}", "s64[2,2]", {0, 1, 2, 3}, true},
        {&columns, "f32[2,8]{1,0:T(2,2)}", "s64[2,2]", {0, 1, 2, 4}, false},
        {&columns, "f32[3,8]{1,0:T(2,2)}", "s64[2,2]", {0, 1, 2, 3}, false},
        {&flat, "f32[4,4]{1,0:T(2,2)}", "s64[4]", {0, 4, 2, 6}, true},
        {&flat, "f32[4,4]{1,0:T(2,2)}", "s64[4]", {0, 4, 2, 3}, false},
        {&tuples, "f32[4,4]{1,0:T(2,2)}", "s64[4,2]", {0, 0, 1, 0, 0, 2, 1, 2}, true},
        {&flat, "f32[8,5]", "s64[3]", {1, 3, 5}, true},
        {&flat, "f32[8,5]", "s64[2,3]", {-1, -2, -3, -11, -12, -13}, true},
        {&flat, "f32[8,5]", "s64[3]", {1, 3, 6}, false},
        {&flat, "f32[8,5]{0,1}", "s64[3]", {1, 3, 5}, false},
        {&flat, "f32[8,5]{0,1}", "s64[3]", {1, 2, 3}, true},
        {&flat, "f32[8,5]{0,1}", "s64[2,2]", {1, 2, 6, 7}, true},
        {&flat, "f32[8,5]{0,1}", "s64[2,2]", {1, 2, 3, 5}, false},
        {&tuples, "f32[8,4]", "s64[3,2]", {0, 2, 0, 3, 1, 0}, true},
        {&tuples, "f32[8,4]", "s64[3,2]", {0, 2, 0, 3, 1, 1}, false},
        {&flat, "f32[1,8,1]{0,1,2}", "s64[2,2]", {0, 1, 2, 3}, true},
        {&flat, "f32[4,2]:(6,3)+1", "s64[3]", {1, 3, 5}, true},
        {&rows, "f32[8,5]:(0,1)", "s64[3]", {1, 7, 2}, true},
        {&flat, "f32[8,5]:(0,0)+3", "s64[3]", {1, 37, 2}, true},
        {&tuples, "f32[8,5]", "s64[2,2]", {1, 2, 3, 4}, true},
        {&tuples, "f32[8,5]", "s64[2,2,2]", {0, 0, 0, 1, 1, 0, 1, 1}, true},
        {&tuples, "f32[8,5]", "s64[2,2,2]", {0, 0, 0, 1, 1, 0, 1, 2}, false},
        {&rows, "f32[8,0]", "s64[3]", {1, 7, 2}, true},
        {&rows, "f32[8,5]", "s64[0,3]", {0}, true},
    };
    (void)state;
    for (size_t k = 0; k < ITEMS(cases); k++)
        assert_int_equal(check_constant_view(cases[k].op, cases[k].data, cases[k].indices, cases[k].values),
                         cases[k].is_view ? GATHER_STATUS_OK : GATHER_STATUS_UNSUPPORTED);
}

/* Cells are followed one by one of so many elements, and no more. */
static void test_constant_indices_into_large_tiles(void **state) /* COVERS(CORE-25) */
{
    enum { LIMIT = 1 << 14, MOST = 2 * LIMIT };
    static const char *const indices[] = {"s64[4096,2]", "s64[4097,2]"};
    static int64_t values[MOST];
    const struct gather_op columns = gather_onnx_gather(13, 1);
    const struct gather_buffer buffer = BUFFER(values);
    const struct gather_options constant = {.size = sizeof constant, .indices = &buffer};
    (void)state;
    for (int64_t k = 0; k < MOST; k++)
        values[k] = k;
    for (int k = 0; k < 2; k++) {
        const struct gather_layout layouts[] = {layout_of("f32[2,16384]{1,0:T(2,2)}"), layout_of(indices[k])};
        struct gather_layout out, view;
        struct gather_plan *plan;
        assert_int_equal(gather_infer(&columns, layouts, 2, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_create(&plan, &columns, layouts, 2, &out, &constant, NULL),
                         GATHER_STATUS_OK);
        assert_int_equal(gather_plan_view(plan, &view, NULL), gather_layout_elements(&out) <= LIMIT
                                                                  ? GATHER_STATUS_OK
                                                                  : GATHER_STATUS_UNSUPPORTED);
        gather_plan_destroy(plan);
    }
}

static void test_constant_indices_are_checked_at_create(void **state) /* COVERS(CORE-24, CORE-2) */
{
    struct rows rows;
    struct gather_plan *plan = NULL;
    struct gather_error error;
    (void)state;
    rows_begin(&rows, 4);
    rows.indices[2] = 50;
    assert_int_equal(plan_constant(&rows, &plan, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.position[0], 2);
    rows.indices[2] = 0;
    rows.inputs[1].bytes--;
    assert_int_equal(plan_constant(&rows, &plan, &error), GATHER_STATUS_BOUNDS);
    assert_string_equal(error.operand, "indices");
    assert_null(plan);
    rows_end(&rows);
}

/* A constant outside that becomes a fill can't be taken in, and still fills. */
static void test_constant_indices_outside(void **state) /* COVERS(CORE-24, CORE-15) */
{
    struct rows rows;
    struct gather_plan *plan = NULL;
    (void)state;
    rows_begin(&rows, 4);
    rows.op.policy = GATHER_POLICY_ZERO;
    for (int k = 0; k < 4; k++)
        rows.indices[k] = 48 + k;
    memset(rows.output, 1, (size_t)rows.out_buffer.bytes);
    assert_int_equal(plan_constant(&rows, &plan, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_run(plan, rows.inputs, 2, rows.out_buffer, NULL, NULL), GATHER_STATUS_OK);
    assert_true(rows.output[0] == 480 && rows.output[5] == 492 && rows.output[6] == 0 &&
                rows.output[11] == 0);
    gather_plan_destroy(plan);
    rows_end(&rows);
}

/* Many are read a run at a time: the first that is refused is named, and one that spoils a slice is seen anywhere. */
static void test_many_constant_indices(void **state) /* COVERS(CORE-24, CORE-25) */
{
    enum { COUNT = 700 };
    const int64_t places[] = {0, 1, 255, 256, 257, 511, 512, 698, 699};
    (void)state;
    for (size_t k = 0; k < ITEMS(places); k++) {
        struct rows rows;
        struct gather_plan *plan = NULL;
        struct gather_layout view;
        struct gather_error error;
        rows_begin(&rows, COUNT);
        for (int i = 0; i < COUNT; i++)
            rows.indices[i] = 7;
        rows.indices[places[k]] = 8;
        assert_int_equal(plan_constant(&rows, &plan, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_view(plan, &view, NULL), GATHER_STATUS_UNSUPPORTED);
        gather_plan_destroy(plan);
        rows.indices[places[k]] = rows.indices[COUNT - 1] = ROWS;
        assert_int_equal(plan_constant(&rows, &plan, &error), GATHER_STATUS_INDEX_RANGE);
        assert_true(error.position[0] == places[k] && error.value == ROWS);
        rows.op.policy = GATHER_POLICY_ZERO;
        rows.indices[COUNT - 1] = 7;
        assert_int_equal(plan_constant(&rows, &plan, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_plan_run(plan, rows.inputs, 2, rows.out_buffer, NULL, NULL),
                         GATHER_STATUS_OK);
        for (int64_t i = 0; i < COUNT; i++)
            assert_true(rows.output[i * WIDTH] == (rows.indices[i] == 7 ? 70 : 0));
        gather_plan_destroy(plan);
        rows_end(&rows);
    }
}

/* ---- windows over tiles -------------------------------------------------------------------------- */

/* A window that an index moves along a tiled dimension: adding addresses would be wrong. */
static void test_window_moves_over_tiles(void **state) /* COVERS(XLA-G-8, XLA-G-9, XLA-31) */
{
    const int64_t window[] = {3, 4};
    struct gather_layout inputs[] = {layout_of("u8[7,9]{1,0:T(2,4)}"), layout_of("i32[2]C")}, out;
    const struct gather_op op = gather_xla_dynamic_slice(2, window);
    uint8_t dense[63], tiled[128], output[12];
    const struct gather_layout row_major = layout_of("u8[7,9]C");
    const struct gather_op copy = gather_relayout();
    struct gather_buffer from = {dense, sizeof dense};
    struct gather_buffer inputs_given[2] = {{tiled, sizeof tiled}, {NULL, 0}};
    (void)state;
    for (int k = 0; k < 63; k++)
        dense[k] = (uint8_t)k;
    assert_int_equal(gather_once(&copy, &row_major, &from, 1, &inputs[0], inputs_given[0], NULL, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_infer(&op, inputs, 2, &out, NULL), GATHER_STATUS_OK);
    for (int32_t row = -1; row < 7; row++)
        for (int32_t column = -1; column < 9; column++) {
            int32_t start[] = {row, column};
            int32_t first = row < 0 ? 0 : row > 4 ? 4 : row, left = column < 0 ? 0 : column > 5 ? 5 : column;
            inputs_given[1] = (struct gather_buffer){start, sizeof start};
            assert_int_equal(gather_once(&op, inputs, inputs_given, 2, &out,
                                         (struct gather_buffer){output, sizeof output}, NULL, NULL),
                             GATHER_STATUS_OK);
            for (int k = 0; k < 12; k++)
                assert_int_equal(output[k], (first + k / 4) * 9 + left + k % 4);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check_modes),
        cmocka_unit_test(test_check_before_the_run),
        cmocka_unit_test(test_ranges_check_everything_first),
        cmocka_unit_test(test_first_bad_index_on_threads),
        cmocka_unit_test(test_descriptions_name_kernels),
        cmocka_unit_test(test_shorter_options),
        cmocka_unit_test(test_types_that_cannot_leave_the_range),
        cmocka_unit_test(test_constant_indices_make_views),
        cmocka_unit_test(test_constant_indices_of_nothing),
        cmocka_unit_test(test_constant_indices_along_several_loops),
        cmocka_unit_test(test_constant_indices_into_large_tiles),
        cmocka_unit_test(test_constant_indices_are_checked_at_create),
        cmocka_unit_test(test_constant_indices_outside),
        cmocka_unit_test(test_many_constant_indices),
        cmocka_unit_test(test_window_moves_over_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
