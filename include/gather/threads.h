/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program needs of its system, in a library of its own, libgather_threads: a ready `parallel_for` over pthreads,
 * for libgather itself never starts a thread, and large pages.
 *
 * ```c
 * #include <gather/threads.h>
 *
 * struct gather_pool *pool;
 * if (gather_pool_create(&pool, 0) == GATHER_STATUS_OK) { // 0: as many threads as processors
 *     struct gather_threads threads = gather_pool_threads(pool);
 *     struct gather_run run = {sizeof run, &threads, 0, 0, 0, 0, {NULL, 0}}; // for gather_plan_run, as often as you like
 *     gather_pool_destroy(pool);
 * }
 * ```
 *
 * Idle threads sleep, but for a tenth of a millisecond after work of the pool, in which they watch for more where
 * there are processors for all; what is done sooner than one wakes is not worth waking it. They block all signals but
 * those that a thread raises by what it does (SIGSEGV, SIGBUS..), so handlers run on the program's own threads. Work
 * that is divided is about 16 pieces a thread, none shorter than the grain. Where there are pieces for all threads, each
 * has a part of its own, the same from one such work to the next, for its caches may know it; a thread that has done its
 * own takes the last pieces of others, so a slow thread holds up little.
 */
#ifndef GATHER_THREADS_H
#define GATHER_THREADS_H

#include "gather/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gather_pool;

/*
 * Makes a pool.
 * threads: how many work at once, the caller among them, at most 1024; 0 for one a processor that this
 * process may use. Fewer are used where the system refuses to start more, at the worst the caller alone. Where
 * processors suffice, the other threads keep off the one that the caller is running on.
 * Returns: OK; NO_MEMORY; ARGUMENT for more than 1024. On failure: *pool is untouched.
 * Owns: the caller destroys the pool.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_pool_create(struct gather_pool **pool,
                                                                   uint32_t threads);

/*
 * Ends the pool's threads and frees it; NULL is allowed. In a child process after fork it only frees.
 * Threads: no work of the pool may be under way.
 */
GATHER_API void gather_pool_destroy(struct gather_pool *pool);

/* How many threads work at once, the caller among them: 1 in a child process after fork. */
GATHER_API uint32_t gather_pool_size(const struct gather_pool *pool);

/*
 * The hook for `gather_run.threads`, valid as long as the pool.
 * Returns: a `parallel_for` that answers 0 when all is done, 1 when it was cancelled.
 * Threads: several may use it at once, and a task may use it again: one at a time works in parallel, the
 *   others do their work alone. A child process after fork works on the calling thread alone; work that was
 *   shared with other threads when its task forked answers 1 there, as theirs is not done in the child.
 */
GATHER_API struct gather_threads gather_pool_threads(struct gather_pool *pool);

/*
 * Makes all work that is under way end early, between two calls of its task, and answer 1. Work that begins
 * later is not touched.
 * Threads: any, and signal handlers too.
 */
GATHER_API void gather_pool_cancel(struct gather_pool *pool);

/*
 * Asks the system to hold a buffer in large pages (2 MiB) where they fit into it, best before its memory is first
 * touched: a gather from a table of gigabytes waits mostly for the processor to find pages. The library never asks
 * by itself. Returns: whether it was asked, whatever it then does; false where no such page fits, too.
 */
GATHER_API bool gather_advise_huge(struct gather_buffer buffer);

#ifdef __cplusplus
}
#endif

#endif
