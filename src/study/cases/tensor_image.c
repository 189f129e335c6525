/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The content of a tensor as it lies in memory: tensor.h says how it is used.
 *
 * In a cell that is wider than its element, the element has the low bits. An input's other bits keep their
 * canaries, for nobody may care; of an output the rest of the natural cell (a byte at least) becomes 0, and
 * what E(n) adds beyond that is left alone (XLA-36, -37):
 *
 *     i4 in an E(32) cell     [ value | 0000 ][ as it was              ]
 */
#include "study/cases/tensor.h"

#include <string.h>

#include "study/cases/fields.h"
#include "study/text/number.h"

enum { DIFFERENCE_BITS = 128 }; /* of a cell, that are shown */

/* ---- bits ---------------------------------------------------------------------------------------- */

/* Bits lie from the low end of each byte. Where everything is whole bytes, it is memcpy. */
static void copy_bits(uint8_t *to, int64_t to_bit, const uint8_t *from, int64_t from_bit, int64_t count)
{
    if (to_bit % 8 == 0 && from_bit % 8 == 0 && count % 8 == 0) {
        memcpy(to + to_bit / 8, from + from_bit / 8, (size_t)(count / 8));
        return;
    }
    for (; count > 0; count--, to_bit++, from_bit++) {
        unsigned bit = (unsigned)from[from_bit / 8] >> (from_bit % 8) & 1U, place = (unsigned)(to_bit % 8);
        to[to_bit / 8] = (uint8_t)((to[to_bit / 8] & ~(1U << place)) | bit << place);
    }
}

static struct gather__number number_at(const uint8_t *bytes, int64_t bit, int64_t count)
{
    struct gather__number number = {{0}};
    copy_bits(number.bytes, 0, bytes, bit, count);
    return number;
}

/* ---- one cell ------------------------------------------------------------------------------------ */

/* got: NULL for an input. */
struct image {
    const struct gather__tensor *tensor;
    uint8_t *bytes;
    const uint8_t *got;
    size_t text_bytes; /* of the tensor's strings, so far */
};

/* Whether the whole cell lies in the buffer; if so *bit is where it begins. */
static bool find_cell(const struct image *image, int64_t cell, int64_t *bit)
{
    int64_t cell_bits = image->tensor->layout.cell_bits;
    int64_t buffer_bits = (int64_t)image->tensor->bytes * 8; /* bounded: below 2^22 * 8 */
    if (cell >= buffer_bits / cell_bits)
        return false;
    *bit = cell * cell_bits; /* bounded: below buffer_bits */
    return true;
}

static void let_pass(const struct image *image, int64_t cell)
{
    int64_t bit;
    if (image->got != NULL && find_cell(image, cell, &bit))
        copy_bits(image->bytes, bit, image->got, bit, image->tensor->layout.cell_bits);
}

/* A string goes to the tensor's others: only there may anybody look at it. */
static void place_text(struct image *image, struct gather__number *number)
{
    const struct gather__texts *texts = &image->tensor->texts;
    struct gather__view view = gather__view_of_number(number);
    char *place = texts->bytes + image->text_bytes;
    memcpy(place, view.text, (size_t)view.length);
    image->text_bytes += (size_t)view.length;
    view.text = place;
    *number = gather__number_of_view(view);
}

/* Whether a result's view is one of a text that there is: nothing else may be looked at. */
static bool is_known_text(const struct gather__tensor *tensor, struct gather__view view)
{
    uintptr_t begin = (uintptr_t)view.text;
    for (size_t k = 0; k < tensor->known_count; k++) {
        uintptr_t first = (uintptr_t)tensor->known[k].bytes;
        size_t count = tensor->known[k].count;
        if (begin >= first && begin - first <= count && view.length <= count - (begin - first))
            return true;
    }
    return false;
}

/* Takes over a view of the same text, wherever that lies. */
static void adopt_text(const struct gather__tensor *tensor, struct gather__number *number,
                       const struct gather__number *other)
{
    struct gather__view own = gather__view_of_number(number), got = gather__view_of_number(other);
    if (own.length != got.length)
        return;
    if (own.length == 0 ||
        (is_known_text(tensor, got) && memcmp(own.text, got.text, (size_t)own.length) == 0))
        *number = *other;
}

/* value: as the case writes it, NULL where it is no JSON. */
static void put(struct image *image, int64_t cell, struct gather__number number,
                const struct gather__json *value)
{
    const struct gather_layout *layout = &image->tensor->layout;
    int64_t bit, own = gather_dtype_bits(layout->dtype);
    if (!find_cell(image, cell, &bit))
        return;
    bool is_text = layout->dtype == GATHER_DTYPE_STRING;
    if (is_text)
        place_text(image, &number);
    if (image->got == NULL) {
        copy_bits(image->bytes, bit, number.bytes, 0, own);
        return;
    }
    struct gather__number got = number_at(image->got, bit, own);
    if (is_text)
        adopt_text(image->tensor, &number, &got);
    else
        gather__number_adopt_nan(&number, layout->dtype, value, &got);
    copy_bits(image->bytes, bit, number.bytes, 0, own < 8 && layout->cell_bits >= 8 ? 8 : own);
}

/* ---- all cells ----------------------------------------------------------------------------------- */

static enum gather_status put_storage(struct image *image, struct gather_error *error)
{
    const struct gather__json *content = image->tensor->content;
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < gather__json_count(content) && status == GATHER_STATUS_OK; k++) {
        const struct gather__json *value = gather__json_item(content, k);
        struct gather__number number;
        if (gather__json_kind(value) == GATHER__JSON_NULL) {
            let_pass(image, (int64_t)k);
            continue;
        }
        status = gather__number_read(&number, image->tensor->layout.dtype, value, error);
        if (status == GATHER_STATUS_OK)
            put(image, (int64_t)k, number, value);
    }
    return status;
}

static unsigned hex_digit(char digit)
{
    if (digit <= '9')
        return (unsigned)(digit - '0');
    return (unsigned)(digit - (digit >= 'a' ? 'a' : 'A')) + 10;
}

/* The n-th of the packed elements. */
static struct gather__number read_hex(const struct gather__tensor *tensor, uint64_t n)
{
    size_t length;
    const char *hex = gather__json_string(tensor->content, &length);
    int64_t bits = gather_dtype_bits(tensor->layout.dtype);
    int64_t first = (int64_t)n * bits; /* bounded: by the length of the text, in bits */
    uint8_t bytes[16] = {0};
    for (int64_t k = 0; k * 8 < bits; k++) {
        const char *pair = hex + (first / 8 + k) * 2;
        bytes[k] = (uint8_t)(hex_digit(pair[0]) << 4 | hex_digit(pair[1]));
    }
    return number_at(bytes, first % 8, bits);
}

static enum gather_status read_element(const struct gather__tensor *tensor, uint64_t n,
                                       struct gather__number *number, const struct gather__json **value,
                                       struct gather_error *error)
{
    int32_t dtype = tensor->layout.dtype;
    *value = NULL;
    switch (tensor->form) {
    case GATHER__FORM_HEX:
        *number = read_hex(tensor, n);
        return GATHER_STATUS_OK;
    case GATHER__FORM_IOTA:
        return gather__number_count(number, dtype, gather__json_member(tensor->content, "start"),
                                    gather__json_member(tensor->content, "step"), n, error);
    default:
        *value = gather__json_item(tensor->content, (size_t)n);
        return gather__number_read(number, dtype, *value, error);
    }
}

static enum gather_status put_elements(struct image *image, struct gather_error *error)
{
    const struct gather_layout *layout = &image->tensor->layout;
    const struct gather__json *value;
    struct gather__number number;
    int64_t index[GATHER_MAX_RANK] = {0}, cell;
    bool more = gather_layout_elements(layout) > 0;
    enum gather_status status = GATHER_STATUS_OK;
    for (uint64_t n = 0; more && status == GATHER_STATUS_OK; n++) {
        status = read_element(image->tensor, n, &number, &value, error);
        if (status == GATHER_STATUS_OK)
            status = gather_layout_cell(layout, index, layout->rank, &cell, error);
        if (status == GATHER_STATUS_OK)
            put(image, cell, number, value);
        if (status == GATHER_STATUS_OK)
            status = gather_layout_bump(layout, index, layout->rank, &more, error);
    }
    return status;
}

/* A descriptor that reaches too far for its total can be filled all the same; one that is no layout can't. */
static bool has_cells(const struct gather__tensor *tensor)
{
    struct gather_layout layout = tensor->layout;
    layout.total_bytes = 0;
    return gather_layout_validate(&layout, NULL) == GATHER_STATUS_OK;
}

static enum gather_status put_content(struct image *image, struct gather_error *error)
{
    if (image->tensor->form == GATHER__FORM_NONE)
        return GATHER_STATUS_OK;
    if (image->tensor->form == GATHER__FORM_STORAGE)
        return put_storage(image, error);
    return has_cells(image->tensor) ? put_elements(image, error) : GATHER_STATUS_OK;
}

enum gather_status gather__tensor_place(const struct gather__tensor *self, uint8_t *image,
                                        struct gather_error *error)
{
    struct image whole = {self, image, NULL, 0};
    return put_content(&whole, error);
}

/* Padding that has a value is no dead cell; only `storage` says what it must hold. */
static enum gather_status pass_padding(const struct image *image, struct gather_error *error)
{
    const struct gather_layout *layout = &image->tensor->layout;
    enum gather_status status = GATHER_STATUS_OK;
    struct gather_spot spot;
    int64_t cells = layout->padding != GATHER_PADDING_UNKNOWN ? gather_layout_cells(layout) : 0;
    for (int64_t cell = 0; cell < cells && status == GATHER_STATUS_OK; cell++) {
        status = gather_spot_of_cell(layout, cell, &spot, error);
        if (status == GATHER_STATUS_OK && spot.content == GATHER_CONTENT_PADDING)
            let_pass(image, cell);
    }
    return status;
}

enum gather_status gather__tensor_expect(const struct gather__tensor *self, uint8_t *image,
                                         const uint8_t *got, struct gather_error *error)
{
    struct image whole = {self, image, got, 0};
    enum gather_status status = put_content(&whole, error);
    if (status == GATHER_STATUS_OK && self->form != GATHER__FORM_STORAGE)
        status = pass_padding(&whole, error);
    return status;
}

/* ---- differences --------------------------------------------------------------------------------- */

/* "[1,2]" for an element, " cell 7" for a cell without one. */
static void write_place(const struct gather__tensor *tensor, int64_t cell, struct gather_writer *writer)
{
    const struct gather_layout *layout = &tensor->layout;
    int64_t index[GATHER_MAX_RANK];
    if (has_cells(tensor) && gather_layout_index(layout, cell, index, NULL) == GATHER_STATUS_OK) {
        gather_write_text(writer, "[");
        gather_write_integers(writer, index, layout->rank, ",");
        gather_write_text(writer, "]");
    } else {
        gather_write_text(writer, " cell ");
        gather_write_integer(writer, cell);
    }
}

/* The bytes of a cell as one number; of a wide one its low end. */
static void write_bits(struct gather_writer *writer, const uint8_t *bytes, int64_t bit, int64_t count)
{
    static const char digits[] = "0123456789abcdef";
    int64_t shown = count < DIFFERENCE_BITS ? count : DIFFERENCE_BITS;
    struct gather__number number = number_at(bytes, bit, shown);
    gather_write_text(writer, shown < count ? "..0x" : "0x");
    for (int64_t k = (shown + 3) / 4; k-- > 0;)
        gather_write(writer, &digits[number.bytes[k / 2] >> (k % 2 == 1 ? 4 : 0) & 15], 1);
}

static void write_text(const struct gather__tensor *tensor, const struct gather__number *number,
                       struct gather_writer *writer)
{
    struct gather__view view = gather__view_of_number(number);
    if (!is_known_text(tensor, view)) {
        gather_write_text(writer, "no text");
        return;
    }
    gather_write_text(writer, "\"");
    gather_write_safe(writer, view.text, (size_t)view.length, false);
    gather_write_text(writer, "\"");
}

/* "4 (0x40800000)": the bits of a number that is no integer, for NaNs and zeros read alike. */
static void write_number(int32_t dtype, const struct gather__number *number, struct gather_writer *writer)
{
    bool is_whole =
        gather_dtype_is_signed(dtype) || gather_dtype_is_unsigned(dtype) || dtype == GATHER_DTYPE_BOOL;
    if (!is_whole) {
        gather_element_write(writer, dtype, number->bytes, false);
        gather_write_text(writer, " (");
    }
    gather__number_write(writer, dtype, number);
    gather_write_text(writer, is_whole ? "" : ")");
}

/* The element where it differs, else all of its cell. */
static void write_cell(const struct gather__tensor *tensor, bool element, const uint8_t *bytes, int64_t bit,
                       int64_t count, struct gather_writer *writer)
{
    int32_t dtype = tensor->layout.dtype;
    struct gather__number number = number_at(bytes, bit, gather_dtype_bits(dtype));
    if (element && dtype == GATHER_DTYPE_STRING)
        write_text(tensor, &number, writer);
    else if (element)
        write_number(dtype, &number, writer);
    else
        write_bits(writer, bytes, bit, count);
}

void gather__tensor_write_difference(const struct gather__tensor *self, const uint8_t *expected,
                                     const uint8_t *got, struct gather_writer *writer)
{
    int64_t cell_bits = self->layout.cell_bits, own = gather_dtype_bits(self->layout.dtype), byte = 0;
    while (expected[byte] == got[byte])
        byte++;
    int64_t differing = byte * 8; /* bounded: the bits of a buffer below 2^22 bytes */
    for (unsigned rest = expected[byte] ^ got[byte]; (rest & 1) == 0; rest >>= 1)
        differing++;
    int64_t cell = differing / cell_bits, bit = differing - differing % cell_bits;
    int64_t left = (int64_t)self->bytes * 8 - bit; /* bounded: likewise */
    bool element = differing - bit < own && left >= own;
    gather_write_text(writer, "output");
    write_place(self, cell, writer);
    gather_write_text(writer, " = ");
    write_cell(self, element, expected, bit, left < cell_bits ? left : cell_bits, writer);
    gather_write_text(writer, ", got ");
    write_cell(self, element, got, bit, left < cell_bits ? left : cell_bits, writer);
}
