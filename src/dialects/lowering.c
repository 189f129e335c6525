/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators' lowerings are written with: shapes, coordinates, nests. */
#include <string.h>

#include "dialects/lower.h"

/* ---- coordinates --------------------------------------------------------------------------------- */

static void stay(struct gather__coordinate *coordinate)
{
    coordinate->base = coordinate->step = coordinate->modulus = 0;
    coordinate->loop = coordinate->component = -1;
    coordinate->divisor = 1;
}

void gather__nest_begin(struct gather__nest *nest, const struct gather__call *call)
{
    int32_t rank = 1;
    nest->data_input = 0;
    nest->indices_input = 1;
    nest->has_box = nest->is_zero = 0;
    nest->component_count = 0;
    nest->tuple_dimension = -1;
    memset(nest->fill, 0, sizeof nest->fill);
    for (size_t k = 0; k < call->input_count && k < GATHER_MAX_INPUTS; k++)
        if (call->inputs[k].rank > rank)
            rank = call->inputs[k].rank;
    nest->rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        stay(&nest->data[d]);
        stay(&nest->indices[d]);
    }
}

static const struct gather__part whole = {.divisor = 1};

void gather__follow_part(struct gather__coordinate *coordinate, int32_t loop, struct gather__part part)
{
    coordinate->step = 1;
    coordinate->loop = loop;
    coordinate->divisor = part.divisor;
    coordinate->modulus = part.modulus;
}

void gather__follow(struct gather__coordinate *coordinate, int32_t loop)
{
    gather__follow_part(coordinate, loop, whole);
}

void gather__take_part(struct gather__coordinate *coordinate, int32_t component, struct gather__part part)
{
    coordinate->component = component;
    coordinate->divisor = part.divisor;
    coordinate->modulus = part.modulus;
}

void gather__take(struct gather__coordinate *coordinate, int32_t component)
{
    gather__take_part(coordinate, component, whole);
}

int32_t gather__add_rule(struct gather__nest *nest, const struct gather_op *op, int32_t axis, int64_t size,
                         int64_t window, bool is_negative, enum gather_policy own)
{
    struct gather__rule *rule = &nest->rules[nest->component_count];
    rule->size = size;
    rule->limit = size - window;
    rule->axis = axis;
    rule->policy = op->policy != GATHER_POLICY_OWN ? op->policy : (int32_t)own;
    rule->is_negative = is_negative;
    rule->is_flat = 0;
    if (rule->limit < 0 && (rule->policy == GATHER_POLICY_CLAMP || rule->policy == GATHER_POLICY_WRAP))
        rule->policy = GATHER_POLICY_ERROR;
    if (rule->policy == GATHER_POLICY_FILL)
        memcpy(nest->fill, op->fill, sizeof nest->fill);
    return nest->component_count++;
}

/* ---- nests --------------------------------------------------------------------------------------- */

void gather__nest_take(struct gather__nest *nest, const struct gather_layout *data,
                       const struct gather_layout *indices, int32_t axis, int32_t batch)
{
    for (int32_t d = 0; d < data->rank; d++)
        if (d != axis)
            gather__follow(&nest->data[d], d < axis ? d : d - 1 + indices->rank - batch);
    gather__take(&nest->data[axis], 0);
    for (int32_t d = 0; d < indices->rank; d++)
        gather__follow(&nest->indices[d], d < batch ? d : d - batch + axis);
}

void gather__nest_flat(struct gather__nest *nest, const struct gather_layout *data,
                       const struct gather_layout *indices)
{
    for (int32_t d = 0; d < data->rank; d++)
        gather__take_part(&nest->data[d], 0, gather__part_of(data->sizes, data->rank, d));
    for (int32_t d = 0; d < indices->rank; d++)
        gather__follow(&nest->indices[d], d);
}

void gather__nest_along(struct gather__nest *nest, const struct gather_layout *data,
                        const struct gather_layout *indices, int32_t axis, bool broadcasts)
{
    for (int32_t d = 0; d < data->rank; d++) {
        bool repeats = broadcasts && data->sizes[d] == 1 && d != axis;
        if (d != axis && !repeats)
            gather__follow(&nest->data[d], d);
        if (!broadcasts || d == axis || indices->sizes[d] != 1)
            gather__follow(&nest->indices[d], d);
    }
    gather__take(&nest->data[axis], 0);
}

void gather__nest_nd(struct gather__nest *nest, const struct gather_layout *data,
                     const struct gather_layout *indices, const struct gather__tuples *tuples)
{
    int32_t behind = tuples->data_first + tuples->batch + tuples->count;  /* of the tuple, in the data */
    int32_t index_dimensions = indices->rank - 1 - tuples->indices_first; /* that the output has, batch too */
    for (int32_t k = 0; k < tuples->batch; k++)
        if (data->sizes[tuples->data_first + k] != 1)
            gather__follow(&nest->data[tuples->data_first + k], tuples->output_first + k);
    for (int32_t k = 0; k < tuples->count; k++)
        gather__take(&nest->data[tuples->data_first + tuples->batch + k], k);
    for (int32_t d = behind; d < data->rank; d++)
        gather__follow(&nest->data[d], tuples->output_first + index_dimensions + d - behind);
    for (int32_t k = 0; k < index_dimensions; k++)
        if (k >= tuples->batch || indices->sizes[tuples->indices_first + k] != 1)
            gather__follow(&nest->indices[tuples->indices_first + k], tuples->output_first + k);
    nest->tuple_dimension = indices->rank - 1;
}
