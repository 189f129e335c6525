/* SPDX-License-Identifier: Apache-2.0 */
/* What an index value means, and the loop over the output's elements: formula_gather.h. */
#include "support/formula_gather.h"

#include <assert.h>
#include <string.h>

#include "support/formula_judging.h"

/* ---- what the pages say of index values ---------------------------------------------------------------- */

bool formula_is_unsigned(int32_t dtype)
{
    return dtype == GATHER_DTYPE_BOOL || (dtype >= GATHER_DTYPE_U2 && dtype <= GATHER_DTYPE_U64);
}

/* What each world does with an index outside: an `enum gather_policy`. */
static int32_t own_policy(const struct formula *formula)
{
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_OPENVINO_GATHER: /* OV-20 */
        return GATHER_POLICY_ZERO;
    case GATHER_OPERATION_DIRECTML_GATHER: /* DML-81 to -83 */
    case GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS:
    case GATHER_OPERATION_DIRECTML_GATHER_ND:
    case GATHER_OPERATION_DIRECTML_GATHER_ND1:
    case GATHER_OPERATION_WEBNN_GATHER: /* WEBNN-12, -14 */
    case GATHER_OPERATION_WEBNN_GATHER_ELEMENTS:
    case GATHER_OPERATION_WEBNN_GATHER_ND:
        return formula->strictness == GATHER_STRICT ? GATHER_POLICY_ERROR : GATHER_POLICY_CLAMP;
    case GATHER_OPERATION_XLA_GATHER: /* XLA-G-9, -17, -18 */
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
    case GATHER_OPERATION_XLA_TORCH_INDEX_SELECT:
        return GATHER_POLICY_CLAMP;
    case GATHER_OPERATION_NUMPY_TAKE: /* NP-8, NP-10, NP-11 */
        return formula->mode != 0 ? formula->mode : GATHER_POLICY_ERROR;
    case GATHER_OPERATION_TORCH_TAKE_ALONG_DIM: /* TORCH-32, TORCH-33 */
        return formula->is_flat ? GATHER_POLICY_ERROR : GATHER_POLICY_WRAP;
    default:
        return GATHER_POLICY_ERROR;
    }
}

/* Whether a value below 0 counts from the end. */
static bool counts_from_end(const struct formula *formula)
{
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_ONNX_GATHER: /* ONNX-25 */
        return formula->version == 0 || formula->version >= 11 || formula->strictness == GATHER_LOOSE;
    case GATHER_OPERATION_XLA_GATHER:
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
    case GATHER_OPERATION_XLA_TORCH_INDEX_SELECT:
    case GATHER_OPERATION_TORCH_INDEX_SELECT: /* TORCH-5 */
    case GATHER_OPERATION_TORCH_GATHER:
    case GATHER_OPERATION_TORCH_EMBEDDING:
        return false;
    case GATHER_OPERATION_TORCH_TAKE_ALONG_DIM:
        return !formula->is_flat;
    case GATHER_OPERATION_NUMPY_TAKE: /* NP-11 */
        return formula->mode != GATHER_POLICY_CLAMP;
    default:
        return true;
    }
}

/* DML-80, DML-83: there a negative range is one of signed types. */
static int64_t low_of(const struct formula *formula, const struct formula_rule *rule)
{
    bool is_directml = formula->operation >= GATHER_OPERATION_DIRECTML_GATHER &&
                       formula->operation <= GATHER_OPERATION_WEBNN_GATHER_ND;
    if (!counts_from_end(formula) || (is_directml && formula_is_unsigned(formula->index_type)))
        return 0;
    return -rule->size;
}

/* A value and its fate: a coordinate of at least 0, or what the output element becomes instead. */
enum fate { INSIDE, REFUSED, OUTSIDE };

static enum fate settle(const struct formula *formula, const struct formula_rule *rule, int64_t value,
                        int64_t *coordinate)
{
    const int32_t policy = formula->policy != GATHER_POLICY_OWN ? formula->policy : own_policy(formula);
    const int64_t high = rule->size - rule->window;
    const bool is_huge = value < 0 && formula->index_type == GATHER_DTYPE_U64; /* above 2^63-1 */
    if (!is_huge && value < 0 && value >= -rule->size && counts_from_end(formula))
        value += rule->size;
    *coordinate = value;
    if (!is_huge && value >= 0 && value <= high)
        return INSIDE;
    switch (policy) {
    case GATHER_POLICY_CLAMP:
        *coordinate = is_huge || value > high ? high : 0;
        if (formula->operation == GATHER_OPERATION_XLA_TORCH_INDEX_SELECT)
            return INSIDE; /* XLA-G-18: an empty axis has an empty result here, else the call is refused */
        return high < 0 ? REFUSED : INSIDE; /* CORE-19 */
    case GATHER_POLICY_WRAP:                /* of a window: modulo the number of its places */
        if (high < 0)
            return REFUSED;
        *coordinate = is_huge ? (int64_t)((uint64_t)value % (uint64_t)(high + 1)) : value % (high + 1);
        if (*coordinate < 0)
            *coordinate += high + 1;
        return INSIDE;
    case GATHER_POLICY_ERROR:
        return REFUSED;
    default:
        return OUTSIDE;
    }
}

/* ---- every value --------------------------------------------------------------------------------------- */

/* The product of all sizes, and the number of the element at an index. */
static int64_t elements_of(const struct formula_tensor *tensor)
{
    int64_t count = 1;
    for (int32_t d = 0; d < tensor->rank; d++)
        count *= tensor->sizes[d]; /* bounded: tensors of tests */
    return count;
}

static int64_t number_of(const struct formula_tensor *tensor, const int64_t *index)
{
    int64_t number = 0;
    for (int32_t d = 0; d < tensor->rank; d++)
        number = number * tensor->sizes[d] + index[d];
    return number;
}

/* To the next index in row-major order. */
static void step(const struct formula_tensor *tensor, int64_t *index)
{
    for (int32_t d = tensor->rank - 1; d >= 0 && ++index[d] == tensor->sizes[d]; d--)
        index[d] = 0;
}

/* The number, in its tuple, of the value at a position: which of several dimensions it indexes. */
static int32_t component_at(const struct formula *formula, const int64_t *position)
{
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_ONNX_GATHER_ND:
    case GATHER_OPERATION_OPENVINO_GATHER_ND:
    case GATHER_OPERATION_WEBNN_GATHER_ND:
    case GATHER_OPERATION_DIRECTML_GATHER_ND:
    case GATHER_OPERATION_DIRECTML_GATHER_ND1:
        return (int32_t)position[formula->indices.rank - 1];
    case GATHER_OPERATION_XLA_GATHER:
        return formula->index_vector_dim < formula->indices.rank
                   ? (int32_t)position[formula->index_vector_dim]
                   : 0;
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
        return (int32_t)position[0];
    default:
        return 0;
    }
}

static int32_t dimension_of(const struct formula *formula, int32_t component)
{
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_ONNX_GATHER_ND:
    case GATHER_OPERATION_OPENVINO_GATHER_ND:
        return (int32_t)formula->batch_dims + component;
    case GATHER_OPERATION_WEBNN_GATHER_ND:
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
        return component;
    case GATHER_OPERATION_DIRECTML_GATHER_ND: /* DML-85 */
        return (int32_t)(formula->data.rank - formula->data_count) + component;
    case GATHER_OPERATION_DIRECTML_GATHER_ND1:
        return (int32_t)(formula->data.rank - formula->data_count + formula->batch_dims) + component;
    case GATHER_OPERATION_XLA_GATHER:
        return (int32_t)formula->start_index_map.at[component];
    case GATHER_OPERATION_TORCH_EMBEDDING:
        return 0;
    default:
        return formula->is_flat || formula->data.rank == 0 ? FORMULA_FLAT : (int32_t)formula_axis(formula);
    }
}

struct formula_rule formula_rule_at(const struct formula *formula, const int64_t *position)
{
    struct formula_rule rule = {dimension_of(formula, component_at(formula, position)), 0, 1};
    bool moves_window = formula->operation == GATHER_OPERATION_XLA_GATHER ||
                        formula->operation == GATHER_OPERATION_XLA_DYNAMIC_SLICE;
    if (rule.dimension == FORMULA_FLAT)
        rule.size = elements_of(&formula->data);
    else
        rule.size = formula->data.sizes[rule.dimension];
    if (moves_window)
        rule.window = formula->slice_sizes.at[rule.dimension];
    return rule;
}

/* XLA-G-14: nothing is read, every element is zero. */
static bool is_zero(const struct formula *formula)
{
    if (formula->operation != GATHER_OPERATION_XLA_GATHER)
        return false;
    for (int32_t d = 0; d < formula->data.rank; d++)
        if (formula->slice_sizes.at[d] == 0 && (formula_lists(&formula->collapsed_slice_dims, d, NULL) ||
                                                formula_lists(&formula->operand_batching_dims, d, NULL)))
            return true;
    return false;
}

/* Every value is judged, whether or not an output element depends on it. */
static void judge_values(const struct formula *formula, const int64_t *values, struct formula_answer *answer)
{
    int64_t position[GATHER_MAX_RANK] = {0}, count = elements_of(&formula->indices), coordinate;
    for (int64_t n = 0; n < count; n++, step(&formula->indices, position)) {
        struct formula_rule rule = formula_rule_at(formula, position);
        if (settle(formula, &rule, values[n], &coordinate) != REFUSED)
            continue;
        answer->status = GATHER_STATUS_INDEX_RANGE;
        answer->operand = "indices";
        answer->axis = rule.dimension == FORMULA_FLAT ? 0 : rule.dimension;
        memcpy(answer->position, position, sizeof position);
        answer->value = values[n];
        answer->low = low_of(formula, &rule);
        answer->high = rule.size - rule.window;
        return;
    }
}

/* ---- every element ------------------------------------------------------------------------------------- */

/* What a tuple with a value outside makes of its output elements. */
static int32_t stand_in(const struct formula *formula)
{
    switch (formula->policy != GATHER_POLICY_OWN ? formula->policy : own_policy(formula)) {
    case GATHER_POLICY_FILL:
        return FORMULA_FILL;
    case GATHER_POLICY_SKIP:
        return FORMULA_KEEP;
    default:
        return FORMULA_ZERO;
    }
}

static int32_t element_at(const struct formula *formula, const int64_t *values, const int64_t *o)
{
    struct formula_place place;
    int64_t coordinate, flat = 0;
    formula_place(formula, o, &place);
    for (int32_t k = 0; k < place.count; k++) {
        struct formula_rule rule = formula_rule_at(formula, place.at[k]);
        int64_t value = values[number_of(&formula->indices, place.at[k])];
        if (settle(formula, &rule, value, &coordinate) == OUTSIDE)
            return stand_in(formula);
        assert(rule.dimension == place.dimension[k]);
        if (rule.dimension == FORMULA_FLAT)
            flat = coordinate;
        else
            place.data[rule.dimension] += coordinate;
    }
    bool is_flat = place.count == 1 && place.dimension[0] == FORMULA_FLAT;
    return (int32_t)(is_flat ? flat : number_of(&formula->data, place.data));
}

void formula_gather(const struct formula *formula, const int64_t *values, struct formula_answer *answer)
{
    int64_t o[GATHER_MAX_RANK] = {0};
    answer->count = elements_of(&answer->out);
    assert(answer->count <= FORMULA_MAX_ELEMENTS);
    if (!is_zero(formula))
        judge_values(formula, values, answer);
    for (int64_t n = 0; n < answer->count && !is_refused(answer); n++, step(&answer->out, o))
        answer->from[n] = is_zero(formula) ? FORMULA_ZERO : element_at(formula, values, o);
}

/* ---- judging ------------------------------------------------------------------------------------------- */

void formula_judge(const struct formula *formula, struct formula_answer *answer)
{
    static void (*const judges[])(const struct formula *formula, struct formula_answer *answer) = {
        [GATHER_OPERATION_ONNX_GATHER] = judge_onnx_gather,
        [GATHER_OPERATION_ONNX_GATHER_ELEMENTS] = judge_onnx_gather_elements,
        [GATHER_OPERATION_ONNX_GATHER_ND] = judge_onnx_gather_nd,
        [GATHER_OPERATION_OPENVINO_GATHER] = judge_openvino_gather,
        [GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS] = judge_openvino_gather_elements,
        [GATHER_OPERATION_OPENVINO_GATHER_ND] = judge_openvino_gather_nd,
        [GATHER_OPERATION_DIRECTML_GATHER] = judge_directml_gather,
        [GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS] = judge_directml_gather_elements,
        [GATHER_OPERATION_DIRECTML_GATHER_ND] = judge_directml_gather_nd,
        [GATHER_OPERATION_DIRECTML_GATHER_ND1] = judge_directml_gather_nd,
        [GATHER_OPERATION_WEBNN_GATHER] = judge_webnn_gather,
        [GATHER_OPERATION_WEBNN_GATHER_ELEMENTS] = judge_webnn_gather_elements,
        [GATHER_OPERATION_WEBNN_GATHER_ND] = judge_webnn_gather_nd,
        [GATHER_OPERATION_XLA_GATHER] = judge_xla_gather,
        [GATHER_OPERATION_XLA_DYNAMIC_SLICE] = judge_xla_dynamic_slice,
        [GATHER_OPERATION_XLA_TORCH_INDEX_SELECT] = judge_xla_torch_index_select,
        [GATHER_OPERATION_NUMPY_TAKE] = judge_numpy_take,
        [GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS] = judge_numpy_take_along_axis,
        [GATHER_OPERATION_NUMPY_GETITEM] = judge_numpy_getitem,
        [GATHER_OPERATION_TORCH_INDEX_SELECT] = judge_torch_index_select,
        [GATHER_OPERATION_TORCH_GATHER] = judge_torch_gather,
        [GATHER_OPERATION_TORCH_TAKE_ALONG_DIM] = judge_torch_take_along_dim,
        [GATHER_OPERATION_TORCH_EMBEDDING] = judge_torch_embedding,
    };
    answer->status = GATHER_STATUS_OK;
    answer->operand = NULL;
    answer->out.rank = 0;
    judges[formula->operation](formula, answer);
}
