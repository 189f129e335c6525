/* SPDX-License-Identifier: Apache-2.0 */
/* SplitMix64: randomness.h says what for. */
#include "support/randomness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct randomness randomness_begin(const char *test)
{
    const char *given = getenv("GATHER_TEST_SEED");
    struct randomness randomness = {given == NULL ? UINT64_C(20240229) : strtoull(given, NULL, 10)};
    printf("%s: GATHER_TEST_SEED=%" PRIu64 "\n", test, randomness.state);
    return randomness;
}

uint64_t random_bits(struct randomness *randomness)
{
    uint64_t mixed = randomness->state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

int64_t random_below(struct randomness *randomness, int64_t below)
{
    return (int64_t)(random_bits(randomness) % (uint64_t)below);
}

int64_t random_size(struct randomness *randomness)
{
    return (int64_t)(random_bits(randomness) >> (2 + random_below(randomness, 62)));
}
