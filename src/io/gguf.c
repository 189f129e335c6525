/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GGUF, versions 2 and 3, little-endian: the file of ggml's models.
 *
 *     "GGUF" version  tensors pairs   pair ..   tensor ..                          padding  data
 *      4      4        8       8      key, type, value
 *                                               name, rank, sizes, type, offset    to a multiple of the
 *                                                                                  alignment (32)
 *
 * Sizes stand with the fastest first; here they are row-major as everywhere, so axis 0 of a table picks its
 * rows. A row of a block type is a row of bytes: its blocks move whole, and what they stand for nobody asks.
 * Offsets count from the data's beginning, each a multiple of the alignment.
 */
#include "io/gguf.h"

#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/formats.h"
#include "io/gguf_type.h"
#include "io/io_error.h"
#include "io/unread_tensor.h"

enum {
    DEFAULT_ALIGNMENT = 32,
    MOST_NAME_BYTES = 65535,
    MOST_SIZES = 4,
    LEFT_OUT = -1,                     /* the source of a tensor that reaches beyond the file */
    LEAST_PAIR_BYTES = 8 + 4 + 1,      /* an empty key, a type, one byte */
    LEAST_TENSOR_BYTES = 8 + 4 + 4 + 8 /* an empty name, a rank, a type, an offset */
};

/* Where a tensor says its bytes lie, and where it says so. */
struct claim {
    int64_t begin, bytes, at;
    size_t tensor;
    /* of a type that is not read: its sizes, for its bytes are as many as there are before the next; else rank -1 */
    int32_t rank;
    int64_t sizes[MOST_SIZES];
};

/* ---- the head ------------------------------------------------------------------------------------ */

static bool read_magic(struct gather__gguf_reader *reader)
{
    static const char magic[] = "GGUF";
    for (int k = 0; k < 4; k++) {
        uint8_t byte = 0;
        if (k < reader->file->bytes)
            reader->status = gather__window_byte(reader->window, k, &byte);
        if (reader->status != GATHER_STATUS_OK)
            return false;
        if (byte != (uint8_t)magic[k])
            return gather__gguf_fail(reader, GATHER_STATUS_FORMAT,
                                     k < reader->file->bytes ? k : reader->file->bytes,
                                     "a GGUF file, which begins with GGUF");
    }
    reader->place = 4;
    return true;
}

static bool read_version(struct gather__gguf_reader *reader)
{
    uint64_t version;
    int64_t at = reader->place;
    if (!gather__gguf_number(reader, 4, &version))
        return false;
    if (version == 2 || version == 3)
        return true;
    if (version == 1)
        return gather__gguf_fail(reader, GATHER_STATUS_UNSUPPORTED, at,
                                 "version 2 or 3: nobody writes version 1 any more");
    if (version == UINT32_C(2) << 24 || version == UINT32_C(3) << 24)
        return gather__gguf_fail(reader, GATHER_STATUS_UNSUPPORTED, at,
                                 "a little-endian file: this one is big-endian");
    return gather__gguf_refuse(reader, at, NULL, "version 2 or 3", version, 2, 3);
}

/* How many there are of something that takes at least `least` bytes each. */
static bool read_count(struct gather__gguf_reader *reader, int64_t least, const char *expected,
                       int64_t *count)
{
    uint64_t number;
    int64_t at = reader->place;
    if (!gather__gguf_number(reader, 8, &number))
        return false;
    int64_t most = (reader->file->bytes - reader->place) / least;
    if (number > (uint64_t)most)
        return gather__gguf_refuse(reader, at, NULL, expected, number, 0, most);
    *count = (int64_t)number;
    return true;
}

/* ---- a tensor ------------------------------------------------------------------------------------ */

/* What a tensor's entry says, sizes row-major, and where it says so. */
struct entry {
    const char *name;
    int32_t rank;
    int64_t sizes[MOST_SIZES];
    uint64_t type, offset;
    int64_t shape_at, type_at, offset_at;
};

static bool read_shape(struct gather__gguf_reader *reader, struct entry *entry)
{
    uint64_t rank, size;
    int64_t at = entry->shape_at = reader->place;
    if (!gather__gguf_number(reader, 4, &rank))
        return false;
    if (rank > MOST_SIZES)
        return gather__gguf_refuse(reader, at, NULL, "at most 4 sizes", rank, 0, MOST_SIZES);
    entry->rank = (int32_t)rank;
    for (int32_t k = entry->rank; k-- > 0;) {
        at = reader->place;
        if (!gather__gguf_number(reader, 8, &size))
            return false;
        if (size > INT64_MAX)
            return gather__gguf_refuse(reader, at, NULL, "a size below 2^63", size, 0, INT64_MAX);
        entry->sizes[k] = (int64_t)size;
    }
    return true;
}

static bool read_entry(struct gather__gguf_reader *reader, struct entry *entry)
{
    if (!gather__gguf_text(reader, MOST_NAME_BYTES, "a name of at most 65535 bytes", &entry->name) ||
        !read_shape(reader, entry))
        return false;
    entry->type_at = reader->place;
    if (!gather__gguf_number(reader, 4, &entry->type))
        return false;
    entry->offset_at = reader->place;
    return gather__gguf_number(reader, 8, &entry->offset);
}

static bool refuse_type(struct gather__gguf_reader *reader, const struct entry *entry)
{
    if (gather__gguf_type_find((uint32_t)entry->type) == NULL)
        return gather__gguf_refuse(reader, entry->type_at, NULL, "one of GGUF's types 0 to 41", entry->type,
                                   0, 41);
    return gather__gguf_fail(reader, GATHER_STATUS_UNSUPPORTED, entry->type_at,
                             "a type in use: GGUF took this one back");
}

/* What a row of blocks has to be. */
static const char *whole_blocks(int32_t block)
{
    switch (block) {
    case 32:
        return "rows of whole blocks, a multiple of 32 elements";
    case 64:
        return "rows of whole blocks, a multiple of 64 elements";
    case 128:
        return "rows of whole blocks, a multiple of 128 elements";
    case 256:
        return "rows of whole blocks, a multiple of 256 elements";
    default:
        return "rows of whole blocks";
    }
}

/* Rows of whole blocks become rows of bytes. */
static bool lay(struct gather__gguf_reader *reader, const struct entry *entry,
                const struct gather__gguf_type *type, struct gather_tensor *tensor)
{
    int64_t sizes[MOST_SIZES] = {0}, at = entry->shape_at;
    int32_t dtype = type->dtype, rank = entry->rank;
    memcpy(sizes, entry->sizes, sizeof sizes);
    if (type->dtype == GATHER_DTYPE_NONE) {
        int64_t row = rank > 0 ? sizes[rank - 1] : 1;
        if (row % type->block != 0)
            return gather__gguf_refuse_rule(reader, at, "row", whole_blocks(type->block), (uint64_t)row);
        if (!gather__multiply(row / type->block, type->bytes, &sizes[rank - 1]))
            return gather__gguf_fail(reader, GATHER_STATUS_OVERFLOW, at, "a size below 2^63");
        dtype = GATHER_DTYPE_U8;
        tensor->type = type->name;
        tensor->block = type->block;
        tensor->block_bytes = type->bytes;
    }
    reader->status = gather_layout_init(&tensor->layout, dtype, rank, sizes, reader->error);
    if (reader->status != GATHER_STATUS_OK) {
        gather__io_fail_at(reader->error, reader->status, at);
        return false;
    }
    tensor->bytes = gather_layout_bytes(&tensor->layout);
    return true;
}

/* The offset, still from the beginning of the data. */
static bool judge_offset(struct gather__gguf_reader *reader, const struct entry *entry)
{
    int64_t bytes = reader->file->bytes;
    if (entry->offset > (uint64_t)bytes)
        return gather__gguf_refuse(reader, entry->offset_at, NULL, "an offset within the file", entry->offset,
                                   0, bytes);
    if (entry->offset % (uint64_t)reader->alignment != 0)
        return gather__gguf_refuse_rule(reader, entry->offset_at, "offset",
                                        reader->alignment == DEFAULT_ALIGNMENT
                                            ? "a multiple of the file's alignment, 32"
                                            : "a multiple of the file's alignment, general.alignment",
                                        entry->offset);
    return true;
}

/* A tensor of a type that is not read, of no bytes yet. */
static bool add_unread(struct gather__gguf_reader *reader, const struct entry *entry, struct claim *claim)
{
    char word[GATHER__UNREAD_WORD_BYTES];
    struct gather_tensor tensor = {.name = entry->name, .offset = (int64_t)entry->offset};
    if (!judge_offset(reader, entry))
        return false;
    struct claim claimed = {tensor.offset, 0, entry->offset_at, reader->file->count, entry->rank, {0}};
    memcpy(claimed.sizes, entry->sizes, sizeof claimed.sizes);
    refuse_type(reader, entry);
    reader->status =
        gather__file_add_unread(reader->file, &tensor, gather__unread_word((int64_t)entry->type, word),
                                entry->rank, entry->sizes, reader->error);
    if (reader->status == GATHER_STATUS_OK)
        *claim = claimed;
    return reader->status == GATHER_STATUS_OK;
}

static bool add_tensor(struct gather__gguf_reader *reader, const struct entry *entry,
                       struct gather_tensor *tensor, struct claim *claim)
{
    tensor->offset = (int64_t)entry->offset;
    *claim = (struct claim){tensor->offset, tensor->bytes, entry->offset_at, reader->file->count, -1, {0}};
    reader->status = gather__file_add(reader->file, tensor, reader->error);
    return reader->status == GATHER_STATUS_OK;
}

/* What is wrong with one tensor alone may be passed: the next begins behind its entry. */
static bool passes(struct gather__gguf_reader *reader, const char *name)
{
    if (gather__file_passes(reader->file, reader->status, name, reader->error))
        reader->status = GATHER_STATUS_OK;
    return reader->status == GATHER_STATUS_OK;
}

/* Who hears of every broken rule hears of one of the offset behind one of the sizes. */
static bool read_tensor(struct gather__gguf_reader *reader, struct claim *claim)
{
    struct entry entry = {.name = ""};
    if (!read_entry(reader, &entry))
        return false;
    const struct gather__gguf_type *type = gather__gguf_type_find((uint32_t)entry.type);
    struct gather_tensor tensor = {.name = entry.name};
    if (type == NULL || type->name == NULL)
        return add_unread(reader, &entry, claim) || passes(reader, entry.name);
    bool is_laid = lay(reader, &entry, type, &tensor);
    if (!is_laid && !passes(reader, entry.name))
        return false;
    bool is_good = judge_offset(reader, &entry) && (!is_laid || add_tensor(reader, &entry, &tensor, claim));
    return is_good || passes(reader, entry.name);
}

/* ---- the data ------------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
    const struct claim *first = a, *second = b;
    if (first->begin != second->begin)
        return first->begin < second->begin ? -1 : 1;
    return (first->bytes > second->bytes) - (first->bytes < second->bytes);
}

static bool is_within(const struct gather__gguf_reader *reader, const struct claim *claim, int64_t data)
{
    return claim->bytes <= reader->file->bytes - data - claim->begin;
}

/* A tensor begins at or behind the end of the one before, and ends within the file. */
static bool judge_claim(struct gather__gguf_reader *reader, const struct claim *claim, int64_t end,
                        int64_t data)
{
    int64_t left = reader->file->bytes - data - claim->begin;
    bool meets = claim->begin < end;
    if (!meets && is_within(reader, claim, data))
        return true;
    if (!meets)
        return gather__gguf_refuse(reader, claim->at, "bytes", "a tensor that ends within the file",
                                   (uint64_t)claim->bytes, 0, left > 0 ? left : 0);
    int64_t last = reader->file->bytes - data - claim->bytes;
    return gather__gguf_refuse(reader, claim->at, "offset", "an offset behind the tensor before it",
                               (uint64_t)claim->begin, end, last > end ? last : end);
}

/* A tensor of a type that is not read has the bytes up to the next; what its rows can't share is padding. */
static void measure_unread(struct gather__gguf_reader *reader, struct claim *claim, int64_t end)
{
    struct gather_tensor *tensor = &reader->file->tensors[claim->tensor];
    int64_t rows = 1;
    for (int32_t d = 0; d + 1 < claim->rank; d++)
        if (!gather__multiply(rows, claim->sizes[d], &rows))
            rows = 0; /* then it has no elements, or it would have been refused */
    claim->bytes = end > claim->begin ? end - claim->begin : 0;
    claim->bytes -= rows > 0 ? claim->bytes % rows : 0;
    tensor->bytes = claim->bytes;
    (void)gather__unread_lay(tensor, claim->rank, claim->sizes, NULL); /* so it was laid before */
}

/* A tensor that reaches beyond the file can't be read; one that meets another can. */
static bool pass_claim(struct gather__gguf_reader *reader, const struct claim *claim, int64_t data)
{
    struct gather_tensor *tensor = &reader->file->tensors[claim->tensor];
    if (!is_within(reader, claim, data))
        tensor->source = LEFT_OUT;
    return passes(reader, tensor->name);
}

/* Every tensor ends before the next begins, and the last within the file. */
static bool judge_claims(struct gather__gguf_reader *reader, struct claim *claims, size_t count, int64_t data)
{
    int64_t end = 0, left = reader->file->bytes - data;
    qsort(claims, count, sizeof *claims, compare);
    for (size_t k = 0; k < count; k++) {
        int64_t next = k + 1 < count && claims[k + 1].begin < left ? claims[k + 1].begin : left;
        if (claims[k].rank >= 0)
            measure_unread(reader, &claims[k], next);
        if (claims[k].bytes == 0)
            continue;
        if (!judge_claim(reader, &claims[k], end, data) && !pass_claim(reader, &claims[k], data))
            return false;
        if (is_within(reader, &claims[k], data))
            end = claims[k].begin + claims[k].bytes; /* bounded: by the file's length */
    }
    return true;
}

static bool place_tensors(struct gather__gguf_reader *reader, struct claim *claims, size_t count)
{
    int64_t data;
    if (!gather__round_up(reader->place, reader->alignment, &data))
        return gather__gguf_fail(reader, GATHER_STATUS_OVERFLOW, reader->place, "data within 2^63 bytes");
    if (!judge_claims(reader, claims, count, data))
        return false;
    size_t kept = 0;
    for (size_t k = 0; k < reader->file->count; k++) {
        if (reader->file->tensors[k].source == LEFT_OUT)
            continue;
        struct gather_tensor *tensor = &reader->file->tensors[kept++];
        *tensor = reader->file->tensors[k];
        tensor->offset += data;
        if (tensor->offset > reader->file->bytes) /* without elements, in a file that ends before its place */
            tensor->offset = reader->file->bytes;
    }
    reader->file->count = kept;
    return true;
}

static bool read_tensors(struct gather__gguf_reader *reader, int64_t count)
{
    struct claim *claims = calloc((size_t)count + 1, sizeof *claims);
    if (claims == NULL)
        return gather__gguf_fail(reader, GATHER_STATUS_NO_MEMORY, reader->place, NULL);
    bool good = true;
    for (int64_t k = 0; k < count && good; k++) {
        claims[k] = (struct claim){.begin = INT64_MAX, .rank = -1};
        good = read_tensor(reader, &claims[k]);
    }
    good = good && place_tensors(reader, claims, (size_t)count);
    free(claims);
    return good;
}

static bool read_file(struct gather__gguf_reader *reader)
{
    int64_t tensors, pairs;
    if (!read_magic(reader) || !read_version(reader) ||
        !read_count(reader, LEAST_TENSOR_BYTES, "as many tensors as the file has room for", &tensors) ||
        !read_count(reader, LEAST_PAIR_BYTES, "as many keys as the file has room for", &pairs))
        return false;
    return gather__gguf_pairs(reader, pairs) && read_tensors(reader, tensors);
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct gather__gguf_reader reader = {
        .file = file, .error = error, .status = GATHER_STATUS_OK, .alignment = DEFAULT_ALIGNMENT};
    reader.window = gather__window_create(file->sources[0], error);
    if (reader.window == NULL)
        return GATHER_STATUS_NO_MEMORY;
    read_file(&reader);
    free(reader.window);
    return reader.status;
}

static bool recognise(const uint8_t *start, size_t count, int64_t bytes)
{
    (void)bytes;
    return count >= 4 && memcmp(start, "GGUF", 4) == 0;
}

const struct gather__format gather__format_gguf = {.list = list, .recognise = recognise};
