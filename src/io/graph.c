/* SPDX-License-Identifier: Apache-2.0 */
/* Filling a graph, and deriving from what is known of its inputs what is known of everything else. */
#include "io/graph.h"

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"

enum { AXIS_BYTES = 8, FIRST_ROOM = 16 };

/* ---- lists --------------------------------------------------------------------------------------- */

static enum gather_status make_room(const struct gather__graph *graph, void **items, size_t count,
                                    size_t *room, size_t bytes, int64_t at)
{
    if (count < *room)
        return GATHER_STATUS_OK;
    if (count >= GATHER__GRAPH_MOST) {
        gather__io_fail(graph->error, GATHER_STATUS_UNSUPPORTED, NULL, "a graph of at most 131072 nodes");
        return gather__io_fail_at(graph->error, GATHER_STATUS_UNSUPPORTED, at);
    }
    size_t grown = *room == 0 ? FIRST_ROOM : 2 * *room; /* bounded: just above */
    void *moved = realloc(*items, grown * bytes);       /* bounded: as above */
    if (moved == NULL)
        return gather__io_fail(graph->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    *items = moved;
    *room = grown;
    return GATHER_STATUS_OK;
}

/* Adds *item to a list of the graph: items, item_count, item_room. */
#define ADD(graph, list, count, room, item, at)                                                              \
    do {                                                                                                     \
        void *items = (graph)->list;                                                                         \
        enum gather_status status =                                                                          \
            make_room(graph, &items, (graph)->count, &(graph)->room, sizeof *(graph)->list, at);             \
        (graph)->list = items;                                                                               \
        if (status == GATHER_STATUS_OK)                                                                      \
            (graph)->list[(graph)->count++] = *(item);                                                       \
        return status;                                                                                       \
    } while (0)

enum gather_status gather__graph_add_value(struct gather__graph *graph,
                                           const struct gather__graph_value *value)
{
    ADD(graph, values, value_count, value_room, value, value->at);
}

enum gather_status gather__graph_add_node(struct gather__graph *graph, const struct gather__graph_node *node)
{
    ADD(graph, nodes, node_count, node_room, node, node->about.at);
}

enum gather_status gather__graph_add_link(struct gather__graph *graph, int32_t value, int64_t at)
{
    ADD(graph, links, link_count, link_room, &value, at);
}

enum gather_status gather__graph_add_attribute(struct gather__graph *graph,
                                               const struct gather_attribute *attribute, int64_t at)
{
    ADD(graph, attributes, attribute_count, attribute_room, attribute, at);
}

enum gather_status gather__graph_add_output(struct gather__graph *graph,
                                            const struct gather__graph_output *output)
{
    ADD(graph, outputs, output_count, output_room, output, output->at);
}

void gather__graph_fini(struct gather__graph *graph)
{
    free(graph->values);
    free(graph->nodes);
    free(graph->links);
    free(graph->attributes);
    free(graph->outputs);
}

/* ---- failing ------------------------------------------------------------------------------------- */

enum gather_status gather__graph_blame(const struct gather__graph *graph,
                                       const struct gather__graph_node *node, enum gather_status status,
                                       struct gather_error *error)
{
    if (status == GATHER_STATUS_OK || status == GATHER_STATUS_NO_MEMORY)
        return status;
    if (error != NULL && (error->has & GATHER_ERROR_HAS_AT) == 0 && status != GATHER_STATUS_INDEX_RANGE)
        gather__io_fail_at(error, status, node->about.at);
    if (graph->options->blames != NULL)
        graph->options->blames(graph->options->context, &node->about);
    return status;
}

/* ---- names --------------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    const struct gather__graph_name *first = a, *second = b;
    int order = strcmp(first->name, second->name);
    return order != 0 ? order : (first->value > second->value) - (first->value < second->value);
}

static enum gather_status refuse_name(const struct gather__graph *graph,
                                      const struct gather__graph_value *value)
{
    enum gather_status status =
        gather__io_fail(graph->error, GATHER_STATUS_FORMAT, NULL, "another name, for there is such a value");
    gather__io_fail_at(graph->error, status, value->at);
    return value->node < 0 ? status
                           : gather__graph_blame(graph, &graph->nodes[value->node], status, graph->error);
}

enum gather_status gather__graph_sort_names(const struct gather__graph *graph,
                                            struct gather__graph_name **names, size_t *count)
{
    *count = 0;
    *names = calloc(graph->value_count + 1, sizeof **names);
    if (*names == NULL)
        return gather__io_fail(graph->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t k = 0; k < graph->value_count; k++)
        if (graph->values[k].name != NULL) {
            struct gather__graph_name next = {graph->values[k].name, (int32_t)k};
            (*names)[(*count)++] = next;
        }
    qsort(*names, *count, sizeof **names, compare_names);
    for (size_t k = 1; k < *count; k++)
        if (strcmp((*names)[k].name, (*names)[k - 1].name) == 0)
            return refuse_name(graph, &graph->values[(*names)[k].value]);
    return GATHER_STATUS_OK;
}

static int compare_name(const void *key, const void *item)
{
    return strcmp(key, ((const struct gather__graph_name *)item)->name);
}

int32_t gather__graph_find(const struct gather__graph_name *names, size_t count, const char *name)
{
    const struct gather__graph_name *found = bsearch(name, names, count, sizeof *names, compare_name);
    return found != NULL ? found->value : -1;
}

/* ---- what is known of values --------------------------------------------------------------------- */

void gather__graph_know_constant(struct gather__graph_value *value, const struct gather_tensor *tensor)
{
    value->constant = tensor;
    value->is_known = tensor->type == NULL; /* blocks of a type that nothing is known about */
    if (value->is_known)
        value->layout = tensor->layout;
}

static const struct gather__graph_value *input_of(const struct gather__graph *graph,
                                                  const struct gather__graph_node *node, int32_t position)
{
    return &graph->values[graph->links[node->first_input + (size_t)position]];
}

/* The axis of a gather, if a constant says it. */
static enum gather_status know_axis(const struct gather__graph *graph,
                                    const struct gather__graph_value *value, int64_t *axis, bool *known,
                                    struct gather_error *error)
{
    uint8_t bytes[AXIS_BYTES] = {0};
    enum gather_status status = GATHER_STATUS_OK;
    *known = value->constant != NULL && !value->is_input && value->is_known;
    if (!*known)
        return GATHER_STATUS_OK;
    if (value->constant->bytes > 0 && value->constant->bytes <= AXIS_BYTES)
        status =
            gather_file_read(graph->file, value->constant, 0, bytes, (size_t)value->constant->bytes, error);
    return status == GATHER_STATUS_OK ? gather__graph_axis(&value->layout, bytes, axis, error) : status;
}

enum gather_status gather__graph_known_op(const struct gather__graph *graph,
                                          const struct gather__graph_node *node, struct gather_op *op,
                                          bool *known, struct gather_error *error)
{
    int32_t axis_input = gather__graph_axis_input(graph, node);
    int64_t axis = 0; /* until it is known: attributes come before it (OV-5) */
    struct gather_op made;
    *known = true;
    if (axis_input < 0)
        return gather__graph_op(graph, node, NULL, op, error);
    enum gather_status status = gather__graph_op(graph, node, &axis, &made, error);
    if (status == GATHER_STATUS_OK)
        status = know_axis(graph, input_of(graph, node, axis_input), &made.axis, known, error);
    if (status == GATHER_STATUS_OK && *known)
        *op = made;
    return status;
}

/* The last size of GatherND's indices is how much of the data's rank goes: without it there is no rank. */
static bool has_unknown_tuples(const struct gather__graph_node *node, const struct gather_layout *indices)
{
    return strcmp(node->about.type, "GatherND") == 0 && indices->rank > 0 &&
           indices->sizes[indices->rank - 1] == GATHER_SIZE_UNKNOWN;
}

/* The layouts of what a gather takes. Returns: how many, 0 if one is not known. */
static size_t operands_known(const struct gather__graph *graph, const struct gather__graph_node *node,
                             struct gather_layout *layouts)
{
    const int32_t count = gather__graph_operands(graph, node);
    for (int32_t k = 0; k < count; k++) {
        if (!input_of(graph, node, k)->is_known)
            return 0;
        layouts[k] = input_of(graph, node, k)->layout;
    }
    return (size_t)count;
}

static enum gather_status derive_gather(const struct gather__graph *graph,
                                        const struct gather__graph_node *node,
                                        struct gather__graph_value *output)
{
    struct gather_layout layouts[GATHER_MAX_INPUTS];
    const size_t count = operands_known(graph, node, layouts);
    bool known;
    struct gather_op op;
    enum gather_status status = gather__graph_known_op(graph, node, &op, &known, graph->error);
    if (status != GATHER_STATUS_OK || !known || count == 0 || has_unknown_tuples(node, &layouts[1]))
        return status;
    status = gather_infer(&op, layouts, count, &output->layout, graph->error);
    output->is_known = status == GATHER_STATUS_OK;
    return status;
}

static enum gather_status derive_shape(const struct gather__graph *graph,
                                       const struct gather__graph_node *node,
                                       struct gather__graph_value *output)
{
    const struct gather__graph_value *data = input_of(graph, node, 0);
    int32_t begin;
    if (!data->is_known)
        return GATHER_STATUS_OK;
    enum gather_status status =
        gather__graph_shape(graph, node, data->layout.rank, &output->layout, &begin, graph->error);
    output->is_known = status == GATHER_STATUS_OK;
    return status;
}

/* ---- node by node -------------------------------------------------------------------------------- */

static enum gather_status malformed(const struct gather__graph *graph, const char *expected)
{
    return gather__io_fail(graph->error, GATHER_STATUS_FORMAT, NULL, expected);
}

static enum gather_status derive(const struct gather__graph *graph, const struct gather__graph_node *node)
{
    if (node->kind == GATHER__NODE_OTHER)
        return GATHER_STATUS_OK;
    enum gather_status status = gather__graph_judge_links(graph, node);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather__graph_value *output = &graph->values[node->first_output];
    if (node->kind == GATHER__NODE_GATHER)
        return derive_gather(graph, node, output);
    if (node->kind == GATHER__NODE_SHAPE)
        return derive_shape(graph, node, output);
    output->is_known = input_of(graph, node, 0)->is_known;
    output->layout = input_of(graph, node, 0)->layout;
    return node->attributes == 0 ? GATHER_STATUS_OK : malformed(graph, "no attribute of this operator");
}

enum gather_status gather__graph_derive(struct gather__graph *graph)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < graph->node_count && status == GATHER_STATUS_OK; k++)
        status = gather__graph_blame(graph, &graph->nodes[k], derive(graph, &graph->nodes[k]), graph->error);
    return status;
}

/* ---- what is declared ---------------------------------------------------------------------------- */

static enum gather_status refuse_size(struct gather_error *error, int64_t at, const char *expected,
                                      int64_t declared, int64_t size)
{
    gather__io_fail(error, GATHER_STATUS_FORMAT, NULL, expected);
    gather__io_fail_value(error, GATHER_STATUS_FORMAT, declared, size, size);
    return gather__io_fail_at(error, GATHER_STATUS_FORMAT, at);
}

enum gather_status gather__graph_judge_sizes(const int64_t *sizes, int32_t rank,
                                             const struct gather_layout *layout, int64_t at,
                                             struct gather_error *error)
{
    if (rank != layout->rank)
        return refuse_size(error, at, "as many sizes as the value has", rank, layout->rank);
    for (int32_t d = 0; d < rank; d++)
        if (sizes[d] != GATHER_SIZE_UNKNOWN && layout->sizes[d] != GATHER_SIZE_UNKNOWN &&
            sizes[d] != layout->sizes[d])
            return refuse_size(error, at, "the size that the value has", sizes[d], layout->sizes[d]);
    return GATHER_STATUS_OK;
}

static void doubt_sizes(const struct gather__graph *graph, const struct gather__graph_output *output)
{
    const struct gather__graph_value *value = &graph->values[output->value];
    struct gather_error error = {0};
    if (graph->options->doubts == NULL || !output->is_shaped || !value->is_known)
        return;
    if (gather__graph_judge_sizes(output->sizes, output->rank, &value->layout, output->at, &error) !=
        GATHER_STATUS_OK)
        graph->options->doubts(graph->options->context, output->name, &error);
}

static enum gather_status judge_type(const struct gather__graph *graph,
                                     const struct gather__graph_output *output)
{
    const struct gather__graph_value *value = &graph->values[output->value];
    int32_t dtype = value->layout.dtype;
    if (output->dtype == GATHER_DTYPE_NONE || dtype == GATHER_DTYPE_NONE || output->dtype == dtype)
        return GATHER_STATUS_OK;
    malformed(graph, "an output of the type that the value of its name has");
    enum gather_status status = gather__io_fail_at(graph->error, GATHER_STATUS_FORMAT, output->at);
    return value->node < 0 ? status
                           : gather__graph_blame(graph, &graph->nodes[value->node], status, graph->error);
}

enum gather_status gather__graph_judge_outputs(const struct gather__graph *graph)
{
    enum gather_status status = GATHER_STATUS_OK;
    if (graph->output_count == 0 && graph->outputs_at > 0) {
        malformed(graph, "a graph with an output");
        return gather__io_fail_at(graph->error, GATHER_STATUS_FORMAT, graph->outputs_at);
    }
    for (size_t k = 0; k < graph->output_count && status == GATHER_STATUS_OK; k++) {
        status = judge_type(graph, &graph->outputs[k]);
        if (status == GATHER_STATUS_OK)
            doubt_sizes(graph, &graph->outputs[k]);
    }
    return status;
}
