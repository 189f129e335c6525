/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hostile list, J, for models: each allocation fails once, and what was opened so far is given back; and a file
 * of several GiB is listed, and its last byte read, without its length being anywhere in memory.
 */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/model.h"
#include "support/counted_malloc.h"
#include "support/memory_file.h"
#include "support/onnx_by_hand.h"
#include "support/scratch.h"

enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_OUTPUT = 12, MOST_BYTES = 256 };
enum { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_TYPE = 4, VALUE_NAME = 1 };

static struct bytes_by_hand file_bytes, tensor, graph;
static const int64_t two[] = {2, -1};

static void make_gguf(void)
{
    file_bytes.count = 0;
    put_text(&file_bytes, "GGUF");
    put_number(&file_bytes, 4, 3);
    put_number(&file_bytes, 8, 1);
    put_number(&file_bytes, 8, 2);
    put_counted(&file_bytes, "name");
    put_number(&file_bytes, 4, 8);
    put_counted(&file_bytes, "value");
    put_counted(&file_bytes, "real");
    put_number(&file_bytes, 4, 6);
    put_number(&file_bytes, 4, 0x3F800000);
    put_counted(&file_bytes, "t");
    put_number(&file_bytes, 4, 1);
    put_number(&file_bytes, 8, 2);
    put_number(&file_bytes, 4, 0);
    put_number(&file_bytes, 8, 0);
    put_zeros(&file_bytes, 32 - file_bytes.count % 32 + 8);
}

static void make_onnx(void)
{
    graph.count = 0;
    onnx_tensor(&tensor, "texts", 8, two);
    put_field_text(&tensor, STRING_DATA, "a");
    put_field_text(&tensor, STRING_DATA, "bc");
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    onnx_tensor(&tensor, "made", 7, two);
    put_field(&tensor, INT64_DATA, 1);
    put_field(&tensor, INT64_DATA, 2);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    onnx_model(&file_bytes, &graph);
}

/* An Identity of `from`, and an output of what it gives. */
static void put_identity(const char *from, const char *name)
{
    tensor.count = 0;
    put_field_text(&tensor, NODE_INPUT, from);
    put_field_text(&tensor, NODE_OUTPUT, name);
    put_field_text(&tensor, NODE_TYPE, "Identity");
    put_message(&graph, GRAPH_NODE, &tensor);
    tensor.count = 0;
    put_field_text(&tensor, VALUE_NAME, name);
    put_message(&graph, GRAPH_OUTPUT, &tensor);
}

static void make_onnx_graph(void)
{
    static const int64_t sizes[] = {2, 4, -1}, one[] = {1, -1};
    static const float zeros[8];
    static const int64_t row = 1;
    make_onnx();
    onnx_tensor(&tensor, "wide", 1, sizes); /* rows of it are read from the file */
    put_field_bytes(&tensor, RAW_DATA, zeros, sizeof zeros);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    onnx_tensor(&tensor, "row", 7, one);
    put_field_bytes(&tensor, RAW_DATA, &row, sizeof row);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    tensor.count = 0;
    put_field_text(&tensor, NODE_INPUT, "wide");
    put_field_text(&tensor, NODE_INPUT, "row");
    put_field_text(&tensor, NODE_OUTPUT, "rows");
    put_field_text(&tensor, NODE_TYPE, "Gather");
    put_message(&graph, GRAPH_NODE, &tensor);
    put_identity("rows", "same");
    put_identity("texts", "a");
    put_identity("a", "b");
    onnx_model(&file_bytes, &graph);
}

/* ---- every allocation ---------------------------------------------------------------------------- */

static enum gather_status open_and_read(const char *path, int32_t format)
{
    uint8_t memory[MOST_BYTES];
    struct gather_file *file = NULL;
    enum gather_status status = gather_file_open(&file, path, format, NULL);
    if (status == GATHER_STATUS_OK && format == GATHER_FILE_GGUF)
        assert_string_equal(gather_file_metadata(file, 1)->value, "1.0");
    for (size_t k = 0; status == GATHER_STATUS_OK && k < gather_file_count(file); k++) {
        const struct gather_tensor *found = gather_file_tensor(file, k);
        assert_in_range(found->bytes, 0, sizeof memory);
        status = gather_file_read(file, found, 0, memory, (size_t)found->bytes, NULL);
    }
    gather_file_close(file);
    return status;
}

/* All outputs, of which there are at most two. */
static enum gather_status open_and_run(const char *path, int32_t format)
{
    enum { OUTPUTS = 2 };
    struct gather_model *opened = NULL;
    struct gather_model_operand outputs[OUTPUTS];
    struct gather_model_value value;
    struct gather_model_options options = {.size = sizeof options, .format = format};
    size_t count = 0;
    enum gather_status status = gather_model_open(&opened, path, &options, NULL);
    if (status != GATHER_STATUS_OK)
        return status;
    while (count < OUTPUTS && gather_model_output_at(opened, count, &value))
        outputs[count++].name = value.name;
    status = gather_model_run(opened, NULL, 0, outputs, count, NULL);
    for (size_t k = 0; k < count; k++)
        gather_model_operand_free(&outputs[k]);
    gather_model_close(opened);
    return status;
}

/* Lets the first allocation fail, then the second, until none is left to fail. */
static void fail_each(enum gather_status (*try)(const char *path, int32_t format), const char *path,
                      int32_t format)
{
    assert_int_equal(try(path, format), GATHER_STATUS_OK);
    for (long long k = 0; MALLOC_CAN_FAIL; k++) {
        long long live = malloc_live;
        malloc_fails_after = k;
        enum gather_status status = try(path, format);
        bool all_succeeded = malloc_fails_after >= 0;
        malloc_fails_after = -1;
        assert_int_equal(malloc_live, live);
        if (all_succeeded)
            return;
        if (status != GATHER_STATUS_OK) /* what only makes sure may fail unseen */
            assert_int_equal(status, GATHER_STATUS_NO_MEMORY);
    }
}

static void test_hostile_74_every_allocation_fails(void **state)
{
    (void)state;
    make_gguf();
    fail_each(open_and_read, memory_file(file_bytes.bytes, file_bytes.count), GATHER_FILE_GGUF);
    make_onnx();
    fail_each(open_and_read, memory_file(file_bytes.bytes, file_bytes.count), GATHER_FILE_ONNX);
    make_onnx_graph();
    fail_each(open_and_run, memory_file(file_bytes.bytes, file_bytes.count), GATHER_FILE_ONNX);
    fail_each(open_and_read, "tests/cases/openvino_ir/gather8_string.xml", GATHER_FILE_IR);
    fail_each(open_and_run, "tests/cases/openvino_ir/gather8_string.xml", GATHER_FILE_IR);
}

/* ---- large files --------------------------------------------------------------------------------- */

/* A TensorProto of 5 GiB, none of which but its head is on the disk. */
static void test_hostile_42_five_gib(void **state)
{
    const int64_t many = INT64_C(5) << 30, sizes[] = {many, -1};
    struct gather_file *file = NULL;
    uint8_t last = 1;
    (void)state;
    scratch_begin();
    onnx_tensor(&tensor, "t", 2, sizes);
    put_varint(&tensor, RAW_DATA << 3 | 2);
    put_varint(&tensor, (uint64_t)many);
    scratch_write("large.pb", tensor.bytes, tensor.count);
    assert_int_equal(truncate("large.pb", (off_t)tensor.count + (off_t)many - 1), 0);
    assert_int_equal(gather_file_open(&file, "large.pb", GATHER_FILE_ANY, NULL), GATHER_STATUS_FORMAT);
    assert_int_equal(truncate("large.pb", (off_t)tensor.count + (off_t)many), 0);
    assert_int_equal(gather_file_open(&file, "large.pb", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_int_equal(found->offset, tensor.count);
    assert_int_equal(gather_file_read(file, found, many - 1, &last, 1, NULL), GATHER_STATUS_OK);
    assert_int_equal(last, 0);
    gather_file_close(file);
    scratch_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_74_every_allocation_fails),
        cmocka_unit_test(test_hostile_42_five_gib),
    };
    malloc_count_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
