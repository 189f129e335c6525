/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of graphs of ONNX that can't be run: how many graphs are inside of their nodes. */
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

enum { GRAPH_NODE = 1, GRAPH_INITIALIZER = 5, GRAPH_OUTPUT = 12 };
enum { NODE_INPUT = 1, NODE_OUTPUT = 2, NODE_TYPE = 4, NODE_ATTRIBUTE = 5 };
enum { ATTRIBUTE_TENSOR = 5, ATTRIBUTE_GRAPH = 6, ATTRIBUTE_GRAPHS = 11, FLOAT = 1 };

static struct bytes_by_hand graph, model, node, part, inner;

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

static void put_output(const char *name)
{
    part.count = 0;
    put_field_text(&part, 1, name);
    put_message(&graph, GRAPH_OUTPUT, &part);
}

static enum gather_status open_graph(struct gather_model **opened)
{
    struct gather_error error = {0};
    struct gather_model_options options = {.size = sizeof options, .format = GATHER_FILE_ONNX};
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
    assert_true(gather_model_node(opened, 0, &about) && !about.is_built);
    assert_int_equal(about.graphs, 3);
    assert_true(gather_model_node(opened, 1, &about) && about.graphs == 0);
    gather_model_close(opened);
    begin_node("Loop", "more", "table");
    part.count = 0;
    put_field(&part, ATTRIBUTE_GRAPH, 1);
    put_message(&node, NODE_ATTRIBUTE, &part);
    put_message(&graph, GRAPH_NODE, &node);
    assert_int_equal(open_graph(&opened), GATHER_STATUS_FORMAT);
    assert_null(opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graphs_inside_of_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
