/* SPDX-License-Identifier: Apache-2.0 */
/* GGUF files made by hand: what is in them is found, and the hostile list, D and K, is refused with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/bytes_by_hand.h"
#include "support/opened.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { U8, I8, U16, I16, U32, I32, F32, BOOLEAN, STRING, ARRAY, U64, I64, F64 }; /* types of values */

static struct bytes_by_hand gguf;

static void put_head(int version, uint64_t tensors, uint64_t pairs)
{
    gguf.count = 0;
    put_text(&gguf, "GGUF");
    put_number(&gguf, 4, (uint64_t)version);
    put_number(&gguf, 8, tensors);
    put_number(&gguf, 8, pairs);
}

static void put_pair(const char *key, int type)
{
    put_counted(&gguf, key);
    put_number(&gguf, 4, (uint64_t)type);
}

/* sizes: fastest first, as the file has them. */
static void put_tensor(const char *name, uint64_t rank, const uint64_t *sizes, uint64_t type, uint64_t offset)
{
    put_counted(&gguf, name);
    put_number(&gguf, 4, rank);
    for (uint64_t k = 0; k < rank && k < 8; k++)
        put_number(&gguf, 8, sizes[k]);
    put_number(&gguf, 4, type);
    put_number(&gguf, 8, offset);
}

/* Pads to a multiple of the alignment, and adds so many bytes that count up. Returns: where they begin. */
static size_t put_data(size_t alignment, size_t count)
{
    put_zeros(&gguf, (alignment - gguf.count % alignment) % alignment);
    size_t begin = gguf.count;
    for (size_t k = 0; k < count; k++)
        put_number(&gguf, 1, k & 0xFF);
    return begin;
}

/* Two tensors, an empty one, and two keys. Returns: where the data begin. */
static size_t make_seed(void)
{
    static const uint64_t table[] = {3, 2}, blocks[] = {64, 2}, none[] = {0, 5};
    put_head(3, 3, 2);
    put_pair("general.architecture", STRING);
    put_counted(&gguf, "llama");
    put_pair("sizes", ARRAY);
    put_number(&gguf, 4, U16);
    put_number(&gguf, 8, 2);
    put_number(&gguf, 4, 7);
    put_tensor("table", 2, table, 0, 0);
    put_tensor("blocks", 2, blocks, 2, 32);
    put_tensor("none", 2, none, 1, 0);
    return put_data(32, 32 + 2 * 2 * 18);
}

static struct gather_file *open_gguf(void)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    char text[256] = "";
    if (gather_file_open(&file, memory_file(gguf.bytes, gguf.count), GATHER_FILE_ANY, &error) !=
        GATHER_STATUS_OK)
        gather_error_format(&error, text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(gather_file_format(file), GATHER_FILE_GGUF);
    return file;
}

/* ---- right ones ---------------------------------------------------------------------------------- */

static void check_shape(const struct gather_tensor *tensor, int32_t dtype, int64_t rows, int64_t columns)
{
    assert_int_equal(tensor->layout.dtype, dtype);
    assert_int_equal(tensor->layout.rank, 2);
    assert_int_equal(tensor->layout.sizes[0], rows);
    assert_int_equal(tensor->layout.sizes[1], columns);
}

static void test_tensors_row_major(void **state)
{
    uint8_t got[24];
    (void)state;
    size_t data = make_seed();
    struct gather_file *file = open_gguf();
    assert_int_equal(gather_file_count(file), 3);
    const struct gather_tensor *table = gather_file_find(file, "table", 5);
    assert_non_null(table);
    check_shape(table, GATHER_DTYPE_F32, 2, 3);
    assert_int_equal(table->offset, data);
    assert_int_equal(table->bytes, 24);
    assert_int_equal(gather_file_read(file, table, 0, got, sizeof got, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, gguf.bytes + data, sizeof got);
    const struct gather_tensor *none = gather_file_find(file, "none", 4);
    check_shape(none, GATHER_DTYPE_F16, 5, 0);
    assert_int_equal(none->bytes, 0);
    gather_file_close(file);
}

/* Nothing of them is in the file, which may end before the place where they would lie. */
static void test_tensors_without_elements_lie_inside_the_file(void **state)
{
    static const uint64_t none[] = {0};
    (void)state;
    put_head(3, 2, 0);
    put_tensor("at the begin", 1, none, 0, 0);
    put_tensor("behind it", 1, none, 0, 32);
    struct gather_file *file = open_gguf();
    assert_int_equal(gather_file_count(file), 2);
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(gather_file_tensor(file, k)->offset, gguf.count);
    gather_file_close(file);
}

static void test_blocks_are_rows_of_bytes(void **state)
{
    uint8_t got[36];
    (void)state;
    size_t data = make_seed();
    struct gather_file *file = open_gguf();
    const struct gather_tensor *blocks = gather_file_find(file, "blocks", 6);
    check_shape(blocks, GATHER_DTYPE_U8, 2, 36);
    assert_string_equal(blocks->type, "Q4_0");
    assert_int_equal(blocks->block, 32);
    assert_int_equal(blocks->block_bytes, 18);
    assert_int_equal(gather_file_read(file, blocks, 36, got, sizeof got, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, gguf.bytes + data + 32 + 36, sizeof got);
    gather_file_close(file);
}

/* Every type of single numbers, its width and its own name. */
static void test_types_of_numbers(void **state)
{
    static const struct {
        uint64_t number;
        int32_t dtype;
    } rows[] = {
        {0, GATHER_DTYPE_F32}, {1, GATHER_DTYPE_F16},  {30, GATHER_DTYPE_BF16}, {28, GATHER_DTYPE_F64},
        {24, GATHER_DTYPE_I8}, {25, GATHER_DTYPE_I16}, {26, GATHER_DTYPE_I32},  {27, GATHER_DTYPE_I64},
    };
    static const uint64_t sizes[] = {3, 2};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        size_t bytes = (size_t)gather_dtype_bits(rows[k].dtype) / 8 * 6;
        put_head(2, 1, 0);
        put_tensor("t", 2, sizes, rows[k].number, 0);
        put_data(32, bytes);
        struct gather_file *file = open_gguf();
        check_shape(gather_file_tensor(file, 0), rows[k].dtype, 2, 3);
        assert_int_equal(gather_file_tensor(file, 0)->bytes, bytes);
        assert_null(gather_file_tensor(file, 0)->type);
        gather_file_close(file);
    }
}

/* Bytes of a block and how many numbers it holds, as ggml has them. */
static void test_types_of_blocks(void **state)
{
    static const struct {
        uint64_t number, block, bytes;
        const char *name;
    } rows[] = {
        {2, 32, 18, "Q4_0"},      {3, 32, 20, "Q4_1"},     {6, 32, 22, "Q5_0"},      {7, 32, 24, "Q5_1"},
        {8, 32, 34, "Q8_0"},      {9, 32, 36, "Q8_1"},     {10, 256, 84, "Q2_K"},    {11, 256, 110, "Q3_K"},
        {12, 256, 144, "Q4_K"},   {13, 256, 176, "Q5_K"},  {14, 256, 210, "Q6_K"},   {15, 256, 292, "Q8_K"},
        {16, 256, 66, "IQ2_XXS"}, {17, 256, 74, "IQ2_XS"}, {18, 256, 98, "IQ3_XXS"}, {19, 256, 50, "IQ1_S"},
        {20, 32, 18, "IQ4_NL"},   {21, 256, 110, "IQ3_S"}, {22, 256, 82, "IQ2_S"},   {23, 256, 136, "IQ4_XS"},
        {29, 256, 56, "IQ1_M"},   {34, 256, 54, "TQ1_0"},  {35, 256, 66, "TQ2_0"},   {39, 32, 17, "MXFP4"},
        {40, 64, 36, "NVFP4"},    {41, 128, 18, "Q1_0"},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        put_head(3, 1, 0);
        put_tensor("t", 1, &rows[k].block, rows[k].number, 0);
        put_data(32, rows[k].bytes);
        struct gather_file *file = open_gguf();
        const struct gather_tensor *tensor = gather_file_tensor(file, 0);
        assert_string_equal(tensor->type, rows[k].name);
        assert_int_equal(tensor->block, rows[k].block);
        assert_int_equal(tensor->layout.sizes[0], rows[k].bytes);
        gather_file_close(file);
    }
}

static void check_told(const struct gather_file *file, size_t k, const char *key, const char *value)
{
    const struct gather_metadata *told = gather_file_metadata(file, k);
    assert_string_equal(told->key, key);
    assert_string_equal(told->value, value);
}

static void put_short_pair(const char *key, int type, int width, uint64_t bits)
{
    put_pair(key, type);
    put_number(&gguf, width, bits);
}

static void test_values_of_every_type(void **state)
{
    (void)state;
    put_head(3, 0, 15);
    put_short_pair("u8", U8, 1, 255);
    put_short_pair("i8", I8, 1, 128);
    put_short_pair("u16", U16, 2, 65535);
    put_short_pair("i16", I16, 2, 0xFFFF);
    put_short_pair("u32", U32, 4, 0xFFFFFFFF);
    put_short_pair("i32", I32, 4, 0x80000000);
    put_short_pair("f32", F32, 4, 0x3727C5AC); /* 1e-5f */
    put_short_pair("bool", BOOLEAN, 1, 1);
    put_pair("string", STRING);
    put_counted(&gguf, "h\xc3\xa4");
    put_short_pair("u64", U64, 8, UINT64_MAX);
    put_short_pair("i64", I64, 8, UINT64_C(1) << 63);
    put_short_pair("f64", F64, 8, 0x3FB999999999999A); /* 0.1 */
    put_short_pair("nan", F32, 4, 0x7FC00000);
    put_short_pair("inf", F64, 8, 0xFFF0000000000000);
    put_short_pair("general.alignment", U32, 4, 8);
    struct gather_file *file = open_gguf();
    static const char *const values[] = {"255",
                                         "-128",
                                         "65535",
                                         "-1",
                                         "4294967295",
                                         "-2147483648",
                                         "1e-5",
                                         "true",
                                         "h\xc3\xa4",
                                         "18446744073709551615",
                                         "-9223372036854775808",
                                         "0.1",
                                         "nan",
                                         "-inf",
                                         "8"};
    assert_int_equal(gather_file_metadata_count(file), COUNT_OF(values));
    for (size_t k = 0; k < COUNT_OF(values); k++)
        assert_string_equal(gather_file_metadata(file, k)->value, values[k]);
    check_told(file, 0, "u8", "255");
    gather_file_close(file);
}

/* Short arrays are spelt, others counted; arrays in arrays are passed. */
static void test_arrays(void **state)
{
    (void)state;
    put_head(3, 0, 4);
    put_pair("short", ARRAY);
    put_number(&gguf, 4, I16);
    put_number(&gguf, 8, 2);
    put_number(&gguf, 4, 0xFFFF0001);
    put_pair("long", ARRAY);
    put_number(&gguf, 4, U8);
    put_number(&gguf, 8, 17);
    put_zeros(&gguf, 17);
    put_pair("words", ARRAY);
    put_number(&gguf, 4, STRING);
    put_number(&gguf, 8, 2);
    put_counted(&gguf, "a");
    put_counted(&gguf, "bc");
    put_pair("nested", ARRAY);
    put_number(&gguf, 4, ARRAY);
    put_number(&gguf, 8, 1);
    put_number(&gguf, 4, U8);
    put_number(&gguf, 8, 3);
    put_zeros(&gguf, 3);
    struct gather_file *file = open_gguf();
    check_told(file, 0, "short", "[1, -1]");
    check_told(file, 1, "long", "[17 x u8]");
    check_told(file, 2, "words", "[2 x string]");
    check_told(file, 3, "nested", "[1 x array]");
    gather_file_close(file);
}

/* ---- the hostile list ---------------------------------------------------------------------------- */

static enum gather_status try_gguf(struct gather_error *error)
{
    return try_as(GATHER_FILE_GGUF, gguf.bytes, gguf.count, error);
}

/* The file as it stands is refused, at this place. */
static void check_refused(enum gather_status status, size_t at)
{
    struct gather_error error;
    assert_int_equal(try_gguf(&error), status);
    assert_int_equal(error.at, at);
}

static void test_hostile_36_every_prefix(void **state)
{
    struct gather_error error;
    (void)state;
    make_seed();
    assert_int_equal(try_gguf(&error), GATHER_STATUS_OK);
    for (size_t count = 0; count < gguf.count; count++)
        assert_int_equal(try_as(GATHER_FILE_GGUF, gguf.bytes, count, &error), GATHER_STATUS_FORMAT);
}

static void test_hostile_37_every_single_bit_flip(void **state)
{
    int statuses[GATHER_STATUS_COUNT] = {0};
    struct gather_error error;
    (void)state;
    size_t data = make_seed();
    for (size_t bit = 0; bit < 8 * gguf.count; bit++) {
        gguf.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        statuses[try_gguf(&error)]++;
        gguf.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    assert_true(statuses[GATHER_STATUS_OK] >= (int)(8 * (gguf.count - data)));
    assert_true(statuses[GATHER_STATUS_FORMAT] > 500);
    assert_int_equal(statuses[GATHER_STATUS_IO] + statuses[GATHER_STATUS_NO_MEMORY], 0);
}

static void test_hostile_38_empty_one_byte_only_magic(void **state)
{
    struct gather_error error;
    (void)state;
    assert_int_equal(try_as(GATHER_FILE_GGUF, "", 0, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(try_as(GATHER_FILE_GGUF, "G", 1, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 1);
    assert_int_equal(try_as(GATHER_FILE_GGUF, "GGUF", 4, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 4);
    assert_int_equal(try_as(GATHER_FILE_GGUF, "GGUG\3\0\0\0", 8, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 3);
}

static void test_hostile_42_counts_beyond_the_file(void **state)
{
    static const uint64_t counts[] = {1, 1000000, UINT64_C(1) << 32, UINT64_C(1) << 60, UINT64_MAX};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(counts); k++) {
        put_head(3, counts[k], 0);
        check_refused(GATHER_STATUS_FORMAT, 8);
        put_head(3, 0, counts[k]);
        check_refused(GATHER_STATUS_FORMAT, 16);
        put_head(3, 0, 1);
        put_pair("a", ARRAY);
        put_number(&gguf, 4, U64);
        size_t at = gguf.count;
        put_number(&gguf, 8, counts[k]);
        check_refused(GATHER_STATUS_FORMAT, at);
    }
}

static void check_name(const char *name, size_t length, enum gather_status status)
{
    static const uint64_t sizes[] = {1};
    struct gather_error error;
    put_head(3, 1, 0);
    put_number(&gguf, 8, length);
    put_bytes(&gguf, name, length);
    put_number(&gguf, 4, 1);
    put_number(&gguf, 8, sizes[0]);
    put_number(&gguf, 4, 0);
    put_number(&gguf, 8, 0);
    put_data(32, 4);
    assert_int_equal(try_gguf(&error), status);
    if (status != GATHER_STATUS_OK)
        assert_int_equal(error.at, 24 + 8);
}

static void test_hostile_43_names(void **state)
{
    static const uint64_t sizes[] = {1};
    struct gather_error error;
    (void)state;
    check_name("a", 1, GATHER_STATUS_OK);
    check_name("\xe2\x80\xae"
               "a",
               4, GATHER_STATUS_OK); /* turns the direction of writing: for who prints it */
    check_name("a\0b", 3, GATHER_STATUS_FORMAT);
    check_name("\xff", 1, GATHER_STATUS_FORMAT);
    check_name("\xc0\xae", 2, GATHER_STATUS_FORMAT);     /* overlong */
    check_name("\xed\xa0\x80", 3, GATHER_STATUS_FORMAT); /* a surrogate */
    check_name("\xf4\x90\x80\x80", 4, GATHER_STATUS_FORMAT);
    check_name("\xe2\x82", 2, GATHER_STATUS_FORMAT);
    put_head(3, 2, 0);
    put_tensor("same", 1, sizes, 0, 0);
    put_tensor("same", 1, sizes, 0, 32);
    put_data(32, 64);
    assert_int_equal(try_gguf(&error), GATHER_STATUS_FORMAT);
    put_head(3, 0, 2);
    put_short_pair("same", U8, 1, 1);
    size_t at = gguf.count;
    put_short_pair("same", U8, 1, 1);
    check_refused(GATHER_STATUS_FORMAT, at);
}

static void test_hostile_81_versions(void **state)
{
    static const struct {
        uint32_t version;
        enum gather_status status;
    } rows[] = {
        {0, GATHER_STATUS_FORMAT},
        {1, GATHER_STATUS_UNSUPPORTED},
        {2, GATHER_STATUS_OK},
        {3, GATHER_STATUS_OK},
        {4, GATHER_STATUS_FORMAT},
        {UINT32_MAX, GATHER_STATUS_FORMAT},
        {UINT32_C(2) << 24, GATHER_STATUS_UNSUPPORTED},
        {UINT32_C(3) << 24, GATHER_STATUS_UNSUPPORTED},
    };
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        make_seed();
        for (int n = 0; n < 4; n++)
            gguf.bytes[4 + n] = (uint8_t)(rows[k].version >> (8 * n));
        assert_int_equal(try_gguf(&error), rows[k].status);
        if (rows[k].status != GATHER_STATUS_OK)
            assert_int_equal(error.at, 4);
    }
}

/* A tensor "t" of this shape in a file with 256 bytes of data. Returns: where its rank stands. */
static size_t put_one(uint64_t rank, const uint64_t *sizes, uint64_t type, uint64_t offset)
{
    put_head(3, 1, 0);
    put_tensor("t", rank, sizes, type, offset);
    put_data(32, 256);
    return 24 + 9;
}

static void test_hostile_82_ranks_and_sizes(void **state)
{
    static const uint64_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, minus[] = {UINT64_MAX};
    static const uint64_t wraps[] = {UINT64_C(1) << 32, UINT64_C(1) << 32},
                          thrice[] = {1 << 22, 1 << 22, 1 << 22};
    static const uint64_t nothing[] = {0, UINT64_C(1) << 62}, largest[] = {INT64_MAX};
    struct gather_error error;
    (void)state;
    put_one(0, ones, 0, 0);
    assert_int_equal(try_gguf(&error), GATHER_STATUS_OK); /* a scalar */
    check_refused(GATHER_STATUS_FORMAT, put_one(5, ones, 0, 0));
    check_refused(GATHER_STATUS_FORMAT, put_one(UINT64_C(1) << 31, ones, 0, 0));
    check_refused(GATHER_STATUS_FORMAT, put_one(1, minus, 0, 0) + 4);
    check_refused(GATHER_STATUS_OVERFLOW, put_one(2, wraps, 0, 0));
    check_refused(GATHER_STATUS_OVERFLOW, put_one(3, thrice, 0, 0));
    check_refused(GATHER_STATUS_OVERFLOW, put_one(1, largest, 0, 0));
    put_one(2, nothing, 0, 0);
    assert_int_equal(try_gguf(&error), GATHER_STATUS_OK); /* no element */
}

static void test_hostile_83_lengths_and_depths(void **state)
{
    static const uint64_t lengths[] = {UINT64_C(1) << 63, UINT64_MAX, INT64_MAX, 70000};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(lengths); k++) {
        put_head(3, 0, 1);
        put_number(&gguf, 8, lengths[k]);
        put_zeros(&gguf, 100);
        check_refused(GATHER_STATUS_FORMAT, 24);
    }
    put_head(3, 0, 1);
    put_pair("a", ARRAY);
    for (int depth = 0; depth < 5000; depth++) {
        put_number(&gguf, 4, ARRAY);
        put_number(&gguf, 8, 1);
    }
    check_refused(GATHER_STATUS_UNSUPPORTED, 24 + 9 + 4 + 4 * 12);
}

static void check_alignment(uint64_t alignment, enum gather_status status)
{
    static const uint64_t sizes[] = {2};
    struct gather_error error;
    put_head(3, 1, 1);
    put_short_pair("general.alignment", U32, 4, alignment);
    put_tensor("t", 1, sizes, 0, 0);
    put_data(64, 8);
    assert_int_equal(try_gguf(&error), status);
}

static void test_hostile_84_alignments_and_offsets(void **state)
{
    static const uint64_t sizes[] = {16};
    static const uint64_t past[] = {256, UINT64_C(1) << 40, UINT64_C(1) << 63, UINT64_MAX - 31, 224};
    (void)state;
    check_alignment(0, GATHER_STATUS_FORMAT);
    check_alignment(3, GATHER_STATUS_FORMAT);
    check_alignment(UINT64_C(1) << 31, GATHER_STATUS_FORMAT); /* the data would begin behind the file */
    check_alignment(64, GATHER_STATUS_OK);
    put_head(3, 0, 1);
    put_short_pair("general.alignment", U64, 8, 32);
    check_refused(GATHER_STATUS_FORMAT, 24 + 8 + 17 + 4);
    check_refused(GATHER_STATUS_FORMAT, put_one(1, sizes, 0, 16) + 4 + 8 + 4);
    for (size_t k = 0; k < COUNT_OF(past); k++)
        check_refused(GATHER_STATUS_FORMAT, put_one(1, sizes, 0, past[k]) + 4 + 8 + 4);
    put_head(3, 2, 0);
    put_tensor("a", 1, sizes, 0, 32);
    put_tensor("b", 1, sizes, 0, 0); /* 64 bytes: into the middle of a */
    put_data(32, 256);
    check_refused(GATHER_STATUS_FORMAT, 24 + 9 + 4 + 8 + 4);
}

static void test_hostile_85_types_and_partial_blocks(void **state)
{
    static const uint64_t removed[] = {4, 5, 31, 32, 33, 36, 37, 38}, unknown[] = {42, 100, UINT32_MAX};
    static const uint64_t whole[] = {32}, part[] = {33}, less[] = {16}, later[] = {16, 2};
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(removed); k++)
        check_refused(GATHER_STATUS_UNSUPPORTED, put_one(1, whole, removed[k], 0) + 4 + 8);
    for (size_t k = 0; k < COUNT_OF(unknown); k++)
        check_refused(GATHER_STATUS_FORMAT, put_one(1, whole, unknown[k], 0) + 4 + 8);
    put_one(1, whole, 2, 0);
    assert_int_equal(try_gguf(&error), GATHER_STATUS_OK);
    check_refused(GATHER_STATUS_FORMAT, put_one(1, part, 2, 0));
    check_refused(GATHER_STATUS_FORMAT, put_one(1, less, 2, 0));
    check_refused(GATHER_STATUS_FORMAT, put_one(2, later, 2, 0)); /* 32 numbers, but not in a row */
    check_refused(GATHER_STATUS_FORMAT, put_one(0, whole, 2, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tensors_row_major),
        cmocka_unit_test(test_tensors_without_elements_lie_inside_the_file),
        cmocka_unit_test(test_blocks_are_rows_of_bytes),
        cmocka_unit_test(test_types_of_numbers),
        cmocka_unit_test(test_types_of_blocks),
        cmocka_unit_test(test_values_of_every_type),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_hostile_36_every_prefix),
        cmocka_unit_test(test_hostile_37_every_single_bit_flip),
        cmocka_unit_test(test_hostile_38_empty_one_byte_only_magic),
        cmocka_unit_test(test_hostile_42_counts_beyond_the_file),
        cmocka_unit_test(test_hostile_43_names),
        cmocka_unit_test(test_hostile_81_versions),
        cmocka_unit_test(test_hostile_82_ranks_and_sizes),
        cmocka_unit_test(test_hostile_83_lengths_and_depths),
        cmocka_unit_test(test_hostile_84_alignments_and_offsets),
        cmocka_unit_test(test_hostile_85_types_and_partial_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
