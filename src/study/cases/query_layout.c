/* SPDX-License-Identifier: Apache-2.0 */
/* The queries of dialect `layout`, and DirectML's size of a tensor. */
#include "study/cases/attributes.h"
#include "study/cases/ops.h"
#include "study/refuse.h"

enum { OFFSETS_MAX = 4096 };

/* The cell of every element, row-major, as far as OFFSETS_MAX. */
static enum gather_status write_offsets(const struct gather_layout *layout, struct gather_json *answer,
                                        struct gather_error *error)
{
    int64_t index[GATHER_MAX_RANK] = {0}, cell;
    bool more = gather_layout_elements(layout) > 0;
    enum gather_status status = GATHER_STATUS_OK;
    gather_json_array(answer, "offsets");
    for (int32_t k = 0; more && k < OFFSETS_MAX && status == GATHER_STATUS_OK; k++) {
        status = gather_layout_cell(layout, index, layout->rank, &cell, error);
        if (status == GATHER_STATUS_OK)
            gather_json_integer(answer, NULL, cell);
        if (status == GATHER_STATUS_OK)
            status = gather_layout_bump(layout, index, layout->rank, &more, error);
    }
    gather_json_end(answer);
    return status;
}

enum gather_status gather__query_describe(const struct gather_query *query, struct gather_json *answer,
                                          struct gather_error *error)
{
    struct gather_layout layout;
    struct gather_layout_summary summary;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_describe(&layout, &summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather_json_object(answer, NULL);
    gather_json_integers(answer, "shape", layout.sizes, layout.rank);
    status = write_offsets(&layout, answer, error);
    gather_json_integer(answer, "cells", summary.cells);
    gather_json_integer(answer, "bytes", summary.bytes);
    gather_json_boolean(answer, "dense", summary.dense);
    gather_json_boolean(answer, "strided", summary.strided);
    gather_json_end(answer);
    return status;
}

enum gather_status gather__query_translate(const struct gather_query *query, struct gather_json *answer,
                                           struct gather_error *error)
{
    struct gather_layout layout;
    const struct gather_attribute *to;
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute(query, "to", GATHER_ATTRIBUTE_TEXT, &to, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int32_t spelling = gather_spelling_from_name(to->text, to->count);
    if (spelling < 0)
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "to", "the name of a spelling");
    status = gather_layout_print(&layout, spelling, text, sizeof text, &length, error);
    if (status == GATHER_STATUS_OK)
        gather_json_string(answer, NULL, text, length);
    return status;
}

enum gather_status gather__query_tensor_size(const struct gather_query *query, struct gather_json *answer,
                                             struct gather_error *error)
{
    const struct gather_attribute *dtype, *sizes, *strides;
    uint64_t bytes;
    enum gather_status status = gather__attribute(query, "dtype", GATHER_ATTRIBUTE_TEXT, &dtype, error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute(query, "sizes", GATHER_ATTRIBUTE_INTEGERS, &sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute_or_null(query, "strides", GATHER_ATTRIBUTE_INTEGERS, &strides, error);
    if (status != GATHER_STATUS_OK)
        return status;
    /*
     * Strides of another number than the sizes can't be handed on; the errors that come before that one
     * can.
     */
    bool uneven = strides != NULL && strides->count != sizes->count;
    status = gather_directml_tensor_size(gather_dtype_from_name(GATHER_WORLD_OWN, dtype->text, dtype->count),
                                         (int64_t)sizes->count, sizes->integers,
                                         strides == NULL || uneven ? NULL : strides->integers, &bytes, error);
    if (uneven && (status == GATHER_STATUS_OK || status == GATHER_STATUS_OVERFLOW))
        return gather__refuse(error, GATHER_STATUS_LAYOUT, "strides", "as many strides as sizes");
    if (status == GATHER_STATUS_OK)
        gather_json_unsigned(answer, NULL, bytes);
    return status;
}
