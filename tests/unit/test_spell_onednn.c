/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oneDNN's tags: docs/spec/layouts.md LAY-21 to LAY-24 and LAY-37.
 *
 * Where a tag's elements lie is compared with blocked arrays written down by hand: a tag is a list of digits,
 * outermost first, each a dimension's index divided by something, modulo an extent.
 */
#include "unit/spell_check.h"

struct digit {
    int64_t dimension, divide, extent;
};

struct blocked {
    const char *text;
    struct digit digits[12];
};

static int64_t cell_by_digits(const struct digit *digits, const int64_t *index)
{
    int64_t cell = 0;
    for (; digits->extent > 0; digits++)
        cell = cell * digits->extent + index[digits->dimension] / digits->divide % digits->extent;
    return cell;
}

static void check_blocked(const struct blocked *row)
{
    struct gather_layout layout = read_layout(row->text);
    int64_t index[GATHER_MAX_RANK] = {0}, cells = 1, cell;
    for (const struct digit *digit = row->digits; digit->extent > 0; digit++)
        cells *= digit->extent;
    assert_int_equal(gather_layout_cells(&layout), cells);
    for (bool more = true; more;) {
        assert_int_equal(gather_layout_cell(&layout, index, layout.rank, &cell, NULL), GATHER_STATUS_OK);
        if (cell != cell_by_digits(row->digits, index))
            fail_msg("\"%s\" places an element wrong", row->text);
        assert_int_equal(gather_layout_bump(&layout, index, layout.rank, &more, NULL), GATHER_STATUS_OK);
    }
}

/* COVERS(LAY-21, LAY-22, LAY-23) */
static void test_blocked_arrays_built_by_hand(void **state)
{
    static const struct blocked rows[] = {
        {"f32[2,3,4,5]acdb", {{0, 1, 2}, {2, 1, 4}, {3, 1, 5}, {1, 1, 3}}},
        {"f32[2,32,2,3]nChw16c", {{0, 1, 2}, {1, 16, 2}, {2, 1, 2}, {3, 1, 3}, {1, 1, 16}}},
        {"f32[1,3,2,2]nChw4c", {{0, 1, 1}, {1, 4, 1}, {2, 1, 2}, {3, 1, 2}, {1, 1, 4}}},
        {"f32[32,32,1,2]OIhw4i16o4i",
         {{0, 16, 2}, {1, 16, 2}, {2, 1, 1}, {3, 1, 2}, {1, 4, 4}, {0, 1, 16}, {1, 1, 4}}},
        {"bf16[32,48]AB16b16a", {{0, 16, 2}, {1, 16, 3}, {1, 1, 16}, {0, 1, 16}}},
        {"u8[32,32,1,1]ABcd4a8b8a4b",
         {{0, 32, 1}, {1, 32, 1}, {2, 1, 1}, {3, 1, 1}, {0, 8, 4}, {1, 4, 8}, {0, 1, 8}, {1, 1, 4}}},
        {"u8[3,4,2]Bca2b", {{1, 2, 2}, {2, 1, 2}, {0, 1, 3}, {1, 1, 2}}},
        {"s8[2,16,20,1,2]gOIhw16i16o",
         {{0, 1, 2}, {1, 16, 1}, {2, 16, 2}, {3, 1, 1}, {4, 1, 2}, {2, 1, 16}, {1, 1, 16}}},
        {"f32[20,16,1,2]NChw16n16c", {{0, 16, 2}, {1, 16, 1}, {2, 1, 1}, {3, 1, 2}, {0, 1, 16}, {1, 1, 16}}},
        {"f32[16,16,3]OIw8i8o", {{0, 8, 2}, {1, 8, 2}, {2, 1, 3}, {1, 1, 8}, {0, 1, 8}}},
        {"f32[1,2,3,64]ldOi32o", {{0, 1, 1}, {1, 1, 2}, {3, 32, 2}, {2, 1, 3}, {3, 1, 32}}},
        {"i4[7]A4a2a", {{0, 8, 1}, {0, 2, 4}, {0, 1, 2}}},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++)
        check_blocked(&rows[k]);
}

/* A known word as the tag itself is row-major, for its letters stand in the order of the sizes.
 * COVERS(LAY-22) */
static void test_known_words(void **state)
{
    static const char *const words[] = {"x",    "nc",    "ncw",  "nchw",  "ncdhw",           "oi", "oiw",
                                        "oihw", "oidhw", "goiw", "goihw", "goidhw",          "tn", "tnc",
                                        "ldnc", "ldigo", "ldgo",

                                        "ldio", "a",     "ab",   "abc",   "abcdefghijklmnop"};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(words); k++) {
        static const char twos[] = "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2";
        char text[80], sizes[sizeof twos];
        memcpy(sizes, twos, sizeof twos);
        sizes[2 * strlen(words[k]) - 1] = '\0';
        size_t length = join(text, sizeof text, "u8[", sizes, "]");
        join(text + length, sizeof text - length, words[k], "", "");
        struct gather_layout layout = read_layout(text), dense;
        assert_int_equal(gather_layout_init(&dense, layout.dtype, layout.rank, layout.sizes, NULL),
                         GATHER_STATUS_OK);
        assert_true(gather_layout_equal(&layout, &dense));
    }
}

/* COVERS(LAY-23, LAY-24) */
static void test_as_xla_text(void **state)
{
    static const struct translation texts[] = {
        {"f32[8,32,7,7]nChw16c", GATHER_SPELLING_XLA, "f32[8,32,7,7]{3,2,1,0:T(16,1,1)}"},
        {"f32[64,32,3,3]OIhw4i16o4i", GATHER_SPELLING_XLA, "f32[64,32,3,3]{3,2,1,0:T(16,16,1,1)(16,4,1,1)}"},
        {"bf16[32,32]AB16b16a", GATHER_SPELLING_XLA, "bf16[32,32]{1,0:T(16,16)(16,1)}"},
        {"u8[32,32,1,1]ABcd4a8b8a4b", GATHER_SPELLING_XLA, "u8[32,32,1,1]{3,2,1,0:T(32,32,1,1)(8,4,1,1)}"},
        {"f32[1,3,2,2]nChw16c", GATHER_SPELLING_XLA, "f32[1,3,2,2]{3,2,1,0:T(16,1,1)pad(1,16,2,2)=zero}"},
        {"f32[2,3]ba", GATHER_SPELLING_XLA, "f32[2,3]{0,1}"},
        {"u8[2,3,2]wio", GATHER_SPELLING_XLA, "u8[2,3,2]{0,1,2}"},
        {"i4[5]A2a", GATHER_SPELLING_XLA, "s4[5]{0:T(2)E(4)pad(6)=zero}"},
        {"f32[0,4]Ab16a", GATHER_SPELLING_XLA, "f32[0,4]{1,0:T(16,1)}"},
        {"f8e8m0[16]A16a", GATHER_SPELLING_XLA, "f8e8m0fnu[16]{0:T(16)}"}, /* nothing is padded */
        {"f32[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2]abcdefghijklmnoP2p", GATHER_SPELLING_XLA,
         "f32[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2]{15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0:T(2)}"},
        {"f32[256]A2a2a2a2a2a2a2a2a", GATHER_SPELLING_XLA, "f32[256]{0:T(256)(128)(64)(32)(16)(8)(4)(2)}"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
}

/* COVERS(LAY-3, LAY-6, LAY-21, LAY-22, LAY-23, LAY-24) */
static void test_wrong_tags(void **state)
{
    static const struct bad_text bad[] = {
        {"f32[1,16,4,4]nChw16C", GATHER_STATUS_FORMAT, 19},
        {"f32[1,16,4,4]nChw16", GATHER_STATUS_FORMAT, 19},
        {"f32[1,16,4,4]nChw16 c", GATHER_STATUS_FORMAT, 19},
        {"f32[1,16,4,4]nChw16cc", GATHER_STATUS_FORMAT, 20},
        {"f32[1,16,4,4]nChw16c2", GATHER_STATUS_FORMAT, 21},
        {"f32[1,16,4,4]nChw16c_", GATHER_STATUS_FORMAT, 20},
        {"f32[1,16,4,4]nchc x", GATHER_STATUS_FORMAT, 18},
        {"f32[1,3,4,4]nchc", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4,4]nch", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4,4]nchww", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4,4]abce", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4,4]nihw", GATHER_STATUS_LAYOUT, 12},
        {"f32[1,3,4,4]abchw", GATHER_STATUS_LAYOUT, 12},
        {"f32[]a", GATHER_STATUS_LAYOUT, 5},
        {"f32[1]b", GATHER_STATUS_LAYOUT, 6},
        {"f32[2]abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", GATHER_STATUS_LAYOUT, 6},
        {"f32[1,16,4,4]nCHw16c", GATHER_STATUS_LAYOUT, 13},
        {"f32[1,16,4,4]nchw16c", GATHER_STATUS_LAYOUT, 13},
        {"f32[1,16,4,4]nChw16h", GATHER_STATUS_LAYOUT, 13},
        {"f32[1,16,4,4]nChw16z", GATHER_STATUS_LAYOUT, 13},
        {"f32[1,16,4,4]nChw1c", GATHER_STATUS_LAYOUT, 13},
        {"f32[1,16,4,4] nChw16c0c", GATHER_STATUS_LAYOUT, 14},
        {"f32[4,4,4,4,4,4]ABcdef2b2a2b2a2b2a", GATHER_STATUS_UNSUPPORTED, 16},
        {"f32[256]A2a2a2a2a2a2a2a2a2a", GATHER_STATUS_UNSUPPORTED, 8},
        {"f32[4,4,4]Abc2a2a2a2a2a2a2a", GATHER_STATUS_UNSUPPORTED, 10},
        {"f8e8m0[3]A16a", GATHER_STATUS_DTYPE, 9},
        {"f32[2]A9223372036854775807a", GATHER_STATUS_OVERFLOW, 0},
        {"u8[2]A4611686018427387904a4a", GATHER_STATUS_OVERFLOW, 0},
        {"u8[0]A4611686018427387904a4a", GATHER_STATUS_OVERFLOW, 0},
        {"u8[9223372036854775807]A4a", GATHER_STATUS_OVERFLOW, 0},
        /* of several, LAYOUT, UNSUPPORTED, DTYPE, extent: */
        {"f8e8m0[3]A1a2a2a2a2a2a2a2a2a2a", GATHER_STATUS_LAYOUT, 9},
        {"f8e8m0[3]A2a2a2a2a2a2a2a2a2a", GATHER_STATUS_UNSUPPORTED, 9},
        {"f8e8m0[3]A4611686018427387904a4a", GATHER_STATUS_DTYPE, 9},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
    assert_int_equal(read_layout("u8[2]A9223372036854775807a").place[0], INT64_MAX);
}

/* COVERS(LAY-31, LAY-36, LAY-37) */
static void test_printing(void **state)
{
    static const struct translation texts[] = {
        {"f32[8,32,7,7]nChw16c", GATHER_SPELLING_ONEDNN, "f32[8,32,7,7]aBcd16b"},
        {"bf16[8,128]{1,0:T(8,128)(2,1)}", GATHER_SPELLING_ONEDNN, "bf16[8,128]AB4a128b2a"},
        {"f32[64,32,3,3]OIhw4i16o4i", GATHER_SPELLING_ONEDNN, "f32[64,32,3,3]ABcd4b16a4b"},
        {"f32[3,5]{1,0:T(2,2)pad(4,6)=zero}", GATHER_SPELLING_ONEDNN, "f32[3,5]AB2a2b"},
        {"f32[4,4]{0,1:T(2,2)}", GATHER_SPELLING_ONEDNN, "f32[4,4]BA2b2a"},
        {"f32[4,4]{1,0:T(2)}", GATHER_SPELLING_ONEDNN, "f32[4,4]aB2b"},
        {"f32[4,4]{1,0:T(1,1)}", GATHER_SPELLING_ONEDNN, "f32[4,4]ab"},
        {"f32[2,2,2,32]{3,2,1,0:T(2,2,2,32)(32)(16)(8)(4)(2)}", GATHER_SPELLING_ONEDNN,
         "f32[2,2,2,32]ABCD2a2b2c2d2d2d2d2d"},
        {"f32[4,4]{1,0:T(4,4)(2)L(7)}", GATHER_SPELLING_ONEDNN, "f32[4,4]AB4a2b2b"},
        {"f32[4,2]{1,0:T(2,2)}", GATHER_SPELLING_ONEDNN, "f32[4,2]AB2a2b"}, /* strided, tiles all the same */
        {"f32[3,5]F", GATHER_SPELLING_ONEDNN, "f32[3,5]ba"},
        {"f32[3,1]F", GATHER_SPELLING_ONEDNN, "f32[3,1]ba"}, /* a memory order as it is */
        {"f32[3,1]:(1,3)", GATHER_SPELLING_ONEDNN, "f32[3,1]ab"},
        {"f32[3,5]{1,0:pad(4,5)}", GATHER_SPELLING_ONEDNN, "f32[3,5]ab"},
        {"f32[0,5]F", GATHER_SPELLING_ONEDNN, "f32[0,5]ba"},
    };
    static const struct translation lacking[] = {
        {"s4[64]{0}", GATHER_SPELLING_ONEDNN, "bits"},
        {"s4[64]{0:T(2)}", GATHER_SPELLING_ONEDNN, "bits"},
        {"f32[64]{0:T(2)S(1)}", GATHER_SPELLING_ONEDNN, "space"},
        {"f32[8]{0:T(2,2)}", GATHER_SPELLING_ONEDNN, "tiles"},
        {"f32[]{:T(2)}", GATHER_SPELLING_ONEDNN, "tiles"},
        {"f32[8,8]{1,0:T(*,4)}", GATHER_SPELLING_ONEDNN, "tiles"},
        {"f32[8,8]{1,0:T(4)(2,2)}", GATHER_SPELLING_ONEDNN, "tiles"},
        {"f32[8,8]{1,0:T(4,4)(3,1)}", GATHER_SPELLING_ONEDNN, "tiles"},
        {"f32[8,8]{1,0:T(4,4)(1,8)}", GATHER_SPELLING_ONEDNN, "tiles"},
        /* the tag would need 6 tiles of 4 bounds, and could not be read: */
        {"f32[2,2,2,64]{3,2,1,0:T(2,2,2,64)(64)(32)(16)(8)(4)(2)}", GATHER_SPELLING_ONEDNN, "tiles"},
        {"f32[3,5]{1,0:T(2,2)}", GATHER_SPELLING_ONEDNN, "padding"},
        {"f32[3,5]{1,0:T(2,2)pad(4,6)}", GATHER_SPELLING_ONEDNN, "padding"},
        {"f32[3,5]{1,0:T(2,2)pad(4,6)=one}", GATHER_SPELLING_ONEDNN, "padding"},
        {"f32[3,5]{1,0:T(2,2)pad(6,6)=zero}", GATHER_SPELLING_ONEDNN, "padding"},
        {"f32[3,5]{1,0:pad(3,6)=zero}", GATHER_SPELLING_ONEDNN, "padding"},
        {"f32[3,5]:(5,1)+1", GATHER_SPELLING_ONEDNN, "offset"},
        {"f32[]C", GATHER_SPELLING_ONEDNN, "rank"},
        {"f32[3,5]:(6,1)", GATHER_SPELLING_ONEDNN, "stride"},
        {"f32[3,5]{1,0:pad(3,6)}", GATHER_SPELLING_ONEDNN, "stride"},
        {"f32[3,5]:(0,1)", GATHER_SPELLING_ONEDNN, "stride"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
    check_all_lack(lacking, COUNT_OF(lacking));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocked_arrays_built_by_hand),
        cmocka_unit_test(test_known_words),
        cmocka_unit_test(test_as_xla_text),
        cmocka_unit_test(test_wrong_tags),
        cmocka_unit_test(test_printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
