/* SPDX-License-Identifier: Apache-2.0 */
/* The hostile list, D and E: messages that are cut off, spoilt, or lie. Each is refused with its place. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/onnx_by_hand.h"
#include "support/opened.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_SPARSE = 15, MODEL_GRAPH = 7 };

static struct bytes_by_hand tensor, graph, model, packed, node, attribute;
static const int64_t two[] = {2, -1};
static const uint8_t eight[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static int begin_scratch(void **state)
{
    (void)state;
    scratch_begin();
    scratch_write("weights.bin", eight, sizeof eight);
    return 0;
}

/* A model of one initializer with raw data, one with texts, and a Constant of numbers. */
static void make_seed(void)
{
    graph.count = 0;
    onnx_tensor(&tensor, "a", 1, two);
    put_field_bytes(&tensor, RAW_DATA, eight, 8);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    onnx_tensor(&tensor, "b", 8, two);
    put_field_text(&tensor, STRING_DATA, "x");
    put_field_text(&tensor, STRING_DATA, "yz");
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    attribute.count = 0;
    put_field_text(&attribute, 1, "value_ints");
    put_field(&attribute, 8, 3);
    put_field(&attribute, 8, UINT64_MAX);
    onnx_constant(&node, "c", &attribute);
    put_message(&graph, GRAPH_NODE, &node);
    onnx_model(&model, &graph);
}

static enum gather_status try_model(struct gather_error *error)
{
    return try_as(GATHER_FILE_ONNX, model.bytes, model.count, error);
}

/* The file `tensor` is refused, at this place. */
static void check_refused(enum gather_status status, size_t at)
{
    struct gather_error error;
    assert_int_equal(try_as(GATHER_FILE_PB, tensor.bytes, tensor.count, &error), status);
    assert_int_equal(error.at, at);
}

static void check_accepted(void)
{
    struct gather_error error;
    assert_int_equal(try_as(GATHER_FILE_PB, tensor.bytes, tensor.count, &error), GATHER_STATUS_OK);
}

/* ---- all formats --------------------------------------------------------------------------------- */

static void test_hostile_36_every_prefix(void **state)
{
    struct gather_error error;
    (void)state;
    make_seed();
    assert_int_equal(try_model(&error), GATHER_STATUS_OK);
    size_t opset = model.count - 4; /* it stands behind the graph: without it a model is still one */
    for (size_t count = 0; count < model.count; count++)
        assert_int_equal(try_as(GATHER_FILE_ONNX, model.bytes, count, &error),
                         count == opset ? GATHER_STATUS_OK : GATHER_STATUS_FORMAT);
}

static void test_hostile_37_every_single_bit_flip(void **state)
{
    int statuses[GATHER_STATUS_COUNT] = {0};
    struct gather_error error;
    (void)state;
    make_seed();
    for (size_t bit = 0; bit < 8 * model.count; bit++) {
        model.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        statuses[try_model(&error)]++;
        model.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    assert_true(statuses[GATHER_STATUS_OK] >= 8 * 8); /* those of raw_data, at least */
    assert_true(statuses[GATHER_STATUS_FORMAT] > 300);
    assert_int_equal(statuses[GATHER_STATUS_IO] + statuses[GATHER_STATUS_NO_MEMORY], 0);
}

static void test_hostile_38_empty_one_byte(void **state)
{
    struct gather_error error;
    (void)state;
    assert_int_equal(try_as(GATHER_FILE_ONNX, "", 0, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(try_as(GATHER_FILE_ONNX, "\x08", 1, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 1);
    assert_int_equal(try_as(GATHER_FILE_PB, "", 0, &error), GATHER_STATUS_FORMAT);
}

static void test_hostile_42_sizes_beyond_the_file(void **state)
{
    static const int64_t many[] = {INT64_C(1) << 40, -1}, wraps[] = {1 << 22, 1 << 22, 1 << 22, -1};
    static const int64_t largest[] = {INT64_MAX, -1};
    (void)state;
    onnx_tensor(&tensor, "t", 2, many);
    size_t at = tensor.count;
    put_field_bytes(&tensor, RAW_DATA, eight, 8);
    check_refused(GATHER_STATUS_FORMAT, at);
    onnx_tensor(&tensor, "t", 7, many);
    at = tensor.count;
    put_field_bytes(&tensor, INT64_DATA, eight, 8);
    check_refused(GATHER_STATUS_FORMAT, at);
    onnx_tensor(&tensor, "t", 8, many); /* texts, and there are none */
    check_refused(GATHER_STATUS_FORMAT, 0);
    onnx_tensor(&tensor, "t", 1, wraps);
    check_refused(GATHER_STATUS_OVERFLOW, 0);
    onnx_tensor(&tensor, "t", 1, largest);
    check_refused(GATHER_STATUS_OVERFLOW, 0);
}

static void put_named(const char *name, size_t length)
{
    tensor.count = 0;
    put_field(&tensor, DATA_TYPE, 2);
    put_field_bytes(&tensor, RAW_DATA, eight, 1);
    put_field_bytes(&tensor, NAME, name, length);
}

static void test_hostile_43_names(void **state)
{
    static const struct {
        const char *name;
        size_t length;
    } rows[] = {{"a\0b", 3}, {"\xff", 1}, {"\xc0\xae", 2}, {"\xed\xa0\x80", 3}, {"\xe2\x82", 2}};
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        put_named(rows[k].name, rows[k].length);
        check_refused(GATHER_STATUS_FORMAT, tensor.count - rows[k].length);
    }
    graph.count = 0;
    put_named("same", 4);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    onnx_model(&model, &graph);
    assert_int_equal(try_model(&error), GATHER_STATUS_FORMAT);
}

static void test_hostile_43_name_of_2_mb(void **state)
{
    enum { MANY = 2 << 20 };
    struct gather_error error;
    uint8_t *bytes = malloc(MANY + 16);
    (void)state;
    assert_non_null(bytes);
    put_named("", 0);
    tensor.count -= 1;
    size_t key = tensor.count - 1;
    put_varint(&tensor, MANY);
    memcpy(bytes, tensor.bytes, tensor.count);
    memset(bytes + tensor.count, 'a', MANY);
    assert_int_equal(try_as(GATHER_FILE_PB, bytes, tensor.count + MANY, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, key);
    free(bytes);
}

/* ---- the wire ------------------------------------------------------------------------------------ */

static void test_hostile_44_varints(void **state)
{
    static const uint8_t overlong[] = {DATA_TYPE << 3,    0x82, 0x80, 0x80, 0x00, NAME << 3 | 2, 1, 't',
                                       RAW_DATA << 3 | 2, 1,    7};
    (void)state;
    tensor.count = 0;
    put_bytes(&tensor, overlong, sizeof overlong); /* 2 in four bytes: readers of protocol buffers take it */
    check_accepted();
    tensor.count = 0;
    put_number(&tensor, 1, DATA_TYPE << 3);
    for (int k = 0; k < 10; k++)
        put_number(&tensor, 1, 0x80);
    put_number(&tensor, 1, 1);
    check_refused(GATHER_STATUS_FORMAT, 1); /* 11 bytes */
    tensor.count = 1;
    for (int k = 0; k < 9; k++)
        put_number(&tensor, 1, 0xFF);
    put_number(&tensor, 1, 2);
    check_refused(GATHER_STATUS_FORMAT, 1); /* 65 bits */
    tensor.count = 0;
    put_number(&tensor, 1, RAW_DATA << 3 | 2);
    put_varint(&tensor, UINT64_MAX);
    check_refused(GATHER_STATUS_FORMAT, 1);
    tensor.count = 1;
    put_varint(&tensor, INT64_MAX);
    check_refused(GATHER_STATUS_FORMAT, 1);
    onnx_tensor(&tensor, "t", 7, two);
    packed.count = 0;
    put_number(&packed, 2, 0x8001);
    put_message(&tensor, INT64_DATA, &packed);
    check_refused(GATHER_STATUS_FORMAT, tensor.count); /* the last number has no end */
}

/* An inner message may not reach into what follows the outer one. */
static void test_hostile_45_length_crosses_the_parent(void **state)
{
    struct gather_error error;
    (void)state;
    make_seed();
    graph.count = 0;
    put_number(&graph, 1, GRAPH_INITIALIZER << 3 | 2);
    put_varint(&graph, 3);
    onnx_model(&model, &graph);
    assert_int_equal(try_model(&error), GATHER_STATUS_FORMAT);
    assert_int_equal(error.at, 2 + 2 + 1);
    assert_int_equal(error.value, 3);
    assert_int_equal(error.high, 0);
}

static void test_hostile_46_groups(void **state)
{
    (void)state;
    onnx_tensor(&tensor, "t", 2, two);
    size_t at = tensor.count;
    for (int k = 0; k < 30000; k++)
        put_number(&tensor, 1, 100 % 16 << 3 | 3);
    check_refused(GATHER_STATUS_FORMAT, at);
    tensor.count = at;
    put_number(&tensor, 1, 4 << 3 | 4);
    check_refused(GATHER_STATUS_FORMAT, at);
}

static void test_hostile_47_wire_types_and_field_0(void **state)
{
    static const uint64_t keys[] = {1 << 3 | 6, 1 << 3 | 7, 0, 2, UINT64_C(1) << 32};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(keys); k++) {
        tensor.count = 0;
        put_varint(&tensor, keys[k]);
        put_zeros(&tensor, 8);
        check_refused(GATHER_STATUS_FORMAT, 0);
    }
    tensor.count = 0;
    put_field_text(&tensor, DATA_TYPE, "a type is no text");
    check_refused(GATHER_STATUS_FORMAT, 0);
    tensor.count = 0;
    put_field(&tensor, RAW_DATA, 1);
    check_refused(GATHER_STATUS_FORMAT, 0);
}

/* ---- tensors ------------------------------------------------------------------------------------- */

static void test_hostile_48_duplicates(void **state)
{
    static const int once[] = {DATA_TYPE, NAME, RAW_DATA, DATA_LOCATION};
    size_t at;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(once); k++) {
        onnx_tensor(&tensor, "t", 2, two);
        put_field_bytes(&tensor, RAW_DATA, eight, 2);
        put_field(&tensor, DATA_LOCATION, 0);
        at = tensor.count;
        if (once[k] == NAME || once[k] == RAW_DATA)
            put_field_bytes(&tensor, once[k], eight, 2);
        else
            put_field(&tensor, once[k], 0);
        check_refused(GATHER_STATUS_FORMAT, at);
    }
    onnx_tensor(&tensor, "t", 1, two);
    at = tensor.count;
    put_field_bytes(&tensor, RAW_DATA, eight, 8);
    put_field_bytes(&tensor, FLOAT_DATA, eight, 8);
    check_refused(GATHER_STATUS_FORMAT, at);
    onnx_tensor(&tensor, "t", 1, two);
    put_field_bytes(&tensor, FLOAT_DATA, eight, 8);
    at = tensor.count;
    put_field_bytes(&tensor, DOUBLE_DATA, eight, 8);
    check_refused(GATHER_STATUS_FORMAT, at);
    onnx_tensor(&tensor, "t", 1, two);
    at = tensor.count;
    put_field_bytes(&tensor, INT64_DATA, eight, 2);
    check_refused(GATHER_STATUS_FORMAT, at); /* the field of another type */
}

static void test_hostile_48_many_sizes(void **state)
{
    (void)state;
    tensor.count = 0;
    for (int k = 0; k < 10000; k++)
        put_field(&tensor, DIMS, 1);
    check_refused(GATHER_STATUS_RANK, 32);
    tensor.count = 0;
    put_field(&tensor, DIMS, UINT64_MAX); /* -1 */
    check_refused(GATHER_STATUS_FORMAT, 0);
}

static void test_hostile_49_lengths_of_raw_data(void **state)
{
    (void)state;
    for (size_t count = 7; count <= 9; count++) {
        onnx_tensor(&tensor, "t", 1, two);
        size_t at = tensor.count;
        put_number(&tensor, 1, RAW_DATA << 3 | 2);
        put_varint(&tensor, count);
        put_zeros(&tensor, count);
        if (count == 8)
            check_accepted();
        else
            check_refused(GATHER_STATUS_FORMAT, at);
    }
    onnx_tensor(&tensor, "t", 1, two);
    put_field_bytes(&tensor, FLOAT_DATA, eight, 7);
    check_refused(GATHER_STATUS_FORMAT, tensor.count);
}

static void test_hostile_49_numbers_outside_their_type(void **state)
{
    static const struct {
        uint64_t type, number;
        int field;
    } rows[] = {
        {2, 256, INT32_DATA},          {2, UINT64_MAX, INT32_DATA},
        {3, 128, INT32_DATA},          {9, 2, INT32_DATA},
        {10, 65536, INT32_DATA},       {6, 1U << 31, INT32_DATA},
        {12, 1ULL << 32, UINT64_DATA}, {21, 256, INT32_DATA},
    };
    static const int64_t one[] = {1, -1};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        onnx_tensor(&tensor, "t", rows[k].type, one);
        size_t at = tensor.count;
        put_field(&tensor, rows[k].field, rows[k].number);
        check_refused(GATHER_STATUS_FORMAT, at);
    }
}

/* A pb of two values of a type, the file of which is another one when they are read. */
static void check_changed(uint64_t type, const uint8_t *before, const uint8_t *after, size_t count)
{
    uint8_t memory[64];
    struct gather_error error;
    struct gather_file *file = NULL;
    onnx_tensor(&tensor, "t", type, two);
    size_t kept = tensor.count;
    put_bytes(&tensor, before, count);
    scratch_write("changed.pb", tensor.bytes, tensor.count);
    assert_int_equal(gather_file_open(&file, "changed.pb", GATHER_FILE_PB, &error), GATHER_STATUS_OK);
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_non_null(found);
    tensor.count = kept;
    put_bytes(&tensor, after, count);
    scratch_write("changed.pb", tensor.bytes, tensor.count);
    assert_int_equal(gather_file_read(file, found, 0, memory, (size_t)found->bytes, &error),
                     GATHER_STATUS_FORMAT);
    gather_file_close(file);
}

/* What is made of a file's numbers and texts has room for those that were there when it was opened, and no more. */
static void test_values_that_change_meanwhile(void **state)
{
    static const uint8_t long_numbers[] = {INT64_DATA << 3 | 2, 6, 0x80, 0x80, 1, 0x80, 0x80, 1},
                         short_numbers[] = {INT64_DATA << 3 | 2, 6, 1, 2, 3, 4, 5, 6},
                         one_number[] = {INT64_DATA << 3 | 2, 6, 0x80, 0x80, 0x80, 0x80, 0x80, 1},
                         texts[] = {STRING_DATA << 3 | 2, 1, 'x', STRING_DATA << 3 | 2, 2, 'y', 'z'},
                         many_texts[] =
                             {STRING_DATA << 3 | 2, 0, STRING_DATA << 3 | 2, 0, STRING_DATA << 3 | 2, 1, 'z'},
                         long_text[] = {STRING_DATA << 3 | 2, 5, 'v', 'w', 'x', 'y', 'z'};
    (void)state;
    check_changed(7, long_numbers, short_numbers, sizeof long_numbers);
    check_changed(7, long_numbers, one_number, sizeof long_numbers);
    check_changed(8, texts, many_texts, sizeof texts);
    check_changed(8, texts, long_text, sizeof texts);
}

static void test_unknown_types(void **state)
{
    static const uint64_t numbers[] = {0, 27, 1000, UINT64_MAX};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(numbers); k++) {
        onnx_tensor(&tensor, "t", numbers[k], two);
        check_refused(GATHER_STATUS_FORMAT, 3);
    }
    tensor.count = 0;
    check_refused(GATHER_STATUS_FORMAT, 0); /* none at all */
}

/* ---- external data ------------------------------------------------------------------------------- */

static enum gather_status try_external(const char *location, size_t length, const char *key,
                                       const char *value)
{
    struct gather_error error;
    packed.count = 0;
    put_field_text(&packed, 1, "location");
    put_field_bytes(&packed, 2, location, length);
    onnx_tensor(&tensor, "t", 2, two);
    put_field(&tensor, DATA_LOCATION, 1);
    put_message(&tensor, EXTERNAL_DATA, &packed);
    if (key != NULL)
        onnx_external(&tensor, key, value);
    scratch_write("t.pb", tensor.bytes, tensor.count);
    enum gather_status status = try_path("t.pb", GATHER_FILE_PB, &error);
    assert_true(status == GATHER_STATUS_OK || (error.has & GATHER_ERROR_HAS_AT));
    return status;
}

static void test_hostile_50_locations(void **state)
{
    static const char *const bad[] = {
        "../weights.bin", "a/../../b", "/etc/passwd", "..\\weights.bin", "", "..", "a/.."};
    static char longest[5000];
    (void)state;
    memset(longest, 'a', sizeof longest);
    assert_int_equal(try_external("weights.bin", 11, NULL, NULL), GATHER_STATUS_OK);
    for (size_t k = 0; k < COUNT_OF(bad); k++)
        assert_int_equal(try_external(bad[k], strlen(bad[k]), NULL, NULL), GATHER_STATUS_FORMAT);
    assert_int_equal(try_external("weights.bin\0x", 13, NULL, NULL), GATHER_STATUS_FORMAT);
    assert_int_equal(try_external(longest, sizeof longest, NULL, NULL), GATHER_STATUS_FORMAT);
    assert_int_equal(try_external("none", 4, NULL, NULL), GATHER_STATUS_IO);
    assert_int_equal(try_external(".", 1, NULL, NULL), GATHER_STATUS_IO);
}

/* What stands behind key and value is read too. */
static void test_hostile_46_entries_that_end_badly(void **state)
{
    static const struct {
        const char *bytes;
        size_t count;
    } ends[] = {{"\x00", 1}, {"\x1a\x7f", 2}, {"\x0b", 1}, {"\x08", 1}};
    static const char *const keys[] = {"location", "offset", "checksum"};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(ends) * COUNT_OF(keys); k++) {
        struct gather_error error;
        onnx_tensor(&tensor, "t", 2, two);
        put_field(&tensor, DATA_LOCATION, 1);
        onnx_external(&tensor, "location", "weights.bin");
        packed.count = 0;
        put_field_text(&packed, 1, keys[k % COUNT_OF(keys)]);
        put_field_text(&packed, 2, "0");
        put_bytes(&packed, (const uint8_t *)ends[k / COUNT_OF(keys)].bytes, ends[k / COUNT_OF(keys)].count);
        put_message(&tensor, EXTERNAL_DATA, &packed);
        scratch_write("t.pb", tensor.bytes, tensor.count);
        assert_int_equal(try_path("t.pb", GATHER_FILE_PB, &error), GATHER_STATUS_FORMAT);
        assert_in_range(error.at, tensor.count - ends[k / COUNT_OF(keys)].count, tensor.count);
    }
}

static void test_hostile_50_links(void **state)
{
    (void)state;
    assert_int_equal(mkdir("below", 0755), 0);
    scratch_write("below/w", eight, sizeof eight);
    assert_int_equal(symlink("/etc/passwd", "out"), 0);
    assert_int_equal(symlink("/etc", "folder"), 0);
    assert_int_equal(symlink("below/w", "in"), 0);
    assert_int_equal(link("below/w", "hard"), 0);
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(try_external("out", 3, NULL, NULL), GATHER_STATUS_FORMAT);
    assert_int_equal(try_external("folder/passwd", 13, NULL, NULL), GATHER_STATUS_FORMAT);
    assert_int_equal(try_external("hard", 4, NULL, NULL), GATHER_STATUS_FORMAT);
    assert_int_equal(try_external("fifo", 4, NULL, NULL), GATHER_STATUS_IO);
    assert_int_equal(unlink("hard"), 0);
    assert_int_equal(try_external("in", 2, NULL, NULL), GATHER_STATUS_OK);
}

static void test_hostile_51_offsets_and_lengths(void **state)
{
    static const struct {
        const char *key, *value;
        enum gather_status status;
    } rows[] = {
        {"offset", "6", GATHER_STATUS_OK},
        {"offset", "7", GATHER_STATUS_FORMAT},
        {"offset", "9", GATHER_STATUS_FORMAT},
        {"offset", "-1", GATHER_STATUS_FORMAT},
        {"offset", "1e9", GATHER_STATUS_FORMAT},
        {"offset", "0x1", GATHER_STATUS_FORMAT},
        {"offset", " 1", GATHER_STATUS_FORMAT},
        {"offset", "", GATHER_STATUS_FORMAT},
        {"offset", "9223372036854775807", GATHER_STATUS_FORMAT},
        {"offset", "9223372036854775808", GATHER_STATUS_FORMAT},
        {"offset", "18446744073709551615", GATHER_STATUS_FORMAT},
        {"length", "2", GATHER_STATUS_OK},
        {"length", "1", GATHER_STATUS_FORMAT},
        {"length", "3", GATHER_STATUS_FORMAT},
        {"length", "-2", GATHER_STATUS_FORMAT},
        {"location", "weights.bin", GATHER_STATUS_FORMAT}, /* twice */
        {"unknown", "anything", GATHER_STATUS_OK},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++)
        if (try_external("weights.bin", 11, rows[k].key, rows[k].value) != rows[k].status)
            fail_msg("%s = %s", rows[k].key, rows[k].value);
    onnx_tensor(&tensor, "t", 2, two);
    put_field(&tensor, DATA_LOCATION, 1);
    check_refused(GATHER_STATUS_FORMAT, tensor.count); /* no location */
    onnx_tensor(&tensor, "t", 2, two);
    put_field(&tensor, DATA_LOCATION, 2);
    check_refused(GATHER_STATUS_FORMAT, tensor.count - 1);
}

/* ---- the graph ----------------------------------------------------------------------------------- */

/* Nodes that are no Constant are passed, however many and whatever they hold. */
static void test_hostile_52_many_nodes(void **state)
{
    struct gather_error error;
    (void)state;
    graph.count = node.count = 0;
    put_field_text(&node, 4, "If");
    for (int k = 0; k < 4000; k++)
        put_message(&graph, GRAPH_NODE, &node);
    onnx_model(&model, &graph);
    assert_int_equal(try_model(&error), GATHER_STATUS_OK);
    model.count = 0;
    put_field(&model, 1, 10);
    assert_int_equal(try_model(&error), GATHER_STATUS_FORMAT); /* no graph */
    assert_int_equal(error.at, model.count);
}

static void test_hostile_52_constants_without_a_value(void **state)
{
    struct gather_error error;
    (void)state;
    for (int k = 0; k < 3; k++) {
        graph.count = attribute.count = 0;
        put_field_text(&attribute, 1, k == 0 ? "value" : k == 1 ? "value_int" : "other");
        onnx_constant(&node, "c", &attribute);
        put_message(&graph, GRAPH_NODE, &node);
        onnx_model(&model, &graph);
        assert_int_equal(try_model(&error), GATHER_STATUS_FORMAT);
    }
}

static void test_hostile_53_sparse_and_segments(void **state)
{
    struct gather_error error;
    (void)state;
    onnx_tensor(&tensor, "t", 2, two);
    size_t at = tensor.count;
    put_field_bytes(&tensor, SEGMENT, eight, 0);
    check_refused(GATHER_STATUS_UNSUPPORTED, at);
    graph.count = attribute.count = 0;
    put_field_bytes(&graph, GRAPH_SPARSE, eight, 0);
    onnx_model(&model, &graph);
    assert_int_equal(try_model(&error), GATHER_STATUS_UNSUPPORTED);
    graph.count = 0;
    put_field_text(&attribute, 1, "sparse_value");
    onnx_constant(&node, "c", &attribute);
    put_message(&graph, GRAPH_NODE, &node);
    onnx_model(&model, &graph);
    assert_int_equal(try_model(&error), GATHER_STATUS_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_36_every_prefix),
        cmocka_unit_test(test_hostile_37_every_single_bit_flip),
        cmocka_unit_test(test_hostile_38_empty_one_byte),
        cmocka_unit_test(test_hostile_42_sizes_beyond_the_file),
        cmocka_unit_test(test_hostile_43_names),
        cmocka_unit_test(test_hostile_43_name_of_2_mb),
        cmocka_unit_test(test_hostile_44_varints),
        cmocka_unit_test(test_hostile_45_length_crosses_the_parent),
        cmocka_unit_test(test_hostile_46_groups),
        cmocka_unit_test(test_hostile_47_wire_types_and_field_0),
        cmocka_unit_test(test_hostile_48_duplicates),
        cmocka_unit_test(test_hostile_48_many_sizes),
        cmocka_unit_test(test_hostile_49_lengths_of_raw_data),
        cmocka_unit_test(test_hostile_49_numbers_outside_their_type),
        cmocka_unit_test(test_values_that_change_meanwhile),
        cmocka_unit_test(test_unknown_types),
        cmocka_unit_test(test_hostile_50_locations),
        cmocka_unit_test(test_hostile_46_entries_that_end_badly),
        cmocka_unit_test(test_hostile_50_links),
        cmocka_unit_test(test_hostile_51_offsets_and_lengths),
        cmocka_unit_test(test_hostile_52_many_nodes),
        cmocka_unit_test(test_hostile_52_constants_without_a_value),
        cmocka_unit_test(test_hostile_53_sparse_and_segments),
    };
    return cmocka_run_group_tests(tests, begin_scratch, scratch_group_end);
}
