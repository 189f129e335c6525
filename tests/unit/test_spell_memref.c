/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MLIR's memref: docs/spec/layouts.md LAY-25, LAY-26 and LAY-35.
 */
#include "unit/spell_check.h"

/* COVERS(LAY-11, LAY-25) */
static void test_reading(void **state)
{
    static const struct strided_text strided[] = {
        {"memref<3x5xf32, strided<[1, 3], offset: 2>>", 2, {3, 5}, {1, 3}, 2},
        {"memref<3x5xf32,strided<[1,3]>>", 2, {3, 5}, {1, 3}, 0},
        {"memref<2x3xf32, strided<[-3, 1], offset: 3>>", 2, {2, 3}, {-3, 1}, 3},
        {"memref<f64, strided<[], offset: 3>>", 0, {0}, {0}, 3},
        {"memref<2x2xf32, strided<[0, 0]>>", 2, {2, 2}, {0, 0}, 0}, /* aliasing, as MLIR's parser has it */
        {"memref<0x5xf32, strided<[9, 9], offset: -5>>", 2, {0, 5}, {0, 0}, 0},
    };
    static const struct ordered_text ordered[] = {
        {"memref<3x5xf32>", 2, {3, 5}, {1, 0}},
        {"memref<f32>", 0, {0}, {0}},
        {"memref<0x10xi4>", 2, {0, 10}, {1, 0}},
        {"memref < 2 x 3 x complex < f64 > >", 2, {2, 3}, {1, 0}},
    };
    (void)state;
    check_all_strided(strided, COUNT_OF(strided));
    check_all_ordered(ordered, COUNT_OF(ordered));
    assert_int_equal(read_layout("memref<3xcomplex<f32>>").dtype, GATHER_DTYPE_C64);
    assert_int_equal(read_layout("memref<3xi1>").cell_bits, 8);
    assert_int_equal(read_layout("memref<3xi4>").cell_bits, 4);
}

/* COVERS(LAY-3, LAY-12, LAY-25) */
static void test_malformed_and_wrong(void **state)
{
    static const struct bad_text bad[] = {
        {"memref<", GATHER_STATUS_FORMAT, 7},
        {"memref<>", GATHER_STATUS_FORMAT, 7},
        {"memref<3>", GATHER_STATUS_FORMAT, 8},
        {"memref<3x>", GATHER_STATUS_FORMAT, 9},
        {"memref<3x5>", GATHER_STATUS_FORMAT, 10},
        {"memref<3Xf32>", GATHER_STATUS_FORMAT, 8},
        {"memref<3xxf32>", GATHER_STATUS_FORMAT, 9},
        {"memref<xf32>", GATHER_STATUS_FORMAT, 7},
        {"memref<3xf32", GATHER_STATUS_FORMAT, 12},
        {"memref<3xf32,>", GATHER_STATUS_FORMAT, 13},
        {"memref<3xf32, -1>", GATHER_STATUS_FORMAT, 14},
        {"memref<3xcomplex>", GATHER_STATUS_FORMAT, 16},
        {"memref<3xcomplex<>>", GATHER_STATUS_FORMAT, 17},
        {"memref<3xcomplex<f16>>", GATHER_STATUS_FORMAT, 17},
        {"memref<3xcomplex<f32", GATHER_STATUS_FORMAT, 20},
        {"memref<3xcomplex<aVeryLongNameThatNoTypeHasAndNoBufferHolds>>", GATHER_STATUS_FORMAT, 17},
        {"memref<3xf32, strided>", GATHER_STATUS_FORMAT, 21},
        {"memref<3xf32, strided<1>>", GATHER_STATUS_FORMAT, 22},
        {"memref<3xf32, strided<[1]", GATHER_STATUS_FORMAT, 25},
        {"memref<3xf32, strided<[1],>>", GATHER_STATUS_FORMAT, 26},
        {"memref<3xf32, strided<[1], 2>>", GATHER_STATUS_FORMAT, 27},
        {"memref<3xf32, strided<[1], offset>>", GATHER_STATUS_FORMAT, 33},
        {"memref<3xf32, strided<[1], offset: >>", GATHER_STATUS_FORMAT, 35},
        {"memref<3xf32, strided<[1], offset: 2, 3>>", GATHER_STATUS_FORMAT, 36},
        {"memref<3x5xf32, strided<[1]>>", GATHER_STATUS_LAYOUT, 24},
        {"memref<3xf32, strided<[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]>>", GATHER_STATUS_LAYOUT, 22},
        {"memref<3xf32, strided<[1], offset: -1>>", GATHER_STATUS_LAYOUT, 0},
        {"memref<3xf32, strided<[-1]>>", GATHER_STATUS_LAYOUT, 0},
        {"memref<3xi8, strided<[1], offset: 9223372036854775807>>", GATHER_STATUS_OVERFLOW, 0},
        {"memref<4611686018427387904x2xi8>", GATHER_STATUS_OVERFLOW, 0},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-26) */
static void test_known_and_not_built(void **state)
{
    static const struct bad_text bad[] = {
        {"memref<?xf32>", GATHER_STATUS_UNSUPPORTED, 7},
        {"memref<3x?xf32>", GATHER_STATUS_UNSUPPORTED, 9},
        {"memref<*xf32>", GATHER_STATUS_UNSUPPORTED, 7},
        {"memref<3xf32, strided<[?]>>", GATHER_STATUS_UNSUPPORTED, 23},
        {"memref<3x3xf32, strided<[3, ?]>>", GATHER_STATUS_UNSUPPORTED, 28},
        {"memref<3xf32, strided<[1], offset: ?>>", GATHER_STATUS_UNSUPPORTED, 35},
        {"memref<3x5xf32, affine_map<(d0, d1) -> (d0, d1)>>", GATHER_STATUS_UNSUPPORTED, 16},
        {"memref<3xf32, 1>", GATHER_STATUS_UNSUPPORTED, 14},
        {"memref<3xf32, \"shared\">", GATHER_STATUS_UNSUPPORTED, 14},
        {"memref<3xf32, #map>", GATHER_STATUS_UNSUPPORTED, 14},
        {"memref<3x5xf32, strided<[5, 1]>, 1>", GATHER_STATUS_UNSUPPORTED, 33},
        {"memref<3xf32, strided<[1]>, #gpu.address_space<workgroup>>", GATHER_STATUS_UNSUPPORTED, 28},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-4, LAY-35) */
static void test_printing(void **state)
{
    static const struct translation texts[] = {
        {"f32[3,5]C", GATHER_SPELLING_MEMREF, "memref<3x5xf32>"},
        {"memref<3x5xi32, strided<[5, 1], offset: 0>>", GATHER_SPELLING_MEMREF, "memref<3x5xi32>"},
        {"f32[3,5]:(5,1)+2", GATHER_SPELLING_MEMREF, "memref<3x5xf32, strided<[5, 1], offset: 2>>"},
        {"f32[3,5]F", GATHER_SPELLING_MEMREF, "memref<3x5xf32, strided<[1, 3]>>"},
        {"f32[1,5]:(77,1)", GATHER_SPELLING_MEMREF, "memref<1x5xf32>"}, /* the cells are row-major */
        {"f32[]C", GATHER_SPELLING_MEMREF, "memref<f32>"},
        {"f32[]:()+3", GATHER_SPELLING_MEMREF, "memref<f32, strided<[], offset: 3>>"},
        {"f32[0,5]F", GATHER_SPELLING_MEMREF, "memref<0x5xf32>"},
        {"f32[3,5]:(-5,1)+10", GATHER_SPELLING_MEMREF, "memref<3x5xf32, strided<[-5, 1], offset: 10>>"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_malformed_and_wrong),
        cmocka_unit_test(test_known_and_not_built),
        cmocka_unit_test(test_printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
