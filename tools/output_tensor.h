/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tensor on its way into a file, as the command line names it: FILE[@LAYOUT]. The format is told by the name:
 * .npy, or else raw bytes.
 */
#ifndef GATHER_TOOLS_OUTPUT_TENSOR_H
#define GATHER_TOOLS_OUTPUT_TENSOR_H

#include <stdbool.h>

#include "gather/io.h"

struct output_tensor {
    const char *command;
    char *path; /* owned */
    int32_t format;
    struct gather_tensor tensor;
    struct gather_target *target;
};

/*
 * Takes FILE[@LAYOUT] apart; a layout without type and sizes has those of `known`. Returns: an exit code; what
 * failed was said. Owns: *path, in any case.
 */
int output_operand_read(const char *command, const char *text, const struct gather_layout *known, char **path,
                        int32_t *format, struct gather_layout *layout, bool *has_layout);

/* What the file is called and how the tensor lies in it: as `layout`, where nothing else is said. To be ended in any
 * case. Returns: an exit code. */
int output_tensor_choose(struct output_tensor *output, const char *command, const char *text,
                         const struct gather_layout *layout);

/* Makes room for the tensor; *buffer is where its bytes go. Signals only end the command behind `_end`. */
int output_tensor_begin(struct output_tensor *output, struct gather_buffer *buffer);

/* The file appears. Returns: an exit code. */
int output_tensor_commit(struct output_tensor *output);
void output_tensor_end(struct output_tensor *output);

/* numpy has no name for some types: the file holds them as bytes, and who reads it is told to know. */
void output_type_tell(const char *command, const char *path, int32_t format, int32_t dtype);

#endif
