/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text that somebody else made, shown so that it can do no harm; and the caret below the byte of an error.
 *
 * A text is cut into pieces, each a character or a byte that must be escaped. What a piece looks like and how
 * many columns it takes is decided in one place, so that the caret stands where the eye expects it.
 */
#include <string.h>

#include "gather/study.h"
#include "study/text/utf8.h"

struct piece {
    size_t bytes;    /* of the text */
    int32_t columns; /* of the screen */
    char shown[5];   /* ended by NUL */
};

static struct piece piece_at(const char *text, size_t length, bool utf8)
{
    static const char digits[] = "0123456789abcdef";
    struct piece piece = {1, 4, ""};
    uint32_t character;
    size_t count = gather__utf8_decode(text, length, &character);
    if (count > 0 && !gather__utf8_is_unsafe(character) && (utf8 || count == 1)) {
        piece.bytes = count;
        piece.columns = gather__utf8_columns(character);
        memcpy(piece.shown, text, count);
    } else {
        unsigned char byte = (unsigned char)text[0];
        memcpy(piece.shown, "\\x", 2);
        piece.shown[2] = digits[byte >> 4];
        piece.shown[3] = digits[byte & 15];
    }
    return piece;
}

static size_t write_piece(struct gather_writer *writer, const char *text, size_t length, bool utf8)
{
    struct piece piece = piece_at(text, length, utf8);
    gather_write_text(writer, piece.shown);
    return piece.bytes;
}

void gather_write_safe(struct gather_writer *writer, const char *text, size_t length, bool utf8)
{
    for (size_t k = 0; k < length;)
        k += write_piece(writer, text + k, length - k, utf8);
}

enum { CARET_BEFORE = 44, CARET_AFTER = 24 }; /* columns shown on either side of the caret */

static bool continues_character(char byte) { return ((unsigned char)byte & 0xc0) == 0x80; }

/* Goes back from `at` by whole characters, as far as CARET_BEFORE columns reach. */
static size_t window_begin(const char *text, size_t length, size_t at, bool utf8)
{
    size_t begin = at;
    int32_t columns = 0;
    while (begin > 0) {
        size_t previous = begin - 1;
        while (previous > 0 && begin - previous < 4 && continues_character(text[previous]))
            previous--;
        if (piece_at(text + previous, length - previous, utf8).bytes != begin - previous)
            previous = begin - 1; /* no character: a byte by itself */
        columns += piece_at(text + previous, length - previous, utf8).columns;
        if (columns > CARET_BEFORE)
            break;
        begin = previous;
    }
    return begin;
}

void gather_write_caret(struct gather_writer *writer, const char *text, size_t length,
                        const struct gather_error *error, bool utf8)
{
    if (!(error->has & GATHER_ERROR_HAS_AT) || error->at < 0)
        return;
    size_t at = (uint64_t)error->at < length ? (size_t)error->at : length;
    size_t place = window_begin(text, length, at, utf8);
    int32_t before = place > 0 ? 2 : 0, after = 0;
    gather_write_text(writer, place > 0 ? "  .." : "  ");
    while (place < at) {
        before += piece_at(text + place, length - place, utf8).columns;
        place += write_piece(writer, text + place, length - place, utf8);
    }
    while (place < length && after < CARET_AFTER) {
        after += piece_at(text + place, length - place, utf8).columns;
        place += write_piece(writer, text + place, length - place, utf8);
    }
    gather_write_text(writer, place < length ? "..\n" : "\n");
    gather_write_repeated(writer, ' ', (size_t)before + 2);
    gather_write_text(writer, "^\n");
}
