/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels that src/kernels/kernels.def lists: those of the tables of this processor and no others; and that each is
 * taken, for its line's shape is described by its name, and with all others taken away it alone writes the same bytes
 * as the scalar table. Those that compute elements are taken by test_scaling and test_bags.
 *
 *     test_kernels_listed --time [NAME]    each kernel, or one, against what would be taken if it were not there
 *
 * COVERS(CORE-12)
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "core/plan_brief.h"
#include "core/plan_calls.h"
#include "gather/bench.h"
#include "gather/numpy.h"
#include "gather/onnx.h"
#include "gather/study.h"
#include "gather/xla.h"
#include "kernels/table.h"
#include "support/lone_kernel.h"
#include "support/plan_check.h"
#include "support/randomness.h"

/* ---- the list ------------------------------------------------------------------------------------ */

enum { PORTABLE = -1, UNMEASURED = 0, MOST = INT32_MAX };
#define MEASURED(hundredths) (hundredths)
#define GATHER_DTYPE_ANY GATHER_DTYPE_NONE

static const struct line {
    const char *name, *sets, *row;
    int64_t least, most;
    enum stage stage;
    int32_t dtype, gain;
} lines[] = {
#define KERNEL(stage, name, dtype, least, most, sets, row, gain)                                             \
    {#name, sets, row, least, most, stage, GATHER_DTYPE_##dtype, gain},
#include "kernels/kernels.def"
#undef KERNEL
};

/* Whether `set` is one of several words, none of which begins with another. */
static bool is_among(const char *sets, const char *set)
{
    const char *at = strstr(sets, set);
    return at != NULL && (at == sets || at[-1] == ' ');
}

static const struct line *find_line(enum stage stage, const char *name, int32_t dtype, const char *set)
{
    const struct line *found = NULL;
    for (size_t k = 0; k < ITEMS(lines); k++)
        if (lines[k].stage == stage && strcmp(lines[k].name, name) == 0 && lines[k].dtype == dtype &&
            is_among(lines[k].sets, set)) {
            if (found != NULL)
                fail_msg("%s stands twice in kernels.def", name);
            found = &lines[k];
        }
    return found;
}

/* ---- tables and the list agree ------------------------------------------------------------------- */

static int32_t seen[ITEMS(lines)]; /* how many tables have the kernel of a line */

static void look_up(const struct gather__kernels *kernels, enum stage stage, const char *name, int32_t dtype,
                    int64_t least, int64_t most)
{
    const struct line *line = find_line(stage, name, dtype, kernels->name);
    if (line == NULL)
        fail_msg("kernels.def has no line for %s of the table %s", name, kernels->name);
    else if (line->least != least || line->most != (most < MOST ? most : MOST))
        fail_msg("kernels.def: the widths of %s are %" PRId64 " to %" PRId64, name, least, most);
    else
        seen[line - lines]++;
}

static void look_up_all(const struct gather__kernels *kernels)
{
    for (const struct gather__move_kernel *row = kernels->moves;; row++) {
        look_up(kernels, MOVE, row->name, 0, row->width, row->width > 0 ? row->width : MOST);
        if (row->width == 0)
            break;
    }
    for (const struct gather__fetch_kernel *row = kernels->fetches;; row++) {
        look_up(kernels, FETCH, row->name, 0, row->least, row->most);
        if (row->least == 0)
            break;
    }
    if (kernels->permute != NULL)
        look_up(kernels, PERMUTE, kernels->permute->name, 0, kernels->permute->least, kernels->permute->most);
    for (const struct gather__index_kernel *row = kernels->indices; row->dtype != 0; row++)
        look_up(kernels, INDEX, row->name, row->dtype, 0, MOST);
    for (const struct gather__pick_kernel *row = kernels->picks; row->dtype != 0; row++)
        look_up(kernels, PICK, row->name, row->dtype, row->width, row->width);
    look_up(kernels, BITS, kernels->bits_name, 0, 0, MOST);
    look_up(kernels, SCALE, kernels->scale_name, 0, 0, MOST);
    look_up(kernels, SUM, kernels->sum_name, 0, 0, MOST);
}

static bool is_bench_row(const char *name)
{
    const struct gather_bench_row *row;
    for (size_t k = 0; (row = gather_bench_row_at(k)) != NULL; k++)
        if (gather_bench_row_is(row, name))
            return true;
    return false;
}

static void test_list_and_tables_agree(void **state)
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        look_up_all(kernels);
    for (size_t k = 0; k < ITEMS(lines); k++) {
        int32_t tables = 0;
        for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
            tables += is_among(lines[k].sets, kernels->name);
        if (seen[k] != tables)
            fail_msg("kernels.def lists %s for a table that has not got it", lines[k].name);
        if (lines[k].gain != PORTABLE && lines[k].stage != SUM && !is_bench_row(lines[k].row))
            fail_msg("kernels.def: %s names no row of the bench", lines[k].name);
        if ((lines[k].gain == PORTABLE) != (lines[k].stage != PICK && is_among(lines[k].sets, "scalar")))
            fail_msg("kernels.def: %s is portable where it is in the scalar table", lines[k].name);
    }
}

/* ---- shapes -------------------------------------------------------------------------------------- */

/* What is moved, the relayouts first: see lay_out. */
enum form { TRANSPOSE, BLOCKS, FLIP, NIBBLES, COLUMNS, LAST_AXIS, TABLE, SHORT_AXIS, POINTS };

struct attempt {
    enum form form;
    int32_t dtype; /* of the indices */
    int64_t width;
    int64_t rows;    /* that indices go along */
    int64_t indices; /* how many; of a relayout, how long a side is */
    const char *tuning;
    struct gather_layout inputs[2], out;
    size_t input_count, out_bytes;
    struct gather_plan *plan;
    uint8_t *data, *index_bytes, *output, *expected;
};

static const char *type_of_width(int64_t width)
{
    return width == 2 ? "u16" : width == 4 ? "u32" : width == 8 ? "u64" : width == 16 ? "c128" : "u8";
}

static struct gather_layout layout_printed(const char *format, const char *type, int64_t a, int64_t b,
                                           int64_t c)
{
    char text[128];
    assert_in_range(snprintf(text, sizeof text, format, type, a, b, c), 1, (int)sizeof text - 1);
    return layout_of(text);
}

/* Elements where there is a type of that width, else blocks of bytes. */
static void lay_out(struct attempt *attempt)
{
    const int64_t n = attempt->indices, w = attempt->width, many = attempt->form == TABLE ? 1000 : 16;
    const char *type = attempt->form == NIBBLES ? "u4" : type_of_width(w);
    static const char three[] = "%s[%" PRId64 ",%" PRId64 ",%" PRId64 "]C";
    char index_type[16];
    (void)gather_dtype_name(attempt->dtype, GATHER_WORLD_OWN, index_type, sizeof index_type);
    attempt->input_count = attempt->form <= NIBBLES ? 1 : 2;
    attempt->inputs[1] = layout_printed("%s[%" PRId64 "]C", index_type, n, 0, 0);
    switch (attempt->form) {
    case TRANSPOSE:
    case NIBBLES:
        attempt->inputs[0] = layout_printed("%s[%" PRId64 ",%" PRId64 "]C", type, n, n, 0);
        attempt->out = layout_printed("%s[%" PRId64 ",%" PRId64 "]{0,1}", type, n, n, 0);
        return;
    case BLOCKS:
        attempt->inputs[0] = layout_printed(three, "u8", n, n, w);
        attempt->out = layout_printed("%s[%" PRId64 ",%" PRId64 ",%" PRId64 "]{2,0,1}", "u8", n, n, w);
        return;
    case FLIP:
        attempt->inputs[0] = layout_printed("%s[%" PRId64 ",64,3]:(192,-3,1)+189", "u8", n, 0, 0);
        attempt->out = layout_printed("%s[%" PRId64 ",64,3]C", "u8", n, 0, 0);
        return;
    case COLUMNS:
        attempt->inputs[0] = layout_printed("%s[%" PRId64 ",%" PRId64 "]{0,1}", type, n, attempt->rows, 0);
        attempt->out = layout_printed("%s[%" PRId64 ",%" PRId64 "]C", type, n, n, 0);
        return;
    case TABLE:
    case LAST_AXIS:
        attempt->inputs[0] = layout_printed(three, "u8", many, attempt->rows, w);
        attempt->out = layout_printed(three, "u8", many, n, w);
        return;
    case SHORT_AXIS:
        attempt->inputs[1] = layout_printed(three, index_type, attempt->rows, n / attempt->rows, 1);
        attempt->inputs[0] = layout_printed(three, type, attempt->rows, n / attempt->rows, 1);
        attempt->out = attempt->inputs[0];
        return;
    default:
        attempt->inputs[0] = layout_printed("%s[%" PRId64 ",%" PRId64 "]C", "u8", attempt->rows, w, 0);
        attempt->out = layout_printed("%s[%" PRId64 ",%" PRId64 "]C", "u8", n, w, 0);
    }
}

/* Types below a byte are XLA's alone, and bool is numpy's. */
static struct gather_op op_of(const struct attempt *attempt)
{
    int64_t axis = attempt->form == LAST_AXIS || attempt->form == TABLE || attempt->form == COLUMNS ? 1 : 0;
    if (attempt->input_count == 1)
        return gather_relayout();
    if (gather_dtype_bits(attempt->dtype) < 8)
        return gather_xla_torch_index_select(axis, 0);
    if (attempt->dtype == GATHER_DTYPE_BOOL)
        return gather_numpy_take(axis, GATHER_POLICY_ERROR);
    struct gather_op op =
        attempt->form == SHORT_AXIS ? gather_onnx_gather_elements(0, 0) : gather_onnx_gather(0, axis);
    op.strictness = GATHER_LOOSE;
    return op;
}

/* Indices that their type can hold, none of them negative. */
static void draw_indices(struct randomness *randomness, const struct attempt *attempt)
{
    int32_t bits = gather_dtype_bits(attempt->dtype);
    int64_t below = attempt->dtype == GATHER_DTYPE_BOOL ? 2 : attempt->rows;
    if (bits < 32 && below > INT64_C(1) << (bits - 1))
        below = INT64_C(1) << (bits - 1);
    for (int64_t k = 0; k < attempt->indices; k++) {
        uint64_t index = (uint64_t)random_below(randomness, below);
        if (bits < 8)
            attempt->index_bytes[k * bits / 8] |= (uint8_t)(index << k * bits % 8);
        else
            memcpy(attempt->index_bytes + k * bits / 8, &index, (size_t)bits / 8);
    }
}

static void *take(int64_t bytes)
{
    uint8_t *memory = calloc((size_t)bytes + 64, 1);
    assert_non_null(memory);
    return memory;
}

/* The plan of an attempt whose layouts are known. */
static void plan_attempt(struct attempt *attempt)
{
    const struct gather_options options = {.size = sizeof options, .tuning = attempt->tuning};
    struct gather_error error;
    const struct gather_op op = op_of(attempt);
    if (gather_plan_create(&attempt->plan, &op, attempt->inputs, attempt->input_count, &attempt->out,
                           &options, &error) != GATHER_STATUS_OK)
        fail_msg("form %d, width %" PRId64 ": no plan", (int)attempt->form, attempt->width);
}

static void fill_attempt(struct attempt *attempt)
{
    struct randomness randomness = {attempt->form * UINT64_C(1000003) + (uint64_t)attempt->width};
    const int64_t data_bytes = gather_layout_bytes(&attempt->inputs[0]);
    attempt->out_bytes = (size_t)gather_layout_bytes(&attempt->out);
    attempt->data = take(data_bytes);
    attempt->index_bytes = take(gather_layout_bytes(&attempt->inputs[1]) + 8);
    attempt->output = take((int64_t)attempt->out_bytes);
    attempt->expected = take((int64_t)attempt->out_bytes);
    for (int64_t k = 0; k < data_bytes; k++)
        attempt->data[k] = (uint8_t)(k * 167 >> 3 ^ k);
    draw_indices(&randomness, attempt);
}

static void begin_attempt(struct attempt *attempt)
{
    lay_out(attempt);
    plan_attempt(attempt);
    fill_attempt(attempt);
}

static void end_attempt(struct attempt *attempt)
{
    gather_plan_destroy(attempt->plan);
    free(attempt->data);
    free(attempt->index_bytes);
    free(attempt->output);
    free(attempt->expected);
}

/* As the library runs a plan on one thread, with a table. */
static void run(const struct attempt *attempt, const struct gather__kernels *kernels, uint8_t *out)
{
    const struct gather_plan *plan = attempt->plan;
    const uint8_t *data = attempt->data, *indices = attempt->index_bytes;
    const struct gather__buffers buffers = {
        .out = {out, attempt->out_bytes},
        .data = {attempt->data, (uint64_t)gather_layout_bytes(&attempt->inputs[0])},
        .indices = {attempt->index_bytes, (uint64_t)gather_layout_bytes(&attempt->inputs[1])}};
    assert_true(plan->brief.count == 0 || plan->brief.is_tiny == 0); /* which no table has a kernel for */
    if (plan->brief.count == 0 || !gather__plan_run_stages(plan, kernels, out, data, indices))
        assert_true(gather__plan_move_rows(plan, kernels, &buffers, 0, plan->rows, plan->is_one_block) == 0);
}

/* Elements where there is a type of that width, blocks of bytes elsewhere; pixels are flipped. */
static enum form form_of_move(int64_t width)
{
    return width == 3 ? FLIP : width == 1 || strcmp(type_of_width(width), "u8") != 0 ? TRANSPOSE : BLOCKS;
}

/* How much there is of the form that suits a stage. */
static void size_attempt(enum stage stage, bool is_far, bool is_large, struct attempt *attempt)
{
    const int64_t far = INT64_C(1) << 28; /* bytes */
    if (stage == BITS) {
        attempt->form = NIBBLES;
        attempt->indices = is_large ? 1024 : 50;
    } else if (stage == MOVE) {
        attempt->form = form_of_move(attempt->width);
        attempt->indices = !is_large ? 50 : attempt->form == BLOCKS ? 512 : 2048;
    } else if (stage == PERMUTE) {
        attempt->form = TABLE;
        attempt->rows = attempt->indices = 8;
    } else if (stage == FETCH && attempt->width <= 64) {
        attempt->form = LAST_AXIS;
        attempt->indices = is_large ? 1 << 15 : 3000;
    } else {
        attempt->form = POINTS;
        attempt->indices = !is_large ? 3000 : stage == FETCH ? 4096 : 1 << 22;
        if (is_large && stage != INDEX && is_far)
            attempt->rows = far / attempt->width;
    }
}

/* The shapes that a kernel might be taken for: `k` counts them. Returns: false behind the last. */
static bool shape_at(const struct line *line, int32_t k, bool is_large, struct attempt *attempt)
{
    static const char *const tunings[] = {"near=max,gathers=1", "near=max,gathers=0", "near=0,gathers=0"};
    static const int64_t widths[] = {40, 5, 3072, 20}, narrow[] = {1, 2, 3, 4, 8}, rows[] = {200, 4096};
    const bool is_one_width = line->least == line->most;
    int32_t shapes = line->stage == PICK      ? 10
                     : line->stage == PERMUTE ? 5
                     : line->stage != FETCH   ? 1
                     : is_one_width           ? 6
                                              : 12;
    *attempt = (struct attempt){.dtype = line->dtype != 0 ? line->dtype : GATHER_DTYPE_I64,
                                .width = is_one_width ? line->least : widths[k / 3 % 4],
                                .rows = rows[line->stage == PICK ? k / 3 % 2 : is_large],
                                .tuning = tunings[k % 3]};
    if (line->stage == PERMUTE || line->stage == INDEX)
        attempt->width = line->stage == PERMUTE ? narrow[k % 5] : 6;
    size_attempt(line->stage, k % 3 == 2, is_large, attempt);
    if (line->stage == PICK && k >= 6) { /* what registers hold, and columns that are too long for them */
        attempt->form = k == 6 ? POINTS : SHORT_AXIS;
        attempt->rows = k == 6 ? 20 : k == 7 ? 4 : k == 8 ? 50 : 200; /* of many columns, and few */
        attempt->indices = is_large ? 1 << 16 : 3000;
        attempt->indices -= attempt->form == SHORT_AXIS ? attempt->indices % attempt->rows : 0;
        attempt->tuning = tunings[k / 8];
    }
    if (line->stage == FETCH && is_one_width && k >= 3) {
        attempt->form = TABLE; /* more of each row than a permute takes */
        attempt->rows = 256;
        attempt->indices = 16;
    }
    return k < shapes;
}

/* ---- each line is taken -------------------------------------------------------------------------- */

/* Whether a plan says that it takes a line's kernel. */
static bool is_described(const struct attempt *attempt, const struct line *line,
                         const struct gather__kernels *kernels)
{
    struct gather_plan_description description;
    gather__plan_describe(attempt->plan, kernels, &description);
    const char *name = line->stage == INDEX ? description.index_kernel : description.kernel;
    return name != NULL && strcmp(name, line->name) == 0;
}

/* The kernel that is described is the one that runs, and writes what the scalar stages write. */
static void check_run(const struct attempt *attempt, enum stage stage, const char *name,
                      const struct gather__kernels *kernels)
{
    struct own_table own;
    memset(attempt->output, 0x5A, attempt->out_bytes);
    memset(attempt->expected, 0x5A, attempt->out_bytes);
    copy_stages(&own);
    run(attempt, &own.kernels, attempt->expected);
    leave_alone(&own, kernels, attempt->plan, stage, name);
    run(attempt, &own.kernels, attempt->output);
    if (strangers > 0)
        fail_msg("%" PRId64 " of %" PRId64 " by %s, %s: %s is described, and %d times another kernel ran",
                 attempt->indices, attempt->rows, attempt->tuning != NULL ? attempt->tuning : "no tuning",
                 kernels->name, name, (int)strangers);
    assert_memory_equal(attempt->output, attempt->expected, attempt->out_bytes);
}

/* Whether a line's kernel is taken for one of its shapes; of those, each is run. */
static bool is_taken(const struct line *line, const struct gather__kernels *kernels)
{
    struct attempt attempt;
    bool taken = false;
    for (int32_t k = 0; shape_at(line, k, false, &attempt); k++) {
        begin_attempt(&attempt);
        if (is_described(&attempt, line, kernels)) {
            check_run(&attempt, line->stage, line->name, kernels);
            taken = true;
        }
        end_attempt(&attempt);
    }
    return taken;
}

static void test_each_is_taken(void **state)
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (size_t k = 0; k < ITEMS(lines); k++)
            if (is_among(lines[k].sets, kernels->name) && runs_here(lines[k].name) &&
                lines[k].stage < SCALE && !is_taken(&lines[k], kernels))
                fail_msg("%s is never taken in the table %s", lines[k].name, kernels->name);
}

/* Columns at indices: the other half of a kernel that turns. */
static void test_each_turn_is_taken(void **state)
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (const struct gather__move_kernel *row = kernels->moves; row->width != 0; row++) {
            const struct line *line = find_line(MOVE, row->name, 0, kernels->name);
            struct attempt attempt = {
                .form = COLUMNS, .dtype = GATHER_DTYPE_I64, .width = row->width, .rows = 90, .indices = 50};
            if (row->turn == NULL)
                continue;
            begin_attempt(&attempt);
            assert_true(is_described(&attempt, line, kernels));
            check_run(&attempt, MOVE, row->name, kernels);
            end_attempt(&attempt);
        }
}

/* ---- what is described, runs --------------------------------------------------------------------- */

/* Data, indices (NULL: none), output, axis: shapes between those of the list, from small to large. */
static const struct {
    const char *data, *indices, *out;
    int64_t axis;
} shapes[] = {
    {"f32[100,64]C", "i64[20]C", "f32[20,64]C", 0},
    {"f32[100,64]C", "i64[3000]C", "f32[3000,64]C", 0},
    {"f32[100,64]{0,1}", "i64[3]C", "f32[3,64]C", 0},
    {"f32[100,64]{0,1}", "i64[30]C", "f32[30,64]C", 0},
    {"f32[64,100]{0,1}", "i64[30]C", "f32[64,30]C", 1},
    {"f32[64,100]{0,1}", "i64[5]C", "f32[64,5]C", 1},
    {"f32[3,100]{0,1}", "i64[30]C", "f32[3,30]C", 1},
    {"f32[64,100]C", "i64[5]C", "f32[64,5]C", 1},
    {"f32[64,32]C", "i64[5]C", "f32[64,5]C", 1},
    {"f32[64,32]C", "i64[128]C", "f32[64,128]C", 1},
    {"f32[64,16]:(32,1)", "i64[16]C", "f32[64,16]C", 1},
    {"u8[5000,4]C", "i64[3]C", "u8[5000,3]C", 1},
    {"u8[5000,32]C", "i64[8]C", "u8[5000,8]C", 1},
    {"f64[64,16]C", "i64[3,5]F", "f64[64,3,5]{0,2,1}", 1},
    {"f32[64,100]C", "i64[500]C", "f32[64,500]C", 1},
    {"f32[64,100]C", "i64[500]C", "f32[64,500]{0,1}", 1},
    {"f32[4,5,600]C", "i64[2]C", "f32[4,2,600]{0,2,1}", 1},
    {"f32[4,100,6]C", "i64[500]C", "f32[4,500,6]C", 1},
    {"f32[100]C", "i64[17]C", "f32[17]C", 0},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0},
    {"f32[100]C", "i64[33,40]C", "f32[33,40]C", 0},
    {"f32[100]C", "i64[33,40]F", "f32[33,40]C", 0},
    {"f32[100]C", "i64[1200,2]C", "f32[1200,2]{0,1}", 0},
    {"f32[100]:(-1)+99", "i32[1500]C", "f32[1500]C", 0},
    {"u8[100]C", "u8[3000]C", "u8[3000]C", 0},
    {"u8[100,2]{0,1}", "u8[3000]C", "u8[3000,2]C", 0},
    {"u4[100,32]C", "i64[300]C", "u4[300,32]C", 0},
    {"u4[100]C", "i64[300]C", "u4[300]C", 0},
    {"f32[50,60]{1,0:T(8,128)}", "i64[70]C", "f32[70,60]C", 0},
    {"f32[50,64]C", "i64[70]C", "f32[70,64]{1,0:T(8,32)}", 0},
    {"f32[60,50]C", NULL, "f32[60,50]{0,1}", 0},
    {"f32[3,50]C", NULL, "f32[3,50]{0,1}", 0},
    {"f32[60,50]C", NULL, "f32[60,50]C", 0},
    {"f32[60,50]:(70,1)", NULL, "f32[60,50]C", 0},
    {"f32[60,50]:(140,2)", NULL, "f32[60,50]C", 0},
    {"f32[60,50,7]C", NULL, "f32[60,50,7]{2,0,1}", 0},
    {"f32[60,50]C", NULL, "f32[60,50]{1,0:T(8,128)}", 0},
    {"f32[64,256]C", NULL, "f32[64,256]{0,1:T(8,128)}", 0},
    {"u4[60,50]C", NULL, "u4[60,50]C", 0},
    {"u8[250,60]{0,1}", "i64[900]C", "u8[900,60]C", 0},
    {"f32[6,40,50]{0,1,2}", "i64[200]C", "f32[6,200,50]C", 1},
};

/* What a plan says that runs: whether it moves, fetches, permutes or picks, all but bits go by name. */
static void check_described(const struct attempt *attempt, const struct gather__kernels *kernels)
{
    struct gather_plan_description description;
    gather__plan_describe(attempt->plan, kernels, &description);
    const bool are_bits = strcmp(description.kernel, kernels->bits_name) == 0;
    check_run(attempt, are_bits ? BITS : MOVE, description.kernel, kernels);
}

static void test_what_is_described_runs(void **state)
{
    static const char *const tunings[] = {"near=max,gathers=1,stream=max", "near=0,gathers=0,stream=0"};
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (size_t k = 0; k < ITEMS(shapes) * ITEMS(tunings); k++) {
            size_t shape = k / ITEMS(tunings);
            struct attempt attempt = {.form = shapes[shape].axis == 1 ? LAST_AXIS : POINTS,
                                      .tuning = tunings[k % ITEMS(tunings)],
                                      .input_count = shapes[shape].indices != NULL ? 2 : 1,
                                      .out = layout_of(shapes[shape].out)};
            attempt.inputs[0] = layout_of(shapes[shape].data);
            attempt.inputs[1] = layout_of(shapes[shape].indices != NULL ? shapes[shape].indices : "i64[0]C");
            attempt.dtype = attempt.inputs[1].dtype;
            attempt.rows = attempt.inputs[0].sizes[shapes[shape].axis];
            attempt.indices = gather_layout_elements(&attempt.inputs[1]);
            plan_attempt(&attempt);
            fill_attempt(&attempt);
            check_described(&attempt, kernels);
            end_attempt(&attempt);
        }
}

/* ---- time ---------------------------------------------------------------------------------------- */

enum { ROUNDS = 15 };

static double seconds(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* How much longer it takes without. Both take turns, and count by their least times, as machines are shared. */
static double gain_of(const struct attempt *attempt, const struct line *line,
                      const struct gather__kernels *kernels)
{
    struct own_table with, without;
    const struct gather__kernels *tables[2] = {&with.kernels, &without.kernels};
    double least[2] = {1e9, 1e9}, once = 1e9;
    copy_table(&with, kernels);
    copy_table(&without, kernels);
    take_away(&without, line->stage, line->name, attempt->width);
    for (int32_t round = 0; round < 3; round++) {
        double begin = seconds();
        run(attempt, kernels, attempt->output);
        once = seconds() - begin;
    }
    int32_t repeat = once < 1e-3 ? (int32_t)(1e-3 / (once + 1e-9)) + 1 : 1;
    for (int32_t turn = 0; turn < 2 * ROUNDS; turn++) {
        int32_t which = turn % 2 ^ turn / 2 % 2;
        double begin = seconds();
        for (int32_t k = 0; k < repeat; k++)
            run(attempt, tables[which], attempt->output);
        double passed = seconds() - begin;
        least[which] = passed < least[which] ? passed : least[which];
    }
    return least[1] / least[0];
}

static void time_line(const struct line *line, const struct gather__kernels *kernels)
{
    struct attempt attempt;
    for (int32_t k = 0; shape_at(line, k, true, &attempt); k++) {
        lay_out(&attempt);
        plan_attempt(&attempt);
        if (is_described(&attempt, line, kernels)) {
            fill_attempt(&attempt);
            printf("%-28s %-8s %8" PRId64 " bytes of %9" PRId64 ", %-20s %5.2f\n", line->name, kernels->name,
                   attempt.width, attempt.rows, attempt.tuning, gain_of(&attempt, line, kernels));
            (void)fflush(stdout);
        }
        end_attempt(&attempt);
    }
}

static int time_lines(const char *name)
{
    const struct gather__kernels *kernels;
    for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
        for (size_t k = 0; k < ITEMS(lines); k++)
            if (is_among(lines[k].sets, kernels->name) && lines[k].gain != PORTABLE &&
                lines[k].stage < SCALE && (name == NULL || strstr(lines[k].name, name) != NULL))
                time_line(&lines[k], kernels);
    return 0;
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list_and_tables_agree),
        cmocka_unit_test(test_each_is_taken),
        cmocka_unit_test(test_each_turn_is_taken),
        cmocka_unit_test(test_what_is_described_runs),
    };
    if (count > 1 && strcmp(words[1], "--time") == 0)
        return time_lines(count > 2 ? words[2] : NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
