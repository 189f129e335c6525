/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buffers that don't hold their layouts: each operand's, for each kind of layout, one byte short; null
 * pointers; layouts that don't fit 64 bits. What is refused names the operand with its numbers, and nothing
 * is written.
 */
#include "support/by_hand.h"
#include "support/plan_check.h"

enum { BYTES = 4096 };

static uint8_t data_bytes[BYTES], out_bytes[BYTES];

/* A layout of u8[2,3], or of another type by the same sizes, and the bytes that its buffer must have. */
static const struct {
    const char *text;
    uint64_t bytes;
} layouts[] = {
    {"u8[2,3]C", 6},
    {"u8[2,3]{0,1:pad(3,5)}", 15},
    {"u8[2,3]{0,1:pad(3,5)=one}", 15},
    {"u8[2,3]{1,0:T(2,2)}", 8},
    {"u8[2,3]{1,0:T(4,8)L(50)}", 50},
    {"u8[2,3]{1,0:E(24)}", 18},
    {"u8[2,3]:(10,2)", 15},
    {"u8[2,3]:(10,2)+7", 22},
    {"u8[2,3]:(-10,2)+11", 16},
    {"UINT8 sizes={2,3} strides={3,1} total=40", 40},
    {"u8[2,3]:(0,1)", 3}, /* inputs only */
};

/* Runs and checks with so many bytes, which must be refused alike. */
static void check_short(const struct gather_plan *plan, uint64_t data_size, uint64_t out_size,
                        const char *operand, uint64_t given, uint64_t needed)
{
    uint8_t before[BYTES];
    struct gather_buffer data = {data_bytes, data_size}, out = {out_bytes, out_size};
    struct gather_error error;
    memcpy(before, out_bytes, sizeof before);
    for (int which = 0; which < 2; which++) {
        enum gather_status status = which == 0 ? gather_plan_run(plan, &data, 1, out, NULL, &error)
                                               : gather_plan_check(plan, &data, 1, out, NULL, &error);
        assert_int_equal(status, GATHER_STATUS_BOUNDS);
        assert_int_equal(error.status, GATHER_STATUS_BOUNDS);
        assert_string_equal(error.operand, operand);
        assert_true((uint64_t)error.value == given && (uint64_t)error.low == needed);
        assert_int_equal(error.has & (GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS),
                         GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS);
    }
    assert_memory_equal(out_bytes, before, sizeof before);
}

static void test_buffers_one_byte_short(void **state) /* COVERS(CORE-2, XLA-53, LAY-19) */
{
    (void)state;
    for (size_t k = 0; k < ITEMS(layouts); k++) {
        uint64_t bytes = layouts[k].bytes;
        struct gather_plan *plan = plan_of(layouts[k].text, "u8[2,3]F");
        struct gather_buffer data = {data_bytes, bytes}, out = {out_bytes, 6};
        check_short(plan, bytes - 1, 6, "data", bytes - 1, bytes);
        check_short(plan, 0, 6, "data", 0, bytes);
        check_short(plan, bytes - 1, 0, "data", bytes - 1, bytes); /* the data is judged first */
        check_short(plan, bytes, 5, "output", 5, 6);
        assert_int_equal(gather_plan_run(plan, &data, 1, out, NULL, NULL), GATHER_STATUS_OK);
        data.bytes = out.bytes = UINT64_MAX; /* more is fine */
        assert_int_equal(gather_plan_run(plan, &data, 1, out, NULL, NULL), GATHER_STATUS_OK);
        gather_plan_destroy(plan);
        if (strcmp(layouts[k].text, "u8[2,3]:(0,1)") == 0)
            continue;
        plan = plan_of("u8[2,3]F", layouts[k].text);
        check_short(plan, 6, bytes - 1, "output", bytes - 1, bytes);
        check_short(plan, 6, 0, "output", 0, bytes);
        gather_plan_destroy(plan);
    }
}

static void test_bits_are_rounded_up(void **state) /* COVERS(CORE-2) */
{
    (void)state;
    struct gather_plan *plan = plan_of("i4[5]C", "i4[5]:(-1)+6");
    check_short(plan, 2, 4, "data", 2, 3);
    check_short(plan, 3, 3, "output", 3, 4);
    gather_plan_destroy(plan);
    plan = plan_of("u2[9]C", "u2[9]{0:E(16)}");
    check_short(plan, 2, 18, "data", 2, 3);
    check_short(plan, 3, 17, "output", 17, 18);
    gather_plan_destroy(plan);
}

static void test_null_pointers(void **state) /* COVERS(CORE-3) */
{
    static const struct {
        const char *data, *out;
        bool data_may, out_may;
    } cases[] = {
        {"u8[2,3]C", "u8[2,3]F", false, false},
        {"u8[0,3]C", "u8[0,3]F", true, true},
        {"u8[0,3]:(5,7)", "u8[0,3]:(-5,0)", true, true},
        {"u8[0,3]{1,0:pad(2,3)}", "u8[0,3]{1,0:pad(2,3)}", true, true},
        {"u8[0,3]{1,0:pad(2,3)=one}", "u8[0,3]{1,0:pad(2,3)=one}", true, false}, /* padding is written */
        {"u8[]:()", "u8[]:()+2", false, false},
    };
    (void)state;
    for (size_t k = 0; k < ITEMS(cases); k++) {
        struct gather_plan *plan = plan_of(cases[k].data, cases[k].out);
        struct gather_buffer none = {NULL, BYTES}, data = {data_bytes, BYTES}, out = {out_bytes, BYTES};
        struct gather_error error;
        enum gather_status status = gather_plan_run(plan, &none, 1, out, NULL, &error);
        assert_int_equal(status, cases[k].data_may ? GATHER_STATUS_OK : GATHER_STATUS_BOUNDS);
        if (status != GATHER_STATUS_OK)
            assert_string_equal(error.operand, "data");
        status = gather_plan_run(plan, &data, 1, none, NULL, &error);
        assert_int_equal(status, cases[k].out_may ? GATHER_STATUS_OK : GATHER_STATUS_BOUNDS);
        if (status != GATHER_STATUS_OK)
            assert_string_equal(error.operand, "output");
        gather_plan_destroy(plan);
    }
}

/* Without elements or padding there is nothing to hold, and nothing that could meet. */
static void test_no_bytes_for_no_elements(void **state) /* COVERS(CORE-3, CORE-11) */
{
    (void)state;
    struct gather_plan *plan = plan_of("u8[0,3]C", "u8[0,3]:(1,1)+7");
    struct gather_buffer none = {NULL, 0}, some = {data_bytes, 9};
    assert_int_equal(gather_plan_run(plan, &none, 1, none, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_run(plan, &some, 1, some, NULL, NULL), GATHER_STATUS_OK);
    gather_plan_destroy(plan);
}

static enum gather_status measure(const struct gather_layout *data, const struct gather_layout *out,
                                  struct gather_error *error)
{
    const struct gather_op op = gather_relayout();
    size_t bytes;
    return gather_plan_measure(&bytes, &op, data, 1, out, NULL, error);
}

/* A layout of which a cell lies below the buffer is none. */
static void test_cells_below_the_buffer(void **state) /* COVERS(LAY-12) */
{
    struct gather_layout good = layout_of("u8[3]C"), bad;
    struct gather_error error;
    (void)state;
    for (int64_t offset = 0; offset < 2; offset++) {
        bad = strides_by_hand(GATHER_DTYPE_U8, SIZES(3), STRIDES(-1), offset);
        assert_int_equal(measure(&bad, &good, &error), GATHER_STATUS_LAYOUT);
        assert_string_equal(error.operand, "data");
        assert_int_equal(measure(&good, &bad, &error), GATHER_STATUS_LAYOUT);
        assert_string_equal(error.operand, "output");
    }
    bad.offset = 2;
    assert_int_equal(measure(&good, &bad, NULL), GATHER_STATUS_OK);
}

static int64_t near(struct randomness *randomness)
{
    int64_t size = random_size(randomness);
    return random_below(randomness, 3) == 0 ? size : random_below(randomness, 5);
}

/* Near 2^63 a plan is made or refused; nothing wraps on the way, which the sanitizers look for. */
static void test_plans_of_any_size(void **state) /* COVERS(CORE-4) */
{
    struct randomness randomness = randomness_begin("test_plans_of_any_size");
    static int64_t memory[4096];
    int made = 0, refused = 0;
    (void)state;
    for (int k = 0; k < 40000; k++) {
        int64_t sizes[4], strides[4], padded[4];
        int32_t rank = (int32_t)random_below(&randomness, 5),
                dtype = 1 + (int32_t)random_below(&randomness, GATHER_DTYPE_COUNT - 1);
        for (int32_t d = 0; d < rank; d++) {
            sizes[d] = near(&randomness);
            strides[d] = near(&randomness) * (random_below(&randomness, 4) == 0 ? -1 : 1);
            padded[d] = random_below(&randomness, 2) ? sizes[d] : sizes[d] + near(&randomness);
        }
        struct gather_layout strided = strides_by_hand(dtype, rank, sizes, strides, near(&randomness));
        struct gather_layout order = order_by_hand(dtype, rank, sizes, NULL);
        pad_by_hand(&order, padded, (int32_t)random_below(&randomness, 3));
        if (random_below(&randomness, 2))
            tile_by_hand(&order, 2, (const int64_t[]){1 + near(&randomness), 1 + near(&randomness)});
        const struct gather_op op = gather_relayout();
        const struct gather_plan *plan = (const struct gather_plan *)(const void *)memory;
        bool turned = random_below(&randomness, 2) != 0;
        struct gather_plan_description description;
        struct gather_layout view;
        if (gather_plan_init(memory, sizeof memory, &op, turned ? &order : &strided, 1,
                             turned ? &strided : &order, NULL, NULL) != GATHER_STATUS_OK) {
            refused++;
            continue;
        }
        gather_plan_describe(plan, &description);
        assert_true(description.bytes_read >= 0 && description.bytes_written >= 0 &&
                    description.block_bytes >= 0);
        (void)!gather_plan_view(plan, &view, NULL);
        made++;
    }
    assert_true(made > 1000 && refused > 1000); /* the test reaches both */
}

static void test_a_sentence_for_a_person(void **state) /* COVERS(CORE-2, CORE-26) */
{
    char text[256];
    struct gather_error error;
    struct gather_plan *plan = plan_of("u8[2,3]C", "u8[2,3]F");
    struct gather_buffer data = {data_bytes, 5}, out = {out_bytes, 6};
    (void)state;
    assert_int_equal(gather_plan_run(plan, &data, 1, out, NULL, &error), GATHER_STATUS_BOUNDS);
    gather_error_format(&error, text, sizeof text);
    assert_non_null(strstr(text, "data"));
    assert_non_null(strstr(text, "5"));
    assert_non_null(strstr(text, "6"));
    gather_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buffers_one_byte_short),  cmocka_unit_test(test_bits_are_rounded_up),
        cmocka_unit_test(test_null_pointers),           cmocka_unit_test(test_no_bytes_for_no_elements),
        cmocka_unit_test(test_cells_below_the_buffer),  cmocka_unit_test(test_plans_of_any_size),
        cmocka_unit_test(test_a_sentence_for_a_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
