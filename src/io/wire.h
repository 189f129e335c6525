/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The wire format of protocol buffers, as far as ONNX has it: fields one after the other, each a key and a
 * value, read through a window of the file, so that what nobody asks for is passed without being read.
 *
 *     key: number << 3 | type       0  varint, 7 bits a byte, lowest first, at most 10 bytes
 *                                   1  8 bytes       5  4 bytes
 *                                   2  length, bytes: a text, a message, or numbers packed
 *                                   3, 4  groups, which ONNX never had: refused
 *
 *     struct gather__wire message = gather__wire_within(&outer, &field);
 *     while (gather__wire_next(&message, &field)) ...        false at the end, and after a failure
 *     return message.status;
 */
#ifndef GATHER_IO_WIRE_H
#define GATHER_IO_WIRE_H

#include "io/window.h"

enum gather__wire_type { GATHER__WIRE_VARINT, GATHER__WIRE_8, GATHER__WIRE_BYTES, GATHER__WIRE_4 = 5 };

struct gather__wire {
    struct gather__window *window;
    int64_t place, end;
    enum gather_status status; /* the first failure; nothing is read after it */
};

struct gather__wire_field {
    int32_t number;
    int32_t type;   /* an `enum gather__wire_type` */
    int64_t at;     /* of its key */
    int64_t begin;  /* of its value: behind the length of bytes */
    int64_t length; /* bytes of its value */
    uint64_t value; /* of a number */
};

/* Fails, and makes every later call fail. Returns: false. */
bool gather__wire_fail(struct gather__wire *wire, enum gather_status status, int64_t at,
                       const char *expected);

/* The same, with the number refused and the range that was allowed. */
bool gather__wire_refuse(struct gather__wire *wire, int64_t at, const char *expected, int64_t value,
                         int64_t low, int64_t high);

/* The next field. Returns: false where there is none, or it is no field. */
bool gather__wire_next(struct gather__wire *wire, struct gather__wire_field *field);

/* The next numbers, of packed ones. */
bool gather__wire_varint(struct gather__wire *wire, uint64_t *value);
bool gather__wire_fixed(struct gather__wire *wire, int width, uint64_t *value);

/* Whether a field is of this type; it fails if not. */
bool gather__wire_is(struct gather__wire *wire, const struct gather__wire_field *field,
                     enum gather__wire_type type);

/* The bytes of a field, as a stretch of their own, with the status of the outer one. */
struct gather__wire gather__wire_within(const struct gather__wire *wire,
                                        const struct gather__wire_field *field);

/* Whether the bytes of a field are this text. A failure is the status. */
bool gather__wire_equals(struct gather__wire *wire, const struct gather__wire_field *field, const char *text);

#endif
