/* SPDX-License-Identifier: Apache-2.0 */
/* An integer that another thread changes all the while, from one value to another and back. */
#ifndef GATHER_TESTS_CHANGING_H
#define GATHER_TESTS_CHANGING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct changing {
    void *at;
    size_t width; /* 1, 2, 4 or 8 bytes */
    uint64_t values[2];
    atomic_bool ends;
    pthread_t thread;
};

/* Stores an integer as the other thread does. */
void changing_put(void *at, size_t width, uint64_t value);

void changing_begin(struct changing *self, void *at, size_t width, uint64_t one, uint64_t other);
void changing_end(struct changing *self);

/* The time, by which loops end. */
int64_t changing_milliseconds(void);

#endif
