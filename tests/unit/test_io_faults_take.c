/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines 74 and 75 of the hostile list, for rows of a file: the k-th read fails, is interrupted or brings a byte alone;
 * asking what lies in memory, and asking the disk to hurry, fail whenever they like; the k-th allocation fails. What
 * can be done is done right, and all else is told as what it is.
 *
 * This program has its own pread, preadv2 and posix_fadvise in front of the system's. Standing in the program, they
 * are those that the library calls.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/counted_malloc.h"
#include "support/scratch.h"

enum { ROWS = 300, ROW_BYTES = 500, TAKEN = 40 };

/* ---- calls that fail ----------------------------------------------------------------------------- */

static struct {
    bool armed, in_parts, cached;
    int calls, failing, error; /* of pread */
    int asked;                 /* how often the disk was asked to hurry */
} fault;

ssize_t pread(int descriptor, void *memory, size_t count, off_t offset)
{
    if (fault.armed && fault.calls++ == fault.failing) {
        errno = fault.error;
        return -1;
    }
    return syscall(SYS_pread64, descriptor, memory, fault.armed && fault.in_parts && count > 1 ? 1 : count,
                   offset);
}

ssize_t preadv2(int descriptor, const struct iovec *to, int count, off_t offset, int flags)
{
    (void)flags, (void)count;
    if (!fault.cached) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return syscall(SYS_pread64, descriptor, to[0].iov_base, to[0].iov_len, offset);
}

int posix_fadvise(int descriptor, off_t offset, off_t count, int advice)
{
    (void)descriptor, (void)offset, (void)count, (void)advice;
    fault.asked++;
    return EIO;
}

/* ---- the work ------------------------------------------------------------------------------------ */

static uint8_t table[ROWS * ROW_BYTES], output[TAKEN * ROW_BYTES], expected[TAKEN * ROW_BYTES];
static int64_t rows[TAKEN];

static enum gather_status take(struct gather_error *error)
{
    struct gather_file *file = NULL;
    struct gather_layout to;
    const int64_t sizes[] = {ROWS, ROW_BYTES}, taken[] = {TAKEN, ROW_BYTES};
    struct gather_buffer buffer = {output, sizeof output};
    enum gather_status status = gather_file_open(&file, "table.raw", GATHER_FILE_ANY, error);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    status = gather_layout_init(&to, GATHER_DTYPE_U8, 2, sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_tensor_lay(&tensor, &to, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&to, GATHER_DTYPE_U8, 2, taken, error);
    if (status == GATHER_STATUS_OK)
        status = gather_io_take(file, &tensor, 0, rows, TAKEN, &to, buffer, NULL, NULL, error);
    gather_file_close(file);
    return status;
}

static int begin(void **state)
{
    (void)state;
    scratch_begin();
    for (size_t k = 0; k < sizeof table; k++)
        table[k] = (uint8_t)(k * 31 + k / 509);
    scratch_write("table.raw", table, sizeof table);
    for (int k = 0; k < TAKEN; k++) {
        rows[k] = k * 173 % ROWS;
        memcpy(expected + k * ROW_BYTES, table + rows[k] * ROW_BYTES, ROW_BYTES);
    }
    return 0;
}

static enum gather_status take_with_fault(int k, int number, struct gather_error *error)
{
    memset(output, 0, sizeof output);
    fault.calls = 0;
    fault.failing = k;
    fault.error = number;
    fault.armed = true;
    enum gather_status status = take(error);
    fault.armed = false;
    if (status == GATHER_STATUS_OK)
        assert_memory_equal(output, expected, sizeof output);
    return status;
}

static void test_hostile_75_every_read_fails(void **state)
{
    struct gather_error error = {0};
    int k = 0;
    (void)state;
    for (; take_with_fault(k, EIO, &error) != GATHER_STATUS_OK; k++) {
        assert_int_equal(error.status, GATHER_STATUS_IO);
        assert_string_equal(error.reason, "Input/output error");
        assert_true(k == 0 || (error.has & GATHER_ERROR_HAS_AT));
    }
    assert_true(k > 3);
    assert_true(fault.asked > 0);
    for (k = 0; k < 20; k++)
        assert_int_equal(take_with_fault(k, EINTR, &error), GATHER_STATUS_OK);
}

static void test_hostile_75_short_reads(void **state)
{
    (void)state;
    fault.in_parts = true;
    assert_int_equal(take_with_fault(-1, 0, NULL), GATHER_STATUS_OK);
    fault.in_parts = false;
}

static void test_what_is_in_memory_is_not_waited_for(void **state)
{
    (void)state;
    fault.cached = true;
    fault.asked = 0;
    assert_int_equal(take_with_fault(-1, 0, NULL), GATHER_STATUS_OK);
    assert_int_equal(fault.calls, 0);
    assert_int_equal(fault.asked, 0);
    fault.cached = false;
}

static void test_hostile_74_every_allocation_fails(void **state)
{
    enum gather_status status = GATHER_STATUS_NO_MEMORY;
    struct gather_error error = {0};
    int failed = 0;
    (void)state;
    if (!MALLOC_CAN_FAIL)
        skip();
    for (long long k = 0; k < 100 && status != GATHER_STATUS_OK; k++) {
        long long live = malloc_live;
        malloc_fails_after = k;
        status = take(&error);
        malloc_fails_after = -1;
        assert_int_equal(malloc_live, live);
        if (status != GATHER_STATUS_OK)
            assert_int_equal(status, GATHER_STATUS_NO_MEMORY);
        failed += status != GATHER_STATUS_OK;
    }
    assert_int_equal(status, GATHER_STATUS_OK);
    assert_true(failed >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_75_every_read_fails),
        cmocka_unit_test(test_hostile_75_short_reads),
        cmocka_unit_test(test_what_is_in_memory_is_not_waited_for),
        cmocka_unit_test(test_hostile_74_every_allocation_fails),
    };
    malloc_count_begin();
    return cmocka_run_group_tests(tests, begin, scratch_group_end);
}
