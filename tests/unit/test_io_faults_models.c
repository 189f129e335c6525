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

#include "gather/io.h"
#include "io/ir_graph.h"
#include "support/counted_malloc.h"
#include "support/memory_file.h"
#include "support/onnx_by_hand.h"
#include "support/scratch.h"

enum { GRAPH_INITIALIZER = 5, MOST_BYTES = 256 };

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

/* ---- every allocation ---------------------------------------------------------------------------- */

static enum gather_status open_and_read(const char *path, int32_t format)
{
    uint8_t memory[MOST_BYTES];
    struct gather_file *file = NULL;
    enum gather_status status = gather_file_open(&file, path, format, NULL);
    for (size_t k = 0; status == GATHER_STATUS_OK && k < gather_file_count(file); k++) {
        const struct gather_tensor *found = gather_file_tensor(file, k);
        assert_in_range(found->bytes, 0, sizeof memory);
        status = gather_file_read(file, found, 0, memory, (size_t)found->bytes, NULL);
    }
    gather_file_close(file);
    return status;
}

static enum gather_status open_and_run(const char *path, int32_t format)
{
    struct gather__ir_graph graph_of_ir;
    struct gather__ir_operand output = {.name = NULL};
    (void)format;
    enum gather_status status = gather__ir_graph_open(&graph_of_ir, path, NULL);
    if (status == GATHER_STATUS_OK)
        status = gather__ir_graph_run(&graph_of_ir, NULL, 0, &output, NULL);
    free(output.buffer.data);
    gather__ir_graph_end(&graph_of_ir);
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
