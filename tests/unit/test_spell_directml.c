/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML's text: docs/spec/layouts.md LAY-17 to LAY-19, over sections 2 and 3 of docs/spec/directml.md.
 */
#include "unit/spell_check.h"

/* COVERS(LAY-17, DML-12) */
static void test_fields(void **state)
{
    static const struct strided_text texts[] = {
        {"FLOAT32 sizes={1,2,3} strides={8,4,1} total=64", 3, {1, 2, 3}, {8, 4, 1}, 0},
        {"FLOAT32 sizes={1,2,3} strides={8,4,1}", 3, {1, 2, 3}, {8, 4, 1}, 0},
        {"FLOAT32 sizes={1,2,3} strides=null", 3, {1, 2, 3}, {6, 3, 1}, 0},
        {"FLOAT32 sizes={1,2,3} total=24", 3, {1, 2, 3}, {6, 3, 1}, 0},
        {"FLOAT32 sizes={1,2,3}", 3, {1, 2, 3}, {6, 3, 1}, 0},
        {"INT4 sizes={5}", 1, {5}, {1}, 0},
        {"UINT8 sizes={1,1,1,1,1,1,1,4294967295}",
         8,
         {1, 1, 1, 1, 1, 1, 1, 4294967295},
         {4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295, 1},
         0},
    };
    static const struct bad_text bad[] = {
        {"FLOAT32 size={2}", GATHER_STATUS_FORMAT, 8},
        {"FLOAT32 total=24 sizes={2,3}", GATHER_STATUS_FORMAT, 8},
        {"FLOAT32 sizes", GATHER_STATUS_FORMAT, 13},
        {"FLOAT32 sizes{2}", GATHER_STATUS_FORMAT, 13},
        {"FLOAT32 sizes=2", GATHER_STATUS_FORMAT, 14},
        {"FLOAT32 sizes=null", GATHER_STATUS_FORMAT, 14},
        {"FLOAT32 sizes={2", GATHER_STATUS_FORMAT, 16},
        {"FLOAT32 sizes={2,}", GATHER_STATUS_FORMAT, 17},
        {"FLOAT32 sizes={?}", GATHER_STATUS_FORMAT, 15},
        {"FLOAT32 sizes={2} strides", GATHER_STATUS_FORMAT, 25},
        {"FLOAT32 sizes={2} strides=NULL", GATHER_STATUS_FORMAT, 26},
        {"FLOAT32 sizes={2} strides={1} strides={1}", GATHER_STATUS_FORMAT, 30},
        {"FLOAT32 sizes={2} total=8 strides={1}", GATHER_STATUS_FORMAT, 26},
        {"FLOAT32 sizes={2} total=", GATHER_STATUS_FORMAT, 24},
        {"FLOAT32 sizes={2} total=8,", GATHER_STATUS_FORMAT, 25},
        {"FLOAT32 sizes={2} total=0x8", GATHER_STATUS_FORMAT, 25},
        {"FLOAT32 sizes={2} total=9223372036854775808", GATHER_STATUS_OVERFLOW, 24},
        {"float32 sizes={0} strides={1", GATHER_STATUS_FORMAT, 0},
    };
    (void)state;
    check_all_strided(texts, COUNT_OF(texts));
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-3, LAY-18, DML-33) */
static void test_values_in_their_order_and_place(void **state)
{
    static const struct bad_text bad[] = {
        {"FLOAT32 sizes={}", GATHER_STATUS_RANK, 14},
        {"FLOAT32 sizes= {1,1,1,1,1,1,1,1,1}", GATHER_STATUS_RANK, 15},
        {"FLOAT32 sizes={2,0}", GATHER_STATUS_SHAPE, 14},
        {"FLOAT32 sizes={4294967296}", GATHER_STATUS_SHAPE, 14},
        {"FLOAT32 sizes={2,3} strides={1}", GATHER_STATUS_LAYOUT, 28},
        {"FLOAT32 sizes={2,3} strides={}", GATHER_STATUS_LAYOUT, 28},
        {"FLOAT32 sizes={2} strides={1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}", GATHER_STATUS_LAYOUT, 26},
        {"FLOAT32 sizes={2,3} strides={4294967296,1}", GATHER_STATUS_LAYOUT, 28},
        {"FLOAT32 sizes={1} strides={4294967296}", GATHER_STATUS_LAYOUT, 26},
        {"FLOAT32 sizes={4294967295,4294967295}", GATHER_STATUS_OVERFLOW, 0},
        {"FLOAT32 sizes={4294967295} strides={4294967295}", GATHER_STATUS_OVERFLOW, 0},
        {" UINT8 sizes={4294967295,4294967295,4294967295,4294967295}", GATHER_STATUS_OVERFLOW, 0},
        {"INT4 sizes={1,4294967295,4294967295}", GATHER_STATUS_OVERFLOW, 0}, /* cells, if not bytes */
        {"INT4 sizes={1,4294967295,4294967295,2}", GATHER_STATUS_OVERFLOW, 0},
        {"FLOAT32 sizes={2,3} total=20", GATHER_STATUS_BOUNDS, 26},
        {"FLOAT32 sizes={2,3} total=0", GATHER_STATUS_BOUNDS, 26},
        {"FLOAT32 sizes={2,3} total=26", GATHER_STATUS_LAYOUT, 26},
        {"FLOAT32 sizes={2,3} strides={5,1} total = 28", GATHER_STATUS_BOUNDS, 42},
        {"UINT8 sizes={3} total=3", GATHER_STATUS_BOUNDS, 22},
        /* of several, the first: */
        {"FLOAT32 sizes={0,1,1,1,1,1,1,1,1} strides={1}", GATHER_STATUS_RANK, 14},
        {"FLOAT32 sizes={2,0} strides={1} total=1", GATHER_STATUS_SHAPE, 14},
        {"FLOAT32 sizes={2,0} strides={4294967296,1}", GATHER_STATUS_SHAPE, 14},
        {"FLOAT32 sizes={4294967295,4294967295} strides={1}", GATHER_STATUS_LAYOUT, 46},
        {"FLOAT32 sizes={4294967295,4294967295} total=1", GATHER_STATUS_OVERFLOW, 0},
        {"FLOAT32 sizes={2,3} total=21", GATHER_STATUS_BOUNDS, 26},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* Of a number that DirectML has no room for: which one, where, and what it has room for. COVERS(LAY-18) */
static void test_values_refused_are_named(void **state)
{
    static const struct {
        const char *text, *sentence;
    } texts[] = {
        {"FLOAT32 sizes={2,4294967296}", "at byte 14: sizes = 4294967296 is outside 1..4294967295 (dimension "
                                         "1); expected sizes from 1 to 2^32-1"},
        {"FLOAT32 sizes={2} strides={4294967296}",
         "at byte 26: strides = 4294967296 is outside 0..4294967295 (dimension 0); expected strides up to "
         "2^32-1"},
        {"FLOAT32 sizes={2,3} total=21",
         "at byte 26: total_bytes: 21 bytes, but 24 are needed; expected a total that holds all elements"},
        {"FLOAT32 sizes={2,3} total=26",
         "at byte 26: total_bytes = 26: this is not a layout; expected a total that is a multiple of 4"},
        {"FLOAT32 sizes={4294967295,4294967295}",
         "at byte 0: sizes: a size is beyond 64 bits; expected fewer than 2^63 bytes"},
    };
    struct gather_layout layout;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(texts); k++) {
        struct gather_error error = {0};
        char sentence[256];
        assert_int_not_equal(
            gather_layout_parse(&layout, texts[k].text, strlen(texts[k].text), GATHER_SPELLING_ANY, &error),
            GATHER_STATUS_OK);
        gather_error_format(&error, sentence, sizeof sentence);
        assert_string_equal(sentence, texts[k].sentence);
    }
}

/* COVERS(LAY-10, LAY-19, DML-32) */
static void test_bytes_are_the_total(void **state)
{
    static const struct {
        const char *text;
        int64_t cells, bytes;
    } texts[] = {
        {"FLOAT32 sizes={1,2,3} strides={8,4,1} total=64", 7, 64},
        {"FLOAT32 sizes={1,2,3} strides={8,4,1}", 7, 28},
        {"UINT8 sizes={3} strides={1}", 3, 4},
        {"INT4 sizes={5}", 5, 4},
        {"UINT4 sizes={2,3} strides={6,1}", 9, 8},
        {"UINT8 sizes={1} total=9223372036854775804", 1, INT64_MAX - 3},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(texts); k++) {
        struct gather_layout layout = read_layout(texts[k].text);
        assert_int_equal(gather_layout_cells(&layout), texts[k].cells);
        assert_int_equal(gather_layout_bytes(&layout), texts[k].bytes);
        assert_int_equal(layout.total_bytes, texts[k].bytes);
    }
}

/* COVERS(LAY-31, LAY-35) */
static void test_printing(void **state)
{
    static const struct translation texts[] = {
        {"FLOAT32 sizes={2,3} strides={5,1} total=64", GATHER_SPELLING_DIRECTML,
         "FLOAT32 sizes={2,3} strides={5,1} total=64"},
        {"f32[3,5]{0,1}", GATHER_SPELLING_DIRECTML, "FLOAT32 sizes={3,5} strides={1,3} total=60"},
        {"u8[2,3]{0,1:pad(3,5)}", GATHER_SPELLING_DIRECTML, "UINT8 sizes={2,3} strides={1,3} total=16"},
        {"u8[3]{0:L(100)}", GATHER_SPELLING_DIRECTML, "UINT8 sizes={3} strides={1} total=100"},
        {"u8[2,3]:(0,1)", GATHER_SPELLING_DIRECTML, "UINT8 sizes={2,3} strides={0,1} total=4"},
        {"u8[2]:(4294967295)", GATHER_SPELLING_DIRECTML,
         "UINT8 sizes={2} strides={4294967295} total=4294967296"},
    };
    static const struct translation lacking[] = {
        {"s4[2]{0}", GATHER_SPELLING_DIRECTML, "bits"},
        {"f32[2]{0:S(1)}", GATHER_SPELLING_DIRECTML, "space"},
        {"f32[2]{0:pad(3)=one}", GATHER_SPELLING_DIRECTML, "padding"},
        {"f32[4,4]{1,0:T(2,2)}", GATHER_SPELLING_DIRECTML, "tiles"},
        {"bf16[0]:(1)", GATHER_SPELLING_DIRECTML, "type"},
        {"bf16[2]:(1)+1", GATHER_SPELLING_DIRECTML, "offset"},
        {"f32[]C", GATHER_SPELLING_DIRECTML, "rank"},
        {"f32[1,1,1,1,1,1,1,1,0]C", GATHER_SPELLING_DIRECTML, "rank"},
        {"f32[0]C", GATHER_SPELLING_DIRECTML, "size"},
        {"u8[4294967296]C", GATHER_SPELLING_DIRECTML, "size"},
        {"u8[4294967296]:(-1)+4294967295", GATHER_SPELLING_DIRECTML, "offset"},
        {"u8[2,2]:(4294967296,1)", GATHER_SPELLING_DIRECTML, "stride"},
        {"u8[1,2]:(-1,1)", GATHER_SPELLING_DIRECTML, "stride"},
        {"u8[3]{0:L(9223372036854775807)}", GATHER_SPELLING_DIRECTML, "size"}, /* no multiple of 4 holds it */
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
    check_all_lack(lacking, COUNT_OF(lacking));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_values_in_their_order_and_place),
        cmocka_unit_test(test_values_refused_are_named),
        cmocka_unit_test(test_bytes_are_the_total),
        cmocka_unit_test(test_printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
