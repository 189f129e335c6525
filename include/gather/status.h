/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a call answers: a status, and on failure a filled `struct gather_error` of the caller's. Wherever a function
 * takes an error it may be NULL: then the status is all there is.
 *
 * An error holds numbers and static strings alone, so it can be filled without allocation and outlives
 * everything it speaks of; but for the `operand` of what reads names (names.h), which may be the caller's own word.
 * `gather_error_format` makes the sentence for a person.
 */
#ifndef GATHER_STATUS_H
#define GATHER_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include "gather/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The most dimensions of anything. Structs have arrays of so many: a firmware that builds the library with fewer has to
 * compile all that includes its headers with the same number.
 */
#ifndef GATHER_MAX_RANK
#define GATHER_MAX_RANK 16
#endif

/* Every status once: name, number, what it means. The names are those of the conformance cases. */
#define GATHER_STATUS_LIST(X)                                                                                \
    X(OK, 0, "success")                                                                                      \
    X(ARGUMENT, 1, "this argument is not allowed")                                                           \
    X(AXIS, 2, "an axis is out of range")                                                                    \
    X(RANK, 3, "the number of dimensions is not allowed")                                                    \
    X(SHAPE, 4, "sizes that must agree do not")                                                              \
    X(DTYPE, 5, "the element type is not allowed here")                                                      \
    X(INDEX_RANGE, 6, "an index is out of range")                                                            \
    X(LAYOUT, 7, "this is not a layout")                                                                     \
    X(BOUNDS, 8, "the buffer is smaller than its layout")                                                    \
    X(OVERLAP, 9, "the output meets itself or an input")                                                     \
    X(OVERFLOW, 10, "a size is beyond 64 bits")                                                              \
    X(UNSUPPORTED, 11, "not supported")                                                                      \
    X(NO_MEMORY, 12, "out of memory")                                                                        \
    X(IO, 13, "input or output failed")                                                                      \
    X(FORMAT, 14, "malformed")                                                                               \
    X(CANCELLED, 15, "cancelled by the caller")

enum gather_status {
#define GATHER_STATUS_ENUM(name, number, sentence) GATHER_STATUS_##name = number,
    GATHER_STATUS_LIST(GATHER_STATUS_ENUM)
#undef GATHER_STATUS_ENUM
        GATHER_STATUS_COUNT
};

/* Which numbers of an error are set: bits of `gather_error.has`. */
enum {
    GATHER_ERROR_HAS_AXIS = 1,
    GATHER_ERROR_HAS_POSITION = 2,
    GATHER_ERROR_HAS_VALUE = 4,  /* the value that was refused */
    GATHER_ERROR_HAS_LIMITS = 8, /* low and high: what was allowed, both inclusive */
    GATHER_ERROR_HAS_AT = 16,
    GATHER_ERROR_HAS_SIZE = 32,
    GATHER_ERROR_HAS_OTHER_KIND = 64, /* no number: an attribute was given a text for an integer, .. */
    GATHER_ERROR_HAS_TYPE = 128,      /* the element type that was refused, as `value`, without HAS_VALUE */
    GATHER_ERROR_HAS_LENGTH = 256,    /* beside HAS_VALUE: how many entries a list has, or a shape sizes */
    GATHER_ERROR_OF_FLAT = 512        /* no number: axis and size are those of the data read flat */
};

/* Why a call failed. A call that succeeds leaves it alone. */
struct gather_error {
    int32_t status;       /* an `enum gather_status` */
    uint32_t has;         /* bits GATHER_ERROR_*: which of the numbers below are set, and of what */
    const char *operand;  /* "data", "indices", "output", an attribute's name; NULL if none */
    const char *expected; /* what was expected or allowed, in words; NULL if nothing is to be said */
    const char *lacks;    /* what the notation asked for can't say: "stride", "tiles", ..; NULL if none */
    const char *reason; /* why, in words: what the system said, "No such file or directory"; what was given */
    int32_t axis;       /* of the data, for an index; else the dimension of the operand */
    int32_t rank;       /* number of entries of `position` */
    int64_t position[GATHER_MAX_RANK]; /* index vector of the first bad element */
    /*
     * the value refused; read it as uint64_t where value_is_unsigned. Without HAS_VALUE: an `enum gather_dtype` where
     * the error has a type, the errno of an IO, or 0
     */
    int64_t value;
    int64_t low, high;         /* the range allowed; where it has a type, low is the only one allowed, or 0 */
    int64_t size;              /* of that axis of the data */
    int64_t at;                /* byte offset in a text or file */
    int32_t value_is_unsigned; /* 0 or 1 */
    int32_t part;              /* shard or process that reports, -1 for none */
};

/*
 * Writes the sentence of an error: "indices[1,3] = 5 is outside -5..4 (axis 0 of data has size 5)".
 * text: room for `size` bytes, always ended by NUL if size > 0; a longer sentence is cut.
 * Returns: the length of the whole sentence without NUL, whatever `size` is.
 */
GATHER_API size_t gather_error_format(const struct gather_error *error, char *text, size_t size);

/*
 * The name of a status ("INDEX_RANGE"), and what it means. Returns: a static string; for a number that is no
 * status "UNKNOWN", and a sentence that says so.
 */
GATHER_API const char *gather_status_name(int32_t status);
GATHER_API const char *gather_status_sentence(int32_t status);

#ifdef __cplusplus
}
#endif

#endif
