/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines 74 and 75 of the hostile list, for files: the k-th system call fails, is interrupted or does only a
 * part of its work, for every k; so does the k-th allocation. Whatever fails, what was there is as it was or
 * the whole new file, and nothing is left beside it.
 *
 * This program has its own pread, write, fsync, .. in front of the system's. Standing in the program, they
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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/counted_malloc.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"

/* ---- calls that fail ----------------------------------------------------------------------------- */

static struct {
    bool armed, in_parts; /* in parts: a byte at a time */
    int calls;            /* so far */
    int failing;          /* which of them fails; -1 for none */
    int error;            /* with what */
} fault;

static bool fails(void)
{
    if (!fault.armed || fault.calls++ != fault.failing)
        return false;
    errno = fault.error;
    return true;
}

ssize_t pread(int descriptor, void *memory, size_t count, off_t offset)
{
    if (fails())
        return -1;
    return syscall(SYS_pread64, descriptor, memory, fault.armed && fault.in_parts && count > 1 ? 1 : count,
                   offset);
}

ssize_t write(int descriptor, const void *memory, size_t count)
{
    if (fails())
        return -1;
    return syscall(SYS_write, descriptor, memory, fault.armed && fault.in_parts && count > 1 ? 1 : count);
}

int fsync(int descriptor) { return fails() ? -1 : (int)syscall(SYS_fsync, descriptor); }

int fchmod(int descriptor, mode_t mode) { return fails() ? -1 : (int)syscall(SYS_fchmod, descriptor, mode); }

int rename(const char *from, const char *to)
{
    return fails() ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int posix_fallocate(int descriptor, off_t offset, off_t count)
{
    if (fails())
        return errno;
    return syscall(SYS_fallocate, descriptor, 0, offset, count) == 0 ? 0 : errno;
}

/* ---- the work ------------------------------------------------------------------------------------ */

static struct npy_by_hand npy;
static uint8_t expected[4096];
static size_t expected_bytes;

/* in.npy, in Fortran order into out.npy; and three words into words. */
static enum gather_status transpose(struct gather_error *error)
{
    struct gather_file *file = NULL;
    struct gather_target *target = NULL;
    struct gather_relayout_options options = {.size = sizeof options, .memory = 16};
    enum gather_status status = gather_file_open(&file, "in.npy", GATHER_FILE_ANY, error);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather_tensor from = *gather_file_tensor(file, 0), to = from;
    to.layout.minor_to_major[0] = 0;
    to.layout.minor_to_major[1] = 1;
    status = gather_target_create(&target, "out.npy", error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_hold(target, GATHER_FILE_NPY, &to, 1, error);
    if (status == GATHER_STATUS_OK)
        status = gather_io_relayout(file, &from, &to.layout, gather_target_buffer(target, &to), &options,
                                    NULL, error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_commit(target, error);
    gather_target_destroy(target);
    gather_file_close(file);
    return status;
}

static enum gather_status write_words(struct gather_error *error)
{
    struct gather_target *target = NULL;
    enum gather_status status = gather_target_create(&target, "out.npy", error);
    for (int k = 0; k < 3 && status == GATHER_STATUS_OK; k++)
        status = gather_target_write(target, "word ", 5, error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_commit(target, error);
    gather_target_destroy(target);
    return status;
}

static int begin(void **state)
{
    (void)state;
    scratch_begin();
    npy_of_shape(&npy, "'<f4'", "(2, 3)", 24);
    scratch_write("in.npy", npy.bytes, npy.count);
    assert_int_equal(transpose(NULL), GATHER_STATUS_OK);
    expected_bytes = scratch_read("out.npy", expected, sizeof expected);
    static const uint8_t order[] = {0, 3, 1, 4, 2, 5};
    for (size_t k = 0; k < 6; k++)
        assert_memory_equal(expected + expected_bytes - 24 + 4 * k,
                            npy.bytes + npy.data + 4 * (size_t)order[k], 4);
    return 0;
}

/* What there is after the work: the old file or the new one, as it answered, and nothing else. */
static void check_what_is_left(bool is_done, const uint8_t *done, size_t done_bytes)
{
    uint8_t got[4096];
    size_t bytes = scratch_read("out.npy", got, sizeof got);
    assert_int_equal(bytes, is_done ? done_bytes : 3);
    assert_memory_equal(got, is_done ? done : (const uint8_t *)"old", bytes);
    assert_int_equal(scratch_entries(), 2);
}

/* Does the work with its k-th call failing. Returns: whether there was a k-th call. */
static bool work_with_fault(enum gather_status (*work)(struct gather_error *), int k, int number,
                            enum gather_status *status, struct gather_error *error)
{
    scratch_write("out.npy", "old", 3);
    fault.calls = 0;
    fault.failing = k;
    fault.error = number;
    fault.armed = true;
    *status = work(error);
    fault.armed = false;
    return fault.calls > k;
}

static void check_every_fault(enum gather_status (*work)(struct gather_error *), int number,
                              const char *reason, const uint8_t *done, size_t done_bytes)
{
    enum gather_status status;
    struct gather_error error = {0};
    int failed = 0;
    for (int k = 0; work_with_fault(work, k, number, &status, &error); k++) {
        check_what_is_left(status == GATHER_STATUS_OK, done, done_bytes);
        if (status == GATHER_STATUS_OK) /* only the folder's own way to the disk may fail unheard */
            continue;
        failed++;
        assert_int_equal(status, number == ENOMEM ? GATHER_STATUS_NO_MEMORY : GATHER_STATUS_IO);
        assert_string_equal(error.reason, reason);
    }
    assert_int_equal(status, GATHER_STATUS_OK); /* without a fault */
    assert_true(failed >= 4);
    check_what_is_left(true, done, done_bytes);
}

static void test_hostile_75_every_call_fails(void **state)
{
    static const uint8_t words[] = "word word word ";
    (void)state;
    check_every_fault(transpose, EIO, "Input/output error", expected, expected_bytes);
    check_every_fault(transpose, ENOSPC, "No space left on device", expected, expected_bytes);
    check_every_fault(transpose, ENOMEM, "Cannot allocate memory", expected, expected_bytes);
    check_every_fault(transpose, 9999, "the system refused", expected, expected_bytes);
    check_every_fault(write_words, EIO, "Input/output error", words, sizeof words - 1);
    check_every_fault(write_words, ENOSPC, "No space left on device", words, sizeof words - 1);
}

static void test_hostile_75_every_call_is_interrupted(void **state)
{
    enum gather_status status;
    struct gather_error error = {0};
    (void)state;
    for (int k = 0; work_with_fault(transpose, k, EINTR, &status, &error); k++) {
        if (status !=
            GATHER_STATUS_OK) /* rename and fchmod know no interruption; all others are tried again */
            assert_string_equal(error.reason, "the system refused");
        check_what_is_left(status == GATHER_STATUS_OK, expected, expected_bytes);
    }
}

static void test_hostile_75_short_reads_and_writes(void **state)
{
    static const uint8_t words[] = "word word word ";
    enum gather_status status;
    (void)state;
    fault.in_parts = true;
    work_with_fault(transpose, -1, 0, &status, NULL);
    check_what_is_left(status == GATHER_STATUS_OK, expected, expected_bytes);
    assert_int_equal(status, GATHER_STATUS_OK);
    work_with_fault(write_words, -1, 0, &status, NULL);
    check_what_is_left(status == GATHER_STATUS_OK, words, sizeof words - 1);
    assert_int_equal(status, GATHER_STATUS_OK);
    fault.in_parts = false;
}

/* COVERS(CORE-30) */
static void test_hostile_74_every_allocation_fails(void **state)
{
    enum gather_status status = GATHER_STATUS_NO_MEMORY;
    struct gather_error error = {0};
    int failed = 0;
    (void)state;
    if (!MALLOC_CAN_FAIL)
        skip();
    for (long long k = 0; k < 100; k++) {
        scratch_write("out.npy", "old", 3);
        long long live = malloc_live;
        malloc_fails_after = k;
        status = transpose(&error);
        bool all_succeeded = malloc_fails_after >= 0;
        malloc_fails_after = -1;
        assert_int_equal(malloc_live, live);
        check_what_is_left(status == GATHER_STATUS_OK, expected, expected_bytes);
        if (all_succeeded)
            break;
        if (status == GATHER_STATUS_OK) /* the name of the folder, for its own way to the disk */
            continue;
        assert_int_equal(status, GATHER_STATUS_NO_MEMORY);
        failed++;
    }
    assert_int_equal(status, GATHER_STATUS_OK);
    assert_true(failed >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_75_every_call_fails),
        cmocka_unit_test(test_hostile_75_every_call_is_interrupted),
        cmocka_unit_test(test_hostile_75_short_reads_and_writes),
        cmocka_unit_test(test_hostile_74_every_allocation_fails),
    };
    malloc_count_begin();
    return cmocka_run_group_tests(tests, begin, scratch_group_end);
}
