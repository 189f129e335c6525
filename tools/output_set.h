/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors on their way into a file, or a folder of files, that appears whole or not at all.
 *
 *     begin ── open, fill the buffer, close: each tensor once ── commit ── end
 *              add, add, .., close: the one tensor that becomes text, if it shall not be in memory as a whole
 *
 * Signals are noted from `begin` on, and end the command in `end`.
 */
#ifndef GATHER_TOOLS_OUTPUT_SET_H
#define GATHER_TOOLS_OUTPUT_SET_H

#include <stdbool.h>

#include "output_text.h"

struct output_set {
    const char *command;
    char *path;                    /* owned */
    int32_t format;                /* of output_tensor.h */
    struct gather_tensor *tensors; /* name and layout; offset and bytes are set */
    size_t count;
    struct gather_target *target;
    char *folder;             /* what is to be renamed to the path; owned */
    char *place;              /* "FOLDER/NAME.npy", with room for every NAME; owned */
    size_t files;             /* in it */
    struct output_text *text; /* owned; NULL for what does not become text */
    void *memory;             /* of elements that do; owned */
};

/* Each returns an exit code; what failed was said. `end` in any case. */
int output_set_begin(struct output_set *set);
int output_set_open(struct output_set *set, size_t k, struct gather_buffer *buffer);
int output_set_add(struct output_set *set, const void *elements, int64_t count);
int output_set_close(struct output_set *set);
int output_set_commit(struct output_set *set);
void output_set_end(struct output_set *set);

/* Whether it becomes text or JSON. */
bool output_set_is_text(const struct output_set *set);

#endif
