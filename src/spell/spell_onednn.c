/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oneDNN's tags, LAY-21: f32[8,32,7,7]nChw16c. They are memory orders with tiles (LAY-23).
 *
 *     O I h w 4i 16o 4i      letters: the dimensions in memory order, slowest first, those with blocks in
 * capitals |  \____/      blocks: cut into runs, in which the positions of the letters ascend |   run 2 a
 * tile a run, from the first capital on: T(16,16,1,1)(16,4,1,1), where a bound is the run 1           product
 * of its dimension's blocks in this and all later runs
 *
 * Printing goes the same way back (LAY-37): the quotients of one tile's bounds by the next one's are the
 * blocks.
 */
#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "spell/spell.h"

struct block {
    int32_t position; /* of its letter */
    int64_t run;
    int64_t size;
};

/* A tag. Letters and blocks beyond what a layout can hold are counted, not kept. */
struct tag {
    int64_t letter_count, block_count, run_count;
    char letters[GATHER_MAX_RANK]; /* in small letters, slowest first */
    bool capital[GATHER_MAX_RANK]; /* said to have blocks */
    bool blocked[GATHER_MAX_RANK]; /* has blocks */
    struct block blocks[GATHER_MAX_TILE_BOUNDS];
    bool has_bad_block; /* of 0 or 1, or of a letter that is no capital */
    int32_t last_position;
};

/* The words whose letters name the dimensions in the order of the sizes, beside a, b, c (LAY-22). */
static const char *const known_letters[] = {"x",   "nc",   "ncw",   "nchw",  "ncdhw", "oi",
                                            "oiw", "oihw", "oidhw", "goiw",  "goihw", "goidhw",
                                            "tn",  "tnc",  "ldnc",  "ldigo", "ldgo",  "ldio"};

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz";

bool gather__starts_onednn(const struct gather__scan *scan) { return gather__scan_word(scan).length > 0; }

/* ---- tags ---------------------------------------------------------------------------------------- */

static void add_letter(struct tag *tag, char letter)
{
    bool capital = gather__is_capital(letter);
    if (tag->letter_count < GATHER_MAX_RANK) {
        tag->letters[tag->letter_count] = capital ? (char)(letter - 'A' + 'a') : letter;
        tag->capital[tag->letter_count] = capital;
    }
    tag->letter_count++;
}

/* A block begins a new run unless its letter stands further right than that of the block before. */
static void add_block(struct tag *tag, int32_t position, int64_t size)
{
    if (tag->block_count == 0 || position <= tag->last_position)
        tag->run_count++;
    if (tag->block_count < GATHER_MAX_TILE_BOUNDS)
        tag->blocks[tag->block_count] = (struct block){position, tag->run_count - 1, size};
    tag->blocked[position] = true;
    tag->last_position = position;
    tag->block_count++;
}

/* The position of a small letter. Returns: -1 if the tag lacks it. */
static int32_t find_letter(const struct tag *tag, char letter)
{
    for (int32_t k = 0; k < GATHER_MAX_RANK && k < tag->letter_count; k++)
        if (tag->letters[k] == letter)
            return k;
    return -1;
}

/* How many bounds each tile of the tag has: one for each letter from the first with blocks on. */
static int64_t bounds_a_tile(const struct tag *tag)
{
    int64_t first = 0;
    while (first < tag->letter_count && !tag->blocked[first])
        first++;
    return tag->letter_count - first;
}

/* LAY-6, for a tag whose letters are right. */
static bool fits_layout(const struct tag *tag)
{
    int64_t bounds;
    return tag->run_count <= GATHER_MAX_TILES &&
           gather__multiply(tag->run_count, bounds_a_tile(tag), &bounds) && bounds <= GATHER_MAX_TILE_BOUNDS;
}

/* ---- reading ------------------------------------------------------------------------------------- */

static void read_block(struct tag *tag, char letter, int64_t size)
{
    int32_t position = find_letter(tag, letter);
    if (position < 0 || !tag->capital[position] || size < 2)
        tag->has_bad_block = true;
    else
        add_block(tag, position, size);
}

/* letter {letter} {number small-letter}, inside one word: nothing may stand between. */
static enum gather_status read_tag(struct gather__scan *scan, struct gather__word word, struct tag *tag)
{
    struct gather__scan inside = *scan;
    inside.length = word.at + word.length;
    for (; inside.at < inside.length && !gather__is_digit(gather__scan_next(&inside)); inside.at++)
        add_letter(tag, gather__scan_next(&inside));
    while (inside.at < inside.length) {
        int64_t size = 0;
        enum gather_status status = gather__scan_number(&inside, &size, "the number of a block");
        if (status != GATHER_STATUS_OK)
            return status;
        char letter = gather__scan_next(&inside);
        if (!gather__is_small(letter))
            return gather__scan_fail(&inside, GATHER_STATUS_FORMAT, "the small letter of a block");
        read_block(tag, letter, size);
        inside.at++;
    }
    gather__scan_pass(scan, word);
    return GATHER_STATUS_OK;
}

/* The memory order if `names` are the letters of the dimensions. Returns: whether the tag has each once. */
static bool set_order_by(struct gather_layout *layout, const struct tag *tag, const char *names)
{
    uint32_t seen = 0;
    for (int32_t k = 0; k < layout->rank; k++) {
        const char *name = memchr(names, tag->letters[k], (size_t)layout->rank);
        if (name == NULL || (seen >> (name - names) & 1) != 0)
            return false;
        seen |= UINT32_C(1) << (name - names);
        layout->minor_to_major[layout->rank - 1 - k] = (uint8_t)(name - names);
    }
    return true;
}

static bool set_order(struct gather_layout *layout, const struct tag *tag)
{
    if (tag->letter_count != layout->rank || layout->rank >= (int32_t)sizeof alphabet)
        return false;
    if (set_order_by(layout, tag, alphabet))
        return true;
    for (size_t k = 0; k < sizeof known_letters / sizeof known_letters[0]; k++)
        if (strlen(known_letters[k]) == (size_t)layout->rank && set_order_by(layout, tag, known_letters[k]))
            return true;
    return false;
}

/* LAY-21: capitals have blocks, and blocks capitals. */
static bool blocks_are_right(const struct tag *tag)
{
    for (int32_t k = 0; k < tag->letter_count; k++)
        if (tag->capital[k] != tag->blocked[k])
            return false;
    return !tag->has_bad_block;
}

/* The product of a letter's blocks in a run and all later ones; INT64_MAX, and *exact false, if it is larger.
 */
static int64_t block_product(const struct tag *tag, int32_t position, int64_t run, bool *exact)
{
    int64_t product = 1;
    for (int64_t k = 0; k < tag->block_count; k++) {
        const struct block *block = &tag->blocks[k];
        if (block->position != position || block->run < run)
            continue;
        if (!gather__multiply(product, block->size, &product)) {
            *exact = false;
            return INT64_MAX;
        }
    }
    return product;
}

/* LAY-23 and -24. Returns: false if a bound or a padded size is above 2^63-1; those are then INT64_MAX. */
static bool set_tiles(struct gather_layout *layout, const struct tag *tag)
{
    int32_t count = 0, bounds = (int32_t)bounds_a_tile(tag);
    bool exact = true;
    for (int32_t run = 0; run < tag->run_count; run++) {
        layout->tile_ranks[run] = (uint8_t)bounds;
        for (int32_t position = layout->rank - bounds; position < layout->rank; position++)
            layout->tile_bounds[count++] = block_product(tag, position, run, &exact);
    }
    layout->tile_count = (uint8_t)tag->run_count;
    for (int32_t position = 0; position < layout->rank; position++) {
        int32_t d = layout->minor_to_major[layout->rank - 1 - position];
        if (gather__round_up(layout->sizes[d], block_product(tag, position, 0, &exact), &layout->place[d]))
            continue;
        layout->place[d] = INT64_MAX;
        exact = false;
    }
    layout->padding = GATHER_PADDING_ZERO;
    return exact;
}

enum gather_status gather__read_onednn(struct gather__reading *reading)
{
    const struct gather__scan *scan = &reading->scan;
    struct gather_layout *layout = &reading->layout;
    struct gather__word word = gather__scan_word(scan);
    struct tag tag = {0};
    enum gather_status status = read_tag(&reading->scan, word, &tag);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_end(scan, "the end");
    if (status != GATHER_STATUS_OK)
        return status;
    gather__set_row_major(layout);
    if (!set_order(layout, &tag))
        return gather__scan_fail_at(scan, word.at, GATHER_STATUS_LAYOUT,
                                    "a letter for each size: a, b, c or a known tag's");
    if (!blocks_are_right(&tag))
        return gather__scan_fail_at(scan, word.at, GATHER_STATUS_LAYOUT,
                                    "blocks of 2 or more, of the capitals alone");
    if (!fits_layout(&tag))
        return gather__scan_fail_at(scan, word.at, GATHER_STATUS_UNSUPPORTED,
                                    "at most 8 tiles with 20 bounds in all");
    bool exact = set_tiles(layout, &tag);
    struct gather__part_at parts[] = {{gather__part_padding_value, word.at, NULL}};
    status = gather__judge(reading, parts, 1);
    if (status == GATHER_STATUS_OK && !exact)
        status = gather__scan_fail_at(scan, 0, GATHER_STATUS_OVERFLOW, "blocks below 2^63");
    return status;
}

/* ---- printing ------------------------------------------------------------------------------------ */

/* The letters a, b, c.. in memory order. */
static void set_letters(struct tag *tag, const struct gather_layout *order)
{
    for (int32_t k = order->rank - 1; k >= 0; k--)
        add_letter(tag, alphabet[order->minor_to_major[k]]);
}

/* A tile's bounds for all dimensions, in memory order: ones in front. A tile behind the last is all ones. */
static void fill_tile(const struct gather_layout *layout, int32_t tile, int64_t *filled)
{
    int32_t rank = tile < layout->tile_count ? layout->tile_ranks[tile] : 0, first = 0;
    for (int32_t k = 0; k < tile; k++)
        first += layout->tile_ranks[k];
    for (int32_t k = 0; k < layout->rank; k++)
        filled[k] = k < layout->rank - rank ? 1 : layout->tile_bounds[first + k - (layout->rank - rank)];
}

/*
 * The blocks of one tile: what its bounds are of the next one's. Returns: whether they are whole
 * multiples.
 */
static bool add_quotients(struct tag *tag, const struct gather_layout *layout, int32_t tile)
{
    int64_t bounds[GATHER_MAX_RANK], next[GATHER_MAX_RANK];
    fill_tile(layout, tile, bounds);
    fill_tile(layout, tile + 1, next);
    for (int32_t k = 0; k < layout->rank; k++) {
        if (bounds[k] == GATHER_TILE_MERGE || next[k] == GATHER_TILE_MERGE || bounds[k] % next[k] != 0)
            return false;
        if (bounds[k] > next[k])
            add_block(tag, k, bounds[k] / next[k]);
    }
    return true;
}

/* LAY-37, and LAY-6: a tag is printed only if it can be read. */
static bool tiles_to_blocks(const struct gather_layout *layout, struct tag *tag)
{
    int32_t longest = layout->rank;
    for (int32_t k = 0; k < layout->tile_count; k++) {
        if (layout->tile_ranks[k] > longest)
            return false;
        longest = layout->tile_ranks[k];
    }
    for (int32_t k = 0; k < layout->tile_count; k++)
        if (!add_quotients(tag, layout, k))
            return false;
    return fits_layout(tag);
}

/* Whether the sizes are padded to whole blocks, and with zeros, as a tag says. */
static bool padding_is_that_of_blocks(const struct gather_layout *layout)
{
    int64_t first[GATHER_MAX_RANK], padded;
    fill_tile(layout, 0, first);
    for (int32_t k = 0; k < layout->rank; k++) {
        int32_t d = layout->minor_to_major[layout->rank - 1 - k];
        if (!gather__round_up(layout->sizes[d], first[k], &padded) || padded != layout->place[d])
            return false;
    }
    return !gather__is_padded(layout) || layout->padding == GATHER_PADDING_ZERO;
}

static const char *lacks_with_tiles(const struct gather_layout *layout, struct tag *tag)
{
    if (layout->cell_bits != gather_dtype_bits(layout->dtype))
        return "bits";
    if (layout->memory_space != 0)
        return "space";
    if (layout->rank < 1 || layout->rank >= (int32_t)sizeof alphabet)
        return "tiles";
    set_letters(tag, layout);
    if (!tiles_to_blocks(layout, tag))
        return "tiles";
    return padding_is_that_of_blocks(layout) ? NULL : "padding";
}

static const char *lacks_without_tiles(const struct gather__printing *printing, struct tag *tag)
{
    struct gather__strided strided;
    struct gather_layout order;
    const char *lacks = gather__lacks_strides(printing->layout, &strided);
    if (lacks == NULL && strided.offset != 0)
        lacks = "offset";
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    if (lacks == NULL && (printing->layout->rank < 1 || printing->layout->rank >= (int32_t)sizeof alphabet))
        lacks = "rank";
    if (lacks == NULL)
        lacks = gather__plain_order(printing->layout, &strided, &order);
    if (lacks == NULL)
        set_letters(tag, &order);
    return lacks;
}

enum gather_status gather__print_onednn(struct gather__printing *printing)
{
    struct gather__text *text = &printing->text;
    struct tag tag = {0};
    const char *lacks = printing->layout->tile_count > 0 ? lacks_with_tiles(printing->layout, &tag)
                                                         : lacks_without_tiles(printing, &tag);
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__print_head(printing);
    for (int32_t k = 0; k < tag.letter_count; k++)
        gather__text_character(text, tag.blocked[k] ? (char)(tag.letters[k] - 'a' + 'A') : tag.letters[k]);
    for (int64_t k = 0; k < tag.block_count; k++) {
        gather__text_integer(text, tag.blocks[k].size);
        gather__text_character(text, tag.letters[tag.blocks[k].position]);
    }
    return GATHER_STATUS_OK;
}
