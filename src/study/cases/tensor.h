/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tensor of a case: its layout, and its content as it lies in memory.
 *
 *     read      its fields, judged by the case format
 *     lay       its layout; what is wrong there is an answer to the case, with the tensor's name
 *     measure   the bytes of its buffer
 *     place     the content of an input into the cells of its layout; everything else keeps its canaries
 *     expect    likewise of an output: the whole buffer as it must be after a run, canaries included
 *
 * An image is the bytes of a buffer.
 */
#ifndef GATHER_STUDY_CASES_TENSOR_H
#define GATHER_STUDY_CASES_TENSOR_H

#include "gather/study.h"
#include "io/json.h"

/* A tensor of a case has at most as many bytes, and elements: cases are small, even those from a stranger. */
enum { GATHER__TENSOR_MAX = 1 << 22 };

/* How the content is written, one bit each. */
enum {
    GATHER__FORM_NONE = 1, /* not at all */
    GATHER__FORM_VALUES = 2,
    GATHER__FORM_HEX = 4,
    GATHER__FORM_STORAGE = 8,
    GATHER__FORM_IOTA = 16,
    GATHER__FORM_ANY = 30 /* in one way */
};

/* Memory where strings lie, that elements are views of. */
struct gather__texts {
    char *bytes;
    size_t count;
};

/* A view of the case's line: it owns nothing. All zero at the beginning. */
struct gather__tensor {
    const char *name; /* what errors call it: a static string, or NULL */
    const struct gather__json *json;
    const struct gather__json *content; /* NULL if none */
    unsigned form;                      /* of the content */
    bool is_descriptor;                 /* DirectML's fields in place of shape and layout */
    struct gather_layout layout;
    size_t bytes;               /* of its buffer */
    struct gather__texts texts; /* of its strings: `measure` says how many bytes, and the caller has them */
    const struct gather__texts *known; /* of an expected output: where strings may lie, its own too */
    size_t known_count;
};

/* forms: those allowed here. Returns: OK; FORMAT. */
enum gather_status gather__tensor_read(struct gather__tensor *self, const struct gather__json *json,
                                       const char *name, unsigned forms, struct gather_error *error);

/*
 * infer: sizes may be unknown, and nothing is judged that has no spelling.
 * Returns: OK; RANK, SHAPE, LAYOUT, FORMAT, .. with the tensor's name. A descriptor is left to the operator,
 * which has its own order of judging.
 */
enum gather_status gather__tensor_lay(struct gather__tensor *self, bool infer, struct gather_error *error);

/* any_length: whether `storage` may have another number of cells than the layout. Returns: OK; FORMAT. */
enum gather_status gather__tensor_measure(struct gather__tensor *self, bool any_length,
                                          struct gather_error *error);

/* image: of an input before a run. Returns: OK; FORMAT. */
enum gather_status gather__tensor_place(const struct gather__tensor *self, uint8_t *image,
                                        struct gather_error *error);

/*
 * image: in: of an output before a run; out: as it must be after it. got: as it is; taken over where the case
 * lets anything pass. Returns: OK; FORMAT.
 */
enum gather_status gather__tensor_expect(const struct gather__tensor *self, uint8_t *image,
                                         const uint8_t *got, struct gather_error *error);

/* "output[1,2] = 5, got 6": the first cell where two images of a buffer differ; they do. */
void gather__tensor_write_difference(const struct gather__tensor *self, const uint8_t *expected,
                                     const uint8_t *got, struct gather_writer *writer);

#endif
