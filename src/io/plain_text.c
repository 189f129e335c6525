/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8, byte by byte: the first byte of a character says how many follow and what the second may be. */
#include "io/plain_text.h"

#include <stdint.h>

/* First bytes from `first` to `last`: so many follow, the next of them from `low` to `high`. */
static const struct lead {
    uint8_t first, last, following, low, high;
} leads[] = {
    {0x01, 0x7F, 0, 0, 0},       {0xC2, 0xDF, 1, 0x80, 0xBF}, {0xE0, 0xE0, 2, 0xA0, 0xBF},
    {0xE1, 0xEC, 2, 0x80, 0xBF}, {0xED, 0xED, 2, 0x80, 0x9F}, {0xEE, 0xEF, 2, 0x80, 0xBF},
    {0xF0, 0xF0, 3, 0x90, 0xBF}, {0xF1, 0xF3, 3, 0x80, 0xBF}, {0xF4, 0xF4, 3, 0x80, 0x8F},
};

static const struct lead *find_lead(uint8_t byte)
{
    for (size_t k = 0; k < sizeof leads / sizeof leads[0]; k++)
        if (byte >= leads[k].first && byte <= leads[k].last)
            return &leads[k];
    return NULL;
}

static bool follows(const uint8_t *bytes, const struct lead *lead)
{
    for (int k = 0; k < lead->following; k++) {
        uint8_t low = k == 0 ? lead->low : 0x80, high = k == 0 ? lead->high : 0xBF;
        if (bytes[k] < low || bytes[k] > high)
            return false;
    }
    return true;
}

bool gather__is_plain_text(const char *bytes, size_t count)
{
    const uint8_t *next = (const uint8_t *)bytes;
    while (count > 0) {
        const struct lead *lead = find_lead(*next);
        if (lead == NULL || lead->following >= count || !follows(next + 1, lead))
            return false;
        next += lead->following + 1;
        count -= (size_t)lead->following + 1;
    }
    return true;
}
