/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running an IR: the layers that its Result needs, each behind those that feed it. Values are dense and row-major;
 * those of Parameters stay the caller's, others live until the run ends.
 */
#include "io/ir_graph.h"

#include "io/formats.h"

#if GATHER_FORMAT_IR

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"

struct held {
    struct gather_layout layout;
    struct gather_buffer buffer;
    bool owned, needed;
};

struct run {
    const struct gather__ir_graph *graph;
    const struct gather__ir_operand *operands;
    size_t operand_count;
    struct held *held; /* one a layer */
    struct gather_error *error;
};

/* ---- values -------------------------------------------------------------------------------------- */

/* Room for a value whose layout is set. */
static enum gather_status hold(struct run *run, struct held *held)
{
    int64_t bytes = gather_layout_bytes(&held->layout);
    held->buffer.data = calloc((size_t)bytes + 1, 1);
    held->buffer.bytes = (uint64_t)bytes;
    held->owned = true;
    return held->buffer.data != NULL ? GATHER_STATUS_OK
                                     : gather__io_fail(run->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
}

static struct held *input_of(struct run *run, const struct gather__ir_layer *layer, int32_t position)
{
    return &run->held[run->graph->ir.sources[layer->first_source + (size_t)position].layer];
}

/* Whether what is given is what the model says, as far as it says. */
static enum gather_status judge_operand(const struct run *run, const struct gather__ir_layer *layer,
                                        const struct gather_layout *given)
{
    const struct gather__ir_value *value = &run->graph->values[layer - run->graph->ir.layers];
    if (value->knowledge != GATHER__IR_SHAPE_KNOWN)
        return GATHER_STATUS_OK;
    if (given->dtype != value->layout.dtype)
        return gather__io_fail(run->error, GATHER_STATUS_DTYPE, layer->name, "the type that the model says");
    if (given->rank != value->layout.rank)
        return gather__io_fail(run->error, GATHER_STATUS_RANK, layer->name, "the rank that the model says");
    for (int32_t d = 0; d < given->rank; d++)
        if (value->layout.sizes[d] != GATHER_SIZE_UNKNOWN && value->layout.sizes[d] != given->sizes[d])
            return gather__io_fail(run->error, GATHER_STATUS_SHAPE, layer->name,
                                   "the sizes that the model says");
    return GATHER_STATUS_OK;
}

static enum gather_status take_operand(struct run *run, const struct gather__ir_layer *layer,
                                       struct held *held)
{
    for (size_t k = 0; k < run->operand_count; k++)
        if (strcmp(run->operands[k].name, layer->name) == 0) {
            held->layout = run->operands[k].layout;
            held->buffer = run->operands[k].buffer;
            return judge_operand(run, layer, &held->layout);
        }
    return gather__io_fail(run->error, GATHER_STATUS_ARGUMENT, layer->name, "a value of this Parameter");
}

static enum gather_status read_constant(struct run *run, const struct gather__ir_layer *layer,
                                        struct held *held)
{
    const struct gather_tensor *tensor = run->graph->values[layer - run->graph->ir.layers].constant;
    if (tensor == NULL)
        return gather__io_fail(run->error, GATHER_STATUS_UNSUPPORTED, layer->name,
                               "a type that gathers have");
    held->layout = tensor->layout;
    enum gather_status status = hold(run, held);
    if (status == GATHER_STATUS_OK)
        status = gather_file_read(run->graph->file, tensor, 0, held->buffer.data, (size_t)tensor->bytes,
                                  run->error);
    return status;
}

/* ---- layers -------------------------------------------------------------------------------------- */

static enum gather_status find_op(struct run *run, const struct gather__ir_layer *layer, struct gather_op *op)
{
    int64_t axis;
    *op = run->graph->values[layer - run->graph->ir.layers].op;
    if (op->operation != 0)
        return GATHER_STATUS_OK;
    const struct held *held = input_of(run, layer, 2);
    enum gather_status status = gather__ir_axis(&held->layout, held->buffer.data, &axis, run->error);
    return status == GATHER_STATUS_OK ? gather__ir_op(layer, &axis, op, run->error) : status;
}

static enum gather_status run_gather(struct run *run, const struct gather__ir_layer *layer, struct held *held)
{
    struct gather_op op;
    struct held *data = input_of(run, layer, 0), *indices = input_of(run, layer, 1);
    struct gather_layout layouts[] = {data->layout, indices->layout};
    struct gather_buffer buffers[] = {data->buffer, indices->buffer};
    enum gather_status status = find_op(run, layer, &op);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, layouts, 2, &held->layout, run->error);
    if (status == GATHER_STATUS_OK)
        status = hold(run, held);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&op, layouts, buffers, 2, &held->layout, held->buffer, NULL, run->error);
    return status;
}

static enum gather_status run_layer(struct run *run, const struct gather__ir_layer *layer, struct held *held)
{
    if (gather__ir_is(layer, "Parameter"))
        return take_operand(run, layer, held);
    if (gather__ir_is(layer, "Const"))
        return read_constant(run, layer, held);
    if (run->graph->values[layer - run->graph->ir.layers].is_gather)
        return run_gather(run, layer, held);
    return gather__io_fail(run->error, GATHER_STATUS_UNSUPPORTED, layer->name,
                           "a layer that is built: a gather");
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* From the Result back: a layer stands in the order behind those it needs. */
static void mark_needed(struct run *run, int32_t result)
{
    const struct gather__ir *ir = &run->graph->ir;
    run->held[result].needed = true;
    for (size_t k = ir->layer_count; k-- > 0;) {
        const struct gather__ir_layer *layer = &ir->layers[ir->order[k]];
        for (int32_t n = 0; n < layer->counts[GATHER__IR_INPUT] && run->held[ir->order[k]].needed; n++) {
            int32_t from = ir->sources[layer->first_source + (size_t)n].layer;
            if (from >= 0)
                run->held[from].needed = true;
        }
    }
}

static int32_t find_result(const struct gather__ir *ir)
{
    for (size_t k = 0; k < ir->layer_count; k++)
        if (gather__ir_is(&ir->layers[k], "Result"))
            return (int32_t)k;
    return -1;
}

/* A copy of the Result, which outlives the run. */
static enum gather_status give(struct run *run, const struct held *from, struct gather__ir_operand *output)
{
    struct held copy = {.layout = from->layout};
    enum gather_status status = hold(run, &copy);
    if (status != GATHER_STATUS_OK)
        return status;
    if (from->buffer.bytes < copy.buffer.bytes) {
        free(copy.buffer.data);
        return gather__io_fail(run->error, GATHER_STATUS_BOUNDS, "bytes", "a buffer as large as its layout");
    }
    if (copy.buffer.bytes > 0)
        memcpy(copy.buffer.data, from->buffer.data, (size_t)copy.buffer.bytes);
    output->layout = copy.layout;
    output->buffer = copy.buffer;
    return GATHER_STATUS_OK;
}

enum gather_status gather__ir_graph_run(const struct gather__ir_graph *graph,
                                        const struct gather__ir_operand *operands, size_t count,
                                        struct gather__ir_operand *output, struct gather_error *error)
{
    const struct gather__ir *ir = &graph->ir;
    int32_t result = find_result(ir);
    struct run run = {graph, operands, count, NULL, error};
    if (result < 0)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "model", "a model with a Result");
    run.held = calloc(ir->layer_count + 1, sizeof *run.held);
    if (run.held == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    mark_needed(&run, result);
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < ir->layer_count && status == GATHER_STATUS_OK; k++)
        if (run.held[ir->order[k]].needed && ir->order[k] != result)
            status = run_layer(&run, &ir->layers[ir->order[k]], &run.held[ir->order[k]]);
    if (status == GATHER_STATUS_OK)
        status = give(&run, input_of(&run, &ir->layers[result], 0), output);
    for (size_t k = 0; k < ir->layer_count; k++)
        if (run.held[k].owned)
            free(run.held[k].buffer.data);
    free(run.held);
    return status;
}

#endif
