/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Embedding bags (compute_bags.c): which rows of the table make up which elements of the output (bags_listed.c).
 *
 *     indices      a b c d e f g h i j k ..      of bags [a b c] [d e] [f g h i] ..
 *     list         a b c d e f g h               where their rows begin, and what they weigh
 *     batch        a b c|d e                     whole bags, or a part of a long one: one call of the kernel
 *     asked for              f g                 while those before them are added up
 */
#ifndef GATHER_CORE_BAGS_H
#define GATHER_CORE_BAGS_H

#include <string.h>

#include "core/computed.h"
#include "core/once.h"

enum {
    GATHER__BAG_LISTED = 512, /* indices of a list, at most */
    GATHER__BAG_PART = 128,   /* rows that are added up in one go, at most */
    GATHER__BAG_SOON = 32     /* rows that are asked for before they are added up, at most */
};

_Static_assert(GATHER__BAG_PART + GATHER__BAG_SOON <= GATHER__BAG_LISTED,
               "a list has a part, and what comes next");

/* What all units of a run have. */
struct gather__bags {
    const struct gather__computed *computed;
    const struct gather__kernels *kernels;
    const struct gather__buffers *buffers;
    const struct gather__index_kernel *reader;
    const struct gather__located *offsets, *fallback, *weights; /* NULL: there is no such operand */
    const uint8_t *offset_bytes, *fallback_bytes, *weight_bytes;
    const uint8_t *even_offsets; /* of 64 bits that lie `offset_step` apart; NULL: they are others */
    int64_t offset_step;
    int64_t count;               /* indices for a bag's to be among: all, or a row of them */
    int32_t line;                /* the first dimension of a line */
    int64_t length;              /* elements of a line */
    int64_t lines, cuts;         /* of a bag, of a line */
    int64_t data_step, out_step; /* bytes from an element of a line to the next; 0 where no number says it */
    int64_t index_step, weight_step; /* bits from one to the next in a bag, where nothing is tiled */
    bool is_one_list; /* where a bag's rows begin is where the next bag's would, and one list has both */
    bool has_batches; /* and many bags are added up in one go */
    bool has_zeros;   /* bags without indices are zeros */
    bool is_mean;
    int64_t end;   /* of the indices that the run's last bag may have */
    int64_t ahead; /* rows that are asked for before they are added up */
};

/* Some elements of a bag. */
struct gather__bag_unit {
    int64_t bag, count;
    int64_t begin, end;          /* its indices, by their number among all bags' */
    int64_t at[GATHER_MAX_RANK]; /* of its first element; begins zeroed */
    bool is_refused;             /* its offsets are none, or the table has no rows */
};

/* Rows by number of their index, begin..end-1. */
struct gather__bag_list {
    int64_t begin, end;
    /* bytes of the data; rows where no number of bytes leads from one to the next */
    int64_t from[GATHER__BAG_LISTED];
    union {
        float floats[GATHER__BAG_LISTED];
        double doubles[GATHER__BAG_LISTED];
        uint64_t integers[GATHER__BAG_LISTED];
    } weights;
};

/* An integer of an operand. */
static inline int64_t gather__bag_integer(const struct gather__bags *bags,
                                          const struct gather__located *operand, const uint8_t *bytes,
                                          int64_t place)
{
    return bags->kernels->index_value(operand->layout.dtype, bytes, gather__bit_of(operand, &place) / 8);
}

/* Where a bag begins among all indices: what its offset says, which may be anything, or behind all bags before it. */
static inline int64_t gather__bag_offset(const struct gather__bags *bags, int64_t bag)
{
    int64_t offset;
    if (bags->offsets == NULL)
        return bag * bags->count; /* bounded: of the indices */
    if (bag == bags->offsets->layout.sizes[0])
        return bags->count;
    if (bags->even_offsets == NULL)
        return gather__bag_integer(bags, bags->offsets, bags->offset_bytes, bag);
    const int64_t at = bag * bags->offset_step; /* bounded: of the offsets */
    memcpy(&offset, bags->even_offsets + at, sizeof offset);
    return gather__keep_value(offset);
}

/* Whether indices begin..end-1 may be a bag's: no index is one of a table without rows. */
static inline bool gather__is_bag(const struct gather__bags *bags, int64_t begin, int64_t end)
{
    return begin >= 0 && begin <= end && (bags->offsets == NULL || end <= bags->count) &&
           (begin == end || bags->computed->nest.rules[0].limit >= 0);
}

/* Where the elements of a unit begin in a row of strided data. */
static inline int64_t gather__bag_row_byte(const struct gather__located *data,
                                           const struct gather__bag_unit *unit, int64_t row)
{
    int64_t bit = data->offset + row * data->steps[0]; /* bounded: inside the data */
    for (int32_t d = 1; d < data->layout.rank; d++)
        bit += unit->at[d] * data->steps[d]; /* bounded: inside the data */
    return bit / 8;
}

/* What a check wants to know. */
void gather__bags_init(struct gather__bags *bags, const struct gather__computed *computed,
                       const struct gather__kernels *kernels, const struct gather__buffers *buffers);

/* And what a run of some units, one at least, wants beside. */
void gather__bags_start(struct gather__bags *bags, const struct gather__share *share);

/* Unit `number` of a run. unit: `at` is zeroed, or another unit's. */
void gather__bags_unit(const struct gather__bags *bags, const struct gather__share *share, int64_t number,
                       struct gather__bag_unit *unit);

/*
 * Lists `rows` of a unit from index `first` on, and what comes behind these, unless that is listed.
 * Returns: whether an index is refused.
 */
bool gather__bags_list(const struct gather__bags *bags, const struct gather__bag_unit *unit, int64_t first,
                       int64_t rows, struct gather__bag_list *list);

/* Of all bags: as a computation wants them. */
int64_t gather__bags_units(const struct gather__computed *computed, int64_t begin, int64_t end);
int64_t gather__bags_cost(const struct gather__computed *computed);

#endif
