/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running a graph: what the outputs asked for need, each node behind those that feed it. What is given stays the
 * caller's; what nodes make, and constants, lives until the run ends, but for what becomes an output. A constant is
 * read when all of it is needed, which the table of an embedding never is.
 */
#include <stdlib.h>
#include <string.h>

#include "io/graph.h"
#include "io/graph_quantised.h"
#include "io/graph_rows.h"
#include "io/io_error.h"

/* A value while it runs. */
struct held {
    struct gather_layout layout;
    struct gather_buffer buffer;
    bool owned;
    const struct gather_tensor *unread; /* a constant of which nothing was needed yet */
};

struct run {
    const struct gather__graph *graph;
    const struct gather_model_operand *inputs;
    size_t input_count;
    bool *needed; /* one a value, as below */
    struct held *held;
    int64_t left; /* bytes that may still be held */
    struct gather_error *error;
};

/* ---- values -------------------------------------------------------------------------------------- */

static enum gather_status judge_memory(const struct run *run, int64_t bytes)
{
    if (bytes <= run->left)
        return GATHER_STATUS_OK;
    gather__io_fail(run->error, GATHER_STATUS_UNSUPPORTED, "memory", "values within the memory allowed");
    return gather__io_fail_value(run->error, GATHER_STATUS_UNSUPPORTED, bytes, 0, run->left);
}

/* Room for a value whose layout is set. */
static enum gather_status hold(struct run *run, struct held *held)
{
    int64_t bytes = gather_layout_bytes(&held->layout);
    enum gather_status status = judge_memory(run, bytes);
    if (status != GATHER_STATUS_OK)
        return status;
    held->buffer.data = calloc((size_t)bytes + 1, 1);
    if (held->buffer.data == NULL)
        return gather__io_fail(run->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    held->buffer.bytes = (uint64_t)bytes;
    held->owned = true;
    run->left -= bytes;
    return GATHER_STATUS_OK;
}

/* An error is about an input, whose number it holds in place of its name: names go with the model. */
static enum gather_status refuse_input(const struct run *run, const struct gather__graph_value *value,
                                       enum gather_status status, const char *expected)
{
    size_t number = 0;
    for (const struct gather__graph_value *before = run->graph->values; before < value; before++)
        number += before->is_input;
    gather__io_fail(run->error, status, "input", expected);
    if (value->is_input)
        gather__io_fail_part(run->error, number);
    return status;
}

/* Whether what is given is what the model says, as far as it says. */
static enum gather_status judge_given(const struct run *run, const struct gather__graph_value *value,
                                      const struct gather_layout *given)
{
    if (value->layout.dtype != GATHER_DTYPE_NONE && given->dtype != value->layout.dtype)
        return gather__io_fail_type(
            run->error, refuse_input(run, value, GATHER_STATUS_DTYPE, "the type that the model says"),
            given->dtype, value->layout.dtype);
    if (!value->is_known)
        return GATHER_STATUS_OK;
    if (given->rank != value->layout.rank)
        return gather__io_fail_value(
            run->error, refuse_input(run, value, GATHER_STATUS_RANK, "the rank that the model says"),
            given->rank, value->layout.rank, value->layout.rank);
    for (int32_t d = 0; d < given->rank; d++)
        if (value->layout.sizes[d] != GATHER_SIZE_UNKNOWN && value->layout.sizes[d] != given->sizes[d]) {
            refuse_input(run, value, GATHER_STATUS_SHAPE, "the sizes that the model says");
            return gather__io_fail_value(run->error, GATHER_STATUS_SHAPE, given->sizes[d],
                                         value->layout.sizes[d], value->layout.sizes[d]);
        }
    return GATHER_STATUS_OK;
}

static enum gather_status begin_constant(struct run *run, const struct gather__graph_value *value,
                                         struct held *held)
{
    if (value->constant->type != NULL) {
        const char *unread = value->constant->unread;
        gather__io_fail(run->error, GATHER_STATUS_UNSUPPORTED, "constant",
                        unread != NULL ? unread : "a type that gathers have");
        return gather__io_fail_at(run->error, GATHER_STATUS_UNSUPPORTED, value->at);
    }
    held->layout = value->constant->layout;
    held->unread = value->constant;
    return GATHER_STATUS_OK;
}

/* Reads all of a constant. */
static enum gather_status read_constant(struct run *run, struct held *held)
{
    const struct gather_tensor *tensor = held->unread;
    if (tensor == NULL)
        return GATHER_STATUS_OK;
    enum gather_status status = hold(run, held);
    if (status == GATHER_STATUS_OK)
        status = gather_file_read(run->graph->file, tensor, 0, held->buffer.data, (size_t)tensor->bytes,
                                  run->error);
    held->unread = NULL;
    return status;
}

/* A value that no node gives: what the caller gives in its place, else what the file has. */
static enum gather_status begin_value(struct run *run, const struct gather__graph_value *value,
                                      struct held *held)
{
    for (size_t k = 0; k < run->input_count && value->is_input; k++)
        if (strcmp(run->inputs[k].name, value->name) == 0) {
            held->layout = run->inputs[k].layout;
            held->buffer = run->inputs[k].buffer;
            return judge_given(run, value, &held->layout);
        }
    if (value->constant != NULL)
        return begin_constant(run, value, held);
    return refuse_input(run, value, GATHER_STATUS_ARGUMENT, "a value of this input");
}

/* ---- nodes --------------------------------------------------------------------------------------- */

static struct held *input_of(const struct run *run, const struct gather__graph_node *node, int32_t position)
{
    return &run->held[run->graph->links[node->first_input + (size_t)position]];
}

/* Reads the axis that is an input, in whatever layout it was given. */
static enum gather_status read_axis(const struct run *run, const struct held *held, int64_t *axis)
{
    uint8_t element[16] = {0};
    struct gather_layout dense;
    struct gather_buffer buffer = {element, sizeof element};
    struct gather_op move = gather_relayout();
    enum gather_status status = gather__graph_axis(&held->layout, element, axis, run->error);
    if (status == GATHER_STATUS_OK)
        status =
            gather_layout_init(&dense, held->layout.dtype, held->layout.rank, held->layout.sizes, run->error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&move, &held->layout, &held->buffer, 1, &dense, buffer, NULL, run->error);
    if (status == GATHER_STATUS_BOUNDS && run->error != NULL)
        run->error->operand = "axis";
    return status == GATHER_STATUS_OK ? gather__graph_axis(&held->layout, element, axis, run->error) : status;
}

static enum gather_status find_op(struct run *run, const struct gather__graph_node *node,
                                  struct gather_op *op)
{
    int32_t axis_input = gather__graph_axis_input(run->graph, node);
    int64_t axis;
    if (axis_input < 0)
        return gather__graph_op(run->graph, node, NULL, op, run->error);
    struct held *held = input_of(run, node, axis_input);
    enum gather_status status = read_constant(run, held);
    if (status == GATHER_STATUS_OK)
        status = read_axis(run, held, &axis);
    return status == GATHER_STATUS_OK ? gather__graph_op(run->graph, node, &axis, op, run->error) : status;
}

/* What a gather takes. */
struct operands {
    struct held *held[GATHER_MAX_INPUTS];
    struct gather_layout layouts[GATHER_MAX_INPUTS];
    size_t count;
};

static void find_operands(const struct run *run, const struct gather__graph_node *node,
                          struct operands *operands)
{
    operands->count = (size_t)gather__graph_operands(run->graph, node);
    for (size_t k = 0; k < operands->count; k++) {
        operands->held[k] = input_of(run, node, (int32_t)k);
        operands->layouts[k] = operands->held[k]->layout;
    }
}

/* Rows of the data alone, which is not read yet. */
static enum gather_status take_rows(struct run *run, const struct gather_op *op,
                                    const struct operands *operands, struct gather_buffer output)
{
    enum gather_status status = judge_memory(run, gather__take_rows_memory(op, operands->layouts));
    return status == GATHER_STATUS_OK
               ? gather__take_rows(op, run->graph->file, operands->held[0]->unread, operands->layouts,
                                   operands->held[1]->buffer, output, run->error)
               : status;
}

/* Rows of quantised numbers, with what scales them. *done: whether that is enough; if not, the data was not read. */
static enum gather_status take_quantised(struct run *run, const struct gather_op *op,
                                         const struct operands *operands, const struct held *output,
                                         bool *done)
{
    struct gather_buffer buffers[GATHER_MAX_INPUTS];
    struct gather__quantised quantised = {.op = op,
                                          .file = run->graph->file,
                                          .layouts = operands->layouts,
                                          .buffers = buffers,
                                          .count = operands->count};
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < operands->count && status == GATHER_STATUS_OK; k++) {
        if (k > 1 && gather__is_for_all_rows(&operands->layouts[k]))
            status = read_constant(run, operands->held[k]);
        quantised.constants[k] = operands->held[k]->unread;
        buffers[k] = operands->held[k]->buffer;
    }
    *done = status == GATHER_STATUS_OK && gather__takes_quantised(&quantised);
    if (*done)
        status = judge_memory(run, gather__take_quantised_memory(&quantised));
    return *done && status == GATHER_STATUS_OK
               ? gather__take_quantised(&quantised, &output->layout, output->buffer, run->error)
               : status;
}

/* Fills the output: from the file where the data is still there, and rows of it are what is wanted. */
static enum gather_status move_rows(struct run *run, const struct gather_op *op,
                                    const struct operands *operands, const struct held *output)
{
    const struct held *data = operands->held[0];
    struct gather_buffer buffers[GATHER_MAX_INPUTS];
    bool done = false;
    if (data->unread != NULL && gather__takes_rows(op, data->unread))
        return take_rows(run, op, operands, output->buffer);
    enum gather_status status = take_quantised(run, op, operands, output, &done);
    for (size_t k = 0; k < operands->count && !done && status == GATHER_STATUS_OK; k++) {
        status = read_constant(run, operands->held[k]);
        buffers[k] = operands->held[k]->buffer;
    }
    return !done && status == GATHER_STATUS_OK
               ? gather_once(op, operands->layouts, buffers, operands->count, &output->layout, output->buffer,
                             NULL, run->error)
               : status;
}

static enum gather_status run_gather(struct run *run, const struct gather__graph_node *node,
                                     struct held *held)
{
    struct operands operands;
    struct gather_op op;
    find_operands(run, node, &operands);
    enum gather_status status = find_op(run, node, &op);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, operands.layouts, operands.count, &held->layout, run->error);
    if (status == GATHER_STATUS_OK)
        status = read_constant(run, operands.held[1]); /* the indices */
    if (status == GATHER_STATUS_OK)
        status = hold(run, held);
    return status == GATHER_STATUS_OK ? move_rows(run, &op, &operands, held) : status;
}

static enum gather_status run_shape(struct run *run, const struct gather__graph_node *node, struct held *held)
{
    const struct gather_layout *data = &input_of(run, node, 0)->layout;
    int32_t begin;
    enum gather_status status =
        gather__graph_shape(run->graph, node, data->rank, &held->layout, &begin, run->error);
    if (status == GATHER_STATUS_OK)
        status = hold(run, held);
    for (int64_t k = 0; status == GATHER_STATUS_OK && k < held->layout.sizes[0]; k++) {
        int64_t size = data->sizes[begin + k];
        size_t width = held->layout.dtype == GATHER_DTYPE_I32 ? 4 : 8;
        if (width == 4 && size > INT32_MAX)
            return gather__io_fail(run->error, GATHER_STATUS_OVERFLOW, "output_type", "sizes of 32 bits");
        memcpy((uint8_t *)held->buffer.data + (size_t)k * width, &size, width); /* bounded: 16 sizes */
    }
    return status;
}

static const char built[] = "a gather, Identity or Shape";

static enum gather_status run_node(struct run *run, const struct gather__graph_node *node)
{
    struct held *held = &run->held[node->first_output];
    switch (node->kind) {
    case GATHER__NODE_GATHER:
        return run_gather(run, node, held);
    case GATHER__NODE_SHAPE:
        return run_shape(run, node, held);
    case GATHER__NODE_IDENTITY:
        *held = *input_of(run, node, 0);
        held->owned = false;
        return GATHER_STATUS_OK;
    default:
        return gather__io_fail(run->error, GATHER_STATUS_UNSUPPORTED, NULL, built);
    }
}

/* ---- what is needed ------------------------------------------------------------------------------ */

static bool gives_needed(const struct gather__graph_node *node, const bool *needed)
{
    for (int32_t k = 0; k < node->outputs; k++)
        if (needed[node->first_output + (size_t)k])
            return true;
    return false;
}

void gather__graph_mark(const struct gather__graph *graph, bool *needed)
{
    for (size_t k = graph->node_count; k-- > 0;) {
        const struct gather__graph_node *node = &graph->nodes[k];
        const int32_t inputs = gives_needed(node, needed) ? node->inputs : 0;
        for (int32_t n = 0; n < inputs; n++) {
            int32_t value = graph->links[node->first_input + (size_t)n];
            if (value >= 0)
                needed[value] = true;
        }
    }
}

/* likely: where it stands if outputs are asked for in the model's order, as they mostly are. */
static int32_t find_output(const struct gather__graph *graph, const char *name, size_t likely)
{
    if (likely < graph->output_count && strcmp(graph->outputs[likely].name, name) == 0)
        return graph->outputs[likely].value;
    for (size_t k = 0; k < graph->output_count; k++)
        if (strcmp(graph->outputs[k].name, name) == 0)
            return graph->outputs[k].value;
    return -1;
}

static enum gather_status mark_outputs(struct run *run, const struct gather_model_operand *outputs,
                                       size_t count)
{
    for (size_t k = 0; k < count; k++) {
        int32_t value = find_output(run->graph, outputs[k].name, k);
        if (value < 0)
            return gather__io_fail(run->error, GATHER_STATUS_ARGUMENT, "output", "the name of an output");
        run->needed[value] = true;
    }
    gather__graph_mark(run->graph, run->needed);
    return GATHER_STATUS_OK;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* What is not built is known before anything is read. */
static enum gather_status judge_nodes(const struct run *run)
{
    const struct gather__graph *graph = run->graph;
    for (size_t k = 0; k < graph->node_count; k++)
        if (graph->nodes[k].kind == GATHER__NODE_OTHER && gives_needed(&graph->nodes[k], run->needed))
            return gather__graph_blame(graph, &graph->nodes[k],
                                       gather__io_fail(run->error, GATHER_STATUS_UNSUPPORTED, NULL, built),
                                       run->error);
    return GATHER_STATUS_OK;
}

static enum gather_status run_all(struct run *run)
{
    const struct gather__graph *graph = run->graph;
    enum gather_status status = judge_nodes(run);
    for (size_t k = 0; k < graph->value_count && status == GATHER_STATUS_OK; k++)
        if (run->needed[k] && graph->values[k].node < 0)
            status = begin_value(run, &graph->values[k], &run->held[k]);
    for (size_t k = 0; k < graph->node_count && status == GATHER_STATUS_OK; k++)
        if (gives_needed(&graph->nodes[k], run->needed))
            status =
                gather__graph_blame(graph, &graph->nodes[k], run_node(run, &graph->nodes[k]), run->error);
    return status;
}

/* A value becomes an output: as it is if it was made here, which is dense; else a copy. */
static enum gather_status give(struct run *run, struct held *from, struct gather_model_operand *output)
{
    struct held copy = {.layout = from->layout};
    struct gather_op move = gather_relayout();
    enum gather_status status = read_constant(run, from);
    if (status != GATHER_STATUS_OK)
        return status;
    if (from->owned) {
        from->owned = false; /* what else has it has it as long as the run lasts */
        output->layout = from->layout;
        output->buffer = from->buffer;
        return GATHER_STATUS_OK;
    }
    status = gather_layout_init(&copy.layout, from->layout.dtype, from->layout.rank, from->layout.sizes,
                                run->error);
    if (status == GATHER_STATUS_OK)
        status = hold(run, &copy);
    if (status == GATHER_STATUS_OK)
        status =
            gather_once(&move, &from->layout, &from->buffer, 1, &copy.layout, copy.buffer, NULL, run->error);
    if (status != GATHER_STATUS_OK) {
        free(copy.buffer.data);
        return status;
    }
    output->layout = copy.layout;
    output->buffer = copy.buffer;
    return GATHER_STATUS_OK;
}

static enum gather_status run_into(struct run *run, struct gather_model_operand *outputs, size_t count)
{
    enum gather_status status = mark_outputs(run, outputs, count);
    if (status == GATHER_STATUS_OK)
        status = run_all(run);
    for (size_t k = 0; k < count && status == GATHER_STATUS_OK; k++)
        status = give(run, &run->held[find_output(run->graph, outputs[k].name, k)], &outputs[k]);
    for (size_t k = 0; k < count && status != GATHER_STATUS_OK; k++)
        gather_model_operand_free(&outputs[k]);
    return status;
}

enum gather_status gather__graph_run(const struct gather__graph *graph,
                                     const struct gather_model_operand *inputs, size_t input_count,
                                     struct gather_model_operand *outputs, size_t output_count,
                                     struct gather_error *error)
{
    struct run run = {.graph = graph,
                      .inputs = inputs,
                      .input_count = input_count,
                      .needed = calloc(graph->value_count + 1, sizeof(bool)),
                      .held = calloc(graph->value_count + 1, sizeof(struct held)),
                      .left = graph->options->memory,
                      .error = error};
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < output_count; k++) {
        outputs[k].buffer.data = NULL;
        outputs[k].buffer.bytes = 0;
    }
    if (run.needed == NULL || run.held == NULL)
        status = gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    if (status == GATHER_STATUS_OK)
        status = run_into(&run, outputs, output_count);
    for (size_t k = 0; run.held != NULL && k < graph->value_count; k++)
        if (run.held[k].owned)
            free(run.held[k].buffer.data);
    free(run.needed);
    free(run.held);
    return status;
}
