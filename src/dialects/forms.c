/* SPDX-License-Identifier: Apache-2.0 */
/* The forms that several worlds share: forms.h says which. */
#include "dialects/forms.h"

#include "core/fail.h"
#include "dialects/sizes.h"

void gather__lower_slices(const struct gather_op *op, const struct gather_layout *data,
                          const struct gather_layout *indices, const struct gather__indexing *indexing,
                          struct gather__shape *shape, struct gather__nest *nest)
{
    int32_t axis = indexing->axis;
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, data->sizes, 0, axis);
    gather__shape_add_sizes(shape, indices->sizes, 0, indices->rank);
    gather__shape_add_sizes(shape, data->sizes, axis + 1, data->rank);
    gather__add_rule(nest, op, axis, data->sizes[axis], 1, indexing->is_negative, indexing->own);
    gather__nest_take(nest, data, indices, axis, 0);
}

enum gather_status gather__lower_flat(const struct gather_op *op, const struct gather_layout *data,
                                      const struct gather_layout *indices,
                                      const struct gather__indexing *indexing, struct gather__shape *shape,
                                      struct gather__nest *nest, struct gather_error *error)
{
    int64_t size;
    enum gather_status status = gather__flat_size(data->sizes, data->rank, &size, error);
    if (status != GATHER_STATUS_OK)
        return status;
    shape->dtype = data->dtype;
    gather__shape_add_sizes(shape, indices->sizes, 0, indices->rank);
    const int32_t rule = gather__add_rule(nest, op, 0, size, 1, indexing->is_negative, indexing->own);
    nest->rules[rule].is_flat = data->rank > 1;
    gather__nest_flat(nest, data, indices);
    return GATHER_STATUS_OK;
}

enum gather_status gather__lower_along(const struct gather_op *op, const struct gather_layout *data,
                                       const struct gather_layout *indices,
                                       const struct gather__indexing *indexing, struct gather__shape *shape,
                                       struct gather__nest *nest, struct gather_error *error)
{
    int32_t axis = indexing->axis;
    shape->dtype = data->dtype;
    for (int32_t d = 0; d < data->rank; d++) {
        int64_t size = indices->sizes[d];
        if (d != axis && !gather__broadcast_size(data->sizes[d], indices->sizes[d], &size))
            return gather__fail_size(error, "indices", d, indices->sizes[d], data->sizes[d]);
        gather__shape_add(shape, size);
    }
    gather__add_rule(nest, op, axis, data->sizes[axis], 1, indexing->is_negative, indexing->own);
    gather__nest_along(nest, data, indices, axis, true);
    return GATHER_STATUS_OK;
}

enum gather_status gather__elements_shape(const struct gather__call *call, int32_t axis,
                                          struct gather__shape *shape, struct gather_error *error)
{
    const struct gather_layout *data = &call->inputs[0], *indices = &call->inputs[1];
    for (int32_t d = 0; d < data->rank; d++) {
        int64_t size = indices->sizes[d];
        if (d != axis && !gather__sizes_agree(size, data->sizes[d]))
            return gather__fail_size(error, "indices", d, size, data->sizes[d]);
        gather__shape_add(shape, d == axis ? size : gather__equal_size(size, data->sizes[d]));
    }
    shape->dtype = data->dtype;
    return GATHER_STATUS_OK;
}
