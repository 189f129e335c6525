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
        gather__io_fail(graph->error, GATHER_STATUS_UNSUPPORTED, NULL, GATHER__GRAPH_MOST_TEXT);
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
    free(graph->inputs);
}

enum gather_status gather__graph_list_inputs(struct gather__graph *graph)
{
    graph->inputs = calloc(graph->value_count + 1, sizeof *graph->inputs);
    if (graph->inputs == NULL)
        return gather__io_fail(graph->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t k = 0; k < graph->value_count; k++)
        if (graph->values[k].is_input)
            graph->inputs[graph->input_count++] = (int32_t)k;
    return GATHER_STATUS_OK;
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

static bool rests_on_declared(const struct gather__graph *graph, const struct gather__graph_node *node,
                              size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (input_of(graph, node, (int32_t)k)->is_declared)
            return true;
    return false;
}

static void doubt(const struct gather__graph *graph, const char *name, const struct gather_error *error)
{
    if (graph->options->doubts != NULL)
        graph->options->doubts(graph->options->context, name, error);
}

/* What an operator refuses of shapes: of those that are only declared, which runtimes need not see, it is a doubt. */
static enum gather_status refuse_gather(const struct gather__graph *graph,
                                        const struct gather__graph_node *node, struct gather_error *error,
                                        bool is_declared)
{
    enum gather_status status = (enum gather_status)error->status;
    if (!is_declared) {
        if (graph->error != NULL)
            *graph->error = *error;
        return status;
    }
    gather__io_fail_at(error, status, node->about.at);
    doubt(graph, node->about.name, error);
    return GATHER_STATUS_OK;
}

static enum gather_status derive_gather(const struct gather__graph *graph,
                                        const struct gather__graph_node *node,
                                        struct gather__graph_value *output)
{
    struct gather_layout layouts[GATHER_MAX_INPUTS];
    const size_t count = operands_known(graph, node, layouts);
    bool known;
    struct gather_op op;
    struct gather_error error = {0};
    enum gather_status status = gather__graph_known_op(graph, node, &op, &known, graph->error);
    if (status != GATHER_STATUS_OK || !known || count == 0 || has_unknown_tuples(node, &layouts[1]))
        return status;
    const bool is_declared = rests_on_declared(graph, node, count);
    if (gather_infer(&op, layouts, count, &output->layout, &error) != GATHER_STATUS_OK)
        return refuse_gather(graph, node, &error, is_declared);
    output->is_known = true;
    output->is_declared = is_declared;
    return GATHER_STATUS_OK;
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
    output->is_declared = data->is_declared;
    return status;
}

/* ---- what is declared ---------------------------------------------------------------------------- */

static enum gather_status malformed(const struct gather__graph *graph, const char *expected)
{
    return gather__io_fail(graph->error, GATHER_STATUS_FORMAT, NULL, expected);
}

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

static void doubt_sizes(const struct gather__graph *graph, const struct gather__graph_output *declared)
{
    const struct gather__graph_value *value = &graph->values[declared->value];
    struct gather_error error = {0};
    if (declared->is_shaped && value->is_known &&
        gather__graph_judge_sizes(declared->sizes, declared->rank, &value->layout, declared->at, &error) !=
            GATHER_STATUS_OK)
        doubt(graph, declared->name, &error);
}

/* is_doubt: another type is told as other sizes are. */
static enum gather_status judge_type(const struct gather__graph *graph,
                                     const struct gather__graph_output *declared, const char *expected,
                                     bool is_doubt)
{
    const struct gather__graph_value *value = &graph->values[declared->value];
    int32_t dtype = value->layout.dtype;
    struct gather_error error = {0};
    if (declared->dtype == GATHER_DTYPE_NONE || dtype == GATHER_DTYPE_NONE || declared->dtype == dtype)
        return GATHER_STATUS_OK;
    enum gather_status status = gather__io_malformed(&error, declared->at, expected);
    if (is_doubt) {
        doubt(graph, declared->name, &error);
        return GATHER_STATUS_OK;
    }
    if (graph->error != NULL)
        *graph->error = error;
    return status;
}

/* A value that is known against what is declared of it. */
static enum gather_status judge_declared(const struct gather__graph *graph,
                                         const struct gather__graph_value *value,
                                         const struct gather__graph_value *declared)
{
    const struct gather_layout *layout = &declared->layout;
    struct gather__graph_output as_output = {.name = value->name,
                                             .at = declared->declared_at,
                                             .value = (int32_t)(value - graph->values),
                                             .dtype = layout->dtype,
                                             .is_shaped = declared->is_declared,
                                             .rank = layout->rank};
    memcpy(as_output.sizes, layout->sizes, sizeof as_output.sizes);
    if (as_output.name == NULL && value->node >= 0)
        as_output.name = graph->nodes[value->node].about.name;
    enum gather_status status = judge_type(graph, &as_output, "a declaration of the type that the value has",
                                           graph->doubts_types || value->is_declared);
    if (status == GATHER_STATUS_OK && layout->dtype == value->layout.dtype)
        doubt_sizes(graph, &as_output);
    return status;
}

enum gather_status gather__graph_declare(struct gather__graph *graph, int32_t value,
                                         const struct gather__graph_value *declared)
{
    struct gather__graph_value *known = &graph->values[value], said = *declared;
    said.declared_at = declared->at;
    said.is_declared = declared->is_known;
    if (known->node < 0)
        return judge_declared(graph, known, &said);
    if (known->declared_at != 0) /* once is enough: the first counts */
        return GATHER_STATUS_OK;
    known->declared_at = said.declared_at;
    known->is_declared = said.is_declared;
    known->layout = said.layout;
    return GATHER_STATUS_OK;
}

/* ---- node by node -------------------------------------------------------------------------------- */

static enum gather_status derive_built(const struct gather__graph *graph,
                                       const struct gather__graph_node *node)
{
    enum gather_status status = gather__graph_judge_links(graph, node);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather__graph_value *output = &graph->values[node->first_output];
    if (node->kind == GATHER__NODE_GATHER)
        return derive_gather(graph, node, output);
    if (node->kind == GATHER__NODE_SHAPE)
        return derive_shape(graph, node, output);
    const struct gather__graph_value *taken = input_of(graph, node, 0);
    output->is_known = taken->is_known;
    output->is_declared = taken->is_declared;
    output->layout = taken->layout;
    output->handed_on = taken->constant != NULL ? taken->constant : taken->handed_on;
    return node->attributes == 0 ? GATHER_STATUS_OK : malformed(graph, "no attribute of this operator");
}

/* What is declared of what a node gives is known of it where nothing else is. */
static enum gather_status derive(const struct gather__graph *graph, const struct gather__graph_node *node)
{
    for (int32_t k = 0; k < node->outputs && node->kind == GATHER__NODE_OTHER; k++) {
        struct gather__graph_value *value = &graph->values[node->first_output + (size_t)k];
        value->is_known = value->is_declared;
    }
    if (node->kind == GATHER__NODE_OTHER || node->outputs == 0)
        return node->kind == GATHER__NODE_OTHER ? GATHER_STATUS_OK : derive_built(graph, node);
    struct gather__graph_value *output = &graph->values[node->first_output], declared = *output;
    memset(&output->layout, 0, sizeof output->layout);
    output->is_declared = false;
    enum gather_status status = derive_built(graph, node);
    if (status == GATHER_STATUS_OK && declared.declared_at != 0)
        status = judge_declared(graph, output, &declared);
    if (status != GATHER_STATUS_OK || output->is_known || declared.declared_at == 0 ||
        (output->layout.dtype != GATHER_DTYPE_NONE && output->layout.dtype != declared.layout.dtype))
        return status;
    output->layout = declared.layout;
    output->is_known = output->is_declared = declared.is_declared;
    return status;
}

enum gather_status gather__graph_derive(struct gather__graph *graph)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < graph->node_count && status == GATHER_STATUS_OK; k++)
        status = gather__graph_blame(graph, &graph->nodes[k], derive(graph, &graph->nodes[k]), graph->error);
    return status;
}

/* ---- outputs ------------------------------------------------------------------------------------- */

static enum gather_status judge_output(const struct gather__graph *graph,
                                       const struct gather__graph_output *output)
{
    const struct gather__graph_value *value = &graph->values[output->value];
    enum gather_status status =
        judge_type(graph, output, "an output of the type that the value of its name has", value->is_declared);
    if (status == GATHER_STATUS_OK)
        doubt_sizes(graph, output);
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
        status = judge_output(graph, &graph->outputs[k]);
    }
    return status;
}
