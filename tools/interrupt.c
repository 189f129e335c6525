/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that ask the command to end: interrupt.h says what becomes of them. */
#define _XOPEN_SOURCE 700
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

#include "gather/threads.h"
#include "output.h"

/* What ends a process and is neither a crash nor a real-time signal. */
static const int signals[] = {
    SIGINT,    SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
#ifdef SIGPOLL
    SIGPOLL,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
#ifdef SIGEMT
    SIGEMT,
#endif
};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static struct sigaction before[SIGNALS];
static bool caught;
static volatile sig_atomic_t seen;

static _Atomic(struct gather_pool *) cancelled; /* of which a signal ends the work */

static void note(int number)
{
    struct gather_pool *pool = cancelled;
    seen = number;
    if (pool != NULL)
        gather_pool_cancel(pool);
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < SIGNALS && !caught; k++)
        if (sigaction(signals[k], NULL, &before[k]) == 0 && before[k].sa_handler != SIG_IGN)
            sigaction(signals[k], &action, NULL);
    caught = true;
}

void interrupt_cancels(struct gather_pool *pool) { cancelled = pool; }

bool interrupt_seen(void) { return seen != 0; }

void interrupt_end(void)
{
    for (size_t k = 0; k < SIGNALS && caught; k++)
        sigaction(signals[k], &before[k], NULL);
    caught = false;
    if (seen != 0) {
        talk_flush();
        (void)raise(seen);
    }
}
