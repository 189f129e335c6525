/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators that compute their elements instead of moving them:
 *
 *     scaling    out[o] = (data[c] - zero[c / group]) * scale[c / group]              compute_scaled.c
 *     bags       out[n, e] = the sum of data[indices[j], e] * weight[j], j in bag n   compute_bags.c, bags_listed.c
 *     a tree     out[l, n, w]: the step at level l of the walk back from beam w       compute_tree.c
 *
 * Which elements of the data these are, their nest says, as it does of any gather, and so do its rules which indices are
 * refused. A plan has the nest whole, and where each operand's elements lie (struct gather__located): a run goes over the
 * output line by line, in logical order, and asks for addresses. Padding of the output is filled by steps, as ever.
 *
 * An operator's row in its table names its computation, and nothing else does: whoever links without such operators links
 * without this, but for the kernels, of which a table has all.
 */
#ifndef GATHER_CORE_COMPUTED_H
#define GATHER_CORE_COMPUTED_H

#include "core/plan_calls.h"

enum { GATHER__LOCATED_FLOORS = 24, GATHER__LOCATED_TERMS = 64 };

/* floor((constant + terms) / divisor), and how many bits one of it adds: what tiles are made of (core/address.h). */
struct gather__located_floor {
    int64_t constant, divisor, bits;
    int32_t term_begin, term_count;
};

/* A factor of a dimension's index, or of an earlier floor. */
struct gather__located_term {
    int64_t factor;
    int32_t dimension; /* -1: `floor` counts */
    int32_t floor;
};

/* Floors and their terms. */
struct gather__located_tiles {
    struct gather__located_floor floors[GATHER__LOCATED_FLOORS];
    struct gather__located_term terms[GATHER__LOCATED_TERMS];
};

/*
 * Where the elements of an operand lie: bit(i) = offset + sum of i[d] * steps[d], and with tiles the sum of their floors
 * too.
 */
struct gather__located {
    struct gather__reach reach;
    struct gather_layout layout;
    int32_t element_bytes;          /* at each address; 1 for elements below a byte */
    int32_t floor_count;            /* 0: a sum over the dimensions alone */
    int64_t tiles;                  /* bytes from here to the floors, if there are any */
    int64_t offset;                 /* in bits */
    int64_t steps[GATHER_MAX_RANK]; /* in bits; 0 along a size of at most 1 */
};

enum { GATHER__LOCATED_OPERANDS = GATHER_MAX_INPUTS + 1 };

/* What stands behind the steps of a plan that computes. */
struct gather__computed {
    struct gather__nest nest;
    int32_t operation; /* its number in the table of operators */
    int32_t more_count;
    int64_t elements_a_row; /* of the output, in each row of the leading dimension */
    int32_t
        tiled_count; /* of operands with tiles, whose floors stand at the end; no more of these are in a plan */
    int32_t reserved;
    struct gather__located out, data, indices, more[GATHER__MORE_INPUTS];
    struct gather__located_tiles tiles[GATHER__LOCATED_OPERANDS];
};

/* A part of a run. */
struct gather__share {
    int64_t begin, end;  /* rows of the run */
    int64_t first, last; /* of the units that these have */
    const struct gather__tuning *tuning;
};

/* What these operators call their inputs. */
#define GATHER__BLOCK_INPUTS "data", "indices", "scales", "zero_points"
#define GATHER__COMPRESSED_INPUTS "data", "indices", "scale", "zero_point"
#define GATHER__OFFSETS_INPUTS "emb_table", "indices", "offsets", "default_index", "per_sample_weights"
#define GATHER__PACKED_INPUTS "emb_table", "indices", "per_sample_weights"
#define GATHER__TREE_INPUTS "step_ids", "parent_ids", "max_seq_len", "end_token"

struct gather__computation {
    const char *inputs[GATHER_MAX_INPUTS]; /* what errors call them */
    /* For `gather_plan_describe`: which kernel of a table makes the elements, and how. */
    const char *(*kernel)(const struct gather__kernels *kernels);
    const char *reason;
    /* How many units of work rows begin..end-1 have, which threads may share; each writes bytes of its own. */
    int64_t (*units)(const struct gather__computed *computed, int64_t begin, int64_t end);
    /* What all rows cost, in bytes that are read, where these are not about those of the output. NULL: they are. */
    int64_t (*cost)(const struct gather__computed *computed);
    /*
     * Judges what the values of operands must be beyond the rules of indices, which the plan itself checks: before the
     * first store. NULL: nothing. Returns: OK; INDEX_RANGE.
     */
    enum gather_status (*check)(const struct gather__computed *computed,
                                const struct gather__kernels *kernels, const struct gather__buffers *buffers,
                                struct gather_error *error);
    /*
     * Makes the elements of some units. What an operand's values should not be, they may be all the same here, for they
     * may change meanwhile: nothing outside of the operands is touched. Returns: whether there was such a value.
     */
    bool (*compute)(const struct gather__computed *computed, const struct gather__kernels *kernels,
                    const struct gather__buffers *buffers, const struct gather__share *share);
};

extern const struct gather__computation gather__block_scaling;      /* GatherBlockQuantized */
extern const struct gather__computation gather__compressed_scaling; /* GatherCompressed */
extern const struct gather__computation
    gather__bags_of_offsets;                                  /* EmbeddingBagOffsets, with and without Sum */
extern const struct gather__computation gather__bags_of_rows; /* EmbeddingBagPacked, likewise */
extern const struct gather__computation gather__tree_walk;    /* GatherTree */

/* Of a plan that computes; NULL of one that moves. */
static inline const struct gather__computed *gather__plan_computed(const struct gather_plan *plan)
{
    if (plan->computed == 0)
        return NULL;
    return (const struct gather__computed *)(const void *)((const uint8_t *)plan + plan->computed);
}

/*
 * What a plan keeps of its operator and operands. computed: receives it.
 * Returns: OK; OVERFLOW where addresses in bits don't fit; UNSUPPORTED for too many tiles at once.
 */
enum gather_status gather__computed_init(struct gather__computed *computed, const struct gather__work *work,
                                         struct gather_error *error);

/* As `gather__plan_judge`, of a plan that computes. */
enum gather_status gather__computed_judge(const struct gather_plan *plan,
                                          const struct gather__computation *computation,
                                          const struct gather__buffers *buffers, struct gather_error *error);

/* As below, of an operand with tiles. */
int64_t gather__tiled_bit(const struct gather__located *operand, const int64_t *index, int32_t along,
                          int64_t *run);

/* The bit at which the element of an index lies. */
static inline int64_t gather__bit_of(const struct gather__located *operand, const int64_t *index)
{
    int64_t bit = operand->offset, run;
    if (operand->floor_count > 0)
        return gather__tiled_bit(operand, index, -1, &run);
    for (int32_t d = 0; d < operand->layout.rank; d++)
        bit += index[d] * operand->steps[d]; /* bounded: inside the operand */
    return bit;
}

/*
 * Likewise; run: receives how many elements from there on along a dimension lie `steps` of it apart: as many as there can
 * be where nothing is tiled, else those up to a tile's edge.
 */
static inline int64_t gather__run_of(const struct gather__located *operand, const int64_t *index,
                                     int32_t along, int64_t *run)
{
    *run = INT64_MAX;
    return operand->floor_count > 0 ? gather__tiled_bit(operand, index, along, run)
                                    : gather__bit_of(operand, index);
}

/* The index at which element `number` of a shape lies, row-major. */
static inline void gather__index_of(const struct gather_layout *layout, int64_t number, int64_t *index)
{
    for (int32_t d = layout->rank - 1; d >= 0; d--) {
        index[d] = number % layout->sizes[d];
        number /= layout->sizes[d];
    }
}

#endif
