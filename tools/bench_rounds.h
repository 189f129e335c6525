/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing: everything that belongs to a row takes turns, round by round, so that what the machine does meanwhile
 * meets all of them alike; each answer of the library's is judged before it is timed.
 */
#ifndef GATHER_TOOLS_BENCH_ROUNDS_H
#define GATHER_TOOLS_BENCH_ROUNDS_H

#include "bench_case.h"
#include "gather/threads.h"

/* How rows are timed. */
struct bench_way {
    int32_t scale, check; /* of the setting */
    bool is_huge;
    int32_t rounds;           /* 0: as many as it takes to be sure, at least 7 */
    struct gather_pool *pool; /* NULL: one thread */
    struct bench_pages
        cold[2]; /* what is copied through the caches to empty them; none: nothing is timed cold */
    int64_t cold_bytes;
};

/*
 * Times a case in a state: the library's run, FUSED beside it, memcpy; of small calls the one-shot and the making of
 * plans too. Returns: OK; what the library or the judge refused; NO_MEMORY.
 */
enum gather_status bench_time_case(struct bench_case *made, const struct bench_way *way, int32_t state,
                                   struct gather_bench_result *result, struct gather_error *error);

/*
 * Times the reading of lines of 64 bytes in random order, into the setting; one line's share. Returns: OK;
 * NO_MEMORY.
 */
enum gather_status bench_time_lines(const struct bench_way *way, struct gather_bench_setting *setting);

#endif
