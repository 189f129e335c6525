/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an operator that takes no rows along an axis makes of its own constant indices. A plan of it says: one of the
 * data's rank with a single index, whose components have the rules of all.
 *
 *     GatherElements   f32[4,3], axis 0      i64[1,1]   one component     -4..3
 *     GatherND         f32[4,3,8]            i64[1,2]   two of them       -4..3, -3..2
 */
#include "check_worlds.h"

/* The components of an index, in row-major order one after the other. Returns: 0 for an operator without rules here. */
static int32_t components_of(const struct checked_gather *node)
{
    const struct gather_layout *indices = &node->gather.indices.layout;
    int64_t tuple = indices->rank > 0 ? indices->sizes[indices->rank - 1] : 0;
    switch (node->gather.op.operation) {
    case GATHER_OPERATION_ONNX_GATHER_ELEMENTS:
    case GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS:
        return indices->rank > 0;
    case GATHER_OPERATION_ONNX_GATHER_ND:
    case GATHER_OPERATION_OPENVINO_GATHER_ND:
        return tuple > 0 && tuple <= node->gather.data.layout.rank ? (int32_t)tuple : 0;
    default:
        return 0;
    }
}

/* Of the data, only the axes that indices lead to keep their sizes, as far as these are known. */
static enum gather_status make_operands(const struct checked_gather *node, int32_t count,
                                        struct gather_layout operands[2])
{
    const struct gather_layout *data = &node->gather.data.layout, *indices = &node->gather.indices.layout;
    const struct gather_op *op = &node->gather.op;
    bool has_tuples = op->operation == GATHER_OPERATION_ONNX_GATHER_ND ||
                      op->operation == GATHER_OPERATION_OPENVINO_GATHER_ND;
    int64_t first = has_tuples ? op->batch_dims : op->axis + (op->axis < 0 ? data->rank : 0);
    int64_t sizes[GATHER_MAX_RANK], ones[GATHER_MAX_RANK];
    if (first < 0 || first >= data->rank)
        return GATHER_STATUS_AXIS;
    for (int32_t d = 0; d < GATHER_MAX_RANK; d++) {
        bool is_led_to = d >= first && d - first < count && d < data->rank && data->sizes[d] >= 0;
        sizes[d] = is_led_to ? data->sizes[d] : 1;
        ones[d] = 1;
    }
    if (has_tuples)
        ones[indices->rank - 1] = count;
    enum gather_status status = gather_layout_init(&operands[0], data->dtype, data->rank, sizes, NULL);
    return status == GATHER_STATUS_OK
               ? gather_layout_init(&operands[1], indices->dtype, indices->rank, ones, NULL)
               : status;
}

static enum gather_status make_plan(const struct checked_gather *node, int32_t count,
                                    struct gather_plan **plan)
{
    struct gather_layout operands[2], output;
    enum gather_status status = make_operands(node, count, operands);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&node->gather.op, operands, 2, &output, NULL);
    return status == GATHER_STATUS_OK
               ? gather_plan_create(plan, &node->gather.op, operands, 2, &output, NULL, NULL)
               : status;
}

enum gather_status checked_rules_find(struct checked_gather *node)
{
    struct gather_plan_description description;
    struct gather_plan *plan = NULL;
    int32_t count = components_of(node);
    node->rule_count = 0;
    if (count == 0)
        return GATHER_STATUS_OK;
    enum gather_status status = make_plan(node, count, &plan);
    if (status != GATHER_STATUS_OK)
        return status == GATHER_STATUS_NO_MEMORY ? status : GATHER_STATUS_OK;
    gather_plan_describe(plan, &description);
    gather_plan_destroy(plan);
    for (int32_t c = 0; c < count && description.component_count == count; c++) {
        const struct gather_plan_component *component = &description.components[c];
        bool is_known = node->gather.data.layout.sizes[component->axis] >= 0;
        node->rules[c] = (struct checked_rule){.size = is_known ? component->size : CHECKED_SIZE_UNKNOWN,
                                               .limit = is_known ? component->limit : CHECKED_SIZE_UNKNOWN,
                                               .is_negative = component->is_negative != 0,
                                               .refuses = component->policy == GATHER_POLICY_ERROR};
        node->rule_count = count;
    }
    return GATHER_STATUS_OK;
}

bool checked_rule_refuses(const struct checked_rule *rule, int32_t dtype, int64_t value)
{
    if (!rule->refuses)
        return false;
    if (value >= 0)
        return value > rule->limit && rule->size != CHECKED_SIZE_UNKNOWN;
    if (gather_dtype_is_unsigned(dtype)) /* beyond 63 bits */
        return rule->size != CHECKED_SIZE_UNKNOWN;
    return !rule->is_negative || value < -rule->size;
}
