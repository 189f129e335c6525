/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writing text into the caller's memory without the C library's formatting: bounded, and the length of the
 * whole text is known even where it did not fit.
 *
 *     struct gather__text text = gather__text_begin(memory, size);
 *     gather__text_string(&text, "f32[");
 *     gather__text_integer(&text, 3);
 *     length = gather__text_end(&text);         ends the text by NUL, cut if need be
 */
#ifndef GATHER_CORE_TEXT_H
#define GATHER_CORE_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct gather__text {
    char *memory;
    size_t size;   /* of memory */
    size_t length; /* of the text so far, whether it fitted or not */
};

static inline struct gather__text gather__text_begin(char *memory, size_t size)
{
    struct gather__text text = {memory, size, 0};
    return text;
}

void gather__text_character(struct gather__text *text, char character);
void gather__text_string(struct gather__text *text, const char *string);
void gather__text_integer(struct gather__text *text, int64_t value);
void gather__text_unsigned(struct gather__text *text, uint64_t value);

/* Several numbers with a separator between: "2,3,5". */
void gather__text_integers(struct gather__text *text, const int64_t *values, int32_t count,
                           const char *separator);

size_t gather__text_end(struct gather__text *text);

#endif
