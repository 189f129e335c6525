/* SPDX-License-Identifier: Apache-2.0 */
/* Whether an output is right: run after run is compared with what belongs there, by plain loops (bench_walk.h). */
#include <string.h>

#include "study/bench/bench_walk.h"
#include "study/refuse.h"

/* Whether the run at this position holds what it should. */
static bool is_right(const struct gather__bench_walk *walk)
{
    if (walk->done->family == GATHER_BENCH_SCALED)
        return gather__bench_scaled_is_right(walk);
    const unsigned char *expected = gather__bench_walk_data(walk), *got = gather__bench_walk_output(walk);
    return expected != NULL && memcmp(expected, got, (size_t)walk->run_bytes) == 0;
}

static enum gather_status refuse_position(const struct gather__bench_walk *walk, struct gather_error *error)
{
    gather__refuse(error, GATHER_STATUS_ARGUMENT, "output", "the element that the index names");
    if (error != NULL) {
        error->has = GATHER_ERROR_HAS_POSITION;
        error->rank = walk->done->output.rank;
        memcpy(error->position, walk->position, sizeof walk->position);
    }
    return GATHER_STATUS_ARGUMENT;
}

enum gather_status gather_bench_judge(const struct gather_bench_done *done, struct gather_error *error)
{
    struct gather__bench_walk walk;
    enum gather_status status = gather__bench_walk_begin(&walk, done, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (gather_layout_elements(&done->output) == 0)
        return GATHER_STATUS_OK;
    do {
        if (!is_right(&walk))
            return refuse_position(&walk, error);
    } while (gather__bench_walk_next(&walk));
    return GATHER_STATUS_OK;
}
