/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every operator gives: one function that judges a call in the order that its page says, infers the
 * shape of the output, and lowers the op to a nest. It touches no element.
 *
 * The helpers below, and those of judging.h, are what these functions are written with. A size may be -1, not
 * known, when a shape is inferred: it agrees with every other, and the nest made of it is never run.
 */
#ifndef GATHER_DIALECTS_LOWER_H
#define GATHER_DIALECTS_LOWER_H

#include "core/computed.h"
#include "core/nest.h"
#include "dialects/sizes.h"

/*
 * A call to be judged. Of the layouts, types, ranks (0 to GATHER_MAX_RANK) and sizes (-1 or more) have been
 * judged, nothing else.
 */
struct gather__call {
    const struct gather_op *op;
    const struct gather_layout *inputs;
    size_t input_count;
    const struct gather_layout *output; /* as the caller gives it; NULL where only a shape is asked for */
};

enum { GATHER__SHAPE_ROOM = 3 * GATHER_MAX_RANK };

/* The output as an operator makes it. A rank above GATHER_MAX_RANK is refused by who called the operator. */
struct gather__shape {
    int32_t dtype;
    int32_t rank;
    int64_t sizes[GATHER__SHAPE_ROOM];
};

/*
 * Judges and lowers. shape: empty at first. nest: as `gather__nest_begin` leaves it.
 * The caller then refuses an output whose rank is above GATHER_MAX_RANK, and one given that does not agree
 * with the shape: DTYPE, RANK, SHAPE of `output`.
 */
#define GATHER__LOWER(name)                                                                                  \
    enum gather_status name(const struct gather__call *call, struct gather__shape *shape,                    \
                            struct gather__nest *nest, struct gather_error *error)

#define X(id, lowering, numbering, first, computation) GATHER__LOWER(gather__##lowering##_lower);
#include "dialects/operations.def"
#undef X

/* All that the library knows of an operator. */
struct gather__operation {
    GATHER__LOWER((*lower));                       /* NULL: there is no such operator */
    const struct gather__computation *computation; /* NULL: elements are moved */
};

/* One row a number of `enum gather_operation`. */
enum { GATHER__OPERATIONS = 80 };
extern const struct gather__operation gather__operations[GATHER__OPERATIONS];

/* ---- shapes -------------------------------------------------------------------------------------- */

/* Appends sizes. What has no room is counted all the same, so that the rank can be refused. */
static inline void gather__shape_add(struct gather__shape *shape, int64_t size)
{
    if (shape->rank < GATHER__SHAPE_ROOM)
        shape->sizes[shape->rank] = size;
    shape->rank++;
}

static inline void gather__shape_add_sizes(struct gather__shape *shape, const int64_t *sizes, int32_t begin,
                                           int32_t end)
{
    for (int32_t d = begin; d < end; d++)
        gather__shape_add(shape, sizes[d]);
}

/* ---- nests --------------------------------------------------------------------------------------- */

/*
 * No component, and every coordinate stays at 0; data is input 0, indices are input 1. Only as many coordinates are set
 * as the inputs have dimensions.
 */
void gather__nest_begin(struct gather__nest *nest, const struct gather__call *call);

/* The coordinate goes with an output dimension, or with one digit of it. */
void gather__follow(struct gather__coordinate *coordinate, int32_t loop);
void gather__follow_part(struct gather__coordinate *coordinate, int32_t loop, struct gather__part part);

/* The coordinate adds a component, or one digit of it. */
void gather__take(struct gather__coordinate *coordinate, int32_t component);
void gather__take_part(struct gather__coordinate *coordinate, int32_t component, struct gather__part part);

/*
 * Adds a component: an index into `size` along `axis`, of windows of `window` elements (1 for single ones).
 * own: the policy of the dialect, an `enum gather_policy`; the op's own goes before it. An empty axis turns
 * clamp and wrap of single elements into an error (CORE-19).
 * Returns: its number.
 */
int32_t gather__add_rule(struct gather__nest *nest, const struct gather_op *op, int32_t axis, int64_t size,
                         int64_t window, bool is_negative, enum gather_policy own);

/*
 * The nest of numpy's take in one dimension of the data: data[:axis] ++ indices ++ data[axis+1:], where the
 * first `batch` dimensions of indices go with those of the data.
 */
void gather__nest_take(struct gather__nest *nest, const struct gather_layout *data,
                       const struct gather_layout *indices, int32_t axis, int32_t batch);

/*
 * The nest of a flat index: the one component, taken apart into the coordinates of the data, row-major.
 * Output dimensions are those of the indices.
 */
void gather__nest_flat(struct gather__nest *nest, const struct gather_layout *data,
                       const struct gather_layout *indices);

/* The nest of GatherElements: o itself, with the component at the axis. Sizes of 1 broadcast if asked for. */
void gather__nest_along(struct gather__nest *nest, const struct gather_layout *data,
                        const struct gather_layout *indices, int32_t axis, bool broadcasts);

/* Where the dimensions of a tuple gather lie: DirectML's are padded in front by sizes of 1, all others' not. */
struct gather__tuples {
    int32_t data_first, indices_first, output_first; /* the first dimension that counts */
    int32_t batch;                                   /* dimensions that all three begin with */
    int32_t count;                                   /* components of a tuple */
};

/*
 * The nest of GatherND but for its rules: batch ++ indices[batch:-1] ++ data[batch+count:], component k along
 * dimension batch + k of the data, the tuple along the last dimension of the indices. A batch size of 1
 * against another repeats.
 */
void gather__nest_nd(struct gather__nest *nest, const struct gather_layout *data,
                     const struct gather_layout *indices, const struct gather__tuples *tuples);

#endif
