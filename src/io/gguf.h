/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading a GGUF file from its beginning on: numbers, little-endian; texts, with their length before them; and
 * the pairs of key and value that stand before the tensors. Functions answer false once reading has failed;
 * `status` says why, and the error is filled.
 */
#ifndef GATHER_IO_GGUF_H
#define GATHER_IO_GGUF_H

#include "io/file.h"
#include "io/window.h"

struct gather__gguf_reader {
    struct gather_file *file;
    struct gather__window *window;
    struct gather_error *error;
    enum gather_status status;
    int64_t place;     /* of the next byte */
    int64_t alignment; /* of the data of tensors */
};

bool gather__gguf_fail(struct gather__gguf_reader *reader, enum gather_status status, int64_t at,
                       const char *expected);

/* The same, with the number refused and the range that was allowed. name: of the number; NULL for none. */
bool gather__gguf_refuse(struct gather__gguf_reader *reader, int64_t at, const char *name,
                         const char *expected, uint64_t value, int64_t low, int64_t high);

/* The same for a rule that is no range. */
bool gather__gguf_refuse_rule(struct gather__gguf_reader *reader, int64_t at, const char *name,
                              const char *expected, uint64_t value);

/* A number of 1, 2, 4 or 8 bytes. */
bool gather__gguf_number(struct gather__gguf_reader *reader, int width, uint64_t *number);

/* The length of a text, which the file then has room for; `place` is behind it. */
bool gather__gguf_length(struct gather__gguf_reader *reader, int64_t *length);

/* A text of at most `most` bytes, ended by NUL, which belongs to the file. */
bool gather__gguf_text(struct gather__gguf_reader *reader, int64_t most, const char *expected,
                       const char **text);

/* So many pairs of key and value, which the file then says of itself. */
bool gather__gguf_pairs(struct gather__gguf_reader *reader, int64_t count);

#endif
