/* SPDX-License-Identifier: Apache-2.0 */
/* What every fuzz target has: its entry point, and a way to complain. */
#ifndef GATHER_TESTS_FUZZ_TARGET_H
#define GATHER_TESTS_FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Tries one input. Returns: 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where something does not hold. */
static inline void fuzz_must(bool holds, const char *what)
{
    if (holds)
        return;
    (void)fprintf(stderr, "it does not hold that %s\n", what);
    abort();
}

#endif
