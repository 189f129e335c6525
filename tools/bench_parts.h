/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the library is measured against, in turns with it: memcpy, a plain loop, and the parts of a gather that none
 * can do without. All work on the operands of one case, by all threads of a way or by the one that calls.
 */
#ifndef GATHER_TOOLS_BENCH_PARTS_H
#define GATHER_TOOLS_BENCH_PARTS_H

#include "bench_rounds.h"

enum { BENCH_PLAN_ROOM = 16384 };

struct bench_timed {
    struct bench_case *made;
    const struct bench_way *way;
    struct gather_threads threads;
    struct gather_buffer room; /* of all threads */
    enum gather_status status; /* of all calls of the library */
    struct gather_error error;
    struct bench_pages source; /* as many bytes as the output has, to copy */
    int64_t plan_memory[BENCH_PLAN_ROOM / sizeof(int64_t)];
};

/* memcpy of as many bytes as the output has: by one thread, and by all. */
void bench_call_copy(struct bench_timed *timed, int64_t times);
void bench_call_copies(struct bench_timed *timed, int64_t times);

/* As many bytes filled: by memset, and past the caches, where that can be said in C. */
void bench_call_fill(struct bench_timed *timed, int64_t times);
void bench_call_stream(struct bench_timed *timed, int64_t times);
bool bench_can_stream(void);

/* The indices, and the lines of the data that the output asks for. */
void bench_call_read(struct bench_timed *timed, int64_t times);

/* A pattern by a plain loop, for the cases that such a loop can do: 8-byte elements, overlapping rows. */
void bench_call_plain(struct bench_timed *timed, int64_t times);
bool bench_is_plain(const struct bench_case *made);

#endif
