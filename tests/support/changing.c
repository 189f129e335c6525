/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "support/changing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <time.h>

#include <cmocka.h>

void changing_put(void *at, size_t width, uint64_t value)
{
    if (width == 1)
        *(volatile uint8_t *)at = (uint8_t)value;
    else if (width == 2)
        *(volatile uint16_t *)at = (uint16_t)value;
    else if (width == 4)
        *(volatile uint32_t *)at = (uint32_t)value;
    else
        *(volatile uint64_t *)at = value;
}

static void *change(void *argument)
{
    struct changing *self = argument;
    while (!atomic_load_explicit(&self->ends, memory_order_relaxed))
        for (int k = 0; k < 100; k++)
            changing_put(self->at, self->width, self->values[k % 2]);
    return NULL;
}

void changing_begin(struct changing *self, void *at, size_t width, uint64_t one, uint64_t other)
{
    *self = (struct changing){.at = at, .width = width, .values = {one, other}};
    atomic_init(&self->ends, false);
    assert_int_equal(pthread_create(&self->thread, NULL, change, self), 0);
}

void changing_end(struct changing *self)
{
    atomic_store(&self->ends, true);
    pthread_join(self->thread, NULL);
}

int64_t changing_milliseconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
