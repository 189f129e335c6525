/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Order letters, LAY-20: f32[1,3,4,4]NHWC. The sizes always stand as N C D H W, as far as there are such; the
 * letters give the order in memory, slowest first.
 */
#include <string.h>

#include "core/fail.h"
#include "core/geometry.h"
#include "spell/spell.h"

/* The letters of the dimensions 0, 1, .. at a rank; NULL at another rank. */
static const char *letters_of_rank(int32_t rank)
{
    return rank == 3 ? "NCW" : rank == 4 ? "NCHW" : rank == 5 ? "NCDHW" : NULL;
}

bool gather__starts_order(const struct gather__scan *scan)
{
    struct gather__word word = gather__scan_word(scan);
    for (size_t k = 0; k < word.length; k++)
        if (!gather__is_capital(scan->text[word.at + k]))
            return false;
    return word.length > 0;
}

/* The memory order that a word says. Returns: whether it is a permutation of the letters of the rank. */
static bool set_order(struct gather_layout *layout, const char *word, size_t length)
{
    const char *letters = letters_of_rank(layout->rank);
    uint32_t seen = 0;
    if (letters == NULL || length != strlen(letters))
        return false;
    for (size_t k = 0; k < length; k++) {
        const char *letter = strchr(letters, word[k]);
        if (letter == NULL)
            return false;
        seen |= UINT32_C(1) << (letter - letters);
        layout->minor_to_major[length - 1 - k] = (uint8_t)(letter - letters);
    }
    return seen == (UINT32_C(1) << length) - 1;
}

enum gather_status gather__read_order(struct gather__reading *reading)
{
    struct gather__word word = gather__scan_word(&reading->scan);
    gather__scan_pass(&reading->scan, word);
    enum gather_status status = gather__scan_end(&reading->scan, "the end");
    if (status != GATHER_STATUS_OK)
        return status;
    gather__set_row_major(&reading->layout);
    bool set = set_order(&reading->layout, reading->scan.text + word.at, word.length);
    struct gather__part_at parts[] = {
        {gather__part_order, word.at,
         set ? NULL : "a permutation of NCW, NCHW or NCDHW, a letter for each size"}};
    return gather__judge(reading, parts, 1);
}

enum gather_status gather__print_order(struct gather__printing *printing)
{
    struct gather__strided strided;
    struct gather_layout order;
    const char *letters = letters_of_rank(printing->layout->rank);
    const char *lacks = gather__lacks_strides(printing->layout, &strided);
    if (lacks == NULL && strided.offset != 0)
        lacks = "offset";
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    if (lacks == NULL && letters == NULL)
        lacks = "rank";
    if (lacks == NULL)
        lacks = gather__plain_order(printing->layout, &strided, &order);
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__print_head(printing);
    for (int32_t k = order.rank - 1; k >= 0; k--)
        gather__text_character(&printing->text, letters[order.minor_to_major[k]]);
    return GATHER_STATUS_OK;
}
