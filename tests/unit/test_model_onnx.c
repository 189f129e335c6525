/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs of ONNX, put together by hand: right ones, which are run, and wrong ones, each refused with its node. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/model.h"
#include "support/memory_file.h"
#include "support/onnx_by_hand.h"

enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12 };
enum { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_NAME = 3, NODE_TYPE = 4, NODE_ATTRIBUTE = 5, NODE_DOMAIN = 7 };
enum { FLOAT = 1, INT64 = 7, UNKNOWN = -1, MANY = 200000, LENGTH_BYTES = 3, ALLOWED = 4096 };

static int64_t allowed = ALLOWED; /* bytes of memory */
static struct bytes_by_hand graph, model, node, part, tensor;
static struct {
    char name[32], type[32];
    int count;
} blamed;

static int doubt_count;
static int64_t doubted; /* the size that was declared */

static void blames(void *context, const struct gather_model_node *about)
{
    (void)context;
    (void)snprintf(blamed.name, sizeof blamed.name, "%s", about->name);
    (void)snprintf(blamed.type, sizeof blamed.type, "%s", about->type);
    blamed.count++;
}

static void doubts(void *context, const char *output, const struct gather_error *error)
{
    (void)context, (void)output;
    assert_in_range(error->at, 1, model.count - 1);
    doubted = error->value;
    doubt_count++;
}

/* ---- making them --------------------------------------------------------------------------------- */

/* An input or output of a type; a size of UNKNOWN has a name, and any below ends them. */
static void put_value(int field, const char *name, int type, const int64_t *sizes)
{
    onnx_value(&part, name, type, sizes);
    put_message(&graph, field, &part);
}

static void put_output(const char *name)
{
    static const int64_t sizes[] = {UNKNOWN, -2};
    put_value(GRAPH_OUTPUT, name, FLOAT, sizes);
}

/* f32[3,2], 0 to 5. */
static void begin_graph(void)
{
    static const float values[] = {0, 1, 2, 3, 4, 5};
    static const int64_t sizes[] = {3, 2, -1};
    graph.count = 0;
    memset(&blamed, 0, sizeof blamed);
    onnx_tensor(&tensor, "table", FLOAT, sizes);
    put_field_bytes(&tensor, RAW_DATA, values, sizeof values);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
}

static void begin_node(const char *type, const char *output)
{
    node.count = 0;
    put_field_text(&node, NODE_OUTPUT, output);
    put_field_text(&node, NODE_TYPE, type);
}

static void put_attribute(const char *name, int64_t value)
{
    part.count = 0;
    put_field_text(&part, 1, name);
    put_field(&part, 3, (uint64_t)value);
    put_field(&part, 20, 2);
    put_message(&node, NODE_ATTRIBUTE, &part);
}

/* Two inputs, NULL for none. */
static void put_node(const char *type, const char *output, const char *first, const char *second)
{
    begin_node(type, output);
    if (first != NULL)
        put_field_text(&node, NODE_INPUT, first);
    if (second != NULL)
        put_field_text(&node, NODE_INPUT, second);
    put_message(&graph, GRAPH_NODE, &node);
}

static void put_ids(void)
{
    static const int64_t sizes[] = {UNKNOWN, -2};
    put_value(GRAPH_INPUT, "ids", INT64, sizes);
}

static enum gather_status open_graph(struct gather_model **opened, struct gather_error *error)
{
    struct gather_model_options options = {.size = sizeof options,
                                           .format = GATHER_FILE_ONNX,
                                           .memory = allowed,
                                           .blames = blames,
                                           .doubts = doubts};
    onnx_model(&model, &graph);
    *opened = NULL;
    memset(error, 0, sizeof *error);
    return gather_model_open(opened, memory_file(model.bytes, model.count), &options, error);
}

/* It is refused, for the node of this name; NULL: for none. */
static void check_refused(enum gather_status status, const char *name)
{
    struct gather_model *opened;
    struct gather_error error;
    assert_int_equal(open_graph(&opened, &error), status);
    assert_null(opened);
    assert_int_equal(error.status, status);
    assert_true(error.has & GATHER_ERROR_HAS_AT);
    assert_in_range(error.at, 1, model.count - 1);
    assert_int_equal(blamed.count, name != NULL);
    if (name != NULL)
        assert_string_equal(blamed.name, name);
}

/* ---- running them -------------------------------------------------------------------------------- */

static enum gather_status run(const char *name, const int64_t *ids, int64_t count,
                              struct gather_model_operand *output, struct gather_error *error)
{
    struct gather_model *opened;
    struct gather_model_operand input = {.name = "ids",
                                         .buffer = {(void *)(uintptr_t)ids, 8 * (size_t)count}};
    assert_int_equal(gather_layout_init(&input.layout, GATHER_DTYPE_I64, 1, &count, NULL), GATHER_STATUS_OK);
    assert_int_equal(open_graph(&opened, error), GATHER_STATUS_OK);
    output->name = name;
    enum gather_status status = gather_model_run(opened, &input, ids != NULL, output, 1, error);
    gather_model_close(opened);
    return status;
}

static void check_floats(struct gather_model_operand *output, const float *expected, size_t count)
{
    assert_int_equal(output->buffer.bytes, count * sizeof *expected);
    assert_memory_equal(output->buffer.data, expected, count * sizeof *expected);
    gather_model_operand_free(output);
    assert_null(output->buffer.data);
}

static void test_a_graph_is_run(void **state)
{
    static const int64_t ids[] = {2, -3};
    static const float rows[] = {4, 5, 0, 1};
    static const int64_t shape[] = {2}, one[] = {1, -2};
    struct gather_model_operand output;
    struct gather_error error;
    (void)state;
    begin_graph();
    put_ids();
    put_node("Gather", "rows", "table", "ids");
    put_node("Identity", "same", "rows", NULL);
    begin_node("Shape", "shape");
    put_field_text(&node, NODE_INPUT, "same");
    put_attribute("start", 1);
    put_message(&graph, GRAPH_NODE, &node);
    put_output("same");
    put_value(GRAPH_OUTPUT, "shape", INT64, one);
    put_output("table");
    assert_int_equal(run("same", ids, 2, &output, &error), GATHER_STATUS_OK);
    check_floats(&output, rows, 4);
    assert_int_equal(run("shape", ids, 2, &output, &error), GATHER_STATUS_OK);
    assert_int_equal(output.layout.dtype, GATHER_DTYPE_I64);
    assert_memory_equal(output.buffer.data, shape, sizeof shape);
    gather_model_operand_free(&output);
    assert_int_equal(run("table", NULL, 0, &output, &error), GATHER_STATUS_OK);
    assert_int_equal(output.buffer.bytes, 24);
    gather_model_operand_free(&output);
    assert_int_equal(blamed.count, 0);
}

static void test_what_a_model_says(void **state)
{
    struct gather_model *opened;
    struct gather_error error;
    struct gather_model_value value;
    struct gather_model_node about;
    struct gather_model_gather gather;
    (void)state;
    begin_graph();
    put_ids();
    put_node("Gather", "rows", "table", "ids");
    put_node("Relu", "r", "rows", NULL);
    put_output("rows");
    put_output("r");
    assert_int_equal(open_graph(&opened, &error), GATHER_STATUS_OK);
    assert_true(gather_model_input_at(opened, 0, &value));
    assert_string_equal(value.name, "ids");
    assert_int_equal(value.layout.sizes[0], GATHER_SIZE_UNKNOWN);
    assert_false(gather_model_input_at(opened, 1, &value));
    assert_true(gather_model_output_at(opened, 0, &value));
    assert_int_equal(value.layout.rank, 2);
    assert_int_equal(value.layout.sizes[1], 2);
    assert_true(gather_model_output_at(opened, 1, &value) && !value.is_known);
    assert_true(gather_model_node_at(opened, 0, &about) && about.is_built && about.version == 21);
    assert_string_equal(about.name, "rows");
    assert_true(gather_model_gather_at(opened, 0, &gather));
    assert_int_equal(gather.op.operation, GATHER_OPERATION_ONNX_GATHER);
    assert_null(gather.constant);
    assert_false(gather_model_gather_at(opened, 1, &gather));
    assert_true(gather_model_unbuilt(opened, &about));
    assert_string_equal(about.type, "Relu");
    assert_int_equal(gather_file_count(gather_model_file(opened)), 1);
    gather_model_close(opened);
}

/* An input with an initializer need not be given. */
static void test_an_input_with_a_default(void **state)
{
    static const int64_t sizes[] = {1, -2}, one[] = {1, -1}, given[] = {0};
    static const int64_t id = 2;
    static const float last[] = {4, 5}, first[] = {0, 1};
    struct gather_model_operand output;
    struct gather_error error;
    (void)state;
    begin_graph();
    onnx_tensor(&tensor, "ids", INT64, one);
    put_field_bytes(&tensor, RAW_DATA, &id, sizeof id);
    put_message(&graph, GRAPH_INITIALIZER, &tensor);
    put_value(GRAPH_INPUT, "ids", INT64, sizes);
    put_node("Gather", "rows", "table", "ids");
    put_output("rows");
    assert_int_equal(run("rows", NULL, 0, &output, &error), GATHER_STATUS_OK);
    check_floats(&output, last, 2);
    assert_int_equal(run("rows", given, 1, &output, &error), GATHER_STATUS_OK);
    check_floats(&output, first, 2);
}

static void test_an_index_outside(void **state)
{
    static const int64_t ids[] = {1, 3};
    struct gather_model_operand output;
    struct gather_error error;
    (void)state;
    begin_graph();
    put_ids();
    put_node("Gather", "rows", "table", "ids");
    put_output("rows");
    assert_int_equal(run("rows", ids, 2, &output, &error), GATHER_STATUS_INDEX_RANGE);
    assert_null(output.buffer.data);
    assert_string_equal(blamed.name, "rows");
    assert_int_equal(error.value, 3);
}

/* Rows of 32 bytes are read from the file one by one, along any axis, and mean what they mean in memory. */
static void test_rows_of_the_file(void **state)
{
    static const int64_t sizes[] = {2, 3, 8, -1}, ids[] = {2, -3, 2}, outside[] = {0, 1, 3};
    float values[48], expected[48];
    struct gather_model_operand output;
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < 48; k++)
        values[k] = (float)k;
    for (int64_t axis = 0; axis < 2; axis++) {
        graph.count = 0;
        onnx_tensor(&tensor, "wide", FLOAT, sizes + 1 - axis);
        put_field_bytes(&tensor, RAW_DATA, values, sizeof values / (size_t)(2 - axis));
        put_message(&graph, GRAPH_INITIALIZER, &tensor);
        put_ids();
        begin_node("Gather", "rows");
        put_field_text(&node, NODE_INPUT, "wide");
        put_field_text(&node, NODE_INPUT, "ids");
        put_attribute("axis", -2);
        put_message(&graph, GRAPH_NODE, &node);
        put_output("rows");
        for (size_t k = 0; k < 24; k++)
            expected[k] = (float)(k < 8 || k >= 16 ? 16 + k % 8 : k % 8);
        for (size_t k = 24; k < 48; k++)
            expected[k] = expected[k - 24] + 24;
        assert_int_equal(run("rows", ids, 3, &output, &error), GATHER_STATUS_OK);
        check_floats(&output, expected, axis == 0 ? 24 : 48);
        assert_int_equal(run("rows", outside, 3, &output, &error), GATHER_STATUS_INDEX_RANGE);
        assert_int_equal(error.axis, axis);
        assert_int_equal(error.position[0], 2);
        assert_int_equal(error.value, 3);
        assert_int_equal(error.size, 3);
    }
}

static void test_what_is_not_built(void **state)
{
    struct gather_model_operand output;
    struct gather_error error;
    (void)state;
    begin_graph();
    put_node("Relu", "r", "table", NULL);
    put_node("Identity", "same", "table", NULL);
    put_output("r");
    put_output("same");
    assert_int_equal(run("r", NULL, 0, &output, &error), GATHER_STATUS_UNSUPPORTED);
    assert_string_equal(blamed.type, "Relu");
    assert_true(error.has & GATHER_ERROR_HAS_AT);
    assert_int_equal(run("same", NULL, 0, &output, &error), GATHER_STATUS_OK);
    gather_model_operand_free(&output);
}

static void test_memory_is_bounded(void **state)
{
    static const int64_t ids[1024];
    struct gather_model_operand output;
    struct gather_error error;
    (void)state;
    begin_graph();
    put_ids();
    put_node("Gather", "rows", "table", "ids");
    put_output("rows");
    assert_int_equal(run("rows", ids, 1024, &output, &error), GATHER_STATUS_UNSUPPORTED);
    assert_string_equal(error.operand, "memory");
    assert_int_equal(error.value, 8192);
}

/* The numbers of 100 rows of 16 bytes, and of one that is taken: 800 bytes, and 24. */
static void test_memory_for_rows(void **state)
{
    static const int64_t sizes[] = {100, 4, -1}, id[] = {7};
    static const uint8_t values[1600] = {0};
    struct gather_model_operand output;
    struct gather_error error;
    (void)state;
    for (int most = 839; most <= 840; most++) {
        graph.count = 0;
        onnx_tensor(&tensor, "table", FLOAT, sizes);
        put_field_bytes(&tensor, RAW_DATA, values, sizeof values);
        put_message(&graph, GRAPH_INITIALIZER, &tensor);
        put_ids();
        put_node("Gather", "rows", "table", "ids");
        put_output("rows");
        allowed = most;
        enum gather_status status = run("rows", id, 1, &output, &error);
        allowed = ALLOWED;
        assert_int_equal(status, most < 840 ? GATHER_STATUS_UNSUPPORTED : GATHER_STATUS_OK);
        if (status == GATHER_STATUS_OK)
            gather_model_operand_free(&output);
        else
            assert_int_equal(error.value, 824);
    }
}

static void test_wrong_options(void **state)
{
    struct gather_model *opened;
    struct gather_error error;
    (void)state;
    begin_graph();
    allowed = -1;
    enum gather_status status = open_graph(&opened, &error);
    allowed = ALLOWED;
    assert_int_equal(status, GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "memory");
    struct gather_model_options options = {.size = 0};
    assert_int_equal(gather_model_open(&opened, memory_file(model.bytes, model.count), &options, &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "options");
    assert_null(opened);
}

/* ---- wrong ones ---------------------------------------------------------------------------------- */

static void test_hostile_52_cycles(void **state)
{
    (void)state;
    begin_graph();
    put_node("Gather", "a", "table", "a");
    put_output("a");
    check_refused(GATHER_STATUS_FORMAT, "a");
    begin_graph();
    put_node("Identity", "a", "b", NULL);
    put_node("Identity", "b", "a", NULL);
    put_output("b");
    check_refused(GATHER_STATUS_FORMAT, "a");
}

static void test_hostile_52_missing_inputs(void **state)
{
    (void)state;
    begin_graph();
    put_node("Gather", "rows", "table", "none");
    check_refused(GATHER_STATUS_FORMAT, "rows");
    begin_graph();
    put_node("Gather", "rows", "table", "");
    check_refused(GATHER_STATUS_FORMAT, "rows");
    begin_graph();
    put_node("Gather", "rows", "table", NULL);
    check_refused(GATHER_STATUS_FORMAT, "rows");
    begin_graph();
    put_node("Relu", "rows", "none", NULL);
    check_refused(GATHER_STATUS_FORMAT, "rows");
    begin_graph();
    put_output("none");
    check_refused(GATHER_STATUS_FORMAT, NULL);
}

static void test_hostile_43_names_given_twice(void **state)
{
    (void)state;
    begin_graph();
    put_node("Identity", "table", "table", NULL);
    check_refused(GATHER_STATUS_FORMAT, "table");
    begin_graph();
    put_ids();
    put_ids();
    check_refused(GATHER_STATUS_FORMAT, NULL);
    begin_graph();
    put_node("Relu", "a", "table", NULL);
    put_node("Relu", "a", "table", NULL);
    check_refused(GATHER_STATUS_FORMAT, "a");
}

static void test_wrong_types_and_attributes(void **state)
{
    (void)state;
    begin_graph();
    put_node("Gather", "rows", "table", "table");
    check_refused(GATHER_STATUS_DTYPE, "rows");
    begin_graph();
    put_ids();
    begin_node("Gather", "rows");
    put_field_text(&node, NODE_INPUT, "table");
    put_field_text(&node, NODE_INPUT, "ids");
    put_attribute("axis", 2);
    put_message(&graph, GRAPH_NODE, &node);
    check_refused(GATHER_STATUS_AXIS, "rows");
    put_attribute("axes", 2);
    graph.count = 0;
    begin_graph();
    put_ids();
    put_message(&graph, GRAPH_NODE, &node);
    check_refused(GATHER_STATUS_ARGUMENT, "rows");
}

static void check_declared(int field, const char *name, int type, const int64_t *sizes, const char *node_name)
{
    begin_graph();
    put_node("Identity", "same", "table", NULL);
    put_value(field, name, type, sizes);
    check_refused(GATHER_STATUS_FORMAT, node_name);
}

static const int64_t right[] = {UNKNOWN, 2, -2}, other_size[] = {3, 4, -2}, other_rank[] = {6, -2};

static void test_types_declared_otherwise(void **state)
{
    (void)state;
    check_declared(GRAPH_OUTPUT, "same", INT64, right, "same");
    check_declared(GRAPH_INPUT, "table", INT64, right, NULL);
    check_declared(GRAPH_INPUT, "table", FLOAT, other_size, NULL);
    check_declared(GRAPH_INPUT, "table", FLOAT, other_rank, NULL);
    check_declared(GRAPH_INPUT, "table", FLOAT, right, NULL); /* there is no output */
}

static void check_doubted(const char *name, const int64_t *sizes, int count)
{
    struct gather_model *opened;
    struct gather_error error;
    put_value(GRAPH_OUTPUT, name, FLOAT, sizes);
    doubt_count = 0;
    assert_int_equal(open_graph(&opened, &error), GATHER_STATUS_OK);
    gather_model_close(opened);
    assert_int_equal(doubt_count, count);
}

/* Nothing of a value whose sizes are not known. */
static void test_sizes_of_outputs_declared_otherwise(void **state)
{
    (void)state;
    begin_graph();
    put_node("Identity", "same", "table", NULL);
    put_node("Relu", "other", "table", NULL);
    check_doubted("same", right, 0);
    check_doubted("other", other_rank, 0);
    check_doubted("table", other_size, 1);
    assert_int_equal(doubted, 4);
    check_doubted("same", other_rank, 2);
    assert_int_equal(doubted, 1);
}

/* The model is gone when its error is told, with all names that it gave. */
static void check_told(const char *type)
{
    struct gather_model *opened;
    struct gather_error error;
    char sentence[256];
    begin_graph();
    put_ids();
    begin_node(type, "rows");
    put_field_text(&node, NODE_INPUT, "table");
    if (strcmp(type, "Gather") == 0)
        put_field_text(&node, NODE_INPUT, "ids");
    put_attribute("a_name_of_its_own", 2);
    put_message(&graph, GRAPH_NODE, &node);
    assert_int_equal(open_graph(&opened, &error), GATHER_STATUS_ARGUMENT);
    gather_error_format(&error, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "attribute: "));
    assert_null(strstr(sentence, "a_name_of_its_own"));
}

static void test_an_error_outlives_its_model(void **state)
{
    (void)state;
    check_told("Gather");
    check_told("Shape");
}

static void test_hostile_22_sizes_of_inputs(void **state)
{
    static const int64_t many[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -2};
    static const int64_t none[] = {-2};
    (void)state;
    begin_graph();
    put_value(GRAPH_INPUT, "x", FLOAT, many);
    check_refused(GATHER_STATUS_RANK, NULL);
    begin_graph();
    put_value(GRAPH_INPUT, "x", 99, none);
    check_refused(GATHER_STATUS_FORMAT, NULL);
    begin_graph();
    put_value(GRAPH_INPUT, "", FLOAT, none);
    check_refused(GATHER_STATUS_FORMAT, NULL);
}

/* Nodes of nothing but a type: they are counted before memory is asked for on their behalf. */
static void test_hostile_52_more_nodes_than_there_may_be(void **state)
{
    static const uint8_t empty[] = {GRAPH_NODE << 3 | 2,  5, NODE_TYPE << 3 | 2, 1, 'R',
                                    NODE_OUTPUT << 3 | 2, 0};
    struct gather_model *opened = NULL;
    struct gather_error error;
    struct gather_model_options options = {.size = sizeof options, .format = GATHER_FILE_ONNX};
    uint8_t *bytes = malloc(MANY * sizeof empty + 64), *place = bytes;
    (void)state;
    assert_non_null(bytes);
    *place++ = 7 << 3 | 2;
    for (size_t k = 0; k < LENGTH_BYTES; k++)
        *place++ = (uint8_t)((MANY * sizeof empty) >> 7 * k & 0x7F) | (k + 1 < LENGTH_BYTES ? 0x80 : 0);
    for (size_t k = 0; k < MANY; k++, place += sizeof empty)
        memcpy(place, empty, sizeof empty);
    assert_int_equal(
        gather_model_open(&opened, memory_file(bytes, (size_t)(place - bytes)), &options, &error),
        GATHER_STATUS_UNSUPPORTED);
    assert_true(error.has & GATHER_ERROR_HAS_AT);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_graph_is_run),
        cmocka_unit_test(test_what_a_model_says),
        cmocka_unit_test(test_an_input_with_a_default),
        cmocka_unit_test(test_an_index_outside),
        cmocka_unit_test(test_rows_of_the_file),
        cmocka_unit_test(test_what_is_not_built),
        cmocka_unit_test(test_memory_is_bounded),
        cmocka_unit_test(test_memory_for_rows),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_hostile_52_cycles),
        cmocka_unit_test(test_hostile_52_missing_inputs),
        cmocka_unit_test(test_hostile_43_names_given_twice),
        cmocka_unit_test(test_wrong_types_and_attributes),
        cmocka_unit_test(test_types_declared_otherwise),
        cmocka_unit_test(test_sizes_of_outputs_declared_otherwise),
        cmocka_unit_test(test_an_error_outlives_its_model),
        cmocka_unit_test(test_hostile_22_sizes_of_inputs),
        cmocka_unit_test(test_hostile_52_more_nodes_than_there_may_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
