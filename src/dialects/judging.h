/* SPDX-License-Identifier: Apache-2.0 */
/* What dialects judge in the same way: a call as a whole, attributes, types, ranks, sizes. */
#ifndef GATHER_DIALECTS_JUDGING_H
#define GATHER_DIALECTS_JUDGING_H

#include "core/fail.h"
#include "dialects/known_versions.h"
#include "dialects/lower.h"

/*
 * What nearly always holds is looked at inline, and what is to be said where it does not stands in judging.c: a small
 * gather is judged anew at each call.
 */

/* ---- the call as a whole ------------------------------------------------------------------------- */

/* Fails for a value that is not in low..high. Returns: `status`. */
enum gather_status gather__fail_out_of(enum gather_status status, int64_t value, int64_t low, int64_t high,
                                       const char *operand, struct gather_error *error);

/* Fails as ARGUMENT of a thing that was not given. error: may be NULL. Returns: ARGUMENT. */
enum gather_status gather__fail_missing(struct gather_error *error, const char *name, const char *expected);

/*
 * Two inputs, neither more nor fewer. first, second: their names in errors.
 * Returns: OK; ARGUMENT with the first name that is missing, or `inputs`.
 */
enum gather_status gather__need_two(const struct gather__call *call, const char *first, const char *second,
                                    struct gather_error *error);

/*
 * From `least` to `most` inputs. names: of all of them, in errors.
 * Returns: OK; ARGUMENT with the first name that is missing, or `inputs`.
 */
enum gather_status gather__need_inputs(const struct gather__call *call, const char *const *names,
                                       size_t least, size_t most, struct gather_error *error);

/*
 * The options of CORE-15. has_strict: whether the dialect's page names `strict`.
 * Returns: OK; ARGUMENT of `policy` or `strict`.
 */
enum gather_status gather__need_options(const struct gather_op *op, bool has_strict,
                                        struct gather_error *error);

/*
 * What most dialects judge first: the version, the two inputs, the options.
 * Returns: OK; what `gather__version_check`, `gather__need_two` and `gather__need_options` answer.
 */
static inline enum gather_status gather__need_call(const struct gather__call *call, const char *first,
                                                   const char *second, bool has_strict,
                                                   struct gather_error *error)
{
    enum gather_status status = gather__version_check(call->op, error);
    if (status == GATHER_STATUS_OK && call->input_count != 2)
        status = gather__need_two(call, first, second, error);
    if (status == GATHER_STATUS_OK && (call->op->policy | call->op->strictness) != 0) /* one is not OWN */
        status = gather__need_options(call->op, has_strict, error);
    return status;
}

/* ---- attributes ---------------------------------------------------------------------------------- */

/*
 * An axis that counts from the end if it is negative. axis: receives it in 0..rank-1.
 * Returns: OK; AXIS of `operand`, with the range.
 */
static inline enum gather_status gather__need_axis(int64_t value, int32_t rank, const char *operand,
                                                   int32_t *axis, struct gather_error *error)
{
    if (value < -rank || value >= rank)
        return gather__fail_out_of(GATHER_STATUS_AXIS, value, -rank, rank - 1, operand, error);
    *axis = (int32_t)(value < 0 ? value + rank : value);
    return GATHER_STATUS_OK;
}

/* The attribute `axis` likewise. Data of rank 0 is refused later, and has no axis to be wrong. */
static inline enum gather_status gather__need_axis_of_data(const struct gather__call *call, int32_t *axis,
                                                           struct gather_error *error)
{
    if (call->inputs[0].rank == 0)
        return GATHER_STATUS_OK;
    return gather__need_axis(call->op->axis, call->inputs[0].rank, "axis", axis, error);
}

/* An axis that counts from the front alone. Returns: OK; AXIS of `operand`, with the range. */
enum gather_status gather__need_plain_axis(int64_t value, int32_t rank, const char *operand,
                                           struct gather_error *error);

/* Returns: OK if low <= value <= high; else ARGUMENT of `operand` with value and range. */
static inline enum gather_status gather__need_range(int64_t value, int64_t low, int64_t high,
                                                    const char *operand, struct gather_error *error)
{
    if (value >= low && value <= high)
        return GATHER_STATUS_OK;
    return gather__fail_out_of(GATHER_STATUS_ARGUMENT, value, low, high, operand, error);
}

/* ---- types --------------------------------------------------------------------------------------- */

/* A set of types: bits by `enum gather_dtype`. */
#define GATHER__TYPE(name) (UINT64_C(1) << GATHER_DTYPE_##name)

/* A set of types: the integers of whole bytes. */
#define GATHER__INTEGERS                                                                                     \
    (GATHER__TYPE(I8) | GATHER__TYPE(I16) | GATHER__TYPE(I32) | GATHER__TYPE(I64) | GATHER__TYPE(U8) |       \
     GATHER__TYPE(U16) | GATHER__TYPE(U32) | GATHER__TYPE(U64))

/* Returns: OK if the set has the type; else DTYPE of `operand`. `expected`: the set in words. */
static inline enum gather_status gather__need_type(int32_t dtype, uint64_t set, const char *operand,
                                                   const char *expected, struct gather_error *error)
{
    if ((set >> dtype & 1) != 0)
        return GATHER_STATUS_OK;
    return gather__fail_dtype(error, operand, dtype, GATHER_DTYPE_NONE, expected);
}

/* ---- ranks and sizes ----------------------------------------------------------------------------- */

/* Returns: OK if a layout has dimensions; else RANK of `operand`. */
static inline enum gather_status gather__need_dimensions(const struct gather_layout *layout,
                                                         const char *operand, struct gather_error *error)
{
    if (layout->rank > 0)
        return GATHER_STATUS_OK;
    return gather__fail_out_of(GATHER_STATUS_RANK, 0, 1, GATHER_MAX_RANK, operand, error);
}

/* Returns: OK if the indices have the rank of the data; else RANK of `indices`. */
enum gather_status gather__need_same_rank(const struct gather_layout *data,
                                          const struct gather_layout *indices, struct gather_error *error);

/* Returns: OK if the indices reach no farther than the data off the axis; else SHAPE of `indices`. */
enum gather_status gather__need_sizes_within(const struct gather_layout *data,
                                             const struct gather_layout *indices, int32_t axis,
                                             struct gather_error *error);

/*
 * The length of a tuple, the last size of the indices.
 * Returns: OK; SHAPE of `indices` outside of low..high, or if it is not known: then nor is the output's rank.
 */
enum gather_status gather__need_tuple(const struct gather_layout *indices, int32_t low, int32_t high,
                                      struct gather_error *error);

#endif
