/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather position by position, by its definition and plain loops: where each element of the output lies, and the
 * one of the data that belongs there. The judge compares them; the lines that a gather reads come from here too.
 *
 *     take       data[o[..axis], index(o[batch.., axis..]), o[..]]
 *     elements   data[o with o[axis] = index(o)]
 *     tuples     data[o[..batch], index(o, 0..k-1), o[..]]
 *     relayout   data[o]
 *     scaled     as take, of rows: (number - zero) * scale for each of their numbers
 *
 * The innermost dimensions that no index moves, and that lie without gaps in both, are one run; of what is scaled a row
 * is one.
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
    struct gather__bench_place data, indices, output, scales;
    int32_t run_from;              /* the first output dimension of a run */
    int64_t run_bytes, read_bytes; /* of a run: in the output, in the data */
    int32_t components;            /* of a tuple */
    int64_t position[GATHER_MAX_RANK];
};

/*
 * Begins at the first position. Returns: OK; UNSUPPORTED for tiles, for elements below a byte, and for scaled numbers
 * but those that bench.h names.
 */
enum gather_status gather__bench_walk_begin(struct gather__bench_walk *walk,
                                            const struct gather_bench_done *done, struct gather_error *error);

/* The run of the output at this position, and that of the data; NULL where an index is outside. */
const unsigned char *gather__bench_walk_output(const struct gather__bench_walk *walk);
const unsigned char *gather__bench_walk_data(const struct gather__bench_walk *walk);

/* Likewise the scales of a run. */
const unsigned char *gather__bench_walk_scales(const struct gather__bench_walk *walk);

/* Goes to the next run. Returns: false behind the last. */
bool gather__bench_walk_next(struct gather__bench_walk *walk);

/* What is scaled (bench_scaled.c): whether its layouts are those that are known, and whether a run is right. */
bool gather__bench_scaled_is_known(const struct gather__bench_walk *walk);
bool gather__bench_scaled_is_right(const struct gather__bench_walk *walk);

#endif
