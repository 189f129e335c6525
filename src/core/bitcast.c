/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a reshape or a transpose moves nothing (XLA-49), decided by comparing address maps.
 *
 * Both layouts' cells are written over the same variables: the coordinates of `from` for a transpose, the
 * linear index for a reshape. Where compare.h finds no answer the question is given up rather than guessed.
 */
#include <assert.h>

#include "core/compare.h"
#include "core/fail.h"
#include "core/geometry.h"

/* Writes the answer where there is one. */
static enum gather_status answer_by(enum gather__verdict verdict, bool *answer, struct gather_error *error)
{
    if (verdict == GATHER__UNDECIDED)
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "layout",
                            "tiles that are more alike, or fewer elements");
    *answer = verdict == GATHER__SAME;
    return GATHER_STATUS_OK;
}

static bool same_storage(const struct gather_layout *a, const struct gather_layout *b)
{
    return a->dtype == b->dtype && a->cell_bits == b->cell_bits &&
           gather_layout_cells(a) == gather_layout_cells(b);
}

enum gather_status gather_layout_reshape_is_bitcast(const struct gather_layout *from,
                                                    const struct gather_layout *to, bool *answer,
                                                    struct gather_error *error)
{
    struct gather__map map;
    struct gather__value linear, coordinate[GATHER_MAX_RANK], from_cell, to_cell;
    int64_t elements = gather_layout_elements(from), last = elements - 1;
    bool same_counts = elements == gather_layout_elements(to) && same_storage(from, to);
    if (!same_counts || elements == 0) {
        *answer = same_counts;
        return GATHER_STATUS_OK;
    }
    gather__map_init(&map, 1, &last);
    gather__map_variable(&map, 0, &linear);
    if (!gather__map_digits(&map, &linear, from->rank, from->sizes, coordinate) ||
        !gather__map_cell(&map, from, coordinate, &from_cell) ||
        !gather__map_digits(&map, &linear, to->rank, to->sizes, coordinate) ||
        !gather__map_cell(&map, to, coordinate, &to_cell))
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "layout", "fewer tiles in fewer dimensions");
    return answer_by(gather__map_compare(&map, &from_cell, &to_cell), answer, error);
}

static enum gather_status check_permutation(const struct gather_layout *from, const int64_t *permutation,
                                            int32_t count, struct gather_error *error)
{
    const enum gather_status refusal = GATHER_STATUS_ARGUMENT;
    static const char expected[] = "each dimension's number once";
    uint32_t seen = 0;
    if (count != from->rank)
        return gather__fail_length(error, gather__fail(error, refusal, "perm", expected), count, from->rank,
                                   from->rank);
    for (int64_t k = 0; k < count; k++) {
        if (permutation[k] < 0 || permutation[k] >= count || (seen >> permutation[k] & 1) != 0) {
            gather__fail_position(error, gather__fail(error, refusal, "perm", expected), 1, &k);
            return gather__fail_given(error, refusal, permutation[k]);
        }
        seen |= UINT32_C(1) << permutation[k];
    }
    return GATHER_STATUS_OK;
}

/* Whether the sizes of `to` are those of `from`, permuted. */
static bool permutes_sizes(const struct gather_layout *from, const struct gather_layout *to,
                           const int64_t *permutation)
{
    for (int32_t k = 0; k < to->rank; k++)
        if (to->sizes[k] != from->sizes[permutation[k]])
            return false;
    return true;
}

enum gather_status gather_layout_transpose_is_bitcast(const struct gather_layout *from,
                                                      const struct gather_layout *to,
                                                      const int64_t *permutation, int32_t count, bool *answer,
                                                      struct gather_error *error)
{
    struct gather__map map;
    struct gather__value coordinate[GATHER_MAX_RANK], from_cell, to_cell;
    enum gather_status status = check_permutation(from, permutation, count, error);
    if (status != GATHER_STATUS_OK)
        return status;
    bool same_counts =
        from->rank == to->rank && same_storage(from, to) && permutes_sizes(from, to, permutation);
    if (!same_counts || !gather__has_elements(from)) {
        *answer = same_counts;
        return GATHER_STATUS_OK;
    }
    gather__map_layout(&map, from, &from_cell);
    for (int32_t k = 0; k < count; k++)
        gather__map_variable(&map, (int32_t)permutation[k], &coordinate[k]);
    bool room = gather__map_cell(&map, to, coordinate, &to_cell);
    assert(room); /* two layouts have at most 20 bounds each, each one floor */
    (void)room;
    return answer_by(gather__map_compare(&map, &from_cell, &to_cell), answer, error);
}
