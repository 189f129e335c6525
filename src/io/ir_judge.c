/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Joins what the text of an IR says: layers by their ids, ports by theirs, edges between them; and finds an order
 * in which each layer stands behind those that feed it. Everything by sorting, so that a text of a million ports
 * of one layer takes no longer than one of a million layers.
 */
#include <stdlib.h>
#include <string.h>

#include "io/graph.h"
#include "io/io_error.h"
#include "io/ir.h"

/* Layers by id. */
struct known {
    int64_t id;
    int32_t layer;
};

static enum gather_status no_memory(struct gather_error *error)
{
    return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
}

/* ---- ids ----------------------------------------------------------------------------------------- */

static int compare_numbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compare_known(const void *a, const void *b)
{
    const struct known *first = a, *second = b;
    int order = compare_numbers(first->id, second->id);
    return order != 0 ? order : compare_numbers(first->layer, second->layer);
}

static int compare_id(const void *key, const void *item)
{
    return compare_numbers(*(const int64_t *)key, ((const struct known *)item)->id);
}

static enum gather_status know_layers(const struct gather__ir *ir, struct known *known,
                                      struct gather_error *error)
{
    for (size_t k = 0; k < ir->layer_count; k++) {
        known[k].id = ir->layers[k].id;
        known[k].layer = (int32_t)k;
    }
    qsort(known, ir->layer_count, sizeof *known, compare_known);
    for (size_t k = 1; k < ir->layer_count; k++)
        if (known[k].id == known[k - 1].id)
            return gather__io_malformed(error, ir->layers[known[k].layer].at,
                                        "another id, for there is such a layer");
    return GATHER_STATUS_OK;
}

static int compare_ports(const void *a, const void *b)
{
    const struct gather__ir_port *first = a, *second = b;
    int order = compare_numbers(first->layer, second->layer);
    if (order == 0)
        order = compare_numbers(first->side, second->side);
    return order != 0 ? order : compare_numbers(first->id, second->id);
}

static enum gather_status sort_ports(struct gather__ir *ir, struct gather_error *error)
{
    if (ir->port_count > 0)
        qsort(ir->ports, ir->port_count, sizeof *ir->ports, compare_ports);
    for (size_t k = 1; k < ir->port_count; k++)
        if (compare_ports(&ir->ports[k], &ir->ports[k - 1]) == 0)
            return gather__io_malformed(error, ir->ports[k].at, "another id, for the layer has such a port");
    return GATHER_STATUS_OK;
}

/* ---- edges --------------------------------------------------------------------------------------- */

/* The port at an end of an edge; NULL if there is none. */
static const struct gather__ir_port *find_port(const struct gather__ir *ir, const struct known *known,
                                               int64_t layer_id, enum gather__ir_side side, int64_t port_id)
{
    const struct known *layer = NULL;
    if (ir->layer_count > 0)
        layer = bsearch(&layer_id, known, ir->layer_count, sizeof *known, compare_id);
    if (layer == NULL || ir->port_count == 0)
        return NULL;
    struct gather__ir_port wanted = {.layer = layer->layer, .side = (int32_t)side, .id = port_id};
    return bsearch(&wanted, ir->ports, ir->port_count, sizeof wanted, compare_ports);
}

static enum gather_status join(struct gather__ir *ir, const struct known *known,
                               const struct gather__ir_edge *edge, struct gather_error *error)
{
    const struct gather__ir_port *from =
        find_port(ir, known, edge->from_layer, GATHER__IR_OUTPUT, edge->from_port);
    const struct gather__ir_port *to = find_port(ir, known, edge->to_layer, GATHER__IR_INPUT, edge->to_port);
    if (from == NULL || to == NULL)
        return gather__io_malformed(error, edge->at,
                                    from == NULL ? "an edge from an output of a layer"
                                                 : "an edge to an input of a layer");
    struct gather__ir_end *source = &ir->sources[ir->layers[to->layer].first_source + (size_t)to->position];
    if (source->layer >= 0)
        return gather__io_malformed(error, edge->at, "one edge into an input");
    source->layer = from->layer;
    source->output = from->position;
    return GATHER_STATUS_OK;
}

static enum gather_status join_all(struct gather__ir *ir, const struct known *known,
                                   struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    size_t inputs = 0;
    for (size_t k = 0; k < ir->layer_count; k++) {
        ir->layers[k].first_source = inputs;
        inputs += (size_t)ir->layers[k].counts[GATHER__IR_INPUT];
    }
    ir->sources = calloc(inputs + 1, sizeof *ir->sources);
    if (ir->sources == NULL)
        return no_memory(error);
    for (size_t k = 0; k < inputs; k++)
        ir->sources[k].layer = -1;
    for (size_t k = 0; k < ir->edge_count && status == GATHER_STATUS_OK; k++)
        status = join(ir, known, &ir->edges[k], error);
    return status;
}

/* The layers whose inputs must all be there. */
static bool needs_inputs(const struct gather__ir_layer *layer)
{
    return gather__ir_is(layer, "Result") ||
           (gather__ir_opset(layer) > 0 && gather__graph_has("openvino", NULL, layer->type));
}

static enum gather_status judge_inputs(const struct gather__ir *ir, struct gather_error *error)
{
    for (size_t k = 0; k < ir->layer_count; k++) {
        const struct gather__ir_layer *layer = &ir->layers[k];
        for (int32_t n = 0; n < layer->counts[GATHER__IR_INPUT] && needs_inputs(layer); n++)
            if (ir->sources[layer->first_source + (size_t)n].layer < 0)
                return gather__io_malformed(error, layer->at, "an edge into each input of this layer");
        if (gather__ir_is(layer, "Result") &&
            (layer->counts[GATHER__IR_INPUT] != 1 || layer->counts[GATHER__IR_OUTPUT] != 0))
            return gather__io_malformed(error, layer->at, "a Result of one input and no output");
    }
    return GATHER_STATUS_OK;
}

/* ---- order --------------------------------------------------------------------------------------- */

/* For each layer, the inputs that it feeds: a list through `next`, from `first` of the layer on. */
struct feeding {
    int32_t *first, *next, *fed_by, *waiting;
};

static void free_feeding(struct feeding *feeding)
{
    free(feeding->first);
    free(feeding->next);
    free(feeding->fed_by);
    free(feeding->waiting);
}

static bool make_feeding(const struct gather__ir *ir, struct feeding *feeding)
{
    size_t inputs = 0;
    for (size_t k = 0; k < ir->layer_count; k++)
        inputs += (size_t)ir->layers[k].counts[GATHER__IR_INPUT];
    feeding->first = calloc(ir->layer_count + 1, sizeof(int32_t));
    feeding->waiting = calloc(ir->layer_count + 1, sizeof(int32_t));
    feeding->next = calloc(inputs + 1, sizeof(int32_t));
    feeding->fed_by = calloc(inputs + 1, sizeof(int32_t));
    if (feeding->first == NULL || feeding->waiting == NULL || feeding->next == NULL ||
        feeding->fed_by == NULL)
        return false;
    for (size_t k = 0; k < ir->layer_count; k++)
        feeding->first[k] = -1;
    for (size_t k = 0; k < ir->layer_count; k++)
        for (int32_t n = 0; n < ir->layers[k].counts[GATHER__IR_INPUT]; n++) {
            size_t input = ir->layers[k].first_source + (size_t)n;
            int32_t from = ir->sources[input].layer;
            feeding->fed_by[input] = (int32_t)k;
            if (from < 0)
                continue;
            feeding->waiting[k]++;
            feeding->next[input] = feeding->first[from];
            feeding->first[from] = (int32_t)input;
        }
    return true;
}

/* Layers that wait for nothing come first, and each that they feed as soon as it waits no more. */
static enum gather_status put_in_order(struct gather__ir *ir, struct feeding *feeding,
                                       struct gather_error *error)
{
    size_t ready = 0;
    for (size_t k = 0; k < ir->layer_count; k++)
        if (feeding->waiting[k] == 0)
            ir->order[ready++] = (int32_t)k;
    for (size_t done = 0; done < ready; done++)
        for (int32_t input = feeding->first[ir->order[done]]; input >= 0; input = feeding->next[input])
            if (--feeding->waiting[feeding->fed_by[input]] == 0)
                ir->order[ready++] = feeding->fed_by[input];
    for (size_t k = 0; k < ir->layer_count && ready < ir->layer_count; k++)
        if (feeding->waiting[k] > 0)
            return gather__io_malformed(error, ir->layers[k].at, "a layer that does not feed itself");
    return GATHER_STATUS_OK;
}

static enum gather_status order_layers(struct gather__ir *ir, struct gather_error *error)
{
    struct feeding feeding = {NULL, NULL, NULL, NULL};
    ir->order = calloc(ir->layer_count + 1, sizeof *ir->order);
    enum gather_status status = ir->order != NULL && make_feeding(ir, &feeding)
                                    ? put_in_order(ir, &feeding, error)
                                    : no_memory(error);
    free_feeding(&feeding);
    return status;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

enum gather_status gather__ir_judge(struct gather__ir *ir, struct gather_error *error)
{
    struct known *known = calloc(ir->layer_count + 1, sizeof *known);
    if (known == NULL)
        return no_memory(error);
    enum gather_status status = know_layers(ir, known, error);
    if (status == GATHER_STATUS_OK)
        status = sort_ports(ir, error);
    if (status == GATHER_STATUS_OK)
        status = join_all(ir, known, error);
    if (status == GATHER_STATUS_OK)
        status = judge_inputs(ir, error);
    if (status == GATHER_STATUS_OK)
        status = order_layers(ir, error);
    free(known);
    return status;
}

void gather__ir_end(struct gather__ir *ir)
{
    for (size_t k = 0; k < ir->layer_count; k++)
        free(ir->layers[k].attributes);
    free(ir->layers);
    free(ir->ports);
    free(ir->edges);
    free(ir->sizes);
    free(ir->sources);
    free(ir->order);
}
