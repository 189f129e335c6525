/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Opening and reading files. What was opened is judged, not its name; and it is read by pread alone: of a
 * file that is mapped and then shrinks, a byte behind its end would be a signal, here it is an error.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/arith.h"
#include "io/byte_order.h"
#include "io/formats.h"
#include "io/io_error.h"

/* A read of more than this is made of several, so that no system's limit on one is met. */
enum { LARGEST_PIECE = 1 << 30 };

static const char become_shorter[] = "the file has become shorter while it was read";

/* ---- opening ------------------------------------------------------------------------------------- */

/* O_NONBLOCK: a FIFO that nobody writes to would be waited for; it means nothing for a regular file. */
static int open_to_read(const char *path)
{
    int descriptor;
    do
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

static const char *kind_of(mode_t mode)
{
    if (S_ISDIR(mode))
        return "it is a directory";
    if (S_ISFIFO(mode))
        return "it is a pipe";
    if (S_ISSOCK(mode))
        return "it is a socket";
    return "it is a device";
}

/* The system makes some files up while they are read (/proc): they have content, and a length of 0. */
static bool hides_its_length(const struct gather_file *file)
{
    char byte;
    return file->bytes == 0 && pread(file->descriptor, &byte, 1, 0) == 1;
}

static enum gather_status judge_kind(struct gather_file *file, struct gather_error *error)
{
    struct stat there;
    if (fstat(file->descriptor, &there) != 0)
        return gather__io_fail_system(error, errno);
    if (!S_ISREG(there.st_mode))
        return gather__io_fail_reason(error, kind_of(there.st_mode), "a regular file");
    file->bytes = there.st_size;
    if (hides_its_length(file))
        return gather__io_fail_reason(error, "the system does not tell its length",
                                      "a regular file: a copy of this one");
    return GATHER_STATUS_OK;
}

static enum gather_status judge(struct gather_file *file, struct gather_error *error)
{
    const struct gather__format *format;
    enum gather_status status = gather__format_find(&format, file->format, error);
    if (status == GATHER_STATUS_OK)
        status = judge_kind(file, error);
    if (status == GATHER_STATUS_OK)
        status = format->list(file, error);
    return status;
}

enum gather_status gather_file_open(struct gather_file **file, const char *path, int32_t format,
                                    struct gather_error *error)
{
    struct gather_file *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    opened->format = format == GATHER_FILE_ANY ? gather_file_format_of(path) : format;
    opened->descriptor = open_to_read(path);
    enum gather_status status =
        opened->descriptor < 0 ? gather__io_fail_system(error, errno) : judge(opened, error);
    if (status == GATHER_STATUS_OK)
        *file = opened;
    else
        gather_file_close(opened);
    return status;
}

void gather_file_close(struct gather_file *file)
{
    if (file == NULL)
        return;
    if (file->descriptor >= 0)
        close(file->descriptor);
    free(file->tensors);
    free(file);
}

/* ---- tensors ------------------------------------------------------------------------------------- */

enum gather_status gather__file_add(struct gather_file *file, const struct gather_tensor *tensor,
                                    struct gather_error *error)
{
    /* bounded: fewer tensors than bytes of the file, which the format has read */
    struct gather_tensor *grown = realloc(file->tensors, (file->count + 1) * sizeof *grown);
    if (grown == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    grown[file->count++] = *tensor;
    file->tensors = grown;
    return GATHER_STATUS_OK;
}

int32_t gather_file_format(const struct gather_file *file) { return file->format; }

size_t gather_file_count(const struct gather_file *file) { return file->count; }

const struct gather_tensor *gather_file_tensor(const struct gather_file *file, size_t k)
{
    return &file->tensors[k];
}

enum gather_status gather_tensor_view(struct gather_tensor *tensor, int32_t dtype, struct gather_error *error)
{
    struct gather_layout viewed = tensor->layout;
    if (gather_dtype_bits(dtype) != gather_dtype_bits(viewed.dtype))
        return gather__io_fail(error, GATHER_STATUS_DTYPE, "view",
                               "a type of the same width as the tensor's");
    viewed.dtype = dtype;
    viewed.padding = GATHER_PADDING_UNKNOWN; /* it is only read, and the new type may not have the value */
    enum gather_status status = gather_layout_validate(&viewed, error);
    if (status != GATHER_STATUS_OK)
        return status;
    tensor->layout = viewed;
    tensor->untyped = 0;
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
        return gather__io_fail(error, GATHER_STATUS_DTYPE, "layout",
                               "a type whose elements are bytes of a file");
    bool same_numbers = tensor->swapped == number_bytes(layout->dtype) &&
                        layout->cell_bits == gather_dtype_bits(layout->dtype);
    if (tensor->swapped != 0 && !same_numbers)
        return gather__io_fail(error, GATHER_STATUS_DTYPE, "layout",
                               "the width of the big-endian numbers in the file");
    if (bytes > tensor->bytes) {
        gather__io_fail(error, GATHER_STATUS_BOUNDS, "bytes", "a file that holds the whole layout");
        return gather__io_fail_value(error, GATHER_STATUS_BOUNDS, tensor->bytes, bytes, INT64_MAX);
    }
    tensor->layout = *layout;
    tensor->untyped = 0;
    return GATHER_STATUS_OK;
}

/* ---- reading ------------------------------------------------------------------------------------- */

enum gather_status gather__file_read_at(const struct gather_file *file, int64_t offset, void *memory,
                                        size_t count, struct gather_error *error)
{
    uint8_t *next = memory;
    while (count > 0) {
        size_t piece = count < LARGEST_PIECE ? count : LARGEST_PIECE;
        ssize_t received = pread(file->descriptor, next, piece, offset);
        if (received < 0 && errno == EINTR)
            continue;
        if (received <= 0) {
            enum gather_status status = received < 0 ? gather__io_fail_system(error, errno)
                                                     : gather__io_fail_reason(error, become_shorter, NULL);
            return gather__io_fail_at(error, status, offset);
        }
        next += received;
        offset += received;
        count -= (size_t)received;
    }
    return GATHER_STATUS_OK;
}

enum gather_status gather_file_read(const struct gather_file *file, const struct gather_tensor *tensor,
                                    int64_t begin, void *memory, size_t count, struct gather_error *error)
{
    int64_t offset;
    if (begin < 0 || begin > tensor->bytes || count > (uint64_t)(tensor->bytes - begin) ||
        !gather__add(tensor->offset, begin, &offset))
        return gather__io_fail(error, GATHER_STATUS_BOUNDS, "bytes", "bytes of the tensor");
    if (tensor->swapped > 1 && (begin % tensor->swapped != 0 || count % (size_t)tensor->swapped != 0))
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "bytes",
                               "whole numbers, for they are stored big-endian");
    enum gather_status status = gather__file_read_at(file, offset, memory, count, error);
    if (status == GATHER_STATUS_OK)
        gather__reverse_bytes(memory, count, tensor->swapped);
    return status;
}
