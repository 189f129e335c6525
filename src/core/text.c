/* SPDX-License-Identifier: Apache-2.0 */
/* Writing text into the caller's memory: text.h says how it is used. */
#include "core/text.h"

void gather__text_character(struct gather__text *text, char character)
{
    if (text->length < text->size)
        text->memory[text->length] = character;
    text->length++;
}

void gather__text_string(struct gather__text *text, const char *string)
{
    for (; *string != '\0'; string++)
        gather__text_character(text, *string);
}

void gather__text_unsigned(struct gather__text *text, uint64_t value)
{
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (count > 0)
        gather__text_character(text, digits[--count]);
}

void gather__text_integer(struct gather__text *text, int64_t value)
{
    if (value < 0)
        gather__text_character(text, '-');
    gather__text_unsigned(text, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void gather__text_integers(struct gather__text *text, const int64_t *values, int32_t count,
                           const char *separator)
{
    for (int32_t k = 0; k < count; k++) {
        if (k > 0)
            gather__text_string(text, separator);
        gather__text_integer(text, values[k]);
    }
}

size_t gather__text_end(struct gather__text *text)
{
    if (text->size > 0)
        text->memory[text->length < text->size ? text->length : text->size - 1] = '\0';
    return text->length;
}
