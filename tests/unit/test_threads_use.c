/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A pool in use: cancelled, used by several callers at once and from inside a task, idle, made and ended over
 * and over; which signals its threads leave alone; how many threads it has.
 */
#define _GNU_SOURCE /* sched_setaffinity */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/threads.h"
#include "support/child_process.h"
#include "support/range_marks.h"

enum { SECONDS_TO_LIVE = 300, CALLERS = 4, INDICES = 1000, OFTEN = 100 };

static struct gather_pool *create(uint32_t threads)
{
    struct gather_pool *pool = NULL;
    assert_int_equal(gather_pool_create(&pool, threads), GATHER_STATUS_OK);
    return pool;
}

static int run(struct gather_pool *pool, void (*task)(void *, uint64_t, uint64_t), void *argument,
               uint64_t count)
{
    struct gather_threads threads = gather_pool_threads(pool);
    return threads.parallel_for(threads.context, task, argument, count, 1);
}

static void test_too_many_threads_are_refused(void **state)
{
    struct gather_pool *pool = NULL;
    (void)state;
    assert_int_equal(gather_pool_create(&pool, 1025), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_pool_create(&pool, UINT32_MAX), GATHER_STATUS_ARGUMENT);
    assert_null(pool);
    gather_pool_destroy(NULL);
}

static bool default_is_one_on_one_processor(void *argument)
{
    struct gather_pool *pool = NULL;
    cpu_set_t one;
    size_t first = 0;
    (void)argument;
    if (sched_getaffinity(0, sizeof one, &one) != 0)
        return false;
    while (!CPU_ISSET(first, &one))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0 || gather_pool_create(&pool, 0) != GATHER_STATUS_OK)
        return false;
    bool well = gather_pool_size(pool) == 1;
    gather_pool_destroy(pool);
    return well;
}

static void test_default_is_the_processors_that_may_be_used(void **state)
{
    (void)state;
    assert_true(succeeds_in_child(default_is_one_on_one_processor, NULL));
}

/* Work that waits until it was told to end, and counts the tasks that began. */
struct waiting {
    struct gather_pool *pool;
    atomic_uint began;
    atomic_bool told;
    int answer;
};

static void begin_and_wait(void *argument, uint64_t begin, uint64_t end)
{
    struct waiting *waiting = argument;
    (void)begin;
    (void)end;
    waiting->began++;
    while (!waiting->told)
        usleep(100);
}

static void *run_waiting(void *argument)
{
    struct waiting *waiting = argument;
    waiting->answer = run(waiting->pool, begin_and_wait, waiting, INDICES);
    return NULL;
}

/* One caller has the helpers and the other works alone: both end. */
static void test_cancel_ends_all_work_under_way(void **state)
{
    struct gather_pool *pool = create(3);
    struct waiting waiting[2] = {{.pool = pool, .answer = -1}, {.pool = pool, .answer = -1}};
    pthread_t callers[2];
    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&callers[i], NULL, run_waiting, &waiting[i]), 0);
    while (waiting[0].began == 0 || waiting[1].began == 0)
        usleep(100);
    gather_pool_cancel(pool);
    waiting[0].told = waiting[1].told = true;
    for (int i = 0; i < 2; i++) {
        pthread_join(callers[i], NULL);
        assert_int_equal(waiting[i].answer, 1);
        assert_in_range(waiting[i].began, 1, 3);
    }
    assert_true(ranges_cover_once(gather_pool_threads(pool), INDICES, 1));
    gather_pool_destroy(pool);
}

static void test_cancel_without_work_changes_nothing(void **state)
{
    struct gather_pool *pool = create(2);
    (void)state;
    gather_pool_cancel(pool);
    assert_true(ranges_cover_once(gather_pool_threads(pool), INDICES, 1));
    gather_pool_destroy(pool);
}

struct cancelling {
    struct gather_pool *pool;
    atomic_uint calls;
    atomic_bool is_cancelled;
};

/* Later ones wait for that, so that none ends before it and makes way for more. */
static void cancel_in_the_third(void *argument, uint64_t begin, uint64_t end)
{
    struct cancelling *cancelling = argument;
    const unsigned call = ++cancelling->calls;
    (void)begin;
    (void)end;
    if (call == 3) {
        gather_pool_cancel(cancelling->pool);
        cancelling->is_cancelled = true;
    }
    while (call > 3 && !cancelling->is_cancelled)
        sched_yield();
}

static void test_task_cancels(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        struct cancelling cancelling = {.pool = create(threads)};
        assert_int_equal(run(cancelling.pool, cancel_in_the_third, &cancelling, INDICES), 1);
        assert_in_range(cancelling.calls, 3, 3 + threads - 1);
        gather_pool_destroy(cancelling.pool);
    }
}

/* A handler has no argument. */
static struct gather_pool *interrupted;

static void cancel_in_handler(int number)
{
    (void)number;
    gather_pool_cancel(interrupted);
}

static void raise_interrupt(void *argument, uint64_t begin, uint64_t end)
{
    (void)argument;
    (void)begin;
    (void)end;
    kill(getpid(), SIGUSR1);
}

/* Sent to the process by whichever thread, the signal must reach a handler, on a thread of ours. */
static void test_signal_handler_cancels(void **state)
{
    struct sigaction action = {.sa_handler = cancel_in_handler};
    (void)state;
    interrupted = create(3);
    assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
    assert_int_equal(run(interrupted, raise_interrupt, NULL, INDICES), 1);
    gather_pool_destroy(interrupted);
}

struct masks {
    pthread_barrier_t barrier;
    pthread_t caller;
    atomic_uint helpers, faults;
};

static void look_at_mask(void *argument, uint64_t begin, uint64_t end)
{
    struct masks *masks = argument;
    sigset_t mask;
    (void)begin;
    (void)end;
    pthread_barrier_wait(&masks->barrier);
    if (pthread_equal(pthread_self(), masks->caller))
        return;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    masks->helpers++;
    if (!sigismember(&mask, SIGINT) || !sigismember(&mask, SIGTERM) || !sigismember(&mask, SIGALRM) ||
        sigismember(&mask, SIGSEGV) || sigismember(&mask, SIGBUS) || sigismember(&mask, SIGFPE))
        masks->faults++;
}

static void test_helpers_leave_signals_alone(void **state)
{
    struct masks masks = {.caller = pthread_self()};
    sigset_t before, after;
    (void)state;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    struct gather_pool *pool = create(4);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    for (int number = 1; number <= 31; number++)
        assert_int_equal(sigismember(&before, number), sigismember(&after, number));
    assert_int_equal(pthread_barrier_init(&masks.barrier, NULL, 4), 0);
    assert_int_equal(run(pool, look_at_mask, &masks, 4), 0);
    assert_int_equal(masks.helpers, 3);
    assert_int_equal(masks.faults, 0);
    pthread_barrier_destroy(&masks.barrier);
    gather_pool_destroy(pool);
}

struct nest {
    struct gather_threads threads;
    pthread_barrier_t barrier;
    atomic_uint well;
};

static void meet_and_run_inside(void *argument, uint64_t begin, uint64_t end)
{
    struct nest *nest = argument;
    (void)end;
    pthread_barrier_wait(&nest->barrier);
    for (uint64_t i = 0; i < 100; i++)
        nest->well += ranges_cover_once(nest->threads, 100 + i, begin);
}

/* In a task of each thread, all of them at work. */
static void test_a_task_may_use_its_own_pool(void **state)
{
    struct gather_pool *pool = create(3);
    struct nest nest = {.threads = gather_pool_threads(pool)};
    (void)state;
    assert_int_equal(pthread_barrier_init(&nest.barrier, NULL, 3), 0);
    assert_int_equal(run(pool, meet_and_run_inside, &nest, 3), 0);
    assert_int_equal(nest.well, 300);
    pthread_barrier_destroy(&nest.barrier);
    gather_pool_destroy(pool);
}

static void test_a_second_caller_does_not_wait(void **state)
{
    struct waiting waiting = {.pool = create(2), .answer = -1};
    pthread_t first;
    (void)state;
    assert_int_equal(pthread_create(&first, NULL, run_waiting, &waiting), 0);
    while (waiting.began < 2)
        usleep(100);
    bool well = ranges_cover_once(gather_pool_threads(waiting.pool), INDICES, 1);
    waiting.told = true;
    pthread_join(first, NULL);
    assert_true(well);
    assert_int_equal(waiting.answer, 0);
    gather_pool_destroy(waiting.pool);
}

static void *call_often(void *argument)
{
    struct nest *nest = argument;
    for (uint64_t i = 0; i < 200; i++)
        nest->well += ranges_cover_once(nest->threads, 50 + i, 1);
    return NULL;
}

static void test_several_callers_at_once(void **state)
{
    struct gather_pool *pool = create(3);
    struct nest nest = {.threads = gather_pool_threads(pool)};
    pthread_t callers[CALLERS];
    (void)state;
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&callers[i], NULL, call_often, &nest), 0);
    for (int i = 0; i < CALLERS; i++)
        pthread_join(callers[i], NULL);
    assert_int_equal(nest.well, CALLERS * 200);
    gather_pool_destroy(pool);
}

static void *make_and_end(void *argument)
{
    atomic_uint *well = argument;
    for (uint32_t i = 0; i < 100; i++) {
        struct gather_pool *pool = NULL;
        if (gather_pool_create(&pool, i % 5 + 1) != GATHER_STATUS_OK)
            continue;
        /* every third pool ends before its threads had anything to do */
        *well += i % 3 == 0 || ranges_cover_once(gather_pool_threads(pool), i, 1);
        gather_pool_destroy(pool);
    }
    return NULL;
}

static void test_made_and_ended_over_and_over(void **state)
{
    atomic_uint well = 0;
    pthread_t makers[CALLERS];
    (void)state;
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&makers[i], NULL, make_and_end, &well), 0);
    for (int i = 0; i < CALLERS; i++)
        pthread_join(makers[i], NULL);
    assert_int_equal(well, CALLERS * 100);
}

static int64_t microseconds_used(const struct rusage *usage)
{
    int64_t seconds = usage->ru_utime.tv_sec + usage->ru_stime.tv_sec;
    return seconds * 1000000 + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

struct idling {
    pthread_barrier_t barrier;
    pthread_t caller;
    int64_t microseconds, wakes;
};

/* Not how long it takes, but what it costs: processor time, and how often a thread wakes to look. */
static void measure_sleep(struct idling *idling)
{
    struct rusage before, after;
    usleep(50000);
    getrusage(RUSAGE_SELF, &before);
    usleep(200000);
    getrusage(RUSAGE_SELF, &after);
    idling->microseconds = microseconds_used(&after) - microseconds_used(&before);
    idling->wakes = after.ru_nvcsw - before.ru_nvcsw;
}

static void meet_and_sleep(void *argument, uint64_t begin, uint64_t end)
{
    struct idling *idling = argument;
    (void)begin;
    (void)end;
    pthread_barrier_wait(&idling->barrier);
    if (pthread_equal(pthread_self(), idling->caller))
        measure_sleep(idling);
}

static void check_sleep(const struct idling *idling)
{
    assert_in_range(idling->microseconds, 0, 20000);
    assert_in_range(idling->wakes, 0, 20);
}

static void test_an_idle_pool_sleeps(void **state)
{
    struct gather_pool *pool = create(16);
    struct idling idling = {0};
    (void)state;
    assert_true(ranges_cover_once(gather_pool_threads(pool), INDICES, 1));
    measure_sleep(&idling);
    check_sleep(&idling);
    gather_pool_destroy(pool);
}

/* The helpers have done theirs, the caller is in its last task. */
static void test_helpers_sleep_when_nothing_is_left_to_take(void **state)
{
    struct gather_pool *pool = create(4);
    struct idling idling = {.caller = pthread_self()};
    (void)state;
    assert_int_equal(pthread_barrier_init(&idling.barrier, NULL, 4), 0);
    assert_int_equal(run(pool, meet_and_sleep, &idling, 4), 0);
    check_sleep(&idling);
    pthread_barrier_destroy(&idling.barrier);
    gather_pool_destroy(pool);
}

/* A piece of small work: who does it, and for how long. */
struct small {
    pthread_t caller;
    atomic_uint helped;
};

static void take_microseconds(void *argument, uint64_t begin, uint64_t end)
{
    struct small *small = argument;
    struct timespec from, now;
    (void)begin;
    (void)end;
    if (!pthread_equal(pthread_self(), small->caller))
        small->helped++;
    clock_gettime(CLOCK_MONOTONIC, &from);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - from.tv_sec) * 1000000000 + now.tv_nsec - from.tv_nsec < 5000);
}

/* Two chunks of microseconds: not worth waking anyone, but where many come close together a helper stays awake. */
static void test_much_small_work_is_shared_too(void **state)
{
    struct gather_pool *pool = create(0);
    struct gather_threads threads = gather_pool_threads(pool);
    struct small small = {.caller = pthread_self()};
    (void)state;
    if (gather_pool_size(pool) == 1) {
        gather_pool_destroy(pool);
        puts("skipped: there is one processor");
        skip();
    }
    while (small.helped < OFTEN) /* or the alarm */
        assert_int_equal(threads.parallel_for(threads.context, take_microseconds, &small, 20, 10), 0);
    gather_pool_destroy(pool);
}

/* What is asked of the system is asked of whole pages inside the buffer: the bytes stay what they are. */
static void test_advice_changes_nothing(void **state)
{
    static const uint64_t sizes[] = {0, 1, 4096, (1 << 21) - 1, 1 << 21, 3 << 21, (5 << 21) + 77};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        uint8_t *data = malloc((size_t)sizes[k] + 1);
        assert_non_null(data);
        memset(data, 0x5A, (size_t)sizes[k] + 1);
        if (gather_advise_huge((struct gather_buffer){data, sizes[k]})) /* as the system pleases */
            assert_true(sizes[k] >= 1 << 21); /* but nothing is asked where no page fits */
        for (uint64_t at = 0; at <= sizes[k]; at++)
            if (data[at] != 0x5A)
                fail();
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_advice_changes_nothing),
        cmocka_unit_test(test_too_many_threads_are_refused),
        cmocka_unit_test(test_default_is_the_processors_that_may_be_used),
        cmocka_unit_test(test_cancel_ends_all_work_under_way),
        cmocka_unit_test(test_cancel_without_work_changes_nothing),
        cmocka_unit_test(test_task_cancels),
        cmocka_unit_test(test_signal_handler_cancels),
        cmocka_unit_test(test_helpers_leave_signals_alone),
        cmocka_unit_test(test_a_task_may_use_its_own_pool),
        cmocka_unit_test(test_a_second_caller_does_not_wait),
        cmocka_unit_test(test_several_callers_at_once),
        cmocka_unit_test(test_made_and_ended_over_and_over),
        cmocka_unit_test(test_an_idle_pool_sleeps),
        cmocka_unit_test(test_helpers_sleep_when_nothing_is_left_to_take),
        cmocka_unit_test(test_much_small_work_is_shared_too),
    };
    alarm(SECONDS_TO_LIVE);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
