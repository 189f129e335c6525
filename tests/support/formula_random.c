/* SPDX-License-Identifier: Apache-2.0 */
/* Operators, shapes and index values at random: formula_random.h. Types are in formula_types.c. */
#include "support/formula_random.h"

#include <string.h>

const struct formula_variant formula_variants[] = {
    {GATHER_OPERATION_ONNX_GATHER, 13, 0, 0},
    {GATHER_OPERATION_ONNX_GATHER, 1, 0, 0},
    {GATHER_OPERATION_ONNX_GATHER, 1, GATHER_LOOSE, 0},
    {GATHER_OPERATION_ONNX_GATHER_ELEMENTS, 13, 0, 0},
    {GATHER_OPERATION_ONNX_GATHER_ND, 13, 0, 0},
    {GATHER_OPERATION_ONNX_GATHER_ND, 11, 0, 0},
    {GATHER_OPERATION_ONNX_GATHER_ND, 12, GATHER_LOOSE, 0},
    {GATHER_OPERATION_OPENVINO_GATHER, 8, 0, 0},
    {GATHER_OPERATION_OPENVINO_GATHER, 1, 0, 0},
    {GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS, 6, 0, 0},
    {GATHER_OPERATION_OPENVINO_GATHER_ND, 8, 0, 0},
    {GATHER_OPERATION_OPENVINO_GATHER_ND, 5, 0, 0},
    {GATHER_OPERATION_DIRECTML_GATHER, 64, 0, 0},
    {GATHER_OPERATION_DIRECTML_GATHER, 0, GATHER_STRICT, 0},
    {GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS, 64, 0, 0},
    {GATHER_OPERATION_DIRECTML_GATHER_ND, 64, 0, 0},
    {GATHER_OPERATION_DIRECTML_GATHER_ND1, 64, 0, 0},
    {GATHER_OPERATION_DIRECTML_GATHER_ND1, 64, GATHER_STRICT, 0},
    {GATHER_OPERATION_WEBNN_GATHER, 0, 0, 0},
    {GATHER_OPERATION_WEBNN_GATHER_ELEMENTS, 0, GATHER_STRICT, 0},
    {GATHER_OPERATION_WEBNN_GATHER_ELEMENTS, 0, 0, 0},
    {GATHER_OPERATION_WEBNN_GATHER_ND, 0, 0, 0},
    {GATHER_OPERATION_XLA_GATHER, 0, 0, 0},
    {GATHER_OPERATION_XLA_DYNAMIC_SLICE, 0, 0, 0},
    {GATHER_OPERATION_XLA_TORCH_INDEX_SELECT, 0, 0, 0},
    {GATHER_OPERATION_NUMPY_TAKE, 0, 0, GATHER_POLICY_ERROR},
    {GATHER_OPERATION_NUMPY_TAKE, 0, 0, GATHER_POLICY_WRAP},
    {GATHER_OPERATION_NUMPY_TAKE, 0, 0, GATHER_POLICY_CLAMP},
    {GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS, 0, 0, 0},
    {GATHER_OPERATION_NUMPY_GETITEM, 0, 0, 0},
    {GATHER_OPERATION_TORCH_INDEX_SELECT, 0, 0, 0},
    {GATHER_OPERATION_TORCH_GATHER, 0, 0, 0},
    {GATHER_OPERATION_TORCH_TAKE_ALONG_DIM, 0, 0, 0},
    {GATHER_OPERATION_TORCH_EMBEDDING, 0, 0, 0},
};
const int32_t formula_variant_count = sizeof formula_variants / sizeof formula_variants[0];

bool formula_takes_policy(const struct formula *formula)
{
    bool wraps = formula->operation == GATHER_OPERATION_NUMPY_TAKE && formula->mode == GATHER_POLICY_WRAP;
    return !wraps && !(formula->operation == GATHER_OPERATION_TORCH_TAKE_ALONG_DIM && !formula->is_flat);
}

static bool happens(struct randomness *randomness, int64_t once_in)
{
    return random_below(randomness, once_in) == 0;
}

/* A number from low to high. */
static int64_t between(struct randomness *randomness, int64_t low, int64_t high)
{
    return low + random_below(randomness, high - low + 1);
}

/* ---- XLA's dimension numbers --------------------------------------------------------------------------- */

static void put_number(struct gather_numbers *list, int64_t number) { list->at[list->count++] = number; }

/* `count` of the numbers below `below` that are not in `but`, ascending or in any order. Returns: false if there
 * are too few. */
static bool draw_numbers(struct randomness *randomness, int64_t below, int64_t count,
                         const struct gather_numbers *but, bool ascending, struct gather_numbers *list)
{
    int64_t left = 0, rest[2 * GATHER_MAX_RANK];
    list->count = 0;
    for (int64_t k = 0; k < below; k++)
        if (but == NULL || !formula_lists(but, k, NULL))
            rest[left++] = k;
    if (left < count)
        return false;
    for (int64_t k = 0; k < left && ascending; k++)
        if (random_below(randomness, left - k) < count - list->count)
            put_number(list, rest[k]);
    for (int64_t k = 0; k < left && !ascending && list->count < count; k++) {
        int64_t other = between(randomness, k, left - 1), taken = rest[other];
        rest[other] = rest[k];
        put_number(list, taken);
    }
    return true;
}

/* Dimensions of data and indices that go together, one data dimension after the other. */
static void draw_batching(struct randomness *randomness, struct formula *formula)
{
    formula->operand_batching_dims.count = formula->start_indices_batching_dims.count = 0;
    for (int32_t d = 0; d < formula->data.rank; d++) {
        int64_t t = formula->indices.rank > 0 ? random_below(randomness, formula->indices.rank) : 0;
        if (formula->indices.rank == 0 || t == formula->index_vector_dim || !happens(randomness, 3) ||
            formula->data.sizes[d] != formula->indices.sizes[t] ||
            formula_lists(&formula->start_indices_batching_dims, t, NULL))
            continue;
        put_number(&formula->operand_batching_dims, d);
        put_number(&formula->start_indices_batching_dims, t);
    }
}

static void draw_slices(struct randomness *randomness, struct formula *formula)
{
    formula->collapsed_slice_dims.count = 0;
    formula->slice_sizes.count = formula->data.rank;
    for (int32_t d = 0; d < formula->data.rank; d++) {
        int64_t size = formula->data.sizes[d], one = size > 0 && !happens(randomness, 40);
        bool is_batch = formula_lists(&formula->operand_batching_dims, d, NULL);
        bool collapses = !is_batch && happens(randomness, 2);
        if (collapses)
            put_number(&formula->collapsed_slice_dims, d);
        formula->slice_sizes.at[d] = collapses || is_batch    ? one
                                     : happens(randomness, 3) ? size
                                                              : random_below(randomness, size + 1);
    }
}

bool formula_draw_xla(struct randomness *randomness, struct formula *formula)
{
    int32_t window[GATHER_MAX_RANK], q = formula->indices.rank, v = (int32_t)formula->index_vector_dim;
    int64_t components = v < q ? formula->indices.sizes[v] : 1;
    draw_batching(randomness, formula);
    if (!draw_numbers(randomness, formula->data.rank, components, &formula->operand_batching_dims, false,
                      &formula->start_index_map))
        return false;
    draw_slices(randomness, formula);
    int32_t offsets = formula_window(formula, window);
    return draw_numbers(randomness, q - (v < q) + offsets, offsets, NULL, true, &formula->offset_dims);
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

/* Small sizes mostly; some at the edges of what kernels take at once; now and then none. */
static int64_t draw_size(struct randomness *randomness)
{
    static const int64_t notable[] = {7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 129, 300};
    if (happens(randomness, 30))
        return 0;
    return happens(randomness, 3) ? notable[random_below(randomness, sizeof notable / sizeof notable[0])]
                                  : between(randomness, 1, 5);
}

static int64_t count_of(const struct formula_tensor *tensor)
{
    int64_t count = 1;
    for (int32_t d = 0; d < tensor->rank; d++)
        count *= tensor->sizes[d]; /* bounded: at most 16 sizes of at most 300, and cut at once */
    return count;
}

static struct formula_tensor draw_tensor(struct randomness *randomness, int32_t least, int32_t rank,
                                         int64_t most)
{
    struct formula_tensor tensor = {(int32_t)between(randomness, least, rank), {0}};
    int64_t left = most;
    for (int32_t d = tensor.rank - 1; d >= 0; d--) {
        tensor.sizes[d] = draw_size(randomness);
        if (tensor.sizes[d] > left)
            tensor.sizes[d] = between(randomness, 1, left);
        left /= tensor.sizes[d] > 0 ? tensor.sizes[d] : 1;
    }
    return tensor;
}

/* An axis of the data, now and then counted from the end; the page's unsigned ones are not. */
static void draw_axis(struct randomness *randomness, struct formula *formula)
{
    int64_t rank = formula->data.rank > 0 ? formula->data.rank : 1;
    bool is_unsigned = formula->operation >= GATHER_OPERATION_DIRECTML_GATHER &&
                       formula->operation <= GATHER_OPERATION_XLA_TORCH_INDEX_SELECT;
    formula->axis = random_below(randomness, rank);
    if (!is_unsigned && happens(randomness, 3))
        formula->axis -= rank;
}

static void draw_batch_of_take(struct randomness *randomness, struct formula *formula)
{
    int64_t most = formula_axis(formula);
    formula->batch_dims =
        random_below(randomness, (most < formula->indices.rank ? most : formula->indices.rank) + 1);
    for (int32_t d = 0; d < formula->batch_dims; d++)
        formula->indices.sizes[d] = formula->data.sizes[d];
}

/* Indices of the data's shape but for the axis; smaller, or 1 on either side, where that is allowed. */
static void draw_along(struct randomness *randomness, struct formula *formula)
{
    bool broadcasts = formula->operation == GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS ||
                      formula->operation == GATHER_OPERATION_TORCH_TAKE_ALONG_DIM;
    bool shrinks = formula->operation == GATHER_OPERATION_ONNX_GATHER_ELEMENTS ||
                   formula->operation == GATHER_OPERATION_TORCH_GATHER;
    int64_t a = formula_axis(formula);
    formula->indices = formula->data;
    for (int32_t d = 0; d < formula->data.rank; d++) {
        int64_t size = formula->data.sizes[d];
        if (d == a)
            formula->indices.sizes[d] = between(randomness, 0, 6) * between(randomness, 1, 4);
        else if (shrinks && happens(randomness, 3))
            formula->indices.sizes[d] = random_below(randomness, size + 1);
        else if (broadcasts && happens(randomness, 4))
            *(happens(randomness, 2) ? &formula->indices.sizes[d] : &formula->data.sizes[d]) = 1;
    }
}

/* batch ++ tuples ++ [k], all of them at the end of `rank` dimensions. */
static void draw_tuples(struct randomness *randomness, struct formula *formula, int64_t most)
{
    int32_t r = formula->data.rank, b = (int32_t)random_below(randomness, r);
    bool repeats =
        formula->operation == GATHER_OPERATION_OPENVINO_GATHER_ND || formula->strictness == GATHER_LOOSE;
    bool may_be_empty = formula->operation == GATHER_OPERATION_OPENVINO_GATHER_ND;
    if (formula->operation == GATHER_OPERATION_WEBNN_GATHER_ND || formula->version == 11 ||
        formula->operation == GATHER_OPERATION_DIRECTML_GATHER_ND)
        b = 0;
    formula->indices = draw_tensor(randomness, b, b + 2, most);
    for (int32_t d = 0; d < b; d++) {
        formula->indices.sizes[d] = formula->data.sizes[d];
        if (repeats && happens(randomness, 4))
            *(happens(randomness, 2) ? &formula->indices.sizes[d] : &formula->data.sizes[d]) = 1;
    }
    formula->batch_dims = b;
    formula->indices.sizes[formula->indices.rank++] =
        between(randomness, may_be_empty && happens(randomness, 9) ? 0 : 1, r - b);
}

/* Ones in front of a tensor, up to a rank. */
static void lengthen(struct formula_tensor *tensor, int32_t rank)
{
    int32_t more = rank - tensor->rank;
    if (more <= 0)
        return;
    memmove(tensor->sizes + more, tensor->sizes, (size_t)tensor->rank * sizeof tensor->sizes[0]);
    for (int32_t d = 0; d < more; d++)
        tensor->sizes[d] = 1;
    tensor->rank = rank;
}

/* DirectML's tensors have one rank, of at most 8; the meaningful dimensions are the last ones. */
static void pad_directml(struct randomness *randomness, struct formula *formula)
{
    int32_t r = formula->data.rank, q = formula->indices.rank;
    bool is_take = formula->operation == GATHER_OPERATION_DIRECTML_GATHER;
    int32_t output = is_take ? r + q - 1 : q - 1 + r; /* at most */
    int32_t D = output > r ? output : r;
    D = (D > q ? D : q) + (int32_t)random_below(randomness, 2);
    D = D < 1 ? 1 : D > 8 ? 8 : D;
    formula->data_count = r;
    formula->indices_count = q;
    formula->axis += D - r;
    lengthen(&formula->data, D);
    lengthen(&formula->indices, D);
}

static void draw_xla_shapes(struct randomness *randomness, struct formula *formula, int64_t most)
{
    do {
        formula->indices = draw_tensor(randomness, 0, 3, most);
        formula->index_vector_dim = random_below(randomness, formula->indices.rank + 1);
        for (int32_t d = 0; d < formula->indices.rank && d < formula->data.rank; d++)
            if (happens(randomness, 3))
                formula->indices.sizes[d] = formula->data.sizes[d];
        if (formula->index_vector_dim < formula->indices.rank)
            formula->indices.sizes[formula->index_vector_dim] =
                random_below(randomness, formula->data.rank + 1);
    } while (!formula_draw_xla(randomness, formula));
}

static void draw_slice(struct randomness *randomness, struct formula *formula)
{
    formula->indices = (struct formula_tensor){1, {formula->data.rank}};
    formula->slice_sizes.count = formula->data.rank;
    for (int32_t d = 0; d < formula->data.rank; d++)
        formula->slice_sizes.at[d] = random_below(randomness, formula->data.sizes[d] + 1);
}

/* Everything but the types, for an operator that is chosen. */
static void draw_shapes(struct randomness *randomness, struct formula *formula, int64_t most)
{
    formula->data = draw_tensor(randomness, 1, 4, most);
    formula->indices = draw_tensor(randomness, 0, 3, most);
    draw_axis(randomness, formula);
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_OPENVINO_GATHER:
        if (formula->version >= 7)
            draw_batch_of_take(randomness, formula);
        break;
    case GATHER_OPERATION_XLA_TORCH_INDEX_SELECT:
        draw_batch_of_take(randomness, formula);
        break;
    case GATHER_OPERATION_NUMPY_TAKE:
        formula->is_flat = happens(randomness, 4);
        break;
    case GATHER_OPERATION_TORCH_INDEX_SELECT:
        formula->indices = draw_tensor(randomness, 0, 1, most);
        break;
    case GATHER_OPERATION_TORCH_EMBEDDING:
        formula->data = draw_tensor(randomness, 2, 2, most);
        break;
    case GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS:
    case GATHER_OPERATION_TORCH_TAKE_ALONG_DIM:
        formula->is_flat = happens(randomness, 4);
        if (formula->is_flat && formula->operation == GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS)
            formula->indices = draw_tensor(randomness, 1, 1, most);
        if (!formula->is_flat)
            draw_along(randomness, formula);
        break;
    case GATHER_OPERATION_ONNX_GATHER_ELEMENTS:
    case GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS:
    case GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS:
    case GATHER_OPERATION_WEBNN_GATHER_ELEMENTS:
    case GATHER_OPERATION_TORCH_GATHER:
        draw_along(randomness, formula);
        break;
    case GATHER_OPERATION_ONNX_GATHER_ND:
    case GATHER_OPERATION_OPENVINO_GATHER_ND:
    case GATHER_OPERATION_WEBNN_GATHER_ND:
    case GATHER_OPERATION_DIRECTML_GATHER_ND:
    case GATHER_OPERATION_DIRECTML_GATHER_ND1:
        draw_tuples(randomness, formula, most);
        break;
    case GATHER_OPERATION_XLA_GATHER:
        draw_xla_shapes(randomness, formula, most);
        break;
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
        draw_slice(randomness, formula);
        break;
    default:
        break;
    }
    if (formula->operation >= GATHER_OPERATION_DIRECTML_GATHER &&
        formula->operation <= GATHER_OPERATION_DIRECTML_GATHER_ND1)
        pad_directml(randomness, formula);
}

void formula_draw(struct randomness *randomness, int64_t most, struct formula *formula)
{
    static struct formula_answer answer;
    const struct formula_variant *variant =
        &formula_variants[random_below(randomness, formula_variant_count)];
    const int32_t *types;
    do {
        memset(formula, 0, sizeof *formula);
        formula->operation = variant->operation;
        formula->version = variant->version;
        formula->strictness = variant->strictness;
        formula->mode = variant->mode;
        draw_shapes(randomness, formula, most);
        formula_judge(formula, &answer);
    } while (count_of(&formula->indices) > most || count_of(&answer.out) > most ||
             count_of(&formula->data) > most);
    int32_t count = formula_data_types(formula, &types);
    formula->data_type = types[random_below(randomness, count)];
    count = formula_index_types(formula, &types);
    formula->index_type = types[random_below(randomness, count)];
    if (formula_takes_policy(formula) && happens(randomness, 2))
        formula->policy = (int32_t)between(randomness, GATHER_POLICY_ERROR, GATHER_POLICY_SKIP);
    for (int k = 0; k < 16; k++)
        formula->fill[k] = (uint8_t)random_bits(randomness);
}

/* ---- index values -------------------------------------------------------------------------------------- */

/* Visits the indices in row-major order. */
static void step(const struct formula_tensor *tensor, int64_t *index)
{
    for (int32_t d = tensor->rank - 1; d >= 0 && ++index[d] == tensor->sizes[d]; d--)
        index[d] = 0;
}

void formula_legal_values(const struct formula *formula, uint64_t turn, int64_t *values)
{
    int64_t position[GATHER_MAX_RANK] = {0}, count = count_of(&formula->indices);
    for (int64_t n = 0; n < count; n++, step(&formula->indices, position)) {
        struct formula_rule rule = formula_rule_at(formula, position);
        int64_t places = rule.size - rule.window + 1;
        values[n] = places > 0 ? (int64_t)(((uint64_t)n * 5 + turn) % (uint64_t)places) : 0;
    }
}

static int64_t wild_value(struct randomness *randomness)
{
    static const int64_t notable[] = {INT64_MIN,           INT64_MAX, INT32_MIN, INT32_MAX,
                                      INT64_C(1) << 32,    -1,        0,         255,
                                      INT64_C(0xFFFFFFFF), -128,      INT16_MIN, INT64_MIN + 1};
    return happens(randomness, 2) ? notable[random_below(randomness, sizeof notable / sizeof notable[0])]
                                  : between(randomness, -70, 70);
}

void formula_draw_values(struct randomness *randomness, const struct formula *formula, int64_t *values)
{
    int64_t position[GATHER_MAX_RANK] = {0}, count = count_of(&formula->indices);
    int64_t kind = random_below(randomness, 8);
    int64_t bad_once_in = kind < 5 ? 0 : kind < 7 ? count + 1 : 2;
    for (int64_t n = 0; n < count; n++, step(&formula->indices, position)) {
        struct formula_rule rule = formula_rule_at(formula, position);
        int64_t places = rule.size - rule.window + 1;
        values[n] = places > 0 ? random_below(randomness, places) : 0;
        if (bad_once_in > 0 && random_below(randomness, bad_once_in) < 2)
            values[n] = happens(randomness, 2)   ? wild_value(randomness)
                        : happens(randomness, 2) ? rule.size
                                                 : -rule.size - random_below(randomness, 2);
    }
}
