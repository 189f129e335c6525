/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CuTe's trees: docs/spec/layouts.md LAY-27 and LAY-28.
 */
#include "unit/spell_check.h"

/* COVERS(LAY-27, LAY-28) */
static void test_leaves_are_dimensions(void **state)
{
    static const struct strided_text texts[] = {
        {"f32(3,5):(1,3)", 2, {3, 5}, {1, 3}, 0},
        {"f32((2,2),4):((1,4),2)", 3, {2, 2, 4}, {1, 4, 2}, 0},
        {"u8((2,(1,2)),3):((6,(0,3)),1)", 4, {2, 1, 2, 3}, {6, 0, 3, 1}, 0},
        {"f32(_2,_3):(_3,1)", 2, {2, 3}, {3, 1}, 0},
        {"f32():()", 0, {0}, {0}, 0},
        {"f32(((3))):(((2)))", 1, {3}, {2}, 0},
        {"f32(1,(2)):(_-7,(1))", 2, {1, 2}, {-7, 1}, 0},
        {"f32(0,2):(5,5)", 2, {0, 2}, {0, 0}, 0},
    };
    (void)state;
    check_all_strided(texts, COUNT_OF(texts));
}

/* COVERS(LAY-27) */
static void test_malformed_and_not_built(void **state)
{
    static const struct bad_text bad[] = {
        {"f32(", GATHER_STATUS_FORMAT, 4},
        {"f32(3,5)", GATHER_STATUS_FORMAT, 8}, /* strides are required */
        {"f32(3,5):", GATHER_STATUS_FORMAT, 9},
        {"f32(3):1", GATHER_STATUS_FORMAT, 7},
        {"f32(3", GATHER_STATUS_FORMAT, 5},
        {"f32(3,):(1)", GATHER_STATUS_FORMAT, 6},
        {"f32(3 5):(1)", GATHER_STATUS_FORMAT, 6},
        {"f32((3)(5)):(1)", GATHER_STATUS_FORMAT, 7},
        {"f32(()):(())", GATHER_STATUS_FORMAT, 5},
        {"f32(3,()):(1,())", GATHER_STATUS_FORMAT, 7},
        {"f32(3):(())", GATHER_STATUS_FORMAT, 9},
        {"f32(3)):(1)", GATHER_STATUS_FORMAT, 6},
        {"f32(3):(1))", GATHER_STATUS_FORMAT, 10},
        {"f32(__3):(1)", GATHER_STATUS_FORMAT, 5},
        {"f32(_):(1)", GATHER_STATUS_FORMAT, 5},
        {"f32(_(3)):(1)", GATHER_STATUS_FORMAT, 5},
        {"f32(?):(1)", GATHER_STATUS_UNSUPPORTED, 4},
        {"f32(3):(?)", GATHER_STATUS_UNSUPPORTED, 8},
        {"f32(3@0):(1)", GATHER_STATUS_UNSUPPORTED, 5},
        {"f32(3,4):(1@0,1@1)", GATHER_STATUS_UNSUPPORTED, 11},
        {"f32(3):(@0)", GATHER_STATUS_UNSUPPORTED, 8},
        {"f32(3,9223372036854775808):(1,1)", GATHER_STATUS_OVERFLOW, 6},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-3, LAY-28) */
static void test_both_trees_nest_alike(void **state)
{
    static const struct bad_text bad[] = {
        {"f32((2,2),4):(1,4,2)", GATHER_STATUS_LAYOUT, 13},
        {"f32(2,2,4): ((1,4),2)", GATHER_STATUS_LAYOUT, 12},
        {"f32((2,2),4):(1,(4,2))", GATHER_STATUS_LAYOUT, 13},
        {"f32((2,2),4):((1,4,2))", GATHER_STATUS_LAYOUT, 13},
        {"f32((2,2),4):((1),4,2)", GATHER_STATUS_LAYOUT, 13},
        {"f32((2)):(1)", GATHER_STATUS_LAYOUT, 9},
        {"f32((2)):(((1)))", GATHER_STATUS_LAYOUT, 9},
        {"f32(2,3):(1)", GATHER_STATUS_LAYOUT, 9},
        {"f32(2):()", GATHER_STATUS_LAYOUT, 7},
        {"f32():(1)", GATHER_STATUS_LAYOUT, 6},
        {"f32(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1):(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)", GATHER_STATUS_LAYOUT,
         37},
        {"f32(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1):(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,(1,(1)))",
         GATHER_STATUS_LAYOUT, 37},
        {"f32((2,2),4):((-1,4),2)", GATHER_STATUS_LAYOUT, 0},
        {"u8(2):(9223372036854775807)", GATHER_STATUS_OVERFLOW, 0},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-28, LAY-31, LAY-35) */
static void test_printing_is_flat(void **state)
{
    static const struct translation texts[] = {
        {"f32((2,2),4):((1,4),2)", GATHER_SPELLING_CUTE, "f32(2,2,4):(1,4,2)"},
        {"FLOAT32 sizes={2,3}", GATHER_SPELLING_CUTE, "f32(2,3):(3,1)"},
        {"f32[]C", GATHER_SPELLING_CUTE, "f32():()"},
        {"f32[1,2]:(-7,1)", GATHER_SPELLING_CUTE, "f32(1,2):(-7,1)"},
    };
    static const struct translation lacking[] = {
        {"f32[2,3]:(-3,1)+3", GATHER_SPELLING_CUTE, "offset"},
        {"f32[4,4]{1,0:T(2,2)}", GATHER_SPELLING_CUTE, "tiles"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
    check_all_lack(lacking, COUNT_OF(lacking));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves_are_dimensions),
        cmocka_unit_test(test_malformed_and_not_built),
        cmocka_unit_test(test_both_trees_nest_alike),
        cmocka_unit_test(test_printing_is_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
