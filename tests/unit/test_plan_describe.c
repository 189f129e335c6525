/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which thresholds decide, as a plan tells it: of each table that runs here, and of one made up, whose kernels gather
 * by an instruction wherever it may be.
 */
#include <stdio.h>

#include "core/plan_calls.h"
#include "gather/onnx.h"
#include "kernels/table.h"
#include "support/lone_kernel.h"
#include "support/plan_check.h"

#define NEAR "the data has no more bytes than near, so blocks are not asked for early"
#define FAR                                                                                                  \
    "the data has more bytes than near, so what comes next is asked for early where the indices lead apart"
#define LONG "the data has more bytes than near, but rows have more than ask, so they are not asked for early"
#define LOCAL "the data has more bytes than near, but indices side by side take from less of it"
#define MANY "gathers is 1, so one instruction loads many"
#define ONE_BY_ONE "gathers is 0, so blocks are loaded one by one"
#define STREAMS                                                                                              \
    "the output, with the indices and as much of the data, has more bytes than stream, so it may go "        \
    "past the caches"

/*
 * A relayout, or a gather along an axis; by indices of two dimensions, of elements. `told` is what is said where stream
 * is max; where it is 0, STREAMS follows if `streams` says so.
 */
struct row {
    const char *data, *indices, *out;
    int64_t axis;
    const char *tuning, *kernel, *told; /* kernel: NULL for any; told: NULL for nothing */
    bool streams;
};

static struct gather_plan *plan_row(const struct row *row, const char *stream)
{
    const struct gather_layout inputs[] = {layout_of(row->data),
                                           layout_of(row->indices != NULL ? row->indices : "i64[]C")},
                               out = layout_of(row->out);
    struct gather_op op = row->indices == NULL  ? gather_relayout()
                          : inputs[1].rank == 2 ? gather_onnx_gather_elements(0, row->axis)
                                                : gather_onnx_gather(0, row->axis);
    char tuning[128];
    const struct gather_options options = {.size = sizeof options, .tuning = tuning};
    struct gather_plan *plan = NULL;
    op.strictness = GATHER_LOOSE;
    (void)snprintf(tuning, sizeof tuning, "%s,stream=%s", row->tuning, stream);
    assert_int_equal(
        gather_plan_create(&plan, &op, inputs, row->indices != NULL ? 2 : 1, &out, &options, NULL),
        GATHER_STATUS_OK);
    return plan;
}

static void check_told(const struct row *row, const struct gather__kernels *kernels, bool is_large)
{
    struct gather_plan *plan = plan_row(row, is_large ? "0" : "max");
    struct gather_plan_description is;
    const char *first = row->told != NULL ? row->told : "", *second = row->streams && is_large ? STREAMS : "";
    char expected[512];
    (void)snprintf(expected, sizeof expected, "%s%s%s", first, *first != '\0' && *second != '\0' ? "; " : "",
                   second);
    gather__plan_describe(plan, kernels, &is);
    if (row->kernel != NULL && strcmp(row->kernel, is.kernel) != 0)
        fail_msg("%s, %s to %s: %s", row->tuning, row->data, row->out, is.kernel);
    if (strcmp(is.thresholds != NULL ? is.thresholds : "", expected) != 0)
        fail_msg("%s, %s to %s by %s: \"%s\"", row->tuning, row->data, row->out, is.kernel, is.thresholds);
    gather_plan_destroy(plan);
}

static void check_rows(const struct row *rows, size_t count, const struct gather__kernels *kernels)
{
    for (size_t k = 0; k < count; k++) {
        check_told(&rows[k], kernels, false);
        check_told(&rows[k], kernels, true);
    }
}

/* A table that runs here; else the test is skipped. */
static const struct gather__kernels *table_of(const char *name)
{
    const struct gather__kernels *kernels;
    for (size_t k = 0; (kernels = gather__kernels_at(k)) != NULL; k++)
        if (strcmp(kernels->name, name) == 0)
            return kernels;
    skip();
    return NULL;
}

/* ---- moves --------------------------------------------------------------------------------------- */

static const struct row moves[] = {
    {"f32[60,50]C", NULL, "f32[60,50]C", 0, "near=max", "move_any_scalar", NULL, CAN_STREAM},
    {"f32[60,64]:(70,1)", NULL, "f32[60,64]C", 0, "near=max", "move_any_scalar", NULL, CAN_STREAM},
    {"f32[60,63]:(70,1)", NULL, "f32[60,63]C", 0, "near=max", "move_any_scalar", NULL, false},
    {"u8[60,50,3]C", NULL, "u8[60,50,3]{2,0,1}", 0, "near=max", NULL, NULL, false},
    {"f32[60,50]C", NULL, "f32[60,50]{0,1}", 0, "near=max", NULL, NULL, CAN_STREAM},
    {"f32[60,50]:(-1,60)+59", NULL, "f32[60,50]C", 0, "near=max", NULL, NULL, CAN_STREAM},
    {"f32[60,50]:(140,2)", NULL, "f32[60,50]C", 0, "near=max", NULL, NULL, false},
    {"f32[60,50]:(50,-1)+49", NULL, "f32[60,50]C", 0, "near=max", NULL, NULL, false},
    {"f32[64,256]C", NULL, "f32[64,256]{0,1:T(8,128)}", 0, "near=max", NULL, NULL, CAN_STREAM},
    {"u4[60,51]C", NULL, "u4[60,51]{0,1}", 0, "near=max", NULL, NULL, false},
    {"u4[100,32]C", "i64[300]C", "u4[300,32]C", 0, "near=max", NULL, NULL, false},
    {"f32[64,100]{0,1}", "i64[30]C", "f32[64,30]C", 1, "near=max", NULL, NULL, CAN_STREAM},
    {"f32[100,64]{0,1}", "i64[3]C", "f32[3,64]C", 0, "near=max", NULL, NULL, false},
    {"f32[50,64,128]C", "i64[3]C", "f32[50,3,128]C", 1, "near=max", "move_any_scalar", NULL, CAN_STREAM},
    {"f32[50,64,32]C", "i64[3]C", "f32[50,3,32]C", 1, "near=max", "move_any_scalar", NULL, false},
    {"f32[100]C", "i64[5]C", "f32[5]C", 0, "near=0,gathers=1", NULL, NULL, false},
};

static void test_moves(void **state)
{
    const struct gather__kernels *kernels;
    (void)state;
    for (size_t k = 0; (kernels = gather__kernels_at(k)) != NULL; k++)
        check_rows(moves, ITEMS(moves), kernels);
}

/* ---- fetches and picks --------------------------------------------------------------------------- */

static const struct row scalar[] = {
    {"f32[100,64]C", "i64[3000]C", "f32[3000,64]C", 0, "near=max", "fetch_rows_scalar", NEAR, CAN_STREAM},
    {"f32[100,64]C", "i64[3000]C", "f32[3000,64]C", 0, "near=0,ask=256", NULL, FAR, CAN_STREAM},
    {"f32[100,64]C", "i64[3000]C", "f32[3000,64]C", 0, "near=0,ask=255", NULL, LONG, CAN_STREAM},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=1", "pick_near_i64_b4", NEAR, false},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=0", "pick_near_i64_b4", NEAR, false},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=0", "pick_far_i64_b4", FAR, false},
    {"f32[100]C", "u8[1025]C", "f32[1025]C", 0, "near=max", "fetch_b4_scalar", NEAR, false},
    {"f32[100]C", "u8[1025]C", "f32[1025]C", 0, "near=0", "fetch_b4_scalar", FAR, false},
    {"u8[100,5]C", "i64[1025]C", "u8[1025,5]C", 0, "near=max", "fetch_odd_scalar", NEAR, false},
};

static const struct row avx2[] = {
    {"f32[100,64]C", "i64[3000]C", "f32[3000,64]C", 0, "near=max", "fetch_rows_avx2", NEAR, true},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=0", "pick_plain_i64_b4_avx2", NEAR, true},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=1", "pick_plain_i64_b4_avx2", NEAR, true},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=0", "pick_far_i64_b4", FAR, false},
    {"f32[32]C", "i64[1025]C", "f32[1025]C", 0, "near=0", "pick_row_i64_b4_avx2", NULL, true},
    {"f32[32]C", "u8[1200]C", "f32[1200]C", 0, "near=max", "pick_row_u8_b4_avx2", NULL, true},
    {"f32[33]C", "i64[1025]C", "f32[1025]C", 0, "near=max", "pick_plain_i64_b4_avx2", NEAR, true},
    {"f32[99]:(2)", "i64[1025]C", "f32[1025]C", 0, "near=max", "pick_i64_b4_avx2", NEAR, true},
    {"f32[33]C", "i64[127]C", "f32[127]C", 0, "near=max", "fetch_b4_avx2", NEAR, true},
    {"u8[33]C", "i64[500]C", "u8[500]C", 0, "near=max", "fetch_b1_scalar", NEAR, false},
    {"f32[33]C", "i64[500]C", "f32[500]C", 0, "near=0", "fetch_b4_avx2", FAR, true},
    {"f32[50,80]C", "i64[50,1025]C", "f32[50,1025]C", 1, "near=1K", "pick_i64_b4_avx2", LOCAL, true},
    {"u8[1000]C", "i64[1025]C", "u8[1025]C", 0, "near=max", "pick_i64_b1_avx2", NEAR, false},
    {"u16[1000]C", "u8[1025]C", "u16[1025]C", 0, "near=max", "pick_u8_b2_avx2", NEAR, true},
    {"f64[1000]C", "i32[1025]C", "f64[1025]C", 0, "near=max", "pick_i32_b8_avx2", NEAR, true},
    {"u8[100,3]C", "i32[3000]C", "u8[3000,3]C", 0, "near=max", "pick_i32_b3_avx2", NEAR, false},
    {"u8[100,3]C", "i64[3000]C", "u8[3000,3]C", 0, "near=0", "fetch_b3_scalar", FAR, false},
    {"u8[100]C", "u8[3000]C", "u8[3000]C", 0, "near=0", "pick_bytes_u8_b1_avx2", NULL, false},
    {"u8[100,3]C", "i64[3000]C", "u8[3000,3]C", 0, "near=max,gathers=1", "pick_i64_b3_avx2", NEAR, false},
    {"f64[2000,16]:(1,1)", "i64[16]C", "f64[2000,16]C", 1, "near=max", "permute_places_avx2", NULL, true},
    {"f64[100,16]:(1,100)", "i64[16]C", "f64[100,16]C", 1, "near=max", "move_b8_avx2", NULL, true},
    {"f64[99,16]:(1,100)", "i64[16]C", "f64[99,16]C", 1, "near=max", "move_b8_avx2", NULL, true},
};

static const struct row avx512[] = {
    {"f32[100,64]C", "i64[3000]C", "f32[3000,64]C", 0, "near=max", "fetch_rows_avx512", NEAR, true},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=0", "pick_row_i64_b4_avx512", NULL, true},
    {"f32[1000]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=1", "pick_i64_b4_avx512", NEAR "; " MANY,
     true},
    {"f32[1000]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=0", "pick_plain_i64_b4_avx512",
     NEAR "; " ONE_BY_ONE, true},
    {"f32[1000]C", "i64[1025]C", "f32[1025]C", 0, "near=0,gathers=1", "pick_far_i64_b4", FAR, false},
    {"u8[100,3]C", "i64[3000]C", "u8[3000,3]C", 0, "near=max,gathers=1", "fetch_b3_avx512", NEAR "; " MANY,
     false},
    {"u8[100,3]C", "i64[3000]C", "u8[3000,3]C", 0, "near=max,gathers=0", "pick_i64_b3_avx2",
     NEAR "; " ONE_BY_ONE, false},
    {"u8[100,3]C", "i32[3000]C", "u8[3000,3]C", 0, "near=max,gathers=0", "pick_i32_b3_avx2",
     NEAR "; " ONE_BY_ONE, false},
    {"u8[100,3]C", "i64[3000]C", "u8[3000,3]C", 0, "near=0,gathers=1", "fetch_b3_avx512", FAR, false},
    {"u8[100,3]C", "i64[3000]C", "u8[3000,3]C", 0, "near=0,gathers=0", "fetch_b3_avx512", FAR, false},
    {"f32[1000]C", "i64[127]C", "f32[127]C", 0, "near=max,gathers=0", "fetch_b4_avx512", NEAR "; " ONE_BY_ONE,
     true},
    {"f64[2000,16]:(1,1)", "i64[16]C", "f64[2000,16]C", 1, "near=max", "permute_places_avx512", NULL, true},
    {"u8[100,12]C", "i64[3000]C", "u8[3000,12]C", 0, "near=max", "fetch_b12_avx512", NEAR, false},
};

static void test_scalar(void **state)
{
    (void)state;
    check_rows(scalar, ITEMS(scalar), table_of("scalar"));
}

static void test_avx2(void **state)
{
    (void)state;
    check_rows(avx2, ITEMS(avx2), table_of("avx2"));
}

static void test_avx512(void **state)
{
    (void)state;
    check_rows(avx512, ITEMS(avx512), table_of("avx512"));
}

/* ---- a table made up ----------------------------------------------------------------------------- */

static const struct row gathering[] = {
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=1", "fetch_b4_scalar", NEAR "; " MANY,
     true},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=max,gathers=0", "fetch_b4_scalar",
     NEAR "; " ONE_BY_ONE, true},
    {"f32[100]C", "i64[1025]C", "f32[1025]C", 0, "near=0,gathers=1", "fetch_b4_scalar", FAR, true},
    {"f32[100]C", "i64[1025]C", "f32[1025]:(2)", 0, "near=max,gathers=1", "fetch_b4_scalar", NEAR, true},
    {"f64[100]C", "i64[1025]C", "f64[1025]C", 0, "near=max,gathers=1", "gathers", MANY, true},
    {"f64[100]C", "i64[1025]C", "f64[1025]C", 0, "near=0,gathers=0", "loads", ONE_BY_ONE, false},
};

static bool takes_gathered(const struct gather__picking *picking) { return picking->tuning->gathers != 0; }

static bool takes_all(const struct gather__picking *picking)
{
    (void)picking;
    return true;
}

static void test_table_that_gathers(void **state)
{
    static struct own_table own;
    (void)state;
    copy_stages(&own);
    for (struct gather__fetch_kernel *row = own.fetches; row->least != 0; row++)
        row->gathers = row->streams = row->least == 4;
    own.picks[2] = own.picks[0]; /* the end */
    own.picks[0] = (struct gather__pick_kernel){
        .name = "gathers", .dtype = GATHER_DTYPE_I64, .width = 8, .takes = takes_gathered, .streams = true};
    own.picks[1] = own.picks[0];
    own.picks[1].name = "loads";
    own.picks[1].takes = takes_all;
    own.picks[1].streams = false;
    check_rows(gathering, ITEMS(gathering), &own.kernels);
}

/* Where no element is moved, indices are read all the same. */
static void test_no_elements(void **state)
{
    const struct row row = {"f32[9,0]C", "i64[5]C", "f32[5,0]C", 0, "near=0", "none", NULL, false};
    struct gather_plan *plan = plan_row(&row, "0");
    struct gather_plan_description is;
    (void)state;
    gather_plan_describe(plan, &is);
    assert_string_equal(is.kernel, "none");
    assert_int_equal(is.index_count, 5);
    assert_true(is.is_checked);
    assert_int_equal(is.component_count, 1);
    assert_int_equal(is.components[0].limit, 8);
    gather_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_elements), cmocka_unit_test(test_moves),
        cmocka_unit_test(test_scalar),      cmocka_unit_test(test_avx2),
        cmocka_unit_test(test_avx512),      cmocka_unit_test(test_table_that_gathers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
