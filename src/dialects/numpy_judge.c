/* SPDX-License-Identifier: Apache-2.0 */
/* numpy: what its functions judge alike, in the order of NP-14. */
#include "dialects/numpy_judge.h"

enum gather_status gather__numpy_need_indices(const struct gather__call *call, bool takes_bool,
                                              struct gather_error *error)
{
    int32_t dtype = call->inputs[1].dtype;
    if (takes_bool)
        return gather__need_type(dtype, GATHER__INTEGERS | GATHER__TYPE(BOOL), "indices",
                                 "bool or an integer of 8 to 64 bits", error);
    return gather__need_type(dtype, GATHER__INTEGERS, "indices", "an integer of 8 to 64 bits", error);
}
