/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX files made by hand: tensors are found wherever their numbers stand, and read as they lie in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/memory_file.h"
#include "support/onnx_by_hand.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5 };

static struct bytes_by_hand tensor, graph, model, packed, node, attribute;
static const int64_t two_three[] = {2, 3, -1}, two[] = {2, -1}, scalar[] = {-1};

static struct gather_file *open_as(int32_t format, const struct bytes_by_hand *bytes)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    char text[256] = "";
    if (gather_file_open(&file, memory_file(bytes->bytes, bytes->count), format, &error) != GATHER_STATUS_OK)
        gather_error_format(&error, text, sizeof text);
    assert_string_equal(text, "");
    return file;
}

/* The one tensor of the file `tensor` has this type and these bytes. */
static void check_tensor(int32_t dtype, const void *bytes, size_t count)
{
    uint8_t got[256];
    struct gather_file *file = open_as(GATHER_FILE_PB, &tensor);
    assert_int_equal(gather_file_count(file), 1);
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_string_equal(found->name, "t");
    assert_int_equal(found->layout.dtype, dtype);
    assert_int_equal(found->bytes, count);
    assert_int_equal(gather_file_read(file, found, 0, got, count, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, bytes, count);
    gather_file_close(file);
}

static void put_packed_varints(int field, const int64_t *numbers, size_t count)
{
    packed.count = 0;
    for (size_t k = 0; k < count; k++)
        put_varint(&packed, (uint64_t)numbers[k]);
    put_message(&tensor, field, &packed);
}

/* ---- where numbers stand ------------------------------------------------------------------------- */

static void test_raw_data_lies_in_the_file(void **state)
{
    static const float numbers[] = {1, 2, 3, 4, 5, 6};
    (void)state;
    onnx_tensor(&tensor, "t", 1, two_three);
    put_field_bytes(&tensor, RAW_DATA, numbers, sizeof numbers);
    check_tensor(GATHER_DTYPE_F32, numbers, sizeof numbers);
    struct gather_file *file = open_as(GATHER_FILE_PB, &tensor);
    assert_int_equal(gather_file_tensor(file, 0)->offset, tensor.count - sizeof numbers);
    assert_int_equal(gather_file_tensor(file, 0)->layout.sizes[1], 3);
    gather_file_close(file);
}

/* Packed floats lie there as well; in two pieces, or one by one, they are made. */
static void test_floats_packed_and_not(void **state)
{
    static const float numbers[] = {1.5F, -2};
    (void)state;
    onnx_tensor(&tensor, "t", 1, two);
    put_field_bytes(&tensor, FLOAT_DATA, numbers, sizeof numbers);
    check_tensor(GATHER_DTYPE_F32, numbers, sizeof numbers);
    onnx_tensor(&tensor, "t", 1, two);
    put_field_bytes(&tensor, FLOAT_DATA, &numbers[0], 4);
    put_field_bytes(&tensor, FLOAT_DATA, &numbers[1], 4);
    check_tensor(GATHER_DTYPE_F32, numbers, sizeof numbers);
    onnx_tensor(&tensor, "t", 1, two);
    for (int k = 0; k < 2; k++) {
        put_varint(&tensor, FLOAT_DATA << 3 | 5);
        put_bytes(&tensor, &numbers[k], 4);
    }
    check_tensor(GATHER_DTYPE_F32, numbers, sizeof numbers);
}

static void test_complex_numbers_are_pairs(void **state)
{
    static const double numbers[] = {1, 2, 3, 4};
    static const float halves[] = {1, 2, 3, 4};
    (void)state;
    onnx_tensor(&tensor, "t", 15, two);
    put_field_bytes(&tensor, DOUBLE_DATA, numbers, sizeof numbers);
    check_tensor(GATHER_DTYPE_C128, numbers, sizeof numbers);
    onnx_tensor(&tensor, "t", 14, two);
    put_field_bytes(&tensor, FLOAT_DATA, halves, sizeof halves);
    check_tensor(GATHER_DTYPE_C64, halves, sizeof halves);
}

/* Every type that int32_data has: two numbers, and what they are in memory. */
static void test_types_in_int32_data(void **state)
{
    static const struct {
        uint64_t number;
        int32_t dtype;
        int64_t numbers[2];
        size_t count; /* of numbers */
        uint8_t bytes[8];
        size_t bytes_count;
    } rows[] = {
        {2, GATHER_DTYPE_U8, {255, 1}, 2, {255, 1}, 2},
        {3, GATHER_DTYPE_I8, {-128, 1}, 2, {128, 1}, 2},
        {4, GATHER_DTYPE_U16, {65535, 1}, 2, {255, 255, 1, 0}, 4},
        {5, GATHER_DTYPE_I16, {-2, 1}, 2, {254, 255, 1, 0}, 4},
        {6, GATHER_DTYPE_I32, {-2, 1}, 2, {254, 255, 255, 255, 1}, 8},
        {9, GATHER_DTYPE_BOOL, {1, 0}, 2, {1, 0}, 2},
        {10, GATHER_DTYPE_F16, {0x3C00, 1}, 2, {0, 0x3C, 1, 0}, 4},
        {16, GATHER_DTYPE_BF16, {0x3F80, 1}, 2, {0x80, 0x3F, 1, 0}, 4},
        {17, GATHER_DTYPE_F8E4M3FN, {0x38, 255}, 2, {0x38, 255}, 2},
        {18, GATHER_DTYPE_F8E4M3FNUZ, {0x38, 255}, 2, {0x38, 255}, 2},
        {19, GATHER_DTYPE_F8E5M2, {0x38, 255}, 2, {0x38, 255}, 2},
        {20, GATHER_DTYPE_F8E5M2FNUZ, {0x38, 255}, 2, {0x38, 255}, 2},
        {24, GATHER_DTYPE_F8E8M0, {0x38, 255}, 2, {0x38, 255}, 2},
        {21, GATHER_DTYPE_U4, {0x21, 0}, 1, {0x21}, 1},
        {22, GATHER_DTYPE_I4, {0xF1, 0}, 1, {0xF1}, 1},
        {23, GATHER_DTYPE_F4E2M1, {0xF1, 0}, 1, {0xF1}, 1},
        {25, GATHER_DTYPE_U2, {0x0D, 0}, 1, {0x0D}, 1},
        {26, GATHER_DTYPE_I2, {0x0D, 0}, 1, {0x0D}, 1},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        onnx_tensor(&tensor, "t", rows[k].number, two);
        put_packed_varints(INT32_DATA, rows[k].numbers, rows[k].count);
        check_tensor(rows[k].dtype, rows[k].bytes, rows[k].bytes_count);
        onnx_tensor(&tensor, "t", rows[k].number, two);
        put_field_bytes(&tensor, RAW_DATA, rows[k].bytes, rows[k].bytes_count);
        check_tensor(rows[k].dtype, rows[k].bytes, rows[k].bytes_count);
    }
}

static void test_types_in_64_bits(void **state)
{
    static const int64_t numbers[] = {INT64_MIN, -1}, narrow[] = {UINT32_MAX, 7};
    static const uint32_t narrowed[] = {UINT32_MAX, 7};
    (void)state;
    onnx_tensor(&tensor, "t", 7, two);
    put_packed_varints(INT64_DATA, numbers, 2);
    check_tensor(GATHER_DTYPE_I64, numbers, sizeof numbers);
    onnx_tensor(&tensor, "t", 13, two);
    put_packed_varints(UINT64_DATA, numbers, 2);
    check_tensor(GATHER_DTYPE_U64, numbers, sizeof numbers);
    onnx_tensor(&tensor, "t", 12, two);
    put_packed_varints(UINT64_DATA, narrow, 2);
    check_tensor(GATHER_DTYPE_U32, narrowed, sizeof narrowed);
}

struct view {
    const char *text;
    uint64_t length;
};

static void test_texts_become_views(void **state)
{
    struct view views[2];
    (void)state;
    onnx_tensor(&tensor, "t", 8, two);
    put_field_text(&tensor, STRING_DATA, "h\xc3\xa4");
    put_field_bytes(&tensor, STRING_DATA, "a\0b", 3);
    struct gather_file *file = open_as(GATHER_FILE_PB, &tensor);
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_int_equal(found->layout.dtype, GATHER_DTYPE_STRING);
    assert_int_equal(found->bytes, sizeof views);
    assert_null(gather_file_source(file, found->source));
    assert_int_equal(gather_file_read(file, found, 0, views, sizeof views, NULL), GATHER_STATUS_OK);
    assert_int_equal(views[0].length, 3);
    assert_memory_equal(views[0].text, "h\xc3\xa4", 3);
    assert_int_equal(views[1].length, 3);
    assert_memory_equal(views[1].text, "a\0b", 3);
    gather_file_close(file);
}

static void test_dims_packed_and_none(void **state)
{
    static const uint8_t bytes[6] = {1, 2, 3, 4, 5, 6};
    static const int64_t sizes[] = {2, 3}, none[] = {0, 5, -1};
    (void)state;
    tensor.count = 0;
    put_packed_varints(DIMS, sizes, 2);
    put_field(&tensor, DATA_TYPE, 2);
    put_field_text(&tensor, NAME, "t");
    put_field_bytes(&tensor, RAW_DATA, bytes, sizeof bytes);
    check_tensor(GATHER_DTYPE_U8, bytes, sizeof bytes);
    onnx_tensor(&tensor, "t", 2, scalar);
    put_field_bytes(&tensor, RAW_DATA, bytes, 1);
    check_tensor(GATHER_DTYPE_U8, bytes, 1);
    onnx_tensor(&tensor, "t", 7, none);
    check_tensor(GATHER_DTYPE_I64, bytes, 0);
}

/* ---- models -------------------------------------------------------------------------------------- */

static void put_attribute(const char *name)
{
    attribute.count = 0;
    put_field_text(&attribute, 1, name);
}

static void put_constant(const char *output)
{
    onnx_constant(&node, output, &attribute);
    put_message(&graph, GRAPH_NODE, &node);
}

static void check_found(const struct gather_file *file, const char *name, int32_t dtype, int32_t rank,
                        const void *bytes, size_t count)
{
    uint8_t got[64];
    const struct gather_tensor *found = gather_file_find(file, name, strlen(name));
    assert_non_null(found);
    assert_int_equal(found->layout.dtype, dtype);
    assert_int_equal(found->layout.rank, rank);
    assert_int_equal(found->bytes, count);
    assert_int_equal(gather_file_read(file, found, 0, got, count, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, bytes, count);
}

static void test_initializers_and_constants(void **state)
{
    static const float numbers[] = {1.5F, 2.5F};
    static const int64_t integers[] = {-3, 4};
    (void)state;
    graph.count = 0;
    onnx_tensor(&tensor, "weight", 1, two);
    put_field_bytes(&tensor, RAW_DATA, numbers, sizeof numbers);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    put_attribute("value");
    onnx_tensor(&tensor, "of its own", 1, two);
    put_field_bytes(&tensor, FLOAT_DATA, numbers, sizeof numbers);
    put_message(&attribute, 5, &tensor);
    put_constant("tensor");
    put_attribute("value_float");
    put_varint(&attribute, 2 << 3 | 5);
    put_bytes(&attribute, numbers, 4);
    put_constant("float");
    put_attribute("value_floats");
    put_field_bytes(&attribute, 7, numbers, sizeof numbers);
    put_constant("floats");
    put_attribute("value_int");
    put_field(&attribute, 3, (uint64_t)integers[0]);
    put_constant("int");
    put_attribute("value_ints");
    put_field(&attribute, 8, (uint64_t)integers[0]);
    put_field(&attribute, 8, (uint64_t)integers[1]);
    put_constant("ints");
    onnx_model(&model, &graph);
    struct gather_file *file = open_as(GATHER_FILE_ONNX, &model);
    assert_int_equal(gather_file_count(file), 6);
    check_found(file, "weight", GATHER_DTYPE_F32, 1, numbers, 8);
    check_found(file, "tensor", GATHER_DTYPE_F32, 1, numbers, 8);
    check_found(file, "float", GATHER_DTYPE_F32, 0, numbers, 4);
    check_found(file, "floats", GATHER_DTYPE_F32, 1, numbers, 8);
    check_found(file, "int", GATHER_DTYPE_I64, 0, integers, 8);
    check_found(file, "ints", GATHER_DTYPE_I64, 1, integers, 16);
    assert_string_equal(gather_file_metadata(file, 0)->key, "ir_version");
    assert_string_equal(gather_file_metadata(file, 1)->key, "opset");
    assert_string_equal(gather_file_metadata(file, 1)->value, "21");
    gather_file_close(file);
}

static void test_texts_of_constants(void **state)
{
    struct view views[2];
    (void)state;
    graph.count = 0;
    put_attribute("value_strings");
    put_field_text(&attribute, 9, "a");
    put_field_text(&attribute, 9, "bc");
    put_constant("texts");
    onnx_model(&model, &graph);
    struct gather_file *file = open_as(GATHER_FILE_ANY, &model); /* known by its first bytes */
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_int_equal(found->layout.sizes[0], 2);
    assert_int_equal(gather_file_read(file, found, 0, views, sizeof views, NULL), GATHER_STATUS_OK);
    assert_memory_equal(views[1].text, "bc", 2);
    gather_file_close(file);
}

/* ---- external data ------------------------------------------------------------------------------- */

static void test_external_data(void **state)
{
    static const uint8_t bytes[16] = {9, 8, 7, 6, 5, 4, 3, 2, 1};
    uint8_t got[6];
    struct gather_file *file = NULL;
    (void)state;
    scratch_write("weights.bin", bytes, sizeof bytes);
    onnx_tensor(&tensor, "t", 2, two_three);
    onnx_external(&tensor, "location", "weights.bin");
    onnx_external(&tensor, "offset", "3");
    onnx_external(&tensor, "length", "6");
    onnx_external(&tensor, "checksum", "of no matter");
    put_field(&tensor, DATA_LOCATION, 1);
    scratch_write("t.pb", tensor.bytes, tensor.count);
    assert_int_equal(gather_file_open(&file, "t.pb", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_int_equal(found->offset, 3);
    assert_non_null(strstr(gather_file_source(file, found->source), "weights.bin"));
    assert_int_equal(gather_file_read(file, found, 0, got, sizeof got, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, bytes + 3, sizeof got);
    gather_file_close(file);
}

/* ---- writing ------------------------------------------------------------------------------------- */

static void write_and_read(const char *name, const char *text, enum gather_status expected)
{
    struct gather_target *target = NULL;
    struct gather_tensor held = {.name = name};
    struct gather_file *file = NULL;
    uint8_t got[64];
    assert_int_equal(gather_layout_parse(&held.layout, text, strlen(text), GATHER_SPELLING_ANY, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_target_create(&target, "out.pb", NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_target_hold(target, GATHER_FILE_PB, &held, 1, NULL), expected);
    if (expected == GATHER_STATUS_OK) {
        struct gather_buffer buffer = gather_target_buffer(target, &held);
        for (int64_t k = 0; k < held.bytes; k++)
            ((uint8_t *)buffer.data)[k] = (uint8_t)(k + 1);
        assert_int_equal(gather_target_commit(target, NULL), GATHER_STATUS_OK);
    }
    gather_target_destroy(target);
    if (expected != GATHER_STATUS_OK)
        return;
    assert_int_equal(gather_file_open(&file, "out.pb", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_string_equal(found->name, name);
    assert_memory_equal(&found->layout, &held.layout, sizeof held.layout);
    assert_int_equal(gather_file_read(file, found, 0, got, (size_t)found->bytes, NULL), GATHER_STATUS_OK);
    for (int64_t k = 0; k < found->bytes; k++)
        assert_int_equal(got[k], k + 1);
    gather_file_close(file);
}

static void test_what_is_written_is_read(void **state)
{
    (void)state;
    write_and_read("rows", "f32[2,3]", GATHER_STATUS_OK);
    write_and_read("", "s64[]", GATHER_STATUS_OK);
    write_and_read("none", "f16[0,3]", GATHER_STATUS_OK);
    write_and_read("odd", "u4[5]C", GATHER_STATUS_OK);
    write_and_read("columns", "f32[2,3]{0,1}", GATHER_STATUS_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_raw_data_lies_in_the_file), cmocka_unit_test(test_floats_packed_and_not),
        cmocka_unit_test(test_complex_numbers_are_pairs), cmocka_unit_test(test_types_in_int32_data),
        cmocka_unit_test(test_types_in_64_bits),          cmocka_unit_test(test_texts_become_views),
        cmocka_unit_test(test_dims_packed_and_none),      cmocka_unit_test(test_initializers_and_constants),
        cmocka_unit_test(test_texts_of_constants),        cmocka_unit_test(test_external_data),
        cmocka_unit_test(test_what_is_written_is_read),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
