/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operator straight from the formula on its page, for tests: logical indices, one element at a time, no
 * layouts, no strides, no nest. It shares no code with src/.
 *
 *     struct formula formula = {.operation = GATHER_OPERATION_ONNX_GATHER, .axis = 1, ..};
 *     formula_judge(&formula, &answer);              what the page says of ranks, sizes and attributes
 *     formula_gather(&formula, values, &answer);     and of these indices: which element goes where
 */
#ifndef GATHER_TESTS_FORMULA_GATHER_H
#define GATHER_TESTS_FORMULA_GATHER_H

#include <stdbool.h>

#include "gather/op.h"

enum {
    FORMULA_MAX_ELEMENTS = 1 << 16, /* of an output, and of indices */
    FORMULA_FLAT = -1               /* in place of a dimension: all of them, in row-major order */
};

/* What an output element becomes, in place of the number of an element of the data. */
enum { FORMULA_ZERO = -1, FORMULA_FILL = -2, FORMULA_KEEP = -3 };

struct formula_tensor {
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
};

/* A call: an operator with its attributes, as the caller gives them, and what its operands are. */
struct formula {
    int32_t operation;  /* an `enum gather_operation` */
    int32_t version;    /* as in `struct gather_op` */
    int32_t policy;     /* an `enum gather_policy` */
    int32_t strictness; /* an `enum gather_strictness` */
    int32_t mode;       /* of numpy's take: ERROR, WRAP or CLAMP of `enum gather_policy` */
    bool is_flat;       /* no axis */
    int64_t axis, batch_dims;
    int64_t data_count,
        indices_count; /* DirectML's InputDimensionCount; IndicesDimensionCount, IndexDimensions */
    int64_t index_vector_dim;
    struct gather_numbers offset_dims, collapsed_slice_dims, start_index_map;
    struct gather_numbers operand_batching_dims, start_indices_batching_dims, slice_sizes;
    struct formula_tensor data, indices;
    int32_t data_type, index_type; /* an `enum gather_dtype` */
    uint8_t fill[16];              /* of the policy FILL: an element as it lies in memory */
};

/* What comes of a call. */
struct formula_answer {
    enum gather_status status;
    const char *operand; /* of an error; NULL where the page leaves it open */
    int32_t axis;        /* of an index error, as all below */
    int64_t position[GATHER_MAX_RANK];
    int64_t value, low, high;
    struct formula_tensor out;
    int64_t count;                      /* of the output's elements */
    int32_t from[FORMULA_MAX_ELEMENTS]; /* of each: the number of the data's element, or FORMULA_ZERO, .. */
};

/* Judges everything but index values. Fills in status, operand and, where it is OK, the output's shape. */
void formula_judge(const struct formula *formula, struct formula_answer *answer);

/*
 * Judges index values and says where every element comes from. answer: as `formula_judge` left it, with OK.
 * values: of the elements of indices, in row-major order, each widened by its type; of u64, its bits.
 */
void formula_gather(const struct formula *formula, const int64_t *values, struct formula_answer *answer);

/* Whether an integer type has no negative values. */
bool formula_is_unsigned(int32_t dtype);

/* ---- between the files of the evaluator ------------------------------------------------------------ */

/* An axis that counts from the end; the batch dimensions of OpenVINO's Gather, which do so in the indices. */
int64_t formula_axis(const struct formula *formula);
int64_t formula_batch(const struct formula *formula);

/* The dimensions of the data that XLA's window moves in: neither collapsed nor of a batch. Returns: how many. */
int32_t formula_window(const struct formula *formula, int32_t *dimensions);

/* Whether a number stands in a list; at which place, if `place` is not NULL. */
bool formula_lists(const struct gather_numbers *list, int64_t number, int32_t *place);

/* The element of the data that an output element takes: part of its index, and values to be added to it. */
struct formula_place {
    int64_t data[GATHER_MAX_RANK];
    int32_t count;                                /* of index values */
    int32_t dimension[GATHER_MAX_RANK];           /* of the data, that each is added to; or FORMULA_FLAT */
    int64_t at[GATHER_MAX_RANK][GATHER_MAX_RANK]; /* where in the indices each stands */
};
void formula_place(const struct formula *formula, const int64_t *o, struct formula_place *place);

/* Which dimension of the data a value judges itself in, and how wide its window is there. */
struct formula_rule {
    int32_t dimension; /* or FORMULA_FLAT */
    int64_t size, window;
};
struct formula_rule formula_rule_at(const struct formula *formula, const int64_t *position);

#endif
