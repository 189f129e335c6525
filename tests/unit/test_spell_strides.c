/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The texts strides, numpy and order, and what a text of strides means: docs/spec/layouts.md, sections 2
 * and 3.
 */
#include "unit/spell_check.h"

/* COVERS(LAY-11, LAY-13, LAY-15) */
static void test_strides(void **state)
{
    static const struct strided_text texts[] = {
        {"f32[3,5]:(1,3)", 2, {3, 5}, {1, 3}, 0},
        {"f32[2,3]:(-3,1)+3", 2, {2, 3}, {-3, 1}, 3},
        {"f32[2,3]:(0,1)+0", 2, {2, 3}, {0, 1}, 0},
        {"f32[]:()", 0, {0}, {0}, 0},
        {"f32[]:()+3", 0, {0}, {0}, 3},
        {"f32[1,3]:(-9,1)", 2, {1, 3}, {-9, 1}, 0}, /* kept as read, used or not */
        {"f32[0,3]:(3,1)+5", 2, {0, 3}, {0, 0}, 0}, /* without elements they count as 0 */
        {"f32[0,3]:(-9223372036854775807,9223372036854775807)", 2, {0, 3}, {0, 0}, 0},
    };
    static const struct bad_text bad[] = {
        {"f32[3]:", GATHER_STATUS_FORMAT, 7},         {"f32[3]:1", GATHER_STATUS_FORMAT, 7},
        {"f32[3]:(", GATHER_STATUS_FORMAT, 8},        {"f32[3]:(1", GATHER_STATUS_FORMAT, 9},
        {"f32[3]:(1,)", GATHER_STATUS_FORMAT, 10},    {"f32[3]:(?)", GATHER_STATUS_FORMAT, 8},
        {"f32[3]:(1)+", GATHER_STATUS_FORMAT, 11},    {"f32[3]:(1)3", GATHER_STATUS_FORMAT, 10},
        {"f32[3]:(1)+3+3", GATHER_STATUS_FORMAT, 12},
    };
    (void)state;
    check_all_strided(texts, COUNT_OF(texts));
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-3, LAY-12) */
static void test_values_of_strides(void **state)
{
    static const struct bad_text bad[] = {
        {"f32[3,5]:(1)", GATHER_STATUS_LAYOUT, 9},
        {"f32[3,5]: (1,2,3)", GATHER_STATUS_LAYOUT, 10},
        {"f32[]:(1)", GATHER_STATUS_LAYOUT, 6},
        {"f32[3]:()", GATHER_STATUS_LAYOUT, 7},
        {"f32[3]:(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)", GATHER_STATUS_LAYOUT, 7},
        {"f32[0,5]:(1)", GATHER_STATUS_LAYOUT, 9},
        {"f32[2,3]:(-3,1)", GATHER_STATUS_LAYOUT, 0},
        {"f32[2,3]:(-3,1)+2", GATHER_STATUS_LAYOUT, 0},
        {"u8[2,2]:(9223372036854775807,1)", GATHER_STATUS_OVERFLOW, 0},
        {"u8[2]:(9223372036854775807)", GATHER_STATUS_OVERFLOW, 0},
        {"u8[2]:(1)+9223372036854775806", GATHER_STATUS_OVERFLOW, 0},
        {"u8[3]:(-9223372036854775807)", GATHER_STATUS_OVERFLOW, 0},
        {"f32[2305843009213693952]:(1)", GATHER_STATUS_OVERFLOW, 0},
        {"f32[9223372036854775807]:(9223372036854775807)", GATHER_STATUS_OVERFLOW, 0},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

struct described {
    const char *text;
    int64_t cells, bytes;
    bool dense, strided;
};

/* COVERS(LAY-10, LAY-12, LAY-13, LAY-14, LAY-16, LAY-20) */
static void test_what_texts_mean(void **state)
{
    static const struct described texts[] = {
        {"f32[3,5]:(1,3)", 15, 60, true, true},
        {"f32[2,3]:(-3,1)+3", 6, 24, true, true},
        {"f32[2,3]:(0,1)", 3, 12, false, true},
        {"f32[2,2]:(0,3)", 4, 16, false, true},
        {"f64[]:()+3", 4, 32, false, true},
        {"i4[3,3]:(4,1)", 11, 6, false, true},
        {"f32[0,3]:(3,1)+5", 0, 0, true, true},
        {"u8[2]:(9223372036854775806)", INT64_MAX, INT64_MAX, false, true},
        {"i4[2]:(9223372036854775806)", INT64_MAX, INT64_C(0x4000000000000000), false, true},
        {"f32[3,5]F", 15, 60, true, true},
        {"u2[5]C", 5, 2, true, true},
        {"f32[0,4611686018427387904,4]C", 0, 0, true, true},
        {"f32[1,3,2,2]NHWC", 12, 48, true, true},
        {"u8[9223372036854775807]C", INT64_MAX, INT64_MAX, true, true},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(texts); k++) {
        struct gather_layout layout = read_layout(texts[k].text);
        struct gather_layout_summary summary;
        assert_int_equal(gather_layout_describe(&layout, &summary, NULL), GATHER_STATUS_OK);
        if (summary.cells != texts[k].cells || summary.bytes != texts[k].bytes ||
            summary.dense != texts[k].dense || summary.strided != texts[k].strided)
            fail_msg("\"%s\": %lld cells, %lld bytes, dense %d, strided %d", texts[k].text,
                     (long long)summary.cells, (long long)summary.bytes, summary.dense, summary.strided);
    }
}

/* COVERS(LAY-11, LAY-16) */
static void test_numpy(void **state)
{
    static const struct ordered_text texts[] = {
        {"f32[3,5]C", 2, {3, 5}, {1, 0}},
        {"f32[3,5]F", 2, {3, 5}, {0, 1}},
        {"i16[2,3,2]F", 3, {2, 3, 2}, {0, 1, 2}},
        {"f32[]C", 0, {0}, {0}},
        {"f32[]F", 0, {0}, {0}},
        {"f32[3,1]F", 2, {3, 1}, {0, 1}},
    };
    static const struct bad_text bad[] = {
        {"f32[3,5]c", GATHER_STATUS_LAYOUT, 8},  /* a tag of oneDNN's form */
        {"f32[3,5]CF", GATHER_STATUS_LAYOUT, 8}, /* letters of an order */
        {"f32[3,5]C 1", GATHER_STATUS_FORMAT, 10},
        {"u8[4611686018427387904,4]C", GATHER_STATUS_OVERFLOW, 0},
        {"f32[4611686018427387904]F", GATHER_STATUS_OVERFLOW, 0},
    };
    (void)state;
    check_all_ordered(texts, COUNT_OF(texts));
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-3, LAY-11, LAY-20) */
static void test_order(void **state)
{
    static const struct ordered_text texts[] = {
        {"f32[1,3,4,5]NHWC", 4, {1, 3, 4, 5}, {1, 3, 2, 0}},
        {"f32[1,3,4,5]NCHW", 4, {1, 3, 4, 5}, {3, 2, 1, 0}},
        {"f32[1,3,4,5]CHWN", 4, {1, 3, 4, 5}, {0, 3, 2, 1}},
        {"f32[1,3,4]NWC", 3, {1, 3, 4}, {1, 2, 0}},
        {"f32[1,3,4,5,6]NDHWC", 5, {1, 3, 4, 5, 6}, {1, 4, 3, 2, 0}},
        {"f32[1,3,4,5,6]WHDCN", 5, {1, 3, 4, 5, 6}, {0, 1, 2, 3, 4}},
    };
    static const struct bad_text bad[] = {
        {"f32[1,3,4,4]NHWD", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4,4] NHWW", GATHER_STATUS_LAYOUT, 13},
        {"f32[1,3,4,4]NHW", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4,4]NDHWC", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4]NCH", GATHER_STATUS_LAYOUT, 10},
        {"f32[1,3]NC", GATHER_STATUS_LAYOUT, 8},
        {"f32[1,3,4,4,5,6]NCDHWX", GATHER_STATUS_LAYOUT, 16},
        {"f32[]N", GATHER_STATUS_LAYOUT, 5},
        {"f32[1,3,4,4]NHWD x", GATHER_STATUS_FORMAT, 17},
        {"u8[4611686018427387904,1,4]NWC", GATHER_STATUS_OVERFLOW, 0},
    };
    (void)state;
    check_all_ordered(texts, COUNT_OF(texts));
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strides),         cmocka_unit_test(test_values_of_strides),
        cmocka_unit_test(test_what_texts_mean), cmocka_unit_test(test_numpy),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
