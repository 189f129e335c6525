/* SPDX-License-Identifier: Apache-2.0 */
/*
 * npz: members in place and unpacked, and the hostile list, D and line 65: archives that are cut off, spoilt,
 * or say two things. Each is refused with the byte where it stands in the file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/file_trial.h"
#include "support/memory_file.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"
#include "support/zip_by_hand.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct zip_by_hand zip;
static struct npy_by_hand npy;

static enum gather_status try_zip(struct gather_error *error)
{
    return file_trial_bytes(zip.bytes, zip.count, GATHER_FILE_NPZ, error);
}

/* An archive of a stored member "a", two numbers, and a deflated one "b", a hundred. */
static void make_small(bool wide)
{
    zip_begin(&zip, wide);
    npy_of_shape(&npy, "'<i2'", "(2,)", 4);
    zip_add(&zip, "a.npy", npy.bytes, npy.count, false);
    npy_of_shape(&npy, "'|u1'", "(10, 10)", 100);
    zip_add(&zip, "b.npy", npy.bytes, npy.count, true);
    zip_end(&zip);
}

static struct gather_file *open_zip(const struct gather_file_options *options)
{
    struct gather_file *file = NULL;
    struct gather_file_options wanted = {.size = sizeof wanted};
    if (options != NULL)
        wanted = *options;
    wanted.format = GATHER_FILE_NPZ;
    assert_int_equal(gather_file_open_with(&file, memory_file(zip.bytes, zip.count), &wanted, NULL),
                     GATHER_STATUS_OK);
    return file;
}

/* ---- reading ------------------------------------------------------------------------------------- */

static void check_small(void)
{
    uint8_t bytes[100];
    struct gather_file *file = open_zip(NULL);
    assert_int_equal(gather_file_format(file), GATHER_FILE_NPZ);
    assert_int_equal(gather_file_count(file), 2);
    assert_null(gather_file_tensor(file, 2));
    assert_null(gather_file_metadata(file, gather_file_metadata_count(file)));
    const struct gather_tensor *a = gather_file_find(file, "a", 1), *b = gather_file_find(file, "b", 1);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(a->source, 0);
    assert_int_equal(a->layout.dtype, GATHER_DTYPE_I16);
    assert_int_equal(gather_file_read(file, a, 1, bytes, 3, NULL), GATHER_STATUS_OK);
    assert_int_equal(bytes[0], 2);
    assert_memory_equal(bytes, zip.bytes + a->offset + 1, 3);
    assert_null(gather_file_source(file, b->source));
    assert_int_equal(b->layout.rank, 2);
    assert_int_equal(b->bytes, 100);
    assert_int_equal(gather_file_read(file, b, 90, bytes, 10, NULL), GATHER_STATUS_OK);
    assert_int_equal(bytes[9], 100);
    gather_file_close(file);
}

static void test_stored_in_place_and_deflated_in_memory(void **state)
{
    (void)state;
    make_small(false);
    check_small();
}

static void test_wide_archives(void **state)
{
    (void)state;
    make_small(true);
    check_small();
}

static void test_other_members(void **state)
{
    (void)state;
    zip_begin(&zip, false);
    zip_add(&zip, "folder/", "", 0, false);
    zip_add(&zip, "folder/note.txt", "hello", 5, false);
    zip_add(&zip, "empty", "", 0, true);
    zip_end(&zip);
    struct gather_file *file = open_zip(NULL);
    assert_int_equal(gather_file_count(file), 2);
    const struct gather_tensor *note = gather_file_tensor(file, 0);
    assert_string_equal(note->name, "folder/note.txt");
    assert_int_equal(note->untyped, 1);
    assert_int_equal(note->bytes, 5);
    gather_file_close(file);
    zip_begin(&zip, false);
    zip_end(&zip);
    file = open_zip(NULL);
    assert_int_equal(gather_file_count(file), 0);
    gather_file_close(file);
}

/* What is more than that is read in parts: test_io_deflated.c. */
static void test_memory_is_limited(void **state)
{
    struct gather_file_options options = {.size = sizeof options, .memory = 150};
    uint8_t bytes[100];
    (void)state;
    make_small(false);
    struct gather_file *file = open_zip(&options);
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(gather_file_read(file, gather_file_find(file, "a", 1), 0, bytes, 4, NULL),
                         GATHER_STATUS_OK);
        assert_int_equal(gather_file_read(file, gather_file_find(file, "b", 1), 0, bytes, 100, NULL),
                         GATHER_STATUS_OK);
        assert_int_equal(bytes[0], 1);
        assert_int_equal(bytes[99], 100);
    }
    gather_file_close(file);
}

static void test_recognised_by_its_bytes(void **state)
{
    struct gather_file *file = NULL;
    (void)state;
    make_small(false);
    scratch_write("blob", zip.bytes, zip.count);
    assert_int_equal(gather_file_open(&file, "blob", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_format(file), GATHER_FILE_NPZ);
    gather_file_close(file);
}

/* ---- the hostile list ---------------------------------------------------------------------------- */

static void test_hostile_36_every_prefix(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        make_small(wide != 0);
        assert_int_equal(file_trial_prefixes(zip.bytes, zip.count, GATHER_FILE_NPZ), 0);
    }
}

static void test_hostile_37_every_single_bit_flip(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        make_small(wide != 0);
        size_t opened = file_trial_bit_flips(zip.bytes, zip.count, GATHER_FILE_NPZ);
        assert_in_range(opened, 32, 8 * zip.count / 2); /* stored data, versions, times, attributes */
    }
}

static void test_hostile_38_empty_one_byte_only_magic(void **state)
{
    struct gather_error error;
    (void)state;
    for (size_t count = 0; count <= 4; count++)
        assert_int_equal(file_trial_bytes((const uint8_t *)"PK\x03\x04", count, GATHER_FILE_NPZ, &error),
                         GATHER_STATUS_FORMAT);
}

static void test_hostile_39_trailing_garbage_and_bytes_before(void **state)
{
    struct gather_error error;
    (void)state;
    make_small(false);
    zip.bytes[zip.count++] = 0;
    assert_int_equal(try_zip(&error), GATHER_STATUS_FORMAT);
    make_small(false);
    memmove(zip.bytes + 7, zip.bytes, zip.count);
    zip.count += 7;
    assert_int_equal(try_zip(&error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, zip.end + 7);
}

static void test_hostile_43_names(void **state)
{
    struct gather_error error;
    (void)state;
    make_small(false);
    zip.bytes[zip.header[1] + 30] = 'a'; /* twice "a", in both places */
    zip.bytes[zip.entry[1] + 46] = 'a';
    assert_int_equal(try_zip(&error), GATHER_STATUS_FORMAT);
    make_small(false);
    zip.bytes[zip.header[1] + 30] = '\0';
    zip.bytes[zip.entry[1] + 46] = '\0';
    assert_int_equal(try_zip(&error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, zip.entry[1]);
}

static void test_hostile_65_names_that_lead_elsewhere_are_only_names(void **state)
{
    (void)state;
    zip_begin(&zip, false);
    npy_of_shape(&npy, "'|u1'", "(3,)", 3);
    zip_add(&zip, "../../a.npy", npy.bytes, npy.count, true);
    zip_end(&zip);
    int before = scratch_entries();
    struct gather_file *file = open_zip(NULL);
    assert_string_equal(gather_file_tensor(file, 0)->name, "../../a");
    gather_file_close(file);
    assert_int_equal(scratch_entries(), before);
}

/* One number of an archive made another; at: in which of its parts the error is. */
struct lie {
    const char *what;
    enum { HEADER, ENTRY, END, WIDE_END, LOCATOR } part;
    size_t place;
    uint64_t number;
    int bytes;
    enum gather_status status;
};

static size_t part_of(int part)
{
    const size_t places[] = {zip.header[1], zip.entry[1], zip.end, zip.end - 76, zip.end - 20};
    return places[part];
}

static void refuse_lies(const struct lie *lies, size_t count, bool wide)
{
    for (size_t k = 0; k < count; k++) {
        struct gather_error error;
        make_small(wide);
        zip_put(&zip, part_of((int)lies[k].part) + lies[k].place, lies[k].number, lies[k].bytes);
        enum gather_status status = try_zip(&error);
        if (status != lies[k].status)
            fail_msg("%s: status %d at %d", lies[k].what, (int)status, (int)error.at);
    }
}

static void test_hostile_65_archives_that_say_two_things(void **state)
{
    static const struct lie lies[] = {
        {"the header of another member", ENTRY, 42, 0, 4, GATHER_STATUS_FORMAT},
        {"a header in the directory", ENTRY, 42, 0xFFFFFF, 4, GATHER_STATUS_FORMAT},
        {"a bomb", ENTRY, 24, 0x7FFFFFFF, 4, GATHER_STATUS_FORMAT},
        {"fewer bytes packed", ENTRY, 20, 3, 4, GATHER_STATUS_FORMAT},
        {"more bytes packed", ENTRY, 20, 0xFFFFFF, 4, GATHER_STATUS_FORMAT},
        {"another CRC", ENTRY, 16, 0x12345678, 4, GATHER_STATUS_FORMAT},
        {"stored, with deflated sizes", ENTRY, 10, 0, 2, GATHER_STATUS_FORMAT},
        {"another method", ENTRY, 10, 12, 2, GATHER_STATUS_FORMAT},
        {"encrypted", ENTRY, 8, 1, 2, GATHER_STATUS_UNSUPPORTED},
        {"no entry", ENTRY, 0, 0, 4, GATHER_STATUS_FORMAT},
        {"a name beyond the directory", ENTRY, 28, 0xFFFF, 2, GATHER_STATUS_FORMAT},
        {"another disk", ENTRY, 34, 1, 2, GATHER_STATUS_FORMAT},
        {"a wide size without its field", ENTRY, 24, 0xFFFFFFFF, 4, GATHER_STATUS_FORMAT},
        {"no header", HEADER, 0, 0, 4, GATHER_STATUS_FORMAT},
        {"another method in the header", HEADER, 8, 0, 2, GATHER_STATUS_FORMAT},
        {"another size in the header", HEADER, 18, 1, 4, GATHER_STATUS_FORMAT},
        {"another check in the header", HEADER, 14, 1, 4, GATHER_STATUS_FORMAT},
        {"another name in the header", HEADER, 30, 'c', 1, GATHER_STATUS_FORMAT},
        {"encrypted in the header", HEADER, 6, 1, 2, GATHER_STATUS_FORMAT},
        {"an extra field beyond the directory", HEADER, 28, 0xFFFF, 2, GATHER_STATUS_FORMAT},
        {"fewer entries", END, 8, 0x00010001, 4, GATHER_STATUS_FORMAT},
        {"more entries", END, 8, 0x00030003, 4, GATHER_STATUS_FORMAT},
        {"two disks", END, 4, 1, 2, GATHER_STATUS_FORMAT},
        {"a longer directory", END, 12, 0xFFFFFF, 4, GATHER_STATUS_FORMAT},
        {"a directory somewhere else", END, 16, 3, 4, GATHER_STATUS_FORMAT},
        {"a comment beyond the file", END, 20, 1, 2, GATHER_STATUS_FORMAT},
        {"a wide record that is not there", END, 16, 0xFFFFFFFF, 4, GATHER_STATUS_FORMAT},
    };
    (void)state;
    refuse_lies(lies, COUNT_OF(lies), false);
}

static void test_hostile_65_overlapped_entries(void **state)
{
    struct gather_error error;
    (void)state;
    make_small(false);
    memcpy(zip.bytes + zip.entry[1], zip.bytes + zip.entry[0], zip.entry[1] - zip.entry[0]);
    assert_int_equal(try_zip(&error), GATHER_STATUS_FORMAT);
    assert_true(error.at == (int64_t)zip.entry[0] || error.at == (int64_t)zip.entry[1]);
    assert_string_equal(error.expected, "a member that begins behind the one before it");
}

static void test_hostile_65_zip64_lies(void **state)
{
    static const struct lie lies[] = {
        {"another size in the end record", END, 12, 5, 4, GATHER_STATUS_FORMAT},
        {"another count in the end record", END, 8, 0x00010001, 4, GATHER_STATUS_FORMAT},
        {"a locator of another place", LOCATOR, 8, 0, 8, GATHER_STATUS_FORMAT},
        {"a locator beyond 2^63", LOCATOR, 8, UINT64_MAX, 8, GATHER_STATUS_FORMAT},
        {"no locator", LOCATOR, 0, 0, 4, GATHER_STATUS_FORMAT},
        {"no wide record", WIDE_END, 0, 0, 4, GATHER_STATUS_FORMAT},
        {"a longer wide record", WIDE_END, 4, 45, 8, GATHER_STATUS_FORMAT},
        {"entries beyond the directory", WIDE_END, 32, UINT64_C(1) << 40, 8, GATHER_STATUS_FORMAT},
        {"a directory of 2^64 - 1", WIDE_END, 40, UINT64_MAX, 8, GATHER_STATUS_FORMAT},
        {"a directory that wraps", WIDE_END, 48, UINT64_C(1) << 63, 8, GATHER_STATUS_FORMAT},
        {"a size of 2^63", ENTRY, 55, UINT64_C(1) << 63, 8, GATHER_STATUS_FORMAT},
        {"packed bytes up to 2^63", ENTRY, 63, INT64_MAX, 8, GATHER_STATUS_FORMAT},
        {"a header at 2^63 - 1", ENTRY, 71, INT64_MAX, 8, GATHER_STATUS_FORMAT},
        {"a field too short", ENTRY, 53, 8, 2, GATHER_STATUS_FORMAT},
    };
    (void)state;
    refuse_lies(lies, COUNT_OF(lies), true);
}

/* Sizes that stand behind the data are those of the directory. */
static void test_hostile_65_data_descriptor(void **state)
{
    struct gather_error error;
    (void)state;
    make_small(false);
    zip_put(&zip, zip.header[1] + 6, 8, 2);
    zip_put(&zip, zip.header[1] + 14, 0, 8);
    zip_put(&zip, zip.header[1] + 22, 0, 4);
    assert_int_equal(try_zip(&error), GATHER_STATUS_OK);
    zip_put(&zip, zip.header[1] + 18, 1, 4);
    assert_int_equal(try_zip(&error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, zip.header[1]);
}

static void test_hostile_65_wrong_crc_is_found_when_it_is_read(void **state)
{
    struct gather_error error = {0};
    uint8_t bytes[100];
    (void)state;
    make_small(false);
    zip_put(&zip, zip.header[1] + 14, 1, 4);
    zip_put(&zip, zip.entry[1] + 16, 1, 4);
    struct gather_file *file = open_zip(NULL);
    assert_int_equal(gather_file_read(file, gather_file_find(file, "b", 1), 0, bytes, 1, &error),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, zip.data[1]);
    gather_file_close(file);
}

/* Errors of an .npy inside stand where its bytes do. */
static void test_hostile_63_members_that_are_no_npy(void **state)
{
    struct gather_error error;
    (void)state;
    for (int deflated = 0; deflated < 2; deflated++) {
        zip_begin(&zip, false);
        npy_of_shape(&npy, "'<i2'", "(-1,)", 4);
        zip_add(&zip, "a.npy", npy.bytes, npy.count, deflated != 0);
        zip_end(&zip);
        assert_int_equal(try_zip(&error), GATHER_STATUS_FORMAT);
        assert_true(deflated ? error.at == (int64_t)zip.data[0] : error.at > (int64_t)zip.data[0] + 40);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stored_in_place_and_deflated_in_memory),
        cmocka_unit_test(test_wide_archives),
        cmocka_unit_test(test_other_members),
        cmocka_unit_test(test_memory_is_limited),
        cmocka_unit_test(test_recognised_by_its_bytes),
        cmocka_unit_test(test_hostile_36_every_prefix),
        cmocka_unit_test(test_hostile_37_every_single_bit_flip),
        cmocka_unit_test(test_hostile_38_empty_one_byte_only_magic),
        cmocka_unit_test(test_hostile_39_trailing_garbage_and_bytes_before),
        cmocka_unit_test(test_hostile_43_names),
        cmocka_unit_test(test_hostile_63_members_that_are_no_npy),
        cmocka_unit_test(test_hostile_65_names_that_lead_elsewhere_are_only_names),
        cmocka_unit_test(test_hostile_65_archives_that_say_two_things),
        cmocka_unit_test(test_hostile_65_overlapped_entries),
        cmocka_unit_test(test_hostile_65_zip64_lies),
        cmocka_unit_test(test_hostile_65_data_descriptor),
        cmocka_unit_test(test_hostile_65_wrong_crc_is_found_when_it_is_read),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
