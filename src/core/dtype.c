/* SPDX-License-Identifier: Apache-2.0 */
/* Widths, signs and names of element types, all from the list in gather/dtype.h. */
#include "gather/dtype.h"

#include <string.h>

#include "core/dtype_bits.h"
#include "core/text.h"

const uint8_t gather__dtype_bits[GATHER_DTYPE_COUNT] = {0,
#define DTYPE_BITS(id, name, bits, ...) bits,
                                                        GATHER_DTYPE_LIST(DTYPE_BITS)
#undef DTYPE_BITS
};

/* One row a type, one column a world; a column holds names separated by blanks. */
static const char *const names_of[GATHER_DTYPE_COUNT][GATHER_WORLD_COUNT] = {
    {"", "", "", "", "", "", "", "", "", ""},
#define DTYPE_NAMES(id, name, bits, ...) {name, __VA_ARGS__},
    GATHER_DTYPE_LIST(DTYPE_NAMES)
#undef DTYPE_NAMES
};

static bool is_world(int32_t world) { return world >= 0 && world < GATHER_WORLD_COUNT; }

int32_t gather_dtype_bits(int32_t dtype) { return gather__is_dtype(dtype) ? gather__dtype_bits[dtype] : 0; }

bool gather_dtype_is_signed(int32_t dtype) { return dtype >= GATHER_DTYPE_I2 && dtype <= GATHER_DTYPE_I64; }

bool gather_dtype_is_unsigned(int32_t dtype) { return dtype >= GATHER_DTYPE_U2 && dtype <= GATHER_DTYPE_U64; }

size_t gather_dtype_name(int32_t dtype, int32_t world, char *memory, size_t size)
{
    struct gather__text text = gather__text_begin(memory, size);
    if (gather__is_dtype(dtype) && is_world(world))
        for (const char *name = names_of[dtype][world]; *name != '\0' && *name != ' '; name++)
            gather__text_character(&text, *name);
    return gather__text_end(&text);
}

/* Whether `names`, separated by blanks, hold the name of `length` bytes. */
static bool holds_name(const char *names, const char *name, size_t length)
{
    while (*names != '\0') {
        size_t word = strcspn(names, " ");
        if (word == length && memcmp(names, name, length) == 0)
            return true;
        names += word + (names[word] == ' ');
    }
    return false;
}

int32_t gather_dtype_from_name(int32_t world, const char *name, size_t length)
{
    if (!is_world(world) || length == 0)
        return GATHER_DTYPE_NONE;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++)
        if (holds_name(names_of[dtype][world], name, length))
            return dtype;
    return GATHER_DTYPE_NONE;
}
