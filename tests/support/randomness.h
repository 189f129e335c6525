/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random numbers for tests, the same on every machine. The seed is printed, and GATHER_TEST_SEED sets
 * another.
 */
#ifndef GATHER_TESTS_RANDOMNESS_H
#define GATHER_TESTS_RANDOMNESS_H

#include <stdint.h>

struct randomness {
    uint64_t state;
};

struct randomness randomness_begin(const char *test);

uint64_t random_bits(struct randomness *randomness);

/* 0..below-1, for below > 0. */
int64_t random_below(struct randomness *randomness, int64_t below);

/* 0..2^62, small ones and large ones alike: of a random number of bits. */
int64_t random_size(struct randomness *randomness);

#endif
