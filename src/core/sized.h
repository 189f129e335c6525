/* SPDX-License-Identifier: Apache-2.0 */
/* Structs of the caller's that grow from release to release: the first field is the size, as the caller knew it. */
#ifndef GATHER_CORE_SIZED_H
#define GATHER_CORE_SIZED_H

#include <stdbool.h>
#include <string.h>

/*
 * Reads a caller's struct, NULL for none, into one of `size` bytes of this library's: what a shorter one lacks is 0, what
 * a longer one has more is not looked at. Returns: false for one that does not begin with a struct's size: less than that
 * field, or no multiple of its alignment, as of a struct that ends inside a pointer.
 */
static inline bool gather__read_sized(void *asked, size_t size, const void *from)
{
    size_t given;
    memset(asked, 0, size);
    if (from == NULL)
        return true;
    memcpy(&given, from, sizeof given);
    if (given < sizeof given || given % _Alignof(size_t) != 0)
        return false;
    memcpy(asked, from, given < size ? given : size);
    return true;
}

#endif
