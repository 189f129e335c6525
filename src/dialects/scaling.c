/* SPDX-License-Identifier: Apache-2.0 */
/* What gathers of quantised numbers judge alike: scaling.h says what. */
#include "dialects/scaling.h"

enum gather_status gather__need_scaling(const struct gather__call *call, const char *const *names,
                                        bool has_strict, struct gather_error *error)
{
    enum gather_status status = gather__version_check(call->op, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_inputs(call, names, 3, 4, error);
    if (status == GATHER_STATUS_OK)
        status = gather__need_options(call->op, has_strict, error);
    if (status == GATHER_STATUS_OK && call->op->policy == GATHER_POLICY_FILL)
        status = gather__fail(
            error, GATHER_STATUS_ARGUMENT, "policy",
            "error, zero, clamp, wrap or skip: what fills is of the data's type, not the output's");
    return status;
}
