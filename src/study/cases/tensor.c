/* SPDX-License-Identifier: Apache-2.0 */
/* What a tensor of a case says of itself: tensor.h says how it is used. */
#include "study/cases/tensor.h"

#include <string.h>

#include "core/arith.h"
#include "study/cases/fields.h"
#include "study/refuse.h"

/* ---- read ---------------------------------------------------------------------------------------- */

static const struct gather__field shape_fields[] = {
    {"dtype", GATHER__KIND(STRING), "\"dtype\", the name of a type"},
    {"shape", GATHER__KIND(ARRAY), "\"shape\", a list of sizes"},
    {"name", GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"name\" to be a text"},
    {"layout", GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"layout\" to be a text"},
    {"values", GATHER__KIND(ARRAY) | GATHER__KIND(ABSENT), "\"values\" to be a list"},
    {"hex", GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"hex\" to be a text"},
    {"storage", GATHER__KIND(ARRAY) | GATHER__KIND(ABSENT), "\"storage\" to be a list"},
    {"iota", GATHER__KIND(OBJECT) | GATHER__KIND(ABSENT), "\"iota\" to be an object"},
};

static const struct gather__field descriptor_fields[] = {
    {"dtype", GATHER__KIND(STRING), "\"dtype\", the name of a type"},
    {"sizes", GATHER__KIND(ARRAY), "\"sizes\", a list of sizes"},
    {"strides", GATHER__KIND(ARRAY) | GATHER__KIND(NULL), "\"strides\", a list or null"},
    {"total_bytes", GATHER__KIND(INTEGER), "\"total_bytes\", a number"},
    {"name", GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"name\" to be a text"},
    {"values", GATHER__KIND(ARRAY) | GATHER__KIND(ABSENT), "\"values\" to be a list"},
    {"hex", GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"hex\" to be a text"},
    {"storage", GATHER__KIND(ARRAY) | GATHER__KIND(ABSENT), "\"storage\" to be a list"},
    {"iota", GATHER__KIND(OBJECT) | GATHER__KIND(ABSENT), "\"iota\" to be an object"},
};

static const struct gather__field iota_fields[] = {
    {"start", GATHER__KIND(INTEGER) | GATHER__KIND(REAL) | GATHER__KIND(STRING), "\"start\", a number"},
    {"step", GATHER__KIND(INTEGER) | GATHER__KIND(REAL) | GATHER__KIND(STRING), "\"step\", a number"},
};

static enum gather_status check_fields(const struct gather__tensor *self, struct gather_error *error)
{
    if (gather__json_kind(self->json) != GATHER__JSON_OBJECT)
        return gather__malformed(error, "a tensor to be an object");
    if (self->is_descriptor)
        return gather__fields_check(
            self->json, descriptor_fields, GATHER__COUNT(descriptor_fields),
            "only name, dtype, sizes, strides, total_bytes, values, hex, storage, iota in a tensor", error);
    return gather__fields_check(self->json, shape_fields, GATHER__COUNT(shape_fields),
                                "only name, dtype, shape, layout, values, hex, storage, iota in a tensor",
                                error);
}

static enum gather_status find_content(struct gather__tensor *self, unsigned forms,
                                       struct gather_error *error)
{
    static const struct {
        const char *name;
        unsigned form;
    } names[] = {{"values", GATHER__FORM_VALUES},
                 {"hex", GATHER__FORM_HEX},
                 {"storage", GATHER__FORM_STORAGE},
                 {"iota", GATHER__FORM_IOTA}};
    self->form = 0;
    for (size_t k = 0; k < GATHER__COUNT(names); k++) {
        const struct gather__json *content = gather__json_member(self->json, names[k].name);
        if (content != NULL) {
            self->content = content;
            self->form |= names[k].form;
        }
    }
    if (self->form == 0)
        self->form = GATHER__FORM_NONE;
    bool is_one = (self->form & (self->form - 1)) == 0;
    if (!is_one || (self->form & forms) == 0)
        return gather__malformed(error, (forms & GATHER__FORM_NONE) != 0
                                            ? "no content but what is allowed here"
                                            : "exactly one of values, hex, storage, iota in a tensor");
    if (self->form == GATHER__FORM_STORAGE && !self->is_descriptor &&
        gather__json_member(self->json, "layout") == NULL)
        return gather__malformed(error, "\"layout\" beside \"storage\"");
    if (self->form != GATHER__FORM_IOTA)
        return GATHER_STATUS_OK;
    return gather__fields_check(self->content, iota_fields, GATHER__COUNT(iota_fields),
                                "only start and step in \"iota\"", error);
}

static bool are_integers(const struct gather__json *list)
{
    for (size_t k = 0; k < gather__json_count(list); k++)
        if (gather__json_kind(gather__json_item(list, k)) != GATHER__JSON_INTEGER)
            return false;
    return true;
}

static const struct gather__json *sizes_of(const struct gather__tensor *self)
{
    return gather__json_member(self->json, self->is_descriptor ? "sizes" : "shape");
}

enum gather_status gather__tensor_read(struct gather__tensor *self, const struct gather__json *json,
                                       const char *name, unsigned forms, struct gather_error *error)
{
    size_t length;
    memset(self, 0, sizeof *self);
    self->name = name;
    self->json = json;
    self->is_descriptor = gather__json_member(json, "sizes") != NULL;
    enum gather_status status = check_fields(self, error);
    if (status == GATHER_STATUS_OK)
        status = find_content(self, forms, error);
    if (status != GATHER_STATUS_OK)
        return status;
    const char *dtype = gather__json_string(gather__json_member(json, "dtype"), &length);
    self->layout.dtype = gather_dtype_from_name(GATHER_WORLD_OWN, dtype, length);
    if (self->layout.dtype == GATHER_DTYPE_NONE)
        return gather__malformed(error, "\"dtype\", the name of a type");
    if (!are_integers(sizes_of(self)) || !are_integers(gather__json_member(json, "strides")))
        return gather__malformed(error, "sizes and strides to be whole numbers");
    if (self->is_descriptor && gather__json_integer(gather__json_member(json, "total_bytes")) < 0)
        return gather__malformed(error, "\"total_bytes\", a number of at least 0");
    return GATHER_STATUS_OK;
}

/* ---- lay ----------------------------------------------------------------------------------------- */

/* An operand whose layout is none has the error: not the part of it that is wrong. */
static enum gather_status refuse_as(const struct gather__tensor *self, enum gather_status status,
                                    struct gather_error *error)
{
    if (error != NULL)
        error->operand = self->name;
    return status;
}

static void copy_integers(const struct gather__json *list, int64_t *integers)
{
    for (size_t k = 0; k < gather__json_count(list); k++)
        integers[k] = gather__json_integer(gather__json_item(list, k));
}

/* Dense and row-major, whatever the sizes. */
static void set_dense(struct gather_layout *layout)
{
    layout->kind = GATHER_LAYOUT_ORDER;
    memcpy(layout->place, layout->sizes, sizeof layout->place);
    for (int32_t d = 0; d < layout->rank; d++)
        layout->minor_to_major[d] = (uint8_t)(layout->rank - 1 - d);
}

static bool set_packed_strides(struct gather_layout *layout)
{
    int64_t step = 1;
    for (int32_t d = layout->rank; d-- > 0;) {
        layout->place[d] = step;
        if (d > 0 && !gather__multiply(step, layout->sizes[d], &step))
            return false;
    }
    return true;
}

static enum gather_status lay_descriptor(struct gather__tensor *self, struct gather_error *error)
{
    const struct gather__json *strides = gather__json_member(self->json, "strides");
    struct gather_layout *layout = &self->layout;
    layout->kind = GATHER_LAYOUT_STRIDES;
    layout->total_bytes = gather__json_integer(gather__json_member(self->json, "total_bytes"));
    if (gather__json_kind(strides) == GATHER__JSON_NULL)
        return set_packed_strides(layout)
                   ? GATHER_STATUS_OK
                   : gather__refuse(error, GATHER_STATUS_OVERFLOW, self->name, "sizes that fit 64 bits");
    bool has_all = gather__json_count(strides) == (size_t)layout->rank;
    for (int32_t d = 0; d < layout->rank; d++) /* others are none, and refused when it is their turn */
        layout->place[d] = has_all ? gather__json_integer(gather__json_item(strides, (size_t)d)) : -1;
    return GATHER_STATUS_OK;
}

static enum gather_status lay_shape(struct gather__tensor *self, bool infer, struct gather_error *error)
{
    size_t length;
    const char *text = gather__json_string(gather__json_member(self->json, "layout"), &length);
    if (text != NULL)
        return refuse_as(self, gather_layout_parse_suffix(&self->layout, text, length, error), error);
    set_dense(&self->layout);
    if (infer)
        return GATHER_STATUS_OK;
    return refuse_as(self, gather_layout_validate(&self->layout, error), error);
}

enum gather_status gather__tensor_lay(struct gather__tensor *self, bool infer, struct gather_error *error)
{
    const struct gather__json *sizes = sizes_of(self);
    if (gather__json_count(sizes) > GATHER_MAX_RANK)
        return gather__refuse(error, GATHER_STATUS_RANK, self->name, "at most 16 sizes");
    self->layout.rank = (int32_t)gather__json_count(sizes);
    self->layout.cell_bits = gather_dtype_bits(self->layout.dtype);
    self->layout.tail = 1;
    copy_integers(sizes, self->layout.sizes);
    return self->is_descriptor ? lay_descriptor(self, error) : lay_shape(self, infer, error);
}

/* ---- measure ------------------------------------------------------------------------------------- */

static bool count_elements(const struct gather_layout *layout, int64_t *elements)
{
    bool fits = true;
    *elements = 1;
    for (int32_t d = 0; d < layout->rank; d++)
        fits = fits && gather__multiply(*elements, layout->sizes[d], elements);
    return fits && *elements >= 0;
}

/* The bytes of hex's packed elements; more than any text has where they are too many. */
static int64_t packed_bytes(const struct gather__tensor *self, int64_t elements)
{
    int64_t bytes;
    return gather__cell_bytes(elements, gather_dtype_bits(self->layout.dtype), &bytes) ? bytes : INT64_MAX;
}

static enum gather_status check_length(const struct gather__tensor *self, struct gather_error *error)
{
    int64_t elements;
    size_t length = 0;
    const char *hex = gather__json_string(self->content, &length);
    bool is_text = self->layout.dtype == GATHER_DTYPE_STRING;
    if (!count_elements(&self->layout, &elements))
        elements = INT64_MAX;
    if (self->form == GATHER__FORM_VALUES && gather__json_count(self->content) != (size_t)elements)
        return gather__malformed(error, "as many values as elements");
    if (is_text && self->form == GATHER__FORM_HEX)
        return gather__malformed(error, "strings as \"values\" or \"storage\"");
    if (self->form == GATHER__FORM_HEX &&
        (length % 2 != 0 || length / 2 != (size_t)packed_bytes(self, elements) ||
         strspn(hex, "0123456789abcdefABCDEF") != length))
        return gather__malformed(error, "two hexadecimal digits a byte of the packed elements");
    if (self->form == GATHER__FORM_IOTA && elements > GATHER__TENSOR_MAX)
        return gather__malformed(error, "fewer elements");
    return GATHER_STATUS_OK;
}

/* The cells of `storage` are as many as the layout has, or decide how long the buffer is. */
static enum gather_status measure_storage(const struct gather__tensor *self, bool any_length, int64_t *bytes,
                                          struct gather_error *error)
{
    int64_t count = (int64_t)gather__json_count(self->content), bits = self->layout.cell_bits;
    bool agree = self->is_descriptor ? count == *bytes * 8 / bits /* bounded: bytes below 2^22 */
                                     : any_length || count == gather_layout_cells(&self->layout);
    if (!agree)
        return gather__malformed(error, "as many cells in \"storage\" as the layout has");
    if (!self->is_descriptor && !gather__cell_bytes(count, bits, bytes))
        *bytes = INT64_MAX;
    return GATHER_STATUS_OK;
}

/* The bytes of all strings together. */
static size_t count_texts(const struct gather__tensor *self)
{
    size_t bytes = 0, length;
    bool is_text = self->layout.dtype == GATHER_DTYPE_STRING;
    for (size_t k = 0; is_text && k < gather__json_count(self->content); k++)
        if (gather__json_string(gather__json_item(self->content, k), &length) != NULL)
            bytes += length;
    return bytes;
}

static enum gather_status check_bytes(int64_t bytes, struct gather_error *error)
{
    return bytes <= GATHER__TENSOR_MAX ? GATHER_STATUS_OK
                                       : gather__malformed(error, "a tensor of at most 4 MiB");
}

enum gather_status gather__tensor_measure(struct gather__tensor *self, bool any_length,
                                          struct gather_error *error)
{
    int64_t bytes = self->is_descriptor ? self->layout.total_bytes : gather_layout_bytes(&self->layout);
    enum gather_status status = check_length(self, error);
    if (status == GATHER_STATUS_OK)
        status = check_bytes(bytes, error);
    if (status == GATHER_STATUS_OK && self->form == GATHER__FORM_STORAGE) {
        status = measure_storage(self, any_length, &bytes, error);
        if (status == GATHER_STATUS_OK)
            status = check_bytes(bytes, error);
    }
    if (status == GATHER_STATUS_OK) {
        self->bytes = (size_t)bytes;
        self->texts.count = count_texts(self);
    }
    return status;
}
