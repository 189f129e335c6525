/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that sleep on a condition until a caller has work, and the `parallel_for` over them.
 *
 * A job lies on its caller's stack. Its chunks are dealt to seats, one a thread: each thread takes its own from the
 * front, the same from job to job, and then others' from the back. Who leaves a job first closes it, as nothing is left
 * to take, and the caller waits only for helpers that joined: work that is done before a helper wakes costs no round
 * trip. In a forked child there are no helpers, and the mutex may be locked for ever: there nothing but the job is
 * touched. The pool remembers the process that made it, to know.
 *
 * A system that wakes a helper likes to do so on the processor that the caller is running on, where it gets no turn
 * before the caller is done, while others idle: so helpers keep off that one.
 *
 * To wake one costs its caller ten microseconds and more, and it comes tens later. So helpers that have done their
 * part watch for more before they sleep, and small work wakes them only when its first chunk has shown that the rest
 * takes longer than that, or when much small work comes close one behind the other, for which they then stay awake.
 */
#define _GNU_SOURCE /* CPU_COUNT, pthread_setaffinity_np */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "gather/threads.h"

enum {
    MAX_THREADS = 1024,
    CHUNKS_PER_THREAD = 16,
    WATCH_TIME = 100000, /* nanoseconds that a thread watches for another one before it sleeps */
    WAKE_TIME = 100000,  /* in which a helper that sleeps comes to work */
    MANY_CLOSE = 8,      /* pieces of small work, each begun while a helper would still watch */
    LOOKS = 32,          /* at what another thread does, before the next at the clock */
    LINE_BYTES = 64      /* that two threads should not write to at once */
};

/* A thread's place at a job. */
struct seat {
    struct gather_pool *pool;
    pthread_t thread;        /* of a helper; the first seat is the caller's */
    _Atomic uint64_t chunks; /* to take: the first in the low half, one behind the last in the high one */
    uint8_t apart[LINE_BYTES - sizeof(void *) - sizeof(pthread_t) - sizeof(uint64_t)]; /* from the next one */
};

struct job {
    const struct gather_pool *pool;
    struct seat *seats;
    uint64_t seat_count;
    void (*task)(void *argument, uint64_t begin, uint64_t end);
    void *argument;
    uint64_t chunks, length, longer; /* the first `longer` chunks have one index more than `length` */
    unsigned cancels;                /* of the pool, when the job began */
};

struct gather_pool {
    pid_t process; /* that made the pool */
    uint32_t helpers;
    uint64_t watch_time; /* WATCH_TIME; 0 where threads have to share processors */
    /* What all threads look at. */
    atomic_uint cancels;
    _Atomic(struct job *) offered; /* that helpers may join */
    atomic_uint working;           /* helpers that joined */
    atomic_uint watching;          /* helpers that are awake without work */
    atomic_bool ending;            /* helpers are to return */
    /* The mutex guards changes of that, and this. */
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* for helpers: a job is offered, or the end */
    pthread_cond_t left; /* for the caller: no helper works on its job any more */
    bool busy;           /* the helpers belong to a caller */
    /* Of the caller that they belong to. */
    uint64_t last_end;    /* when the last work that was offered ended */
    uint32_t close_count; /* pieces of small work that began close behind other */
#ifdef CPU_COUNT
    cpu_set_t allowed; /* processors of the thread that made the pool; none where that is not known */
    int avoided;       /* the one that helpers keep off; -1 if none */
#endif
    struct seat seats[];
};

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }
static bool is_forked(const struct gather_pool *pool) { return getpid() != pool->process; }
static bool is_cancelled(const struct job *job) { return job->pool->cancels != job->cancels; }

/* ---- waiting awake --------------------------------------------------------------------------------- */

static uint64_t nanoseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec; /* bounded: 584 years */
}

static void rest(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

struct patience {
    uint64_t end; /* 0: not begun */
    uint32_t looks;
};

/* Returns: whether to look once more at what another thread is about to do. */
static bool is_patient(struct patience *patience, const struct gather_pool *pool)
{
    rest();
    if (++patience->looks % LOOKS != 0)
        return true;
    uint64_t time = nanoseconds();
    if (patience->end == 0)
        patience->end = time + pool->watch_time;
    return time < patience->end;
}

/* ---- work ------------------------------------------------------------------------------------------ */

/* Even chunks, none shorter than the grain unless the count is; several a thread, so that a slow one holds up
 * little and a cancel is seen soon. */
static void divide(struct job *job, uint64_t count, uint64_t grain, uint32_t threads)
{
    uint64_t most = grain > 0 ? count / grain : count;
    job->chunks = most > 0 ? smaller(most, (uint64_t)threads * CHUNKS_PER_THREAD) : 1;
    job->length = count / job->chunks;
    job->longer = count % job->chunks;
}

static uint64_t range(uint64_t first, uint64_t end) { return end << 32 | first; }

/* Each seat gets as many chunks as another, or one more. */
static void deal(struct job *job, struct seat *seats, uint64_t seat_count)
{
    job->seats = seats;
    job->seat_count = smaller(seat_count, job->chunks);
    for (uint64_t k = 0; k < job->seat_count; k++) {
        const uint64_t first = job->chunks * k / job->seat_count; /* bounded: threads times chunks */
        const uint64_t end = job->chunks * (k + 1) / job->seat_count;
        atomic_store_explicit(&seats[k].chunks, range(first, end), memory_order_relaxed);
    }
}

/* Takes a chunk of a seat, its first or its last. Returns: false if it has none. */
static bool take(struct seat *seat, bool is_first, uint64_t *chunk)
{
    uint64_t before = seat->chunks, first, end;
    do {
        first = before & UINT32_MAX;
        end = before >> 32;
        if (first == end)
            return false;
        *chunk = is_first ? first : end - 1;
    } while (!atomic_compare_exchange_weak(&seat->chunks, &before,
                                           is_first ? range(first + 1, end) : range(first, end - 1)));
    return true;
}

/* Does the next chunk of a thread, which has no seat of its own if chunks are few. Returns: false if there is none. */
static bool work_on(struct job *job, uint64_t number)
{
    uint64_t chunk = 0;
    bool is_taken = number < job->seat_count && !is_cancelled(job) && take(&job->seats[number], true, &chunk);
    for (uint64_t k = 1; !is_taken && k <= job->seat_count && !is_cancelled(job); k++)
        is_taken = take(&job->seats[(number + k) % job->seat_count], false, &chunk);
    if (!is_taken)
        return false;
    uint64_t begin = chunk * job->length + smaller(chunk, job->longer);
    job->task(job->argument, begin, begin + job->length + (chunk < job->longer));
    return true;
}

static void work(struct job *job, uint64_t number)
{
    while (work_on(job, number))
        ;
}

/* ---- helpers --------------------------------------------------------------------------------------- */

/* Watches without the mutex, and then sleeps: until there may be something to do. */
static void watch(struct gather_pool *pool)
{
    struct patience patience = {0};
    pool->watching++;
    pthread_mutex_unlock(&pool->mutex);
    while (pool->offered == NULL && !pool->ending && is_patient(&patience, pool))
        ;
    pthread_mutex_lock(&pool->mutex);
    pool->watching--;
    if (pool->offered == NULL && !pool->ending)
        pthread_cond_wait(&pool->wake, &pool->mutex);
}

static void *help(void *argument)
{
    const struct seat *seat = argument;
    struct gather_pool *pool = seat->pool;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->ending) {
        struct job *job = pool->offered;
        if (job == NULL) {
            watch(pool);
            continue;
        }
        pool->working++;
        pthread_mutex_unlock(&pool->mutex);
        work(job, (uint64_t)(seat - pool->seats));
        pthread_mutex_lock(&pool->mutex);
        pool->offered = NULL;
        if (--pool->working == 0)
            pthread_cond_signal(&pool->left);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* The caller's processor is its own, where there are others for all helpers. Callers seldom change theirs. */
static void keep_off_caller(struct gather_pool *pool)
{
#ifdef CPU_COUNT
    const int here = sched_getcpu();
    if (here == pool->avoided || here < 0 || here >= CPU_SETSIZE ||
        !CPU_ISSET((size_t)here, &pool->allowed) || CPU_COUNT(&pool->allowed) <= (int)pool->helpers)
        return;
    cpu_set_t others = pool->allowed;
    CPU_CLR((size_t)here, &others);
    for (uint32_t i = 1; i <= pool->helpers; i++)
        (void)pthread_setaffinity_np(pool->seats[i].thread, sizeof others, &others);
    pool->avoided = here;
#else
    (void)pool;
#endif
}

/* Returns: whether the helpers now belong to this job, and not to another one. */
static bool offer(struct gather_pool *pool, struct job *job)
{
    pthread_mutex_lock(&pool->mutex);
    bool is_ours = !pool->busy;
    if (is_ours) {
        keep_off_caller(pool);
        deal(job, pool->seats, pool->helpers + 1);
        pool->offered = job;
    }
    pool->busy = true;
    pthread_mutex_unlock(&pool->mutex);
    return is_ours;
}

/* As many helpers as have something to do, beside those that are awake. */
static void wake(struct gather_pool *pool, struct job *job)
{
    uint64_t left = 0;
    for (uint64_t k = 0; k < job->seat_count && left < pool->helpers; k++) {
        const uint64_t chunks = job->seats[k].chunks;
        left += (chunks >> 32) - (chunks & UINT32_MAX); /* bounded: chunks of the job */
    }
    for (uint64_t awake = pool->watching + pool->working; awake < smaller(pool->helpers, left); awake++)
        pthread_cond_signal(&pool->wake);
}

/* Whether much small work comes so close together that a helper, once awake, stays so. */
static bool is_close(struct gather_pool *pool, uint64_t time)
{
    if (time - pool->last_end > pool->watch_time)
        pool->close_count = 0;
    return ++pool->close_count > MANY_CLOSE;
}

/* Does a chunk of small work, and wakes helpers if that is worth it. */
static void try_first(struct gather_pool *pool, struct job *job)
{
    uint64_t begin = nanoseconds();
    bool is_often = is_close(pool, begin);
    if (!is_often)
        work_on(job, 0);
    if (is_often || (nanoseconds() - begin) * job->chunks > WAKE_TIME) /* bounded: centuries */
        wake(pool, job);
}

/* Helpers that joined end soon: to watch for that often saves a sleep. */
static void retire(struct gather_pool *pool)
{
    struct patience patience = {0};
    while (pool->working > 0 && is_patient(&patience, pool))
        ;
    pool->last_end = nanoseconds();
    pthread_mutex_lock(&pool->mutex);
    pool->offered = NULL;
    while (pool->working > 0)
        pthread_cond_wait(&pool->left, &pool->mutex);
    pool->busy = false;
    pthread_mutex_unlock(&pool->mutex);
}

static int parallel_for(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                        void *argument, uint64_t count, uint64_t grain)
{
    struct gather_pool *pool = context;
    struct job job = {.pool = pool, .task = task, .argument = argument, .cancels = pool->cancels};
    struct seat alone;
    if (count == 0)
        return 0;
    divide(&job, count, grain, pool->helpers + 1);
    deal(&job, &alone, 1);
    bool is_shared = pool->helpers > 0 && job.chunks > 1 && !is_forked(pool) && offer(pool, &job);
    bool is_small = grain > 1 && job.length < 2 * grain; /* its chunks are as short as may be */
    if (is_shared && is_small)
        try_first(pool, &job);
    else if (is_shared)
        wake(pool, &job);
    work(&job, 0);
    if (is_shared && is_forked(pool))
        return 1; /* a task forked: what the helpers took is done in the parent, not here */
    if (is_shared)
        retire(pool);
    return is_cancelled(&job);
}

static uint32_t processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = CPU_COUNT(&allowed);
#endif
    return count > 0 ? (uint32_t)smaller((uint64_t)count, MAX_THREADS) : 1;
}

static bool start_helper(struct gather_pool *pool, struct seat *seat)
{
    seat->pool = pool;
    return pthread_create(&seat->thread, NULL, help, seat) == 0;
}

/* As many helpers as the system allows. They leave signals to the program's own threads, but for those that a
 * thread raises by what it does: blocked, these would end the program instead of reaching its handler. */
static void start(struct gather_pool *pool, uint32_t helpers)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&blocked, own[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    while (pool->helpers < helpers && start_helper(pool, &pool->seats[pool->helpers + 1]))
        pool->helpers++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

enum gather_status gather_pool_create(struct gather_pool **pool, uint32_t threads)
{
    if (threads > MAX_THREADS)
        return GATHER_STATUS_ARGUMENT;
    uint32_t helpers = (threads > 0 ? threads : processors()) - 1;
    struct gather_pool *made =
        malloc(sizeof *made + (helpers + 1) * sizeof made->seats[0]); /* bounded: 1024 */
    if (made == NULL)
        return GATHER_STATUS_NO_MEMORY;
    *made = (struct gather_pool){.process = getpid(),
                                 .mutex = PTHREAD_MUTEX_INITIALIZER,
                                 .wake = PTHREAD_COND_INITIALIZER,
                                 .left = PTHREAD_COND_INITIALIZER};
#ifdef CPU_COUNT
    made->avoided = -1;
    if (sched_getaffinity(0, sizeof made->allowed, &made->allowed) != 0)
        CPU_ZERO(&made->allowed);
#endif
    made->watch_time = helpers < processors() ? WATCH_TIME : 0;
    start(made, helpers);
    *pool = made;
    return GATHER_STATUS_OK;
}

void gather_pool_destroy(struct gather_pool *pool)
{
    if (pool != NULL && !is_forked(pool)) {
        pthread_mutex_lock(&pool->mutex);
        pool->ending = true;
        pthread_mutex_unlock(&pool->mutex);
        pthread_cond_broadcast(&pool->wake);
        for (uint32_t i = 1; i <= pool->helpers; i++)
            pthread_join(pool->seats[i].thread, NULL);
        pthread_cond_destroy(&pool->left);
        pthread_cond_destroy(&pool->wake);
        pthread_mutex_destroy(&pool->mutex);
    }
    free(pool);
}

uint32_t gather_pool_size(const struct gather_pool *pool) { return is_forked(pool) ? 1 : pool->helpers + 1; }

struct gather_threads gather_pool_threads(struct gather_pool *pool)
{
    return (struct gather_threads){
        .parallel_for = parallel_for, .context = pool, .count = gather_pool_size(pool)};
}

void gather_pool_cancel(struct gather_pool *pool) { atomic_fetch_add(&pool->cancels, 1); }
