/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of an IR: `<data element_type shape offset size>` says which bytes of the .bin beside the text are one.
 * Texts lie there as
 *
 *     i32 count   i32 offsets[count + 1], from 0, not decreasing   bytes of all texts
 *
 * and become views {address, length} in memory when they are first read.
 */
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/ir.h"
#include "io/unread_tensor.h"
#include "io/window.h"

enum { VIEW_BYTES = 16, VIEW_LENGTH_AT = 8, WORD_BYTES = 4 };

/* A Const as its attributes say it. */
struct entry {
    const struct gather__ir_layer *layer;
    const struct gather__ir_type *type;
    int64_t offset, size;
};

/* ---- attributes ---------------------------------------------------------------------------------- */

static bool need_number(const struct gather__ir_layer *layer, const char *name, int64_t *number)
{
    const char *text = gather__ir_attribute(layer, name);
    return text != NULL && gather__ir_number(text, number);
}

static enum gather_status read_entry(const struct gather__ir_layer *layer, struct entry *entry,
                                     struct gather__ir_shape *shape, struct gather_error *error)
{
    const char *type = gather__ir_attribute(layer, "element_type");
    const char *sizes = gather__ir_attribute(layer, "shape");
    entry->layer = layer;
    entry->type = type != NULL ? gather__ir_type_find(type) : NULL;
    if (type == NULL)
        return gather__io_malformed(error, layer->data_at, GATHER__IR_ELEMENT_TYPE);
    if (sizes == NULL)
        return gather__io_malformed(error, layer->data_at, "a shape");
    enum gather_status status = gather__ir_read_shape(sizes, shape, error);
    if (status != GATHER_STATUS_OK)
        return gather__io_fail_at(error, status, layer->data_at);
    for (int32_t d = 0; d < shape->rank; d++)
        if (shape->sizes[d] < 0)
            return gather__io_malformed(error, layer->data_at, "a shape whose sizes are all known");
    if (shape->rank < 0 || !need_number(layer, "offset", &entry->offset) ||
        !need_number(layer, "size", &entry->size))
        return gather__io_malformed(error, layer->data_at, "offset and size, numbers from 0 on, and a shape");
    return GATHER_STATUS_OK;
}

/* ---- layouts ------------------------------------------------------------------------------------- */

/* Types that are not known here: rows of whole blocks stay rows, of bytes; others become one row. */
static enum gather_status lay_blocks(const struct entry *entry, struct gather__ir_shape *shape,
                                     struct gather_tensor *tensor, struct gather_error *error)
{
    const struct gather__ir_type *type = entry->type;
    int64_t last = shape->rank > 0 ? shape->sizes[shape->rank - 1] : 1, elements, bits;
    struct gather_layout counted;
    enum gather_status status =
        gather_layout_init(&counted, GATHER_DTYPE_U8, shape->rank, shape->sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    elements = gather_layout_elements(&counted);
    if (!gather__multiply(elements, type->bytes,
                          &bits)) /* of as many blocks as elements: no less than needed */
        return gather__io_fail(error, GATHER_STATUS_OVERFLOW, "shape", "fewer than 2^63 bytes");
    bool whole = last % type->block == 0;
    int64_t row = whole ? last / type->block * type->bytes                        /* bounded: just above */
                        : gather__divide_up(elements * type->bytes, type->block); /* bounded: just above */
    tensor->type = type->name;
    tensor->block = type->block;
    tensor->block_bytes = type->bytes;
    shape->rank = whole ? shape->rank : 1;
    shape->sizes[shape->rank - 1] = row;
    return gather_layout_init(&tensor->layout, GATHER_DTYPE_U8, shape->rank, shape->sizes, error);
}

static enum gather_status lay(const struct entry *entry, struct gather__ir_shape *shape,
                              struct gather_tensor *tensor, struct gather_error *error)
{
    enum gather_status status =
        entry->type->dtype == GATHER_DTYPE_NONE
            ? lay_blocks(entry, shape, tensor, error)
            : gather_layout_init(&tensor->layout, entry->type->dtype, shape->rank, shape->sizes, error);
    if (status != GATHER_STATUS_OK)
        return gather__io_fail_at(error, status, entry->layer->data_at);
    tensor->bytes = gather_layout_bytes(&tensor->layout);
    tensor->name = entry->layer->name;
    return GATHER_STATUS_OK;
}

/* ---- texts --------------------------------------------------------------------------------------- */

/* The words at the beginning of a Const of texts. */
struct words {
    struct gather__window *window;
    int64_t begin;
};

static enum gather_status read_word(const struct words *words, int64_t position, int64_t *word)
{
    uint8_t bytes[WORD_BYTES];
    enum gather_status status = gather__window_copy(words->window, words->begin + WORD_BYTES * position,
                                                    bytes, sizeof bytes); /* bounded: by judge_texts */
    if (status == GATHER_STATUS_OK)
        *word = (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                          (uint32_t)bytes[3] << 24);
    return status;
}

/* The offset of text `position`, not below the one before. */
static enum gather_status read_offset(const struct words *words, int64_t position, int64_t before,
                                      int64_t most, int64_t *offset)
{
    enum gather_status status = read_word(words, position + 1, offset);
    if (status != GATHER_STATUS_OK || (*offset >= before && *offset <= most))
        return status;
    gather__io_malformed(words->window->error, words->begin + WORD_BYTES * (position + 1),
                         "offsets of texts that do not decrease"); /* bounded: as above */
    return gather__io_fail_value(words->window->error, GATHER_STATUS_FORMAT, *offset, before, most);
}

/* What is made of a Const: length holds all its bytes. */
static enum gather_status make_texts(const struct gather__source *source, uint8_t *memory,
                                     struct gather_error *error)
{
    const struct gather__made *made = &source->made;
    int64_t count = (int64_t)made->check, before = 0, offset = 0;
    int64_t head = WORD_BYTES * (count + 2); /* bounded: by judge_texts */
    int64_t most =
        source->bytes - VIEW_BYTES * count; /* bounded: that was the room for texts when it was opened */
    uint8_t *texts = memory + VIEW_BYTES * count; /* bounded: count is 32 bits */
    struct words words = {gather__window_create(made->from, error), made->begin};
    if (words.window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    enum gather_status status = read_offset(&words, 0, 0, most, &before);
    for (int64_t k = 0; k < count && status == GATHER_STATUS_OK; k++) {
        const char *address = (const char *)texts + before;
        status = read_offset(&words, k + 1, before, most, &offset);
        uint64_t length = (uint64_t)(offset - before);
        memcpy(memory + VIEW_BYTES * k, &address, sizeof address);                /* bounded: as above */
        memcpy(memory + VIEW_BYTES * k + VIEW_LENGTH_AT, &length, sizeof length); /* bounded: as above */
        before = offset;
    }
    free(words.window);
    return status == GATHER_STATUS_OK
               ? gather__source_read(made->from, made->begin + head, texts, (size_t)before, error)
               : status;
}

/* Reads all offsets. text_bytes: of all texts. */
static enum gather_status judge_texts(const struct words *words, const struct entry *entry, int64_t elements,
                                      int64_t *text_bytes)
{
    int64_t count, offset = 0, head;
    struct gather_error *error = words->window->error;
    if (entry->size < (int64_t)2 * WORD_BYTES || elements > INT32_MAX ||
        (head = WORD_BYTES * (elements + 2)) > entry->size) /* bounded: elements are 31 bits */
        return gather__io_malformed(error, entry->layer->data_at,
                                    "a size that holds the offsets of the texts");
    enum gather_status status = read_word(words, 0, &count);
    if (status == GATHER_STATUS_OK && count != elements) {
        gather__io_malformed(error, words->begin, "as many texts as elements");
        return gather__io_fail_value(error, GATHER_STATUS_FORMAT, count, elements, elements);
    }
    for (int64_t k = 0; k <= elements && status == GATHER_STATUS_OK; k++)
        status = read_offset(words, k, offset, k == 0 ? 0 : entry->size - head, &offset);
    *text_bytes = offset;
    return status;
}

static enum gather_status place_texts(struct gather_file *file, const struct entry *entry,
                                      struct gather_tensor *tensor, struct gather_error *error)
{
    const struct gather__source *from = file->sources[tensor->source];
    int64_t elements = gather_layout_elements(&tensor->layout), text_bytes = 0;
    struct gather__made made = {.from = from,
                                .begin = entry->offset,
                                .length = entry->size,
                                .check = (uint32_t)elements,
                                .make = make_texts};
    struct words words = {gather__window_create(from, error), entry->offset};
    if (words.window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    enum gather_status status = judge_texts(&words, entry, elements, &text_bytes);
    free(words.window);
    if (status == GATHER_STATUS_FORMAT && error != NULL && error->at != entry->layer->data_at)
        gather__io_fail_part(error, (size_t)tensor->source);
    if (status != GATHER_STATUS_OK || elements == 0)
        return status;
    tensor->offset = 0;
    return gather__file_made(file, &made, tensor->bytes + text_bytes, &tensor->source, error);
}

/* ---- places -------------------------------------------------------------------------------------- */

/* Opens the file of the same stem and the end .bin. */
static enum gather_status open_bytes(struct gather_file *file, int64_t at, int32_t *source,
                                     struct gather_error *error)
{
    static const char end[] = ".bin";
    const char *path = file->sources[0]->path, *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t stem = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    size_t length = strlen(name);
    char *beside = malloc(length + sizeof end);
    if (beside == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    memcpy(beside, name, length + 1);
    memcpy(beside + stem, end, sizeof end);
    enum gather_status status = gather__file_beside(file, beside, stem + sizeof end - 1, at, source, error);
    free(beside);
    return status;
}

static enum gather_status judge_place(const struct entry *entry, const struct gather_tensor *tensor,
                                      int64_t there, struct gather_error *error)
{
    int64_t at = entry->layer->data_at;
    if (entry->offset > there || entry->size > there - entry->offset) {
        gather__io_malformed(error, at, "offset and size within the .bin");
        return gather__io_fail_value(error, GATHER_STATUS_FORMAT, entry->offset, 0,
                                     entry->size > there ? 0 : there - entry->size);
    }
    if (tensor->layout.dtype != GATHER_DTYPE_STRING && entry->size < tensor->bytes) {
        gather__io_malformed(error, at, "a size that holds all elements");
        return gather__io_fail_value(error, GATHER_STATUS_FORMAT, entry->size, tensor->bytes, INT64_MAX);
    }
    return GATHER_STATUS_OK;
}

/* Where its bytes lie. */
static enum gather_status place(struct gather_file *file, struct entry *entry, struct gather_tensor *tensor,
                                struct gather_error *error)
{
    int64_t there = 0;
    enum gather_status status = GATHER_STATUS_OK;
    if (entry->size > 0) {
        status = open_bytes(file, entry->layer->data_at, &tensor->source, error);
        there = status == GATHER_STATUS_OK ? file->sources[tensor->source]->bytes : 0;
        tensor->offset = entry->offset;
    } else {
        entry->offset = 0;
    }
    return status == GATHER_STATUS_OK ? judge_place(entry, tensor, there, error) : status;
}

/* A type that an IR does not have. */
static enum gather_status add_unread(struct gather_file *file, struct entry *entry,
                                     const struct gather__ir_shape *shape, struct gather_error *error)
{
    struct gather_tensor tensor = {.name = entry->layer->name, .bytes = entry->size};
    enum gather_status status = place(file, entry, &tensor, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__io_malformed(error, entry->layer->data_at, GATHER__IR_ELEMENT_TYPE);
    return gather__file_add_unread(file, &tensor, gather__ir_attribute(entry->layer, "element_type"),
                                   shape->rank, shape->sizes, error);
}

static enum gather_status add_constant(struct gather_file *file, const struct gather__ir_layer *layer,
                                       struct gather_error *error)
{
    struct entry entry = {.layer = layer};
    struct gather__ir_shape shape;
    struct gather_tensor tensor = {.source = 0};
    enum gather_status status = read_entry(layer, &entry, &shape, error);
    if (status == GATHER_STATUS_OK && (entry.type == NULL || entry.type->block == 0))
        return add_unread(file, &entry, &shape, error);
    if (status == GATHER_STATUS_OK)
        status = lay(&entry, &shape, &tensor, error);
    if (status == GATHER_STATUS_OK)
        status = place(file, &entry, &tensor, error);
    if (status == GATHER_STATUS_OK && tensor.layout.dtype == GATHER_DTYPE_STRING)
        status = place_texts(file, &entry, &tensor, error);
    return status == GATHER_STATUS_OK ? gather__file_add(file, &tensor, error) : status;
}

enum gather_status gather__ir_add_constants(struct gather_file *file, const struct gather__ir *ir,
                                            struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < ir->layer_count && status == GATHER_STATUS_OK; k++)
        if (gather__ir_is(&ir->layers[k], "Const")) {
            status = add_constant(file, &ir->layers[k], error);
            if (status != GATHER_STATUS_OK && gather__file_passes(file, status, ir->layers[k].name, error))
                status = GATHER_STATUS_OK;
        }
    return status;
}
