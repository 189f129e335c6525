/* SPDX-License-Identifier: Apache-2.0 */
/* Structs of the caller's that grow from release to release: the first field is the size, as the caller knew it. */
#ifndef GATHER_API_SIZED_H
#define GATHER_API_SIZED_H

#include <stdbool.h>
#include <string.h>

/*
 * Reads a caller's struct over one of `size` bytes that holds zeros: what a shorter one lacks stays 0, what a longer one
 * has more is not looked at. given: what its first field says. Returns: false for what is no struct's size, less than
 * that field or no multiple of its alignment.
 */
static inline bool gather__read_sized(void *asked, size_t size, const void *from, size_t given)
{
    if (given < sizeof given || given % _Alignof(size_t) != 0)
        return false;
    memcpy(asked, from, given < size ? given : size);
    return true;
}

#endif
