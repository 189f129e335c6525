/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hostile list, D and G: files that are cut off, spoilt, of the wrong kind, or lie. Each is refused with
 * a status, the byte where it went wrong, and what was expected there; or it is a file, and all of it can be
 * read.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/child_process.h"
#include "support/memory_file.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { UNUSED_USER = 54321 };

static struct npy_by_hand npy;

/* Opens what is there, reads all of it, closes it. */
static enum gather_status try_file(const char *path, struct gather_error *error)
{
    struct gather_file *file = NULL;
    memset(error, 0, sizeof *error);
    enum gather_status status = gather_file_open(&file, path, GATHER_FILE_NPY, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_tensor *tensor = gather_file_tensor(file, 0);
    uint8_t *all = malloc((size_t)tensor->bytes + 1);
    assert_non_null(all);
    status = gather_file_read(file, tensor, 0, all, (size_t)tensor->bytes, error);
    free(all);
    gather_file_close(file);
    return status;
}

/* The same with bytes; a refusal says where, within the file or at its end, and what was expected. */
static enum gather_status try_bytes(const uint8_t *bytes, size_t count, struct gather_error *error)
{
    enum gather_status status = try_file(memory_file(bytes, count), error);
    if (status == GATHER_STATUS_OK)
        return status;
    assert_int_equal(error->status, status);
    assert_true(error->has & GATHER_ERROR_HAS_AT);
    assert_in_range(error->at, 0, count);
    assert_non_null(error->expected);
    return status;
}

static const char *const seeds[] = {
    "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
    "{'descr': '>c16', 'fortran_order': True, 'shape': (1, 1), }   \n",
    "{'descr': '|b1', 'fortran_order': False, 'shape': (24,), }",
};

static void make_seed(size_t k, int version)
{
    static const size_t data[] = {24, 16, 24};
    npy_by_hand(&npy, version, seeds[k], data[k]);
}

static void test_hostile_36_every_prefix(void **state)
{
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(seeds); k++)
        for (int version = 1; version <= 3; version++) {
            make_seed(k, version);
            assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_OK);
            for (size_t count = 0; count < npy.count; count++)
                assert_int_equal(try_bytes(npy.bytes, count, &error), GATHER_STATUS_FORMAT);
        }
}

static void test_hostile_37_every_single_bit_flip(void **state)
{
    int statuses[GATHER_STATUS_COUNT] = {0};
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(seeds); k++) {
        make_seed(k, 1);
        for (size_t bit = 0; bit < 8 * npy.count; bit++) {
            npy.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            statuses[try_bytes(npy.bytes, npy.count, &error)]++;
            npy.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
    assert_true(statuses[GATHER_STATUS_OK] >= 8 * (24 + 16 + 24)); /* those of the data, at least */
    assert_true(statuses[GATHER_STATUS_FORMAT] > statuses[GATHER_STATUS_OK]);
    assert_int_equal(statuses[GATHER_STATUS_IO] + statuses[GATHER_STATUS_NO_MEMORY], 0);
}

static void test_hostile_38_empty_one_byte_only_magic(void **state)
{
    struct gather_error error;
    (void)state;
    assert_int_equal(try_bytes((const uint8_t *)"", 0, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 0);
    assert_int_equal(try_bytes((const uint8_t *)"\x93", 1, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 1);
    assert_int_equal(try_bytes((const uint8_t *)"{", 1, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 0);
    assert_int_equal(try_bytes((const uint8_t *)"\x93NUMPY", 6, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 6);
    assert_int_equal(try_bytes((const uint8_t *)"\x93NUMPI\1\0", 8, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 5);
}

/* numpy.save twice into one file, and bytes that somebody appended. */
static void test_hostile_39_trailing_garbage_or_second_header(void **state)
{
    struct gather_error error;
    (void)state;
    make_seed(0, 1);
    size_t end = npy.count;
    memcpy(npy.bytes + end, npy.bytes, end);
    assert_int_equal(try_bytes(npy.bytes, 2 * end, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, end);
    assert_int_equal(try_bytes(npy.bytes, end + 1, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, end);
}

static void check_no_file(const char *path, const char *reason)
{
    static const int32_t formats[] = {GATHER_FILE_NPY, GATHER_FILE_RAW};
    for (size_t k = 0; k < COUNT_OF(formats); k++) {
        struct gather_file *file = NULL;
        struct gather_error error = {0};
        assert_int_equal(gather_file_open(&file, path, formats[k], &error), GATHER_STATUS_IO);
        assert_null(file);
        assert_non_null(error.reason);
        if (reason != NULL)
            assert_string_equal(error.reason, reason);
    }
}

static bool is_refused_without_permission(void *argument)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    (void)argument;
    if (geteuid() == 0 && setuid(UNUSED_USER) != 0)
        return false;
    return gather_file_open(&file, "secret", GATHER_FILE_RAW, &error) == GATHER_STATUS_IO &&
           strcmp(error.reason, "Permission denied") == 0;
}

static void test_hostile_40_fifo_device_folder_proc_socket_unreadable(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_true(descriptor >= 0 && bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0);
    check_no_file("fifo", "it is a pipe"); /* and nobody writes to it: it would be waited for */
    check_no_file("socket", NULL);
    check_no_file(".", "it is a directory");
    check_no_file("/dev/zero", "it is a device");
    check_no_file("/dev/null", "it is a device");
    check_no_file("/proc/version", "the system does not tell its length");
    check_no_file("none", "No such file or directory");
    check_no_file("", "No such file or directory");
    check_no_file("fifo/none", "Not a directory");
    assert_int_equal(symlink("loop", "loop"), 0);
    check_no_file("loop", "Too many levels of symbolic links");
    close(descriptor);
    scratch_write("secret", "secret", 6);
    assert_int_equal(chmod("secret", 0), 0);
    assert_int_equal(chmod(".", 0755), 0);
    assert_true(succeeds_in_child(is_refused_without_permission, NULL));
}

static void test_hostile_41_shrinking_and_growing_while_read(void **state)
{
    uint8_t got[24];
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    (void)state;
    make_seed(0, 1);
    scratch_write("h.npy", npy.bytes, npy.count);
    assert_int_equal(gather_file_open(&file, "h.npy", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    const struct gather_tensor *tensor = gather_file_tensor(file, 0);
    assert_int_equal(truncate("h.npy", (off_t)npy.count + 5000), 0);
    assert_int_equal(gather_file_read(file, tensor, 0, got, sizeof got, &error), GATHER_STATUS_OK);
    assert_memory_equal(got, npy.bytes + npy.data, sizeof got);
    assert_int_equal(truncate("h.npy", (off_t)npy.data + 10), 0);
    assert_int_equal(gather_file_read(file, tensor, 0, got, 10, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_file_read(file, tensor, 0, got, sizeof got, &error), GATHER_STATUS_IO);
    assert_string_equal(error.reason, "the file has become shorter while it was read");
    assert_int_equal(error.at, npy.data + 10);
    assert_int_equal(truncate("h.npy", 0), 0);
    assert_int_equal(gather_file_read(file, tensor, 4, got, 4, &error), GATHER_STATUS_IO);
    assert_int_equal(error.at, npy.data + 4);
    gather_file_close(file);
}

static int shrink_after_first(void *context, int64_t done, int64_t total)
{
    (void)context;
    return done > 0 && done < total && truncate("big", 1000) != 0;
}

/* A file of 4 MB that loses all but its beginning when the first slab has been moved. */
static void test_hostile_41_shrinking_while_relaid(void **state)
{
    static uint8_t output[4 << 20];
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    struct gather_layout layout;
    struct gather_relayout_options options = {sizeof options, 1 << 16, NULL, shrink_after_first, NULL};
    struct gather_buffer buffer = {output, sizeof output};
    (void)state;
    scratch_write_sparse("big", 4 << 20);
    assert_int_equal(gather_layout_parse(&layout, "f32[1024,1024]", 14, GATHER_SPELLING_ANY, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_file_open(&file, "big", GATHER_FILE_RAW, NULL), GATHER_STATUS_OK);
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    assert_int_equal(gather_tensor_lay(&tensor, &layout, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_io_relayout(file, &tensor, &layout, buffer, &options, NULL, &error),
                     GATHER_STATUS_IO);
    assert_string_equal(error.reason, "the file has become shorter while it was read");
    gather_file_close(file);
}

/* ---- sizes that lie ------------------------------------------------------------------------------ */

#if defined(__SANITIZE_ADDRESS__)
#define LIMITS_MEMORY false /* the sanitizer reserves terabytes */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define LIMITS_MEMORY false
#endif
#endif
#ifndef LIMITS_MEMORY
#define LIMITS_MEMORY true
#endif

static void limit_memory(void)
{
    struct rlimit limit = {64 << 20, 64 << 20};
    if (LIMITS_MEMORY && setrlimit(RLIMIT_AS, &limit) != 0)
        end_child(false);
}

/* In a child, so without asserts. */
static bool refuses_sizes_beyond_the_file(void *argument)
{
    static const struct {
        const char *shape;
        enum gather_status status;
    } rows[] = {
        {"(7,)", GATHER_STATUS_FORMAT},
        {"(1000000000000,)", GATHER_STATUS_FORMAT},
        {"(2305843009213693951,)", GATHER_STATUS_FORMAT},   /* 2^61-1: the bytes still fit */
        {"(2305843009213693952,)", GATHER_STATUS_OVERFLOW}, /* 2^61: 2^63 bytes */
        {"(4294967296, 4294967296)", GATHER_STATUS_OVERFLOW},
        {"(4194304, 4194304, 4194304)", GATHER_STATUS_OVERFLOW}, /* 2^66 wraps to 4 in 64 bits */
        {"(9223372036854775808,)", GATHER_STATUS_OVERFLOW},
        {"(99999999999999999999,)", GATHER_STATUS_OVERFLOW},
        {"(0, 4)", GATHER_STATUS_FORMAT}, /* nothing, and yet 24 bytes of it */
    };
    struct gather_error error;
    (void)argument;
    limit_memory();
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        npy_of_shape(&npy, "'<f4'", rows[k].shape, 24);
        scratch_write("lie.npy", npy.bytes, npy.count);
        if (try_file("lie.npy", &error) != rows[k].status || !(error.has & GATHER_ERROR_HAS_AT))
            return false;
    }
    return true;
}

/* A header of almost 4 GiB: in a file without it, and in a sparse file that has it. */
static bool refuses_huge_headers(void *argument)
{
    static const uint8_t start[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0xF0, 0xFF, 0xFF, 0xFF, '{', '}'};
    struct gather_error error;
    (void)argument;
    limit_memory();
    scratch_write("huge.npy", start, sizeof start);
    if (try_file("huge.npy", &error) != GATHER_STATUS_FORMAT || error.at != 8)
        return false;
    return truncate("huge.npy", INT64_C(5) << 30) == 0 &&
           try_file("huge.npy", &error) == GATHER_STATUS_FORMAT && error.at == 8;
}

static void test_hostile_42_declared_size_beyond_the_file(void **state)
{
    (void)state;
    assert_true(succeeds_in_child(refuses_sizes_beyond_the_file, NULL));
    assert_true(succeeds_in_child(refuses_huge_headers, NULL));
}

/* ---- headers ------------------------------------------------------------------------------------- */

/* A dictionary that is refused at the first place where `where` stands in it; NULL: at its end. */
static void check_dictionary(const char *dictionary, const char *where, enum gather_status expected)
{
    struct gather_error error;
    npy_by_hand(&npy, 1, dictionary, 24);
    const char *place = where != NULL ? strstr(dictionary, where) : dictionary + strlen(dictionary);
    assert_non_null(place);
    enum gather_status status = try_bytes(npy.bytes, npy.count, &error);
    if (status != expected || error.at != (int64_t)npy.header + (place - dictionary))
        fail_msg("%s: %s at %d", dictionary, gather_status_name(status), (int)error.at - (int)npy.header);
}

/* A shape that is refused at a place in it. */
static void check_shape(const char *shape, const char *where, enum gather_status expected)
{
    char dictionary[256];
    snprintf(dictionary, sizeof dictionary, "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }\n",
             shape);
    char *place = strstr(dictionary, shape);
    check_dictionary(dictionary, strstr(place, where), expected);
}

static void test_hostile_43_names_and_bytes_in_the_header(void **state)
{
    struct gather_error error;
    (void)state;
    check_dictionary("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}",
                     "'descr': '<f4', 'f", GATHER_STATUS_FORMAT);
    check_dictionary("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'shape': (6,)}",
                     "'shape': (6", GATHER_STATUS_FORMAT);
    check_dictionary("{'descr\xc3\xa4': '<f4', 'fortran_order': False, 'shape': (2, 3)}", "'descr",
                     GATHER_STATUS_FORMAT);
    check_dictionary("{'\xff\xfe': '<f4', 'fortran_order': False, 'shape': (2, 3)}", "'\xff",
                     GATHER_STATUS_FORMAT);
    check_dictionary("{'\xc0\xae': '<f4'}", "'\xc0", GATHER_STATUS_FORMAT); /* overlong */
    check_dictionary("{'\xe2\x80\xae': '<f4'}", "'\xe2",
                     GATHER_STATUS_FORMAT); /* turns the direction of writing */
    check_dictionary("{'descr': '<f4\xe2\x80\xae', 'fortran_order': False, 'shape': (2, 3)}", "'<f4",
                     GATHER_STATUS_FORMAT);
    npy_of_shape(&npy, "'<f4'", "(2, 3)", 24);
    for (size_t k = npy.header; k < npy.data; k++) { /* a NUL at each place */
        uint8_t kept = npy.bytes[k];
        npy.bytes[k] = 0;
        assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_FORMAT);
        npy.bytes[k] = kept;
    }
}

/* A key of 10 MB, in a file that has all of it. */
static void test_hostile_43_name_of_10_mb(void **state)
{
    enum { MANY = 10 << 20 };
    struct gather_error error;
    uint8_t *bytes = malloc(MANY);
    (void)state;
    assert_non_null(bytes);
    memset(bytes, 'a', MANY);
    memcpy(bytes, "\x93NUMPY\x02\x00", 8);
    for (int k = 0; k < 4; k++)
        bytes[8 + k] = (uint8_t)((MANY - 12) >> (8 * k));
    memcpy(bytes + 12, "{'", 2);
    assert_int_equal(try_bytes(bytes, MANY, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 8);
    free(bytes);
}

static void test_hostile_61_lengths_of_the_header(void **state)
{
    struct gather_error error;
    static const uint8_t empty[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 0, 0};
    static const uint8_t longest[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 0xFF, 0xFF, '{', '}'};
    (void)state;
    assert_int_equal(try_bytes(empty, sizeof empty, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 10);
    assert_int_equal(try_bytes(longest, sizeof longest, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 8);
    for (int blanks = 0; blanks < 130; blanks++) { /* not a multiple of 64: as numpy, it is read */
        char dictionary[256];
        snprintf(dictionary, sizeof dictionary,
                 "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}%*s", blanks, "");
        npy_by_hand(&npy, 1, dictionary, 24);
        assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_OK);
    }
    make_seed(0, 1);
    npy.bytes[8]--; /* the last byte of the header becomes the first of the data */
    assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_FORMAT);
    make_seed(0, 1);
    npy.bytes[8]++;
    assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_FORMAT);
    npy_by_hand(&npy, 2, seeds[0], 24);
    npy.bytes[11] = 1; /* 16 MiB more, and they are there */
    scratch_write("longer.npy", npy.bytes, npy.count);
    assert_int_equal(truncate("longer.npy", (1 << 24) + (off_t)npy.count), 0);
    assert_int_equal(try_file("longer.npy", &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 8);
}

static void test_hostile_61_all_65535_bytes(void **state)
{
    struct gather_error error;
    static char dictionary[65536];
    (void)state;
    memset(dictionary, ' ', 65535);
    memcpy(dictionary, seeds[0], strlen(seeds[0]));
    npy_by_hand(&npy, 1, dictionary, 24);
    assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_OK);
}

static void test_hostile_62_versions(void **state)
{
    static const int bad[] = {0, 4, 5, 127, 255};
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        make_seed(0, 1);
        npy.bytes[6] = (uint8_t)bad[k];
        assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_FORMAT);
        assert_int_equal(error.at, 6);
    }
    make_seed(0, 1);
    npy.bytes[7] = 1; /* 1.1 */
    assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 6);
}

static void check_long_sizes(int version, enum gather_status expected)
{
    struct gather_error error;
    npy_by_hand(&npy, version, "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }\n", 24);
    assert_int_equal(try_bytes(npy.bytes, npy.count, &error), expected);
}

static void test_hostile_63_shapes(void **state)
{
    (void)state;
    check_shape("(-1,)", "-1", GATHER_STATUS_FORMAT);
    check_shape("(True,)", "True", GATHER_STATUS_FORMAT);
    check_shape("(5l,)", "l", GATHER_STATUS_FORMAT);
    check_shape("(5LL,)", "L,", GATHER_STATUS_FORMAT);
    check_shape("(L5,)", "L", GATHER_STATUS_FORMAT);
    check_long_sizes(1, GATHER_STATUS_OK);
    check_long_sizes(2, GATHER_STATUS_OK);
    check_long_sizes(3, GATHER_STATUS_FORMAT); /* Python 2 wrote none, and numpy reads none */
    check_shape("(6)", ")", GATHER_STATUS_FORMAT);
    check_shape("(2 3)", "3", GATHER_STATUS_FORMAT);
    check_shape("((2, 3),)", "(2", GATHER_STATUS_FORMAT);
    check_shape("(2, (3,))", "(3", GATHER_STATUS_FORMAT);
    check_shape("[2, 3]", "[", GATHER_STATUS_FORMAT);
    check_shape("6", "6", GATHER_STATUS_FORMAT);
    check_shape("(,)", ",", GATHER_STATUS_FORMAT);
    check_shape("(2,,3)", ",3", GATHER_STATUS_FORMAT);
    check_shape("(2, 3", "}", GATHER_STATUS_FORMAT); /* never closed: a third size is missing */
    check_shape("(+2, 3)", "+", GATHER_STATUS_FORMAT);
    check_shape("(2., 3)", ".", GATHER_STATUS_FORMAT);
    check_shape("(2e0, 3)", "e", GATHER_STATUS_FORMAT);
    check_shape("(0x2, 3)", "x", GATHER_STATUS_FORMAT);
    check_shape("(1_0, 3)", "_", GATHER_STATUS_FORMAT);
    check_shape("('2', 3)", "'2", GATHER_STATUS_FORMAT);
    check_shape("None", "None", GATHER_STATUS_FORMAT);
    check_shape("(9223372036854775808,)", "9223", GATHER_STATUS_OVERFLOW);
    check_shape("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,3,1)", "1)", GATHER_STATUS_RANK);
}

static void test_hostile_63_ten_thousand_dimensions(void **state)
{
    static char dictionary[70000] = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
    struct gather_error error;
    size_t length = strlen(dictionary);
    (void)state;
    for (int d = 0; d < 10000; d++, length += 3)
        memcpy(dictionary + length, "1, ", 3);
    memcpy(dictionary + length, ")}", 3);
    npy_by_hand(&npy, 1, dictionary, 4);
    assert_int_equal(try_bytes(npy.bytes, 10 + 65535, &error), GATHER_STATUS_RANK);
    assert_int_equal(error.at, 10 + 51 + 16 * 3);
    static char brackets[70000] = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
    memset(brackets + strlen(brackets), '(', 60000);
    npy_by_hand(&npy, 1, brackets, 4);
    assert_int_equal(try_bytes(npy.bytes, npy.count, &error), GATHER_STATUS_FORMAT);
}

static void check_descr(const char *descr, enum gather_status expected)
{
    struct gather_error error;
    npy_of_shape(&npy, descr, "(2, 3)", 24);
    enum gather_status status = try_bytes(npy.bytes, npy.count, &error);
    if (status != expected)
        fail_msg("%s: %s", descr, gather_status_name(status));
    if (status != GATHER_STATUS_OK)
        assert_int_equal(error.at, npy.header + strlen("{'descr': "));
}

static void test_hostile_64_types(void **state)
{
    static const char *const unsupported[] = {
        "'|O'",      "[('a', '<f4'), ('b', '<i8')]",
        "[]",        "('<f4', (2,))",
        "'|S0'",     "'|S7'",
        "'<U5'",     "'|a3'",
        "'<M8[ns]'", "'<m8[D]'",
        "'<M8'",     "'|V0'",
        "'|V'",      "'|V3'",
        "'|V16'",    "'>V2'",
        "'<f16'",    "'<f12'",
        "'<c32'",    "'|O8'",
        "'O'",       "'f1'",
        "'=f1'",     "'S3'",
        "'f16'",     "'=M8[ns]'",
        "'<g'",      "'G'",
        "'>c24'",
    };
    static const char *const malformed[] = {
        "''",    "'<'",       "'='",    "'!f4'",   "'==f4'", "'<f3x'",  "'<i3'",  "'<b2'",
        "'<x4'", "'<f4 '",    "' <f4'", "'<f4",    "<f4",    "None",    "4",      "{}",
        "'<F4'", "'float32'", "b'<f4'", "u '<f4'", "u",      "uu'<f4'", "ur'f4'", "'D16'",
        "'q8'",  "'?1'",      "'<l'",   "'x'",     "'qq'",   "'i0'",    "'<f5'",  "'<f0'",
        "'<c3'", "'f99'",     "'c4'",   "'<f160'", "'g16'",
    };
    static const char *const fine[] = {"'<f4'", "'>f4'", "\"<f4\"", "'f4'",   "'=f4'",
                                       "'|f4'", "'<f'",  "'f'",     "u'<f4'", "U\"f4\""};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(unsupported); k++)
        check_descr(unsupported[k], GATHER_STATUS_UNSUPPORTED);
    for (size_t k = 0; k < COUNT_OF(malformed); k++)
        check_descr(malformed[k], GATHER_STATUS_FORMAT);
    for (size_t k = 0; k < COUNT_OF(fine); k++)
        check_descr(fine[k], GATHER_STATUS_OK);
}

static void test_hostile_64_order_of_elements(void **state)
{
    static const char *const bad[] = {"true", "1", "'True'", "None", "Truee", "(True)"};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        char dictionary[256];
        snprintf(dictionary, sizeof dictionary, "{'descr': '<f4', 'fortran_order': %s, 'shape': (2, 3)}",
                 bad[k]);
        check_dictionary(dictionary, k == 4 ? "e, 'shape" : bad[k], GATHER_STATUS_FORMAT);
    }
}

static void test_dictionaries_that_are_none(void **state)
{
    (void)state;
    check_dictionary("", NULL, GATHER_STATUS_FORMAT);
    check_dictionary("{", NULL, GATHER_STATUS_FORMAT);
    check_dictionary("{}", NULL, GATHER_STATUS_FORMAT);
    check_dictionary("{'descr': '<f4', 'fortran_order': False}", NULL, GATHER_STATUS_FORMAT);
    check_dictionary("{'descr' '<f4'}", "'<f4", GATHER_STATUS_FORMAT);
    check_dictionary("{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3)}", "'fortran",
                     GATHER_STATUS_FORMAT);
    check_dictionary("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)", NULL, GATHER_STATUS_FORMAT);
    check_dictionary("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} {}", "{}",
                     GATHER_STATUS_FORMAT);
    check_dictionary("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}", "'x'",
                     GATHER_STATUS_FORMAT);
    check_dictionary("{,}", ",", GATHER_STATUS_FORMAT);
    check_dictionary("{'descr': '<f4',, 'fortran_order': False, 'shape': (2, 3)}", ", 'fort",
                     GATHER_STATUS_FORMAT);
    check_dictionary("__import__('os')", "_", GATHER_STATUS_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_36_every_prefix),
        cmocka_unit_test(test_hostile_37_every_single_bit_flip),
        cmocka_unit_test(test_hostile_38_empty_one_byte_only_magic),
        cmocka_unit_test(test_hostile_39_trailing_garbage_or_second_header),
        cmocka_unit_test(test_hostile_40_fifo_device_folder_proc_socket_unreadable),
        cmocka_unit_test(test_hostile_41_shrinking_and_growing_while_read),
        cmocka_unit_test(test_hostile_41_shrinking_while_relaid),
        cmocka_unit_test(test_hostile_42_declared_size_beyond_the_file),
        cmocka_unit_test(test_hostile_43_names_and_bytes_in_the_header),
        cmocka_unit_test(test_hostile_43_name_of_10_mb),
        cmocka_unit_test(test_hostile_61_lengths_of_the_header),
        cmocka_unit_test(test_hostile_61_all_65535_bytes),
        cmocka_unit_test(test_hostile_62_versions),
        cmocka_unit_test(test_hostile_63_shapes),
        cmocka_unit_test(test_hostile_63_ten_thousand_dimensions),
        cmocka_unit_test(test_hostile_64_types),
        cmocka_unit_test(test_hostile_64_order_of_elements),
        cmocka_unit_test(test_dictionaries_that_are_none),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
