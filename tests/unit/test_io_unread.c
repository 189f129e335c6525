/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors of types that are not read: refused, unless who opens the file wants them, and then among the others, as bytes
 * under the file's word for their type, with their shape where rows are whole bytes, and what would have to be so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/bytes_by_hand.h"
#include "support/memory_file.h"
#include "support/npy_by_hand.h"
#include "support/onnx_by_hand.h"
#include "support/opened.h"
#include "support/safetensors_by_hand.h"
#include "support/scratch.h"

static struct safetensors_by_hand safetensors;
static struct npy_by_hand npy;
static struct bytes_by_hand gguf, onnx, graph, tensor;

struct heard {
    int count;
    int32_t status;
    int64_t at;
};

static void hear(void *context, const char *name, const struct gather_error *error)
{
    struct heard *heard = context;
    assert_non_null(name);
    heard->count++;
    heard->status = error->status;
    heard->at = error->at;
}

static struct gather_file *open_with_unread(int32_t format, const void *bytes, size_t count,
                                            struct heard *heard)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    struct gather_file_options options = {
        .size = sizeof options, .format = format, .broken = hear, .context = heard, .unread = 1};
    assert_int_equal(gather_file_open_with(&file, memory_file(bytes, count), &options, &error),
                     GATHER_STATUS_OK);
    assert_int_equal(error.status, GATHER_STATUS_OK); /* it is written on failure alone */
    assert_int_equal(read_all_tensors(file, &error), GATHER_STATUS_OK);
    return file;
}

/* The tensor of a name, whose layout is of bytes: "u8[2,60]{1,0}". */
static const struct gather_tensor *check_unread(const struct gather_file *file, const char *name,
                                                const char *type, const char *layout, int32_t block,
                                                int32_t block_bytes)
{
    const struct gather_tensor *found = gather_file_find(file, name, strlen(name));
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length;
    assert_non_null(found);
    assert_string_equal(found->type, type);
    assert_non_null(found->unread);
    assert_true(found->untyped);
    assert_int_equal(found->block, block);
    assert_int_equal(found->block_bytes, block_bytes);
    assert_int_equal(
        gather_layout_print(&found->layout, GATHER_SPELLING_XLA, text, sizeof text, &length, NULL),
        GATHER_STATUS_OK);
    assert_string_equal(text, layout);
    return found;
}

static void test_npy(void **state)
{
    struct heard heard = {0};
    struct gather_error error;
    (void)state;
    npy_of_shape(&npy, "'<U5'", "(2, 3)", 120);
    assert_int_equal(try_as(GATHER_FILE_NPY, npy.bytes, npy.count, &error), GATHER_STATUS_UNSUPPORTED);
    struct gather_file *file = open_with_unread(GATHER_FILE_NPY, npy.bytes, npy.count, &heard);
    struct gather_tensor found = *check_unread(file, "", "<U5", "u8[2,60]{1,0}", 1, 20);
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.status, GATHER_STATUS_UNSUPPORTED);
    assert_int_equal(heard.at, error.at);
    assert_int_equal(found.offset, npy.data);
    assert_int_equal(found.bytes, 120);
    struct gather_layout seen;
    const int64_t sizes[] = {30};
    assert_int_equal(gather_layout_init(&seen, GATHER_DTYPE_U32, 1, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(&found, &seen, NULL),
                     GATHER_STATUS_OK); /* now somebody says what it is */
    assert_null(found.unread);
    assert_null(found.type);
    gather_file_close(file);
}

/* Without whole bytes for each row, the shape is lost. */
static void test_npy_shapes(void **state)
{
    static const struct {
        const char *type, *shape, *word, *layout;
        size_t data;
        int32_t block, block_bytes;
    } rows[] = {
        {"'|O'", "(3,)", "|O", "u8[10]{0}", 10, 3, 10},
        {"'|O'", "(2, 3)", "|O", "u8[9]{0}", 9, 0, 0},
        {"'|O'", "(0,)", "|O", "u8[10]{0}", 10, 0, 0},
        {"'<U5'", "(0, 3)", "<U5", "u8[0,3]{1,0}", 0, 0, 0},
        {"'|S3'", "()", "|S3", "u8[3]{0}", 3, 0, 0},
        {"'U5'", "(2,)", "U5", "u8[40]{0}", 40, 1, 20},
        {"'<M8[ns]'", "(2, 1)", "<M8[ns]", "u8[2,8]{1,0}", 16, 1, 8},
        {"[('a]', '<i4'), ('b', [('c', '<f4', (2,))])]", "(2,)", "structure", "u8[24]{0}", 24, 1, 12},
        {"'|S0123456789012345678901234567890'", "(2,)", "unknown", "u8[2]{0}", 2, 1, 1},
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct heard heard = {0};
        npy_of_shape(&npy, rows[k].type, rows[k].shape, rows[k].data);
        struct gather_file *file = open_with_unread(GATHER_FILE_NPY, npy.bytes, npy.count, &heard);
        check_unread(file, "", rows[k].word, rows[k].layout, rows[k].block, rows[k].block_bytes);
        gather_file_close(file);
    }
}

/* What else is wrong with such a tensor is wrong with the file. */
static void test_still_refused(void **state)
{
    static const char *const shapes[] = {"(-1,)", "(4611686018427387904, 4)", "(2",
                                         "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"};
    static const char *const types[] = {"[('a', '<i4')", "'<q4'", "'5U'", "['a", "['a\"]"};
    struct gather_file_options options = {.size = sizeof options, .format = GATHER_FILE_NPY, .unread = 1};
    struct gather_file *file = NULL;
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        npy_of_shape(&npy, "'|O'", shapes[k], 8);
        assert_int_not_equal(
            gather_file_open_with(&file, memory_file(npy.bytes, npy.count), &options, &error),
            GATHER_STATUS_OK);
        assert_true(error.has & GATHER_ERROR_HAS_AT);
    }
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
        npy_of_shape(&npy, types[k], "(2,)", 8);
        assert_int_equal(gather_file_open_with(&file, memory_file(npy.bytes, npy.count), &options, &error),
                         GATHER_STATUS_FORMAT);
    }
    assert_null(file);
}

static void test_safetensors(void **state)
{
    struct heard heard = {0};
    struct gather_error error;
    (void)state;
    safetensors_by_hand(&safetensors,
                        "{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]},"
                        "\"b\":{\"dtype\":\"F3\",\"shape\":[2,8],\"data_offsets\":[4,10]},"
                        "\"c\":{\"dtype\":\"\\u001b[31m\",\"shape\":[2],\"data_offsets\":[10,12]}}",
                        12);
    assert_int_equal(try_as(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &error),
                     GATHER_STATUS_FORMAT);
    struct gather_file *file =
        open_with_unread(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &heard);
    assert_int_equal(gather_file_count(file), 3);
    assert_null(gather_file_tensor(file, 0)->unread);
    check_unread(file, "b", "F3", "u8[2,3]{1,0}", 8, 3);
    check_unread(file, "c", "unknown", "u8[2]{0}", 1, 1);
    assert_int_equal(heard.count, 2);
    assert_int_equal(heard.status, GATHER_STATUS_FORMAT);
    gather_file_close(file);
}

static void begin_gguf(uint64_t tensors)
{
    enum { VERSION = 3, PAIRS = 0 };
    gguf.count = 0;
    put_text(&gguf, "GGUF");
    put_number(&gguf, 4, VERSION);
    put_number(&gguf, 8, tensors);
    put_number(&gguf, 8, PAIRS);
}

static void put_tensor(const char *name, uint64_t size, uint64_t type, uint64_t offset)
{
    put_counted(&gguf, name);
    put_number(&gguf, 4, 2);
    put_number(&gguf, 8, size);
    put_number(&gguf, 8, 3);
    put_number(&gguf, 4, type);
    put_number(&gguf, 8, offset);
}

/* Its bytes end where the next tensor begins, but for what its rows can't share. */
static void test_gguf(void **state)
{
    enum { I8 = 24, TAKEN_BACK = 4 };
    struct heard heard = {0};
    (void)state;
    begin_gguf(4);
    put_tensor("new", 32, 999, 32);
    put_tensor("a", 8, I8, 0);
    put_tensor("old", 16, TAKEN_BACK, 96);
    put_tensor("b", 8, I8, 160);
    put_zeros(&gguf, (32 - gguf.count % 32) % 32);
    put_zeros(&gguf, 160 + 24);
    struct gather_file *file = open_with_unread(GATHER_FILE_GGUF, gguf.bytes, gguf.count, &heard);
    check_unread(file, "new", "type999", "u8[3,21]{1,0}", 32, 21);
    assert_int_equal(check_unread(file, "old", "type4", "u8[3,21]{1,0}", 16, 21)->offset,
                     (int64_t)gguf.count - 184 + 96);
    assert_int_equal(heard.count, 2);
    gather_file_close(file);
}

/* One whose sizes no tensor has is left out, and its bytes are nobody's. */
static void test_gguf_that_is_broken_too(void **state)
{
    enum { I8 = 24 };
    struct heard heard = {0};
    (void)state;
    begin_gguf(2);
    put_tensor("new", INT64_MAX, 999, 0);
    put_tensor("a", 8, I8, 32);
    put_zeros(&gguf, (32 - gguf.count % 32) % 32);
    put_zeros(&gguf, 32 + 24);
    struct gather_file *file = open_with_unread(GATHER_FILE_GGUF, gguf.bytes, gguf.count, &heard);
    assert_int_equal(gather_file_count(file), 1);
    assert_null(gather_file_tensor(file, 0)->unread);
    assert_int_equal(gather_file_tensor(file, 0)->bytes, 24);
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.status, GATHER_STATUS_OVERFLOW);
    gather_file_close(file);
}

static void test_onnx(void **state)
{
    static const int64_t sizes[] = {2, 2, -1};
    static const uint8_t data[8];
    struct heard heard = {0};
    (void)state;
    graph.count = 0;
    onnx_tensor(&tensor, "new", 99, sizes);
    put_field_bytes(&tensor, RAW_DATA, data, 8);
    put_message(&graph, 5, &tensor);
    onnx_tensor(&tensor, "none", 0, sizes);
    put_message(&graph, 5, &tensor);
    onnx_tensor(&tensor, "a", 2, sizes);
    put_field_bytes(&tensor, RAW_DATA, data, 4);
    put_message(&graph, 5, &tensor);
    onnx_model(&onnx, &graph);
    struct gather_file *file = open_with_unread(GATHER_FILE_ONNX, onnx.bytes, onnx.count, &heard);
    assert_int_equal(gather_file_count(file), 3);
    check_unread(file, "new", "type99", "u8[2,4]{1,0}", 1, 2);
    check_unread(file, "none", "type0", "u8[0]{0}", 0, 0);
    assert_int_equal(heard.count, 2);
    gather_file_close(file);
}

/* A number of any length is told whole; one below 0 is none. */
static void test_onnx_numbers(void **state)
{
    static const struct {
        int64_t number;
        const char *word;
    } rows[] = {{-5, "unknown"},
                {INT64_MIN, "unknown"},
                {123456789012345, "type123456789012345"},
                {INT64_MAX, "type9223372036854775807"}};
    static const int64_t sizes[] = {2, -1};
    static const uint8_t data[4];
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct heard heard = {0};
        graph.count = 0;
        onnx_tensor(&tensor, "new", (uint64_t)rows[k].number, sizes);
        put_field_bytes(&tensor, RAW_DATA, data, 4);
        put_message(&graph, 5, &tensor);
        onnx_model(&onnx, &graph);
        struct gather_file *file = open_with_unread(GATHER_FILE_ONNX, onnx.bytes, onnx.count, &heard);
        check_unread(file, "new", rows[k].word, "u8[4]{0}", 1, 2);
        assert_int_equal(heard.status, GATHER_STATUS_FORMAT);
        gather_file_close(file);
    }
}

/* What is left out is never told as what is kept is. */
static void test_onnx_groups(void **state)
{
    static const int64_t sizes[] = {2, -1};
    struct heard heard = {0};
    (void)state;
    graph.count = 0;
    onnx_tensor(&tensor, "grouped", 2, sizes);
    put_number(&tensor, 1, 4 << 3 | 3);
    put_message(&graph, 5, &tensor);
    onnx_model(&onnx, &graph);
    struct gather_file *file = open_with_unread(GATHER_FILE_ONNX, onnx.bytes, onnx.count, &heard);
    assert_int_equal(gather_file_count(file), 0);
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.status, GATHER_STATUS_FORMAT);
    gather_file_close(file);
}

static void test_ir(void **state)
{
    static const char model[] =
        "<net version=\"11\"><layers><layer id=\"2\" name=\"c\" type=\"Const\" version=\"opset8\">"
        "<data element_type=\"f5\" shape=\"2,8\" offset=\"8\" size=\"10\"/>"
        "<output><port id=\"1\"><dim>2</dim></port></output></layer></layers><edges/></net>";
    static const uint8_t data[24];
    struct gather_file *file = NULL;
    struct gather_file_options options = {.size = sizeof options, .unread = 1};
    (void)state;
    scratch_begin();
    scratch_write("a.xml", model, sizeof model - 1);
    scratch_write("a.bin", data, sizeof data);
    assert_int_equal(gather_file_open_with(&file, "a.xml", &options, NULL), GATHER_STATUS_OK);
    assert_int_equal(check_unread(file, "c", "f5", "u8[2,5]{1,0}", 8, 5)->offset, 8);
    gather_file_close(file);
    scratch_write("a.bin", data, 17);
    assert_int_equal(gather_file_open_with(&file, "a.xml", &options, NULL), GATHER_STATUS_FORMAT);
    scratch_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_npy),           cmocka_unit_test(test_npy_shapes),
        cmocka_unit_test(test_still_refused), cmocka_unit_test(test_safetensors),
        cmocka_unit_test(test_gguf),          cmocka_unit_test(test_gguf_that_is_broken_too),
        cmocka_unit_test(test_onnx),          cmocka_unit_test(test_onnx_numbers),
        cmocka_unit_test(test_onnx_groups),   cmocka_unit_test(test_ir),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
