/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numpy's file of several arrays: a ZIP archive of .npy files. npz_head.c writes it.
 *
 *     a.npy, stored       its array is read in place; its check is compared where it is read in one piece
 *     b.npy, deflated     its header is unpacked to be judged, its array when it is read; deflated.h says how, and
 *                         when its check is compared
 *     anything else       bytes without a type, under its whole name; folders are nothing
 */
#include "io/formats.h"

#if GATHER_FORMAT_NPZ

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "io/deflated.h"
#include "io/io_error.h"
#include "io/npy.h"
#include "io/npz_head.h"
#include "io/unpack.h"
#include "io/unread_tensor.h"
#include "io/zip.h"

/* ---- members ------------------------------------------------------------------------------------- */

/* A member that is read from its beginning, each time anew: its header is short. */
struct member {
    const struct gather_file *file;
    const struct gather__zip_member *zip;
};

static enum gather_status read_stored(void *context, int64_t begin, void *memory, size_t count,
                                      struct gather_error *error)
{
    const struct member *member = context;
    return gather__file_read_at(member->file, member->zip->data + begin, memory, count, error);
}

static enum gather_status read_deflated(void *context, int64_t begin, void *memory, size_t count,
                                        struct gather_error *error)
{
    const struct member *member = context;
    struct gather__unpacking unpacking;
    uint8_t passed[256];
    enum gather_status status = gather__unpack_begin(&unpacking, member->file->sources[0], member->zip->data,
                                                     member->zip->packed, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (int64_t left = begin; left > 0 && status == GATHER_STATUS_OK; left -= (int64_t)sizeof passed)
        status = gather__unpack(&unpacking, passed,
                                left < (int64_t)sizeof passed ? (size_t)left : sizeof passed, error);
    if (status == GATHER_STATUS_OK)
        status = gather__unpack(&unpacking, memory, count, error);
    (void)inflateEnd(&unpacking.stream);
    return status;
}

static bool is_npy(const struct gather__zip_member *zip)
{
    return zip->name_length > 4 && memcmp(zip->name + zip->name_length - 4, ".npy", 4) == 0;
}

/* An error inside a member is one of the archive, at the member's bytes; where they are stored, exactly there. */
static enum gather_status tell_place(const struct gather__zip_member *zip, enum gather_status status,
                                     struct gather_error *error)
{
    bool counts_from_member = status == GATHER_STATUS_FORMAT || status == GATHER_STATUS_UNSUPPORTED ||
                              status == GATHER_STATUS_RANK || status == GATHER_STATUS_OVERFLOW;
    if (error != NULL && counts_from_member)
        error->at =
            zip->data + (zip->method == GATHER__ZIP_STORED ? error->at : 0); /* bounded: in the file */
    return status;
}

static enum gather_status judge_member(const struct gather_file *file, const struct gather__zip_member *zip,
                                       struct gather__npy_array *array, struct gather_tensor *tensor,
                                       struct gather_error *error)
{
    bool stored = zip->method == GATHER__ZIP_STORED;
    struct member member = {file, zip};
    struct gather__npy_bytes bytes = {stored ? read_stored : read_deflated, &member, zip->bytes, !stored};
    if (is_npy(zip))
        return tell_place(zip, gather__npy_read(&bytes, array, tensor, error), error);
    tensor->bytes = zip->bytes;
    tensor->untyped = 1;
    return gather_layout_init(&tensor->layout, GATHER_DTYPE_U8, 1, &zip->bytes, error);
}

static bool fits(const struct gather__check *check, const void *bytes)
{
    return crc32_z(check->before, bytes, (size_t)check->bytes) == check->whole;
}

/* The check of an array that is stored goes on from that of its header. */
static enum gather_status keep_check(struct gather_file *file, const struct gather__zip_member *zip,
                                     const struct gather_tensor *tensor, struct gather_error *error)
{
    struct gather__source *source = file->sources[0];
    uint8_t piece[1024];
    uLong before = crc32_z(0, NULL, 0);
    enum gather_status status = GATHER_STATUS_OK;
    for (int64_t at = zip->data; at < tensor->offset && status == GATHER_STATUS_OK;) {
        int64_t left = tensor->offset - at;
        size_t count = left < (int64_t)sizeof piece ? (size_t)left : sizeof piece;
        status = gather__file_read_at(file, at, piece, count, error);
        if (status == GATHER_STATUS_OK)
            before = crc32_z(before, piece, count);
        at += (int64_t)count;
    }
    source->checks[source->check_count++] =
        (struct gather__check){tensor->offset, tensor->bytes, (uint32_t)before, zip->check};
    return status;
}

static int compare_checks(const void *a, const void *b)
{
    const struct gather__check *first = a, *second = b;
    return (first->begin > second->begin) - (first->begin < second->begin);
}

/* Where the bytes of a tensor lie, which its offset still counts from the beginning of the member. */
static enum gather_status place(struct gather_file *file, const struct gather__zip_member *zip,
                                struct gather_tensor *tensor, struct gather_error *error)
{
    if (zip->method == GATHER__ZIP_DEFLATED) {
        struct gather__made made = {.from = file->sources[0],
                                    .begin = zip->data,
                                    .length = zip->packed,
                                    .method = zip->method,
                                    .check = zip->check,
                                    .make = gather__deflated_make,
                                    .read = gather__deflated_read,
                                    .end = gather__deflated_end};
        return gather__file_made(file, &made, zip->bytes, &tensor->source, error);
    }
    tensor->offset += zip->data; /* bounded: in the file */
    return is_npy(zip) && tensor->bytes > 0 ? keep_check(file, zip, tensor, error) : GATHER_STATUS_OK;
}

/* A member that is packed in another way, or encrypted: nothing is known of what it holds. */
static enum gather_status add_packed(struct gather_file *file, const struct gather__zip_member *zip,
                                     struct gather_tensor *tensor, struct gather_error *error)
{
    tensor->offset = zip->data;
    tensor->bytes = zip->packed;
    gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, NULL, zip->unread);
    gather__io_fail_at(error, GATHER_STATUS_UNSUPPORTED, zip->entry);
    return gather__file_add_unread(file, tensor, "packed", 1, &zip->packed, error);
}

static enum gather_status add_array(struct gather_file *file, const struct gather__zip_member *zip,
                                    struct gather_tensor *tensor, struct gather_error *error)
{
    struct gather__npy_array array = {.dtype = GATHER_DTYPE_NONE};
    struct gather_error refused = {0};
    enum gather_status status = judge_member(file, zip, &array, tensor, &refused);
    if (status != GATHER_STATUS_OK && status != GATHER_STATUS_UNSUPPORTED) {
        *error = refused;
        return status;
    }
    bool is_read = status == GATHER_STATUS_OK;
    status = place(file, zip, tensor, error);
    if (status != GATHER_STATUS_OK || is_read)
        return status == GATHER_STATUS_OK ? gather__file_add(file, tensor, error) : status;
    *error = refused;
    return gather__file_add_unread(file, tensor, array.type, array.rank, array.sizes, error);
}

static enum gather_status add_member(struct gather_file *file, const struct gather__zip_member *zip,
                                     struct gather_error *error)
{
    struct gather_tensor tensor = {.name = ""};
    size_t length = zip->name_length - (is_npy(zip) ? 4 : 0);
    if (zip->name[zip->name_length - 1] == '/' && zip->bytes == 0)
        return GATHER_STATUS_OK;
    enum gather_status status = gather__file_text(file, zip->name, length, &tensor.name, error);
    if (status == GATHER_STATUS_OK)
        status = zip->unread != NULL ? add_packed(file, zip, &tensor, error)
                                     : add_array(file, zip, &tensor, error);
    return status != GATHER_STATUS_OK && gather__file_passes(file, status, tensor.name, error)
               ? GATHER_STATUS_OK
               : status;
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct gather__zip zip = {NULL, 0, NULL};
    struct gather__source *source = file->sources[0];
    enum gather_status status = gather__zip_read(&zip, file, error);
    source->fits = fits;
    source->checks = calloc(zip.count + 1, sizeof *source->checks);
    if (status == GATHER_STATUS_OK && source->checks == NULL)
        status = gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t k = 0; k < zip.count && status == GATHER_STATUS_OK; k++)
        status = add_member(file, &zip.members[k], error);
    if (source->checks != NULL)
        qsort(source->checks, source->check_count, sizeof *source->checks, compare_checks);
    gather__zip_end(&zip);
    return status;
}

/* An archive whose first member is an .npy. */
static bool recognise(const uint8_t *start, size_t count, int64_t bytes)
{
    size_t name = count >= 30 ? 30 + (size_t)start[26] + ((size_t)start[27] << 8) : 0;
    (void)bytes;
    return name >= 34 && name <= count && memcmp(start, "PK\x03\x04", 4) == 0 &&
           memcmp(start + name - 4, ".npy", 4) == 0;
}

const struct gather__format gather__format_npz = {.list = list,
                                                  .head = gather__npz_head,
                                                  .fill = gather__npz_fill,
                                                  .seal = gather__npz_seal,
                                                  .recognise = recognise};

#endif
