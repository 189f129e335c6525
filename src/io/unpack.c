/* SPDX-License-Identifier: Apache-2.0 */
/* Unpacking deflated bytes: unpack.h says what. */
#include "io/formats.h"

#if GATHER_FORMAT_NPZ

#include <string.h>

#include "io/io_error.h"
#include "io/unpack.h"

enum gather_status gather__unpack_begin(struct gather__unpacking *unpacking,
                                        const struct gather__source *from, int64_t begin, int64_t length,
                                        struct gather_error *error)
{
    unpacking->from = from;
    unpacking->next = begin;
    unpacking->left = length;
    unpacking->ended = false;
    memset(&unpacking->stream, 0, sizeof unpacking->stream);
    return inflateInit2(&unpacking->stream, -MAX_WBITS) == Z_OK
               ? GATHER_STATUS_OK
               : gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
}

int64_t gather__unpack_place(const struct gather__unpacking *unpacking)
{
    return unpacking->next - unpacking->stream.avail_in;
}

static const char is_longer[] = "more deflated bytes, for the member is longer";

static enum gather_status refill(struct gather__unpacking *unpacking, struct gather_error *error)
{
    size_t count =
        unpacking->left < GATHER__UNPACK_PIECE_BYTES ? (size_t)unpacking->left : GATHER__UNPACK_PIECE_BYTES;
    enum gather_status status =
        gather__source_read(unpacking->from, unpacking->next, unpacking->piece, count, error);
    unpacking->next += (int64_t)count;
    unpacking->left -= (int64_t)count;
    unpacking->stream.next_in = unpacking->piece;
    unpacking->stream.avail_in = (uInt)count;
    return status;
}

/* Unpacks some more. What zlib has taken in may be more than it has given out, so that it may go on without any. */
static enum gather_status go_on(struct gather__unpacking *unpacking, const char *expected,
                                struct gather_error *error)
{
    z_stream *stream = &unpacking->stream;
    enum gather_status status = GATHER_STATUS_OK;
    if (stream->avail_in == 0 && unpacking->left > 0)
        status = refill(unpacking, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int answer = inflate(stream, Z_NO_FLUSH);
    unpacking->ended = answer == Z_STREAM_END;
    if (answer == Z_MEM_ERROR)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    if (answer == Z_BUF_ERROR && stream->avail_in == 0 && unpacking->left == 0)
        return gather__io_malformed(error, gather__unpack_place(unpacking), is_longer);
    if (answer != Z_OK && answer != Z_STREAM_END && answer != Z_BUF_ERROR)
        return gather__io_malformed(error, gather__unpack_place(unpacking), expected);
    return GATHER_STATUS_OK;
}

/* At most a megabyte at a time. */
enum gather_status gather__unpack(struct gather__unpacking *unpacking, uint8_t *memory, size_t count,
                                  struct gather_error *error)
{
    z_stream *stream = &unpacking->stream;
    while (count > 0) {
        if (unpacking->ended)
            return gather__io_malformed(error, gather__unpack_place(unpacking), is_longer);
        stream->next_out = memory;
        stream->avail_out = count < 1 << 20 ? (uInt)count : 1 << 20;
        enum gather_status status = go_on(unpacking, "deflated bytes", error);
        if (status != GATHER_STATUS_OK)
            return status;
        count -= (size_t)(stream->next_out - memory);
        memory = stream->next_out;
    }
    return GATHER_STATUS_OK;
}

enum gather_status gather__unpack_end(struct gather__unpacking *unpacking, struct gather_error *error)
{
    static const char end[] = "the end of the member";
    uint8_t more;
    z_stream *stream = &unpacking->stream;
    while (!unpacking->ended) {
        stream->next_out = &more;
        stream->avail_out = 1;
        enum gather_status status = go_on(unpacking, end, error);
        if (status != GATHER_STATUS_OK)
            return status;
        if (stream->avail_out == 0)
            return gather__io_malformed(error, gather__unpack_place(unpacking), end);
    }
    return stream->avail_in == 0 && unpacking->left == 0
               ? GATHER_STATUS_OK
               : gather__io_malformed(error, gather__unpack_place(unpacking), end);
}

enum gather_status gather__unpack_check(uLong found, uint32_t check, int64_t begin,
                                        struct gather_error *error)
{
    return found == check
               ? GATHER_STATUS_OK
               : gather__io_malformed(error, begin, "bytes whose CRC-32 is the one in the directory");
}

#endif
