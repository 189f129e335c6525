/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Padding of every type and value (XLA-18): written where the output's layout names a value, left alone where
 * it names none, and never read.
 */
#include "support/by_hand.h"
#include "support/padding_by_hand.h"
#include "support/plan_check.h"

/* Calls `try` for every type, padding value and cell width that there are. */
static void for_every_value(void (*try)(int32_t dtype, int32_t cell_bits, int32_t padding, bool exists))
{
    uint8_t pattern[16];
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++)
        for (int32_t padding = GATHER_PADDING_UNKNOWN; padding < GATHER_PADDING_COUNT; padding++) {
            int32_t bits = gather_dtype_bits(dtype), natural = bits < 8 ? 8 : bits;
            bool exists = padding == GATHER_PADDING_UNKNOWN || padding_by_hand(dtype, padding, pattern);
            try(dtype, bits, padding, exists);
            try(dtype, natural, padding, exists);
            try(dtype, natural + 8, padding, exists);
        }
}

static void try_value(int32_t dtype, int32_t cell_bits, int32_t padding, bool exists)
{
    const struct gather_op op = gather_relayout();
    struct gather_layout data = order_by_hand(dtype, SIZES(2, 3), NULL);
    struct gather_layout out = order_by_hand(dtype, SIZES(2, 3), ORDER(0, 1));
    struct gather_error error = {0};
    size_t bytes = 77;
    out.cell_bits = cell_bits;
    pad_by_hand(&out, PADDED(3, 5), padding);
    if (exists) {
        check_pair(&data, &out, NULL);
        return;
    }
    assert_int_equal(gather_plan_measure(&bytes, &op, &data, 1, &out, NULL, &error), GATHER_STATUS_DTYPE);
    assert_string_equal(error.operand, "output");
    assert_int_equal(bytes, 77);
}

static void test_every_type_and_value(void **state) /* COVERS(XLA-18, XLA-19, XLA-20) */
{
    (void)state;
    for_every_value(try_value);
}

static void test_padding_in_every_dimension(void **state) /* COVERS(XLA-20, XLA-38) */
{
    static const char *const outputs[] = {
        "f32[2,3,4]{2,1,0:pad(3,3,4)=one}",           "f32[2,3,4]{0,1,2:pad(2,5,4)=one}",
        "f32[2,3,4]{1,2,0:pad(2,3,9)=highest}",       "f32[2,3,4]{1,0,2:pad(4,4,5)=lowest}",
        "f32[2,3,4]{2,1,0:T(2,2)pad(3,4,5)=zero}",    "f32[2,3,4]{0,2,1:T(*,3)(2)pad(3,4,5)=one}",
        "f32[2,3,4]{2,1,0:T(4,4)L(64)pad(3,4,5)=one}"};
    (void)state;
    for (size_t k = 0; k < ITEMS(outputs); k++) {
        check_relayout("f32[2,3,4]C", outputs[k]);
        check_relayout("f32[2,3,4]{0,1,2:pad(5,5,5)=one}", outputs[k]);
    }
}

/* Of two buffers that differ in their padding alone come the same bytes. */
static void test_padding_is_never_read(void **state) /* COVERS(XLA-20, XLA-38) */
{
    uint8_t first[60], second[60], out[2][6] = {{0}, {0}};
    struct gather_plan *plan = plan_of("u8[2,3]{0,1:T(2,2)L(20)pad(3,5)=highest}", "u8[2,3]C");
    (void)state;
    memset(first, 0x11, sizeof first);
    memset(second, 0xEE, sizeof second);
    struct gather_layout layout = layout_of("u8[2,3]{0,1:T(2,2)L(20)pad(3,5)=highest}");
    struct operand_cells cells = {0};
    operand_cells_find(&cells, &layout);
    for (int64_t n = 0; n < 6; n++)
        first[cells.cell_of[n]] = second[cells.cell_of[n]] = (uint8_t)(n + 1);
    operand_cells_end(&cells);
    for (int k = 0; k < 2; k++) {
        struct gather_buffer data = {k == 0 ? first : second, sizeof first}, output = {out[k], 6};
        assert_int_equal(gather_plan_run(plan, &data, 1, output, NULL, NULL), GATHER_STATUS_OK);
    }
    assert_memory_equal(out[0], "\1\2\3\4\5\6", 6);
    assert_memory_equal(out[1], out[0], 6);
    gather_plan_destroy(plan);
}

/* A value that pads nothing is none: a type that lacks it may name it. */
static void test_a_value_without_padding(void **state) /* COVERS(XLA-13, XLA-19) */
{
    struct gather_layout out = order_by_hand(GATHER_DTYPE_C64, SIZES(2, 3), ORDER(0, 1));
    struct gather_layout data = order_by_hand(GATHER_DTYPE_C64, SIZES(2, 3), NULL);
    (void)state;
    pad_by_hand(&out, PADDED(2, 3), GATHER_PADDING_LOWEST);
    check_pair(&data, &out, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_type_and_value),
        cmocka_unit_test(test_padding_in_every_dimension),
        cmocka_unit_test(test_padding_is_never_read),
        cmocka_unit_test(test_a_value_without_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
