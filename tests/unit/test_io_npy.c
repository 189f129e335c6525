/* SPDX-License-Identifier: Apache-2.0 */
/*
 * .npy files, read and written: what numpy writes is understood, what is written is byte for byte what numpy
 * would write; both orders of elements and of bytes; types that the file does not name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct npy_by_hand npy;

static struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, NULL) != GATHER_STATUS_OK)
        fail_msg("%s is a layout", text);
    return layout;
}

static struct gather_file *open_npy(void)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    scratch_write("a.npy", npy.bytes, npy.count);
    if (gather_file_open(&file, "a.npy", GATHER_FILE_ANY, &error) != GATHER_STATUS_OK) {
        char sentence[300];
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("%s: %.*s", sentence, (int)(npy.data - npy.header), (const char *)npy.bytes + npy.header);
    }
    assert_int_equal(gather_file_count(file), 1);
    assert_int_equal(gather_file_format(file), GATHER_FILE_NPY);
    return file;
}

/* ---- types --------------------------------------------------------------------------------------- */

static const struct {
    const char *descr;
    int32_t dtype, swapped, untyped;
} types[] = {
    {"|b1", GATHER_DTYPE_BOOL, 0, 0},  {"|i1", GATHER_DTYPE_I8, 0, 0},    {"<i2", GATHER_DTYPE_I16, 0, 0},
    {"<i4", GATHER_DTYPE_I32, 0, 0},   {"<i8", GATHER_DTYPE_I64, 0, 0},   {"|u1", GATHER_DTYPE_U8, 0, 0},
    {"<u2", GATHER_DTYPE_U16, 0, 0},   {"<u4", GATHER_DTYPE_U32, 0, 0},   {"<u8", GATHER_DTYPE_U64, 0, 0},
    {"<f2", GATHER_DTYPE_F16, 0, 0},   {"<f4", GATHER_DTYPE_F32, 0, 0},   {"<f8", GATHER_DTYPE_F64, 0, 0},
    {"<c8", GATHER_DTYPE_C64, 0, 0},   {"<c16", GATHER_DTYPE_C128, 0, 0}, {"|V1", GATHER_DTYPE_U8, 0, 1},
    {"|V2", GATHER_DTYPE_U16, 0, 1},   {"<V2", GATHER_DTYPE_U16, 0, 1},   {"<u1", GATHER_DTYPE_U8, 0, 0},
    {">u1", GATHER_DTYPE_U8, 0, 0},    {">b1", GATHER_DTYPE_BOOL, 0, 0},  {">i2", GATHER_DTYPE_I16, 2, 0},
    {">i4", GATHER_DTYPE_I32, 4, 0},   {">u8", GATHER_DTYPE_U64, 8, 0},   {">f2", GATHER_DTYPE_F16, 2, 0},
    {">f4", GATHER_DTYPE_F32, 4, 0},   {">f8", GATHER_DTYPE_F64, 8, 0},   {">c8", GATHER_DTYPE_C64, 4, 0},
    {">c16", GATHER_DTYPE_C128, 8, 0}, {"<f1", GATHER_DTYPE_U8, 0, 1},    {"i1", GATHER_DTYPE_I8, 0, 0},
    {"f4", GATHER_DTYPE_F32, 0, 0},    {"=f4", GATHER_DTYPE_F32, 0, 0},   {"|f4", GATHER_DTYPE_F32, 0, 0},
    {"|c16", GATHER_DTYPE_C128, 0, 0}, {"=u1", GATHER_DTYPE_U8, 0, 0},    {"V2", GATHER_DTYPE_U16, 0, 1},
    {"?", GATHER_DTYPE_BOOL, 0, 0},    {">?", GATHER_DTYPE_BOOL, 0, 0},   {"b", GATHER_DTYPE_I8, 0, 0},
    {"B", GATHER_DTYPE_U8, 0, 0},      {"h", GATHER_DTYPE_I16, 0, 0},     {"<H", GATHER_DTYPE_U16, 0, 0},
    {"=i", GATHER_DTYPE_I32, 0, 0},    {">I", GATHER_DTYPE_U32, 4, 0},    {"<q", GATHER_DTYPE_I64, 0, 0},
    {"|Q", GATHER_DTYPE_U64, 0, 0},    {"<e", GATHER_DTYPE_F16, 0, 0},    {">e", GATHER_DTYPE_F16, 2, 0},
    {"f", GATHER_DTYPE_F32, 0, 0},     {"<d", GATHER_DTYPE_F64, 0, 0},    {">F", GATHER_DTYPE_C64, 4, 0},
    {"D", GATHER_DTYPE_C128, 0, 0},
};

static void test_every_type(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(types); k++) {
        char descr[16];
        size_t width = (size_t)gather_dtype_bits(types[k].dtype) / 8;
        snprintf(descr, sizeof descr, "'%s'", types[k].descr);
        npy_of_shape(&npy, descr, "(3,)", 3 * width);
        struct gather_file *file = open_npy();
        const struct gather_tensor *tensor = gather_file_tensor(file, 0);
        assert_int_equal(tensor->layout.dtype, types[k].dtype);
        assert_int_equal(tensor->swapped, types[k].swapped);
        assert_int_equal(tensor->untyped, types[k].untyped);
        assert_int_equal(tensor->offset, npy.data);
        assert_int_equal(tensor->bytes, 3 * width);
        assert_string_equal(tensor->name, "");
        gather_file_close(file);
    }
}

/* Numbers come out little-endian; of complex ones each half by itself. */
static void test_big_endian_numbers_are_turned(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(types); k++) {
        char descr[16];
        uint8_t got[3 * 16] = {0};
        size_t width = (size_t)gather_dtype_bits(types[k].dtype) / 8;
        size_t number = types[k].swapped != 0 ? (size_t)types[k].swapped : 1;
        snprintf(descr, sizeof descr, "'%s'", types[k].descr);
        npy_of_shape(&npy, descr, "(3,)", 3 * width);
        struct gather_file *file = open_npy();
        assert_int_equal(gather_file_read(file, gather_file_tensor(file, 0), 0, got, 3 * width, NULL),
                         GATHER_STATUS_OK);
        for (size_t n = 0; n < 3 * width; n++)
            assert_int_equal(got[n], npy.bytes[npy.data + n / number * number + (number - 1 - n % number)]);
        gather_file_close(file);
    }
}

static void test_parts_are_read(void **state)
{
    uint8_t got[8];
    struct gather_error error = {0};
    (void)state;
    npy_of_shape(&npy, "'<u2'", "(4,)", 8);
    struct gather_file *file = open_npy();
    const struct gather_tensor *tensor = gather_file_tensor(file, 0);
    assert_int_equal(gather_file_read(file, tensor, 3, got, 5, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, npy.bytes + npy.data + 3, 5);
    assert_int_equal(gather_file_read(file, tensor, 8, got, 0, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_read(file, tensor, 3, got, 6, &error), GATHER_STATUS_BOUNDS);
    assert_int_equal(gather_file_read(file, tensor, 9, got, 0, &error), GATHER_STATUS_BOUNDS);
    assert_int_equal(gather_file_read(file, tensor, -1, got, 1, &error), GATHER_STATUS_BOUNDS);
    gather_file_close(file);
    npy_of_shape(&npy, "'>u2'", "(4,)", 8);
    file = open_npy();
    tensor = gather_file_tensor(file, 0);
    assert_int_equal(gather_file_read(file, tensor, 2, got, 4, NULL), GATHER_STATUS_OK);
    assert_int_equal(got[0], 4);
    assert_int_equal(gather_file_read(file, tensor, 1, got, 4, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_file_read(file, tensor, 2, got, 3, &error), GATHER_STATUS_ARGUMENT);
    gather_file_close(file);
}

/* ---- shapes and versions ------------------------------------------------------------------------- */

static void check_layout(const char *dictionary, int version, size_t data, const char *expected)
{
    struct gather_layout layout = layout_of(expected);
    npy_by_hand(&npy, version, dictionary, data);
    struct gather_file *file = open_npy();
    if (!gather_layout_equal(&gather_file_tensor(file, 0)->layout, &layout))
        fail_msg("%s is %s", dictionary, expected);
    gather_file_close(file);
}

static void test_shapes_orders_and_versions(void **state)
{
    (void)state;
    for (int version = 1; version <= 3; version++) {
        check_layout("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", version, 24,
                     "f32[2,3]");
        check_layout("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", version, 24,
                     "f32[2,3]F");
    }
    check_layout("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", 1, 4, "f32[]");
    check_layout("{'descr': '<f4', 'fortran_order': True, 'shape': (7,), }", 1, 28, "f32[7]");
    check_layout("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 9), }", 1, 0, "f32[0,9]");
    check_layout("{'descr': '|u1', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2), }", 1,
                 2, "u8[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2]");
}

/* What Python would read too: other order of the keys, other quotes and blanks, no comma at the end, Python 2. */
static void test_dictionaries_of_others(void **state)
{
    (void)state;
    check_layout("{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}", 1, 24, "f32[2,3]");
    check_layout("{u'descr': u'<f4', u'fortran_order': False, u'shape': (2L, 3L)}", 1, 24, "f32[2,3]");
    check_layout("{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,3)}", 1, 24, "f32[2,3]");
    check_layout(" {\t'descr' :\r\n '<f4' , 'fortran_order': False , 'shape' : ( 2 , 3 , ) , } \n\n", 1, 24,
                 "f32[2,3]");
}

/* ---- writing ------------------------------------------------------------------------------------- */

/* The whole file that a tensor becomes; its data are zeros. */
static size_t write_npy(const char *text, uint8_t *bytes, size_t size)
{
    struct gather_tensor tensor = {.name = "", .layout = layout_of(text)};
    struct gather_target *target = NULL;
    struct gather_error error = {0};
    assert_int_equal(gather_target_create(&target, "b.npy", &error), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_target_commit(target, &error), GATHER_STATUS_OK);
    gather_target_destroy(target);
    return scratch_read("b.npy", bytes, size);
}

/*
 * The very bytes of numpy.save, version 1.0: room for 21 digits in the slowest size, the header padded to
 * 64.
 */
static void check_written(const char *text, const char *dictionary, int digits, size_t data)
{
    uint8_t got[4096], expected[4096] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    size_t room = digits > 0 ? (size_t)(21 - digits) : 0;
    size_t length = (10 + strlen(dictionary) + room + 1 + 63) / 64 * 64 - 10;
    expected[8] = (uint8_t)(length & 0xFF);
    expected[9] = (uint8_t)(length >> 8);
    memset(expected + 10, ' ', length - 1);
    memcpy(expected + 10, dictionary, strlen(dictionary));
    expected[10 + length - 1] = '\n';
    assert_int_equal(write_npy(text, got, sizeof got), 10 + length + data);
    assert_memory_equal(got, expected, 10 + length + data);
}

static void test_written_as_numpy_does(void **state)
{
    (void)state;
    check_written("f32[2,3]", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 1, 24);
    check_written("f32[2,3]F", "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 1, 24);
    check_written("f32[3]", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", 1, 12);
    check_written("f32[]", "{'descr': '<f4', 'fortran_order': False, 'shape': (), }", 0, 4);
    check_written("pred[5]", "{'descr': '|b1', 'fortran_order': False, 'shape': (5,), }", 1, 5);
    check_written("f32[0,3]", "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }", 1, 0);
    check_written("f32[2,3]:(3,1)", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 1, 24);
    check_written("f32[2,3]:(1,2)", "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 1, 24);
    check_written("FLOAT32 sizes={2,3} strides={3,1} total=64",
                  "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 1, 24);
    check_written("bf16[4]", "{'descr': '|V2', 'fortran_order': False, 'shape': (4,), }", 1, 8);
    check_written("f8e5m2[4]", "{'descr': '|V1', 'fortran_order': False, 'shape': (4,), }", 1, 4);
    check_written(
        "u8[9223372036854775807,9223372036854775807,9223372036854775807,0]F",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807, "
        "9223372036854775807, 0), }",
        1, 0);
    check_written(
        "u8[2,1,1,1,1,1,1,1,1,1,1,1,1,1,100]F", /* 64 bytes less than with room in the first */
        "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
        "100), }",
        3, 200);
}

static void test_every_type_comes_back(void **state)
{
    uint8_t bytes[512];
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++) {
        char name[32], text[64];
        gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
        snprintf(text, sizeof text, "%s[3,2]F", name);
        if (dtype == GATHER_DTYPE_STRING || gather_dtype_bits(dtype) < 8)
            continue;
        struct gather_layout layout = layout_of(text);
        write_npy(text, bytes, sizeof bytes);
        struct gather_file *file = NULL;
        assert_int_equal(gather_file_open(&file, "b.npy", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
        struct gather_tensor tensor = *gather_file_tensor(file, 0);
        assert_int_equal(gather_tensor_view(&tensor, dtype, NULL), GATHER_STATUS_OK);
        assert_true(gather_layout_equal(&tensor.layout, &layout));
        assert_int_equal(tensor.offset % 64, 0);
        gather_file_close(file);
    }
}

static void test_what_an_npy_cant_hold(void **state)
{
    static const struct {
        const char *text, *lacks; /* NULL: the type */
    } rows[] = {
        {"f32[2,3]:(3,-1)+2", "offset"},
        {"f32[2,3]:(4,1)", "stride"},
        {"f32[2,3]{1,0:pad(2,4)=zero}", "padding"},
        {"f32[3,5]{1,0:T(2,2)}", "tiles"},
        {"f32[2,3,4]{1,2,0}", "stride"},
        {"f32[2]{0:E(40)}", "bits"},
        {"f32[2]{0:S(1)}", "space"},
        {"s4[2]{0:E(4)}", NULL},
        {"s4[2]", "bits"},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        struct gather_tensor tensor = {.name = "", .layout = layout_of(rows[k].text)};
        struct gather_target *target = NULL;
        struct gather_error error = {0};
        assert_int_equal(gather_target_create(&target, "c.npy", NULL), GATHER_STATUS_OK);
        assert_int_equal(gather_target_hold(target, GATHER_FILE_NPY, &tensor, 1, &error),
                         GATHER_STATUS_UNSUPPORTED);
        assert_int_equal(error.status, GATHER_STATUS_UNSUPPORTED);
        if (rows[k].lacks != NULL && (error.lacks == NULL || strcmp(error.lacks, rows[k].lacks) != 0))
            fail_msg("%s: lacks %s", rows[k].text, error.lacks);
        gather_target_destroy(target);
    }
}

/* ---- looking at a tensor otherwise --------------------------------------------------------------- */

static void test_views_and_layouts_of_a_tensor(void **state)
{
    struct gather_error error = {0};
    (void)state;
    npy_of_shape(&npy, "'|V2'", "(2, 3)", 12);
    struct gather_file *file = open_npy();
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    struct gather_layout larger = layout_of("u8[13]"), smaller = layout_of("bf16[3]:(2)+1"),
                         wide = layout_of("f32[3]");
    assert_int_equal(gather_tensor_view(&tensor, GATHER_DTYPE_F32, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(gather_tensor_view(&tensor, 0, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(tensor.untyped, 1);
    assert_int_equal(gather_tensor_view(&tensor, GATHER_DTYPE_BF16, NULL), GATHER_STATUS_OK);
    assert_int_equal(tensor.untyped, 0);
    assert_int_equal(tensor.layout.dtype, GATHER_DTYPE_BF16);
    assert_int_equal(gather_tensor_lay(&tensor, &larger, &error), GATHER_STATUS_BOUNDS);
    assert_int_equal(error.value, 12);
    assert_int_equal(error.low, 13);
    assert_int_equal(gather_tensor_lay(&tensor, &smaller, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(&tensor, &wide, NULL), GATHER_STATUS_OK);
    gather_file_close(file);
}

/* Big-endian numbers keep their width, whatever they are looked at as. */
static void test_layouts_of_big_endian_numbers(void **state)
{
    struct gather_error error = {0};
    (void)state;
    npy_of_shape(&npy, "'>f4'", "(2, 3)", 24);
    struct gather_file *file = open_npy();
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    struct gather_layout same = layout_of("s32[6]"), complex = layout_of("c64[3]"),
                         half = layout_of("f16[12]"), wide = layout_of("f32[2]{0:E(40)}");
    assert_int_equal(gather_tensor_lay(&tensor, &same, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(&tensor, &complex, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(&tensor, &half, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(gather_tensor_lay(&tensor, &wide, &error), GATHER_STATUS_DTYPE);
    gather_file_close(file);
}

static void test_formats_by_name(void **state)
{
    (void)state;
    assert_int_equal(gather_file_format_of("a.npy"), GATHER_FILE_NPY);
    assert_int_equal(gather_file_format_of("/b/.npy/a.raw"), GATHER_FILE_RAW);
    assert_int_equal(gather_file_format_of(".npy"), GATHER_FILE_NPY); /* with a folder in front and without */
    assert_int_equal(gather_file_format_of("./.npy"), GATHER_FILE_NPY);
    assert_int_equal(gather_file_format_of(".hidden"), GATHER_FILE_RAW);
    assert_int_equal(gather_file_format_of(""), GATHER_FILE_RAW);
    assert_string_equal(gather_file_format_name(GATHER_FILE_NPY), "npy");
    assert_string_equal(gather_file_format_name(GATHER_FILE_RAW), "raw");
    assert_null(gather_file_format_name(GATHER_FILE_ANY));
    assert_null(gather_file_format_name(GATHER_FILE_FORMAT_COUNT));
    assert_null(gather_file_format_name(-1));
    assert_true(gather_file_format_is_written(GATHER_FILE_RAW));
    assert_true(gather_file_format_is_written(GATHER_FILE_NPY));
    assert_false(gather_file_format_is_written(GATHER_FILE_GGUF));
    assert_false(gather_file_format_is_written(GATHER_FILE_ANY));
    assert_false(gather_file_format_is_written(GATHER_FILE_FORMAT_COUNT));
    assert_false(gather_file_format_is_written(-1));
}

static void test_raw_bytes(void **state)
{
    struct gather_file *file = NULL;
    struct gather_layout layout = layout_of("f32[2]");
    (void)state;
    scratch_write("bytes", "0123456789", 10);
    assert_int_equal(gather_file_open(&file, "bytes", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    assert_int_equal(tensor.untyped, 1);
    assert_int_equal(tensor.bytes, 10);
    assert_int_equal(gather_layout_bytes(&tensor.layout), 10);
    assert_int_equal(gather_tensor_lay(&tensor, &layout, NULL),
                     GATHER_STATUS_OK); /* more than asked for is fine */
    layout.dtype = GATHER_DTYPE_STRING;
    layout.cell_bits = 128;
    layout.sizes[0] = layout.place[0] = 0;
    assert_int_equal(gather_tensor_lay(&tensor, &layout, NULL), GATHER_STATUS_DTYPE);
    gather_file_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_type),
        cmocka_unit_test(test_big_endian_numbers_are_turned),
        cmocka_unit_test(test_parts_are_read),
        cmocka_unit_test(test_shapes_orders_and_versions),
        cmocka_unit_test(test_dictionaries_of_others),
        cmocka_unit_test(test_written_as_numpy_does),
        cmocka_unit_test(test_every_type_comes_back),
        cmocka_unit_test(test_what_an_npy_cant_hold),
        cmocka_unit_test(test_views_and_layouts_of_a_tensor),
        cmocka_unit_test(test_layouts_of_big_endian_numbers),
        cmocka_unit_test(test_formats_by_name),
        cmocka_unit_test(test_raw_bytes),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
