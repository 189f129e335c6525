/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What comes through a descriptor: files that are open already, and pipes, of which all is kept first.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "gather/model.h"
#include "support/child_process.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"

static struct npy_by_hand npy;

/* Whether a descriptor holds the array of `npy`, opened by a name that says nothing. */
static bool is_array(int descriptor)
{
    struct gather_file *file = NULL;
    uint8_t got[6] = {0};
    bool is =
        gather_file_open_descriptor(&file, descriptor, "-", NULL, NULL) == GATHER_STATUS_OK &&
        gather_file_format(file) == GATHER_FILE_NPY && gather_file_count(file) == 1 &&
        gather_file_read(file, gather_file_tensor(file, 0), 0, got, sizeof got, NULL) == GATHER_STATUS_OK;
    gather_file_close(file);
    return is && memcmp(got, npy.bytes + npy.data, sizeof got) == 0;
}

static void begin_array(void) { npy_of_shape(&npy, "'|u1'", "(3, 2)", 6); }

/* ---- files that are open ------------------------------------------------------------------------- */

static void test_a_file_that_is_open(void **state)
{
    struct gather_file *file = NULL;
    uint8_t got[6];
    (void)state;
    begin_array();
    scratch_write("a.dat", npy.bytes, npy.count);
    int descriptor = open("a.dat", O_RDONLY);
    assert_int_equal(lseek(descriptor, 5, SEEK_SET), 5); /* where it stands is not asked */
    assert_int_equal(gather_file_open_descriptor(&file, descriptor, "b.npy", NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(lseek(descriptor, 0, SEEK_CUR), 5);
    assert_int_equal(close(descriptor), 0);
    assert_int_equal(unlink("a.dat"), 0);
    assert_string_equal(gather_file_source(file, 0), "b.npy");
    assert_int_equal(gather_file_read(file, gather_file_tensor(file, 0), 0, got, 6, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, npy.bytes + npy.data, 6);
    gather_file_close(file);
}

/* As a file's name does, the path tells the format. */
static void test_the_path_tells_the_format(void **state)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    (void)state;
    begin_array();
    scratch_write("c", npy.bytes, npy.count);
    int descriptor = open("c", O_RDONLY);
    assert_int_equal(gather_file_open_descriptor(&file, descriptor, "-.raw", NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_format(file), GATHER_FILE_RAW);
    gather_file_close(file);
    assert_int_equal(gather_file_open_descriptor(&file, descriptor, "-.npz", NULL, &error),
                     GATHER_STATUS_FORMAT);
    close(descriptor);
}

static void check_refused(int descriptor, const char *reason)
{
    struct gather_file *file = NULL;
    struct gather_model *model = NULL;
    struct gather_error error = {0};
    assert_int_equal(gather_file_open_descriptor(&file, descriptor, "-", NULL, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, reason);
    assert_int_equal(gather_model_open_descriptor(&model, descriptor, "-", NULL, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, reason);
    assert_null(file);
    assert_null(model);
}

static void test_what_is_no_file_is_refused(void **state)
{
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    int folder = open(".", O_RDONLY | O_DIRECTORY), nothing = open("/dev/null", O_RDONLY);
    check_refused(ends[0], "it is a pipe");
    check_refused(folder, "it is a directory");
    check_refused(nothing, "it is a device");
    check_refused(-1, "Bad file descriptor");
    close(ends[0]);
    check_refused(ends[0], "Bad file descriptor");
    close(ends[1]);
    close(folder);
    close(nothing);
}

/* ---- streams ------------------------------------------------------------------------------------- */

/* The bytes of `npy` go into a pipe in a child, in two parts and slowly. */
static int pipe_slowly(int ends[2], int flags)
{
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, flags), 0);
    int child = fork();
    if (child == 0) {
        static const struct timespec pause = {0, 50000000};
        bool done = write(ends[1], npy.bytes, 7) == 7;
        nanosleep(&pause, NULL);
        end_child(done && write(ends[1], npy.bytes + 7, npy.count - 7) == (ssize_t)npy.count - 7);
    }
    close(ends[1]);
    return child;
}

static void test_a_pipe_is_kept(void **state)
{
    static const int flags[] = {0, O_NONBLOCK};
    (void)state;
    begin_array();
    for (size_t k = 0; k < 2; k++) {
        int ends[2], kept = -1, before = scratch_entries();
        int child = pipe_slowly(ends, flags[k]);
        assert_int_equal(gather_stream_keep(ends[0], &kept, NULL), GATHER_STATUS_OK);
        assert_true(is_array(kept));
        assert_true(is_array(kept));
        assert_int_equal(fcntl(kept, F_GETFD), FD_CLOEXEC);
        assert_true(child_succeeded(child));
        assert_int_equal(scratch_entries(), before);
        close(kept);
        close(ends[0]);
    }
}

static void test_a_file_is_kept_as_it_is(void **state)
{
    struct stat given, held;
    int kept = -1;
    (void)state;
    begin_array();
    scratch_write("d", npy.bytes, npy.count);
    int descriptor = open("d", O_RDONLY);
    assert_int_equal(gather_stream_keep(descriptor, &kept, NULL), GATHER_STATUS_OK);
    assert_int_equal(fstat(descriptor, &given), 0);
    assert_int_equal(fstat(kept, &held), 0);
    assert_true(given.st_ino == held.st_ino && given.st_dev == held.st_dev);
    close(descriptor);
    assert_true(is_array(kept));
    close(kept);
}

/* Of a file of which something was read, what is left. */
static void test_a_file_is_kept_from_where_it_stands(void **state)
{
    char before[3];
    int kept = -1;
    (void)state;
    begin_array();
    scratch_write("e", "abc", 3);
    int descriptor = open("e", O_RDWR);
    assert_int_equal(read(descriptor, before, 3), 3);
    assert_int_equal(write(descriptor, npy.bytes, npy.count), npy.count);
    assert_int_equal(lseek(descriptor, 3, SEEK_SET), 3);
    assert_int_equal(gather_stream_keep(descriptor, &kept, NULL), GATHER_STATUS_OK);
    assert_true(is_array(kept));
    close(kept);
    close(descriptor);
}

static void test_much_is_kept(void **state)
{
    enum { PARTS = 300, PART = 4001 };
    static uint8_t part[PART];
    struct stat held;
    int ends[2], kept = -1;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    int child = fork();
    if (child == 0) {
        bool done = true;
        for (int k = 0; k < PARTS; k++)
            done = done && write(ends[1], part, PART) == PART;
        end_child(done);
    }
    close(ends[1]);
    assert_int_equal(gather_stream_keep(ends[0], &kept, NULL), GATHER_STATUS_OK);
    assert_true(child_succeeded(child));
    assert_int_equal(fstat(kept, &held), 0);
    assert_int_equal(held.st_size, PARTS * PART);
    close(kept);
    close(ends[0]);
}

static void test_streams_that_fail(void **state)
{
    struct gather_error error = {0};
    int kept = -1, ends[2];
    (void)state;
    begin_array();
    assert_int_equal(gather_stream_keep(-1, &kept, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "Bad file descriptor");
    int folder = open(".", O_RDONLY | O_DIRECTORY);
    assert_int_equal(gather_stream_keep(folder, &kept, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "Is a directory");
    int child = pipe_slowly(ends, 0);
    assert_int_equal(setenv("TMPDIR", "none", 1), 0);
    assert_int_equal(gather_stream_keep(ends[0], &kept, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "No such file or directory");
    assert_string_equal(error.operand, "a temporary file in TMPDIR");
    assert_int_equal(setenv("TMPDIR", ".", 1), 0);
    int before = scratch_entries();
    assert_int_equal(gather_stream_keep(ends[0], &kept, &error), GATHER_STATUS_OK);
    assert_int_equal(scratch_entries(), before);
    assert_true(child_succeeded(child));
    assert_int_equal(unsetenv("TMPDIR"), 0);
    close(kept);
    close(ends[0]);
    close(folder);
}

/* A limit of the process is an error, and no signal. */
static bool is_refused_by_limit(void *argument)
{
    struct rlimit limit;
    struct gather_error error = {0};
    int kept = -1, *from = argument;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0)
        return false;
    limit.rlim_cur = 10;
    return setrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           gather_stream_keep(*from, &kept, &error) == GATHER_STATUS_IO &&
           strcmp(error.reason, "File too large") == 0 && error.operand != NULL && kept == -1;
}

static void test_a_limit_of_the_process(void **state)
{
    int ends[2];
    (void)state;
    begin_array();
    int child = pipe_slowly(ends, 0);
    assert_true(succeeds_in_child(is_refused_by_limit, &ends[0]));
    close(ends[0]);
    (void)child_succeeded(child); /* it may have met the closed end */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_file_that_is_open),
        cmocka_unit_test(test_the_path_tells_the_format),
        cmocka_unit_test(test_what_is_no_file_is_refused),
        cmocka_unit_test(test_a_pipe_is_kept),
        cmocka_unit_test(test_a_file_is_kept_as_it_is),
        cmocka_unit_test(test_a_file_is_kept_from_where_it_stands),
        cmocka_unit_test(test_much_is_kept),
        cmocka_unit_test(test_streams_that_fail),
        cmocka_unit_test(test_a_limit_of_the_process),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
