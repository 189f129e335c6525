/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Element types of a GGUF file. A block type keeps so many numbers of a row together in so many bytes, scales
 * included; a type of single numbers is a block of one.
 */
#ifndef GATHER_IO_GGUF_TYPE_H
#define GATHER_IO_GGUF_TYPE_H

#include "gather/dtype.h"

struct gather__gguf_type {
    const char *name; /* "Q4_0"; NULL for a type that later versions took back */
    int32_t dtype;    /* NONE for a block type */
    int32_t block;    /* numbers in a block */
    int32_t bytes;    /* of a block */
};

/* The row of a type's number. Returns: NULL for a number that nobody knows. */
const struct gather__gguf_type *gather__gguf_type_find(uint32_t number);

#endif
