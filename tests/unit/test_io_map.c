/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a mapped file: nothing is read where they lie in memory, in any format that keeps them as they are; where the
 * disk would be waited for, and where they have to be unpacked or turned round, they are read as ever. What the map
 * can't do, and what becomes of a file that is cut short.
 *
 * This program has its own getrusage and mmap in front of the system's, by which the library hears whether the disk was
 * waited for, and maps.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "gather/threads.h"
#include "support/bytes_by_hand.h"
#include "support/child_process.h"
#include "support/npy_by_hand.h"
#include "support/onnx_by_hand.h"
#include "support/safetensors_by_hand.h"
#include "support/scratch.h"
#include "support/zip_by_hand.h"

/* ---- the system ---------------------------------------------------------------------------------- */

static struct {
    int calls, waits_from; /* of getrusage; from which on the disk was waited for once more; -1: never */
    bool maps_fail;
} faked = {0, -1, false};

/* The header declares who is asked for in more ways than one. */
int getrusage(__rusage_who_t who, struct rusage *used)
{
    (void)who;
    memset(used, 0, sizeof *used);
    used->ru_majflt = 7 + (faked.waits_from >= 0 && faked.calls >= faked.waits_from);
    faked.calls++;
    return 0;
}

void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor, off_t offset)
{
    if (faked.maps_fail && descriptor >= 0) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    /* the system's own call answers with an address */
    return (void *)(uintptr_t)syscall(SYS_mmap, address, bytes, protection, flags, descriptor, offset);
}

/* ---- files --------------------------------------------------------------------------------------- */

enum { ROWS = 100, ROW_BYTES = 300, TAKEN = 60 };

static uint8_t output[TAKEN * ROW_BYTES], table[ROWS * ROW_BYTES];
static int64_t rows[TAKEN];

static struct gather_file *open_as(const char *path, int32_t map)
{
    struct gather_file *file = NULL;
    const struct gather_file_options options = {.size = sizeof options, .map = map};
    assert_int_equal(gather_file_open_with(&file, path, &options, NULL), GATHER_STATUS_OK);
    return file;
}

static struct gather_file *open_mapped(const char *path) { return open_as(path, 1); }

/* A table of bytes in a raw file. */
static struct gather_file *open_table_as(struct gather_tensor *tensor, struct gather_layout *taken,
                                         int32_t map)
{
    const int64_t sizes[] = {ROWS, ROW_BYTES}, some[] = {TAKEN, ROW_BYTES};
    struct gather_layout layout;
    for (size_t k = 0; k < sizeof table; k++)
        table[k] = (uint8_t)(k * 31 + k / 257);
    for (int k = 0; k < TAKEN; k++)
        rows[k] = k % 7 == 3 ? -1 : k * 37 % ROWS;
    scratch_write("table.raw", table, sizeof table);
    struct gather_file *file = open_as("table.raw", map);
    *tensor = *gather_file_tensor(file, 0);
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_U8, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(tensor, &layout, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(taken, GATHER_DTYPE_U8, 2, some, NULL), GATHER_STATUS_OK);
    return file;
}

static struct gather_file *open_table(struct gather_tensor *tensor, struct gather_layout *taken)
{
    return open_table_as(tensor, taken, 1);
}

static enum gather_status take_table(const struct gather_file *file, const struct gather_tensor *tensor,
                                     const struct gather_layout *taken,
                                     const struct gather_take_options *options,
                                     struct gather_take_summary *summary, struct gather_error *error)
{
    struct gather_buffer buffer = {output, sizeof output};
    memset(output, 0xA5, sizeof output);
    return gather_io_take(file, tensor, 0, rows, TAKEN, taken, buffer, options, summary, error);
}

static void expect_table(void)
{
    for (int k = 0; k < TAKEN; k++)
        for (int n = 0; n < ROW_BYTES; n++)
            assert_int_equal(output[k * ROW_BYTES + n], rows[k] < 0 ? 0xA5 : table[rows[k] * ROW_BYTES + n]);
}

/* ---- where the disk is waited for ---------------------------------------------------------------- */

static void test_read_where_the_disk_is_waited_for(void **state)
{
    struct gather_tensor tensor;
    struct gather_layout taken;
    struct gather_file *file = open_table(&tensor, &taken);
    int read = 0;
    (void)state;
    for (faked.waits_from = 1; faked.waits_from < 20; faked.waits_from++) {
        struct gather_take_summary summary;
        faked.calls = 0;
        assert_int_equal(take_table(file, &tensor, &taken, NULL, &summary, NULL), GATHER_STATUS_OK);
        expect_table();
        read += summary.reads > 0;
        assert_int_equal(summary.reads > 0, summary.bytes_read > 0);
    }
    faked.waits_from = -1;
    gather_file_close(file);
    assert_in_range(read, 3, 10); /* a few looks, and no more */
}

/* ---- formats ------------------------------------------------------------------------------------- */

/* Rows 2, 0 and 2 of the first tensor, f32[3,2] whose bytes count up from 1. */
static void check_file(const char *path, bool in_place, bool big)
{
    static const int64_t wanted[] = {2, 0, 2}, sizes[] = {3, 2};
    struct gather_layout to;
    struct gather_take_summary summary;
    struct gather_buffer buffer = {output, 24};
    struct gather_file *file = open_mapped(path);
    memset(output, 0, 24);
    assert_int_equal(gather_layout_init(&to, GATHER_DTYPE_F32, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(
        gather_io_take(file, gather_file_tensor(file, 0), 0, wanted, 3, &to, buffer, NULL, &summary, NULL),
        GATHER_STATUS_OK);
    for (int k = 0; k < 24; k++) {
        int byte = k % 8;
        assert_int_equal(output[k], 1 + 8 * wanted[k / 8] + (big ? byte / 4 * 4 + 3 - byte % 4 : byte));
    }
    assert_int_equal(summary.reads == 0, in_place);
    gather_file_close(file);
}

static void check_safetensors(void)
{
    static struct safetensors_by_hand safetensors;
    safetensors_by_hand(&safetensors, "{\"a\":{\"dtype\":\"F32\",\"shape\":[3,2],\"data_offsets\":[0,24]}}",
                        24);
    scratch_write("a.safetensors", safetensors.bytes, safetensors.count);
    check_file("a.safetensors", true, false);
    assert_int_equal(mkdir("folder", 0700), 0);
    scratch_write("folder/a.safetensors", safetensors.bytes, safetensors.count);
    check_file("folder", true, false);
}

static void check_numpy(void)
{
    static struct npy_by_hand npy;
    static struct zip_by_hand zip;
    npy_of_shape(&npy, "'>f4'", "(3, 2)", 24);
    scratch_write("big.npy", npy.bytes, npy.count);
    check_file("big.npy", false, true);
    npy_of_shape(&npy, "'<f4'", "(3, 2)", 24);
    scratch_write("a.npy", npy.bytes, npy.count);
    check_file("a.npy", true, false);
    for (int deflated = 0; deflated < 2; deflated++) {
        zip_begin(&zip, false);
        zip_add(&zip, "a.npy", npy.bytes, npy.count, deflated != 0);
        zip_end(&zip);
        scratch_write("a.npz", zip.bytes, zip.count);
        check_file("a.npz", deflated == 0, false);
    }
}

/* In the message as bytes, as numbers of fixed width in a field of their own, and in a file beside. */
static void check_onnx(void)
{
    static struct bytes_by_hand tensor;
    static const int64_t sizes[] = {3, 2, -1};
    uint8_t bytes[24];
    for (int k = 0; k < 24; k++)
        bytes[k] = (uint8_t)(k + 1);
    for (int field = FLOAT_DATA; field <= RAW_DATA; field += RAW_DATA - FLOAT_DATA) {
        memset(&tensor, 0, sizeof tensor);
        onnx_tensor(&tensor, "a", 1, sizes);
        put_field_bytes(&tensor, field, bytes, sizeof bytes);
        scratch_write("a.pb", tensor.bytes, tensor.count);
        check_file("a.pb", true, false);
    }
    memset(&tensor, 0, sizeof tensor);
    onnx_tensor(&tensor, "a", 1, sizes);
    onnx_external(&tensor, "location", "a.data");
    put_field(&tensor, DATA_LOCATION, 1);
    scratch_write("a.data", bytes, sizeof bytes);
    scratch_write("a.pb", tensor.bytes, tensor.count);
    check_file("a.pb", true, false);
}

static void check_gguf(void)
{
    static struct bytes_by_hand file;
    put_text(&file, "GGUF");
    put_number(&file, 4, 3); /* version */
    put_number(&file, 8, 1); /* tensors */
    put_number(&file, 8, 0); /* keys */
    put_counted(&file, "a");
    put_number(&file, 4, 2); /* dimensions, the fastest first */
    put_number(&file, 8, 2);
    put_number(&file, 8, 3);
    put_number(&file, 4, 0); /* F32 */
    put_number(&file, 8, 0); /* where it begins */
    put_zeros(&file, 32 - file.count % 32);
    for (uint64_t k = 1; k <= 24; k++)
        put_number(&file, 1, k);
    put_zeros(&file, 8);
    scratch_write("a.gguf", file.bytes, file.count);
    check_file("a.gguf", true, false);
}

static void test_formats(void **state)
{
    (void)state;
    check_gguf();
    check_safetensors();
    check_numpy();
    check_onnx();
}

/* ---- threads and progress ------------------------------------------------------------------------ */

static int hear(void *context, int64_t done, int64_t total)
{
    int64_t *last = context;
    assert_int_equal(total, TAKEN * ROW_BYTES);
    assert_true(done >= *last && done <= total);
    *last = done;
    return done == total && total > 0 && last[1] != 0;
}

static void test_threads_and_progress(void **state)
{
    struct gather_tensor tensor;
    struct gather_layout taken;
    struct gather_file *file = open_table(&tensor, &taken);
    struct gather_pool *pool = NULL;
    int64_t heard[] = {0, 0};
    (void)state;
    assert_int_equal(gather_pool_create(&pool, 3), GATHER_STATUS_OK);
    struct gather_threads threads = gather_pool_threads(pool);
    const struct gather_take_options options = {sizeof options, &threads, hear, heard};
    assert_int_equal(take_table(file, &tensor, &taken, &options, NULL, NULL), GATHER_STATUS_OK);
    expect_table();
    assert_int_equal(heard[0], TAKEN * ROW_BYTES);
    heard[0] = 0;
    heard[1] = 1; /* ends it */
    assert_int_equal(take_table(file, &tensor, &taken, &options, NULL, NULL), GATHER_STATUS_CANCELLED);
    gather_pool_destroy(pool);
    gather_file_close(file);
}

/* ---- what can't be ------------------------------------------------------------------------------- */

static void test_what_cant_be_mapped(void **state)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    struct gather_file_options options = {.size = sizeof options, .map = 1};
    (void)state;
    scratch_write("some.raw", "abc", 3);
    faked.maps_fail = true;
    assert_int_equal(gather_file_open_with(&file, "some.raw", &options, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "No such device");
    faked.maps_fail = false;
    scratch_write("none.raw", "", 0);
    file = open_mapped("none.raw");
    assert_int_equal(gather_file_tensor(file, 0)->bytes, 0);
    gather_file_close(file);
}

/* ---- files that are cut short -------------------------------------------------------------------- */

static void test_hostile_41_cut_short_before_a_take(void **state)
{
    struct gather_tensor tensor;
    struct gather_layout taken;
    struct gather_error error = {0};
    struct gather_file *file = open_table(&tensor, &taken);
    (void)state;
    assert_int_equal(take_table(file, &tensor, &taken, NULL, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(truncate("table.raw", 10001), 0);
    assert_int_equal(take_table(file, &tensor, &taken, NULL, NULL, &error), GATHER_STATUS_IO);
    assert_true(error.has & GATHER_ERROR_HAS_AT);
    assert_int_equal(error.at, 10001);
    assert_string_equal(error.reason, "the file has become shorter since it was opened");
    gather_file_close(file);
}

static int cut_short(void *context, int64_t done, int64_t total)
{
    (void)context, (void)total;
    return done == 0 && truncate("table.raw", 4096) != 0;
}

/* What is read is an error, and no signal. */
static void test_hostile_41_cut_short_while_it_is_read(void **state)
{
    const struct gather_take_options options = {.size = sizeof options, .progress = cut_short};
    struct gather_tensor tensor;
    struct gather_layout taken;
    struct gather_error error = {0};
    struct gather_file *file = open_table_as(&tensor, &taken, 0);
    (void)state;
    assert_int_equal(take_table(file, &tensor, &taken, &options, NULL, &error), GATHER_STATUS_IO);
    assert_true(error.has & GATHER_ERROR_HAS_AT);
    assert_int_equal(error.at, 4096);
    gather_file_close(file);
}

static void take_what_is_cut_short(void)
{
    const struct gather_take_options options = {.size = sizeof options, .progress = cut_short};
    struct gather_tensor tensor;
    struct gather_layout taken;
    struct gather_file *file = open_table(&tensor, &taken);
    (void)signal(SIGBUS, SIG_DFL); /* the test library has its own */
    enum gather_status status = take_table(file, &tensor, &taken, &options, NULL, NULL);
    end_child(status == GATHER_STATUS_OK);
}

/* What is mapped is one, as the header warns. */
static void test_hostile_41_cut_short_while_it_is_taken(void **state)
{
    int ended = 0;
    (void)state;
    pid_t child = fork();
    if (child == 0)
        take_what_is_cut_short();
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended));
    assert_int_equal(WTERMSIG(ended), SIGBUS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_where_the_disk_is_waited_for),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_threads_and_progress),
        cmocka_unit_test(test_what_cant_be_mapped),
        cmocka_unit_test(test_hostile_41_cut_short_before_a_take),
        cmocka_unit_test(test_hostile_41_cut_short_while_it_is_read),
        cmocka_unit_test(test_hostile_41_cut_short_while_it_is_taken),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
