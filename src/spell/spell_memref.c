/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MLIR's memref, LAY-25: memref<3x5xf32>, row-major, and memref<3x5xf32, strided<[1, 3], offset: 2>>.
 *
 * What MLIR can say beyond that is refused where it stands: dynamic sizes, maps, memory spaces (LAY-26).
 */
#include "core/fail.h"
#include "core/geometry.h"
#include "spell/spell.h"

bool gather__starts_memref(const struct gather__scan *scan)
{
    return gather__scan_is(scan, gather__scan_type_name(scan), "memref");
}

/* "complex<f32>": one name of two words, put together without what may stand between them. */
static enum gather_status read_complex(struct gather__reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    char name[32];
    gather__scan_take_word(scan, "complex");
    enum gather_status status = gather__scan_expect(scan, '<', "'<' and the type of the parts");
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather__word part = gather__scan_type_name(scan);
    struct gather__text text = gather__text_begin(name, sizeof name);
    gather__text_string(&text, "complex<");
    for (size_t k = 0; k < part.length; k++)
        gather__text_character(&text, scan->text[part.at + k]);
    gather__text_character(&text, '>');
    size_t length = gather__text_end(&text);
    if (length < sizeof name)
        reading->layout.dtype = gather_dtype_from_name(reading->world, name, length);
    if (reading->layout.dtype == GATHER_DTYPE_NONE)
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "f32 or f64");
    gather__scan_pass(scan, part);
    return gather__scan_expect(scan, '>', "'>'");
}

/* {number "x"} type */
enum gather_status gather__read_mlir_shape(struct gather__reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    if (gather__scan_next(scan) == '*')
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "sizes: their number must be known");
    enum gather_status status = gather__refuse_dynamic(scan);
    while (status == GATHER_STATUS_OK && gather__is_digit(gather__scan_next(scan))) {
        status = gather__read_size(reading, "a size");
        if (status == GATHER_STATUS_OK)
            status = gather__scan_expect(scan, 'x', "'x'");
        if (status == GATHER_STATUS_OK)
            status = gather__refuse_dynamic(scan);
    }
    if (status != GATHER_STATUS_OK)
        return status;
    if (gather__scan_is(scan, gather__scan_type_name(scan), "complex"))
        return read_complex(reading);
    return gather__read_type(reading);
}

static enum gather_status read_stride(void *context, const char *expected)
{
    struct gather__numbers *strides = context;
    enum gather_status status = gather__refuse_dynamic(strides->scan);
    return status == GATHER_STATUS_OK ? gather__scan_integer_item(strides, expected) : status;
}

static enum gather_status read_offset(struct gather__scan *scan, int64_t *offset)
{
    enum gather_status status = gather__scan_expect_word(scan, "offset", "'offset'");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, ':', "':'");
    if (status == GATHER_STATUS_OK)
        status = gather__refuse_dynamic(scan);
    return status == GATHER_STATUS_OK ? gather__scan_integer(scan, offset, "an offset") : status;
}

/* "<[1, 3], offset: 2>" behind the word `strided`. */
static enum gather_status read_strided(struct gather__scan *scan, struct gather__numbers *strides,
                                       int64_t *offset)
{
    static const struct gather__list list = {
        '[', ']', "'[' and the strides", "a stride or ']'", "a stride", "',' or ']'", read_stride};
    enum gather_status status = gather__scan_expect(scan, '<', "'<'");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_numbers(scan, &list, strides);
    if (status == GATHER_STATUS_OK && gather__scan_take(scan, ','))
        status = read_offset(scan, offset);
    return status == GATHER_STATUS_OK ? gather__scan_expect(scan, '>', "',' or '>'") : status;
}

/* LAY-26: what may stand behind a comma in MLIR, and is not built. */
static enum gather_status refuse_attribute(const struct gather__scan *scan)
{
    char next = gather__scan_next(scan);
    if (next == '"' || next == '#' || gather__is_digit(next))
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "no memory space: all lie in one memory");
    if (gather__scan_word(scan).length > 0)
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "strided<..>: no other map is read");
    return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "strided<..>");
}

enum gather_status gather__read_memref(struct gather__reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather__numbers strides = {0};
    int64_t offset = 0;
    bool strided = false;
    gather__scan_take_word(scan, "memref");
    enum gather_status status = gather__scan_expect(scan, '<', "'<'");
    if (status == GATHER_STATUS_OK)
        status = gather__read_mlir_shape(reading);
    while (status == GATHER_STATUS_OK && gather__scan_take(scan, ',')) {
        bool first = !strided && gather__scan_take_word(scan, "strided");
        strided = strided || first;
        status = first ? read_strided(scan, &strides, &offset) : refuse_attribute(scan);
    }
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, '>', "',' or '>'");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_end(scan, "the end");
    if (status != GATHER_STATUS_OK)
        return status;
    if (strided)
        gather__set_strides(&reading->layout, &strides, offset);
    else
        gather__set_row_major(&reading->layout);
    bool matched = !strided || strides.count == (size_t)reading->layout.rank;
    struct gather__part_at parts[] = {{NULL, strides.at, matched ? NULL : "as many strides as sizes"}};
    return gather__judge(reading, parts, 1);
}

enum gather_status gather__print_memref(struct gather__printing *printing)
{
    const struct gather_layout *layout = printing->layout;
    struct gather__text *text = &printing->text;
    struct gather__strided strided;
    const char *lacks = gather__lacks_strides(layout, &strided);
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__text_string(text, "memref<");
    gather__text_integers(text, layout->sizes, layout->rank, "x");
    gather__text_string(text, layout->rank > 0 ? "x" : "");
    gather__print_type(printing);
    if (!gather__cells_are_row_major(layout, &strided)) {
        gather__text_string(text, ", strided<[");
        gather__text_integers(text, strided.strides, layout->rank, ", ");
        gather__text_character(text, ']');
        if (strided.offset != 0) {
            gather__text_string(text, ", offset: ");
            gather__text_integer(text, strided.offset);
        }
        gather__text_character(text, '>');
    }
    gather__text_character(text, '>');
    return GATHER_STATUS_OK;
}
