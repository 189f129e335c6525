/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows asked of a file, of which another thread changes one all the while, from one inside to one outside and back:
 * nothing but rows of the tensor comes out, and the file has more behind it. From a map, out of one read, row by row.
 *
 * COVERS(CORE-12, CORE-17)
 */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/changing.h"
#include "support/sanitized.h"
#include "support/scratch.h"

enum { ROWS = 100, BEHIND = 60, ROW_BYTES = 512, MOST = 90, CHANGED = 1, MILLISECONDS = 60, FOREIGN = 0xEE };
enum { UNTOUCHED = 0xA5 };

static int64_t rows[MOST];
static uint8_t output[MOST * ROW_BYTES];

/* Rows that say which they are, and behind them what is none of the tensor's. */
static struct gather_file *open_table(bool is_mapped, struct gather_tensor *tensor)
{
    static uint8_t table[(ROWS + BEHIND) * ROW_BYTES];
    const int64_t sizes[] = {ROWS, ROW_BYTES};
    const struct gather_file_options options = {
        .size = sizeof options, .format = GATHER_FILE_RAW, .map = is_mapped};
    struct gather_file *file = NULL;
    struct gather_layout layout;
    for (size_t k = 0; k < sizeof table; k++)
        table[k] = k < (size_t)ROWS * ROW_BYTES ? (uint8_t)(k / ROW_BYTES) : FOREIGN;
    scratch_write("table.raw", table, sizeof table);
    assert_int_equal(gather_file_open_with(&file, "table.raw", &options, NULL), GATHER_STATUS_OK);
    *tensor = *gather_file_tensor(file, 0);
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_U8, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(tensor, &layout, NULL), GATHER_STATUS_OK);
    return file;
}

static void take(const struct gather_file *file, const struct gather_tensor *tensor, int64_t count)
{
    const int64_t sizes[] = {count, ROW_BYTES};
    const struct gather_buffer buffer = {output, sizeof output};
    struct gather_layout to;
    memset(output, UNTOUCHED, sizeof output);
    assert_int_equal(gather_layout_init(&to, GATHER_DTYPE_U8, 2, sizes, NULL), GATHER_STATUS_OK);
    const enum gather_status status =
        gather_io_take(file, tensor, 0, rows, (size_t)count, &to, buffer, NULL, NULL, NULL);
    if (status != GATHER_STATUS_OK)
        assert_int_equal(status, GATHER_STATUS_INDEX_RANGE);
    for (size_t k = 0; k < sizeof output; k++)
        if (output[k] >= ROWS && output[k] != UNTOUCHED)
            fail_msg("byte %zu is %d, of no row", k, output[k]);
}

/* count: how many rows are asked for; from 64 on they are one read. */
static void check(bool is_mapped, int64_t count)
{
    static const uint64_t outside[] = {ROWS + 1, UINT64_C(1) << 40, (UINT64_C(1) << 54) - 1};
    struct gather_tensor tensor;
    struct gather_file *file = open_table(is_mapped, &tensor);
    for (int64_t k = 0; k < MOST; k++)
        rows[k] = k * 37 % ROWS;
    for (size_t k = 0; k < sizeof outside / sizeof outside[0]; k++) {
        struct changing changing;
        changing_begin(&changing, &rows[CHANGED], sizeof rows[0], outside[k], ROWS - 1);
        for (const int64_t end = changing_milliseconds() + MILLISECONDS; changing_milliseconds() < end;)
            take(file, &tensor, count);
        changing_end(&changing);
    }
    gather_file_close(file);
}

static void test_rows_change(void **state)
{
    (void)state;
#ifdef IS_TSAN
    skip();
#endif
    for (int mapped = 0; mapped < 2; mapped++) {
        check(mapped, MOST);
        check(mapped, 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows_change)};
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
