/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An .npz, written: what stands between the arrays, and the checks when they are there.
 *
 *     local header, name, filling │ header of an .npy │ array │ local header .. │ directory │ end records
 *     └───────────── a multiple of 64 bytes ─────────┘
 *
 * Members are stored, so that they can be read in place, and the filling of the local header lets each array begin
 * at a multiple of 64. Wide fields (ZIP64) stand where a number needs them. There is no time of day in it: the same
 * tensors give the same bytes.
 */
#include "io/npz_head.h"

#if GATHER_FORMAT_NPZ

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/npy.h"
#include "io/zip_format.h"

enum {
    MOST_NAME_BYTES = 65535 - 64,
    ALIGNMENT = 64,
    FILLING_ID = 0xD935, /* as zipalign's, whose bytes nobody reads */
    NAME_IS_UTF8 = 1 << 11,
    VERSION = 20,
    WIDE_VERSION = 45,
    FIRST_DAY = 1 << 5 | 1 /* 1980-01-01 */
};

static const int64_t wide = GATHER__ZIP_WIDE;

/* What is written, as far as it is. */
struct writing {
    struct gather__head *head;     /* everything but the arrays */
    struct gather__head directory; /* owned */
    int64_t place;                 /* in the file */
    struct gather_error *error;
    enum gather_status status;
};

static void add_bytes(struct writing *writing, struct gather__head *to, const void *bytes, size_t count)
{
    if (writing->status == GATHER_STATUS_OK)
        writing->status = gather__head_add(to, bytes, count, writing->error);
}

static void add_number(struct writing *writing, struct gather__head *to, int64_t number, int count)
{
    uint8_t bytes[8];
    for (int k = 0; k < count; k++)
        bytes[k] = (uint8_t)((uint64_t)number >> (8 * k));
    add_bytes(writing, to, bytes, (size_t)count);
}

static int64_t narrow(int64_t number) { return number < wide ? number : wide; }

/* ---- a member ------------------------------------------------------------------------------------ */

struct member {
    const char *name;
    size_t name_length; /* with ".npy" */
    int64_t bytes;      /* header and array */
    int64_t at;         /* where its local header begins */
};

/* What local header and entry have in common: from the version on to the length of the name. */
static void add_common(struct writing *writing, struct gather__head *to, const struct member *member)
{
    bool is_ascii = true;
    for (const char *c = member->name; *c != '\0'; c++)
        is_ascii = is_ascii && (unsigned char)*c < 0x80;
    bool is_wide = member->bytes >= wide || member->at >= wide;
    add_number(writing, to, is_wide ? WIDE_VERSION : VERSION, 2);
    add_number(writing, to, is_ascii ? 0 : NAME_IS_UTF8, 2);
    add_number(writing, to, 0, 2); /* stored */
    add_number(writing, to, 0, 2); /* midnight */
    add_number(writing, to, FIRST_DAY, 2);
    add_number(writing, to, 0, 4); /* the check, when the array is there */
    add_number(writing, to, narrow(member->bytes), 4);
    add_number(writing, to, narrow(member->bytes), 4);
    add_number(writing, to, (int64_t)member->name_length, 2);
}

static void add_name(struct writing *writing, struct gather__head *to, const struct member *member)
{
    add_bytes(writing, to, member->name, member->name_length - 4);
    add_bytes(writing, to, ".npy", 4);
}

static void add_wide_sizes(struct writing *writing, struct gather__head *to, const struct member *member)
{
    add_number(writing, to, member->bytes, 8);
    add_number(writing, to, member->bytes, 8);
}

/* A field without meaning, so that what follows begins at a multiple of 64; no field is below 4 bytes. */
static int64_t filling_of(const struct member *member, int64_t fields)
{
    int64_t begin = member->at + GATHER__ZIP_HEADER_BYTES + (int64_t)member->name_length + fields;
    int64_t filling = (ALIGNMENT - begin % ALIGNMENT) % ALIGNMENT;
    return filling > 0 && filling < 4 ? filling + ALIGNMENT : filling;
}

static void add_local(struct writing *writing, const struct member *member)
{
    struct gather__head *to = writing->head;
    int64_t fields = member->bytes >= wide ? 4 + 16 : 0, filling = filling_of(member, fields);
    add_number(writing, to, GATHER__ZIP_HEADER_MARK, 4);
    add_common(writing, to, member);
    add_number(writing, to, fields + filling, 2);
    add_name(writing, to, member);
    if (fields > 0) {
        add_number(writing, to, GATHER__ZIP_WIDE_ID, 2);
        add_number(writing, to, 16, 2);
        add_wide_sizes(writing, to, member);
    }
    if (filling > 0) {
        add_number(writing, to, FILLING_ID, 2);
        add_number(writing, to, filling - 4, 2);
        for (int64_t k = 4; k < filling; k++)
            add_number(writing, to, 0, 1);
    }
    writing->place = member->at + GATHER__ZIP_HEADER_BYTES + (int64_t)member->name_length + fields + filling;
}

static void add_entry(struct writing *writing, const struct member *member)
{
    struct gather__head *to = &writing->directory;
    int64_t fields = (member->bytes >= wide ? 16 : 0) + (member->at >= wide ? 8 : 0);
    add_number(writing, to, GATHER__ZIP_ENTRY_MARK, 4);
    add_number(writing, to, WIDE_VERSION, 2);
    add_common(writing, to, member);
    add_number(writing, to, fields > 0 ? fields + 4 : 0, 2);
    add_number(writing, to, 0, 4); /* no comment, the first part */
    add_number(writing, to, 0, 6); /* no attributes */
    add_number(writing, to, narrow(member->at), 4);
    add_name(writing, to, member);
    if (fields > 0) {
        add_number(writing, to, GATHER__ZIP_WIDE_ID, 2);
        add_number(writing, to, fields, 2);
    }
    if (member->bytes >= wide)
        add_wide_sizes(writing, to, member);
    if (member->at >= wide)
        add_number(writing, to, member->at, 8);
}

static void add_tensor(struct writing *writing, struct gather_tensor *tensor, struct gather__head *npy)
{
    struct member member = {.name = gather__format_name_of_tensor(tensor), .at = writing->place};
    member.name_length = strlen(member.name) + 4;
    npy->count = 0;
    writing->status = gather__npy_write_header(&tensor->layout, npy, writing->error);
    if (writing->status != GATHER_STATUS_OK)
        return;
    tensor->bytes = gather_layout_bytes(&tensor->layout);
    if (!gather__add(tensor->bytes, (int64_t)npy->count, &member.bytes)) {
        writing->status =
            gather__io_fail(writing->error, GATHER_STATUS_OVERFLOW, "layout", "a file below 2^63 bytes");
        return;
    }
    add_local(writing, &member);
    add_bytes(writing, writing->head, npy->bytes, npy->count);
    add_entry(writing, &member);
    tensor->offset = writing->place + (int64_t)npy->count;
    if (!gather__add(writing->place, member.bytes, &writing->place))
        writing->status =
            gather__io_fail(writing->error, GATHER_STATUS_OVERFLOW, "layout", "a file below 2^63 bytes");
}

/* ---- the end ------------------------------------------------------------------------------------- */

static void add_wide_end(struct writing *writing, int64_t entries, int64_t bytes)
{
    struct gather__head *to = writing->head;
    add_number(writing, to, GATHER__ZIP_WIDE_END_MARK, 4);
    add_number(writing, to, GATHER__ZIP_WIDE_REST, 8);
    add_number(writing, to, WIDE_VERSION, 2);
    add_number(writing, to, WIDE_VERSION, 2);
    add_number(writing, to, 0, 8); /* the first part, of one */
    add_number(writing, to, entries, 8);
    add_number(writing, to, entries, 8);
    add_number(writing, to, bytes, 8);
    add_number(writing, to, writing->place, 8);
    add_number(writing, to, GATHER__ZIP_LOCATOR_MARK, 4);
    add_number(writing, to, 0, 4);
    add_number(writing, to, writing->place + bytes, 8); /* bounded: behind what there is */
    add_number(writing, to, 1, 4);
}

/* The directory, and the records that say where it is. */
static void add_end(struct writing *writing, int64_t entries)
{
    struct gather__head *to = writing->head;
    int64_t bytes = (int64_t)writing->directory.count;
    int64_t few = entries < GATHER__ZIP_MANY ? entries : GATHER__ZIP_MANY;
    add_bytes(writing, to, writing->directory.bytes, writing->directory.count);
    if (entries >= GATHER__ZIP_MANY || bytes >= wide || writing->place >= wide)
        add_wide_end(writing, entries, bytes);
    add_number(writing, to, GATHER__ZIP_END_MARK, 4);
    add_number(writing, to, 0, 4);
    add_number(writing, to, few, 2);
    add_number(writing, to, few, 2);
    add_number(writing, to, narrow(bytes), 4);
    add_number(writing, to, narrow(writing->place), 4);
    add_number(writing, to, 0, 2); /* no comment */
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static bool fits_member(const char *name) { return strlen(name) <= MOST_NAME_BYTES; }

enum gather_status gather__npz_head(struct gather_tensor *tensors, size_t count, struct gather__head *head,
                                    struct gather_error *error)
{
    struct gather__head npy = {NULL, 0, 0};
    struct writing writing = {.head = head, .error = error};
    writing.status = gather__format_judge_names(
        tensors, count, fits_member, "UTF-8 of at most 65471 bytes, for the file is an .npz", error);
    for (size_t k = 0; k < count && writing.status == GATHER_STATUS_OK; k++) {
        add_tensor(&writing, &tensors[k], &npy);
        if (writing.status != GATHER_STATUS_OK)
            gather__io_fail_part(error, k);
    }
    if (writing.status == GATHER_STATUS_OK)
        add_end(&writing, (int64_t)count);
    free(writing.directory.bytes);
    free(npy.bytes);
    return writing.status;
}

void gather__npz_fill(const struct gather_tensor *tensors, size_t count, const struct gather__head *head,
                      uint8_t *memory, int64_t bytes)
{
    const uint8_t *next = head->bytes;
    int64_t place = 0;
    for (size_t k = 0; k <= count; k++) {
        size_t part = (size_t)((k < count ? tensors[k].offset : bytes) - place);
        memcpy(memory + place, next, part);
        next += part;
        place = k < count ? tensors[k].offset + tensors[k].bytes : bytes; /* bounded: in the file */
    }
}

/* ---- the checks ---------------------------------------------------------------------------------- */

static int64_t number(const uint8_t *bytes, int count) { return (int64_t)gather__zip_number(bytes, count); }

/* Bytes of a member's local header, and of the member, which stand in its wide field or in itself. */
static int64_t local_bytes(const uint8_t *header)
{
    return GATHER__ZIP_HEADER_BYTES + number(header + 26, 2) + number(header + 28, 2);
}

static int64_t member_bytes(const uint8_t *header)
{
    int64_t bytes = number(header + 22, 4);
    return bytes < wide ? bytes : number(header + GATHER__ZIP_HEADER_BYTES + number(header + 26, 2) + 4, 8);
}

void gather__npz_seal(uint8_t *memory, int64_t bytes)
{
    uint8_t *header = memory, *entry = memory;
    (void)bytes;
    while (number(entry, 4) == GATHER__ZIP_HEADER_MARK)
        entry += local_bytes(entry) + member_bytes(entry);
    for (; number(header, 4) == GATHER__ZIP_HEADER_MARK;
         header += local_bytes(header) + member_bytes(header)) {
        uLong check = crc32_z(0, header + local_bytes(header), (size_t)member_bytes(header));
        for (int k = 0; k < 4; k++)
            header[GATHER__ZIP_CHECK_IN_HEADER + k] = entry[GATHER__ZIP_CHECK_IN_ENTRY + k] =
                (uint8_t)(check >> (8 * k));
        entry += GATHER__ZIP_ENTRY_BYTES + number(entry + 28, 2) + number(entry + 30, 2);
    }
}

#endif
