/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safetensors: a header in JSON, and the data of every tensor behind it, row-major and little-endian.
 *
 *     bytes  0                 8                         8 + N
 *            N, little-endian  {"a":{"dtype":"F32", ..}  data
 *
 *     {"__metadata__": {"key": "text", ..}, "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ..}
 *
 * Offsets count from the data's beginning. The data are full: each tensor begins where another one ends, and
 * the last ends with the file. So there is one way to read a file, and nowhere to hide anything.
 */
#include "io/safetensors.h"

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"
#include "io/json.h"
#include "io/unread_tensor.h"

/* Types of six bits have no place among the library's: four elements are a block of three bytes. */
enum { SIX_BIT_BLOCK = 4, SIX_BIT_BLOCK_BYTES = 3 };

/* What is read, and how far reading has come. */
struct reading {
    struct gather_file *file;
    char *text; /* the header */
    int64_t length, data;
    size_t member;    /* of the header, which is read */
    size_t found;     /* the member that was looked for last, .. */
    int64_t found_at; /* .. and where it begins in the text */
    struct place {    /* of each tensor's data */
        int64_t begin, end;
        size_t member;
        int64_t at; /* where the member begins, for who hears of every broken rule: there may be as many */
    } * places;
    size_t count, capacity;
    bool unplaced; /* some tensor's data have no place: where others leave a hole may be theirs */
    enum gather_status status;
    struct gather_error *error;
};

/* ---- failures ------------------------------------------------------------------------------------ */

/* Where the member that is read begins in the text: looked for from the one that was looked for last, if it can be. */
static int64_t find_member(struct reading *reading)
{
    if (reading->member < reading->found) {
        reading->found = 0;
        reading->found_at = 0;
    }
    reading->found_at = gather__json_member_at(reading->text, reading->length, reading->found_at,
                                               reading->member - reading->found);
    reading->found = reading->member;
    return reading->found_at;
}

/* Refuses a member of the header, at the byte where it begins. */
static bool refuse(struct reading *reading, enum gather_status status, const char *expected)
{
    int64_t at = GATHER__SAFETENSORS_LENGTH_BYTES + find_member(reading);
    reading->status = gather__io_fail(reading->error, status, NULL, expected);
    gather__io_fail_at(reading->error, status, at);
    return false;
}

/* Whether no rule is broken, or it was told to who hears of every one. */
static bool passes(struct reading *reading, const char *tensor)
{
    if (reading->status != GATHER_STATUS_OK &&
        gather__file_passes(reading->file, reading->status, tensor, reading->error))
        reading->status = GATHER_STATUS_OK;
    return reading->status == GATHER_STATUS_OK;
}

/* ---- one tensor ---------------------------------------------------------------------------------- */

/* What is said of it, as far as it could be read. */
struct entry {
    const char *type;
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
    int64_t begin, end; /* of its data, which may lie beyond the file */
    bool has_shape, has_end;
};

static bool read_shape(struct reading *reading, const struct gather__json *shape, struct entry *entry)
{
    size_t count = gather__json_count(shape);
    if (gather__json_kind(shape) != GATHER__JSON_ARRAY)
        return refuse(reading, GATHER_STATUS_FORMAT, "a list of sizes as \"shape\"");
    if (count > GATHER_MAX_RANK) {
        refuse(reading, GATHER_STATUS_RANK, "at most 16 sizes");
        gather__io_fail_rank(reading->error, (int64_t)count);
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        const struct gather__json *size = gather__json_item(shape, k);
        entry->sizes[k] = gather__json_integer(size);
        if (gather__json_kind(size) != GATHER__JSON_INTEGER || entry->sizes[k] < 0)
            return refuse(reading, GATHER_STATUS_FORMAT, "sizes that are whole numbers, 0 or more");
    }
    entry->rank = (int32_t)count;
    entry->has_shape = true;
    return true;
}

static bool keep_place(struct reading *reading, int64_t begin, int64_t end)
{
    if (reading->count == reading->capacity) {
        size_t capacity =
            reading->capacity == 0 ? 16 : 2 * reading->capacity; /* bounded: they are in memory */
        struct place *places = realloc(reading->places, capacity * sizeof *places); /* bounded: as above */
        if (places == NULL) {
            reading->status = gather__io_fail(reading->error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
            return false;
        }
        reading->places = places;
        reading->capacity = capacity;
    }
    int64_t at = reading->file->options.broken != NULL ? find_member(reading) : 0;
    reading->places[reading->count++] = (struct place){begin, end, reading->member, at};
    return true;
}

static bool read_offsets(struct reading *reading, const struct gather__json *offsets, struct entry *entry)
{
    const struct gather__json *first = gather__json_item(offsets, 0), *second = gather__json_item(offsets, 1);
    int64_t left = reading->file->bytes - reading->data;
    if (gather__json_kind(offsets) != GATHER__JSON_ARRAY || gather__json_count(offsets) != 2 ||
        gather__json_kind(first) != GATHER__JSON_INTEGER || gather__json_kind(second) != GATHER__JSON_INTEGER)
        return refuse(reading, GATHER_STATUS_FORMAT, "two whole numbers as \"data_offsets\"");
    entry->begin = gather__json_integer(first);
    entry->end = gather__json_integer(second);
    entry->has_end = entry->begin >= 0 && entry->end >= entry->begin;
    if (!entry->has_end)
        return refuse(reading, GATHER_STATUS_FORMAT, "data that end at or behind their beginning");
    if (entry->end > left) {
        refuse(reading, GATHER_STATUS_FORMAT, "data that end within the file");
        gather__io_fail_value(reading->error, GATHER_STATUS_FORMAT, entry->end, 0, left);
        return false;
    }
    return keep_place(reading, entry->begin, entry->end);
}

/* The word for a type of six bits; NULL for any other. */
static const char *six_bits(const char *type)
{
    return strcmp(type, "F6_E2M3") == 0 ? "F6_E2M3" : strcmp(type, "F6_E3M2") == 0 ? "F6_E3M2" : NULL;
}

/* Whether a type is read here. */
static bool judge_type(struct reading *reading, const struct entry *entry)
{
    const char *type = entry->type;
    if (six_bits(type) != NULL)
        return (entry->rank > 0 && entry->sizes[entry->rank - 1] % SIX_BIT_BLOCK == 0) ||
               refuse(reading, GATHER_STATUS_UNSUPPORTED, "rows of whole bytes in a type of six bits");
    return gather_dtype_from_name(GATHER_WORLD_SAFETENSORS, type, strlen(type)) != GATHER_DTYPE_NONE ||
           refuse(reading, GATHER_STATUS_FORMAT, "a \"dtype\" such as F32, BF16, I64 or BOOL");
}

/* A type of six bits is one of bytes, in whole blocks. */
static bool lay(struct reading *reading, struct gather_tensor *tensor, struct entry *entry)
{
    int32_t dtype = gather_dtype_from_name(GATHER_WORLD_SAFETENSORS, entry->type, strlen(entry->type));
    tensor->type = six_bits(entry->type);
    if (tensor->type != NULL) {
        int64_t *row = &entry->sizes[entry->rank - 1];
        *row = *row / SIX_BIT_BLOCK * SIX_BIT_BLOCK_BYTES; /* bounded: smaller than it was */
        tensor->block = SIX_BIT_BLOCK;
        tensor->block_bytes = SIX_BIT_BLOCK_BYTES;
        dtype = GATHER_DTYPE_U8;
    }
    reading->status = gather_layout_init(&tensor->layout, dtype, entry->rank, entry->sizes, reading->error);
    if (reading->status != GATHER_STATUS_OK)
        return refuse(reading, reading->status, "sizes whose product is below 2^63");
    return true;
}

/* Whether the last byte is its elements' alone. */
static bool is_whole(const struct gather_layout *layout)
{
    return gather_dtype_bits(layout->dtype) >= 8 || gather_layout_elements(layout) % 2 == 0;
}

/* Whether a tensor has as many bytes as its type and sizes ask for. */
static bool is_full(struct reading *reading, const struct gather_tensor *tensor)
{
    int64_t bytes = gather_layout_bytes(&tensor->layout);
    if (!is_whole(&tensor->layout))
        return refuse(reading, GATHER_STATUS_FORMAT, "an even number of elements of half a byte");
    if (tensor->bytes == bytes)
        return true;
    refuse(reading, GATHER_STATUS_FORMAT, "as many bytes of data as type and shape ask for");
    gather__io_fail_value(reading->error, GATHER_STATUS_FORMAT, tensor->bytes, bytes, bytes);
    return false;
}

static bool add_tensor(struct reading *reading, const char *name, struct entry *entry)
{
    struct gather_tensor tensor = {.name = "",
                                   .offset = reading->data + entry->begin, /* bounded: inside the file */
                                   .bytes = entry->end - entry->begin};
    reading->status = gather__file_text(reading->file, name, strlen(name), &tensor.name, reading->error);
    if (reading->status != GATHER_STATUS_OK)
        return false;
    if (!judge_type(reading, entry))
        reading->status = gather__file_add_unread(reading->file, &tensor, entry->type, entry->rank,
                                                  entry->sizes, reading->error);
    else if (lay(reading, &tensor, entry) && is_full(reading, &tensor))
        reading->status = gather__file_add(reading->file, &tensor, reading->error);
    return reading->status == GATHER_STATUS_OK;
}

/* What else is wrong with a tensor that is left out. That its type is not read is no fault of it. */
static bool judge_rest(struct reading *reading, struct entry *entry)
{
    struct gather_tensor tensor = {.name = ""};
    if (!judge_type(reading, entry)) {
        if (reading->status == GATHER_STATUS_UNSUPPORTED)
            reading->status = GATHER_STATUS_OK;
        return reading->status == GATHER_STATUS_OK;
    }
    if (!entry->has_shape || !entry->has_end)
        return true;
    tensor.bytes = entry->end - entry->begin;
    return lay(reading, &tensor, entry) && is_full(reading, &tensor);
}

/* Rule by rule: who hears of every broken one hears of those too that can be judged when one before is broken. */
static bool read_tensor(struct reading *reading, const char *name, struct gather__json *value)
{
    struct entry entry = {.type = NULL};
    size_t length;
    const struct gather__json *shape = gather__json_member(value, "shape"),
                              *offsets = gather__json_member(value, "data_offsets");
    entry.type = gather__json_string(gather__json_member(value, "dtype"), &length);
    if (entry.type == NULL || shape == NULL ||
        offsets == NULL) /* so it is none, also where it is no object */
        return refuse(reading, GATHER_STATUS_FORMAT,
                      "a tensor, {\"dtype\": .., \"shape\": .., \"data_offsets\": ..}") ||
               passes(reading, name);
    bool is_placed = read_offsets(reading, offsets, &entry);
    if (!is_placed && !passes(reading, name))
        return false;
    if (!read_shape(reading, shape, &entry) && !passes(reading, name))
        return false;
    bool is_good =
        is_placed && entry.has_shape ? add_tensor(reading, name, &entry) : judge_rest(reading, &entry);
    return is_good || passes(reading, name);
}

/* ---- the header ---------------------------------------------------------------------------------- */

static bool read_note(void *context, const char *key, struct gather__json *value)
{
    struct reading *reading = context;
    size_t length;
    const char *text = gather__json_string(value, &length), *kept_key, *kept_text;
    if (text == NULL)
        return refuse(reading, GATHER_STATUS_FORMAT, "texts alone as \"__metadata__\"");
    reading->status = gather__file_text(reading->file, key, strlen(key), &kept_key, reading->error);
    if (reading->status == GATHER_STATUS_OK)
        reading->status = gather__file_text(reading->file, text, length, &kept_text, reading->error);
    if (reading->status == GATHER_STATUS_OK)
        reading->status = gather__file_tell(reading->file, kept_key, kept_text, reading->error);
    return reading->status == GATHER_STATUS_OK;
}

static bool read_member(void *context, const char *key, struct gather__json *value)
{
    struct reading *reading = context;
    size_t placed = reading->count;
    bool is_tensor = strcmp(key, "__metadata__") != 0;
    if (is_tensor)
        (void)read_tensor(reading, key, value);
    else if (gather__json_kind(value) == GATHER__JSON_OBJECT)
        gather__json_members(value, read_note, reading);
    else
        (void)refuse(reading, GATHER_STATUS_FORMAT, "an object as \"__metadata__\"");
    reading->member++;
    reading->unplaced |= is_tensor && reading->count == placed;
    return is_tensor ? reading->status == GATHER_STATUS_OK : passes(reading, NULL);
}

static int compare_places(const void *a, const void *b)
{
    const struct place *first = a, *second = b;
    if (first->begin != second->begin)
        return first->begin < second->begin ? -1 : 1;
    return (first->end > second->end) - (first->end < second->end);
}

/* Data that begin elsewhere than where those before them end. */
static bool judge_place(struct reading *reading, const struct place *place, int64_t end)
{
    if (place->begin == end || (place->begin > end && reading->unplaced))
        return true;
    reading->member = place->member;
    if (reading->file->options.broken != NULL) {
        reading->found = place->member;
        reading->found_at = place->at;
    }
    refuse(reading, GATHER_STATUS_FORMAT, "data that begin where those before them end");
    gather__io_fail_value(reading->error, GATHER_STATUS_FORMAT, place->begin, end, end);
    return passes(reading, NULL);
}

/* Data join: no hole, no overlap, nothing behind. */
static enum gather_status judge_places(struct reading *reading)
{
    int64_t end = 0;
    if (reading->count > 0)
        qsort(reading->places, reading->count, sizeof *reading->places, compare_places);
    for (size_t k = 0; k < reading->count; k++) {
        if (!judge_place(reading, &reading->places[k], end))
            return reading->status;
        end = reading->places[k].end > end ? reading->places[k].end : end;
    }
    if (end == reading->file->bytes - reading->data || reading->unplaced)
        return GATHER_STATUS_OK;
    gather__io_malformed(reading->error, reading->data + end,
                         "the end of the file, for here the last tensor ends");
    return gather__file_passes(reading->file, GATHER_STATUS_FORMAT, NULL, reading->error)
               ? GATHER_STATUS_OK
               : GATHER_STATUS_FORMAT;
}

static enum gather_status read_text(struct reading *reading)
{
    struct gather_error *error = reading->error;
    enum gather_status status = gather__file_read_at(reading->file, GATHER__SAFETENSORS_LENGTH_BYTES,
                                                     reading->text, (size_t)reading->length, error);
    if (status == GATHER_STATUS_OK && (reading->length == 0 || reading->text[0] != '{'))
        return gather__io_malformed(error, GATHER__SAFETENSORS_LENGTH_BYTES, "a header that begins with '{'");
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather__json_read_members(reading->text, (size_t)reading->length, read_member, reading, error);
    if (status == GATHER_STATUS_FORMAT && error != NULL)
        error->at += GATHER__SAFETENSORS_LENGTH_BYTES;
    if (status == GATHER_STATUS_OK)
        status = reading->status;
    return status == GATHER_STATUS_OK ? judge_places(reading) : status;
}

static enum gather_status find_text(struct reading *reading)
{
    uint8_t bytes[GATHER__SAFETENSORS_LENGTH_BYTES];
    uint64_t length = 0;
    struct gather_error *error = reading->error;
    if (reading->file->bytes < GATHER__SAFETENSORS_LENGTH_BYTES)
        return gather__io_malformed(error, reading->file->bytes, "the length of the header, of 8 bytes");
    enum gather_status status = gather__file_read_at(reading->file, 0, bytes, sizeof bytes, error);
    for (int k = 0; k < GATHER__SAFETENSORS_LENGTH_BYTES && status == GATHER_STATUS_OK; k++)
        length |= (uint64_t)bytes[k] << (8 * k);
    if (status == GATHER_STATUS_OK &&
        length > (uint64_t)(reading->file->bytes - GATHER__SAFETENSORS_LENGTH_BYTES)) {
        status = gather__io_malformed(error, 0, "a header that ends within the file");
        gather__io_fail_value(error, status, (int64_t)length, 0,
                              reading->file->bytes - GATHER__SAFETENSORS_LENGTH_BYTES);
        if (error != NULL)
            error->value_is_unsigned = 1;
    } else if (status == GATHER_STATUS_OK && length > GATHER__SAFETENSORS_MOST_HEADER) {
        status = gather__io_malformed(error, 0, "a header of at most 100 MB");
        gather__io_fail_value(error, status, (int64_t)length, 0, GATHER__SAFETENSORS_MOST_HEADER);
    }
    if (status != GATHER_STATUS_OK)
        return status;
    reading->length = (int64_t)length;
    reading->data = GATHER__SAFETENSORS_LENGTH_BYTES + reading->length; /* bounded: inside the file */
    return GATHER_STATUS_OK;
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct reading reading = {.file = file, .error = error, .status = GATHER_STATUS_OK};
    enum gather_status status = find_text(&reading);
    if (status != GATHER_STATUS_OK)
        return status;
    reading.text = malloc((size_t)reading.length + 1);
    status = reading.text != NULL ? read_text(&reading)
                                  : gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    free(reading.places);
    free(reading.text);
    return status;
}

/* A length of few megabytes, and an object behind it: bytes that are numbers hardly look so. */
static bool recognise(const uint8_t *start, size_t count, int64_t bytes)
{
    uint64_t length = 0;
    for (int k = 0; k < GATHER__SAFETENSORS_LENGTH_BYTES && count > GATHER__SAFETENSORS_LENGTH_BYTES + 1; k++)
        length |= (uint64_t)start[k] << (8 * k);
    return length >= 2 && length <= GATHER__SAFETENSORS_MOST_HEADER &&
           length <= (uint64_t)(bytes - GATHER__SAFETENSORS_LENGTH_BYTES) &&
           start[GATHER__SAFETENSORS_LENGTH_BYTES] == '{' &&
           strchr("\"} \n", start[GATHER__SAFETENSORS_LENGTH_BYTES + 1]) != NULL &&
           start[GATHER__SAFETENSORS_LENGTH_BYTES + 1] != '\0';
}

const struct gather__format gather__format_safetensors = {
    .list = list, .head = gather__safetensors_head, .recognise = recognise};
