/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Targets: a file appears whole or not at all, and what was there is as it was until then; permissions,
 * links, devices, limits of the process; two targets of one name at once.
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
#include "support/child_process.h"
#include "support/scratch.h"

enum { UNUSED_USER = 54321 };

static bool holds(const char *name, const char *content)
{
    char got[64] = {0};
    return scratch_read(name, got, sizeof got) == strlen(content) && strcmp(got, content) == 0;
}

static enum gather_status write_whole(const char *path, const char *content, struct gather_error *error)
{
    struct gather_target *target = NULL;
    enum gather_status status = gather_target_create(&target, path, error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_write(target, content, strlen(content), error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_commit(target, error);
    gather_target_destroy(target);
    return status;
}

static void check_refused(const char *path, const char *reason)
{
    struct gather_error error = {0};
    int before = scratch_entries();
    assert_int_equal(write_whole(path, "new", &error), GATHER_STATUS_IO);
    assert_non_null(error.reason);
    if (strcmp(error.reason, reason) != 0)
        fail_msg("'%.40s': %s", path, error.reason);
    assert_int_equal(scratch_entries(), before);
}

static int32_t mode_of(const char *path)
{
    struct stat there;
    assert_int_equal(stat(path, &there), 0);
    return (int32_t)(there.st_mode & 07777);
}

/* ---- whole or not at all ------------------------------------------------------------------------- */

static void test_appears_at_commit(void **state)
{
    struct gather_target *target = NULL;
    (void)state;
    int before = scratch_entries();
    scratch_write("a", "old", 3);
    assert_int_equal(gather_target_create(&target, "a", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(target, "ne", 2, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(target, "w!", 2, NULL), GATHER_STATUS_OK);
    assert_true(holds("a", "old"));
    assert_int_equal(scratch_entries(), before + 2);
    assert_int_equal(gather_target_commit(target, NULL), GATHER_STATUS_OK);
    assert_true(holds("a", "new!"));
    gather_target_destroy(target);
    assert_true(holds("a", "new!"));
    assert_int_equal(scratch_entries(), before + 1);
}

static void test_nothing_is_left_without_commit(void **state)
{
    struct gather_target *target = NULL;
    (void)state;
    scratch_write("b", "old", 3);
    int before = scratch_entries();
    assert_int_equal(gather_target_create(&target, "b", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(target, "new", 3, NULL), GATHER_STATUS_OK);
    gather_target_destroy(target);
    assert_int_equal(gather_target_create(&target, "new", NULL), GATHER_STATUS_OK);
    gather_target_destroy(target);
    gather_target_destroy(NULL);
    assert_true(holds("b", "old"));
    assert_int_equal(scratch_entries(), before);
}

static void test_the_last_of_two_stays(void **state)
{
    struct gather_target *first = NULL, *second = NULL;
    (void)state;
    assert_int_equal(gather_target_create(&first, "c", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_create(&second, "c", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(first, "first", 5, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(second, "second", 6, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_commit(second, NULL), GATHER_STATUS_OK);
    assert_true(holds("c", "second"));
    assert_int_equal(gather_target_commit(first, NULL), GATHER_STATUS_OK);
    assert_true(holds("c", "first"));
    gather_target_destroy(first);
    gather_target_destroy(second);
}

/* ---- what is there already ----------------------------------------------------------------------- */

static void test_permissions_stay(void **state)
{
    (void)state;
    mode_t mask = umask(027);
    scratch_write("d", "old", 3);
    assert_int_equal(chmod("d", 0604), 0);
    assert_int_equal(write_whole("d", "new", NULL), GATHER_STATUS_OK);
    assert_int_equal(mode_of("d"), 0604);
    assert_int_equal(write_whole("e", "new", NULL), GATHER_STATUS_OK);
    assert_int_equal(mode_of("e"), 0640);
    umask(mask);
}

static void test_links_are_followed(void **state)
{
    struct stat there;
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    scratch_write("folder/real", "old", 3);
    assert_int_equal(symlink("folder/real", "link"), 0);
    assert_int_equal(write_whole("link", "new", NULL), GATHER_STATUS_OK);
    assert_true(holds("folder/real", "new"));
    assert_int_equal(lstat("link", &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    assert_int_equal(symlink("folder/none", "dangling"), 0);
    check_refused("dangling", "it is a symbolic link to what is not there");
}

static void test_paths_that_cant_be_written(void **state)
{
    static char long_name[300], long_path[5000];
    (void)state;
    memset(long_name, 'a', sizeof long_name - 1);
    for (size_t k = 0; k < sizeof long_path - 1; k++)
        long_path[k] = k % 2 == 0 ? 'a' : '/';
    check_refused("", "No such file or directory");
    check_refused("none/file", "No such file or directory");
    check_refused("none/", "No such file or directory");
    check_refused(".", "Is a directory");
    check_refused("/", "Is a directory");
    scratch_write("plain", "old", 3);
    check_refused("plain/file", "Not a directory");
    check_refused("plain/", "Not a directory");
    check_refused(long_name, "File name too long");
    check_refused(long_path, "File name too long");
    assert_true(holds("plain", "old"));
}

/* In a child, as a user who owns nothing here. */
static bool is_refused_without_permission(void *argument)
{
    struct gather_error error = {0};
    (void)argument;
    if (geteuid() == 0 && setuid(UNUSED_USER) != 0)
        return false;
    if (write_whole("locked", "new", &error) != GATHER_STATUS_IO ||
        strcmp(error.reason, "Permission denied") != 0)
        return false;
    return write_whole("another", "new", &error) == GATHER_STATUS_IO &&
           strcmp(error.reason, "Permission denied") == 0;
}

static void test_permission_is_asked(void **state)
{
    (void)state;
    scratch_write("locked", "old", 3);
    assert_int_equal(chmod("locked", 0444), 0);
    assert_int_equal(chmod(".", 0755), 0);
    assert_true(succeeds_in_child(is_refused_without_permission, NULL));
    assert_true(holds("locked", "old"));
}

/* ---- devices ------------------------------------------------------------------------------------- */

static void test_devices_are_written_as_it_comes(void **state)
{
    struct gather_error error = {0};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    (void)state;
    assert_int_equal(gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 0, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(write_whole("/dev/null", "new", &error), GATHER_STATUS_OK);
    assert_int_equal(write_whole("/dev/full", "new", &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "No space left on device");
    assert_int_equal(gather_target_create(&target, "/dev/null", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_RAW, &tensor, 1, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_target_commit(target, &error), GATHER_STATUS_OK);
    gather_target_destroy(target);
    struct stat there;
    assert_int_equal(stat("/dev/null", &there), 0);
    assert_true(S_ISCHR(there.st_mode));
}

/* A file of tensors, each byte 7, to a descriptor; committed or not. */
static enum gather_status stream_sevens(int descriptor, bool commits, struct gather_error *error)
{
    static const int64_t sizes[] = {3, 1000};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    enum gather_status status = gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 2, sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_stream(&target, descriptor, error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, error);
    if (status == GATHER_STATUS_OK)
        memset(gather_target_buffer(target, &tensor).data, 7, 3000);
    if (status == GATHER_STATUS_OK && commits)
        status = gather_target_commit(target, error);
    gather_target_destroy(target);
    return status;
}

static void test_tensors_are_streamed_when_they_are_there(void **state)
{
    static uint8_t got[8192];
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(stream_sevens(ends[1], false, NULL), GATHER_STATUS_OK);
    assert_int_equal(stream_sevens(ends[1], true, NULL), GATHER_STATUS_OK);
    close(ends[1]); /* a target has one of its own */
    size_t count = 0;
    ssize_t more;
    while ((more = read(ends[0], got + count, sizeof got - count)) > 0)
        count += (size_t)more;
    close(ends[0]);
    assert_int_equal(count, 128 + 3000);
    assert_memory_equal(got, "\x93NUMPY", 6);
    for (size_t k = 128; k < count; k++)
        assert_int_equal(got[k], 7);
}

/* The descriptor that a target has of its own is not handed on to what the process runs. */
static void test_a_stream_is_closed_for_other_programs(void **state)
{
    struct gather_target *target = NULL;
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    const int own = dup(ends[1]); /* which is free again when the target takes the least that is */
    assert_true(own >= 0);
    close(own);
    assert_int_equal(gather_target_stream(&target, ends[1], NULL), GATHER_STATUS_OK);
    assert_int_equal(fcntl(own, F_GETFD), FD_CLOEXEC);
    gather_target_destroy(target);
    close(ends[0]);
    close(ends[1]);
}

/* What holds tensors holds nothing else, and once. */
static void test_a_stream_that_holds_is_not_written(void **state)
{
    static const int64_t sizes[] = {0};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    struct gather_error error = {0};
    uint8_t got[256];
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 1, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_stream(&target, ends[1], NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_target_write(target, "x", 1, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_target_commit(target, &error), GATHER_STATUS_OK);
    gather_target_destroy(target);
    close(ends[1]);
    assert_int_equal(read(ends[0], got, sizeof got), 128);
    assert_int_equal(read(ends[0], got, sizeof got), 0);
    close(ends[0]);
}

/* After what failed there is nothing to commit, and what was there stays. */
static void test_nothing_is_committed_after_a_failure(void **state)
{
    static const int64_t sizes[] = {INT64_C(1) << 50};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    struct gather_error error = {0};
    (void)state;
    scratch_write("precious", "old", 3);
    assert_int_equal(gather_layout_init(&tensor.layout, GATHER_DTYPE_F32, 1, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_create(&target, "precious", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_RAW, &tensor, 1, &error), GATHER_STATUS_IO);
    assert_int_equal(gather_target_commit(target, &error), GATHER_STATUS_ARGUMENT);
    gather_target_destroy(target);
    assert_true(holds("precious", "old"));
}

/* Nor is anything held, or committed, after what failed before. */
static void test_a_failure_stays(void **state)
{
    static const int64_t sizes[] = {3000};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    struct gather_error error = {0};
    (void)state;
    int full = open("/dev/full", O_WRONLY);
    assert_int_equal(gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 1, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_stream(&target, full, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(target, "x", 1, &error), GATHER_STATUS_IO);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_target_commit(target, &error), GATHER_STATUS_ARGUMENT);
    gather_target_destroy(target);
    assert_int_equal(gather_target_stream(&target, full, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_target_commit(target, &error), GATHER_STATUS_IO);
    assert_int_equal(gather_target_commit(target, &error), GATHER_STATUS_ARGUMENT);
    gather_target_destroy(target);
    close(full);
}

enum { MUCH = 1 << 20 }; /* more than a pipe holds */

/* Reads all of a pipe, slowly at first. Returns: whether these were so many bytes of 7. */
static bool read_slowly(int descriptor)
{
    static const struct timespec pause = {0, 50000000};
    static uint8_t part[1 << 16];
    size_t count = 0;
    ssize_t more;
    nanosleep(&pause, NULL);
    while ((more = read(descriptor, part, sizeof part)) > 0)
        for (ssize_t k = 0; k < more; k++)
            count += part[k] == 7;
    return count == MUCH;
}

/* Whoever made the stream may have it not wait: it is waited for. */
static void test_streams_that_do_not_wait(void **state)
{
    struct gather_target *target = NULL;
    uint8_t *sevens = malloc(MUCH);
    int ends[2];
    (void)state;
    assert_non_null(sevens);
    memset(sevens, 7, MUCH);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    int child = fork();
    if (child == 0) {
        close(ends[1]);
        end_child(read_slowly(ends[0]));
    }
    assert_int_equal(gather_target_stream(&target, ends[1], NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(target, sevens, MUCH, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_commit(target, NULL), GATHER_STATUS_OK);
    gather_target_destroy(target);
    close(ends[1]);
    close(ends[0]);
    assert_true(child_succeeded(child));
    free(sevens);
}

static void test_streams_that_fail(void **state)
{
    struct gather_error error = {0};
    (void)state;
    int before = scratch_entries();
    assert_int_equal(stream_sevens(-1, true, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "Bad file descriptor");
    int full = open("/dev/full", O_WRONLY);
    assert_int_equal(stream_sevens(full, true, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "No space left on device");
    assert_int_equal(setenv("TMPDIR", "none", 1), 0);
    assert_int_equal(stream_sevens(full, true, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "No such file or directory");
    assert_string_equal(error.operand, "a temporary file in TMPDIR");
    assert_int_equal(setenv("TMPDIR", ".", 1), 0);
    assert_int_equal(stream_sevens(full, false, &error), GATHER_STATUS_OK);
    assert_int_equal(scratch_entries(), before);
    assert_int_equal(unsetenv("TMPDIR"), 0);
    close(full);
}

/* ---- tensors ------------------------------------------------------------------------------------- */

static void test_tensors_begin_as_zeros_and_keep_what_is_written(void **state)
{
    static const int64_t sizes[] = {1000, 1000};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    uint8_t *got = malloc(1000000);
    (void)state;
    assert_non_null(got);
    assert_int_equal(gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_create(&target, "t.raw", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_RAW, &tensor, 1, NULL), GATHER_STATUS_OK);
    struct gather_buffer buffer = gather_target_buffer(target, &tensor);
    assert_int_equal(buffer.bytes, 1000000);
    for (size_t k = 0; k < 1000000; k++)
        assert_int_equal(((uint8_t *)buffer.data)[k], 0);
    for (size_t k = 0; k < 1000000; k++)
        ((uint8_t *)buffer.data)[k] = (uint8_t)(k * 7);
    assert_int_equal(gather_target_commit(target, NULL), GATHER_STATUS_OK);
    gather_target_destroy(target);
    assert_int_equal(scratch_read("t.raw", got, 1000000), 1000000);
    for (size_t k = 0; k < 1000000; k++)
        assert_int_equal(got[k], (uint8_t)(k * 7));
    free(got);
}

static void test_tensors_are_held_once_and_alone(void **state)
{
    struct gather_error error = {0};
    struct gather_target *target = NULL;
    struct gather_tensor two[2] = {{.name = "a"}, {.name = "b"}};
    (void)state;
    for (int k = 0; k < 2; k++)
        assert_int_equal(gather_layout_init(&two[k].layout, GATHER_DTYPE_U8, 0, NULL, NULL),
                         GATHER_STATUS_OK);
    assert_int_equal(gather_target_create(&target, "u", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_RAW, two, 2, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, two, 0, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_ANY, two, 1, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_target_hold(target, 77, two, 1, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_RAW, two, 1, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_RAW, two, 1, &error), GATHER_STATUS_ARGUMENT);
    gather_target_destroy(target);
    assert_int_equal(gather_target_create(&target, "u", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_write(target, "x", 1, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_RAW, two, 1, &error), GATHER_STATUS_ARGUMENT);
    gather_target_destroy(target);
}

/* ---- limits of the process: hostile line 78 ------------------------------------------------------ */

/* In a child, whose files may have 1000 bytes; beyond them the system would send a signal. */
static bool respects_limit_of_files(void *argument)
{
    static const int64_t sizes[] = {1001};
    struct rlimit limit = {1000, 1000};
    struct gather_error error = {0};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    char bytes[1001] = {0};
    (void)argument;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 ||
        gather_target_create(&target, "old", NULL) != GATHER_STATUS_OK)
        return false;
    bool well = gather_target_write(target, bytes, 1000, NULL) == GATHER_STATUS_OK &&
                gather_target_write(target, bytes, 1, &error) == GATHER_STATUS_IO &&
                strcmp(error.reason, "File too large") == 0;
    gather_target_destroy(target);
    well = well && gather_target_create(&target, "old", NULL) == GATHER_STATUS_OK &&
           gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 1, sizes, NULL) == GATHER_STATUS_OK &&
           gather_target_hold(target, GATHER_FILE_RAW, &tensor, 1, &error) == GATHER_STATUS_IO &&
           strcmp(error.reason, "File too large") == 0;
    gather_target_destroy(target);
    return well;
}

static bool respects_limit_of_descriptors(void *argument)
{
    struct rlimit limit = {0, 0};
    struct gather_error error = {0};
    struct gather_file *file = NULL;
    (void)argument;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 && write_whole("old", "new", &error) == GATHER_STATUS_IO &&
           strcmp(error.reason, "Too many open files") == 0 &&
           gather_file_open(&file, "old", GATHER_FILE_RAW, &error) == GATHER_STATUS_IO &&
           strcmp(error.reason, "Too many open files") == 0;
}

static void test_hostile_78_limits_of_files(void **state)
{
    (void)state;
    scratch_write("old", "old", 3);
    int before = scratch_entries();
    assert_true(succeeds_in_child(respects_limit_of_files, NULL));
    assert_true(succeeds_in_child(respects_limit_of_descriptors, NULL));
    assert_true(holds("old", "old"));
    assert_int_equal(scratch_entries(), before);
}

/* More room than any disk has: refused before anything is written. */
static void test_more_room_than_there_is(void **state)
{
    static const int64_t sizes[] = {INT64_C(1) << 60};
    struct gather_error error = {0};
    struct gather_target *target = NULL;
    struct gather_tensor tensor = {.name = ""};
    (void)state;
    scratch_write("f", "old", 3);
    int before = scratch_entries();
    assert_int_equal(gather_layout_init(&tensor.layout, GATHER_DTYPE_U8, 1, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_create(&target, "f", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, &error), GATHER_STATUS_IO);
    assert_non_null(error.reason);
    gather_target_destroy(target);
    assert_true(holds("f", "old"));
    assert_int_equal(scratch_entries(), before);
}

static void test_what_the_system_said_is_the_sentence(void **state)
{
    struct gather_error error = {0};
    char sentence[128];
    (void)state;
    assert_int_equal(write_whole("none/file", "new", &error), GATHER_STATUS_IO);
    gather_error_format(&error, sentence, sizeof sentence);
    assert_string_equal(sentence, "No such file or directory");
    struct gather_file *file = NULL;
    assert_int_equal(gather_file_open(&file, ".", GATHER_FILE_NPY, &error), GATHER_STATUS_IO);
    gather_error_format(&error, sentence, sizeof sentence);
    assert_string_equal(sentence, "it is a directory; expected a regular file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_appears_at_commit),
        cmocka_unit_test(test_nothing_is_left_without_commit),
        cmocka_unit_test(test_the_last_of_two_stays),
        cmocka_unit_test(test_permissions_stay),
        cmocka_unit_test(test_links_are_followed),
        cmocka_unit_test(test_paths_that_cant_be_written),
        cmocka_unit_test(test_permission_is_asked),
        cmocka_unit_test(test_devices_are_written_as_it_comes),
        cmocka_unit_test(test_tensors_are_streamed_when_they_are_there),
        cmocka_unit_test(test_a_stream_is_closed_for_other_programs),
        cmocka_unit_test(test_a_stream_that_holds_is_not_written),
        cmocka_unit_test(test_nothing_is_committed_after_a_failure),
        cmocka_unit_test(test_a_failure_stays),
        cmocka_unit_test(test_streams_that_do_not_wait),
        cmocka_unit_test(test_streams_that_fail),
        cmocka_unit_test(test_tensors_begin_as_zeros_and_keep_what_is_written),
        cmocka_unit_test(test_tensors_are_held_once_and_alone),
        cmocka_unit_test(test_hostile_78_limits_of_files),
        cmocka_unit_test(test_more_room_than_there_is),
        cmocka_unit_test(test_what_the_system_said_is_the_sentence),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
