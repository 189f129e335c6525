/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ranges that a pool gives to its task: each index once, for few and many threads, odd counts and grains;
 * and that they are given to several threads at once, to each its own, and others' when it is free. A pool that does
 * not work in parallel hangs here, and the alarm ends it.
 */
#define _DEFAULT_SOURCE /* usleep */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/threads.h"
#include "support/randomness.h"
#include "support/range_marks.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { SECONDS_TO_LIVE = 300, MAX_PIECES = 4096 };

static struct gather_pool *create(uint32_t threads)
{
    struct gather_pool *pool = NULL;
    assert_int_equal(gather_pool_create(&pool, threads), GATHER_STATUS_OK);
    assert_int_equal(gather_pool_size(pool), threads);
    return pool;
}

static void check_ranges(struct gather_threads threads, uint64_t count, uint64_t grain)
{
    if (!ranges_cover_once(threads, count, grain))
        fail_msg("count %llu, grain %llu", (unsigned long long)count, (unsigned long long)grain);
}

static void test_each_index_once(void **state)
{
    static const uint32_t sizes[] = {1, 2, 3, 8, 64};
    static const uint64_t counts[] = {0, 1, 2, 3, 7, 16, 17, 63, 64, 65, 1000, 1023, 1025, 4099};
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        struct gather_pool *pool = create(sizes[s]);
        struct gather_threads threads = gather_pool_threads(pool);
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            const uint64_t grains[] = {0, 1, 2, 5, 64, counts[c], counts[c] + 1, UINT64_MAX};
            for (size_t g = 0; g < COUNT_OF(grains); g++)
                check_ranges(threads, counts[c], grains[g]);
        }
        gather_pool_destroy(pool);
    }
}

static void test_each_index_once_at_random(void **state)
{
    struct randomness randomness = randomness_begin("threads_ranges");
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct gather_pool *pool = create((uint32_t)random_below(&randomness, 20) + 1);
        for (int run = 0; run < 50; run++)
            check_ranges(gather_pool_threads(pool), (uint64_t)random_below(&randomness, 3000),
                         (uint64_t)random_below(&randomness, 100));
        gather_pool_destroy(pool);
    }
}

/* Ranges of a count too large for marks. */
struct pieces {
    atomic_uint count;
    uint64_t begin[MAX_PIECES], end[MAX_PIECES];
};

static void keep_piece(void *argument, uint64_t begin, uint64_t end)
{
    struct pieces *pieces = argument;
    unsigned place = pieces->count++;
    if (place < MAX_PIECES) {
        pieces->begin[place] = begin;
        pieces->end[place] = end;
    }
}

/* The end of the piece that begins at `begin`; 0 if there is none. */
static uint64_t end_of_piece(const struct pieces *pieces, uint64_t begin)
{
    for (unsigned i = 0; i < pieces->count; i++)
        if (pieces->begin[i] == begin)
            return pieces->end[i];
    return 0;
}

static void check_pieces(struct gather_threads threads, uint64_t count, uint64_t grain)
{
    struct pieces pieces = {0};
    uint64_t reached = 0;
    assert_int_equal(threads.parallel_for(threads.context, keep_piece, &pieces, count, grain), 0);
    assert_in_range(pieces.count, 1, MAX_PIECES);
    for (unsigned i = 0; i < pieces.count; i++) {
        uint64_t end = end_of_piece(&pieces, reached);
        assert_true(end > reached);
        assert_true(end - reached >= grain || count < grain);
        reached = end;
    }
    assert_true(reached == count);
}

static void test_counts_near_the_end_of_64_bits(void **state)
{
    static const uint64_t grains[] = {0, 1, UINT64_MAX / 3, UINT64_MAX - 1, UINT64_MAX};
    struct gather_pool *pool = create(8);
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grains); g++) {
        check_pieces(gather_pool_threads(pool), UINT64_MAX, grains[g]);
        check_pieces(gather_pool_threads(pool), UINT64_MAX - 1, grains[g]);
    }
    gather_pool_destroy(pool);
}

static void meet(void *argument, uint64_t begin, uint64_t end)
{
    (void)begin;
    (void)end;
    pthread_barrier_wait(argument);
}

static void test_all_threads_work_at_once(void **state)
{
    static const uint32_t sizes[] = {2, 3, 8, 64};
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        struct gather_pool *pool = create(sizes[s]);
        struct gather_threads threads = gather_pool_threads(pool);
        pthread_barrier_t barrier;
        assert_int_equal(pthread_barrier_init(&barrier, NULL, sizes[s]), 0);
        for (int run = 0; run < 20; run++)
            assert_int_equal(threads.parallel_for(threads.context, meet, &barrier, sizes[s], 1), 0);
        pthread_barrier_destroy(&barrier);
        gather_pool_destroy(pool);
    }
}

enum { PARTS = 8, PIECES = 2 * PARTS };

struct gathering {
    pthread_barrier_t all;
    pthread_t thread[PIECES]; /* that worked on each piece */
    int turn[PIECES];         /* as which of its own */
};

static _Thread_local int pieces_done;

static void note_thread(void *argument, uint64_t begin, uint64_t end)
{
    struct gathering *gathering = argument;
    for (uint64_t k = begin; k < end; k++) {
        gathering->thread[k] = pthread_self();
        gathering->turn[k] = pieces_done++;
    }
    pthread_barrier_wait(&gathering->all);
}

/* Its caches may know it. All threads meet at each piece, so that none does what is another one's. */
static void test_each_thread_has_the_same_part(void **state)
{
    struct gather_pool *pool = create(PARTS);
    struct gather_threads threads = gather_pool_threads(pool);
    struct gathering first, again;
    (void)state;
    assert_int_equal(pthread_barrier_init(&first.all, NULL, PARTS), 0);
    assert_int_equal(pthread_barrier_init(&again.all, NULL, PARTS), 0);
    assert_int_equal(threads.parallel_for(threads.context, note_thread, &first, PIECES, 1), 0);
    assert_true(pthread_equal(first.thread[0], pthread_self()));
    for (int run = 0; run < 20; run++) {
        assert_int_equal(threads.parallel_for(threads.context, note_thread, &again, PIECES, 1), 0);
        for (int k = 0; k < PIECES; k++)
            assert_true(pthread_equal(first.thread[k], again.thread[k]));
        for (int k = 0; k < PIECES; k += 2) /* two beside each other, the first of them first */
            assert_true(pthread_equal(again.thread[k], again.thread[k + 1]) &&
                        again.turn[k + 1] == again.turn[k] + 1);
    }
    pthread_barrier_destroy(&first.all);
    pthread_barrier_destroy(&again.all);
    gather_pool_destroy(pool);
}

static void wait_for_the_others(void *argument, uint64_t begin, uint64_t end)
{
    atomic_uint *done = argument;
    while (begin == 0 && *done < 15)
        usleep(100);
    *done += (unsigned)(end - begin);
}

/* The task of index 0 ends last: the other 15 must go to the other thread, whatever a fair share would be. */
static void test_a_free_thread_takes_what_is_left(void **state)
{
    struct gather_pool *pool = create(2);
    struct gather_threads threads = gather_pool_threads(pool);
    (void)state;
    for (int run = 0; run < 20; run++) {
        atomic_uint done = 0;
        assert_int_equal(threads.parallel_for(threads.context, wait_for_the_others, &done, 16, 1), 0);
        assert_int_equal(done, 16);
    }
    gather_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_index_once),
        cmocka_unit_test(test_each_index_once_at_random),
        cmocka_unit_test(test_counts_near_the_end_of_64_bits),
        cmocka_unit_test(test_all_threads_work_at_once),
        cmocka_unit_test(test_each_thread_has_the_same_part),
        cmocka_unit_test(test_a_free_thread_takes_what_is_left),
    };
    alarm(SECONDS_TO_LIVE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
