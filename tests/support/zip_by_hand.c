/* SPDX-License-Identifier: Apache-2.0 */
/* ZIP archives put together byte by byte: zip_by_hand.h says for what. */
#include "support/zip_by_hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void add_number(uint8_t *bytes, size_t *count, uint64_t number, int width)
{
    for (int k = 0; k < width; k++)
        bytes[(*count)++] = (uint8_t)(number >> (8 * k));
}

static void add_bytes(uint8_t *bytes, size_t *count, const void *more, size_t length)
{
    memcpy(bytes + *count, more, length);
    *count += length;
}

void zip_put(struct zip_by_hand *zip, size_t place, uint64_t number, int bytes)
{
    add_number(zip->bytes, &place, number, bytes);
}

void zip_begin(struct zip_by_hand *zip, bool wide)
{
    zip->count = zip->members = zip->directory_count = 0;
    zip->wide = wide;
}

/* Deflates, without a head of zlib's. Returns: how many bytes that gives. */
static size_t deflate_all(const void *content, size_t count, uint8_t *packed, size_t room)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.next_in = (Bytef *)(uintptr_t)content;
    stream.avail_in = (uInt)count;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    if (deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK ||
        deflate(&stream, Z_FINISH) != Z_STREAM_END) {
        perror("deflate");
        abort();
    }
    (void)deflateEnd(&stream);
    return room - stream.avail_out;
}

/* What a local header and an entry both say. */
static void add_common(uint8_t *bytes, size_t *count, const struct zip_by_hand *zip, bool deflated,
                       uint32_t check, size_t packed, size_t unpacked)
{
    add_number(bytes, count, zip->wide ? 45 : 20, 2);
    add_number(bytes, count, 0, 2);
    add_number(bytes, count, deflated ? 8 : 0, 2);
    add_number(bytes, count, 0, 4);
    add_number(bytes, count, check, 4);
    add_number(bytes, count, zip->wide ? 0xFFFFFFFF : packed, 4);
    add_number(bytes, count, zip->wide ? 0xFFFFFFFF : unpacked, 4);
}

void zip_add(struct zip_by_hand *zip, const char *name, const void *content, size_t count, bool deflated)
{
    static uint8_t packed[ZIP_BY_HAND_MOST];
    size_t k = zip->members++, length = strlen(name), bytes = count;
    uint32_t check = (uint32_t)crc32_z(0, content, count);
    if (deflated)
        bytes = deflate_all(content, count, packed, sizeof packed);
    else
        memcpy(packed, content, count);
    zip->header[k] = zip->count;
    zip->packed[k] = bytes;
    add_number(zip->bytes, &zip->count, 0x04034b50, 4);
    add_common(zip->bytes, &zip->count, zip, deflated, check, bytes, count);
    add_number(zip->bytes, &zip->count, length, 2);
    add_number(zip->bytes, &zip->count, zip->wide ? 20 : 0, 2);
    add_bytes(zip->bytes, &zip->count, name, length);
    for (int n = 0; zip->wide && n < 3; n++)
        add_number(zip->bytes, &zip->count, n == 0 ? 16 << 16 | 1 : n == 1 ? count : bytes, n == 0 ? 4 : 8);
    zip->data[k] = zip->count;
    add_bytes(zip->bytes, &zip->count, packed, bytes);

    zip->entry[k] = zip->directory_count;
    add_number(zip->directory, &zip->directory_count, 0x02014b50, 4);
    add_number(zip->directory, &zip->directory_count, 45, 2);
    add_common(zip->directory, &zip->directory_count, zip, deflated, check, bytes, count);
    add_number(zip->directory, &zip->directory_count, length, 2);
    add_number(zip->directory, &zip->directory_count, zip->wide ? 28 : 0, 2);
    add_number(zip->directory, &zip->directory_count, 0, 2); /* comment */
    add_number(zip->directory, &zip->directory_count, 0, 8); /* disk, attributes */
    add_number(zip->directory, &zip->directory_count, zip->wide ? 0xFFFFFFFF : zip->header[k], 4);
    add_bytes(zip->directory, &zip->directory_count, name, length);
    const uint64_t wide[] = {24 << 16 | 1, count, bytes, zip->header[k]};
    for (int n = 0; zip->wide && n < 4; n++)
        add_number(zip->directory, &zip->directory_count, wide[n], n == 0 ? 4 : 8);
}

void zip_end(struct zip_by_hand *zip)
{
    size_t directory = zip->count;
    add_bytes(zip->bytes, &zip->count, zip->directory, zip->directory_count);
    for (size_t k = 0; k < zip->members; k++)
        zip->entry[k] += directory;
    if (zip->wide) {
        size_t record = zip->count;
        const struct {
            uint64_t number;
            int bytes;
        } fields[] = {{0x06064b50, 4},
                      {44, 8},
                      {45, 2},
                      {45, 2},
                      {0, 4},
                      {0, 4},
                      {zip->members, 8},
                      {zip->members, 8},
                      {zip->directory_count, 8},
                      {directory, 8},
                      {0x07064b50, 4},
                      {0, 4},
                      {record, 8},
                      {1, 4}};
        for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
            add_number(zip->bytes, &zip->count, fields[k].number, fields[k].bytes);
    }
    zip->end = zip->count;
    add_number(zip->bytes, &zip->count, 0x06054b50, 4);
    add_number(zip->bytes, &zip->count, 0, 4);
    add_number(zip->bytes, &zip->count, zip->wide ? 0xFFFF : zip->members, 2);
    add_number(zip->bytes, &zip->count, zip->wide ? 0xFFFF : zip->members, 2);
    add_number(zip->bytes, &zip->count, zip->wide ? 0xFFFFFFFF : zip->directory_count, 4);
    add_number(zip->bytes, &zip->count, zip->wide ? 0xFFFFFFFF : directory, 4);
    add_number(zip->bytes, &zip->count, 0, 2);
}
