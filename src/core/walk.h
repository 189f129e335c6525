/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A walk: one step of a plan on its way over a window of its loops.
 *
 *     rows b..e  --window-->  boxes of loops  --evaluated loops, runs-->  additive boxes  --tiles-->  kernels
 *                                             --points, index stage-->  blocks of offsets  --fetch-->
 *
 * A run has been judged before: here nothing can fail, and nothing is allocated.
 */
#ifndef GATHER_CORE_WALK_H
#define GATHER_CORE_WALK_H

#include "core/plan_calls.h"

struct gather__walk {
    const struct gather_plan *plan;
    const struct gather__kernels *kernels;
    const struct gather__step *step;
    const struct gather__loop *loops;
    const struct gather__buffers *buffers;
    uint8_t *out;
    const uint8_t *data;
    const struct gather__reach *reach;                           /* what of `data` may be read */
    bool fills;                                                  /* kernels write `pattern`, not data */
    const uint8_t *pattern;                                      /* of one element */
    int64_t begin[GATHER__MAX_LOOPS], extent[GATHER__MAX_LOOPS]; /* the window */
    int64_t source[GATHER__MAX_LOOPS + GATHER_MAX_RANK + 1];     /* what terms of digits are made of */
    int64_t digit[GATHER__MAX_FLOORS];
    bool stops;      /* nothing is moved once an index is refused */
    int64_t refused; /* indices, so far */
};

/* Whether the output goes past the caches: no cache next to a core keeps it, nor need one. */
static inline bool gather__streams(const struct gather__walk *walk)
{
    const struct gather__buffers *buffers = walk->buffers;
    const struct gather__tuning *tuning = gather__plan_tuning(walk->plan, walk->kernels);
    return !buffers->is_read_soon &&
           gather__is_large_run(walk->plan, gather__kept_bytes(tuning, buffers->is_shared));
}

/* Whether the caches keep a part of an output that goes past them otherwise. */
static inline bool gather__keeps_part(const struct gather__walk *walk)
{
    const struct gather__tuning *tuning = gather__plan_tuning(walk->plan, walk->kernels);
    return !gather__is_large_run(walk->plan, gather__kept_bytes(tuning, true));
}

/* Loops of constant steps, outermost first. */
struct gather__additive {
    int32_t count;
    int64_t extent[GATHER__MAX_LOOPS], out_step[GATHER__MAX_LOOPS], data_step[GATHER__MAX_LOOPS];
};

/* A place in the operands, in units. */
struct gather__place {
    int64_t out, data, indices;
};

/*
 * Last loops that are contiguous in both operands make the block larger. Returns: how many loops are left.
 * width: units of a block.
 */
int32_t gather__grow_block(const struct gather__walk *walk, const struct gather__additive *box,
                           int64_t *width);

/* The next place of the first `count` loops of a box, the innermost first. Returns: false behind the last. */
bool gather__next_place(const struct gather__additive *box, int32_t count, int64_t *index,
                        struct gather__place *place);

/* How a box of loops of constant steps is moved, or filled, wherever it lies. */
struct gather__mover {
    const struct gather__walk *walk;
    const struct gather__additive *box;
    int64_t width;   /* units of a block */
    int32_t count;   /* loops around the block */
    int32_t outside; /* .. and around the tile */
    const struct gather__move_kernel *kernel;
    struct gather__tile tile;
};

void gather__mover_init(struct gather__mover *mover, const struct gather__walk *walk,
                        const struct gather__additive *box);

/* Moves, or fills, the box at a place. */
void gather__mover_move(const struct gather__mover *mover, struct gather__place place);

/*
 * Moves the first `count` loops of a box around blocks of `width`, where its last two cross and others go on with them.
 * Returns: whether it did.
 */
bool gather__move_crossing(const struct gather__walk *walk, const struct gather__additive *box, int32_t count,
                           int64_t width, struct gather__place place);

/* The loops behind the evaluated ones, at the window's begin but for the run loop. */
struct gather__place gather__window_begin(const struct gather__walk *walk, struct gather__additive *box);

/* The value of a digit before it is divided. */
int64_t gather__digit_value(const struct gather__walk *walk, const struct gather__digit *digit);

/* Evaluates digits in order, those that an index's address is made of or all, and adds them to a place. */
void gather__add_digits(struct gather__walk *walk, bool of_indices_alone, struct gather__place *place);

/* Walks the window of a step of kind GATHER: points by blocks, each first judged, then moved. */
void gather__walk_points(struct gather__walk *walk);

/* A piece of the data that is put in the output's order: a step of the same points over it, and how it is made. */
struct gather__piece {
    struct gather__step step;
    int64_t room[(sizeof(struct gather__loop) * GATHER__MAX_LOOPS +
                  sizeof(struct gather__component) * GATHER_MAX_RANK) /
                 sizeof(int64_t)]; /* the step's loops and components, as they stand behind one in a plan */
    struct gather__reach reach;
    struct gather__additive box; /* what is put in order: its output is the piece */
    struct gather__place place;  /* where that begins */
    int64_t bytes;
};

/* The first piece of a whole step, on the stack. Returns: false if it goes over the data as it lies. */
bool gather__first_piece(const struct gather_plan *plan, const struct gather__step *step,
                         struct gather__piece *piece);

/* Walks the window from pieces of the data, where that is worth it. Returns: whether it did. */
bool gather__walk_pieces(struct gather__walk *walk);

/* Walks the window, in whichever order of its points uses the lines of the data while the caches hold them. */
void gather__walk_gather(struct gather__walk *walk);

#endif
