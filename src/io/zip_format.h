/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a ZIP archive is made of, for those who read one (zip.c) and who write one (npz_head.c): the records' marks
 * and sizes, and numbers, whose least significant byte comes first. WIDE are the records and fields of 64 bits.
 */
#ifndef GATHER_IO_ZIP_FORMAT_H
#define GATHER_IO_ZIP_FORMAT_H

#include <stdint.h>

/* What stands where a size or offset is left to a wide field. */
#define GATHER__ZIP_WIDE INT64_C(0xFFFFFFFF)

enum {
    GATHER__ZIP_HEADER_MARK = 0x04034b50, /* local headers */
    GATHER__ZIP_ENTRY_MARK = 0x02014b50,  /* of the directory */
    GATHER__ZIP_END_MARK = 0x06054b50,
    GATHER__ZIP_LOCATOR_MARK = 0x07064b50,
    GATHER__ZIP_WIDE_END_MARK = 0x06064b50,

    /* Bytes, without names, comments and extra fields. */
    GATHER__ZIP_HEADER_BYTES = 30,
    GATHER__ZIP_ENTRY_BYTES = 46,
    GATHER__ZIP_END_BYTES = 22,
    GATHER__ZIP_LOCATOR_BYTES = 20,
    GATHER__ZIP_WIDE_END_BYTES = 56,

    GATHER__ZIP_WIDE_REST = GATHER__ZIP_WIDE_END_BYTES - 12, /* what its own size counts */
    GATHER__ZIP_WIDE_ID = 1,                                 /* of the extra field */
    GATHER__ZIP_MANY = 0xFFFF,                               /* members, likewise left to the wide end */
    GATHER__ZIP_CHECK_IN_HEADER = 14,
    GATHER__ZIP_CHECK_IN_ENTRY = 16
};

static inline uint64_t gather__zip_number(const void *bytes, int count)
{
    uint64_t value = 0;
    for (int k = 0; k < count; k++)
        value |= (uint64_t)((const uint8_t *)bytes)[k] << (8 * k);
    return value;
}

#endif
