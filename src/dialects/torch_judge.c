/* SPDX-License-Identifier: Apache-2.0 */
/* torch: what its functions judge alike, in the order of TORCH-7. */
#include "dialects/torch_judge.h"

enum gather_status gather__torch_need_dim(const struct gather__call *call, int32_t *dim,
                                          struct gather_error *error)
{
    int32_t rank = call->inputs[0].rank == 0 ? 1 : call->inputs[0].rank;
    return gather__need_axis(call->op->axis, rank, "dim", dim, error);
}

/* Those of the library that torch lacks. */
#define OTHERS                                                                                               \
    (GATHER__TYPE(U2) | GATHER__TYPE(U4) | GATHER__TYPE(I2) | GATHER__TYPE(I4) | GATHER__TYPE(F4E2M1) |      \
     GATHER__TYPE(STRING))

enum gather_status gather__torch_need_data(const struct gather_layout *data, struct gather_error *error)
{
    return gather__need_type(data->dtype, ~OTHERS, "data", "a type of torch, of at least a byte", error);
}

enum gather_status gather__torch_need_indices(const struct gather_layout *indices, struct gather_error *error)
{
    return gather__need_type(indices->dtype, GATHER__TYPE(I32) | GATHER__TYPE(I64), "indices", "i32 or i64",
                             error);
}
