/* SPDX-License-Identifier: Apache-2.0 */
/* Deflated bytes of a source, unpacked in their order. */
#ifndef GATHER_IO_UNPACK_H
#define GATHER_IO_UNPACK_H

#include <stdbool.h>
#include <zlib.h>

#include "io/source.h"

enum { GATHER__UNPACK_PIECE_BYTES = 1 << 14 };

/* Deflated bytes on their way into memory. What has begun is to be ended by inflateEnd(&stream). */
struct gather__unpacking {
    const struct gather__source *from;
    int64_t next, left; /* of the deflated bytes: where those not read yet begin, and how many they are */
    z_stream stream;
    bool ended; /* nothing comes behind what was unpacked */
    uint8_t piece[GATHER__UNPACK_PIECE_BYTES];
};

/* Begins with `length` deflated bytes of a source. Returns: OK; NO_MEMORY, and then there is nothing to end. */
enum gather_status gather__unpack_begin(struct gather__unpacking *unpacking,
                                        const struct gather__source *from, int64_t begin, int64_t length,
                                        struct gather_error *error);

/* Where in the source the next byte stands that was not unpacked yet. */
int64_t gather__unpack_place(const struct gather__unpacking *unpacking);

/* Unpacks the next `count` bytes. Returns: OK; NO_MEMORY; IO, FORMAT with `at`. */
enum gather_status gather__unpack(struct gather__unpacking *unpacking, uint8_t *memory, size_t count,
                                  struct gather_error *error);

/* Judges that nothing is left, neither packed nor unpacked. Returns: as gather__unpack. */
enum gather_status gather__unpack_end(struct gather__unpacking *unpacking, struct gather_error *error);

/* Judges the check of all that was unpacked. begin: of the deflated bytes. Returns: OK; FORMAT with `at`. */
enum gather_status gather__unpack_check(uLong found, uint32_t check, int64_t begin,
                                        struct gather_error *error);

#endif
