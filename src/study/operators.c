/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of the cases as ops of the library. */
#include "study/ops.h"
#include "study/refuse.h"

/*
 * XLA's copy has neither attributes nor options (XLA-50, CORE-15). The error holds the attribute's own name,
 * which lives as long as the query.
 */
enum gather_status gather__make_copy(const struct gather_query *query, struct gather_op *op,
                                     struct gather_error *error)
{
    if (query->attribute_count > 0)
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, query->attributes[0].name, "no attribute");
    if (query->option_count > 0)
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, query->options[0].name, "no option");
    if (query->version.kind != GATHER_ATTRIBUTE_NONE)
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "version", "no version");
    *op = gather_relayout();
    return GATHER_STATUS_OK;
}
