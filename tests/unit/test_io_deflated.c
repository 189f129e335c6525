/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deflated members that are read in parts: more than memory is allowed for, in whatever order; those that would fit,
 * and are read in their order. When their check is compared, and the hostile list, lines 37, 65 and 74.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "gather/threads.h"
#include "support/counted_malloc.h"
#include "support/memory_file.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"
#include "support/zip_by_hand.h"

enum {
    ROW = 1000,
    ROWS = 6000,
    MANY = ROW * ROWS,  /* bytes: several points at which the state is kept, and windows in between */
    MOST = 70000 * ROW, /* more than is made at once */
    ALLOWED = 150,      /* bytes of memory */
    HEAD_MOST = 256
};

static struct zip_by_hand zip;
static struct npy_by_hand npy;
static uint8_t content[HEAD_MOST + MOST], some[MANY];

/* What changes slowly, so that it is small when it is packed, but never goes on the same for long. */
static uint8_t value_at(int64_t k) { return (uint8_t)(k / (8 * ROW) * 7 + k % 13); }

/* An archive of a deflated member "x", u8[rows,1000], and one of four bytes, "y". check: of "x"; 0 for the right one. */
static void make(int64_t rows, uint32_t check)
{
    char shape[40];
    (void)snprintf(shape, sizeof shape, "(%d, %d)", (int)rows, ROW);
    zip_begin(&zip, false);
    npy_of_shape(&npy, "'|u1'", shape, 0);
    memcpy(content, npy.bytes, npy.data);
    for (int64_t k = 0; k < rows * ROW; k++)
        content[npy.data + (size_t)k] = value_at(k);
    zip_add(&zip, "x.npy", content, npy.data + (size_t)(rows * ROW), true);
    npy_of_shape(&npy, "'|u1'", "(4,)", 4);
    zip_add(&zip, "y.npy", npy.bytes, npy.count, true);
    zip_end(&zip);
    if (check == 0)
        return;
    zip_put(&zip, zip.header[0] + 14, check, 4);
    zip_put(&zip, zip.entry[0] + 16, check, 4);
}

static struct gather_file *open_zip(int64_t memory)
{
    struct gather_file *file = NULL;
    struct gather_file_options options = {
        .size = sizeof options, .format = GATHER_FILE_NPZ, .memory = memory};
    assert_int_equal(gather_file_open_with(&file, memory_file(zip.bytes, zip.count), &options, NULL),
                     GATHER_STATUS_OK);
    return file;
}

static const struct gather_tensor *tensor_x(const struct gather_file *file)
{
    const struct gather_tensor *x = gather_file_find(file, "x", 1);
    assert_non_null(x);
    return x;
}

static bool is_content(const uint8_t *bytes, int64_t begin, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (bytes[k] != value_at(begin + k))
            return false;
    return true;
}

static enum gather_status read_x(const struct gather_file *file, int64_t begin, int64_t count,
                                 struct gather_error *error)
{
    return gather_file_read(file, tensor_x(file), begin, some, (size_t)count, error);
}

static void check_read(const struct gather_file *file, int64_t begin, int64_t count)
{
    assert_int_equal(read_x(file, begin, count, NULL), GATHER_STATUS_OK);
    assert_true(is_content(some, begin, count));
}

/* ---- more than memory is allowed for ------------------------------------------------------------- */

static void test_any_part_in_any_order(void **state)
{
    const int64_t step = 77777;
    (void)state;
    make(ROWS, 0);
    struct gather_file *file = open_zip(ALLOWED);
    check_read(file, 5 * ROW, ROW);
    for (int64_t k = 0; k + step <= MANY; k += step)
        check_read(file, k, step);
    for (int64_t k = MANY - 100; k >= 0; k -= step)
        check_read(file, k, 100);
    for (int64_t k = 1, n = 0; n < 200; n++, k = k * 6364136223 % (MANY - 300))
        check_read(file, k, k % 300);
    check_read(file, 0, MANY);
    check_read(file, MANY - 1, 1);
    check_read(file, MANY, 0);
    assert_int_equal(read_x(file, MANY - 1, 2, NULL), GATHER_STATUS_BOUNDS);
    gather_file_close(file);
}

static void test_no_more_memory_than_windows_and_points(void **state)
{
    (void)state;
    make(ROWS, 0);
    struct gather_file *file = open_zip(ALLOWED);
    check_read(file, 0, 1);
    long long calls = malloc_calls, live = malloc_live;
    check_read(file, 1, MANY - 1);
    assert_in_range(malloc_calls - calls, 0,
                    2); /* a state and what it has seen last: nothing is read again */
    calls = malloc_calls;
    check_read(file, 0, MANY);
    assert_in_range(malloc_calls - calls, 2, 2 * (MANY >> 20) + 2); /* and a point for each step */
    calls = malloc_calls;
    check_read(file, 0, MANY);
    assert_in_range(malloc_calls - calls, 0, 2);
    assert_in_range(malloc_live - live, 2, 2 * (MANY >> 20) + 2);
    gather_file_close(file);
}

/* Rows of a buffer that is filled by threads, in an order that goes back and forth. */
static void test_rows_are_taken(void **state)
{
    enum { TAKEN = 700 };
    int64_t rows[TAKEN], sizes[] = {TAKEN, ROW};
    struct gather_layout layout;
    struct gather_pool *pool = NULL;
    (void)state;
    make(ROWS, 0);
    for (int k = 0; k < TAKEN; k++)
        rows[k] = k * 4099 % ROWS;
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_U8, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_pool_create(&pool, 3), GATHER_STATUS_OK);
    const struct gather_threads threads = gather_pool_threads(pool);
    struct gather_file *file = open_zip(ALLOWED);
    for (int turn = 0; turn < 3; turn++) {
        struct gather_take_options options = {.size = sizeof options, .threads = turn > 0 ? &threads : NULL};
        memset(some, 0, sizeof some);
        assert_int_equal(gather_io_take(file, tensor_x(file), 0, rows, TAKEN, &layout,
                                        (struct gather_buffer){some, sizeof some}, &options, NULL, NULL),
                         GATHER_STATUS_OK);
        for (int k = 0; k < TAKEN; k++)
            assert_true(is_content(some + k * ROW, rows[k] * ROW, ROW));
    }
    gather_file_close(file);
    gather_pool_destroy(pool);
}

struct readers {
    const struct gather_file *file;
    atomic_int wrong;
};

static void read_range(void *context, uint64_t begin, uint64_t end)
{
    struct readers *readers = context;
    uint8_t row[ROW];
    for (uint64_t k = begin; k < end; k++) {
        int64_t at = (int64_t)(k * 4099 % ROWS) * ROW;
        bool is_right = gather_file_read(readers->file, tensor_x(readers->file), at, row, ROW, NULL) ==
                            GATHER_STATUS_OK &&
                        is_content(row, at, ROW);
        readers->wrong += !is_right;
    }
}

static void test_many_threads_at_once(void **state)
{
    struct gather_pool *pool = NULL;
    (void)state;
    make(ROWS, 0);
    assert_int_equal(gather_pool_create(&pool, 4), GATHER_STATUS_OK);
    const struct gather_threads threads = gather_pool_threads(pool);
    struct readers readers = {.file = open_zip(ALLOWED)};
    assert_int_equal(threads.parallel_for(threads.context, read_range, &readers, 200, 1), 0);
    assert_int_equal(readers.wrong, 0);
    gather_file_close((struct gather_file *)(uintptr_t)readers.file);
    gather_pool_destroy(pool);
}

static void test_a_file_is_relaid(void **state)
{
    int64_t sizes[] = {ROWS, ROW}, strides[] = {1, ROWS};
    struct gather_layout layout;
    struct gather_relayout_options options = {.size = sizeof options, .memory = 1 << 22};
    (void)state;
    make(ROWS, 0);
    assert_int_equal(gather_layout_init_strides(&layout, GATHER_DTYPE_U8, 2, sizes, strides, 0, NULL),
                     GATHER_STATUS_OK);
    struct gather_file *file = open_zip(ALLOWED);
    assert_int_equal(gather_io_relayout(file, tensor_x(file), &layout,
                                        (struct gather_buffer){some, sizeof some}, &options, NULL, NULL),
                     GATHER_STATUS_OK);
    for (int64_t k = 0; k < MANY; k++)
        assert_int_equal(some[k % ROW * ROWS + k / ROW], value_at(k));
    gather_file_close(file);
}

/* ---- hostile ------------------------------------------------------------------------------------- */

static void test_hostile_65_wrong_crc_is_found_at_the_last_byte(void **state)
{
    struct gather_error error = {0};
    (void)state;
    make(ROWS, 1);
    struct gather_file *file = open_zip(ALLOWED);
    for (int turn = 0; turn < 2; turn++) {
        check_read(file, 2 * ROW, MANY / 2);
        for (int again = 0; again < 2; again++) {
            assert_int_equal(read_x(file, MANY - 1, 1, &error), GATHER_STATUS_FORMAT);
            assert_int_equal(error.at, zip.data[0]);
        }
        assert_int_equal(read_x(file, 0, MANY, &error), GATHER_STATUS_FORMAT);
    }
    gather_file_close(file);
}

/* Whichever bit is another, what is read is an error, or what was packed and unpacked. */
static void test_hostile_37_bits_of_what_is_packed(void **state)
{
    enum { FLIPS = 60 };
    int refused = 0;
    (void)state;
    make(ROWS, 0);
    for (size_t k = 0; k < FLIPS; k++) {
        size_t place = zip.data[0] + 200 + (zip.packed[0] - 200) / FLIPS * k;
        zip.bytes[place] ^= (uint8_t)(1 << k % 8);
        struct gather_file *file = open_zip(ALLOWED);
        enum gather_status status = read_x(file, 0, MANY, NULL);
        assert_true(status == GATHER_STATUS_FORMAT || status == GATHER_STATUS_OK);
        assert_true(status != GATHER_STATUS_OK || is_content(some, 0, MANY));
        refused += status == GATHER_STATUS_FORMAT;
        assert_int_equal(gather_file_read(file, gather_file_find(file, "y", 1), 0, some, 4, NULL),
                         GATHER_STATUS_OK);
        gather_file_close(file);
        zip.bytes[place] ^= (uint8_t)(1 << k % 8);
    }
    assert_true(refused >= FLIPS / 2);
}

/* A directory that says another size than there is: at most as much as the ratio of any deflated bytes allows. */
static void test_hostile_65_sizes_that_are_not_there(void **state)
{
    const char *const shapes[] = {"(5999, 1000)", "(6001, 1000)"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct gather_error error = {0};
        make(ROWS, 0);
        npy_of_shape(&npy, "'|u1'", shapes[k], 0);
        memcpy(content, npy.bytes, npy.data);
        size_t told = npy.data + (size_t)(MANY + (k == 0 ? -ROW : ROW));
        zip_begin(&zip, false);
        zip_add(&zip, "x.npy", content, npy.data + MANY, true);
        zip_end(&zip);
        zip_put(&zip, zip.header[0] + 22, told, 4);
        zip_put(&zip, zip.entry[0] + 24, told, 4);
        struct gather_file *file = open_zip(ALLOWED);
        check_read(file, 0, ROW);
        check_read(file, MANY / 2, ROW);
        assert_int_equal(read_x(file, (k == 0 ? MANY - ROW : MANY + ROW) - 1, 1, &error),
                         GATHER_STATUS_FORMAT);
        gather_file_close(file);
    }
}

static enum gather_status read_twice(struct gather_error *error)
{
    struct gather_file *file = NULL;
    struct gather_file_options options = {
        .size = sizeof options, .format = GATHER_FILE_NPZ, .memory = ALLOWED};
    enum gather_status status = gather_file_open_with(&file, "x.npz", &options, error);
    if (status == GATHER_STATUS_OK)
        status = read_x(file, 0, MANY, error);
    if (status == GATHER_STATUS_OK)
        status = read_x(file, MANY / 2, MANY / 4, error);
    gather_file_close(file);
    return status;
}

static void test_hostile_74_every_allocation_fails(void **state)
{
    int refused = 0;
    (void)state;
    if (!MALLOC_CAN_FAIL)
        skip();
    make(ROWS, 0);
    scratch_write("x.npz", zip.bytes, zip.count);
    bool all_succeeded = false;
    for (long long k = 0; k < 100 && !all_succeeded; k++) {
        struct gather_error error = {0};
        long long live = malloc_live;
        malloc_fails_after = k;
        enum gather_status status = read_twice(&error);
        all_succeeded = malloc_fails_after >= 0;
        malloc_fails_after = -1;
        assert_int_equal(malloc_live, live);
        assert_true(status == GATHER_STATUS_OK || status == GATHER_STATUS_NO_MEMORY);
        assert_true(status != GATHER_STATUS_OK || is_content(some, MANY / 2, MANY / 4));
        refused += status != GATHER_STATUS_OK;
    }
    assert_true(all_succeeded && refused >= 5);
}

static void check_zeros(int64_t bytes)
{
    char shape[40];
    (void)snprintf(shape, sizeof shape, "(%d,)", (int)bytes);
    zip_begin(&zip, false);
    npy_of_shape(&npy, "'|u1'", shape, 0);
    memset(content, 0, npy.data + (size_t)bytes);
    memcpy(content, npy.bytes, npy.data);
    zip_add(&zip, "x.npy", content, npy.data + (size_t)bytes, true);
    zip_end(&zip);
    for (int64_t memory = 0; memory <= ALLOWED; memory += ALLOWED) {
        struct gather_file *file = open_zip(memory);
        assert_int_equal(read_x(file, 0, bytes, NULL), GATHER_STATUS_OK);
        assert_true(some[0] == 0 && some[bytes - 1] == 0);
        gather_file_close(file);
    }
}

/*
 * Zeros are packed so well that zlib has taken in the last byte before it has given out the zeros that this says, where a
 * window, or what is unpacked in one step, ends among them.
 */
static void test_zeros_behind_the_last_byte(void **state)
{
    (void)state;
    npy_of_shape(&npy, "'|u1'", "(1000000,)", 0);
    const int64_t head = (int64_t)npy.data;
    for (int64_t behind = 1; behind < 300; behind += 3) {
        check_zeros((3 << 16) - head + behind);
        check_zeros((1 << 20) - head + behind);
    }
}

static void read_last(struct gather_file *file, pid_t *child)
{
    *child = fork();
    if (*child == 0) {
        alarm(20); /* it would wait for ever for a thread that it does not have */
        _exit(read_x(file, MANY - ROW, ROW, NULL) == GATHER_STATUS_OK && is_content(some, MANY - ROW, ROW)
                  ? 0
                  : 1);
    }
}

static atomic_bool is_over;

static void *read_on(void *file)
{
    static uint8_t room[ROW];
    for (int64_t k = 0; !is_over; k = (k + 40 * ROW) % MANY)
        if (gather_file_read(file, tensor_x(file), k, room, ROW, NULL) != GATHER_STATUS_OK)
            break;
    return NULL;
}

/* While a thread of the parent reads, and has what it reads by to itself. */
static void test_a_child_reads_too(void **state)
{
    pthread_t thread;
    (void)state;
    make(ROWS, 0);
    scratch_write("x.npz", zip.bytes, zip.count);
    struct gather_file *file = NULL;
    struct gather_file_options options = {
        .size = sizeof options, .format = GATHER_FILE_NPZ, .memory = ALLOWED};
    assert_int_equal(gather_file_open_with(&file, "x.npz", &options, NULL), GATHER_STATUS_OK);
    assert_int_equal(pthread_create(&thread, NULL, read_on, file), 0);
    for (int k = 0; k < 20; k++) {
        pid_t child = -1;
        int how = -1;
        read_last(file, &child);
        assert_true(child > 0 && waitpid(child, &how, 0) == child);
        assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    }
    is_over = true;
    assert_int_equal(pthread_join(thread, NULL), 0);
    gather_file_close(file);
}

/* ---- what would fit ------------------------------------------------------------------------------ */

/* What is read time and again is held, and then all of it is compared with its check. */
static void test_many_bytes_are_held_when_they_are_read_again(void **state)
{
    struct gather_error error = {0};
    (void)state;
    make(MOST / ROW, 0);
    struct gather_file *file = open_zip(0);
    for (int64_t k = 0; k + MANY <= MOST; k += MANY)
        check_read(file, k, MANY);
    for (int k = 0; k < 10; k++)
        check_read(file, k, MANY);
    check_read(file, MOST - 100, 100);
    gather_file_close(file);
    zip_put(&zip, zip.header[0] + 14, 1, 4);
    zip_put(&zip, zip.entry[0] + 16, 1, 4);
    file = open_zip(0);
    for (int k = 0; k < 4; k++)
        check_read(file, k, MANY);
    check_read(file, 5 * MANY, MANY);
    int status = GATHER_STATUS_OK;
    for (int k = 0; k < 10 && status == GATHER_STATUS_OK; k++)
        status = (int)read_x(file, k, MANY, &error);
    assert_int_equal(status, GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, zip.data[0]);
    gather_file_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_part_in_any_order),
        cmocka_unit_test(test_no_more_memory_than_windows_and_points),
        cmocka_unit_test(test_rows_are_taken),
        cmocka_unit_test(test_many_threads_at_once),
        cmocka_unit_test(test_a_file_is_relaid),
        cmocka_unit_test(test_hostile_65_wrong_crc_is_found_at_the_last_byte),
        cmocka_unit_test(test_hostile_37_bits_of_what_is_packed),
        cmocka_unit_test(test_hostile_65_sizes_that_are_not_there),
        cmocka_unit_test(test_hostile_74_every_allocation_fails),
        cmocka_unit_test(test_zeros_behind_the_last_byte),
        cmocka_unit_test(test_a_child_reads_too),
        cmocka_unit_test(test_many_bytes_are_held_when_they_are_read_again),
    };
    malloc_count_begin();
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
