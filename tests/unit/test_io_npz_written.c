/* SPDX-License-Identifier: Apache-2.0 */
/*
 * npz, written: read again, with arrays that begin at multiples of 64 and checks that fit; the wide fields of large
 * archives; what can't be written. And checks of stored arrays, compared where they are read whole.
 */
#define _XOPEN_SOURCE 700 /* pread, pwrite, ftruncate */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "io/npz_head.h"
#include "support/counted_malloc.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct gather_tensor tensor_of(const char *name, const char *layout)
{
    struct gather_tensor tensor = {.name = name};
    assert_int_equal(gather_layout_parse(&tensor.layout, layout, strlen(layout), GATHER_SPELLING_XLA, NULL),
                     GATHER_STATUS_OK);
    return tensor;
}

static enum gather_status write_tensors(const char *path, struct gather_tensor *tensors, size_t count,
                                        struct gather_error *error)
{
    struct gather_target *target = NULL;
    assert_int_equal(gather_target_create(&target, path, NULL), GATHER_STATUS_OK);
    enum gather_status status = gather_target_hold(target, GATHER_FILE_NPZ, tensors, count, error);
    for (size_t k = 0; k < count && status == GATHER_STATUS_OK; k++) {
        struct gather_buffer buffer = gather_target_buffer(target, &tensors[k]);
        for (uint64_t n = 0; n < buffer.bytes; n++)
            ((uint8_t *)buffer.data)[n] = (uint8_t)(16 * k + n);
    }
    if (status == GATHER_STATUS_OK)
        status = gather_target_commit(target, error);
    gather_target_destroy(target);
    return status;
}

/* ---- written and read ---------------------------------------------------------------------------- */

static void test_what_is_written_is_read_again(void **state)
{
    struct gather_tensor tensors[] = {tensor_of("a", "u8[3]"),         tensor_of("b/c \xc3\xa4", "f64[2]{0}"),
                                      tensor_of("", "f32[]"),          tensor_of("e", "u8[0,7]"),
                                      tensor_of("f", "s16[2,2]{0,1}"), tensor_of("h", "bf16[2,1]")};
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    (void)state;
    assert_int_equal(write_tensors("w.npz", tensors, COUNT_OF(tensors), &error), GATHER_STATUS_OK);
    assert_int_equal(gather_file_open(&file, "w.npz", GATHER_FILE_ANY, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), COUNT_OF(tensors));
    for (size_t k = 0; k < COUNT_OF(tensors); k++) {
        const char *name = k == 2 ? "tensor" : tensors[k].name;
        const struct gather_tensor *tensor = gather_file_find(file, name, strlen(name));
        uint8_t bytes[16] = {0};
        assert_non_null(tensor);
        assert_int_equal(tensor->offset, tensors[k].offset);
        assert_int_equal(tensor->offset % 64, 0);
        assert_int_equal(tensor->source, 0);
        if (tensors[k].layout.dtype != GATHER_DTYPE_BF16) /* of which numpy knows the width alone */
            assert_true(gather_layout_equal(&tensor->layout, &tensors[k].layout));
        assert_int_equal(gather_file_read(file, tensor, 0, bytes, (size_t)tensor->bytes, NULL),
                         GATHER_STATUS_OK); /* which compares the check */
        for (int64_t n = 0; n < tensor->bytes; n++)
            assert_int_equal(bytes[n], (uint8_t)(16 * k + (size_t)n));
    }
    gather_file_close(file);
}

static void test_no_tensors_at_all(void **state)
{
    struct gather_file *file = NULL;
    struct gather_tensor none;
    (void)state;
    assert_int_equal(write_tensors("w.npz", &none, 0, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_open(&file, "w.npz", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), 0);
    gather_file_close(file);
}

/* Members of a byte, named by their numbers. */
static void write_members(size_t count)
{
    enum { NAME_BYTES = 21 };
    struct gather_tensor one = tensor_of("", "u8[1]"), *tensors = calloc(count, sizeof *tensors);
    char *names = malloc(count * NAME_BYTES);
    assert_non_null(tensors);
    assert_non_null(names);
    for (size_t k = 0; k < count; k++) {
        tensors[k] = one;
        tensors[k].name = names + NAME_BYTES * k;
        (void)snprintf(names + NAME_BYTES * k, NAME_BYTES, "%zu", k);
    }
    assert_int_equal(write_tensors("w.npz", tensors, count, NULL), GATHER_STATUS_OK);
    free(names);
    free(tensors);
}

static void check_members(size_t count, const char *last)
{
    struct gather_file *file = NULL;
    uint8_t byte = 0;
    assert_int_equal(gather_file_open(&file, "w.npz", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), count);
    assert_int_equal(gather_file_read(file, gather_file_find(file, last, strlen(last)), 0, &byte, 1, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(byte, (uint8_t)(16 * (count - 1)));
    gather_file_close(file);
}

/* More members than the short end record can count. */
static void test_many_members(void **state)
{
    (void)state;
    write_members(66000);
    check_members(66000, "65999");
}

/* As many as it can just count, which others write without the wide one. */
static void test_as_many_members_as_are_counted(void **state)
{
    enum { END_BYTES = 22, WIDE_BYTES = 56 + 20 };
    uint8_t end[END_BYTES];
    (void)state;
    write_members(65535);
    check_members(65535, "65534");
    int file = open("w.npz", O_RDWR);
    const off_t bytes = lseek(file, 0, SEEK_END);
    assert_int_equal(pread(file, end, END_BYTES, bytes - END_BYTES), END_BYTES);
    assert_int_equal(pwrite(file, end, END_BYTES, bytes - END_BYTES - WIDE_BYTES), END_BYTES);
    assert_int_equal(ftruncate(file, bytes - WIDE_BYTES), 0);
    assert_int_equal(close(file), 0);
    check_members(65535, "65534");
}

/* ---- wide numbers -------------------------------------------------------------------------------- */

static uint64_t number(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    for (int k = 0; k < count; k++)
        value |= (uint64_t)bytes[k] << (8 * k);
    return value;
}

/* The head of an archive beyond 4 GiB, whose arrays nobody writes: sizes and places stand in wide fields. */
static void test_large_arrays(void **state)
{
    struct gather_tensor tensors[] = {tensor_of("a", "u8[4294967295]"), tensor_of("b", "u8[7]")};
    struct gather__head head = {NULL, 0, 0};
    (void)state;
    assert_int_equal(gather__npz_head(tensors, 2, &head, NULL), GATHER_STATUS_OK);
    int64_t size = INT64_C(4294967295) + 128, begin = tensors[0].offset + tensors[0].bytes;
    const uint8_t *local = head.bytes;
    assert_int_equal(tensors[0].offset % 64, 0);
    assert_int_equal(tensors[1].offset % 64, 0);
    assert_int_equal(number(local + 18, 4), 0xFFFFFFFF);
    assert_int_equal(number(local + 22, 4), 0xFFFFFFFF);
    assert_int_equal(number(local + 30 + 5, 2), 1);
    assert_int_equal(number(local + 30 + 5 + 4, 8), size);
    assert_int_equal(number(local + 30 + 5 + 12, 8), size);
    const uint8_t *second = head.bytes + tensors[0].offset; /* what stands behind the first array */
    assert_int_equal(number(second, 4), 0x04034b50);
    assert_int_equal(number(second + 22, 4), 128 + 7);
    const uint8_t *entry = second + (tensors[1].offset - begin);
    assert_int_equal(number(entry, 4), 0x02014b50);
    assert_int_equal(number(entry + 24, 4), 0xFFFFFFFF);
    assert_int_equal(number(entry + 42, 4), 0);
    assert_int_equal(number(entry + 46 + 5 + 4, 8), size);
    entry += 46 + 5 + 20;
    assert_int_equal(number(entry, 4), 0x02014b50);
    assert_int_equal(number(entry + 24, 4), 128 + 7);
    assert_int_equal(number(entry + 42, 4), 0xFFFFFFFF);
    assert_int_equal(number(entry + 46 + 5 + 4, 8), begin);
    const uint8_t *wide_end = entry + 46 + 5 + 12;
    assert_int_equal(number(wide_end, 4), 0x06064b50);
    assert_int_equal(number(wide_end + 32, 8), 2);
    assert_int_equal(number(wide_end + 48, 8), tensors[1].offset + 7);
    assert_int_equal(number(wide_end + 56, 4), 0x07064b50);
    assert_int_equal(number(wide_end + 64, 8), tensors[1].offset + 7 + (wide_end - (entry - 71)));
    assert_ptr_equal(wide_end + 56 + 20 + 22, head.bytes + head.count);
    free(head.bytes);
}

/* ---- refused ------------------------------------------------------------------------------------- */

static void test_what_cant_be_written(void **state)
{
    static char long_name[65536];
    static const struct {
        const char *name, *layout;
        enum gather_status status;
    } rows[] = {
        {"a", "f32[2]{0:pad(3)=zero}", GATHER_STATUS_UNSUPPORTED},
        {"a", "f4e2m1fn[4]{0:E(4)}", GATHER_STATUS_UNSUPPORTED},
        {"a", "f32[2,3,4]{1,2,0}", GATHER_STATUS_UNSUPPORTED},
        {"a", "u8[9223372036854775807]", GATHER_STATUS_OVERFLOW},
        {"\xff", "u8[1]", GATHER_STATUS_UNSUPPORTED},
        {long_name, "u8[1]", GATHER_STATUS_UNSUPPORTED},
        {"twice", "u8[1]", GATHER_STATUS_ARGUMENT},
    };
    (void)state;
    int before = scratch_entries();
    memset(long_name, 'n', sizeof long_name - 1);
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        struct gather_error error = {0};
        struct gather_tensor tensors[] = {tensor_of("twice", "u8[1]"),
                                          tensor_of(rows[k].name, rows[k].layout)};
        assert_int_equal(write_tensors("w.npz", tensors, 2, &error), rows[k].status);
        assert_non_null(error.expected);
        assert_int_equal(error.part, 1);
        assert_int_equal(scratch_entries(), before);
    }
}

static void test_hostile_74_every_allocation_fails(void **state)
{
    bool all_succeeded = false;
    int failed = 0;
    (void)state;
    if (!MALLOC_CAN_FAIL)
        skip();
    int before = scratch_entries();
    for (long long k = 0; !all_succeeded; k++) {
        struct gather_tensor tensors[] = {tensor_of("a", "u8[3]"), tensor_of("b", "f32[2,2]")};
        struct gather_target *target = NULL;
        long long live = malloc_live;
        malloc_fails_after = k;
        enum gather_status status = gather_target_create(&target, "new.npz", NULL);
        if (status == GATHER_STATUS_OK)
            status = gather_target_hold(target, GATHER_FILE_NPZ, tensors, 2, NULL);
        gather_target_destroy(target);
        all_succeeded = malloc_fails_after >= 0;
        malloc_fails_after = -1;
        assert_int_equal(malloc_live, live);
        assert_int_equal(status, all_succeeded ? GATHER_STATUS_OK : GATHER_STATUS_NO_MEMORY);
        assert_int_equal(scratch_entries(), before);
        failed += !all_succeeded;
    }
    assert_true(failed >= 6);
}

/* A byte of each place of an archive changed: the array is then never read as it was not written. */
static void test_hostile_37_spoilt_archives(void **state)
{
    struct gather_tensor tensor = tensor_of("a", "u8[5]");
    static uint8_t bytes[512];
    (void)state;
    assert_int_equal(write_tensors("w.npz", &tensor, 1, NULL), GATHER_STATUS_OK);
    FILE *written = fopen("w.npz", "rb");
    assert_non_null(written);
    size_t count = fread(bytes, 1, sizeof bytes, written);
    (void)fclose(written);
    assert_true(count > 256 && count < sizeof bytes);
    for (size_t at = 0; at < count; at++) {
        struct gather_file *file = NULL;
        uint8_t got[5] = {0};
        static const uint8_t expected[] = {0, 1, 2, 3, 4};
        bytes[at] ^= 0x10;
        scratch_write("spoilt.npz", bytes, count);
        bytes[at] ^= 0x10;
        if (gather_file_open(&file, "spoilt.npz", GATHER_FILE_ANY, NULL) != GATHER_STATUS_OK)
            continue;
        const struct gather_tensor *found = gather_file_count(file) > 0 ? gather_file_tensor(file, 0) : NULL;
        if (found != NULL && found->bytes == 5 && found->layout.dtype == GATHER_DTYPE_U8 &&
            gather_file_read(file, found, 0, got, 5, NULL) == GATHER_STATUS_OK)
            assert_memory_equal(got, expected, 5);
        gather_file_close(file);
    }
}

/* A part of an array is read without its check; all of it is not. */
static void test_checks_of_stored_arrays(void **state)
{
    struct gather_tensor tensors[] = {tensor_of("a", "u8[3]"), tensor_of("b", "u8[3]")};
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    uint8_t got[3];
    (void)state;
    assert_int_equal(write_tensors("w.npz", tensors, 2, NULL), GATHER_STATUS_OK);
    FILE *written = fopen("w.npz", "r+b");
    assert_non_null(written);
    assert_int_equal(fseek(written, (long)tensors[1].offset + 1, SEEK_SET), 0);
    assert_int_equal(fputc('x', written), 'x');
    (void)fclose(written);
    assert_int_equal(gather_file_open(&file, "w.npz", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_read(file, gather_file_tensor(file, 0), 0, got, 3, NULL), GATHER_STATUS_OK);
    const struct gather_tensor *b = gather_file_tensor(file, 1);
    assert_int_equal(gather_file_read(file, b, 0, got, 2, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_read(file, b, 0, got, 3, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, tensors[1].offset);
    gather_file_close(file);
}

/* ---- formats that are not read ------------------------------------------------------------------- */

static void test_formats_that_are_not_read(void **state)
{
    static const struct {
        const char *name, *bytes, *reason;
    } rows[] = {
        {"a", "\x89HDF\r\n\x1a\n", "HDF5"},
        {"b.bin", "PAR1", "Parquet"},
        {"c.dat", "\x01\x01\x01\x01TFL3", "TensorFlow"},
        {"d.pt", "whatever", "PyTorch"},
        {"e.h5", "", "HDF5"},
        {"f.tflite", "TFL3", "TensorFlow"},
        {"g.parquet", "PAR", "Parquet"},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        struct gather_file *file = NULL;
        struct gather_error error = {0};
        scratch_write(rows[k].name, rows[k].bytes, strlen(rows[k].bytes));
        assert_int_equal(gather_file_open(&file, rows[k].name, GATHER_FILE_ANY, &error),
                         GATHER_STATUS_UNSUPPORTED);
        assert_non_null(strstr(error.reason, rows[k].reason));
        assert_non_null(error.expected);
        assert_int_equal(gather_file_open(&file, rows[k].name, GATHER_FILE_RAW, &error), GATHER_STATUS_OK);
        gather_file_close(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_written_is_read_again),
        cmocka_unit_test(test_no_tensors_at_all),
        cmocka_unit_test(test_many_members),
        cmocka_unit_test(test_as_many_members_as_are_counted),
        cmocka_unit_test(test_large_arrays),
        cmocka_unit_test(test_what_cant_be_written),
        cmocka_unit_test(test_hostile_37_spoilt_archives),
        cmocka_unit_test(test_hostile_74_every_allocation_fails),
        cmocka_unit_test(test_checks_of_stored_arrays),
        cmocka_unit_test(test_formats_that_are_not_read),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
