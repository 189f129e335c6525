/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XLA's text: section 4 of docs/spec/xla.md, with the values that sections 2, 3 and 5 allow.
 */
#include "unit/spell_check.h"

/* COVERS(XLA-22, XLA-30) */
static void test_every_field_is_read(void **state)
{
    static const int64_t bounds[] = {2, GATHER_TILE_MERGE, 4, 2, 1};
    struct gather_layout layout =
        read_layout("s4[2,3,5]{1,0,2:D(D,D,D)T(2,*,4)(2,1)L(40)E(16)S(7)pad(3,3,8)=lowest}");
    (void)state;
    assert_int_equal(layout.kind, GATHER_LAYOUT_ORDER);
    assert_int_equal(layout.dtype, GATHER_DTYPE_I4);
    assert_int_equal(layout.rank, 3);
    assert_memory_equal(layout.sizes, ((int64_t[]){2, 3, 5}), 3 * sizeof(int64_t));
    assert_memory_equal(layout.place, ((int64_t[]){3, 3, 8}), 3 * sizeof(int64_t));
    assert_memory_equal(layout.minor_to_major, ((uint8_t[]){1, 0, 2}), 3);
    assert_int_equal(layout.tile_count, 2);
    assert_int_equal(layout.tile_ranks[0], 3);
    assert_int_equal(layout.tile_ranks[1], 2);
    assert_memory_equal(layout.tile_bounds, bounds, sizeof bounds);
    assert_int_equal(layout.tail, 40);
    assert_int_equal(layout.cell_bits, 16);
    assert_int_equal(layout.memory_space, 7);
    assert_int_equal(layout.padding, GATHER_PADDING_LOWEST);
}

/* COVERS(XLA-11, XLA-13, XLA-26, XLA-30, XLA-36, LAY-34) */
static void test_printing_drops_what_is_usual(void **state)
{
    static const struct translation texts[] = {
        {"f32[]", GATHER_SPELLING_XLA, "f32[]"},
        {"f32[]{:}", GATHER_SPELLING_XLA, "f32[]"},
        {"f32[]{:T(256)}", GATHER_SPELLING_XLA, "f32[]{:T(256)}"},
        {"f32[]{:pad()=one}", GATHER_SPELLING_XLA, "f32[]"},
        {"f32[]{:S(1)}", GATHER_SPELLING_XLA, "f32[]{:S(1)}"},
        {"f32[2,3]", GATHER_SPELLING_XLA, "f32[2,3]{1,0}"},
        {"f32[2,3]{1,0:}", GATHER_SPELLING_XLA, "f32[2,3]{1,0}"},
        {"f32[2,3]{01,00:T(002,2)L(1)E(32)S(0)pad(2,3)=one}", GATHER_SPELLING_XLA, "f32[2,3]{1,0:T(2,2)}"},
        {"f32[2,3]{1,0:D(D,D)}", GATHER_SPELLING_XLA, "f32[2,3]{1,0}"},
        {"f32[2,3]{1,0:D(D)L(2)}", GATHER_SPELLING_XLA, "f32[2,3]{1,0:L(2)}"},
        {"s4[2]{0:E(0)}", GATHER_SPELLING_XLA, "s4[2]{0}"},
        {"s4[2]{0:E(8)}", GATHER_SPELLING_XLA, "s4[2]{0}"},
        {"s4[2]{0:E(4)}", GATHER_SPELLING_XLA, "s4[2]{0:E(4)}"},
        {"i4[2]C", GATHER_SPELLING_XLA, "s4[2]{0:E(4)}"},
        {"u2[2]{0:E(2)}", GATHER_SPELLING_XLA, "u2[2]{0:E(2)}"},
        {"f4e2m1fn[2]{0:E(24)}", GATHER_SPELLING_XLA, "f4e2m1fn[2]{0:E(24)}"},
        {"pred[2]{0:E(32)}", GATHER_SPELLING_XLA, "pred[2]{0:E(32)}"},
        {"f32[2,3]{0,1:pad(3,5)=unknown}", GATHER_SPELLING_XLA, "f32[2,3]{0,1:pad(3,5)}"},
        {"f32[2,3]{0,1:pad(2,5)=highest}", GATHER_SPELLING_XLA, "f32[2,3]{0,1:pad(2,5)=highest}"},
        {"f32[0,3]{1,0:pad(2,3)=zero}", GATHER_SPELLING_XLA, "f32[0,3]{1,0:pad(2,3)=zero}"},
        {"f32[4]{0:T(1)(1)(1)(1)(1)(1)(1)(1)}", GATHER_SPELLING_XLA, "f32[4]{0:T(1)(1)(1)(1)(1)(1)(1)(1)}"},
        {"f32[4]{0:T(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2)}", GATHER_SPELLING_XLA,
         "f32[4]{0:T(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2)}"},
        {"c64[2]{0:pad(2)=lowest}", GATHER_SPELLING_XLA, "c64[2]{0}"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
}

/* COVERS(LAY-3, XLA-22, XLA-24, XLA-25, XLA-30) */
static void test_malformed(void **state)
{
    static const struct bad_text texts[] = {
        {"f32[2]{}", GATHER_STATUS_FORMAT, 7},
        {"f32[]{}", GATHER_STATUS_FORMAT, 6},
        {"f32[2]{", GATHER_STATUS_FORMAT, 7},
        {"f32[2]{0", GATHER_STATUS_FORMAT, 8},
        {"f32[2]{0,", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0,}", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0:", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0::}", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{-0}", GATHER_STATUS_FORMAT, 7},
        {"f32[2]{0}x", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0:x}", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0:t(2)}", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0:T2}", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0:T}", GATHER_STATUS_FORMAT, 10},
        {"f32[2]{0:T(}", GATHER_STATUS_FORMAT, 11},
        {"f32[2]{0:T(2}", GATHER_STATUS_FORMAT, 12},
        {"f32[2]{0:T(2,)}", GATHER_STATUS_FORMAT, 13},
        {"f32[2]{0:T(-2)}", GATHER_STATUS_FORMAT, 11},
        {"f32[2]{0:T(**)}", GATHER_STATUS_FORMAT, 12},
        {"f32[2]{0:T(2)T(2)}", GATHER_STATUS_FORMAT, 13},
        {"f32[2]{0:L(2)T(2)}", GATHER_STATUS_FORMAT, 13},
        {"f32[2]{0:L()}", GATHER_STATUS_FORMAT, 11},
        {"f32[2]{0:L(2,2)}", GATHER_STATUS_FORMAT, 12},
        {"f32[2]{0:L2}", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0:E(32)E(32)}", GATHER_STATUS_FORMAT, 14},
        {"f32[2]{0:S(1)E(32)}", GATHER_STATUS_FORMAT, 13},
        {"f32[2]{0:pad(3)S(1)}", GATHER_STATUS_FORMAT, 15},
        {"f32[2]{0:pad(3)pad(3)}", GATHER_STATUS_FORMAT, 15},
        {"f32[2]{0:PAD(3)}", GATHER_STATUS_FORMAT, 9},
        {"f32[2]{0:pad(3)=}", GATHER_STATUS_FORMAT, 16},
        {"f32[2]{0:pad(3)=none}", GATHER_STATUS_FORMAT, 16},
        {"f32[2]{0:pad(3)=zeros}", GATHER_STATUS_FORMAT, 16},
        {"f32[2]{0:pad(3)=zero1}", GATHER_STATUS_FORMAT, 20},
        {"f32[2]{0:pad(3)=Zero}", GATHER_STATUS_FORMAT, 16},
        {"f32[2]{0:pad(3)=0}", GATHER_STATUS_FORMAT, 16},
        {"f32[2]{0:pad(3,)}", GATHER_STATUS_FORMAT, 15},
        {"f32[2]{0:D()}", GATHER_STATUS_FORMAT, 11},
        {"f32[2]{0:D(D,)}", GATHER_STATUS_FORMAT, 13},
        {"f32[2]{0:D(DD)}", GATHER_STATUS_FORMAT, 11},
        {"f32[2]{0:D(d)}", GATHER_STATUS_FORMAT, 11},
        {"f32[2]{0:D D}", GATHER_STATUS_FORMAT, 11},
        {"f32[2]{0:E(32)#(u32)}", GATHER_STATUS_FORMAT, 14},
        {"f32[2]{0:E(32)*(u32)}", GATHER_STATUS_FORMAT, 14},
        {"f32[2]{0:pad(2)SC(1)}", GATHER_STATUS_FORMAT, 15},
        {"f32[2]{9223372036854775808}", GATHER_STATUS_OVERFLOW, 7},
        {"f32[2]{0:T(2,9223372036854775808)}", GATHER_STATUS_OVERFLOW, 13},
        {"f32[2]{0:E(9223372036854775808)}", GATHER_STATUS_OVERFLOW, 11},
        /* what stands further right does not count, nor do values: */
        {"f32[2]{3,3:T(0)Q}", GATHER_STATUS_FORMAT, 15},
        {"f8e8m0fnu[2]{0:L(0)pad(3)=zero", GATHER_STATUS_FORMAT, 30},
    };
    (void)state;
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_ANY);
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_XLA);
}

/* COVERS(LAY-6, XLA-30) */
static void test_known_and_not_built(void **state)
{
    static const struct bad_text texts[] = {
        {"f32[8,8]{1,0:D(D,C)}", GATHER_STATUS_UNSUPPORTED, 17},
        {"f32[8,8]{1,0:D(S)}", GATHER_STATUS_UNSUPPORTED, 15},
        {"f32[8,8]{1,0:D(H", GATHER_STATUS_UNSUPPORTED, 15},
        {"f32[8,8]{1,0:D(D+)}", GATHER_STATUS_UNSUPPORTED, 16},
        {"f32[8,8]{1,0:D(D ~)}", GATHER_STATUS_UNSUPPORTED, 17},
        {"f32[8,8]{1,0:#(u32)}", GATHER_STATUS_UNSUPPORTED, 13},
        {"f32[8,8]{1,0:T(2,2)#(u32)}", GATHER_STATUS_UNSUPPORTED, 19},
        {"f32[8,8]{1,0:L(2)*(u32)}", GATHER_STATUS_UNSUPPORTED, 17},
        {"f32[8,8]{1,0:E(64)SC(1:200)}", GATHER_STATUS_UNSUPPORTED, 18},
        {"f32[8,8]{1,0:S(3)SC(1:200)}", GATHER_STATUS_UNSUPPORTED, 17},
        {"f32[8,8]{1,0:P(f32[8]{0})}", GATHER_STATUS_UNSUPPORTED, 13},
        {"f32[8,8]{1,0:M(8)}", GATHER_STATUS_UNSUPPORTED, 13},
        {"f32[2]{0:T(1)(1)(1)(1)(1)(1)(1)(1)(1)}", GATHER_STATUS_UNSUPPORTED, 34},
        {"f32[2]{0:T(1)(1)(1)(1)(1)(1)(1)(1) (", GATHER_STATUS_UNSUPPORTED, 35},
        {"f32[2]{0:T(1,1,1,1,1,1,1)(1,1,1,1,1,1,1)(1,1,1,1,1,1,1)}", GATHER_STATUS_UNSUPPORTED, 53},
        {"f32[2]{0:T(1,1,1,1,1,1,1)(1,1,1,1,1,1,1)(1,1,1,1,1,1,*", GATHER_STATUS_UNSUPPORTED, 53},
        {"f32[2]{0:T(1,1,1,1,1,1,1)(1,1,1,1,1,1,1)(1,1,1,1,1,1,}", GATHER_STATUS_FORMAT, 53},
        {"f32[?,8]{1,0}", GATHER_STATUS_UNSUPPORTED, 4},
        {"f32[8,<=8]{1,0}", GATHER_STATUS_UNSUPPORTED, 6},
    };
    (void)state;
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_ANY);
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_XLA);
}

/* COVERS(LAY-3, XLA-7, XLA-10, XLA-12, XLA-19, XLA-25, XLA-33, XLA-35, XLA-36) */
static void test_values_in_their_order_and_place(void **state)
{
    static const struct bad_text texts[] = {
        {"f32[2,3]{0}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3]{:}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3] {0,1,2}", GATHER_STATUS_LAYOUT, 9},
        {"f32[]{0}", GATHER_STATUS_LAYOUT, 5},
        {"f32[2,3]{0,0}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3]{0,2}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3]{0,257}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3]{256,1}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3]{0,9223372036854775807}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2]{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}", GATHER_STATUS_LAYOUT, 6},
        {"f32[2,3]{1,0:pad(2,2)}", GATHER_STATUS_LAYOUT, 13},
        {"f32[2,3]{1,0: pad(4)}", GATHER_STATUS_LAYOUT, 14},
        {"f32[2,3]{1,0:pad(4,4,4)}", GATHER_STATUS_LAYOUT, 13},
        {"f32[]{:pad(1)}", GATHER_STATUS_LAYOUT, 7},
        {"f32[2,3]{1,0:T()}", GATHER_STATUS_LAYOUT, 13},
        {"f32[2,3]{1,0:T(2,2)()}", GATHER_STATUS_LAYOUT, 13},
        {"f32[2,3]{1,0:T(0,2)}", GATHER_STATUS_LAYOUT, 13},
        {"f32[2,3]{1,0:T(2,*)}", GATHER_STATUS_LAYOUT, 13},
        {"f32[2,3]{1,0:L(0)}", GATHER_STATUS_LAYOUT, 13},
        {"f32[2]{0:E(16)}", GATHER_STATUS_LAYOUT, 9},
        {"s4[2]{0:E(3)}", GATHER_STATUS_LAYOUT, 8},
        {"s4[2]{0:E(5)}", GATHER_STATUS_UNSUPPORTED, 8},
        {"f32[2]{0:E(42)}", GATHER_STATUS_UNSUPPORTED, 9},
        {"pred[2]{0:E(1)}", GATHER_STATUS_UNSUPPORTED, 10},
        {"f32[2]{0:E(4294967328)}", GATHER_STATUS_UNSUPPORTED, 9},
        {"f32[2]{0:E(9223372036854775807)}", GATHER_STATUS_UNSUPPORTED, 9},
        {"c64[2]{0:pad(3)=lowest}", GATHER_STATUS_DTYPE, 9},
        {"f8e8m0fnu[2]{0:pad(3)=zero}", GATHER_STATUS_DTYPE, 15},
        {"f32[9223372036854775807,2,0]", GATHER_STATUS_OVERFLOW, 0},
        {" f32[2305843009213693952]{0}", GATHER_STATUS_OVERFLOW, 0},
        {"u8[1,1]{1,0:pad(9223372036854775807,2)}", GATHER_STATUS_OVERFLOW, 0},
        {"u8[1]{0:T(9223372036854775807)L(2)}", GATHER_STATUS_OVERFLOW, 0},
        {"u8[0,0]{1,0:T(4611686018427387904,4)}", GATHER_STATUS_OVERFLOW, 0},
        /* of several, the first in the order minor_to_major, pad, tiles, L, E, padding value, sizes: */
        {"f32[2,3]{1,1:pad(2,2)}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3]{1,1:pad(3)}", GATHER_STATUS_LAYOUT, 8},
        {"f32[2,3]{1,0:T(0)pad(3)}", GATHER_STATUS_LAYOUT, 17},
        {"f32[2,3]{1,0:T(0)pad(1,1)}", GATHER_STATUS_LAYOUT, 17},
        {"f32[2,3]{1,0:T(0)L(0)}", GATHER_STATUS_LAYOUT, 13},
        {"f32[2,3]{1,0:L(0)E(8)}", GATHER_STATUS_LAYOUT, 13},
        {"f8e8m0fnu[2]{0:E(9)pad(3)=zero}", GATHER_STATUS_UNSUPPORTED, 15},
        {"c64[2]{0:pad(9223372036854775807)=lowest}", GATHER_STATUS_DTYPE, 9},
    };
    (void)state;
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_ANY);
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_XLA);
}

/* COVERS(XLA-17, XLA-18, XLA-19) */
static void test_padding_values_by_type(void **state)
{
    static const char *const names[] = {"unknown", "zero", "one", "lowest", "highest"};
    static const struct {
        const char *type;
        bool has[5];
    } types[] = {
        {"pred", {true, true, true, true, true}},  {"s4", {true, true, true, true, true}},
        {"f32", {true, true, true, true, true}},   {"f8e8m0fnu", {true, false, true, true, true}},
        {"c64", {true, true, true, false, false}}, {"c128", {true, true, true, false, false}},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(types); k++)
        for (int32_t value = 0; value < 5; value++) {
            char text[64];
            size_t length = join(text, sizeof text, types[k].type, "[2]{0:pad(3)=", names[value]);
            text[length++] = '}';
            text[length] = '\0';
            if (types[k].has[value])
                assert_int_equal(read_layout(text).padding, value);
            else
                check_fails(text, length, GATHER_SPELLING_ANY, GATHER_STATUS_DTYPE,
                            (int64_t)strlen(types[k].type) + 6);
        }
}

/* Reading what was printed gives an equal layout, and the same text again. COVERS(XLA-26, XLA-27) */
static void test_round_trip(void **state)
{
    static const char *const texts[] = {
        "f32[]{:}",
        " s4 [ 2, 3 ] {1,0:T(2,2)L(40)E(4)S(1)pad(3,5)=one}",
        "f32[02]{0:D(D)T(002)L(1)E(32)S(0)pad(2)=one}",
        "bf16[8,2,3,1004]{3,2,1,0:T(2,*,*,0128)}",
        "f32[0,3]{1,0:pad(1,3)=unknown}",
        "c64[1,1,1]{0,2,01:pad(1,2,3)}",
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(texts); k++) {
        char printed[GATHER_LAYOUT_TEXT_SIZE];
        struct gather_layout layout = read_layout(texts[k]);
        assert_int_equal(
            gather_layout_print(&layout, GATHER_SPELLING_XLA, printed, sizeof printed, NULL, NULL),
            GATHER_STATUS_OK);
        assert_string_not_equal(printed, texts[k]);
        struct gather_layout again = read_layout(printed);
        assert_true(gather_layout_equal(&layout, &again));
        check_prints(printed, GATHER_SPELLING_XLA, printed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_read),
        cmocka_unit_test(test_printing_drops_what_is_usual),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_known_and_not_built),
        cmocka_unit_test(test_values_in_their_order_and_place),
        cmocka_unit_test(test_padding_values_by_type),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
