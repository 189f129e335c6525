/* SPDX-License-Identifier: Apache-2.0 */
/* Indices in layouts of their own: repeated by strides of 0, in tiles of tiles. Each is looked at where it lies. */
#include "gather/onnx.h"
#include "support/plan_check.h"

/* Indices that repeat are looked at once, however often they do: else 8 bytes would keep a call busy for hours. */
static void test_repeated_indices(void **state) /* COVERS(CORE-5, CORE-24) */
{
    const struct gather_op op = gather_onnx_gather(13, 0);
    const int64_t size = INT64_C(1) << 40, stride = 0;
    int64_t index = 0;
    struct gather_layout inputs[] = {layout_of("f32[3,0]C"), layout_of("f32[1]C")}, out;
    struct gather_buffer buffers[] = {{NULL, 0}, {&index, sizeof index}};
    const struct gather_buffer nothing = {NULL, 0};
    const struct gather_options options = {.size = sizeof options, .indices = &buffers[1]};
    struct gather_plan *plan = NULL;
    struct gather_error error;
    (void)state;
    assert_int_equal(gather_layout_init_strides(&inputs[1], GATHER_DTYPE_I64, 1, &size, &stride, 0, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_infer(&op, inputs, 2, &out, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &out, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_run(plan, buffers, 2, nothing, NULL, NULL), GATHER_STATUS_OK);
    index = 3;
    assert_int_equal(gather_plan_run(plan, buffers, 2, nothing, NULL, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.position[0], 0);
    gather_plan_destroy(plan);
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &out, &options, &error),
                     GATHER_STATUS_INDEX_RANGE);
    index = -3;
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &out, &options, &error), GATHER_STATUS_OK);
    gather_plan_destroy(plan);
}

/* Tuples whose second component is their first, for that is where it lies: it is judged by its own dimension. */
static void test_repeated_components(void **state) /* COVERS(CORE-5, CORE-16) */
{
    const struct gather_op op = gather_onnx_gather_nd(13, 0);
    const struct gather_layout inputs[] = {layout_of("u8[5,3]C"), layout_of("i64[2,2]:(1,0)")},
                               out = layout_of("u8[2]C");
    uint8_t data[15], made[2] = {90, 90};
    int64_t indices[] = {1, 4};
    const struct gather_buffer buffers[] = {BUFFER(data), BUFFER(indices)};
    struct gather_error error = {0};
    (void)state;
    for (size_t k = 0; k < sizeof data; k++)
        data[k] = (uint8_t)k;
    assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, BUFFER(made), NULL, &error),
                     GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.value, 4);
    assert_int_equal(error.axis, 1);
    assert_int_equal(error.rank, 2);
    assert_int_equal(error.position[0], 1);
    assert_int_equal(error.position[1], 1);
    assert_int_equal(made[0], 90);
    indices[1] = 2;
    assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, BUFFER(made), NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(made[0], 4);
    assert_int_equal(made[1], 8);
}

/* Where an index lies may hang on a tile level by way of another alone. In between lies what is refused. */
static void test_tiles_of_tiles(void **state) /* COVERS(XLA-31, CORE-5) */
{
    enum { CELLS = 1024, MOST = 200 };
    static const char *const texts[] = {
        "s32[2,7]{1,0:T(3)(3,2)(3)}",     "s32[2,7]{1,0:T(4)(3)(5,2)}",     "s32[9,9]{1,0:T(5)(3,4)(4,5)}",
        "s32[5,9]{1,0:T(*,3)(4,2)(4,3)}", "s32[2,5,4]{2,1,0:T(3)(2,2)(3)}", "s32[2,9]{1,0:T(4)(3)(5,2)(3)}",
    };
    static int32_t cells[CELLS];
    static uint8_t data[MOST], made[MOST];
    const struct gather_op op = gather_onnx_gather(13, 0);
    (void)state;
    for (int k = 0; k < MOST; k++)
        data[k] = (uint8_t)k;
    for (size_t k = 0; k < ITEMS(texts); k++) {
        const struct gather_layout inputs[] = {layout_of("u8[200]C"), layout_of(texts[k])};
        const struct gather_buffer buffers[] = {BUFFER(data), BUFFER(cells)};
        struct gather_layout out;
        int64_t index[GATHER_MAX_RANK] = {0}, cell;
        bool more = true;
        assert_true(gather_layout_cells(&inputs[1]) <= CELLS);
        memset(cells, 0x7F, sizeof cells);
        for (int32_t n = 0; more; n++) {
            assert_int_equal(gather_layout_cell(&inputs[1], index, inputs[1].rank, &cell, NULL),
                             GATHER_STATUS_OK);
            cells[cell] = n;
            assert_int_equal(gather_layout_bump(&inputs[1], index, inputs[1].rank, &more, NULL),
                             GATHER_STATUS_OK);
        }
        memset(made, 0xFF, sizeof made);
        assert_int_equal(gather_infer(&op, inputs, 2, &out, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, BUFFER(made), NULL, NULL),
                         GATHER_STATUS_OK);
        assert_memory_equal(made, data, (size_t)gather_layout_elements(&out));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repeated_indices),
        cmocka_unit_test(test_repeated_components),
        cmocka_unit_test(test_tiles_of_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
