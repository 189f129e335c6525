/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Relayouts that have a name: the page's example, cells of other widths, broadcasts, in place, strings, every
 * rank; and ones too large for the second evaluator, against formulas written for them alone.
 */
#include "support/by_hand.h"
#include "support/plan_check.h"

/* ---- the page, bytes by hand --------------------------------------------------------------------- */

static void relay(const char *data, const char *out, void *from, size_t from_bytes, void *to, size_t to_bytes)
{
    struct gather_plan *plan = plan_of(data, out);
    struct gather_buffer input = {from, from_bytes}, output = {to, to_bytes};
    assert_int_equal(gather_plan_run(plan, &input, 1, output, NULL, NULL), GATHER_STATUS_OK);
    gather_plan_destroy(plan);
}

static void test_the_page_s_example(void **state) /* COVERS(XLA-14, XLA-20, XLA-50) */
{
    uint8_t data[] = "abcdef", out[15], back[7] = "......";
    (void)state;
    memset(out, '?', sizeof out);
    relay("u8[2,3]C", "u8[2,3]{0,1:pad(3,5)=zero}", data, 6, out, sizeof out);
    assert_memory_equal(out, "ad\0be\0cf\0\0\0\0\0\0\0", 15);
    relay("u8[2,3]{0,1:pad(3,5)=zero}", "u8[2,3]C", out, sizeof out, back, 6);
    assert_string_equal(back, "abcdef");
}

static void test_padding_without_value_stays(void **state) /* COVERS(XLA-18, XLA-20, CORE-8) */
{
    uint8_t data[] = "abcdef", out[16] = "...............";
    (void)state;
    relay("u8[2,3]C", "u8[2,3]{0,1:pad(3,5)}", data, 6, out, 15);
    assert_string_equal(out, "ad.be.cf.......");
}

/* ---- cells of other widths ----------------------------------------------------------------------- */

static void test_nibbles_in_bytes_and_back(void **state) /* COVERS(XLA-36, XLA-37, CORE-6) */
{
    uint8_t wide[5] = {0xF1, 0x22, 0xA3, 0x04, 0xFF}, packed[3] = {0xFF, 0xFF, 0xFF};
    uint8_t out[5] = {0xEE, 0xEE, 0xEE, 0xEE, 0xEE};
    (void)state;
    relay("s4[5]{0}", "i4[5]C", wide, 5, packed, 3);
    assert_memory_equal(packed, "\x21\x43\xFF", 3); /* the neighbour in the last byte keeps its bits */
    relay("i4[5]C", "s4[5]{0}", packed, 3, out, 5);
    assert_memory_equal(out, "\x01\x02\x03\x04\x0F", 5);
}

static void test_every_pair_of_cell_widths(void **state) /* COVERS(XLA-36, XLA-37, CORE-6, CORE-8) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++) {
        int32_t bits = gather_dtype_bits(dtype), natural = bits < 8 ? 8 : bits;
        const int32_t widths[] = {bits, natural, natural + 8, natural + 16, 2 * natural, natural + 40};
        for (size_t from = 0; from < ITEMS(widths); from++)
            for (size_t to = 0; to < ITEMS(widths); to++) {
                struct gather_layout data = order_by_hand(dtype, SIZES(3, 5), NULL);
                struct gather_layout out = order_by_hand(dtype, SIZES(3, 5), ORDER(0, 1));
                data.cell_bits = widths[from];
                out.cell_bits = widths[to];
                check_pair(&data, &out, NULL);
                tile_by_hand(&out, TILE(2, 2));
                check_pair(&data, &out, NULL);
            }
    }
}

static void test_bits_beside_elements_stay(void **state) /* COVERS(CORE-8) */
{
    static const char *const outputs[] = {"i4[3,2]:(5,2)+1",         "u2[5]:(3)+2",
                                          "u2[2,3]:(-7,2)+9",        "i4[]:()+1",
                                          "s4[3,3]{1,0:T(2,2)E(4)}", "s2[3,5]{0,1:E(2)pad(4,6)}"};
    static const char *const inputs[] = {"i4[3,2]C",    "u2[5]F",   "u2[2,3]C",
                                         "s4[]{:E(4)}", "i4[3,3]F", "s2[3,5]{1,0}"};
    (void)state;
    for (size_t k = 0; k < ITEMS(outputs); k++)
        check_relayout(inputs[k], outputs[k]);
}

/* ---- inputs of every kind ------------------------------------------------------------------------ */

static void test_broadcast_and_overlapping_inputs(void **state) /* COVERS(CORE-5) */
{
    static const char *const inputs[] = {"f32[4,5]:(0,1)", "f32[4,5]:(1,0)",    "f32[4,5]:(0,0)+3",
                                         "f32[4,5]:(1,1)", "f32[4,5]:(2,-1)+4", "f32[4,5]:(-5,-1)+19"};
    (void)state;
    for (size_t k = 0; k < ITEMS(inputs); k++) {
        check_relayout(inputs[k], "f32[4,5]C");
        check_relayout(inputs[k], "f32[4,5]F");
        check_relayout(inputs[k], "f32[4,5]{1,0:T(2,4)}");
        check_relayout(inputs[k], "f32[4,5]:(-6,1)+20");
    }
}

static void test_every_rank(void **state) /* COVERS(CORE-1, CORE-5) */
{
    int64_t sizes[GATHER_MAX_RANK], order[GATHER_MAX_RANK];
    (void)state;
    for (int32_t rank = 0; rank <= GATHER_MAX_RANK; rank++) {
        for (int32_t d = 0; d < rank; d++) {
            sizes[d] = d % 5 == 4 ? 1 : rank > 8 ? 2 : 3;
            order[d] = d;
        }
        struct gather_layout data = order_by_hand(GATHER_DTYPE_U16, rank, sizes, NULL);
        struct gather_layout out = order_by_hand(GATHER_DTYPE_U16, rank, sizes, order);
        if (gather_layout_elements(&data) <= ARRAY_MAX_CELLS)
            check_pair(&data, &out, NULL);
    }
}

/*
 * Transposes that tiles cut short: on one side or on both, over more loops than a list holds, with a part of it left,
 * over edges of tiles, of blocks of several elements, and few planes that are left as they are.
 */
static void test_transposes_through_tiles(void **state) /* COVERS(XLA-31, CORE-5, CORE-9) */
{
    static const char *const pairs[][2] = {{"f32[200,144]{1,0}", "f32[200,144]{0,1:T(8,8)}"},
                                           {"f32[200,144]{1,0}", "f32[200,144]{0,1:T(8,128)}"},
                                           {"f32[200,144]{1,0}", "f32[200,144]{0,1:T(2,2)}"},
                                           {"bf16[64,256]{1,0}", "bf16[64,256]{0,1:T(8,16)(2,1)}"},
                                           {"bf16[64,256]{1,0}", "bf16[64,256]{1,0:T(8,16)(2,1)}"},
                                           {"u8[128,256]{1,0}", "u8[128,256]{0,1:T(4,32)(4,1)}"},
                                           {"u8[40,1352]{1,0}", "u8[40,1352]{0,1:T(8,8)}"},
                                           {"f64[24,1352]{1,0}", "f64[24,1352]{0,1:T(8,8)}"},
                                           {"f64[24,1352]{1,0}", "f64[24,1352]{0,1:T(2,2)}"},
                                           {"u16[1352,24]{0,1:T(8,8)}", "u16[1352,24]{1,0:T(4,16)}"},
                                           {"f32[60,130]{1,0}", "f32[60,130]{0,1:T(8,128)}"},
                                           {"c128[16,40]{1,0}", "c128[16,40]{0,1:T(4,8)}"},
                                           {"u16[2,20,6,40]{3,2,1,0}", "u16[2,20,6,40]{0,2,1,3:T(4,2,4)}"},
                                           {"u32[2,32,20,20]{3,2,1,0}", "u32[2,32,20,20]{1,3,2,0:T(8,8)}"}};
    (void)state;
    for (size_t k = 0; k < ITEMS(pairs); k++) {
        check_relayout(pairs[k][0], pairs[k][1]);
        check_relayout(pairs[k][1], pairs[k][0]);
    }
}

static void test_without_elements(void **state) /* COVERS(CORE-3, XLA-21) */
{
    (void)state;
    check_relayout("f32[0,3]C", "f32[0,3]F");
    check_relayout("f32[2,0,3]{0,1,2:T(2,2)}", "f32[2,0,3]{2,1,0:pad(3,2,4)=one}");
    check_relayout("f32[0]{0}", "f32[0]{0:pad(5)=highest}");
    check_relayout("i4[0,3]C", "s4[0,3]{0,1:E(4)pad(3,3)=lowest}");
    check_relayout("u8[3,0]C", "u8[3,0]{1,0:pad(3,2)=highest}");
}

static void test_strings_are_views(void **state) /* COVERS(CORE-6) */
{
    struct view {
        const char *text;
        uint64_t length;
    } data[6], out[6];
    static const char *const words[] = {"a", "bc", "", "def", "g", "hi"};
    struct gather_layout from, to;
    const struct gather_op op = gather_relayout();
    struct gather_buffer input = {data, sizeof data}, output = {out, sizeof out};
    (void)state;
    for (int k = 0; k < 6; k++)
        data[k] = (struct view){words[k], strlen(words[k])};
    assert_int_equal(gather_layout_init(&from, GATHER_DTYPE_STRING, SIZES(2, 3), NULL), GATHER_STATUS_OK);
    assert_int_equal(
        gather_layout_init_strides(&to, GATHER_DTYPE_STRING, SIZES(2, 3), STRIDES(1, 2), 0, NULL),
        GATHER_STATUS_OK);
    assert_int_equal(gather_once(&op, &from, &input, 1, &to, output, NULL, NULL), GATHER_STATUS_OK);
    for (int k = 0; k < 6; k++) {
        assert_ptr_equal(out[k % 3 * 2 + k / 3].text, words[k]);
        assert_int_equal(out[k % 3 * 2 + k / 3].length, strlen(words[k]));
    }
}

/* ---- in place ------------------------------------------------------------------------------------ */

static void test_onto_itself(void **state) /* COVERS(CORE-11, XLA-20) */
{
    uint8_t bytes[15] = "adXbeXcfXXXXXXX";
    (void)state;
    relay("u8[2,3]{0,1:pad(3,5)}", "u8[2,3]{0,1:pad(3,5)=zero}", bytes, 15, bytes, 15);
    assert_memory_equal(bytes, "ad\0be\0cf\0\0\0\0\0\0\0", 15); /* padding is written all the same */
    relay("u8[2,3]:(1,3)", "u8[2,3]{0,1:pad(3,3)}", bytes, 15, bytes, 15);
    assert_memory_equal(bytes, "ad\0be\0cf\0\0\0\0\0\0\0", 15);
    uint8_t nibbles[3] = {0xF1, 0xA2, 0x03};
    relay("s4[3]{0}", "s4[3]{0}", nibbles, 3, nibbles, 3);
    assert_memory_equal(nibbles, "\x01\x02\x03", 3); /* zeros above an element, as anywhere (XLA-37) */
}

static void test_a_transpose_onto_itself_is_refused(void **state) /* COVERS(CORE-11) */
{
    uint8_t bytes[9] = "abcdefghi";
    struct gather_buffer buffer = BUFFER(bytes);
    struct gather_error error;
    struct gather_plan *plan = plan_of("u8[3,3]C", "u8[3,3]F");
    (void)state;
    assert_int_equal(gather_plan_run(plan, &buffer, 1, buffer, NULL, &error), GATHER_STATUS_OVERLAP);
    assert_string_equal(error.operand, "data");
    assert_memory_equal(bytes, "abcdefghi", 9);
    gather_plan_destroy(plan);
}

/* ---- too large for the second evaluator ---------------------------------------------------------- */

/* f32[R,C]{1,0:T(8,128)}: whole tiles one after the other, row-major, row-major inside. */
static size_t cell_of_tiles(size_t row, size_t column, size_t columns)
{
    size_t tiles = (columns + 127) / 128;
    return (row / 8 * tiles + column / 128) * 1024 + row % 8 * 128 + column % 128;
}

static void test_large_tiles_and_transposes(void **state) /* COVERS(XLA-31, XLA-50) */
{
    enum { ROWS = 1003, COLUMNS = 1101, CELLS = 1008 * 1152 };
    uint32_t *plain = malloc(CELLS * sizeof *plain), *tiled = malloc(CELLS * sizeof *tiled);
    uint32_t *turned = malloc(CELLS * sizeof *turned);
    (void)state;
    assert_true(plain != NULL && tiled != NULL && turned != NULL);
    for (uint32_t k = 0; k < CELLS; k++) {
        plain[k] = k * 2654435761u;
        tiled[k] = turned[k] = 0xDEADBEEF;
    }
    relay("f32[1003,1101]C", "f32[1003,1101]{1,0:T(8,128)}", plain, CELLS * 4, tiled, CELLS * 4);
    relay("f32[1003,1101]{1,0:T(8,128)}", "f32[1003,1101]F", tiled, CELLS * 4, turned, CELLS * 4);
    size_t canaries = 0;
    for (uint32_t k = 0; k < CELLS; k++)
        canaries += tiled[k] == 0xDEADBEEF;
    assert_int_equal(canaries, CELLS - ROWS * COLUMNS);
    for (size_t row = 0; row < ROWS; row++)
        for (size_t column = 0; column < COLUMNS; column++) {
            assert_true(tiled[cell_of_tiles(row, column, COLUMNS)] == plain[row * COLUMNS + column]);
            assert_true(turned[column * ROWS + row] == plain[row * COLUMNS + column]);
        }
    free(plain);
    free(tiled);
    free(turned);
}

/* u8[A,3,B] and f32[A,3,B] with the 3 inside: blocks of 3 and of 12 bytes. */
static void test_blocks_of_odd_widths(void **state) /* COVERS(CORE-5) */
{
    (void)state;
    check_relayout("u8[40,30,3]C", "u8[40,30,3]{2,0,1}");
    check_relayout("f32[40,30,3]C", "f32[40,30,3]{2,0,1}");
    check_relayout("u8[30,40,5]{2,0,1}", "u8[30,40,5]{2,1,0:T(8,1,5)}");
    check_relayout("u16[9,17,3]:(3,27,1)", "u16[9,17,3]{2,1,0:pad(9,20,3)=one}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_page_s_example),
        cmocka_unit_test(test_padding_without_value_stays),
        cmocka_unit_test(test_nibbles_in_bytes_and_back),
        cmocka_unit_test(test_every_pair_of_cell_widths),
        cmocka_unit_test(test_bits_beside_elements_stay),
        cmocka_unit_test(test_broadcast_and_overlapping_inputs),
        cmocka_unit_test(test_every_rank),
        cmocka_unit_test(test_transposes_through_tiles),
        cmocka_unit_test(test_without_elements),
        cmocka_unit_test(test_strings_are_views),
        cmocka_unit_test(test_onto_itself),
        cmocka_unit_test(test_a_transpose_onto_itself_is_refused),
        cmocka_unit_test(test_large_tiles_and_transposes),
        cmocka_unit_test(test_blocks_of_odd_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
