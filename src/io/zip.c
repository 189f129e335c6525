/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZIP directories: zip.h says what is read. An archive says most things twice; what differs is refused, for
 * then two readers would see two archives. The directory ends where the end records begin, so that nothing can
 * be put before the archive or between its parts unseen.
 */
#include "io/zip.h"

#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/zip_format.h"

enum {
    MOST_COMMENT = 65535,
    MOST_DIRECTORY = 1 << 28,
    MOST_RATIO = 1032, /* bytes that one byte of deflated ones can make */
    ENCRYPTED = 1 | 1 << 6 | 1 << 13,
    SIZES_BEHIND = 1 << 3 /* the local header was written before the sizes were known */
};

/* ---- numbers ------------------------------------------------------------------------------------- */

static uint16_t u16(const void *bytes) { return (uint16_t)gather__zip_number(bytes, 2); }

static uint32_t u32(const void *bytes) { return (uint32_t)gather__zip_number(bytes, 4); }

/* A size or offset of 64 bits; -1 if it is beyond the signed ones. */
static int64_t i64(const void *bytes)
{
    uint64_t value = gather__zip_number(bytes, 8);
    return value <= INT64_MAX ? (int64_t)value : -1;
}

/* ---- the end records ----------------------------------------------------------------------------- */

/* What they say of the directory. */
struct directory {
    int64_t entries, bytes, offset;
    int64_t end; /* where the end records begin */
};

/* The end record: the last of its marks whose comment ends the file. Returns: where it is; -1 if there is none. */
static int64_t find_end(const uint8_t *tail, int64_t count, int64_t begin)
{
    for (int64_t at = count - GATHER__ZIP_END_BYTES; at >= 0; at--)
        if (u32(tail + at) == GATHER__ZIP_END_MARK &&
            at + GATHER__ZIP_END_BYTES + u16(tail + at + 20) == count)
            return begin + at;
    return -1;
}

/* A number that the end record says in few bits, or leaves to the wide one. */
static bool agree(uint64_t few, uint64_t marker, int64_t all) { return few == marker || (int64_t)few == all; }

static enum gather_status read_wide_end(const struct gather_file *file, const uint8_t *end, int64_t at,
                                        struct directory *directory, struct gather_error *error)
{
    uint8_t locator[GATHER__ZIP_LOCATOR_BYTES], record[GATHER__ZIP_WIDE_END_BYTES];
    if (at < GATHER__ZIP_LOCATOR_BYTES + GATHER__ZIP_WIDE_END_BYTES)
        return gather__io_malformed(error, at, "a ZIP64 locator before the end record");
    enum gather_status status =
        gather__file_read_at(file, at - GATHER__ZIP_LOCATOR_BYTES, locator, GATHER__ZIP_LOCATOR_BYTES, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int64_t place = i64(locator + 8);
    if (u32(locator) != GATHER__ZIP_LOCATOR_MARK)
        return gather__io_malformed(error, at - GATHER__ZIP_LOCATOR_BYTES,
                                    "a ZIP64 locator before the end record");
    if (u32(locator + 4) != 0 || u32(locator + 16) > 1 ||
        place != at - GATHER__ZIP_LOCATOR_BYTES - GATHER__ZIP_WIDE_END_BYTES)
        return gather__io_malformed(error, at - GATHER__ZIP_LOCATOR_BYTES,
                                    "a locator of the ZIP64 end record before it");
    status = gather__file_read_at(file, place, record, GATHER__ZIP_WIDE_END_BYTES, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (u32(record) != GATHER__ZIP_WIDE_END_MARK ||
        gather__zip_number(record + 4, 8) != GATHER__ZIP_WIDE_REST)
        return gather__io_malformed(error, place, "a ZIP64 end record of 56 bytes");
    directory->end = place;
    directory->entries = i64(record + 32);
    directory->bytes = i64(record + 40);
    directory->offset = i64(record + 48);
    if (u32(record + 16) != 0 || u32(record + 20) != 0 || i64(record + 24) != directory->entries ||
        !agree(u16(end + 10), GATHER__ZIP_MANY, directory->entries) ||
        !agree(u32(end + 12), GATHER__ZIP_WIDE, directory->bytes) ||
        !agree(u32(end + 16), GATHER__ZIP_WIDE, directory->offset))
        return gather__io_malformed(error, place, "the same numbers in both end records");
    return GATHER_STATUS_OK;
}

static enum gather_status read_end(const struct gather_file *file, const uint8_t *end, int64_t at,
                                   struct directory *directory, struct gather_error *error)
{
    *directory = (struct directory){u16(end + 10), u32(end + 12), u32(end + 16), at};
    if (u16(end + 4) != 0 || u16(end + 6) != 0 || u16(end + 8) != u16(end + 10))
        return gather__io_malformed(error, at, "an archive in one part");
    /* So many members may be just as many: no wide record lies between the directory and this one then. */
    const bool is_many = u16(end + 10) == GATHER__ZIP_MANY &&
                         directory->offset + directory->bytes != at; /* bounded: 33 bits */
    if (is_many || u32(end + 12) == GATHER__ZIP_WIDE || u32(end + 16) == GATHER__ZIP_WIDE) {
        enum gather_status status = read_wide_end(file, end, at, directory, error);
        if (status != GATHER_STATUS_OK)
            return status;
    }
    int64_t ends;
    if (directory->offset < 0 || directory->bytes < 0 ||
        !gather__add(directory->offset, directory->bytes, &ends) || ends != directory->end)
        return gather__io_malformed(error, at, "a directory that ends where the end records begin");
    if (directory->entries < 0 || directory->entries > directory->bytes / GATHER__ZIP_ENTRY_BYTES)
        return gather__io_malformed(error, at, "no more entries than the directory has room for");
    if (directory->bytes > MOST_DIRECTORY)
        return gather__io_malformed(error, at, "a directory of at most 256 MiB");
    return GATHER_STATUS_OK;
}

static enum gather_status find_directory(const struct gather_file *file, struct directory *directory,
                                         struct gather_error *error)
{
    int64_t count = file->bytes < GATHER__ZIP_END_BYTES + MOST_COMMENT ? file->bytes
                                                                       : GATHER__ZIP_END_BYTES + MOST_COMMENT;
    int64_t begin = file->bytes - count;
    if (file->bytes < GATHER__ZIP_END_BYTES)
        return gather__io_malformed(error, file->bytes, "an archive, which ends by a record of 22 bytes");
    uint8_t *tail = malloc((size_t)count);
    if (tail == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    enum gather_status status = gather__file_read_at(file, begin, tail, (size_t)count, error);
    if (status == GATHER_STATUS_OK) {
        int64_t at = find_end(tail, count, begin);
        status = at < 0
                     ? gather__io_malformed(error, file->bytes, "an end record whose comment ends the file")
                     : read_end(file, tail + (at - begin), at, directory, error);
    }
    free(tail);
    return status;
}

/* ---- members ------------------------------------------------------------------------------------- */

/* The numbers of 64 bits of an entry, in their order; each only where the entry leaves it to them. */
static bool read_wide(const char *extra, size_t count, int64_t *const *numbers, int wanted)
{
    while (count >= 4) {
        size_t id = u16(extra), length = u16(extra + 2);
        extra += 4;
        count -= 4;
        if (length > count)
            return false;
        if (id == GATHER__ZIP_WIDE_ID) {
            for (int k = 0; k < wanted; k++, extra += 8, length -= 8)
                if (length < 8 || (*numbers[k] = i64(extra)) < 0)
                    return false;
            return true;
        }
        extra += length;
        count -= length;
    }
    return wanted == 0;
}

static enum gather_status read_sizes(const char *entry, size_t extra_at, struct gather__zip_member *member,
                                     struct gather_error *error)
{
    int64_t *numbers[3];
    int wanted = 0;
    member->packed = u32(entry + 20);
    member->bytes = u32(entry + 24);
    member->header = u32(entry + 42);
    if (member->bytes == GATHER__ZIP_WIDE)
        numbers[wanted++] = &member->bytes;
    if (member->packed == GATHER__ZIP_WIDE)
        numbers[wanted++] = &member->packed;
    if (member->header == GATHER__ZIP_WIDE)
        numbers[wanted++] = &member->header;
    if (!read_wide(entry + extra_at, u16(entry + 30), numbers, wanted))
        return gather__io_malformed(error, member->entry,
                                    "a ZIP64 field with the sizes that the entry leaves to it");
    return GATHER_STATUS_OK;
}

/* What an entry says for itself. */
static enum gather_status judge_entry(const char *entry, struct gather__zip_member *member,
                                      struct gather_error *error)
{
    if (member->method != GATHER__ZIP_STORED && member->method != GATHER__ZIP_DEFLATED)
        member->unread = "a member that is stored or deflated";
    if ((u16(entry + 8) & ENCRYPTED) != 0)
        member->unread = "a member that is not encrypted";
    if (member->unread == NULL && member->method == GATHER__ZIP_STORED && member->packed != member->bytes)
        return gather__io_malformed(error, member->entry, "as many bytes stored as there are");
    if (member->method == GATHER__ZIP_DEFLATED && member->bytes / MOST_RATIO > member->packed)
        return gather__io_malformed(error, member->entry, "no more bytes than so few can unpack to");
    if (member->name_length == 0 || memchr(member->name, '\0', member->name_length) != NULL)
        return gather__io_malformed(error, member->entry, "a name without NUL");
    return GATHER_STATUS_OK;
}

/*
 * Whether a local header's size is the entry's, is left to its ZIP64 field, or was not known yet. The field itself is not
 * compared: Python's zipfile and Go's leave that of an archive copied from there, or none.
 */
static bool same_size(uint32_t local, int64_t size, uint16_t flags)
{
    return local == size || local == GATHER__ZIP_WIDE || ((flags & SIZES_BEHIND) != 0 && local == 0);
}

static enum gather_status judge_header(const struct gather_file *file, struct gather__zip_member *member,
                                       int64_t directory, struct gather_error *error)
{
    char header[GATHER__ZIP_HEADER_BYTES], name[MOST_COMMENT];
    int64_t end;
    if (member->header > directory - GATHER__ZIP_HEADER_BYTES - (int64_t)member->name_length)
        return gather__io_malformed(error, member->entry, "a member before the directory");
    enum gather_status status =
        gather__file_read_at(file, member->header, header, GATHER__ZIP_HEADER_BYTES, error);
    if (status == GATHER_STATUS_OK)
        status = gather__file_read_at(file, member->header + GATHER__ZIP_HEADER_BYTES, name,
                                      member->name_length, error);
    if (status != GATHER_STATUS_OK)
        return status;
    uint16_t flags = u16(header + 6);
    if (u32(header) != GATHER__ZIP_HEADER_MARK)
        return gather__io_malformed(error, member->header, "the local header of a member");
    if (u16(header + 8) != member->method || ((flags & ENCRYPTED) != 0 && member->unread == NULL) ||
        !same_size(u32(header + 18), member->packed, flags) ||
        !same_size(u32(header + 22), member->bytes, flags) ||
        ((flags & SIZES_BEHIND) == 0 && u32(header + GATHER__ZIP_CHECK_IN_HEADER) != member->check))
        return gather__io_malformed(error, member->header,
                                    "the method, sizes and check of the directory's entry");
    if (u16(header + 26) != member->name_length || member->name == NULL ||
        memcmp(name, member->name, member->name_length) != 0)
        return gather__io_malformed(error, member->header, "the name of the directory's entry");
    member->data = member->header + GATHER__ZIP_HEADER_BYTES + u16(header + 26) +
                   u16(header + 28); /* bounded: in the file */
    if (!gather__add(member->data, member->packed, &end) || end > directory)
        return gather__io_malformed(error, member->entry, "a member that ends before the directory");
    return GATHER_STATUS_OK;
}

/* ---- the directory ------------------------------------------------------------------------------- */

static enum gather_status read_entry(struct gather__zip *zip, const struct directory *directory,
                                     int64_t *place, struct gather_error *error)
{
    const char *entry = zip->bytes + *place;
    struct gather__zip_member *member = &zip->members[zip->count];
    int64_t left = directory->bytes - *place, at = directory->offset + *place; /* bounded: in the file */
    if (left < GATHER__ZIP_ENTRY_BYTES || u32(entry) != GATHER__ZIP_ENTRY_MARK)
        return gather__io_malformed(error, at, "an entry of the directory");
    int64_t length = (int64_t)GATHER__ZIP_ENTRY_BYTES + u16(entry + 28) + u16(entry + 30) + u16(entry + 32);
    if (length > left || u16(entry + 34) != 0)
        return gather__io_malformed(error, at, "an entry that ends within the directory");
    *member = (struct gather__zip_member){.name = entry + GATHER__ZIP_ENTRY_BYTES,
                                          .name_length = u16(entry + 28),
                                          .method = u16(entry + 10),
                                          .check = u32(entry + GATHER__ZIP_CHECK_IN_ENTRY),
                                          .entry = at};
    enum gather_status status =
        read_sizes(entry, GATHER__ZIP_ENTRY_BYTES + member->name_length, member, error);
    if (status == GATHER_STATUS_OK)
        status = judge_entry(entry, member, error);
    zip->count++;
    *place += length;
    return status;
}

static int compare_headers(const void *a, const void *b)
{
    const struct gather__zip_member *first = *(const struct gather__zip_member *const *)a;
    const struct gather__zip_member *second = *(const struct gather__zip_member *const *)b;
    return (first->header > second->header) - (first->header < second->header);
}

/* No two members have a byte in common. */
static enum gather_status judge_overlap(const struct gather__zip *zip, struct gather_error *error)
{
    const struct gather__zip_member **sorted =
        calloc(zip->count + 1, sizeof(const struct gather__zip_member *));
    enum gather_status status = GATHER_STATUS_OK;
    if (sorted == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t k = 0; k < zip->count; k++)
        sorted[k] = &zip->members[k];
    qsort((void *)(uintptr_t)sorted, zip->count, sizeof *sorted, compare_headers);
    for (size_t k = 1; k < zip->count && status == GATHER_STATUS_OK; k++)
        if (sorted[k]->header < sorted[k - 1]->data + sorted[k - 1]->packed) /* bounded: in the file */
            status = gather__io_malformed(error, sorted[k]->entry,
                                          "a member that begins behind the one before it");
    free((void *)(uintptr_t)sorted);
    return status;
}

static enum gather_status read_entries(struct gather__zip *zip, struct gather_file *file,
                                       const struct directory *directory, struct gather_error *error)
{
    int64_t place = 0;
    enum gather_status status =
        gather__file_read_at(file, directory->offset, zip->bytes, (size_t)directory->bytes, error);
    for (int64_t k = 0; k < directory->entries && status == GATHER_STATUS_OK; k++) {
        int64_t before = place;
        status = read_entry(zip, directory, &place, error);
        if (status == GATHER_STATUS_OK)
            status = judge_header(file, &zip->members[zip->count - 1], directory->offset, error);
        if (status == GATHER_STATUS_OK || place == before || !gather__file_passes(file, status, NULL, error))
            continue;
        zip->count--;
        status = GATHER_STATUS_OK;
    }
    if (status == GATHER_STATUS_OK && place != directory->bytes)
        status = gather__io_malformed(error, directory->offset + place, "the end of the directory");
    return status == GATHER_STATUS_OK ? judge_overlap(zip, error) : status;
}

enum gather_status gather__zip_read(struct gather__zip *zip, struct gather_file *file,
                                    struct gather_error *error)
{
    struct directory directory = {0, 0, 0, 0};
    enum gather_status status = find_directory(file, &directory, error);
    if (status != GATHER_STATUS_OK)
        return status;
    /* NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI): both are bounded by the file's length */
    zip->bytes = malloc((size_t)directory.bytes + 1);
    /* NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI) */
    zip->members = calloc((size_t)directory.entries + 1, sizeof *zip->members);
    if (zip->bytes == NULL || zip->members == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    return read_entries(zip, file, &directory, error);
}

void gather__zip_end(struct gather__zip *zip)
{
    free(zip->members);
    free(zip->bytes);
}
