/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lists of an open file: sources, tensors, metadata, and the texts of all of them. They grow by doubling;
 * a file has fewer of each than bytes, and the format has read those.
 */
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "io/io_error.h"

/* Texts lie one behind the other in blocks, which never move. */
struct gather__text_block {
    struct gather__text_block *next;
    size_t count, capacity;
    char bytes[];
};

enum { TEXT_BLOCK_BYTES = 16 << 10 };

/* ---- growing ------------------------------------------------------------------------------------- */

/* Room for one more item. Returns: whether there is. */
static bool make_room(void **items, size_t count, size_t *capacity, size_t item_bytes)
{
    if (count < *capacity)
        return true;
    size_t grown = *capacity == 0 ? 4 : 2 * *capacity; /* bounded: items are in memory */
    void *moved = realloc(*items, grown * item_bytes); /* bounded: as above */
    if (moved == NULL)
        return false;
    *items = moved;
    *capacity = grown;
    return true;
}

static enum gather_status no_memory(struct gather_error *error)
{
    return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
}

enum gather_status gather__file_text(struct gather_file *file, const char *bytes, size_t length,
                                     const char **text, struct gather_error *error)
{
    struct gather__text_block *block = file->texts;
    if (block == NULL || length >= block->capacity - block->count) {
        size_t capacity = length < TEXT_BLOCK_BYTES ? TEXT_BLOCK_BYTES : length + 1;
        block = malloc(sizeof *block + capacity);
        if (block == NULL)
            return no_memory(error);
        block->count = 0;
        block->capacity = capacity;
        block->next = file->texts;
        file->texts = block;
    }
    char *copy = block->bytes + block->count;
    if (length > 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    block->count += length + 1;
    *text = copy;
    return GATHER_STATUS_OK;
}

enum gather_status gather__file_add(struct gather_file *file, const struct gather_tensor *tensor,
                                    struct gather_error *error)
{
    void *items = file->tensors;
    if (!make_room(&items, file->count, &file->capacity, sizeof *tensor))
        return no_memory(error);
    file->tensors = items;
    file->tensors[file->count++] = *tensor;
    return GATHER_STATUS_OK;
}

enum gather_status gather__file_tell(struct gather_file *file, const char *key, const char *value,
                                     struct gather_error *error)
{
    void *items = file->metadata;
    if (!make_room(&items, file->metadata_count, &file->metadata_capacity, sizeof *file->metadata))
        return no_memory(error);
    file->metadata = items;
    file->metadata[file->metadata_count].key = key;
    file->metadata[file->metadata_count++].value = value;
    return GATHER_STATUS_OK;
}

enum gather_status gather__file_add_source(struct gather_file *file, struct gather__source *source,
                                           int32_t *number, struct gather_error *error)
{
    void *items = file->sources;
    enum gather_status status = file->options.map != 0 ? gather__source_map(source, error) : GATHER_STATUS_OK;
    if (status != GATHER_STATUS_OK) {
        gather__source_close(source);
        return status;
    }
    if (file->source_count >= INT32_MAX ||
        !make_room(&items, file->source_count, &file->source_capacity, sizeof(struct gather__source *))) {
        gather__source_close(source);
        return no_memory(error);
    }
    file->sources = items;
    if (number != NULL)
        *number = (int32_t)file->source_count;
    file->sources[file->source_count++] = source;
    return GATHER_STATUS_OK;
}

enum gather_status gather__file_add_beside(struct gather_file *file, struct gather__source *source,
                                           int32_t *number, struct gather_error *error)
{
    void *items = file->beside;
    if (!make_room(&items, file->beside_count, &file->beside_capacity, sizeof *file->beside)) {
        gather__source_close(source);
        return no_memory(error);
    }
    file->beside = items;
    enum gather_status status = gather__file_add_source(file, source, number, error);
    if (status == GATHER_STATUS_OK)
        file->beside[file->beside_count++] = *number;
    return status;
}

enum gather_status gather__file_made(struct gather_file *file, const struct gather__made *made, int64_t bytes,
                                     int32_t *number, struct gather_error *error)
{
    struct gather__source *source = calloc(1, sizeof *source);
    if (source == NULL)
        return no_memory(error);
    source->descriptor = -1;
    source->bytes = bytes;
    source->limit = file->options.memory;
    source->made = *made;
    return gather__file_add_source(file, source, number, error);
}

/* ---- names --------------------------------------------------------------------------------------- */

/* By name, and in the file's order where names are the same. */
static int compare_names(const void *a, const void *b)
{
    const struct gather_tensor *first = *(const struct gather_tensor *const *)a;
    const struct gather_tensor *second = *(const struct gather_tensor *const *)b;
    int order = strcmp(first->name, second->name);
    return order != 0 ? order : (first > second) - (first < second);
}

enum gather_status gather__file_sort_names(struct gather_file *file, struct gather_error *error)
{
    if (file->count == 0)
        return GATHER_STATUS_OK;
    file->by_name = calloc(file->count, sizeof *file->by_name);
    if (file->by_name == NULL)
        return no_memory(error);
    for (size_t k = 0; k < file->count; k++)
        file->by_name[k] = &file->tensors[k];
    qsort(file->by_name, file->count, sizeof *file->by_name, compare_names);
    for (size_t k = 1; k < file->count; k++) {
        const struct gather_tensor *tensor = file->by_name[k];
        if (strcmp(tensor->name, file->by_name[k - 1]->name) != 0)
            continue;
        gather__io_malformed(error, tensor->offset, "another name, for there is such a tensor");
        if (!gather__file_passes(file, GATHER_STATUS_FORMAT, tensor->name, error))
            return GATHER_STATUS_FORMAT;
    }
    return GATHER_STATUS_OK;
}

static int compare_text(const char *name, size_t length, const char *other)
{
    int order = strncmp(name, other, length);
    return order != 0 ? order : -(other[length] != '\0');
}

const struct gather_tensor *gather_file_find(const struct gather_file *file, const char *name, size_t length)
{
    size_t low = 0, high = file->count;
    if (length > 0 && memchr(name, '\0', length) != NULL)
        return NULL;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_text(name, length, file->by_name[middle]->name);
        if (order == 0)
            return file->by_name[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* ---- files of files ------------------------------------------------------------------------------ */

static enum gather_status move_sources(struct gather_file *file, struct gather_file *part,
                                       struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < part->source_count; k++) {
        if (status == GATHER_STATUS_OK)
            status = gather__file_add_source(file, part->sources[k], NULL, error);
        else
            gather__source_close(part->sources[k]);
    }
    part->source_count = 0;
    return status;
}

static void move_texts(struct gather_file *file, struct gather_file *part)
{
    struct gather__text_block **end = &part->texts;
    while (*end != NULL)
        end = &(*end)->next;
    *end = file->texts;
    file->texts = part->texts;
    part->texts = NULL;
}

enum gather_status gather__file_adopt(struct gather_file *file, struct gather_file *part,
                                      struct gather_error *error)
{
    size_t before = file->source_count;
    enum gather_status status = move_sources(file, part, error);
    move_texts(file, part);
    for (size_t k = 0; k < part->count && status == GATHER_STATUS_OK; k++) {
        part->tensors[k].source += (int32_t)before;
        status = gather__file_add(file, &part->tensors[k], error);
    }
    for (size_t k = 0; k < part->metadata_count && status == GATHER_STATUS_OK; k++)
        status = gather__file_tell(file, part->metadata[k].key, part->metadata[k].value, error);
    gather_file_close(part);
    return status;
}

static int compare_texts(const struct gather_metadata *a, const struct gather_metadata *b)
{
    const int order = strcmp(a->key, b->key);
    return order != 0 ? order : strcmp(a->value, b->value);
}

/* What says the same, in the order of the list. */
static int compare_told(const void *a, const void *b)
{
    const struct gather_metadata *one = *(struct gather_metadata *const *)a,
                                 *other = *(struct gather_metadata *const *)b;
    const int order = compare_texts(one, other);
    return order != 0 ? order : (one > other) - (one < other);
}

enum gather_status gather__file_tell_once(struct gather_file *file, struct gather_error *error)
{
    const size_t count = file->metadata_count;
    struct gather_metadata **sorted = calloc(count + 1, sizeof *sorted);
    bool *again = calloc(count + 1, sizeof *again);
    for (size_t k = 0; k < count && sorted != NULL; k++)
        sorted[k] = &file->metadata[k];
    if (sorted != NULL && again != NULL) {
        qsort(sorted, count, sizeof *sorted, compare_told);
        for (size_t k = 1; k < count; k++)
            again[sorted[k] - file->metadata] = compare_texts(sorted[k - 1], sorted[k]) == 0;
        file->metadata_count = 0;
        for (size_t k = 0; k < count; k++)
            if (!again[k])
                file->metadata[file->metadata_count++] = file->metadata[k];
    }
    const bool is_done = sorted != NULL && again != NULL;
    free(sorted);
    free(again);
    return is_done ? GATHER_STATUS_OK : no_memory(error);
}

void gather__file_free_lists(struct gather_file *file)
{
    for (size_t k = 0; k < file->source_count; k++)
        gather__source_close(file->sources[k]);
    while (file->texts != NULL) {
        struct gather__text_block *next = file->texts->next;
        free(file->texts);
        file->texts = next;
    }
    free(file->sources);
    free(file->beside);
    free(file->tensors);
    free((void *)(uintptr_t)file->by_name);
    free(file->metadata);
}
