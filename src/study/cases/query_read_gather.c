/* SPDX-License-Identifier: Apache-2.0 */
/* The query `read_gather`: one gather's text in, its shapes and attributes out (XLA-G-20). */
#include "gather/xla_text.h"
#include "study/cases/attributes.h"
#include "study/cases/ops.h"

static enum gather_status write_shape(struct gather_json *answer, const char *key, int32_t is_there,
                                      const struct gather_layout *layout, struct gather_error *error)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length = 0;
    if (!is_there) {
        gather_json_null(answer, key);
        return GATHER_STATUS_OK;
    }
    enum gather_status status =
        gather_layout_print(layout, GATHER_SPELLING_XLA, text, sizeof text, &length, error);
    if (status == GATHER_STATUS_OK)
        gather_json_string(answer, key, text, length);
    return status;
}

static void write_list(struct gather_json *answer, const char *key, const struct gather_numbers *numbers)
{
    gather_json_integers(answer, key, numbers->at, (int32_t)numbers->count);
}

static void write_attributes(struct gather_json *answer, const struct gather_xla_text *read)
{
    const struct gather_op *op = &read->op;
    gather_json_object(answer, "attrs");
    write_list(answer, "offset_dims", &op->offset_dims);
    write_list(answer, "collapsed_slice_dims", &op->collapsed_slice_dims);
    write_list(answer, "start_index_map", &op->start_index_map);
    write_list(answer, "operand_batching_dims", &op->operand_batching_dims);
    write_list(answer, "start_indices_batching_dims", &op->start_indices_batching_dims);
    gather_json_integer(answer, "index_vector_dim", op->index_vector_dim);
    write_list(answer, "slice_sizes", &op->slice_sizes);
    gather_json_boolean(answer, "indices_are_sorted", read->indices_are_sorted != 0);
    gather_json_end(answer);
}

enum gather_status gather__query_read_gather(const struct gather_query *query, struct gather_json *answer,
                                             struct gather_error *error)
{
    const struct gather_attribute *text;
    struct gather_xla_text read;
    enum gather_status status = gather__attribute(query, "text", GATHER_ATTRIBUTE_TEXT, &text, error);
    if (status == GATHER_STATUS_OK)
        status = gather_xla_text_read(&read, text->text, text->count, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather_json_object(answer, NULL);
    status = write_shape(answer, "operand", read.has_operand, &read.operand, error);
    if (status == GATHER_STATUS_OK)
        status = write_shape(answer, "indices", read.has_indices, &read.indices, error);
    if (status == GATHER_STATUS_OK)
        status = write_shape(answer, "result", read.has_result, &read.result, error);
    write_attributes(answer, &read);
    gather_json_end(answer);
    return status;
}
