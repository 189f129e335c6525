/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safetensors: what is read of a file, what is written and read again, and the hostile list, D and H. Each
 * broken rule is refused with the byte where it stands in the file.
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
#include "support/safetensors_by_hand.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct safetensors_by_hand made;

static enum gather_status try_header(const char *header, size_t data, struct gather_error *error)
{
    safetensors_by_hand(&made, header, data);
    return file_trial_bytes(made.bytes, made.count, GATHER_FILE_SAFETENSORS, error);
}

static struct gather_file *open_made(void)
{
    struct gather_file *file = NULL;
    assert_int_equal(
        gather_file_open(&file, memory_file(made.bytes, made.count), GATHER_FILE_SAFETENSORS, NULL),
        GATHER_STATUS_OK);
    return file;
}

/* ---- reading ------------------------------------------------------------------------------------- */

static void test_tensors_metadata_and_places(void **state)
{
    (void)state;
    safetensors_by_hand(&made,
                        "{\"b\":{\"dtype\":\"I16\",\"shape\":[3],\"data_offsets\":[24,30]},"
                        "\"__metadata__\":{\"format\":\"pt\",\"k\":\"\"},"
                        "\"a\\u00e9\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
                        "\"s\":{\"shape\":[],\"data_offsets\":[30,31],\"dtype\":\"BOOL\"},"
                        "\"e\":{\"dtype\":\"U8\",\"shape\":[0,5],\"data_offsets\":[31,31]}}  ",
                        31);
    struct gather_file *file = open_made();
    assert_int_equal(gather_file_format(file), GATHER_FILE_SAFETENSORS);
    assert_int_equal(gather_file_count(file), 4);
    const struct gather_tensor *b = gather_file_tensor(file, 0), *a = gather_file_find(file, "a\xc3\xa9", 3);
    assert_string_equal(b->name, "b");
    assert_int_equal(b->offset, made.data + 24);
    assert_int_equal(b->bytes, 6);
    assert_ptr_equal(a, gather_file_tensor(file, 1));
    assert_int_equal(a->layout.dtype, GATHER_DTYPE_F32);
    assert_int_equal(a->layout.rank, 2);
    assert_int_equal(a->layout.sizes[1], 3);
    uint8_t byte;
    const struct gather_tensor *s = gather_file_find(file, "s", 1);
    assert_int_equal(gather_file_read(file, s, 0, &byte, 1, NULL), GATHER_STATUS_OK);
    assert_int_equal(byte, 31);
    assert_null(gather_file_find(file, "", 0));
    assert_null(gather_file_find(file, "bb", 2));
    assert_int_equal(gather_file_metadata_count(file), 2);
    assert_string_equal(gather_file_metadata(file, 0)->key, "format");
    assert_string_equal(gather_file_metadata(file, 0)->value, "pt");
    assert_string_equal(gather_file_metadata(file, 1)->value, "");
    gather_file_close(file);
}

static void test_every_type(void **state)
{
    char header[256], name[32];
    (void)state;
    int types = 0;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++) {
        if (gather_dtype_name(dtype, GATHER_WORLD_SAFETENSORS, name, sizeof name) == 0)
            continue;
        int bytes = gather_dtype_bits(dtype) * 6 / 8;
        snprintf(header, sizeof header, "{\"t\":{\"dtype\":\"%s\",\"shape\":[3,2],\"data_offsets\":[0,%d]}}",
                 name, bytes);
        safetensors_by_hand(&made, header, (size_t)bytes);
        struct gather_file *file = open_made();
        assert_int_equal(gather_file_tensor(file, 0)->layout.dtype, dtype);
        assert_null(gather_file_tensor(file, 0)->type);
        gather_file_close(file);
        types++;
    }
    assert_int_equal(types, 20);
}

static void test_types_of_six_bits_are_blocks(void **state)
{
    struct gather_error error;
    (void)state;
    safetensors_by_hand(&made, "{\"t\":{\"dtype\":\"F6_E3M2\",\"shape\":[2,8],\"data_offsets\":[0,12]}}", 12);
    struct gather_file *file = open_made();
    const struct gather_tensor *tensor = gather_file_tensor(file, 0);
    assert_string_equal(tensor->type, "F6_E3M2");
    assert_int_equal(tensor->block, 4);
    assert_int_equal(tensor->block_bytes, 3);
    assert_int_equal(tensor->layout.sizes[1], 6);
    gather_file_close(file);
    assert_int_equal(
        try_header("{\"t\":{\"dtype\":\"F6_E3M2\",\"shape\":[4,2],\"data_offsets\":[0,6]}}", 6, &error),
        GATHER_STATUS_UNSUPPORTED);
    assert_int_equal(error.at, 9);
}

/* A name that tells nothing: then the bytes do. */
static void test_recognised_by_its_bytes(void **state)
{
    struct gather_file *file = NULL;
    (void)state;
    safetensors_by_hand(&made, "{\"t\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}", 2);
    scratch_write("blob", made.bytes, made.count);
    assert_int_equal(gather_file_open(&file, "blob", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_format(file), GATHER_FILE_SAFETENSORS);
    gather_file_close(file);
    made.bytes[8] = '[';
    scratch_write("blob", made.bytes, made.count);
    assert_int_equal(gather_file_open(&file, "blob", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_format(file), GATHER_FILE_RAW);
    gather_file_close(file);
}

/* ---- writing ------------------------------------------------------------------------------------- */

static struct gather_tensor tensor_of(const char *name, const char *layout)
{
    struct gather_tensor tensor = {.name = name};
    assert_int_equal(gather_layout_parse(&tensor.layout, layout, strlen(layout), GATHER_SPELLING_XLA, NULL),
                     GATHER_STATUS_OK);
    return tensor;
}

static enum gather_status write_tensors(struct gather_tensor *tensors, size_t count,
                                        struct gather_error *error)
{
    struct gather_target *target = NULL;
    assert_int_equal(gather_target_create(&target, "w.safetensors", NULL), GATHER_STATUS_OK);
    enum gather_status status = gather_target_hold(target, GATHER_FILE_SAFETENSORS, tensors, count, error);
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

static void test_what_is_written_is_read_again(void **state)
{
    (void)state;
    struct gather_tensor tensors[] = {tensor_of("b\"\\\x01", "u8[3]"), tensor_of("f", "f64[2]"),
                                      tensor_of("h", "bf16[2,1]"),     tensor_of("", "f32[]"),
                                      tensor_of("e", "u8[0,7]"),       tensor_of("n", "f4e2m1fn[4]{0:E(4)}")};
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    assert_int_equal(write_tensors(tensors, COUNT_OF(tensors), &error), GATHER_STATUS_OK);
    assert_int_equal(gather_file_open(&file, "w.safetensors", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), COUNT_OF(tensors));
    for (size_t k = 0; k < COUNT_OF(tensors); k++) {
        const char *name = k == 3 ? "tensor" : tensors[k].name;
        const struct gather_tensor *tensor = gather_file_find(file, name, strlen(name));
        uint8_t bytes[16] = {0};
        assert_non_null(tensor);
        assert_true(gather_layout_equal(&tensor->layout, &tensors[k].layout));
        int32_t width = gather_dtype_bits(tensor->layout.dtype) / 8;
        assert_int_equal(tensor->offset % (width > 0 ? width : 1), 0);
        assert_int_equal(gather_file_read(file, tensor, 0, bytes, (size_t)tensor->bytes, NULL),
                         GATHER_STATUS_OK);
        for (int64_t n = 0; n < tensor->bytes; n++)
            assert_int_equal(bytes[n], (uint8_t)(16 * k + (size_t)n));
    }
    gather_file_close(file);
}

static void test_no_tensors_at_all(void **state)
{
    struct gather_file *file = NULL;
    struct gather_tensor none;
    struct gather_error error = {0};
    (void)state;
    assert_int_equal(write_tensors(&none, 0, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_file_open(&file, "w.safetensors", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), 0);
    assert_null(gather_file_find(file, "a", 1));
    gather_file_close(file);
}

static void test_what_cant_be_written(void **state)
{
    static const struct {
        const char *name, *layout;
        enum gather_status status;
    } rows[] = {
        {"a", "f32[2,3]{0,1}", GATHER_STATUS_UNSUPPORTED},
        {"a", "f32[2]{0:pad(3)=zero}", GATHER_STATUS_UNSUPPORTED},
        {"a", "c128[2]", GATHER_STATUS_UNSUPPORTED},
        {"a", "f4e2m1fn[3]{0:E(4)}", GATHER_STATUS_UNSUPPORTED},
        {"__metadata__", "u8[1]", GATHER_STATUS_UNSUPPORTED},
        {"\xff", "u8[1]", GATHER_STATUS_UNSUPPORTED},
        {"twice", "u8[1]", GATHER_STATUS_ARGUMENT},
    };
    (void)state;
    int before = scratch_entries();
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        struct gather_error error = {0};
        struct gather_tensor tensors[] = {tensor_of("twice", "u8[1]"),
                                          tensor_of(rows[k].name, rows[k].layout)};
        assert_int_equal(write_tensors(tensors, 2, &error), rows[k].status);
        assert_non_null(error.expected);
        assert_int_equal(scratch_entries(), before);
    }
}

/* ---- the hostile list ---------------------------------------------------------------------------- */

static const char small[] =
    "{\"a\":{\"dtype\":\"I16\",\"shape\":[2],\"data_offsets\":[0,4]},\"__metadata__\":{\"k\":\"v\"}}";

static void test_hostile_36_every_prefix(void **state)
{
    (void)state;
    safetensors_by_hand(&made, small, 4);
    assert_int_equal(file_trial_prefixes(made.bytes, made.count, GATHER_FILE_SAFETENSORS), 0);
}

static void test_hostile_37_every_single_bit_flip(void **state)
{
    (void)state;
    safetensors_by_hand(&made, small, 4);
    size_t opened = file_trial_bit_flips(made.bytes, made.count, GATHER_FILE_SAFETENSORS);
    assert_in_range(opened, 32, 8 * made.count / 4); /* those of the data, and of names and texts */
}

static void test_hostile_38_empty_one_byte(void **state)
{
    struct gather_error error;
    (void)state;
    assert_int_equal(file_trial_bytes((const uint8_t *)"", 0, GATHER_FILE_SAFETENSORS, &error),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 0);
    assert_int_equal(file_trial_bytes((const uint8_t *)"\x02", 1, GATHER_FILE_SAFETENSORS, &error),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 1);
}

static void test_hostile_39_trailing_garbage_or_second_header(void **state)
{
    struct gather_error error;
    (void)state;
    assert_int_equal(try_header(small, 5, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, made.data + 4);
    assert_int_equal(try_header("{}", 1, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, made.data);
    assert_int_equal(try_header("{}{}", 0, &error), GATHER_STATUS_FORMAT);
}

static void test_hostile_43_names(void **state)
{
    static const char *const headers[] = {
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]},\"\\u0061\":{\"dtype\":\"U8\","
        "\"shape\":[0],"
        "\"data_offsets\":[0,0]}}",
        "{\"a\\u0000b\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}",
        "{\"\xff\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}",
        "{\"\xc0\xaf\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}",
    };
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(headers); k++)
        assert_int_equal(try_header(headers[k], 0, &error), GATHER_STATUS_FORMAT);
}

static void test_hostile_66_lengths(void **state)
{
    static const struct {
        uint64_t length;
        const char *header;
        int64_t at;
    } rows[] = {
        {0, "{}", 8},          {7, "{}", 0}, {UINT64_C(1) << 63, "{}", 0},
        {UINT64_MAX, "{}", 0}, {3, "{}", 0}, {1, "{}", 9},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        struct gather_error error;
        safetensors_of_length(&made, rows[k].length, rows[k].header, 0);
        assert_int_equal(file_trial_bytes(made.bytes, made.count, GATHER_FILE_SAFETENSORS, &error),
                         GATHER_STATUS_FORMAT);
        assert_int_equal(error.at, rows[k].at);
        if (rows[k].at != 0)
            continue;
        assert_true((uint64_t)error.value == rows[k].length);
        assert_int_equal(error.value_is_unsigned, 1);
    }
    struct gather_error error;
    static const uint8_t start[] = {1, 0xe1, 0xf5, 5, 0, 0, 0, 0}; /* 10^8 + 1 */
    scratch_write_sparse("large.safetensors", 100000010);
    FILE *file = fopen("large.safetensors", "r+b");
    assert_non_null(file);
    assert_int_equal(fwrite(start, 1, sizeof start, file), sizeof start);
    fclose(file);
    assert_int_equal(file_trial("large.safetensors", GATHER_FILE_ANY, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 0);
    assert_int_equal(error.high, 100000000);
}

#define TENSOR(name, type, shape, begin, end)                                                                \
    "\"" name "\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":[" begin "," end "]}"

struct broken {
    const char *header;
    size_t data;
    int64_t at;
    enum gather_status status;
};

static void refuse_all(const struct broken *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct gather_error error;
        if (try_header(rows[k].header, rows[k].data, &error) != rows[k].status || error.at != rows[k].at)
            fail_msg("%s: status %d at %d", rows[k].header, (int)error.status, (int)error.at);
    }
}

static void test_hostile_67_places(void **state)
{
    static const struct broken rows[] = {
        {"{" TENSOR("a", "U8", "[4]", "0", "4") "," TENSOR("b", "U8", "[2]", "3", "5") "}", 5, 61,
         GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "U8", "[4]", "0", "4") "," TENSOR("b", "U8", "[2]", "5", "7") "}", 7, 61,
         GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "U8", "[4]", "0", "4") "," TENSOR("b", "U8", "[4]", "0", "4") "}", 4, 61,
         GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "U8", "[2]", "1", "3") "}", 3, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "U8", "[2]", "2", "0") "}", 2, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "U8", "[2]", "-2", "0") "}", 2, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "U8", "[2]", "0", "9") "}", 2, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "U8", "[0]", "1", "1") "," TENSOR("b", "U8", "[2]", "0", "2") "}", 2, 9,
         GATHER_STATUS_FORMAT},
    };
    struct gather_error error;
    (void)state;
    refuse_all(rows, COUNT_OF(rows));
    /* tensors without bytes may share a place, and lie between others */
    assert_int_equal(
        try_header("{" TENSOR("a", "U8", "[2]", "0", "2") "," TENSOR("b", "U8", "[0]", "2", "2") "," TENSOR(
                       "c", "U8", "[0,3]", "2", "2") "," TENSOR("d", "U8", "[1]", "2", "3") "}",
                   3, &error),
        GATHER_STATUS_OK);
}

static void test_hostile_68_json(void **state)
{
    static const char *const headers[] = {
        "{" TENSOR("a", "U8", "[1e400]", "0", "0") "}",
        "{" TENSOR("a", "U8", "[1.0]", "0", "1") "}",
        "{" TENSOR("a", "U8", "[99999999999999999999]", "0", "1") "}",
        "{" TENSOR("\\ud800", "U8", "[1]", "0", "1") "}",
        "{" TENSOR("a", "U8", "[1]", "0", "1") "," TENSOR("a", "U8", "[1]", "0", "1") "}",
        "{" TENSOR("a", "U8", "[1]", "0", "1") ",}",
        "{" TENSOR("a", "U8", "[true]", "0", "1") "}",
        "[1]",
        "\"a\"",
        " {}",
        "{\"__metadata__\":[]}",
        "{\"__metadata__\":{\"a\":1}}",
        "{\"a\":null}",
        "{\"a\":{}}",
    };
    static char deep[100008];
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(headers); k++)
        if (try_header(headers[k], 1, &error) != GATHER_STATUS_FORMAT)
            fail_msg("%s", headers[k]);
    memset(deep, '[', sizeof deep);
    memcpy(deep, "{\"a\":", 5);
    deep[sizeof deep - 1] = '\0';
    assert_int_equal(try_header(deep, 0, &error), GATHER_STATUS_FORMAT);
}

static void test_hostile_69_type_shape_and_bytes(void **state)
{
    static const struct broken rows[] = {
        {"{" TENSOR("a", "F32", "[2]", "0", "7") "}", 7, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "F32", "[2]", "0", "9") "}", 9, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "F4", "[3]", "0", "2") "}", 2, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "f32", "[2]", "0", "8") "}", 8, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "F32", "[-2]", "0", "8") "}", 8, 9, GATHER_STATUS_FORMAT},
        {"{" TENSOR("a", "F32", "[4294967296,4294967296]", "0", "0") "}", 0, 9, GATHER_STATUS_OVERFLOW},
        {"{" TENSOR("a", "U8", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "0", "1") "}", 1, 9,
         GATHER_STATUS_RANK},
        {"{\"x\":{\"dtype\":3,\"shape\":[1],\"data_offsets\":[0,1]}}", 1, 9, GATHER_STATUS_FORMAT},
        {"{\"x\":{\"dtype\":\"U8\",\"shape\":1,\"data_offsets\":[0,1]}}", 1, 9, GATHER_STATUS_FORMAT},
        {"{\"x\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0]}}", 1, 9, GATHER_STATUS_FORMAT},
    };
    (void)state;
    refuse_all(rows, COUNT_OF(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tensors_metadata_and_places),
        cmocka_unit_test(test_every_type),
        cmocka_unit_test(test_types_of_six_bits_are_blocks),
        cmocka_unit_test(test_recognised_by_its_bytes),
        cmocka_unit_test(test_what_is_written_is_read_again),
        cmocka_unit_test(test_no_tensors_at_all),
        cmocka_unit_test(test_what_cant_be_written),
        cmocka_unit_test(test_hostile_36_every_prefix),
        cmocka_unit_test(test_hostile_37_every_single_bit_flip),
        cmocka_unit_test(test_hostile_38_empty_one_byte),
        cmocka_unit_test(test_hostile_39_trailing_garbage_or_second_header),
        cmocka_unit_test(test_hostile_43_names),
        cmocka_unit_test(test_hostile_66_lengths),
        cmocka_unit_test(test_hostile_67_places),
        cmocka_unit_test(test_hostile_68_json),
        cmocka_unit_test(test_hostile_69_type_shape_and_bytes),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
