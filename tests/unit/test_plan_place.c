/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `gather_place`: the data goes into a box of a larger output, the rest of which keeps what it holds. Slabs
 * that cover an output make the whole relayout of it.
 */
#include "support/by_hand.h"
#include "support/plan_check.h"

static void test_boxes_anywhere(void **state) /* COVERS(XLA-50, CORE-8) */
{
    static const char *const outputs[] = {"f32[5,6]C", "f32[5,6]{0,1:T(2,4)}", "f32[5,6]:(-7,1)+30",
                                          "f32[5,6]{1,0:T(3,2)(2,1)pad(6,7)=one}", "f32[5,6]{1,0:T(*,5)}"};
    static const char *const inputs[] = {"f32[2,3]C", "f32[2,3]{0,1:T(2,2)}", "f32[2,3]:(0,1)", "f32[2,0]C",
                                         "f32[0,3]F"};
    (void)state;
    for (size_t o = 0; o < ITEMS(outputs); o++)
        for (size_t i = 0; i < ITEMS(inputs); i++) {
            struct gather_layout data = layout_of(inputs[i]), out = layout_of(outputs[o]);
            for (int64_t row = 0; row <= 5 - data.sizes[0]; row++)
                for (int64_t column = 0; column <= 6 - data.sizes[1]; column++) {
                    const int64_t begin[] = {row, column};
                    check_pair(&data, &out, begin);
                }
        }
}

static void test_small_elements(void **state) /* COVERS(CORE-6, CORE-8) */
{
    static const char *const outputs[] = {"i4[5,7]C", "i4[5,7]:(1,5)", "s4[5,7]{1,0:T(2,2)E(4)}",
                                          "s4[5,7]{0,1}"};
    (void)state;
    for (size_t o = 0; o < ITEMS(outputs); o++)
        for (int64_t column = 0; column <= 4; column++) {
            const int64_t begin[] = {2, column};
            struct gather_layout data = layout_of("i4[3,3]C"), out = layout_of(outputs[o]);
            check_pair(&data, &out, begin);
        }
}

static enum gather_status measure(const struct gather_op *op, const char *data, const char *out,
                                  struct gather_error *error)
{
    const struct gather_layout from = layout_of(data), to = layout_of(out);
    size_t bytes;
    return gather_plan_measure(&bytes, op, &from, 1, &to, NULL, error);
}

static void test_boxes_outside(void **state) /* COVERS(CORE-26) */
{
    static const struct {
        int64_t begin[2];
        int32_t axis;
        int64_t high;
    } bad[] = {{{-1, 0}, 0, 3}, {{4, 0}, 0, 3},         {{0, 4}, 1, 3},
               {{0, -1}, 1, 3}, {{INT64_MAX, 0}, 0, 3}, {{INT64_MIN, 0}, 0, 3}};
    (void)state;
    for (size_t k = 0; k < ITEMS(bad); k++) {
        struct gather_op op = gather_place(2, bad[k].begin);
        struct gather_error error;
        assert_int_equal(measure(&op, "f32[2,3]C", "f32[5,6]C", &error), GATHER_STATUS_SHAPE);
        assert_string_equal(error.operand, "begin");
        assert_int_equal(error.axis, bad[k].axis);
        assert_true(error.value == bad[k].begin[bad[k].axis] && error.low == 0 && error.high == bad[k].high);
        assert_int_equal(error.has &
                             (GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS),
                         GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS);
    }
    struct gather_op op = gather_place(2, (const int64_t[]){0, 0});
    assert_int_equal(measure(&op, "f32[6,3]C", "f32[5,6]C", NULL),
                     GATHER_STATUS_SHAPE); /* larger than the output */
}

static void test_what_does_not_agree(void **state) /* COVERS(CORE-1) */
{
    const int64_t zeros[20] = {0};
    struct gather_error error;
    (void)state;
    struct gather_op op = gather_place(2, zeros);
    assert_int_equal(measure(&op, "f32[2,3]C", "u32[5,6]C", &error), GATHER_STATUS_DTYPE);
    assert_string_equal(error.operand, "output");
    assert_int_equal(measure(&op, "f32[2,3]C", "f32[5,6,1]C", &error), GATHER_STATUS_RANK);
    assert_string_equal(error.operand, "output");
    static const int32_t ranks[] = {-1, 0, 1, 3, 17, 20, INT32_MAX};
    for (size_t k = 0; k < ITEMS(ranks); k++) {
        op = gather_place(ranks[k] <= 20 ? ranks[k] : 0, zeros);
        op.begin.count = ranks[k];
        assert_int_equal(measure(&op, "f32[2,3]C", "f32[5,6]C", &error), GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "begin");
    }
}

static void test_no_shape_no_view(void **state) /* COVERS(CORE-23, CORE-25) */
{
    struct gather_op op = gather_place(2, (const int64_t[]){1, 1});
    const struct gather_layout data = layout_of("f32[2,3]C"), out = layout_of("f32[5,6]C");
    struct gather_layout made;
    struct gather_plan *plan;
    struct gather_error error;
    (void)state;
    assert_int_equal(gather_infer(&op, &data, 1, &made, &error), GATHER_STATUS_UNSUPPORTED);
    assert_string_equal(error.operand, "output");
    assert_int_equal(gather_plan_create(&plan, &op, &data, 1, &out, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_view(plan, &made, &error), GATHER_STATUS_UNSUPPORTED);
    gather_plan_destroy(plan);
}

/* Slab after slab of rows, with elements below a byte too: what one relayout would have made. */
static void test_slabs_make_the_whole(void **state) /* COVERS(XLA-20, CORE-8, CORE-12) */
{
    static const char *const pairs[][2] = {{"f32[9,6]:(6,1)", "f32[9,6]{0,1:T(4,4)(2,1)pad(10,7)=lowest}"},
                                           {"i4[9,3]:(3,1)", "i4[9,3]F"},
                                           {"u8[9,5]:(1,9)", "u8[9,5]{1,0:T(2,*,3)}"}};
    const struct gather_op relayout = gather_relayout();
    (void)state;
    for (size_t p = 0; p < ITEMS(pairs); p++)
        for (int64_t slab = 1; slab <= 9; slab++) {
            uint8_t data[512], whole[512], pieces[512];
            struct gather_layout from = layout_of(pairs[p][0]), out = layout_of(pairs[p][1]), box = from;
            struct gather_buffer input = BUFFER(data), at_once = BUFFER(whole), by_slabs = BUFFER(pieces);
            for (size_t k = 0; k < sizeof data; k++) {
                data[k] = (uint8_t)(k * 37 + 11);
                whole[k] = pieces[k] = (uint8_t)(k * 5);
            }
            assert_int_equal(gather_once(&relayout, &from, &input, 1, &out, at_once, NULL, NULL),
                             GATHER_STATUS_OK);
            for (int64_t row = 0; row < 9; row += slab) {
                const int64_t begin[] = {row, 0};
                const struct gather_op place = gather_place(2, begin);
                box.sizes[0] = row + slab <= 9 ? slab : 9 - row;
                box.offset = row * from.place[0];
                assert_int_equal(gather_once(&place, &box, &input, 1, &out, by_slabs, NULL, NULL),
                                 GATHER_STATUS_OK);
            }
            assert_memory_equal(pieces, whole, sizeof whole);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_anywhere),   cmocka_unit_test(test_small_elements),
        cmocka_unit_test(test_boxes_outside),    cmocka_unit_test(test_what_does_not_agree),
        cmocka_unit_test(test_no_shape_no_view), cmocka_unit_test(test_slabs_make_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
