/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather position by position, by its definition and plain loops: where each element of the output lies, and the
 * one of the data that belongs there. The judge compares them; the lines that a gather reads come from here too.
 *
 *     take       data[o[..axis], index(o[batch.., axis..]), o[..]]
 *     elements   data[o with o[axis] = index(o)]
 *     tuples     data[o[..batch], index(o, 0..k-1), o[..]]
 *     relayout   data[o]
 *
 * The innermost dimensions that no index moves, and that lie without gaps in both, are one run.
 */
#ifndef GATHER_STUDY_BENCH_WALK_H
#define GATHER_STUDY_BENCH_WALK_H

#include "gather/bench.h"

/* Where the elements of an operand lie, in bytes. */
struct gather__bench_place {
    const unsigned char *first;
    int64_t steps[GATHER_MAX_RANK];
};

struct gather__bench_walk {
    const struct gather_bench_done *done;
    struct gather__bench_place data, indices, output;
    int32_t run_from; /* the first output dimension of a run */
    int64_t run_bytes;
    int32_t components; /* of a tuple */
    int64_t position[GATHER_MAX_RANK];
};

/* Begins at the first position. Returns: OK; UNSUPPORTED for tiles and for elements below a byte. */
enum gather_status gather__bench_walk_begin(struct gather__bench_walk *walk,
                                            const struct gather_bench_done *done, struct gather_error *error);

/* The run of the output at this position, and that of the data; NULL where an index is outside. */
const unsigned char *gather__bench_walk_output(const struct gather__bench_walk *walk);
const unsigned char *gather__bench_walk_data(const struct gather__bench_walk *walk);

/* Goes to the next run. Returns: false behind the last. */
bool gather__bench_walk_next(struct gather__bench_walk *walk);

#endif
