/* SPDX-License-Identifier: Apache-2.0 */
/* Characters of a text that somebody else made: utf8.h says how it is used. */
#include "study/text/utf8.h"

struct range {
    uint32_t first, last;
};

static bool in_ranges(uint32_t character, const struct range *ranges, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (character >= ranges[k].first && character <= ranges[k].last)
            return true;
    return false;
}

/* Bytes of a character by its first byte, and the least character that may be written with so many. */
static size_t expected_length(unsigned char first, uint32_t *bits, uint32_t *least)
{
    static const struct {
        unsigned char mask, mark;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        if ((first & forms[k].mask) == forms[k].mark) {
            *bits = first & (unsigned char)~forms[k].mask;
            *least = forms[k].least;
            return k + 1;
        }
    }
    return 0;
}

size_t gather__utf8_decode(const char *text, size_t length, uint32_t *character)
{
    uint32_t bits, least;
    size_t count = expected_length((unsigned char)text[0], &bits, &least);
    if (count == 0 || count > length)
        return 0;
    for (size_t k = 1; k < count; k++) {
        unsigned char byte = (unsigned char)text[k];
        if ((byte & 0xc0) != 0x80)
            return 0;
        bits = bits << 6 | (byte & 0x3fU);
    }
    if (bits < least || bits > 0x10ffff || (bits >= 0xd800 && bits <= 0xdfff))
        return 0;
    *character = bits;
    return count;
}

size_t gather__utf8_encode(uint32_t character, char *bytes)
{
    static const unsigned char marks[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    size_t count = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t k = count - 1; k > 0; k--) {
        bytes[k] = (char)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    bytes[0] = (char)(marks[count] | character);
    return count;
}

bool gather__utf8_is_unsafe(uint32_t character)
{
    static const struct range unsafe[] = {
        {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad}, {0x061c, 0x061c},
        {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
        {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff},
    };
    return in_ranges(character, unsafe, sizeof unsafe / sizeof *unsafe);
}

int32_t gather__utf8_columns(uint32_t character)
{
    static const struct range combining[] = {
        {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},
        {0x064b, 0x065f}, {0x093c, 0x093c}, {0x0941, 0x0948}, {0x094d, 0x094d},
        {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
        {0x20d0, 0x20ff}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
    };
    static const struct range wide[] = {
        {0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0x9fff},
        {0xa000, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    if (in_ranges(character, combining, sizeof combining / sizeof *combining))
        return 0;
    return in_ranges(character, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}
