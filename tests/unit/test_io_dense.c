/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a file that are dense: all between the lowest and the highest is one read, in whatever order they are asked
 * for, and nothing else of the file is; numbers stored big-endian too. Where they lie apart they are read one by one.
 */
#define _XOPEN_SOURCE 700 /* truncate */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"

enum { ROWS = 6000, WIDTH = 50, TAKEN = 700, FIRST = 100 };

static uint16_t table[ROWS * WIDTH], output[TAKEN * WIDTH];
static int64_t rows[TAKEN];

/* The k-th row asked for: all over 4000 rows from the hundredth on, some of them twice, and some none. */
static int64_t row_of(int k) { return k % 70 == 9 ? -1 : FIRST + (k % 650 * 1231 + 7) % 4000; }

static struct gather_file *open_table(struct gather_tensor *tensor)
{
    const int64_t sizes[] = {ROWS, WIDTH};
    struct gather_file *file = NULL;
    struct gather_layout layout;
    for (int k = 0; k < ROWS * WIDTH; k++)
        table[k] = (uint16_t)(k * 40503 + k / 257);
    for (int k = 0; k < TAKEN; k++)
        rows[k] = row_of(k);
    rows[3] = FIRST;
    rows[TAKEN - 1] = FIRST + 3999;
    scratch_write("table.raw", table, sizeof table);
    assert_int_equal(gather_file_open(&file, "table.raw", GATHER_FILE_RAW, NULL), GATHER_STATUS_OK);
    *tensor = *gather_file_tensor(file, 0);
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_U16, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(tensor, &layout, NULL), GATHER_STATUS_OK);
    return file;
}

static enum gather_status take(const struct gather_file *file, const struct gather_tensor *tensor,
                               int64_t count, struct gather_take_summary *summary, struct gather_error *error)
{
    const int64_t sizes[] = {count, tensor->layout.sizes[1]};
    const struct gather_buffer buffer = {output, sizeof output};
    struct gather_layout to;
    memset(output, 0xA5, sizeof output);
    assert_int_equal(gather_layout_init(&to, GATHER_DTYPE_U16, 2, sizes, NULL), GATHER_STATUS_OK);
    return gather_io_take(file, tensor, 0, rows, (size_t)count, &to, buffer, NULL, summary, error);
}

static void test_dense_rows_are_one_read(void **state)
{
    struct gather_tensor tensor;
    struct gather_take_summary summary;
    struct gather_file *file = open_table(&tensor);
    (void)state;
    assert_int_equal(take(file, &tensor, TAKEN, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(summary.reads, 1);
    assert_int_equal(summary.bytes_read, 4000 * WIDTH * 2);
    for (int k = 0; k < TAKEN * WIDTH; k++)
        assert_int_equal(output[k],
                         rows[k / WIDTH] < 0 ? 0xA5A5 : table[rows[k / WIDTH] * WIDTH + k % WIDTH]);
    gather_file_close(file);
}

static void test_rows_far_apart_are_not(void **state)
{
    struct gather_tensor tensor;
    struct gather_take_summary summary;
    struct gather_file *file = open_table(&tensor);
    (void)state;
    for (int k = 0; k < 80; k++)
        rows[k] = 70 * k;
    assert_int_equal(take(file, &tensor, 80, &summary, NULL), GATHER_STATUS_OK);
    assert_int_equal(summary.reads, 80);
    assert_int_equal(summary.bytes_read, 80 * WIDTH * 2);
    for (int k = 0; k < 80 * WIDTH; k++)
        assert_int_equal(output[k], table[rows[k / WIDTH] * WIDTH + k % WIDTH]);
    gather_file_close(file);
}

static void test_a_file_that_was_cut_short(void **state)
{
    struct gather_tensor tensor;
    struct gather_error error;
    struct gather_file *file = open_table(&tensor);
    (void)state;
    assert_int_equal(truncate("table.raw", 10001), 0);
    assert_int_equal(take(file, &tensor, TAKEN, NULL, &error), GATHER_STATUS_IO);
    assert_true((error.has & GATHER_ERROR_HAS_AT) != 0 && error.at == 10001);
    for (int k = 0; k < TAKEN * WIDTH; k++)
        assert_int_equal(output[k], 0xA5A5);
    gather_file_close(file);
}

static void test_big_endian(void **state)
{
    static struct npy_by_hand npy;
    struct gather_file *file = NULL;
    (void)state;
    npy_of_shape(&npy, "'>u2'", "(1000, 3)", 6000);
    scratch_write("big.npy", npy.bytes, npy.count);
    for (int k = 0; k < TAKEN; k++)
        rows[k] = 999 - k % 300;
    assert_int_equal(gather_file_open(&file, "big.npy", GATHER_FILE_NPY, NULL), GATHER_STATUS_OK);
    assert_int_equal(take(file, gather_file_tensor(file, 0), TAKEN, NULL, NULL), GATHER_STATUS_OK);
    for (int k = 0; k < TAKEN * 3; k++) {
        const uint8_t *stored = npy.bytes + npy.data + (rows[k / 3] * 3 + k % 3) * 2;
        assert_int_equal(output[k], stored[0] << 8 | stored[1]);
    }
    gather_file_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dense_rows_are_one_read),
        cmocka_unit_test(test_rows_far_apart_are_not),
        cmocka_unit_test(test_a_file_that_was_cut_short),
        cmocka_unit_test(test_big_endian),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
