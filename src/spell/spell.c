/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text of a layout, read and printed: which spelling it is, and whose turn it is then.
 *
 *     memref<3x5xf32>      f32(3,5):(1,3)      f32[3,5]{0,1}
 *     ^ at the start          ^ behind the type        ^ behind the sizes: a layout that stands alone, too
 *
 * Worlds whose layouts are no sum of strides are refused by name, each with the reason.
 */
#include "spell/spell.h"

#include <string.h>

#include "core/fail.h"
#include "core/geometry.h"

struct row {
    int32_t spelling;
    enum gather__spell_place place;
    bool (*starts)(const struct gather__scan *scan);
    enum gather_status (*read)(struct gather__reading *reading);
    enum gather_status (*print)(struct gather__printing *printing);
};

static const struct row rows[GATHER_SPELLING_COUNT] = {
#define SPELL_ROW(id, name, place)                                                                           \
    {GATHER_SPELLING_##id, GATHER__##place, gather__starts_##name, gather__read_##name, gather__print_##name},
    GATHER__SPELL_LIST(SPELL_ROW)
#undef SPELL_ROW
};

static const char *const names[GATHER_SPELLING_COUNT] = {
#define SPELLING_NAME(id, name, world) name,
    GATHER_SPELLING_LIST(SPELLING_NAME)
#undef SPELLING_NAME
};

static const int32_t worlds[GATHER_SPELLING_COUNT] = {
#define SPELLING_WORLD(id, name, world) world,
    GATHER_SPELLING_LIST(SPELLING_WORLD)
#undef SPELLING_WORLD
};

static bool is_spelling(int32_t spelling) { return spelling >= 0 && spelling < GATHER_SPELLING_COUNT; }

const char *gather_spelling_name(int32_t spelling) { return is_spelling(spelling) ? names[spelling] : NULL; }

int32_t gather_spelling_from_name(const char *name, size_t length)
{
    for (int32_t spelling = 0; spelling < GATHER_SPELLING_COUNT; spelling++)
        if (strlen(names[spelling]) == length && memcmp(names[spelling], name, length) == 0)
            return spelling;
    return -1;
}

/* Whether a word is to come with a sign behind it. */
static bool comes_before(const struct gather__scan *scan, const char *name, char sign)
{
    struct gather__scan ahead = *scan;
    return gather__scan_take_word(&ahead, name) && gather__scan_next(&ahead) == sign;
}

static bool begins_with(const struct gather__scan *scan, const char *prefix)
{
    size_t length = strlen(prefix);
    return scan->length - scan->at >= length && memcmp(scan->text + scan->at, prefix, length) == 0;
}

/* LAY-29, a swizzle: at the start, or behind a type. */
static enum gather_status refuse_swizzle(const struct gather__scan *scan)
{
    if (comes_before(scan, "Sw", '<') || comes_before(scan, "Swizzle", '<'))
        return gather__scan_fail(
            scan, GATHER_STATUS_UNSUPPORTED,
            "strides or tiles: a swizzle xors bits of the address, which no sum of strides says");
    return GATHER_STATUS_OK;
}

static enum gather_status refuse_triton(const struct gather__scan *scan)
{
    if (begins_with(scan, "#ttg.") || begins_with(scan, "#triton_gpu."))
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED,
                                 "a layout in memory: Triton's say which lane and register hold an element");
    return GATHER_STATUS_OK;
}

/* XLA-29; `token` and `opaque` are refused as names of types. */
static enum gather_status refuse_tuple(const struct gather__scan *scan)
{
    if (gather__scan_next(scan) == '(')
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED,
                                 memchr(scan->text, ':', scan->length) != NULL
                                     ? "a type before CuTe's layout, as in f32(4,2):(2,1)"
                                     : "one array: a tuple has no layout of its own");
    if (comes_before(scan, "b", '('))
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "an array: a buffer type says no order");
    return GATHER_STATUS_OK;
}

/* The first row that fits at this place; `spelling` may be GATHER_SPELLING_ANY. */
static const struct row *find_row(const struct gather__scan *scan, int32_t spelling,
                                  enum gather__spell_place place)
{
    for (size_t k = 0; k < GATHER_SPELLING_COUNT; k++)
        if ((spelling == GATHER_SPELLING_ANY || spelling == rows[k].spelling) && rows[k].place == place &&
            rows[k].starts(scan))
            return &rows[k];
    return NULL;
}

static enum gather_status read_row(struct gather__reading *reading, const struct row *row)
{
    enum gather_status status = gather__settle_type(reading, worlds[row->spelling]);
    return status == GATHER_STATUS_OK ? row->read(reading) : status;
}

/* LAY-7: where XLA's text is not asked for by name, this library's own name of a type will do in it. */
static bool is_own(const struct gather__reading *reading, int32_t spelling)
{
    const char *name = reading->scan.text + reading->type.at;
    return spelling == GATHER_SPELLING_ANY &&
           gather_dtype_from_name(GATHER_WORLD_OWN, name, reading->type.length) != GATHER_DTYPE_NONE;
}

static enum gather_status read_behind_sizes(struct gather__reading *reading, int32_t spelling)
{
    const struct row *row = find_row(&reading->scan, spelling, GATHER__AFTER_SIZES);
    if (row != NULL && row->spelling == GATHER_SPELLING_XLA && is_own(reading, spelling))
        return row->read(reading);
    if (row != NULL)
        return read_row(reading, row);
    return gather__scan_fail(&reading->scan, GATHER_STATUS_FORMAT,
                             spelling == GATHER_SPELLING_XLA ? "'{' or the end"
                                                             : "a layout: '{', ':' or a word");
}

static enum gather_status read_behind_type(struct gather__reading *reading, int32_t spelling)
{
    const struct row *row = find_row(&reading->scan, spelling, GATHER__AFTER_TYPE);
    if (row != NULL)
        return read_row(reading, row);
    if (spelling != GATHER_SPELLING_XLA && gather__scan_next(&reading->scan) != '[')
        return gather__scan_fail(&reading->scan, GATHER_STATUS_FORMAT, "'[', '(' or 'sizes'");
    enum gather_status status = gather__read_sizes(reading);
    return status == GATHER_STATUS_OK ? read_behind_sizes(reading, spelling) : status;
}

static enum gather_status read_text(struct gather__reading *reading, int32_t spelling)
{
    bool any = spelling == GATHER_SPELLING_ANY;
    enum gather_status status = refuse_tuple(&reading->scan);
    if (status == GATHER_STATUS_OK && any)
        status = refuse_triton(&reading->scan);
    if (status == GATHER_STATUS_OK && any)
        status = refuse_swizzle(&reading->scan);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct row *row = find_row(&reading->scan, spelling, GATHER__AT_START);
    if (row != NULL)
        return read_row(reading, row);
    status = gather__read_type(reading);
    if (status == GATHER_STATUS_OK && any)
        status = refuse_swizzle(&reading->scan);
    return status == GATHER_STATUS_OK ? read_behind_type(reading, spelling) : status;
}

enum gather_status gather_layout_parse(struct gather_layout *layout, const char *text, size_t length,
                                       int32_t spelling, struct gather_error *error)
{
    struct gather__reading reading = {0};
    if (spelling != GATHER_SPELLING_XLA && spelling != GATHER_SPELLING_ANY)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "spelling", "XLA's text alone, or any");
    reading.scan = gather__scan_begin(text, length, error);
    reading.world = spelling == GATHER_SPELLING_XLA ? GATHER_WORLD_XLA : GATHER_WORLD_OWN;
    enum gather_status status = read_text(&reading, spelling);
    if (status == GATHER_STATUS_OK)
        *layout = reading.layout;
    return status;
}

enum gather_status gather_layout_parse_suffix(struct gather_layout *layout, const char *text, size_t length,
                                              struct gather_error *error)
{
    static const int64_t nowhere[GATHER_MAX_RANK];
    struct gather__reading reading = {0};
    enum gather_status status = gather_layout_init_strides(&reading.layout, layout->dtype, layout->rank,
                                                           layout->sizes, nowhere, 0, error);
    if (status != GATHER_STATUS_OK)
        return status;
    reading.scan = gather__scan_begin(text, length, error);
    if (reading.scan.at == length) {
        gather__set_row_major(&reading.layout);
        status = gather__judge(&reading, NULL, 0);
    } else {
        status = read_behind_sizes(&reading, GATHER_SPELLING_ANY);
    }
    if (status == GATHER_STATUS_OK)
        *layout = reading.layout;
    return status;
}

enum gather_status gather_layout_print(const struct gather_layout *layout, int32_t spelling, char *text,
                                       size_t size, size_t *length, struct gather_error *error)
{
    if (!is_spelling(spelling))
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "spelling", "one of the eight spellings");
    struct gather__printing printing = {gather__text_begin(text, size), layout, worlds[spelling], error};
    const struct row *row = rows;
    while (row->spelling != spelling)
        row++;
    enum gather_status status = row->print(&printing);
    if (status != GATHER_STATUS_OK)
        return status;
    size_t written = gather__text_end(&printing.text);
    if (length != NULL)
        *length = written;
    return GATHER_STATUS_OK;
}
