/* SPDX-License-Identifier: Apache-2.0 */
/* What plans that compute have in common: where their operands lie, and whether a run's buffers will do. */
#include "core/computed.h"

#include <string.h>

#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/reach.h"

/* Returns: false if its addresses in bits don't fit. */
static bool locate(struct gather__located *located, const struct gather__operand *operand, bool is_written)
{
    const struct gather_layout *layout = operand->layout;
    gather__reach_of(operand, is_written, &located->reach);
    located->layout = *layout;
    located->element_bytes = gather__dtype_bytes(layout->dtype);
    if (operand->extent.bytes > INT64_MAX / 8)
        return false;
    located->is_strided = gather__strides_of(layout, located->strides, &located->offset);
    if (!located->is_strided)
        return true;
    located->offset *= layout->cell_bits; /* bounded: inside the operand, as bits are */
    for (int32_t d = 0; d < layout->rank; d++) {
        if (layout->sizes[d] <= 1)
            located->strides[d] = 0;
        else if (!gather__multiply(located->strides[d], layout->cell_bits, &located->strides[d]))
            return !gather__has_elements(layout);
    }
    return true;
}

enum gather_status gather__computed_init(struct gather__computed *computed, const struct gather__work *work,
                                         struct gather_error *error)
{
    const struct gather_layout *out = work->out.layout;
    memset(computed, 0, sizeof *computed);
    computed->nest = work->nest;
    computed->operation = work->operation;
    computed->more_count = work->more_count;
    computed->elements_a_row = 1;
    for (int32_t d = 1; d < out->rank && work->out.extent.elements > 0; d++)
        computed->elements_a_row *= out->sizes[d]; /* bounded: elements of the output */
    bool fits = locate(&computed->out, &work->out, true) && locate(&computed->data, &work->data, false) &&
                (work->indices.layout == NULL || locate(&computed->indices, &work->indices, false));
    for (int32_t k = 0; k < work->more_count && fits; k++)
        fits = locate(&computed->more[k], &work->more[k], false);
    return fits ? GATHER_STATUS_OK
                : gather__fail(error, GATHER_STATUS_OVERFLOW, "output", "addresses below 2^63 bits");
}

/* ---- buffers ------------------------------------------------------------------------------------- */

/* An input, and whether the output meets it. */
static enum gather_status judge_input(const struct gather__computed *computed,
                                      const struct gather__located *input, struct gather_buffer buffer,
                                      struct gather_buffer out, const char *name, struct gather_error *error)
{
    enum gather_status status = gather__judge_buffer(&input->reach, buffer, name, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (gather__are_apart(&computed->out.reach, out.data, computed->out.element_bytes, &input->reach,
                          buffer.data, input->element_bytes))
        return GATHER_STATUS_OK;
    return gather__fail(error, GATHER_STATUS_OVERLAP, name, "an output that shares no byte with it");
}

enum gather_status gather__computed_judge(const struct gather_plan *plan,
                                          const struct gather__computation *computation,
                                          const struct gather__buffers *buffers, struct gather_error *error)
{
    const struct gather__computed *computed = gather__plan_computed(plan);
    const bool has_indices = plan->index_dtype != 0;
    const char *const *names = computation->inputs;
    enum gather_status status = gather__judge_buffer(&computed->out.reach, buffers->out, "output", error);
    if (status == GATHER_STATUS_OK)
        status = judge_input(computed, &computed->data, buffers->data, buffers->out, names[0], error);
    if (status == GATHER_STATUS_OK && has_indices)
        status = judge_input(computed, &computed->indices, buffers->indices, buffers->out, names[1], error);
    for (int32_t k = 0; k < computed->more_count && status == GATHER_STATUS_OK; k++)
        status = judge_input(computed, &computed->more[k], buffers->more[k], buffers->out,
                             names[k + 1 + has_indices], error);
    return status;
}
