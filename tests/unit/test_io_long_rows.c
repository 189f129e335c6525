/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long rows of a file. One that is longer than what is read between two reports: nobody waits for all of it to be heard.
 * Those of a broadcast table, which are all the same bytes: they are read as a whole, and once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/scratch.h"

enum { NUMBERS = (20 << 20) + 1, BYTES = 4 * NUMBERS, WAVE = (64 << 20) / 4 };

struct heard {
    int64_t calls, last, cancel_at;
};

static int hear(void *context, int64_t done, int64_t total)
{
    struct heard *heard = context;
    assert_int_equal(total, NUMBERS);
    heard->calls++;
    heard->last = done;
    return done >= heard->cancel_at;
}

/* Takes the second of two such rows, of a file whose bytes are all 0. */
static enum gather_status take(const struct gather_file *file, struct gather_buffer buffer,
                               struct heard *heard)
{
    const int64_t sizes[] = {2, NUMBERS}, taken[] = {1, NUMBERS}, row = 1;
    struct gather_take_options options = {sizeof options, NULL, hear, heard};
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    struct gather_layout from, to;
    assert_int_equal(gather_layout_init(&from, GATHER_DTYPE_U32, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(&to, GATHER_DTYPE_U32, 2, taken, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(&tensor, &from, NULL), GATHER_STATUS_OK);
    return gather_io_take(file, &tensor, 0, &row, 1, &to, buffer, &options, NULL, NULL);
}

static void test_a_long_row_is_heard_of_amid(void **state)
{
    struct heard heard = {.cancel_at = INT64_MAX};
    struct gather_file *file = NULL;
    struct gather_buffer buffer = {malloc(BYTES), BYTES};
    uint32_t last = 1;
    (void)state;
    assert_non_null(buffer.data);
    memset(buffer.data, 1, BYTES);
    scratch_begin();
    scratch_write_sparse("long.raw", 2 * (int64_t)BYTES);
    assert_int_equal(gather_file_open(&file, "long.raw", GATHER_FILE_RAW, NULL), GATHER_STATUS_OK);
    assert_int_equal(take(file, buffer, &heard), GATHER_STATUS_OK);
    assert_int_equal(heard.calls, 3); /* at the beginning, behind a wave, at the end */
    assert_int_equal(heard.last, NUMBERS);
    memcpy(&last, (uint8_t *)buffer.data + BYTES - 4, 4);
    assert_int_equal(last, 0);
    heard = (struct heard){.cancel_at = 1};
    assert_int_equal(take(file, buffer, &heard), GATHER_STATUS_CANCELLED);
    assert_int_equal(heard.last, WAVE);
    gather_file_close(file);
    free(buffer.data);
    scratch_end();
}

/* Rows 2, 0 and 2 of a table whose rows all lie at its first byte; or as its columns. */
static void check_broadcast(const struct gather_file *file, int32_t axis)
{
    enum { LENGTH = 100000, TAKEN = 3 };
    static uint8_t bytes[TAKEN * LENGTH];
    const int64_t rows[] = {2, 0, 2};
    int64_t sizes[] = {LENGTH, LENGTH}, strides[] = {1, 1}, taken[] = {LENGTH, LENGTH}, to_strides[] = {1, 1};
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    struct gather_take_summary summary;
    struct gather_layout from, to;
    sizes[axis] = 4;
    strides[axis] = 0;
    taken[axis] = TAKEN;
    to_strides[axis] = LENGTH;
    assert_int_equal(gather_layout_init_strides(&from, GATHER_DTYPE_U8, 2, sizes, strides, 0, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init_strides(&to, GATHER_DTYPE_U8, 2, taken, to_strides, 0, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(&tensor, &from, NULL), GATHER_STATUS_OK);
    memset(bytes, 0xA5, sizeof bytes);
    assert_int_equal(gather_io_take(file, &tensor, axis, rows, TAKEN, &to,
                                    (struct gather_buffer){bytes, sizeof bytes}, NULL, &summary, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(summary.reads, 1);
    assert_int_equal(summary.bytes_read, LENGTH);
    for (size_t k = 0; k < sizeof bytes; k++)
        assert_int_equal(bytes[k], (uint8_t)(k % LENGTH * 167 + k % LENGTH / 251));
}

static void test_rows_of_a_broadcast_table_are_one_read(void **state)
{
    static uint8_t row[100000];
    struct gather_file *file = NULL;
    (void)state;
    for (size_t k = 0; k < sizeof row; k++)
        row[k] = (uint8_t)(k * 167 + k / 251);
    scratch_begin();
    scratch_write("row.raw", row, sizeof row);
    assert_int_equal(gather_file_open(&file, "row.raw", GATHER_FILE_RAW, NULL), GATHER_STATUS_OK);
    check_broadcast(file, 0);
    check_broadcast(file, 1);
    gather_file_close(file);
    scratch_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_long_row_is_heard_of_amid),
                                       cmocka_unit_test(test_rows_of_a_broadcast_table_are_one_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
