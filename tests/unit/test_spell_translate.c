/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From one spelling to another: docs/spec/layouts.md, section 4. What a table can't hold is tried on random
 * layouts: everything that is printed is read again, means the same and is printed the same.
 */
#include <stdlib.h>
#include <time.h>

#include "unit/spell_check.h"

/* COVERS(LAY-30, LAY-32, LAY-35) */
static void test_to_strides(void **state)
{
    static const struct translation texts[] = {
        {"f32[3,5]{0,1}", GATHER_SPELLING_STRIDES, "f32[3,5]:(1,3)"},
        {"f32[1,3,4,4]NHWC", GATHER_SPELLING_STRIDES, "f32[1,3,4,4]:(48,1,12,3)"},
        {"f32[2,3]{0,1:pad(3,5)}", GATHER_SPELLING_STRIDES, "f32[2,3]:(1,3)"},
        {"f32[1,3]{0,1:pad(4,3)}", GATHER_SPELLING_STRIDES, "f32[1,3]:(1,4)"}, /* a size of 1, too */
        {"f32[3,5]{1,0:L(100)}", GATHER_SPELLING_STRIDES, "f32[3,5]:(5,1)"},
        {"f32[4,2]{1,0:T(2,2)}", GATHER_SPELLING_STRIDES, "f32[4,2]:(2,1)"},
        {"f32[2,8,1,1]nChw4c", GATHER_SPELLING_STRIDES, "f32[2,8,1,1]:(8,1,0,0)"},
        {"f32[2,3,2]{2,1,0:T(*,4,2)}", GATHER_SPELLING_STRIDES, "f32[2,3,2]:(6,2,1)"},
        {"f32[0,3]:(3,1)+5", GATHER_SPELLING_STRIDES, "f32[0,3]:(0,0)"},
        {"f32[0,3]F", GATHER_SPELLING_STRIDES, "f32[0,3]:(0,0)"},
        {"f32[1,3]:(-9,1)", GATHER_SPELLING_STRIDES, "f32[1,3]:(-9,1)"},
        {"f32[2,3]:(-3,1)+3", GATHER_SPELLING_STRIDES, "f32[2,3]:(-3,1)+3"},
        {"FLOAT32 sizes={2,3} strides={5,1} total=64", GATHER_SPELLING_STRIDES, "f32[2,3]:(5,1)"},
        {"f32[]:()+3", GATHER_SPELLING_STRIDES, "f32[]:()+3"},
    };
    static const struct translation lacking[] = {
        {"s4[4,4]{1,0:T(2,2)S(1)pad(5,4)=one}", GATHER_SPELLING_STRIDES, "bits"},
        {"s4[4,4]{1,0:T(2,2)E(4)S(1)pad(5,4)=one}", GATHER_SPELLING_STRIDES, "space"},
        {"s4[4,4]{1,0:T(2,2)E(4)pad(5,4)=one}", GATHER_SPELLING_STRIDES, "padding"},
        {"s4[4,4]{1,0:T(2,2)E(4)pad(5,4)}", GATHER_SPELLING_STRIDES, "tiles"},
        {"f32[1,3,1,1]nChw4c", GATHER_SPELLING_STRIDES, "padding"},
        {"f32[4,4]{1,0:T(2,2)}", GATHER_SPELLING_MEMREF, "tiles"},
        {"pred[2]{0:E(16)}", GATHER_SPELLING_MEMREF, "bits"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
    check_all_lack(lacking, COUNT_OF(lacking));
}

/* COVERS(LAY-11, LAY-13, LAY-31, LAY-33, LAY-34) */
static void test_to_xla(void **state)
{
    static const struct translation texts[] = {
        {"f32[2,3]:(5,1)", GATHER_SPELLING_XLA, "f32[2,3]{1,0:pad(2,5)}"},
        {"f32[2,3]:(1,2)", GATHER_SPELLING_XLA, "f32[2,3]{0,1}"},
        {"f32[2,3,4]:(1,20,4)", GATHER_SPELLING_XLA, "f32[2,3,4]{0,2,1:pad(4,3,5)}"},
        {"f32[1,3,1,5]:(7,5,2,1)", GATHER_SPELLING_XLA, "f32[1,3,1,5]{3,2,1,0}"},
        {"f32[3,1]F", GATHER_SPELLING_XLA, "f32[3,1]{0,1}"},
        {"f32[3,1]:(1,3)", GATHER_SPELLING_XLA, "f32[3,1]{1,0}"},
        {"f32[3,1,2]:(1,9,3)", GATHER_SPELLING_XLA, "f32[3,1,2]{1,0,2}"},
        {"f32[0,3]:(3,1)", GATHER_SPELLING_XLA, "f32[0,3]{1,0}"},
        {"f32[]:()", GATHER_SPELLING_XLA, "f32[]"},
        {"i4[2,3]:(4,1)", GATHER_SPELLING_XLA, "s4[2,3]{1,0:E(4)pad(2,4)}"},
        {"u2[3]C", GATHER_SPELLING_XLA, "u2[3]{0:E(2)}"},
        {"memref<2x3xf32>", GATHER_SPELLING_XLA, "f32[2,3]{1,0}"},
        {"FLOAT32 sizes={2,3} strides={1,2} total=64", GATHER_SPELLING_XLA, "f32[2,3]{0,1}"},
    };
    static const struct translation lacking[] = {
        {"f32[2,3]:(0,1)", GATHER_SPELLING_XLA, "stride"},
        {"f32[2,3]:(6,2)", GATHER_SPELLING_XLA, "stride"},
        {"f32[2,3]:(2,1)", GATHER_SPELLING_XLA, "stride"},
        {"f32[2,2,2]:(7,3,1)", GATHER_SPELLING_XLA, "stride"},
        {"f32[2,3]:(-3,1)+3", GATHER_SPELLING_XLA, "offset"},
        {"f32[2,3]:(0,1)+1", GATHER_SPELLING_XLA, "offset"},
        {"f32[0,4611686018427387904,4]C", GATHER_SPELLING_XLA, "size"},
        {"f32[0,4611686018427387904,4]:(0,0,0)", GATHER_SPELLING_XLA, "size"},
        {"u8[2,2]:(4611686018427387904,1)", GATHER_SPELLING_XLA, "size"},  /* the buffer would be 2^63 */
        {"f64[2,2305843009213693951]:(0,0)", GATHER_SPELLING_XLA, "size"}, /* before stride */
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
    check_all_lack(lacking, COUNT_OF(lacking));
}

/* COVERS(LAY-31, LAY-36) */
static void test_to_numpy_and_order(void **state)
{
    static const struct translation texts[] = {
        {"f32[3,5]{0,1}", GATHER_SPELLING_NUMPY, "f32[3,5]F"},
        {"f32[4,2]{1,0:T(2,2)}", GATHER_SPELLING_NUMPY, "f32[4,2]C"},
        {"f32[3,1]F", GATHER_SPELLING_NUMPY, "f32[3,1]C"}, /* the same cells */
        {"f32[3,1,2]:(1,-5,3)", GATHER_SPELLING_NUMPY, "f32[3,1,2]F"},
        {"f32[0,4]:(1,1)", GATHER_SPELLING_NUMPY, "f32[0,4]C"},
        {"f32[]C", GATHER_SPELLING_NUMPY, "f32[]C"},
        {"f32[2,3]{1,0:pad(4,3)}", GATHER_SPELLING_NUMPY, "f32[2,3]C"},
        {"f32[1,2,2,2]:(9,4,2,1)", GATHER_SPELLING_ORDER, "f32[1,2,2,2]NCHW"},
        {"f32[1,3,4,4]{1,3,2,0}", GATHER_SPELLING_ORDER, "f32[1,3,4,4]NHWC"},
        {"f32[2,3,4]:(12,1,3)", GATHER_SPELLING_ORDER, "f32[2,3,4]NWC"},
        {"f32[1,2,3,4,5]F", GATHER_SPELLING_ORDER, "f32[1,2,3,4,5]WHDCN"},
        {"f32[1,1,1]F", GATHER_SPELLING_ORDER, "f32[1,1,1]WCN"}, /* a memory order as it is */
        {"f32[1,1,1]:(1,1,1)", GATHER_SPELLING_ORDER, "f32[1,1,1]NCW"},
        {"f32[4,2,1]{2,1,0:T(2,2,1)}", GATHER_SPELLING_ORDER, "f32[4,2,1]NCW"},
    };
    static const struct translation lacking[] = {
        {"f32[1,3,4,4]NHWC", GATHER_SPELLING_NUMPY, "stride"},
        {"f32[2,3]:(4,1)", GATHER_SPELLING_NUMPY, "stride"},
        {"f32[2,3]:(0,0)", GATHER_SPELLING_NUMPY, "stride"},
        {"f32[2,3]:(3,1)+1", GATHER_SPELLING_NUMPY, "offset"},
        {"f32[3,5]{0,1}", GATHER_SPELLING_ORDER, "rank"},
        {"f32[1,2,3,4,5,6]C", GATHER_SPELLING_ORDER, "rank"},
        {"f32[3,5]:(5,1)+1", GATHER_SPELLING_ORDER, "offset"},
        {"f32[2,3,4]:(13,4,1)", GATHER_SPELLING_ORDER, "stride"},
        {"f32[2,3,4]{2,1,0:pad(2,4,4)}", GATHER_SPELLING_ORDER, "stride"},
        {"f32[2,4,4]{2,1,0:T(2,2)}", GATHER_SPELLING_ORDER, "tiles"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
    check_all_lack(lacking, COUNT_OF(lacking));
}

/* A string has no name in any text: none of them reads one. COVERS(LAY-8, LAY-31) */
static void test_strings_have_no_text(void **state)
{
    static const int64_t sizes[] = {2, 3, 4};
    struct gather_layout layout;
    struct gather_error error;
    char text[64] = "untouched";
    (void)state;
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_STRING, 3, sizes, NULL), GATHER_STATUS_OK);
    for (int32_t spelling = 0; spelling < GATHER_SPELLING_COUNT; spelling++) {
        assert_int_equal(gather_layout_print(&layout, spelling, text, sizeof text, NULL, &error),
                         GATHER_STATUS_UNSUPPORTED);
        assert_string_equal(error.lacks, "type");
    }
    assert_string_equal(text, "untouched");
}

static void test_arguments_of_printing(void **state)
{
    struct gather_layout layout = read_layout("f32[2,3]{1,0}");
    char text[20];
    size_t length = 0;
    (void)state;
    memset(text, 'x', sizeof text);
    assert_int_equal(gather_layout_print(&layout, GATHER_SPELLING_XLA, text, 6, &length, NULL),
                     GATHER_STATUS_OK);
    assert_string_equal(text, "f32[2");
    assert_int_equal(text[6], 'x');
    assert_int_equal(length, 13);
    assert_int_equal(gather_layout_print(&layout, GATHER_SPELLING_XLA, NULL, 0, &length, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(length, 13);
    assert_int_equal(gather_layout_print(&layout, GATHER_SPELLING_ANY, text, 6, &length, NULL),
                     GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_layout_print(&layout, -1, text, 6, &length, NULL), GATHER_STATUS_ARGUMENT);
}

/* ---- random layouts ------------------------------------------------------------------------------ */

static uint64_t random_state;

/* A number from 0 to limit - 1. */
static int64_t below(int64_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int64_t)(random_state % (uint64_t)limit);
}

static void make_shape(struct gather_layout *layout)
{
    memset(layout, 0, sizeof *layout);
    do
        layout->dtype = 1 + (int32_t)below(GATHER_DTYPE_COUNT - 1);
    while (layout->dtype == GATHER_DTYPE_STRING);
    layout->cell_bits = gather_dtype_bits(layout->dtype);
    layout->rank = (int32_t)below(6);
    layout->tail = 1;
    for (int32_t d = 0; d < layout->rank; d++)
        layout->sizes[d] = below(8) == 0 ? below(2) : 1 + below(5);
}

/* Strides that make sense: of a random order with gaps, some of them broadcast or turned round. */
static void make_strides(struct gather_layout *layout)
{
    int64_t step = below(4) == 0 ? 2 : 1;
    uint32_t left = (UINT32_C(1) << layout->rank) - 1;
    while (left != 0) {
        int32_t d = (int32_t)below(layout->rank);
        if ((left >> d & 1) == 0)
            continue;
        left &= ~(UINT32_C(1) << d);
        int64_t span = (layout->sizes[d] - 1) * step;
        layout->place[d] = step;
        step = step * layout->sizes[d] + (below(3) == 0 ? step * below(2) : 0);
        if (below(8) == 0)
            layout->place[d] = 0;
        else if (below(8) == 0 && span > 0) {
            layout->place[d] = -layout->place[d];
            layout->offset += span;
        }
    }
    if (below(4) == 0)
        layout->offset += below(5);
    if (below(4) == 0)
        layout->total_bytes = 1 << 18;
}

static void make_tiles(struct gather_layout *layout)
{
    int32_t used = 0;
    layout->tile_count = (uint8_t)below(4);
    for (int32_t k = 0; k < layout->tile_count; k++) {
        layout->tile_ranks[k] = (uint8_t)(1 + below(3));
        for (int32_t j = 0; j < layout->tile_ranks[k]; j++) {
            bool merge = below(10) == 0 && j + 1 < layout->tile_ranks[k];
            layout->tile_bounds[used++] = merge ? GATHER_TILE_MERGE : INT64_C(1) << below(3);
        }
    }
}

static void make_order(struct gather_layout *layout)
{
    gather__set_row_major(layout);
    for (int32_t k = layout->rank - 1; k > 0; k--) {
        int32_t other = (int32_t)below(k + 1);
        uint8_t kept = layout->minor_to_major[k];
        layout->minor_to_major[k] = layout->minor_to_major[other];
        layout->minor_to_major[other] = kept;
    }
    for (int32_t d = 0; d < layout->rank && below(2) == 0; d++)
        layout->place[d] += below(3);
    if (below(2) == 0)
        make_tiles(layout);
    layout->padding = (uint8_t)below(GATHER_PADDING_COUNT);
    layout->tail = below(4) == 0 ? 1 + below(9) : 1;
    layout->memory_space = below(8) == 0 ? below(3) : 0;
    if (below(4) == 0)
        layout->cell_bits = gather__natural_bits(layout->dtype) + (int32_t)(8 * below(2));
}

/* Whether two layouts have the same type, sizes, bits, padding value and cell of every element. */
static bool same_meaning(const struct gather_layout *a, const struct gather_layout *b)
{
    int64_t index[GATHER_MAX_RANK] = {0}, cell_a, cell_b;
    if (!gather_layout_compatible(a, b) || a->cell_bits != b->cell_bits ||
        gather__padding_value(a) != gather__padding_value(b))
        return false;
    for (bool more = gather__has_elements(a); more;) {
        assert_int_equal(gather_layout_cell(a, index, a->rank, &cell_a, NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_layout_cell(b, index, b->rank, &cell_b, NULL), GATHER_STATUS_OK);
        if (cell_a != cell_b)
            return false;
        assert_int_equal(gather_layout_bump(a, index, a->rank, &more, NULL), GATHER_STATUS_OK);
    }
    return true;
}

/* Whether the layout has a text in this spelling; if so, it comes back. */
static bool goes_round(const struct gather_layout *layout, int32_t spelling)
{
    char text[GATHER_LAYOUT_TEXT_SIZE], again[GATHER_LAYOUT_TEXT_SIZE];
    struct gather_layout read;
    size_t length;
    if (gather_layout_print(layout, spelling, text, sizeof text, &length, NULL) != GATHER_STATUS_OK)
        return false;
    assert_true(length < sizeof text);
    if (gather_layout_parse(&read, text, length, GATHER_SPELLING_ANY, NULL) != GATHER_STATUS_OK ||
        !same_meaning(layout, &read))
        fail_msg("\"%s\" is read as another layout", text);
    assert_int_equal(gather_layout_print(&read, spelling, again, sizeof again, NULL, NULL), GATHER_STATUS_OK);
    assert_string_equal(again, text);
    if (spelling == GATHER_SPELLING_XLA && layout->kind == GATHER_LAYOUT_ORDER)
        assert_true(gather_layout_equal(layout, &read));
    return true;
}

/* COVERS(LAY-30, LAY-38, XLA-27) */
static void test_what_is_printed_is_read_again(void **state)
{
    int said[GATHER_SPELLING_COUNT] = {0};
    const char *seed = getenv("GATHER_TEST_SEED");
    random_state = seed != NULL ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL);
    random_state = random_state * 2 + 1;
    print_message("seed %llu\n", (unsigned long long)(random_state / 2));
    (void)state;
    for (int k = 0; k < 20000; k++) {
        struct gather_layout layout;
        make_shape(&layout);
        if (below(2) == 0)
            make_strides(&layout);
        else
            make_order(&layout);
        gather__normalize(&layout);
        if (gather_layout_validate(&layout, NULL) != GATHER_STATUS_OK)
            continue; /* a padding value that the type lacks */
        for (int32_t spelling = 0; spelling < GATHER_SPELLING_COUNT; spelling++)
            said[spelling] += goes_round(&layout, spelling);
    }
    for (int32_t spelling = 0; spelling < GATHER_SPELLING_COUNT; spelling++) {
        print_message("%s: %d layouts\n", gather_spelling_name(spelling), said[spelling]);
        assert_true(said[spelling] > 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_to_strides),
        cmocka_unit_test(test_to_xla),
        cmocka_unit_test(test_to_numpy_and_order),
        cmocka_unit_test(test_strings_have_no_text),
        cmocka_unit_test(test_arguments_of_printing),
        cmocka_unit_test(test_what_is_printed_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
