/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators' lowerings are written with: judging, shapes, nests. */
#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "dialects/lower.h"

/* ---- judging ------------------------------------------------------------------------------------- */

enum gather_status gather__need_two(const struct gather__call *call, const char *first, const char *second,
                                    struct gather_error *error)
{
    if (call->input_count == 2)
        return GATHER_STATUS_OK;
    if (call->input_count < 2)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, call->input_count == 0 ? first : second,
                            "an input, which is missing");
    gather__fail(error, GATHER_STATUS_ARGUMENT, "inputs", NULL);
    return gather__fail_value(error, GATHER_STATUS_ARGUMENT, (int64_t)call->input_count, 2, 2);
}

enum gather_status gather__need_axis(int64_t value, int32_t rank, const char *operand, int32_t *axis,
                                     struct gather_error *error)
{
    if (value < -rank || value >= rank) {
        gather__fail(error, GATHER_STATUS_AXIS, operand, NULL);
        return gather__fail_value(error, GATHER_STATUS_AXIS, value, -rank, rank - 1);
    }
    *axis = (int32_t)(value < 0 ? value + rank : value);
    return GATHER_STATUS_OK;
}

enum gather_status gather__need_plain_axis(int64_t value, int32_t rank, const char *operand,
                                           struct gather_error *error)
{
    if (value >= 0 && value < rank)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_AXIS, operand, NULL);
    return gather__fail_value(error, GATHER_STATUS_AXIS, value, 0, rank - 1);
}

enum gather_status gather__need_range(int64_t value, int64_t low, int64_t high, const char *operand,
                                      struct gather_error *error)
{
    if (value >= low && value <= high)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_ARGUMENT, operand, NULL);
    return gather__fail_value(error, GATHER_STATUS_ARGUMENT, value, low, high);
}

enum gather_status gather__need_type(int32_t dtype, uint64_t set, const char *operand, const char *expected,
                                     struct gather_error *error)
{
    if (set >> dtype & 1)
        return GATHER_STATUS_OK;
    return gather__fail(error, GATHER_STATUS_DTYPE, operand, expected);
}

enum gather_status gather__fail_size(struct gather_error *error, const char *operand, int32_t dimension,
                                     int64_t size, int64_t wanted)
{
    gather__fail(error, GATHER_STATUS_SHAPE, operand, NULL);
    gather__fail_axis(error, GATHER_STATUS_SHAPE, dimension);
    return gather__fail_value(error, GATHER_STATUS_SHAPE, size, wanted, wanted);
}

/* ---- shapes -------------------------------------------------------------------------------------- */

void gather__shape_add(struct gather__shape *shape, int64_t size)
{
    if (shape->rank < GATHER__SHAPE_ROOM)
        shape->sizes[shape->rank] = size;
    shape->rank++;
}

void gather__shape_add_sizes(struct gather__shape *shape, const int64_t *sizes, int32_t begin, int32_t end)
{
    for (int32_t d = begin; d < end; d++)
        gather__shape_add(shape, sizes[d]);
}

/* ---- coordinates --------------------------------------------------------------------------------- */

static const struct gather__coordinate still = {.loop = -1, .component = -1, .divisor = 1};

void gather__nest_begin(struct gather__nest *nest)
{
    memset(nest, 0, sizeof *nest);
    nest->indices_input = 1;
    nest->tuple_dimension = -1;
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++)
        nest->data[d] = nest->indices[d] = still;
}

void gather__follow_part(struct gather__coordinate *coordinate, int32_t loop, int64_t divisor,
                         int64_t modulus)
{
    coordinate->step = 1;
    coordinate->loop = loop;
    coordinate->divisor = divisor;
    coordinate->modulus = modulus;
}

void gather__follow(struct gather__coordinate *coordinate, int32_t loop)
{
    gather__follow_part(coordinate, loop, 1, 0);
}

void gather__take_part(struct gather__coordinate *coordinate, int32_t component, int64_t divisor,
                       int64_t modulus)
{
    coordinate->component = component;
    coordinate->divisor = divisor;
    coordinate->modulus = modulus;
}

void gather__take(struct gather__coordinate *coordinate, int32_t component)
{
    gather__take_part(coordinate, component, 1, 0);
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
    int64_t divisor = 1;
    for (int32_t d = data->rank - 1; d >= 0; d--) {
        gather__take_part(&nest->data[d], 0, divisor, d > 0 ? data->sizes[d] : 0);
        /* A product that does not fit is that of data without elements: of it no part is ever taken. */
        (void)gather__multiply(divisor, data->sizes[d] > 0 ? data->sizes[d] : 1, &divisor);
    }
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
