/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which element of the data an output element takes, as each page writes it: formula_gather.h. Here D, I and o
 * are the sizes of data and indices and the index of the output element; r and q are ranks.
 */
#include "support/formula_gather.h"

static void add_value(struct formula_place *place, int32_t dimension)
{
    place->dimension[place->count++] = dimension;
}

/* Entries [begin, end) of an index, one after the other. Returns: how many. */
static int32_t copy(int64_t *to, const int64_t *from, int64_t begin, int64_t end)
{
    int32_t count = 0;
    for (int64_t d = begin; d < end; d++)
        to[count++] = from[d];
    return count;
}

/* out[p ++ i ++ t] = data[p ++ [indices[p[:b] ++ i]] ++ t] */
static void place_take(const struct formula *formula, int64_t a, int64_t b, const int64_t *o,
                       struct formula_place *place)
{
    const int64_t r = formula->data.rank, i = formula->indices.rank - b;
    copy(place->data, o, 0, a);
    place->data[a] = 0;
    copy(place->data + a + 1, o, a + i, a + i + r - a - 1);
    copy(place->at[0], o, 0, b);
    copy(place->at[0] + b, o, a, a + i);
    add_value(place, (int32_t)a);
}

/* out[o] = data[o with o_a replaced by indices[o]]; a size of 1 repeats, if it is broadcast. */
static void place_along(const struct formula *formula, int64_t a, bool repeats, const int64_t *o,
                        struct formula_place *place)
{
    for (int32_t d = 0; d < formula->indices.rank; d++)
        place->at[0][d] = repeats && formula->indices.sizes[d] == 1 ? 0 : o[d];
    for (int32_t d = 0; d < formula->data.rank; d++)
        place->data[d] = d == a || (repeats && formula->data.sizes[d] == 1) ? 0 : o[d];
    add_value(place, (int32_t)a);
}

/*
 * out[n ++ i ++ t] = data[n ++ (indices[n ++ i ++ [0]], ..) ++ t], where the tensors' first dimensions, and the
 * output's, do not count: they are 1.
 */
static void place_tuple(const struct formula *formula, const int32_t first[2], int64_t b, const int64_t *o,
                        struct formula_place *place)
{
    const int64_t *D = formula->data.sizes, *I = formula->indices.sizes;
    const int32_t r = formula->data.rank, q = formula->indices.rank;
    const int32_t k = (int32_t)I[q - 1], tuples = q - 1 - first[1];
    const int32_t begin = first[0] + (int32_t)b; /* of the tuple's dimensions, in the data */
    for (int32_t d = 0; d < r; d++)
        place->data[d] = 0;
    for (int32_t d = 0; d < b; d++)
        place->data[first[0] + d] = D[first[0] + d] == 1 ? 0 : o[d];
    copy(place->data + begin + k, o, tuples, tuples + r - begin - k);
    for (int32_t c = 0; c < k; c++) {
        for (int32_t d = 0; d < q; d++)
            place->at[c][d] = 0;
        for (int32_t d = 0; d < tuples; d++)
            place->at[c][first[1] + d] = d < b && I[first[1] + d] == 1 ? 0 : o[d];
        place->at[c][q - 1] = c;
        add_value(place, begin + c);
    }
}

/* ---- OpenVINO and DirectML ----------------------------------------------------------------------------- */

/* OV-30: version 5 counts the batch as one dimension; taken apart again, the last of its sizes fastest. */
static void place_openvino_nd(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    const int32_t none[2] = {0, 0}, b = (int32_t)formula->batch_dims;
    int64_t apart[2 * GATHER_MAX_RANK] = {0}, batch = o[0];
    if (formula->version == 0 || formula->version >= 8 || b < 2) {
        place_tuple(formula, none, b, o, place);
        return;
    }
    for (int32_t d = b - 1; d >= 0; d--) {
        int64_t size = formula->data.sizes[d] == 1 ? formula->indices.sizes[d] : formula->data.sizes[d];
        apart[d] = batch % size;
        batch /= size;
    }
    copy(apart + b, o, 1, GATHER_MAX_RANK - b);
    place_tuple(formula, none, b, apart, place);
}

/* DML-47: the full index has I - 1 dimensions more in front, where all are 0; with I = 0 one less. */
static void place_directml_take(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    const int64_t D = formula->data.rank, I = formula->indices_count, a = formula->axis;
    int64_t full[2 * GATHER_MAX_RANK] = {0};
    for (int64_t f = 0; f < D - 1 + I; f++)
        full[f] = f - (I - 1) >= 0 ? o[f - (I - 1)] : 0;
    copy(place->data, full, 0, a);
    place->data[a] = 0;
    copy(place->data + a + 1, full, a + I, D - 1 + I);
    for (int64_t d = 0; d < D - I; d++)
        place->at[0][d] = 0;
    copy(place->at[0] + D - I, full, a, a + I);
    add_value(place, (int32_t)a);
}

/* DML-69, of the last R output dimensions. */
static void place_directml_tuple(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    const int64_t D = formula->data.rank, r = formula->data_count, q = formula->indices_count;
    const int64_t b = formula->operation == GATHER_OPERATION_DIRECTML_GATHER_ND1 ? formula->batch_dims : 0;
    const int64_t t = formula->indices.sizes[D - 1], R = q - 1 + r - b - t;
    const int32_t first[2] = {(int32_t)(D - r), (int32_t)(D - q)};
    place_tuple(formula, first, b, o + (D - R), place);
}

/* ---- XLA ----------------------------------------------------------------------------------------------- */

/* XLA-G-8 to -10 */
static void place_xla_gather(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    int32_t window[GATHER_MAX_RANK], which, offset = 0, v = (int32_t)formula->index_vector_dim;
    int32_t rank = formula->indices.rank, batch = 0;
    int32_t offsets = formula_window(formula, window), result = rank - (v < rank) + offsets;
    int64_t at[GATHER_MAX_RANK] = {0};
    for (int32_t d = 0; d < formula->data.rank; d++)
        place->data[d] = 0;
    for (int32_t d = 0; d < result; d++) {
        if (formula_lists(&formula->offset_dims, d, NULL)) {
            place->data[window[offset++]] = o[d];
            continue;
        }
        batch += batch == v;
        at[batch++] = o[d];
    }
    for (int32_t d = 0; d < rank; d++)
        if (formula_lists(&formula->start_indices_batching_dims, d, &which))
            place->data[formula->operand_batching_dims.at[which]] = at[d];
    for (int32_t k = 0; k < formula->start_index_map.count; k++) {
        copy(place->at[k], at, 0, rank);
        if (v < rank)
            place->at[k][v] = k;
        add_value(place, (int32_t)formula->start_index_map.at[k]);
    }
}

static void place_xla_slice(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    copy(place->data, o, 0, formula->data.rank);
    for (int32_t d = 0; d < formula->data.rank; d++) {
        place->at[d][0] = d;
        add_value(place, d);
    }
}

/* ---- numpy and torch ----------------------------------------------------------------------------------- */

static void place_flat(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    int64_t number = o[0];
    if (formula->operation != GATHER_OPERATION_TORCH_TAKE_ALONG_DIM) {
        copy(place->at[0], o, 0, formula->indices.rank);
    } else { /* TORCH-33: the output is flat, the indices are not */
        for (int32_t d = formula->indices.rank - 1; d >= 0; d--) {
            place->at[0][d] = number % formula->indices.sizes[d];
            number /= formula->indices.sizes[d];
        }
    }
    add_value(place, FORMULA_FLAT);
}

/* TORCH-11: an index of rank 0 counts as [1], and so does data (TORCH-12). */
static void place_torch_select(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    const int64_t a = formula_axis(formula);
    copy(place->data, o, 0, formula->data.rank);
    place->at[0][0] = formula->data.rank > 0 ? o[a] : 0;
    place->data[a] = 0;
    add_value(place, formula->data.rank > 0 ? (int32_t)a : FORMULA_FLAT);
}

/* TORCH-24: rank 0 counts as [1] on either side. */
static void place_torch_gather(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    place_along(formula, formula_axis(formula), false, o, place);
    if (formula->data.rank == 0)
        place->dimension[0] = FORMULA_FLAT;
}

/* ---- all ----------------------------------------------------------------------------------------------- */

void formula_place(const struct formula *formula, const int64_t *o, struct formula_place *place)
{
    const int32_t none[2] = {0, 0};
    const int64_t a = formula_axis(formula);
    place->count = 0;
    if (formula->is_flat) {
        place_flat(formula, o, place);
        return;
    }
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_NUMPY_TAKE:
        if (formula->data.rank == 0) { /* NP-9 */
            place_flat(formula, o, place);
            return;
        }
        place_take(formula, a, 0, o, place);
        return;
    case GATHER_OPERATION_ONNX_GATHER:
    case GATHER_OPERATION_WEBNN_GATHER:
    case GATHER_OPERATION_NUMPY_GETITEM:
        place_take(formula, a, 0, o, place);
        return;
    case GATHER_OPERATION_TORCH_EMBEDDING:
        place_take(formula, 0, 0, o, place);
        return;
    case GATHER_OPERATION_OPENVINO_GATHER:
    case GATHER_OPERATION_XLA_TORCH_INDEX_SELECT:
        place_take(formula, a, formula_batch(formula), o, place);
        return;
    case GATHER_OPERATION_ONNX_GATHER_ELEMENTS:
    case GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS:
    case GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS:
    case GATHER_OPERATION_WEBNN_GATHER_ELEMENTS:
        place_along(formula, a, false, o, place);
        return;
    case GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS:
    case GATHER_OPERATION_TORCH_TAKE_ALONG_DIM:
        place_along(formula, a, true, o, place);
        return;
    case GATHER_OPERATION_ONNX_GATHER_ND:
        place_tuple(formula, none, formula->batch_dims, o, place);
        return;
    case GATHER_OPERATION_WEBNN_GATHER_ND:
        place_tuple(formula, none, 0, o, place);
        return;
    case GATHER_OPERATION_OPENVINO_GATHER_ND:
        place_openvino_nd(formula, o, place);
        return;
    case GATHER_OPERATION_DIRECTML_GATHER:
        place_directml_take(formula, o, place);
        return;
    case GATHER_OPERATION_DIRECTML_GATHER_ND:
    case GATHER_OPERATION_DIRECTML_GATHER_ND1:
        place_directml_tuple(formula, o, place);
        return;
    case GATHER_OPERATION_XLA_GATHER:
        place_xla_gather(formula, o, place);
        return;
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
        place_xla_slice(formula, o, place);
        return;
    case GATHER_OPERATION_TORCH_INDEX_SELECT:
        place_torch_select(formula, o, place);
        return;
    case GATHER_OPERATION_TORCH_GATHER:
        place_torch_gather(formula, o, place);
        return;
    default:
        return;
    }
}
