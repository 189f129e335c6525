/* SPDX-License-Identifier: Apache-2.0 */
/* ZIP archives put together by hand, so that every number in them can be made a wrong one. */
#ifndef GATHER_TESTS_ZIP_BY_HAND_H
#define GATHER_TESTS_ZIP_BY_HAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZIP_BY_HAND_MOST = 1 << 18, ZIP_BY_HAND_MEMBERS = 8 };

struct zip_by_hand {
    size_t count;
    size_t members;
    size_t header[ZIP_BY_HAND_MEMBERS]; /* where each local header begins */
    size_t data[ZIP_BY_HAND_MEMBERS];   /* and its bytes */
    size_t packed[ZIP_BY_HAND_MEMBERS]; /* and how many they are */
    size_t entry[ZIP_BY_HAND_MEMBERS];  /* where its entry begins, after `zip_end` */
    size_t end;                         /* where the end record begins */
    bool wide;                          /* sizes and places in ZIP64 fields and records */
    uint8_t bytes[ZIP_BY_HAND_MOST];
    uint8_t directory[1 << 12];
    size_t directory_count;
};

void zip_begin(struct zip_by_hand *zip, bool wide);
void zip_add(struct zip_by_hand *zip, const char *name, const void *content, size_t count, bool deflated);
void zip_end(struct zip_by_hand *zip);

/* Puts a number of so many bytes at a place. */
void zip_put(struct zip_by_hand *zip, size_t place, uint64_t number, int bytes);

#endif
