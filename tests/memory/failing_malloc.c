/* SPDX-License-Identifier: Apache-2.0 */
/*
 * To be loaded before a program: the allocation of number MALLOC_FAILS_AFTER, from 0, fails, with MALLOC_FAILS_ON all
 * behind it too. Where there was such a one, a byte is written to the descriptor MALLOC_FAILED_TO at the end.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "support/counted_malloc.h"

static long long failing = -1, begin;

__attribute__((constructor)) static void arm(void)
{
    const char *after = getenv("MALLOC_FAILS_AFTER");
    if (after == NULL)
        return;
    failing = strtoll(after, NULL, 10);
    begin = malloc_calls;
    malloc_fails_on = getenv("MALLOC_FAILS_ON") != NULL;
    malloc_fails_after = failing;
}

__attribute__((destructor)) static void tell(void)
{
    const char *descriptor = getenv("MALLOC_FAILED_TO");
    if (failing >= 0 && descriptor != NULL && malloc_calls - begin > failing)
        (void)!write((int)strtol(descriptor, NULL, 10), "x", 1);
}
