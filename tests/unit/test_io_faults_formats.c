/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines 74 and 75 of the hostile list, for files of several tensors and folders of them: the k-th allocation or
 * the k-th read fails, for every k. Each is told as what it is, and nothing is kept.
 *
 * This program has its own pread in front of the system's. Standing in the program, it is the one that the
 * library calls.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/counted_malloc.h"
#include "support/npy_by_hand.h"
#include "support/safetensors_by_hand.h"
#include "support/scratch.h"
#include "support/zip_by_hand.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct {
    bool armed, in_parts;
    int calls, failing;
} fault;

ssize_t pread(int descriptor, void *memory, size_t count, off_t offset)
{
    if (fault.armed && fault.calls++ == fault.failing) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, descriptor, memory, fault.in_parts && count > 1 ? 1 : count, offset);
}

/* ---- the work ------------------------------------------------------------------------------------ */

static struct npy_by_hand npy;
static struct zip_by_hand zip;
static struct safetensors_by_hand made;
static uint8_t numbers[5000];

static int begin(void **state)
{
    static const char index[] = "{\"weight_map\":{\"a\":\"a.safetensors\"}}";
    (void)state;
    scratch_begin();
    assert_int_equal(mkdir("folder", 0777) | mkdir("sharded", 0777), 0);
    safetensors_by_hand(&made,
                        "{\"__metadata__\":{\"k\":\"v\"},"
                        "\"a\":{\"dtype\":\"I16\",\"shape\":[2],\"data_offsets\":[0,4]}}",
                        4);
    scratch_write("folder/a.safetensors", made.bytes, made.count);
    scratch_write("sharded/a.safetensors", made.bytes, made.count);
    scratch_write("sharded/a.safetensors.index.json", index, sizeof index - 1);
    npy_of_shape(&npy, "'<f4'", "(2, 3)", 24);
    zip_begin(&zip, true);
    zip_add(&zip, "b.npy", npy.bytes, npy.count, false);
    zip_add(&zip, "c.npy", npy.bytes, npy.count, true);
    zip_end(&zip);
    scratch_write("folder/b.npz", zip.bytes, zip.count);
    scratch_write("folder/d.npy", npy.bytes, npy.count);
    memset(numbers, ' ', sizeof numbers); /* more than is read at once */
    numbers[0] = '7';
    numbers[sizeof numbers - 1] = '8';
    scratch_write("numbers.txt", numbers, sizeof numbers);
    return 0;
}

static const char *const paths[] = {"folder/a.safetensors", "folder/b.npz", "folder", "sharded",
                                    "numbers.txt"};

/* Opens a file or folder and reads all of it. */
static enum gather_status read_all(const char *path, struct gather_error *error)
{
    struct gather_file *file = NULL;
    uint8_t bytes[24];
    memset(error, 0, sizeof *error);
    enum gather_status status = gather_file_open(&file, path, GATHER_FILE_ANY, error);
    for (size_t k = 0; status == GATHER_STATUS_OK && k < gather_file_count(file); k++) {
        const struct gather_tensor *tensor = gather_file_tensor(file, k);
        assert_in_range(tensor->bytes, 4, sizeof bytes);
        status = gather_file_read(file, tensor, 0, bytes, (size_t)tensor->bytes, error);
    }
    gather_file_close(file);
    return status;
}

/* ---- faults -------------------------------------------------------------------------------------- */

static void test_hostile_75_every_read_fails(void **state)
{
    (void)state;
    for (size_t p = 0; p < COUNT_OF(paths); p++) {
        struct gather_error error;
        enum gather_status status = GATHER_STATUS_IO;
        int failed = 0;
        for (fault.failing = 0; status != GATHER_STATUS_OK; fault.failing++) {
            fault.calls = 0;
            fault.armed = true;
            status = read_all(paths[p], &error);
            fault.armed = false;
            if (status != GATHER_STATUS_OK) {
                assert_int_equal(status, GATHER_STATUS_IO);
                assert_string_equal(error.reason, "Input/output error");
                failed++;
            }
        }
        assert_true(failed >= 3);
    }
}

static void test_hostile_75_short_reads(void **state)
{
    (void)state;
    fault.in_parts = true;
    for (size_t p = 0; p < COUNT_OF(paths); p++) {
        struct gather_error error;
        assert_int_equal(read_all(paths[p], &error), GATHER_STATUS_OK);
    }
    fault.in_parts = false;
}

/* COVERS(CORE-30) */
static void test_hostile_74_every_allocation_fails(void **state)
{
    (void)state;
    if (!MALLOC_CAN_FAIL)
        skip();
    for (size_t p = 0; p < COUNT_OF(paths); p++) {
        struct gather_error error;
        bool all_succeeded = false;
        int failed = 0;
        for (long long k = 0; !all_succeeded; k++) {
            long long live = malloc_live;
            malloc_fails_after = k;
            enum gather_status status = read_all(paths[p], &error);
            all_succeeded = malloc_fails_after >= 0;
            malloc_fails_after = -1;
            assert_int_equal(malloc_live, live);
            if (all_succeeded)
                assert_int_equal(status, GATHER_STATUS_OK);
            if (status == GATHER_STATUS_OK)
                continue;
            assert_int_equal(status, GATHER_STATUS_NO_MEMORY);
            failed++;
        }
        assert_true(failed >= 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_75_every_read_fails),
        cmocka_unit_test(test_hostile_75_short_reads),
        cmocka_unit_test(test_hostile_74_every_allocation_fails),
    };
    malloc_count_begin();
    return cmocka_run_group_tests(tests, begin, scratch_group_end);
}
