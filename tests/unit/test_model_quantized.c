/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nodes of more than two inputs, some of which may be left out: ONNX's GatherBlockQuantized, of the domain
 * com.microsoft, in graphs put together by hand. Right ones are run, wrong ones refused with their node, and none of
 * them crashes where it is cut off.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gather/model.h"
#include "support/memory_file.h"
#include "support/onnx_by_hand.h"

enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12 };
enum { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_TYPE = 4, NODE_ATTRIBUTE = 5, NODE_DOMAIN = 7 };
enum { MODEL_OPSET = 8, FLOAT = 1, UINT8 = 2, INT64 = 7, FLOAT8 = 17, UINT4 = 21, INT4 = 22 };
enum { ROWS = 2, MANY = 40, NUMBERS = 32, BLOCKS = 2, ENOUGH = 1150 };

static struct bytes_by_hand graph, model, node, part, inner, tensor;
static int64_t allowed; /* bytes of memory; 0: as many as by default */
static char blamed[32];
static int blame_count;
static const char *domain = "com.microsoft";
static uint64_t opset = 1; /* of that domain; 0: the model does not name it */

static void blames(void *context, const struct gather_model_node *about)
{
    (void)context;
    (void)snprintf(blamed, sizeof blamed, "%s", about->name);
    blame_count++;
}

/* ---- making them --------------------------------------------------------------------------------- */

static int64_t row_count = ROWS;

static void put_initializer(const char *name, uint64_t type, int64_t columns, const void *bytes, size_t count)
{
    const int64_t sizes[] = {row_count, columns, -1};
    onnx_tensor(&tensor, name, type, sizes);
    put_field_bytes(&tensor, RAW_DATA, bytes, count);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
}

/* A list of i64 of any length that is given, and an output of which nothing is said. */
static void put_ends(void)
{
    static struct bytes_by_hand shape;
    part.count = inner.count = tensor.count = shape.count = 0;
    put_field_text(&shape, 2, "n");
    put_message(&inner, 1, &shape);
    put_field(&tensor, 1, INT64);
    put_message(&tensor, 2, &inner);
    shape.count = 0;
    put_message(&shape, 1, &tensor);
    put_field_text(&part, 1, "ids");
    put_message(&part, 2, &shape);
    put_message(&graph, GRAPH_INPUT, &part);
    part.count = 0;
    put_field_text(&part, 1, "rows");
    put_message(&graph, GRAPH_OUTPUT, &part);
}

/*
 * Numbers 0 to 15, twice in each row, in halves of bytes; two scales and two zero points a row. As i4 those from 8 on
 * are below 0.
 */
static void begin_graph(void)
{
    static const float scales[ROWS * BLOCKS] = {0.5F, 1, 2, 4};
    static const uint8_t zeros[ROWS] = {0x21, 0x43}, whole[ROWS * BLOCKS] = {1, 2, 3, 4};
    uint8_t numbers[ROWS * NUMBERS / 2], bytes[ROWS * NUMBERS];
    for (size_t k = 0; k < sizeof numbers; k++)
        numbers[k] = (uint8_t)((2 * k) % 16 + ((2 * k + 1) % 16 << 4));
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (uint8_t)(k % 16);
    graph.count = 0;
    blame_count = 0;
    put_initializer("signed", INT4, NUMBERS, numbers, sizeof numbers);
    put_initializer("unsigned", UINT4, NUMBERS, numbers, sizeof numbers);
    put_initializer("packed", UINT8, NUMBERS / 2, numbers, sizeof numbers);
    put_initializer("bytes", UINT8, NUMBERS, bytes, sizeof bytes);
    put_initializer("scales", FLOAT, BLOCKS, scales, sizeof scales);
    put_initializer("zeros", UINT4, BLOCKS, zeros, sizeof zeros);
    put_initializer("packed_zeros", UINT8, 1, zeros, sizeof zeros);
    put_initializer("whole_zeros", UINT8, BLOCKS, whole, sizeof whole);
    put_initializer("narrow", FLOAT, 1, scales, ROWS * sizeof *scales);
    put_ends();
}

static void put_attribute(const char *name, int64_t value)
{
    part.count = 0;
    put_field_text(&part, 1, name);
    put_field(&part, 3, (uint64_t)value);
    put_field(&part, 20, 2);
    put_message(&node, NODE_ATTRIBUTE, &part);
}

/* inputs: up to NULL. bits: 0 for none said. */
static void put_node(const char *const *inputs, int64_t bits)
{
    node.count = 0;
    for (; *inputs != NULL; inputs++)
        put_field_text(&node, NODE_INPUT, *inputs);
    put_field_text(&node, NODE_OUTPUT, "rows");
    put_field_text(&node, NODE_TYPE, "GatherBlockQuantized");
    put_field_text(&node, NODE_DOMAIN, domain);
    put_attribute("block_size", NUMBERS / BLOCKS);
    if (bits != 0)
        put_attribute("bits", bits);
    put_message(&graph, GRAPH_NODE, &node);
}

static void make_model(void)
{
    onnx_model(&model, &graph);
    part.count = 0;
    put_field_text(&part, 1, "com.microsoft");
    put_field(&part, 2, opset);
    if (opset != 0)
        put_message(&model, MODEL_OPSET, &part);
}

static enum gather_status open_bytes(size_t count, struct gather_model **opened, struct gather_error *error)
{
    struct gather_model_options options = {
        .size = sizeof options, .format = GATHER_FILE_ONNX, .memory = allowed, .blames = blames};
    *opened = NULL;
    memset(error, 0, sizeof *error);
    return gather_model_open(opened, memory_file(model.bytes, count), &options, error);
}

static enum gather_status open_graph(struct gather_model **opened, struct gather_error *error)
{
    make_model();
    return open_bytes(model.count, opened, error);
}

#define INPUTS(...)                                                                                          \
    (const char *const[]) { __VA_ARGS__, NULL }

/* ---- right ones ---------------------------------------------------------------------------------- */

/* Row 1, then row 0, of which number k is as the formula has it: what is stored, less a zero point, times a scale. */
static void check_rows(const char *const *inputs, int64_t bits, int number_from_8, const int *zeros)
{
    static const int64_t ids[] = {1, -2}, sizes[] = {2};
    static const float scales[ROWS][BLOCKS] = {{0.5F, 1}, {2, 4}};
    struct gather_model *opened;
    struct gather_error error;
    struct gather_model_operand input = {.name = "ids", .buffer = {(void *)(uintptr_t)ids, sizeof ids}};
    struct gather_model_operand output = {.name = "rows"};
    begin_graph();
    put_node(inputs, bits);
    assert_int_equal(open_graph(&opened, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(&input.layout, GATHER_DTYPE_I64, 1, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_model_run(opened, &input, 1, &output, 1, &error), GATHER_STATUS_OK);
    assert_int_equal(output.layout.dtype, GATHER_DTYPE_F32);
    assert_int_equal(output.buffer.bytes, ROWS * NUMBERS * sizeof(float));
    for (int k = 0; k < ROWS * NUMBERS; k++) {
        const int row = 1 - k / NUMBERS, block = k % NUMBERS / (NUMBERS / BLOCKS), stored = k % 16;
        const int number = stored < 8 ? stored : stored - 8 + number_from_8;
        const float expected = (float)(number - zeros[row * BLOCKS + block]) * scales[row][block];
        assert_true(((const float *)output.buffer.data)[k] == expected);
    }
    gather_model_operand_free(&output);
    gather_model_close(opened);
}

static void test_every_way_to_store_numbers(void **state) /* COVERS(ONNX-GBQ-1, ONNX-GBQ-9, ONNX-GBQ-10) */
{
    static const int none[] = {0, 0, 0, 0}, half[] = {8, 8, 8, 8}, own[] = {1, 2, 3, 4};
    static const int half_of_a_byte[] = {128, 128, 128, 128};
    (void)state;
    check_rows(INPUTS("signed", "ids", "scales"), 0, -8, none);
    check_rows(INPUTS("signed", "ids", "scales", ""), 4, -8, none);
    check_rows(INPUTS("unsigned", "ids", "scales"), 0, 8, none);
    check_rows(INPUTS("unsigned", "ids", "scales", "zeros"), 0, 8, own);
    check_rows(INPUTS("packed", "ids", "scales"), 0, 8, half);
    check_rows(INPUTS("packed", "ids", "scales", "packed_zeros"), 4, 8, own);
    check_rows(INPUTS("bytes", "ids", "scales"), 8, 8, half_of_a_byte);
    check_rows(INPUTS("bytes", "ids", "scales", "whole_zeros"), 8, 8, own);
}

static void test_what_the_model_says(void **state)
{
    struct gather_model *opened;
    struct gather_error error;
    struct gather_model_node about;
    struct gather_model_gather gather;
    struct gather_model_value value;
    (void)state;
    begin_graph();
    put_node(INPUTS("packed", "ids", "scales", ""), 4);
    assert_int_equal(open_graph(&opened, &error), GATHER_STATUS_OK);
    assert_false(gather_model_unbuilt(opened, &about));
    assert_true(gather_model_node_at(opened, 0, &about) && about.is_built && about.version == 1);
    assert_string_equal(about.domain, "com.microsoft");
    assert_true(gather_model_gather_at(opened, 0, &gather));
    assert_int_equal(gather.op.operation, GATHER_OPERATION_ONNX_GATHER_BLOCK_QUANTIZED);
    assert_int_equal(gather.op.block_size, 16);
    assert_string_equal(gather.data.name, "packed");
    assert_true(gather_model_output_at(opened, 0, &value) && value.is_known);
    assert_int_equal(value.layout.dtype, GATHER_DTYPE_F32);
    assert_int_equal(value.layout.rank, 2);
    assert_int_equal(value.layout.sizes[0], GATHER_SIZE_UNKNOWN);
    assert_int_equal(value.layout.sizes[1], NUMBERS);
    gather_model_close(opened);
}

/*
 * Row r holds r, r + 1 and so on, modulo 16. is_float: in floats of 8 bits, with scales of 1 for all rows; else in
 * halves of bytes, less r, times r + 1.
 */
static void put_many(bool is_float)
{
    static const uint8_t floats[16] = {0x00, 0x38, 0x40, 0x44, 0x48, 0x4A, 0x4C, 0x4E,
                                       0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57};
    uint8_t bytes[MANY * NUMBERS], zeros[MANY], halves[MANY * NUMBERS / 2];
    float scales[MANY * BLOCKS];
    static const float ones[BLOCKS] = {1, 1};
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = floats[(k / NUMBERS + k % NUMBERS) % 16];
    for (size_t k = 0; k < sizeof halves; k++) {
        const size_t first = 2 * k / NUMBERS + 2 * k % NUMBERS;
        halves[k] = (uint8_t)(first % 16 + ((first + 1) % 16 << 4));
    }
    for (size_t k = 0; k < MANY; k++) {
        zeros[k] = (uint8_t)(k % 16 * 17);
        scales[2 * k] = scales[2 * k + 1] = (float)(k + 1);
    }
    row_count = MANY;
    put_initializer("table", is_float ? FLOAT8 : UINT4, NUMBERS, is_float ? bytes : halves,
                    is_float ? sizeof bytes : sizeof halves);
    put_initializer("zeros", UINT4, BLOCKS, zeros, sizeof zeros);
    row_count = is_float ? 1 : MANY;
    put_initializer("scales", FLOAT, BLOCKS, is_float ? ones : scales,
                    is_float ? sizeof ones : sizeof scales);
    row_count = ROWS;
}

/* Of many rows those asked for are read, for there is memory for no more. An index outside is a row of zeros. */
static void check_many(const char *const *inputs, bool is_float)
{
    static const int64_t ids[] = {39, -40, 40, 7}, sizes[] = {4}, meant[] = {39, 0, -1, 7};
    struct gather_model *opened;
    struct gather_error error;
    struct gather_model_operand input = {.name = "ids", .buffer = {(void *)(uintptr_t)ids, sizeof ids}};
    struct gather_model_operand output = {.name = "rows"};
    graph.count = 0;
    put_many(is_float);
    put_ends();
    put_node(inputs, 0);
    allowed = ENOUGH;
    enum gather_status status = open_graph(&opened, &error);
    allowed = 0;
    assert_int_equal(status, GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(&input.layout, GATHER_DTYPE_I64, 1, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_model_run(opened, &input, 1, &output, 1, &error), GATHER_STATUS_OK);
    for (int k = 0; k < 4 * NUMBERS; k++) {
        const int64_t row = meant[k / NUMBERS], stored = (row + k % NUMBERS) % 16;
        const float number = is_float ? (float)stored : (float)((stored - row % 16) * (row + 1));
        assert_true(((const float *)output.buffer.data)[k] == (row < 0 ? 0 : number));
    }
    gather_model_operand_free(&output);
    gather_model_close(opened);
}

static void test_rows_of_the_file(void **state)
{
    (void)state;
    check_many(INPUTS("table", "ids", "scales", "zeros"), false);
    check_many(INPUTS("table", "ids", "scales"), true);
}

/* ---- wrong ones ---------------------------------------------------------------------------------- */

static void check_refused(enum gather_status status, const char *const *inputs, int64_t bits)
{
    struct gather_model *opened;
    struct gather_error error;
    begin_graph();
    put_node(inputs, bits);
    assert_int_equal(open_graph(&opened, &error), status);
    assert_null(opened);
    assert_true(error.has & GATHER_ERROR_HAS_AT);
    assert_in_range(error.at, 1, model.count - 1);
    assert_int_equal(blame_count, 1);
    assert_string_equal(blamed, "rows");
}

static void test_hostile_52_counts_of_inputs(void **state)
{
    (void)state;
    check_refused(GATHER_STATUS_FORMAT, INPUTS("signed"), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("signed", "ids"), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("signed", "ids", ""), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("signed", "", "scales"), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("signed", "ids", "", "zeros"), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("", "", "", ""), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("signed", "ids", "scales", "", ""), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("unsigned", "ids", "scales", "zeros", "zeros", "zeros"), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("unsigned", "ids", "scales", "none"), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("unsigned", "ids", "scales", "rows"), 0);
    check_refused(GATHER_STATUS_FORMAT, INPUTS("rows", "ids", "scales"), 0);
}

static void test_what_the_operator_refuses(void **state)
{
    (void)state;
    check_refused(GATHER_STATUS_DTYPE, INPUTS("signed", "ids", "scales", "zeros"), 0);
    check_refused(GATHER_STATUS_DTYPE, INPUTS("signed", "scales", "scales"), 0);
    check_refused(GATHER_STATUS_SHAPE, INPUTS("signed", "ids", "narrow"), 0);
    check_refused(GATHER_STATUS_SHAPE, INPUTS("packed", "ids", "scales", "whole_zeros"), 0);
    check_refused(GATHER_STATUS_ARGUMENT, INPUTS("packed", "ids", "scales"), 3);
    check_refused(GATHER_STATUS_ARGUMENT, INPUTS("signed", "ids", "scales"), 8);
    opset = 2;
    check_refused(GATHER_STATUS_UNSUPPORTED, INPUTS("signed", "ids", "scales"), 0);
    opset = 1;
}

static void test_a_domain_without_a_version(void **state)
{
    struct gather_model *opened;
    struct gather_error error;
    (void)state;
    begin_graph();
    put_node(INPUTS("signed", "ids", "scales"), 0);
    opset = 0;
    enum gather_status status = open_graph(&opened, &error);
    opset = 1;
    assert_int_equal(status, GATHER_STATUS_FORMAT);
    assert_true(error.has & GATHER_ERROR_HAS_AT);
}

/* The same word in another domain is another operator, of which nothing is known. */
static void test_other_domains(void **state)
{
    static const char *const others[] = {"", "ai.onnx", "onnx", "openvino", "com.microsoft.nchwc"};
    struct gather_model *opened;
    struct gather_error error;
    struct gather_model_node about;
    (void)state;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        domain = others[k];
        begin_graph();
        put_node(INPUTS("signed"), 0);
        enum gather_status status = open_graph(&opened, &error);
        domain = "com.microsoft";
        assert_int_equal(status, GATHER_STATUS_OK);
        assert_true(gather_model_unbuilt(opened, &about) && !about.is_built);
        gather_model_close(opened);
    }
}

static void test_hostile_36_every_prefix(void **state)
{
    struct gather_model *opened;
    struct gather_error error;
    (void)state;
    begin_graph();
    put_node(INPUTS("unsigned", "ids", "scales", "zeros"), 0);
    make_model();
    for (size_t count = 0; count < model.count; count++) {
        if (open_bytes(count, &opened, &error) != GATHER_STATUS_OK)
            assert_null(opened);
        gather_model_close(opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way_to_store_numbers),
        cmocka_unit_test(test_what_the_model_says),
        cmocka_unit_test(test_rows_of_the_file),
        cmocka_unit_test(test_hostile_52_counts_of_inputs),
        cmocka_unit_test(test_what_the_operator_refuses),
        cmocka_unit_test(test_a_domain_without_a_version),
        cmocka_unit_test(test_other_domains),
        cmocka_unit_test(test_hostile_36_every_prefix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
