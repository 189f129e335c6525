/* SPDX-License-Identifier: Apache-2.0 */
/* gather/model.h: a file of either format, and the graph that it becomes. */
#include "gather/model.h"

#include <stdlib.h>
#include <string.h>

#include "io/formats.h"
#include "io/graph.h"
#include "io/io_error.h"
#include "io/options.h"

struct gather_model {
    struct gather_file *file;
    struct gather_model_options options;
    struct gather__graph graph;
    int32_t unbuilt; /* the first node that outputs need and that is not built; -1 for none */
};

/* ---- opening ------------------------------------------------------------------------------------- */

static enum gather_status fill(struct gather_model *model, struct gather_error *error)
{
    model->graph.file = model->file;
    model->graph.options = &model->options;
    model->graph.error = error;
#if GATHER_FORMAT_ONNX
    if (gather_file_format(model->file) == GATHER_FILE_ONNX)
        return gather__graph_of_onnx(&model->graph);
#endif
#if GATHER_FORMAT_IR
    if (gather_file_format(model->file) == GATHER_FILE_IR)
        return gather__graph_of_ir(&model->graph);
#endif
    gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, NULL, "a model: .onnx, or .xml beside its .bin");
    return gather__io_fail_at(error, GATHER_STATUS_UNSUPPORTED, 0);
}

static bool is_unbuilt(const struct gather__graph_node *node, const bool *needed)
{
    for (int32_t k = 0; k < node->outputs && node->kind == GATHER__NODE_OTHER; k++)
        if (needed[node->first_output + (size_t)k])
            return true;
    return false;
}

static enum gather_status find_unbuilt(struct gather_model *model, struct gather_error *error)
{
    const struct gather__graph *graph = &model->graph;
    bool *needed = calloc(graph->value_count + 1, sizeof *needed);
    model->unbuilt = -1;
    if (needed == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t k = 0; k < graph->output_count; k++)
        needed[graph->outputs[k].value] = true;
    gather__graph_mark(graph, needed);
    for (size_t k = graph->node_count; k-- > 0;)
        if (is_unbuilt(&graph->nodes[k], needed))
            model->unbuilt = (int32_t)k;
    free(needed);
    return GATHER_STATUS_OK;
}

/* descriptor: NULL where the path says all. */
static enum gather_status open_model(struct gather_model **model, const int *descriptor, const char *path,
                                     const struct gather_model_options *options, struct gather_error *error)
{
    struct gather_model *made = calloc(1, sizeof *made);
    if (made == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    enum gather_status status = gather__options_read(&made->options, sizeof made->options, options, error);
    if (status == GATHER_STATUS_OK)
        status = gather__options_memory(&made->options.memory, GATHER_FILE_MEMORY, error);
    struct gather_file_options as_file = {.size = sizeof as_file,
                                          .format = made->options.format,
                                          .no_links = made->options.no_links,
                                          .memory = made->options.memory,
                                          .opening = made->options.opening,
                                          .context = made->options.context,
                                          .unread = 1}; /* the graph says so where it needs one */
    if (status == GATHER_STATUS_OK)
        status = gather__file_open(&made->file, descriptor, path, &as_file, error);
    if (status == GATHER_STATUS_OK)
        status = fill(made, error);
    if (status == GATHER_STATUS_OK)
        status = gather__graph_list_inputs(&made->graph);
    if (status == GATHER_STATUS_OK)
        status = gather__graph_derive(&made->graph);
    if (status == GATHER_STATUS_OK)
        status = gather__graph_judge_outputs(&made->graph);
    if (status == GATHER_STATUS_OK)
        status = find_unbuilt(made, error);
    made->graph.error = NULL;
    if (status == GATHER_STATUS_OK)
        *model = made;
    else
        gather_model_close(made);
    return status;
}

enum gather_status gather_model_open(struct gather_model **model, const char *path,
                                     const struct gather_model_options *options, struct gather_error *error)
{
    return open_model(model, NULL, path, options, error);
}

enum gather_status gather_model_open_descriptor(struct gather_model **model, int descriptor, const char *path,
                                                const struct gather_model_options *options,
                                                struct gather_error *error)
{
    return open_model(model, &descriptor, path, options, error);
}

void gather_model_close(struct gather_model *model)
{
    if (model == NULL)
        return;
    gather__graph_fini(&model->graph);
    gather_file_close(model->file);
    free(model);
}

/* ---- looking ------------------------------------------------------------------------------------- */

static void tell_value(struct gather_model_value *told, const char *name,
                       const struct gather__graph_value *value)
{
    memset(told, 0, sizeof *told);
    told->name = name;
    told->is_known = value->is_known;
    told->is_optional = value->is_input && value->constant != NULL;
    told->layout = value->layout;
}

bool gather_model_input_at(const struct gather_model *model, size_t k, struct gather_model_value *value)
{
    if (k >= model->graph.input_count)
        return false;
    const struct gather__graph_value *input = &model->graph.values[model->graph.inputs[k]];
    tell_value(value, input->name, input);
    return true;
}

bool gather_model_output_at(const struct gather_model *model, size_t k, struct gather_model_value *value)
{
    if (k >= model->graph.output_count)
        return false;
    const struct gather__graph_output *output = &model->graph.outputs[k];
    tell_value(value, output->name, &model->graph.values[output->value]);
    return true;
}

bool gather_model_node_at(const struct gather_model *model, size_t k, struct gather_model_node *node)
{
    if (k >= model->graph.node_count)
        return false;
    *node = model->graph.nodes[k].about;
    return true;
}

bool gather_model_unbuilt(const struct gather_model *model, struct gather_model_node *node)
{
    if (model->unbuilt < 0)
        return false;
    *node = model->graph.nodes[model->unbuilt].about;
    return true;
}

bool gather_model_gather_at(const struct gather_model *model, size_t k, struct gather_model_gather *gather)
{
    const struct gather__graph *graph = &model->graph;
    if (k >= graph->node_count || graph->nodes[k].kind != GATHER__NODE_GATHER)
        return false;
    const struct gather__graph_node *node = &graph->nodes[k];
    const struct gather__graph_value *data = &graph->values[graph->links[node->first_input]],
                                     *indices = &graph->values[graph->links[node->first_input + 1]],
                                     *output = &graph->values[node->first_output];
    bool known;
    memset(gather, 0, sizeof *gather);
    if (gather__graph_known_op(graph, node, &gather->op, &known, NULL) != GATHER_STATUS_OK)
        memset(&gather->op, 0,
               sizeof gather->op); /* it was known when the model was opened; the file is gone */
    tell_value(&gather->data, data->name, data);
    tell_value(&gather->indices, indices->name, indices);
    tell_value(&gather->output, output->name, output);
    gather->constant = indices->constant != NULL ? indices->constant : indices->handed_on;
    return true;
}

const struct gather_file *gather_model_file(const struct gather_model *model) { return model->file; }

/* ---- running ------------------------------------------------------------------------------------- */

enum gather_status gather_model_run(const struct gather_model *model,
                                    const struct gather_model_operand *inputs, size_t input_count,
                                    struct gather_model_operand *outputs, size_t output_count,
                                    struct gather_error *error)
{
    return gather__graph_run(&model->graph, inputs, input_count, outputs, output_count, error);
}

void gather_model_operand_free(struct gather_model_operand *operand)
{
    free(operand->buffer.data);
    operand->buffer.data = NULL;
    operand->buffer.bytes = 0;
}
