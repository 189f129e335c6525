/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements as a file of text: one a line, or an object of JSON. They are written in pieces, for most are a few bytes
 * long:
 *
 *     begin ── add, add, .. in row-major order ── end
 */
#ifndef GATHER_TOOLS_OUTPUT_TEXT_H
#define GATHER_TOOLS_OUTPUT_TEXT_H

#include "gather/io.h"
#include "gather/study.h"

struct output_text {
    struct gather_target *target;
    const struct gather_layout *layout; /* as tensor_values_layout makes it */
    int32_t format;                     /* OUTPUT_TEXT or OUTPUT_JSON */
    int64_t elements;                   /* written */
    struct gather_json json;
    struct gather_error *error; /* of the call that goes on */
    size_t count;
    char bytes[1 << 16]; /* which are not written yet */
};

/* text: target, layout and format are set, and stay where they are. */
void output_text_begin(struct output_text *text);

/* Each returns: as gather_target_write; CANCELLED where a signal asked for it. */
enum gather_status output_text_add(struct output_text *text, const void *values, int64_t count,
                                   struct gather_error *error);
enum gather_status output_text_end(struct output_text *text, struct gather_error *error);

#endif
