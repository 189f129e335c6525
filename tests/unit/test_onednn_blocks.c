/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oneDNN tags against blocked arrays built by hand: for each tag the loops over memory are written out,
 * outermost first, as oneDNN's own documentation does, and the layout that the tag is read as must agree cell
 * by cell.
 *
 * In the loops capital letters count blocks, small ones what is inside; D(n, b) is how many blocks of b hold
 * n.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/by_hand.h"
#include "support/every_spelling.h"

enum { MAX_BUFFER = 1 << 15 };

#define D(size, block) (((size) + (block)-1) / (block))
#define FOR(variable, end) for (int64_t variable = 0; variable < (end); variable++)

/* A buffer being filled in memory order: of each cell its element's number, -1 for padding. */
static struct {
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
    int64_t count;
    int64_t cells[MAX_BUFFER];
} buffer;

static void begin(int32_t rank, const int64_t *sizes)
{
    buffer.rank = rank;
    buffer.count = 0;
    for (int32_t d = 0; d < rank; d++)
        buffer.sizes[d] = sizes[d];
}

/* The next cell holds the element of this index; outside the sizes it is padding. */
static void put(const int64_t *index, int32_t rank)
{
    int64_t number = 0;
    assert_true(buffer.count < MAX_BUFFER && rank == buffer.rank);
    for (int32_t d = 0; d < rank; d++)
        number = number < 0 || index[d] >= buffer.sizes[d] ? -1 : number * buffer.sizes[d] + index[d];
    buffer.cells[buffer.count++] = number;
}

/* The tag is read with the buffer's sizes; cells, inverse, counts and padding are those of the buffer. */
static void check(const char *tag)
{
    struct gather_layout layout;
    char text[256];
    int64_t index[GATHER_MAX_RANK], expected[GATHER_MAX_RANK], cell, padding = 0;
    int length = snprintf(text, sizeof text, "f32[");
    for (int32_t d = 0; d < buffer.rank; d++)
        length += snprintf(text + length, sizeof text - (size_t)length, d == 0 ? "%lld" : ",%lld",
                           (long long)buffer.sizes[d]);
    length += snprintf(text + length, sizeof text - (size_t)length, "]%s", tag);
    assert_int_equal(gather_layout_parse(&layout, text, (size_t)length, GATHER_SPELLING_ANY, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_layout_cells(&layout), buffer.count);
    for (int64_t c = 0; c < buffer.count; c++) {
        enum gather_status status = gather_layout_index(&layout, c, index, NULL);
        assert_int_equal(status, buffer.cells[c] < 0 ? GATHER_STATUS_INDEX_RANGE : GATHER_STATUS_OK);
        padding += buffer.cells[c] < 0;
        if (buffer.cells[c] < 0)
            continue;
        index_of_element(&layout, buffer.cells[c], expected);
        assert_memory_equal(index, expected, (size_t)layout.rank * sizeof index[0]);
        assert_int_equal(gather_layout_cell(&layout, expected, layout.rank, &cell, NULL), GATHER_STATUS_OK);
        assert_int_equal(cell, c);
    }
    assert_int_equal(layout.padding, padding > 0 ? GATHER_PADDING_ZERO : GATHER_PADDING_UNKNOWN);
}

static void test_nhwc(void **state) /* COVERS(LAY-21, LAY-22) */
{
    (void)state;
    begin(SIZES(2, 3, 4, 5));
    FOR(n, 2) FOR(h, 4) FOR(w, 5) FOR(c, 3) put(INDEX(n, c, h, w));
    check("acdb");
    check("nhwc");
}

static void test_ba(void **state) /* COVERS(LAY-21, LAY-22) */
{
    (void)state;
    begin(SIZES(7, 5));
    FOR(b, 5) FOR(a, 7) put(INDEX(a, b));
    check("ba");
}

static void test_nChw16c(void **state) /* COVERS(LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(2, 20, 3, 2));
    FOR(n, 2) FOR(C, D(20, 16)) FOR(h, 3) FOR(w, 2) FOR(c, 16) put(INDEX(n, C * 16 + c, h, w));
    check("nChw16c");
}

static void test_nCdhw8c(void **state) /* COVERS(LAY-23) */
{
    (void)state;
    begin(SIZES(2, 16, 2, 3, 2));
    FOR(n, 2) FOR(C, D(16, 8)) FOR(d, 2) FOR(h, 3) FOR(w, 2) FOR(c, 8) put(INDEX(n, C * 8 + c, d, h, w));
    check("nCdhw8c");
}

static void test_NChw32n16c(void **state) /* COVERS(LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(33, 17, 2, 1));
    FOR(N, D(33, 32))
    FOR(C, D(17, 16)) FOR(h, 2) FOR(w, 1) FOR(n, 32) FOR(c, 16) put(INDEX(N * 32 + n, C * 16 + c, h, w));
    check("NChw32n16c");
}

static void test_OIhw16i16o(void **state) /* COVERS(LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(17, 33, 1, 2));
    FOR(O, D(17, 16))
    FOR(I, D(33, 16)) FOR(h, 1) FOR(w, 2) FOR(i, 16) FOR(o, 16) put(INDEX(O * 16 + o, I * 16 + i, h, w));
    check("OIhw16i16o");
}

static void test_OIhw4i16o4i(void **state) /* COVERS(LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(20, 18, 2, 1));
    FOR(O, D(20, 16))
    FOR(I, D(18, 16))
    FOR(h, 2) FOR(w, 1) FOR(i4, 4) FOR(o, 16) FOR(i, 4) put(INDEX(O * 16 + o, I * 16 + i4 * 4 + i, h, w));
    check("OIhw4i16o4i");
}

static void test_gOIhw8i8o(void **state) /* COVERS(LAY-22, LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(3, 9, 10, 1, 2));
    FOR(g, 3)
    FOR(O, D(9, 8))
    FOR(I, D(10, 8)) FOR(h, 1) FOR(w, 2) FOR(i, 8) FOR(o, 8) put(INDEX(g, O * 8 + o, I * 8 + i, h, w));
    check("gOIhw8i8o");
}

static void test_OhwI16o2i(void **state) /* COVERS(LAY-22, LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(17, 3, 2, 2));
    FOR(O, D(17, 16))
    FOR(h, 2) FOR(w, 2) FOR(I, D(3, 2)) FOR(o, 16) FOR(i, 2) put(INDEX(O * 16 + o, I * 2 + i, h, w));
    check("OhwI16o2i");
}

static void test_AB16b16a(void **state) /* COVERS(LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(20, 33));
    FOR(A, D(20, 16)) FOR(B, D(33, 16)) FOR(b, 16) FOR(a, 16) put(INDEX(A * 16 + a, B * 16 + b));
    check("AB16b16a");
}

/* Three levels, the inner dimension first in the letters. */
static void test_BA16a16b2a(void **state) /* COVERS(LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(40, 17));
    FOR(B, D(17, 16))
    FOR(A, D(40, 32)) FOR(a2, 16) FOR(b, 16) FOR(a, 2) put(INDEX(A * 32 + a2 * 2 + a, B * 16 + b));
    check("BA16a16b2a");
}

/* Blocks of one dimension behind one another, in three runs. */
static void test_aCB2b3c4b5c(void **state) /* COVERS(LAY-23, LAY-24) */
{
    (void)state;
    begin(SIZES(2, 9, 16));
    FOR(a, 2)
    FOR(C, D(16, 15))
    FOR(B, D(9, 8))
    FOR(b2, 2) FOR(c3, 3) FOR(b, 4) FOR(c, 5) put(INDEX(a, B * 8 + b2 * 4 + b, C * 15 + c3 * 5 + c));
    check("aCB2b3c4b5c");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nhwc),        cmocka_unit_test(test_ba),
        cmocka_unit_test(test_nChw16c),     cmocka_unit_test(test_nCdhw8c),
        cmocka_unit_test(test_NChw32n16c),  cmocka_unit_test(test_OIhw16i16o),
        cmocka_unit_test(test_OIhw4i16o4i), cmocka_unit_test(test_gOIhw8i8o),
        cmocka_unit_test(test_OhwI16o2i),   cmocka_unit_test(test_AB16b16a),
        cmocka_unit_test(test_BA16a16b2a),  cmocka_unit_test(test_aCB2b3c4b5c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
