/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of tensors: opened, judged by their format, read. Which bytes lie where is known to source.h, and what
 * was found in them to file_list.c.
 */
#include "io/file.h"

#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/byte_order.h"
#include "io/formats.h"
#include "io/io_error.h"
#include "io/options.h"
#include "io/unread.h"

/* ---- opening ------------------------------------------------------------------------------------- */

/* The first bytes of a file: as many as there are, up to all that are asked for. */
static enum gather_status read_start(const struct gather_file *file, uint8_t start[GATHER__START_BYTES],
                                     size_t *count, struct gather_error *error)
{
    *count = file->bytes < GATHER__START_BYTES ? (size_t)file->bytes : GATHER__START_BYTES;
    return gather__file_read_at(file, 0, start, *count, error);
}

/* What the name does not tell the first bytes may. */
static enum gather_status recognise(struct gather_file *file, struct gather_error *error)
{
    uint8_t start[GATHER__START_BYTES];
    size_t count;
    enum gather_status status = read_start(file, start, &count, error);
    if (status != GATHER_STATUS_OK)
        return status;
    file->format = gather__format_recognise(start, count, file->bytes);
    return file->format == GATHER_FILE_RAW ? gather__unread_file(file->sources[0]->path, start, count, error)
                                           : GATHER_STATUS_OK;
}

static enum gather_status choose_format(struct gather_file *file, enum gather__source_kind kind,
                                        struct gather_error *error)
{
    int32_t wanted = file->options.format;
    bool is_folder = kind == GATHER__SOURCE_FOLDER;
    if (is_folder && wanted != GATHER_FILE_ANY && wanted != GATHER_FILE_FOLDER)
        return gather__io_fail_reason(error, "it is a directory", "a regular file");
    if (!is_folder && wanted == GATHER_FILE_FOLDER)
        return gather__io_fail_reason(error, "it is a file", "a folder");
    if (wanted == GATHER_FILE_ANY)
        wanted = is_folder ? GATHER_FILE_FOLDER : gather__format_of_name(file->sources[0]->path);
    file->format = wanted;
    if (is_folder)
        return gather__unread_folder(file->sources[0]->path, error);
    return wanted == GATHER_FILE_ANY ? recognise(file, error) : GATHER_STATUS_OK;
}

/* Whether a file that is not what its name says is one of another format, which is not read. */
static bool is_unread(const struct gather_file *file, struct gather_error *error)
{
    uint8_t start[GATHER__START_BYTES];
    size_t count;
    return read_start(file, start, &count, NULL) == GATHER_STATUS_OK &&
           gather__unread_start(start, count, error) != GATHER_STATUS_OK;
}

static enum gather_status judge(struct gather_file *file, enum gather__source_kind kind,
                                struct gather_error *error)
{
    const struct gather__format *format = NULL;
    enum gather_status status = choose_format(file, kind, error);
    if (status == GATHER_STATUS_OK)
        status = gather__format_find(&format, file->format, error);
    if (status == GATHER_STATUS_OK)
        status = format->list(file, error);
    if (status == GATHER_STATUS_FORMAT && kind == GATHER__SOURCE_FILE && is_unread(file, error))
        return GATHER_STATUS_UNSUPPORTED;
    return status == GATHER_STATUS_OK ? gather__file_sort_names(file, error) : status;
}

static enum gather_status open_source(struct gather_file **file, struct gather__source *source,
                                      enum gather__source_kind kind,
                                      const struct gather_file_options *options, struct gather_error *error)
{
    struct gather_file *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        gather__source_close(source);
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    }
    opened->options = *options;
    opened->bytes = source->bytes;
    enum gather_status status = gather__file_add_source(opened, source, NULL, error);
    if (status == GATHER_STATUS_OK)
        status = judge(opened, kind, error);
    if (status == GATHER_STATUS_OK)
        *file = opened;
    else
        gather_file_close(opened);
    return status;
}

enum gather_status gather__file_of_source(struct gather_file **file, struct gather__source *source,
                                          const struct gather_file_options *options,
                                          struct gather_error *error)
{
    if (options->opening != NULL)
        options->opening(options->context, source->path);
    return open_source(file, source, GATHER__SOURCE_FILE, options, error);
}

enum gather_status gather__file_open(struct gather_file **file, const int *descriptor, const char *path,
                                     const struct gather_file_options *options, struct gather_error *error)
{
    struct gather_file_options wanted;
    enum gather__source_kind kind = GATHER__SOURCE_FILE;
    struct gather__source *source = NULL;
    struct gather_error own = {0}; /* also of what is passed; the caller's is written on failure alone */
    enum gather_status status = gather__options_read(&wanted, sizeof wanted, options, &own);
    if (status == GATHER_STATUS_OK)
        status = gather__options_memory(&wanted.memory, GATHER_FILE_MEMORY, &own);
    if (status == GATHER_STATUS_OK)
        status = descriptor == NULL ? gather__source_open(&source, path, wanted.no_links != 0, &kind, &own)
                                    : gather__source_of_descriptor(&source, *descriptor, path, &own);
    if (status == GATHER_STATUS_OK)
        status = open_source(file, source, kind, &wanted, &own);
    if (status != GATHER_STATUS_OK && error != NULL)
        *error = own;
    return status;
}

enum gather_status gather_file_open_with(struct gather_file **file, const char *path,
                                         const struct gather_file_options *options,
                                         struct gather_error *error)
{
    return gather__file_open(file, NULL, path, options, error);
}

enum gather_status gather_file_open_descriptor(struct gather_file **file, int descriptor, const char *path,
                                               const struct gather_file_options *options,
                                               struct gather_error *error)
{
    return gather__file_open(file, &descriptor, path, options, error);
}

enum gather_status gather_file_open(struct gather_file **file, const char *path, int32_t format,
                                    struct gather_error *error)
{
    struct gather_file_options options = {.size = sizeof options, .format = format};
    return gather_file_open_with(file, path, &options, error);
}

void gather_file_close(struct gather_file *file)
{
    if (file == NULL)
        return;
    gather__file_free_lists(file);
    free(file);
}

bool gather__file_passes(struct gather_file *file, enum gather_status status, const char *tensor,
                         const struct gather_error *error)
{
    const struct gather_file_options *options = &file->options;
    bool is_beside = error->part >= 0;
    if (status == GATHER_STATUS_NO_MEMORY || (status == GATHER_STATUS_IO && !is_beside) ||
        gather__io_lacks_descriptors(error))
        return false;
    if (options->broken == NULL) {
        if (options->lacks != NULL)
            options->lacks(options->context, is_beside ? NULL : tensor);
        return false;
    }
    file->lacks = true;
    if (!is_beside || !file->missed_before)
        options->broken(options->context, is_beside ? NULL : tensor, error);
    if (is_beside && options->lacks != NULL)
        options->lacks(options->context, tensor);
    if (is_beside && options->opening != NULL) /* what comes next is about this file again */
        options->opening(options->context, file->sources[0]->path);
    return true;
}

/* ---- tensors ------------------------------------------------------------------------------------- */

int32_t gather_file_format(const struct gather_file *file) { return file->format; }

size_t gather_file_count(const struct gather_file *file) { return file->count; }

const struct gather_tensor *gather_file_tensor(const struct gather_file *file, size_t k)
{
    return k < file->count ? &file->tensors[k] : NULL;
}

size_t gather_file_metadata_count(const struct gather_file *file) { return file->metadata_count; }

const struct gather_metadata *gather_file_metadata(const struct gather_file *file, size_t k)
{
    return k < file->metadata_count ? &file->metadata[k] : NULL;
}

const char *gather_file_source(const struct gather_file *file, int32_t source)
{
    bool exists = source >= 0 && (size_t)source < file->source_count;
    return exists ? file->sources[source]->path : NULL;
}

const char *gather_file_origin(const struct gather_file *file, int32_t source)
{
    const struct gather__source *from =
        source >= 0 && (size_t)source < file->source_count ? file->sources[source] : NULL;
    while (from != NULL && from->path == NULL)
        from = from->made.from;
    return from != NULL ? from->path : NULL;
}

/* From now on the caller's word says what the bytes are. */
static void set_layout(struct gather_tensor *tensor, const struct gather_layout *layout)
{
    tensor->layout = *layout;
    tensor->untyped = 0;
    tensor->type = tensor->unread = NULL;
    tensor->block = tensor->block_bytes = 0;
}

static enum gather_status refuse_type(struct gather_error *error, const char *operand, int32_t dtype,
                                      const char *expected)
{
    gather__io_fail(error, GATHER_STATUS_DTYPE, operand, expected);
    return gather__io_fail_type(error, GATHER_STATUS_DTYPE, dtype, GATHER_DTYPE_NONE);
}

enum gather_status gather_tensor_view(struct gather_tensor *tensor, int32_t dtype, struct gather_error *error)
{
    struct gather_layout viewed = tensor->layout;
    if (gather_dtype_bits(dtype) != gather_dtype_bits(viewed.dtype))
        return refuse_type(error, "view", dtype, "a type of the same width as the tensor's");
    if (dtype != viewed.dtype && (dtype == GATHER_DTYPE_STRING || viewed.dtype == GATHER_DTYPE_STRING))
        return refuse_type(error, "view", dtype, "numbers; texts are none, nor made of them");
    viewed.dtype = dtype;
    viewed.padding = GATHER_PADDING_UNKNOWN; /* it is only read, and the new type may not have the value */
    enum gather_status status = gather_layout_validate(&viewed, error);
    if (status != GATHER_STATUS_OK)
        return status;
    set_layout(tensor, &viewed);
    return GATHER_STATUS_OK;
}

/* Bytes of one number of a type: complex ones are two. */
static int32_t number_bytes(int32_t dtype)
{
    int32_t bytes = gather_dtype_bits(dtype) / 8;
    return dtype == GATHER_DTYPE_C64 || dtype == GATHER_DTYPE_C128 ? bytes / 2 : bytes;
}

enum gather_status gather_tensor_lay(struct gather_tensor *tensor, const struct gather_layout *layout,
                                     struct gather_error *error)
{
    int64_t bytes = gather_layout_bytes(layout);
    if (layout->dtype == GATHER_DTYPE_STRING)
        return refuse_type(error, "layout", layout->dtype, "a type whose elements are bytes of a file");
    bool same_numbers = tensor->swapped == number_bytes(layout->dtype) &&
                        layout->cell_bits == gather_dtype_bits(layout->dtype);
    if (tensor->swapped != 0 && !same_numbers)
        return refuse_type(error, "layout", layout->dtype, "the width of the big-endian numbers in the file");
    if (bytes > tensor->bytes) {
        gather__io_fail(error, GATHER_STATUS_BOUNDS, "bytes", "a file that holds the whole layout");
        return gather__io_fail_value(error, GATHER_STATUS_BOUNDS, tensor->bytes, bytes, INT64_MAX);
    }
    set_layout(tensor, layout);
    return GATHER_STATUS_OK;
}

/* ---- reading ------------------------------------------------------------------------------------- */

enum gather_status gather__file_read_at(const struct gather_file *file, int64_t offset, void *memory,
                                        size_t count, struct gather_error *error)
{
    return gather__source_read(file->sources[0], offset, memory, count, error);
}

/* Says which end of a range is outside the tensor. */
static enum gather_status refuse_bytes(const struct gather_tensor *tensor, int64_t begin, size_t count,
                                       struct gather_error *error)
{
    int64_t end = begin;
    if (begin >= 0 && (count > INT64_MAX || !gather__add(begin, (int64_t)count, &end)))
        end = INT64_MAX;
    gather__io_fail(error, GATHER_STATUS_BOUNDS, begin < 0 ? "begin" : "end", "bytes of the tensor");
    return gather__io_fail_value(error, GATHER_STATUS_BOUNDS, end, 0, tensor->bytes);
}

enum gather_status gather_file_read(const struct gather_file *file, const struct gather_tensor *tensor,
                                    int64_t begin, void *memory, size_t count, struct gather_error *error)
{
    int64_t offset;
    if (tensor->source < 0 || (size_t)tensor->source >= file->source_count)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "tensor", "one of this file");
    if (begin < 0 || begin > tensor->bytes || count > (uint64_t)(tensor->bytes - begin))
        return refuse_bytes(tensor, begin, count, error);
    if (!gather__add(tensor->offset, begin, &offset))
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "tensor", "one of this file");
    if (tensor->swapped > 1 && (begin % tensor->swapped != 0 || count % (size_t)tensor->swapped != 0))
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "bytes",
                               "whole numbers, for they are stored big-endian");
    enum gather_status status =
        gather__source_read(file->sources[tensor->source], offset, memory, count, error);
    if (status == GATHER_STATUS_OK && count == (uint64_t)tensor->bytes)
        status = gather__source_check(file->sources[tensor->source], offset, memory, count, error);
    if (status == GATHER_STATUS_OK)
        gather__reverse_bytes(memory, count, tensor->swapped);
    return status;
}
