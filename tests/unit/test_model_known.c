/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of graphs of ONNX that can't be run: how many graphs are inside of their nodes, and what value_info
 * declares of values between them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/model.h"
#include "support/memory_file.h"
#include "support/onnx_by_hand.h"

enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_INPUT = 11, GRAPH_OUTPUT = 12, GRAPH_VALUE = 13 };
enum { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_TYPE = 4, NODE_ATTRIBUTE = 5 };
enum { ATTRIBUTE_TENSOR = 5, ATTRIBUTE_GRAPH = 6, ATTRIBUTE_GRAPHS = 11 };
enum { FLOAT = 1, INT64 = 7, DOUBLE = 11, NO_TYPE = 99, UNKNOWN = -1, END = -2 };

static struct bytes_by_hand graph, model, node, part, inner;
static int doubt_count;
static struct gather_error doubted;
static char doubted_name[32];

static void doubts(void *context, const char *name, const struct gather_error *error)
{
    (void)context;
    assert_in_range(error->at, 1, model.count - 1);
    assert_true(strlen(name) < sizeof doubted_name);
    memcpy(doubted_name, name, strlen(name) + 1);
    doubted = *error;
    doubt_count++;
}

/* ---- making them --------------------------------------------------------------------------------- */

/* table: f32[3,2] */
static void begin_graph(void)
{
    static const float values[6];
    static const int64_t sizes[] = {3, 2, -1};
    graph.count = 0;
    onnx_tensor(&part, "table", FLOAT, sizes);
    put_field_bytes(&part, RAW_DATA, values, sizeof values);
    put_message(&graph, GRAPH_INITIALIZER, &part);
}

static void begin_node(const char *type, const char *output, const char *input)
{
    node.count = 0;
    put_field_text(&node, NODE_INPUT, input);
    put_field_text(&node, NODE_OUTPUT, output);
    put_field_text(&node, NODE_TYPE, type);
}

static void put_axis(int64_t axis)
{
    part.count = 0;
    put_field_text(&part, 1, "axis");
    put_field(&part, 3, (uint64_t)axis);
    put_field(&part, 20, 2);
    put_message(&node, NODE_ATTRIBUTE, &part);
}

static void put_output(const char *name)
{
    part.count = 0;
    put_field_text(&part, 1, name);
    put_message(&graph, GRAPH_OUTPUT, &part);
}

static enum gather_status open_graph(struct gather_model **opened)
{
    struct gather_error error = {0};
    struct gather_model_options options = {
        .size = sizeof options, .format = GATHER_FILE_ONNX, .doubts = doubts};
    doubt_count = 0;
    onnx_model(&model, &graph);
    *opened = NULL;
    enum gather_status status =
        gather_model_open(opened, memory_file(model.bytes, model.count), &options, &error);
    assert_int_equal(error.status, status);
    if (status != GATHER_STATUS_OK) {
        assert_true(error.has & GATHER_ERROR_HAS_AT);
        assert_in_range(error.at, 1, model.count - 1);
    }
    return status;
}

/* ---- graphs inside of nodes ---------------------------------------------------------------------- */

/* An attribute may hold one graph or several; what is inside of them is passed, but they are counted. */
static void test_graphs_inside_of_nodes(void **state)
{
    struct gather_model *opened;
    struct gather_model_node about;
    (void)state;
    begin_graph();
    begin_node("Loop", "turned", "table");
    for (int k = 0; k < 2; k++) {
        part.count = inner.count = 0;
        put_field_text(&part, 1, "body");
        put_field_text(&inner, 2, "a graph");
        put_message(&part, k == 0 ? ATTRIBUTE_GRAPH : ATTRIBUTE_GRAPHS, &inner);
        put_message(&part, k == 0 ? ATTRIBUTE_TENSOR : ATTRIBUTE_GRAPHS, &inner);
        put_message(&node, NODE_ATTRIBUTE, &part);
    }
    put_message(&graph, GRAPH_NODE, &node);
    begin_node("Identity", "same", "table");
    put_message(&graph, GRAPH_NODE, &node);
    put_output("same");
    assert_int_equal(open_graph(&opened), GATHER_STATUS_OK);
    assert_true(gather_model_node_at(opened, 0, &about) && !about.is_built);
    assert_int_equal(about.graphs, 3);
    assert_true(gather_model_node_at(opened, 1, &about) && about.graphs == 0);
    gather_model_close(opened);
    begin_node("Loop", "more", "table");
    part.count = 0;
    put_field(&part, ATTRIBUTE_GRAPH, 1);
    put_message(&node, NODE_ATTRIBUTE, &part);
    put_message(&graph, GRAPH_NODE, &node);
    assert_int_equal(open_graph(&opened), GATHER_STATUS_FORMAT);
    assert_null(opened);
}

/* ---- what is declared ---------------------------------------------------------------------------- */

/* A value_info: a type, and sizes before END; an UNKNOWN one has a name. */
static void put_declared(const char *name, int type, const int64_t *sizes)
{
    onnx_value(&part, name, type, sizes);
    put_message(&graph, GRAPH_VALUE, &part);
}

/* table ─> Relu ─> hidden ─> Gather by ids, i64[2], along an axis ─> rows ─> Identity ─> same */
static void put_hidden(int64_t axis)
{
    static const int64_t ids[] = {0, 1}, sizes[] = {2, -1};
    begin_graph();
    onnx_tensor(&part, "ids", INT64, sizes);
    put_field_bytes(&part, RAW_DATA, ids, sizeof ids);
    put_message(&graph, GRAPH_INITIALIZER, &part);
    begin_node("Relu", "hidden", "table");
    put_message(&graph, GRAPH_NODE, &node);
    begin_node("Gather", "rows", "hidden");
    put_field_text(&node, NODE_INPUT, "ids");
    put_axis(axis);
    put_message(&graph, GRAPH_NODE, &node);
    begin_node("Identity", "same", "rows");
    put_message(&graph, GRAPH_NODE, &node);
    put_output("same");
    put_output("hidden");
}

/* What a graph says of its outputs. Owns: the caller closes it. */
static struct gather_model *open_hidden(struct gather_model_value *same, struct gather_model_value *hidden)
{
    struct gather_model *opened;
    assert_int_equal(open_graph(&opened), GATHER_STATUS_OK);
    assert_true(gather_model_output_at(opened, 0, same) && gather_model_output_at(opened, 1, hidden));
    return opened;
}

static const int64_t open_rows[] = {UNKNOWN, 2, END}, four_rows[] = {4, 2, END}, list[] = {2, END};

static void test_what_is_declared_is_known(void **state)
{
    struct gather_model_value same, hidden;
    struct gather_model_gather gather;
    (void)state;
    put_hidden(0);
    gather_model_close(open_hidden(&same, &hidden));
    assert_false(same.is_known || hidden.is_known);
    put_declared("hidden", DOUBLE, open_rows);
    put_declared("hidden", FLOAT, four_rows); /* the first counts */
    put_declared("none", FLOAT, four_rows);
    put_declared("ids", INT64, list);
    struct gather_model *opened = open_hidden(&same, &hidden);
    assert_int_equal(doubt_count, 0);
    assert_true(same.is_known && hidden.is_known);
    assert_int_equal(hidden.layout.dtype, GATHER_DTYPE_F64);
    assert_int_equal(hidden.layout.sizes[0], GATHER_SIZE_UNKNOWN);
    assert_int_equal(same.layout.dtype, GATHER_DTYPE_F64);
    assert_int_equal(same.layout.rank, 2);
    assert_int_equal(same.layout.sizes[0], 2);
    assert_true(gather_model_gather_at(opened, 1, &gather) && gather.data.is_known);
    gather_model_close(opened);
}

/* Of types and ranks that there are none of here nothing is known. */
static void test_declared_types_that_there_are_not(void **state)
{
    static const int64_t many[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, END};
    struct gather_model_value same, hidden;
    (void)state;
    put_hidden(0);
    put_declared("hidden", NO_TYPE, open_rows);
    put_declared("same", FLOAT, many);
    gather_model_close(open_hidden(&same, &hidden));
    assert_false(same.is_known || hidden.is_known);
    assert_int_equal(doubt_count, 0);
}

static void test_declared_otherwise_than_derived(void **state)
{
    struct gather_model *opened;
    struct gather_model_value same, hidden;
    (void)state;
    put_hidden(0);
    put_declared("hidden", FLOAT, open_rows);
    put_declared("rows", FLOAT, four_rows);
    gather_model_close(open_hidden(&same, &hidden));
    assert_int_equal(doubt_count, 1);
    assert_string_equal(doubted_name, "rows");
    assert_int_equal(doubted.value, 4);
    assert_int_equal(same.layout.sizes[0], 2);
    put_declared("same", DOUBLE, list); /* what it contradicts is itself but declared */
    gather_model_close(open_hidden(&same, &hidden));
    assert_int_equal(doubt_count, 2);
    assert_int_equal(same.layout.dtype, GATHER_DTYPE_F32);
    put_declared("table", FLOAT, list); /* told for its rank */
    gather_model_close(open_hidden(&same, &hidden));
    assert_int_equal(doubt_count, 3);
    put_declared("ids", FLOAT, list);
    assert_int_equal(open_graph(&opened), GATHER_STATUS_FORMAT);
    assert_null(opened);
}

/* Nothing is told of a size that is not known: any is right. */
static void test_declared_where_a_size_is_not_known(void **state)
{
    struct gather_model_value same, hidden;
    (void)state;
    put_hidden(1);
    put_declared("hidden", FLOAT, open_rows);
    put_declared("rows", FLOAT, four_rows);
    gather_model_close(open_hidden(&same, &hidden));
    assert_int_equal(doubt_count, 0);
    assert_int_equal(same.layout.sizes[0], GATHER_SIZE_UNKNOWN);
}

/* An operator refuses no shape that is only declared: what feeds it may give another. */
static void test_declared_and_refused_by_an_operator(void **state)
{
    struct gather_model *opened;
    struct gather_model_value same, hidden;
    (void)state;
    put_hidden(1);
    put_declared("hidden", FLOAT, list);
    gather_model_close(open_hidden(&same, &hidden));
    assert_int_equal(doubt_count, 1);
    assert_string_equal(doubted_name, "rows");
    assert_int_equal(doubted.status, GATHER_STATUS_AXIS);
    assert_false(same.is_known);
    put_declared("rows", FLOAT, four_rows);
    gather_model_close(open_hidden(&same, &hidden));
    assert_true(same.is_known && same.layout.sizes[0] == 4);
    part.count = inner.count = 0;
    put_field(&part, 2, 1); /* a type that is a number */
    put_message(&graph, GRAPH_VALUE, &part);
    assert_int_equal(open_graph(&opened), GATHER_STATUS_FORMAT);
    assert_null(opened);
}

/* hidden ─> Shape ─> rank ─> Gather of the table ─> picked ─> GatherElements by places, i64[2,1], along 1 ─> out */
static void put_shape_of_hidden(void)
{
    static const int64_t places[2], sizes[] = {2, 1, -1};
    onnx_tensor(&part, "places", INT64, sizes);
    put_field_bytes(&part, RAW_DATA, places, sizeof places);
    put_message(&graph, GRAPH_INITIALIZER, &part);
    begin_node("Shape", "rank", "hidden");
    put_message(&graph, GRAPH_NODE, &node);
    begin_node("Gather", "picked", "table");
    put_field_text(&node, NODE_INPUT, "rank");
    put_message(&graph, GRAPH_NODE, &node);
    begin_node("GatherElements", "out", "picked");
    put_field_text(&node, NODE_INPUT, "places");
    put_axis(1);
    put_message(&graph, GRAPH_NODE, &node);
}

/* How many sizes a value has is as little certain as it is itself. */
static void test_shapes_of_what_is_declared(void **state)
{
    struct gather_model_value same, hidden;
    (void)state;
    put_hidden(0);
    put_shape_of_hidden();
    put_declared("hidden", FLOAT, list); /* so there is one row for the two places */
    gather_model_close(open_hidden(&same, &hidden));
    assert_int_equal(doubt_count, 1);
    assert_string_equal(doubted_name, "out");
    assert_int_equal(doubted.status, GATHER_STATUS_SHAPE);
}

/* Tuples that are one number are of no size. */
static void test_tuples_without_sizes(void **state)
{
    static const int64_t id = 0, none[] = {-1};
    struct gather_model *opened;
    (void)state;
    begin_graph();
    onnx_tensor(&part, "id", INT64, none);
    put_field_bytes(&part, RAW_DATA, &id, sizeof id);
    put_message(&graph, GRAPH_INITIALIZER, &part);
    begin_node("GatherND", "out", "table");
    put_field_text(&node, NODE_INPUT, "id");
    put_message(&graph, GRAPH_NODE, &node);
    put_output("out");
    assert_int_equal(open_graph(&opened), GATHER_STATUS_RANK);
    assert_null(opened);
}

/* Constant indices are also what an input is if it is not given, and what Identities hand on of either. */
static void test_indices_that_are_handed_on(void **state)
{
    static const int64_t ids[] = {0, 1}, sizes[] = {2, END}, dims[] = {2, -1};
    (void)state;
    for (int is_input = 0; is_input < 3; is_input++) {
        struct gather_model *opened;
        struct gather_model_gather gather;
        begin_graph();
        if (is_input < 2) {
            onnx_tensor(&part, "ids", INT64, dims);
            put_field_bytes(&part, RAW_DATA, ids, sizeof ids);
            put_message(&graph, GRAPH_INITIALIZER, &part);
        }
        if (is_input > 0) {
            onnx_value(&part, "ids", INT64, sizes);
            put_message(&graph, GRAPH_INPUT, &part);
        }
        begin_node("Identity", "once", "ids");
        put_message(&graph, GRAPH_NODE, &node);
        begin_node("Identity", "twice", "once");
        put_message(&graph, GRAPH_NODE, &node);
        begin_node("Gather", "out", "table");
        put_field_text(&node, NODE_INPUT, "twice");
        put_message(&graph, GRAPH_NODE, &node);
        put_output("out");
        assert_int_equal(open_graph(&opened), GATHER_STATUS_OK);
        assert_true(gather_model_gather_at(opened, 2, &gather));
        assert_int_equal(gather.constant != NULL, is_input < 2);
        if (gather.constant != NULL)
            assert_string_equal(gather.constant->name, "ids");
        gather_model_close(opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graphs_inside_of_nodes),
        cmocka_unit_test(test_what_is_declared_is_known),
        cmocka_unit_test(test_declared_types_that_there_are_not),
        cmocka_unit_test(test_declared_otherwise_than_derived),
        cmocka_unit_test(test_declared_where_a_size_is_not_known),
        cmocka_unit_test(test_declared_and_refused_by_an_operator),
        cmocka_unit_test(test_shapes_of_what_is_declared),
        cmocka_unit_test(test_tuples_without_sizes),
        cmocka_unit_test(test_indices_that_are_handed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
