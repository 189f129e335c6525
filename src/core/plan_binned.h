/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points of a gather whose data lies all over far more memory than a processor has page numbers at hand for: each would
 * wait for the tables of pages, and then for its line. So they are not fetched in the order of their indices, but by where
 * their data lies: the data is cut into parts, each has a bin, and what the index stage found goes there with its place in
 * the output, until a bin is full and its blocks are fetched, side by side in the tables as in the memory.
 *
 *     offsets     70  12  91  15  66  94         bins   0..31   12 > 1, 15 > 3          fetched as one
 *     output       0   1   2   3   4   5               64..95   70 > 0, 91 > 2, 66 > 4, 94 > 5
 *
 * There is no memory of ours to keep bins in: they lie at the end of the output, which is written last, without them.
 */
#ifndef GATHER_CORE_PLAN_BINNED_H
#define GATHER_CORE_PLAN_BINNED_H

#include "core/walk.h"

enum { GATHER__BINS = 256 };

struct gather__bins {
    const struct gather__walk *walk;
    const struct gather__fetch_kernel *kernel;
    int64_t width;    /* bytes of a block */
    int64_t begin;    /* of the output: where the first of the points goes, the others right behind it */
    int64_t points;   /* that go by them */
    int64_t done;     /* of these */
    uint8_t *entries; /* all bins, one after the other */
    int64_t each;     /* entries of a bin */
    int32_t shift;    /* offsets from the data's first byte on that share a bin, as a power of two */
    int32_t local;    /* blocks of points, one after the other, that lie so that bins win nothing */
    int32_t counts[GATHER__BINS];
};

/*
 * Bytes of the blocks of a step whose points may go by bins: each is one block of whole bytes, side by side with the next
 * in the output, in an order of their own. Returns: 0 if they may not.
 */
int64_t gather__binned_block(const struct gather_plan *plan, const struct gather__step *step);

/*
 * The same of a window of it, by the extents of the loops of points: some rows, as each thread has, are not side by side
 * where the output has another dimension outside of them.
 */
int64_t gather__binned_part(const struct gather_plan *plan, const struct gather__step *step,
                            const int64_t *extents);

/* Bytes of the output that a task has at least, if its points are to go by bins; 0: none may. */
int64_t gather__binned_task(const struct gather_plan *plan, const struct gather__kernels *kernels);

/* Whether so many points, each with a block of `width` bytes, may go by bins: whether they wait so long is not asked. */
bool gather__suits_bins(const struct gather__walk *walk, int64_t points, int64_t width);

/* Bins for the first of these points, whose blocks lie side by side in the output, from `begin` on. */
void gather__bins_begin(struct gather__bins *bins, const struct gather__walk *walk, int64_t begin,
                        int64_t points, int64_t width);

/*
 * The next points of these, by their offsets. Returns: false if they lie so that bins win nothing: no more are to come,
 * and the points that are left go without.
 */
bool gather__bins_add(struct gather__bins *bins, const int64_t *offsets, int64_t count);

/* Points that have gone by without bins. */
static inline void gather__bins_skip(struct gather__bins *bins, int64_t count) { bins->done += count; }

/* What is left in them. */
void gather__bins_empty(struct gather__bins *bins);

#endif
