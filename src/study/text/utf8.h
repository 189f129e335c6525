/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Characters of a text that somebody else made: decoded strictly, and judged by what they do to a reader.
 */
#ifndef GATHER_STUDY_TEXT_UTF8_H
#define GATHER_STUDY_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The character at the beginning of `text`. Returns: its bytes, 1 to 4; 0 if no well-formed UTF-8 begins
 * there (overlong forms, surrogates and what lies beyond U+10FFFF are none). length: at least 1.
 */
size_t gather__utf8_decode(const char *text, size_t length, uint32_t *character);

/* Writes a character's UTF-8. bytes: room for 4. Returns: how many. */
size_t gather__utf8_encode(uint32_t character, char *bytes);

/* Whether a character controls something, turns the direction of writing, or breaks a line. */
bool gather__utf8_is_unsafe(uint32_t character);

/* Columns of a terminal that a safe character takes: 0, 1 or 2. */
int32_t gather__utf8_columns(uint32_t character);

#endif
