/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that tensors are written to, as the command line names it: FILE[@LAYOUT]. The format is told by the name:
 * one of the library's, ".txt" for an element a line, ".json" for an object of type, shape and elements, a "/" at
 * the end for a folder of .npy; raw bytes where it ends in ".raw", ".bin" or nothing, or a layout is said. Any other
 * ending is that of a format which is not written. "-" is stdout, and an .npy if no layout is said; "-.npz" and the
 * like are stdout too, in that format. Nothing else begins with '-': it would be an option that lost its way.
 */
#ifndef GATHER_TOOLS_OUTPUT_TENSOR_H
#define GATHER_TOOLS_OUTPUT_TENSOR_H

#include <stdbool.h>

#include "arguments.h"
#include "gather/io.h"

/* Formats that are written here: the library only reads the first, and does not know the other. */
enum { OUTPUT_TEXT = GATHER_FILE_TEXT, OUTPUT_JSON = GATHER_FILE_FORMAT_COUNT };

const char *output_format_name(int32_t format);

/* The format that a path tells. */
int32_t output_format_of(const char *path);

/* Whether a path, or FILE[@LAYOUT], is that of stdout. */
bool output_is_stdout(const char *text);

/* Whether a file of this format has room for several tensors. */
bool output_format_holds_several(int32_t format);

/*
 * Judges FILE[@LAYOUT] by this text alone, before anything is read: what begins with '-' and is not stdout, stdout
 * beside --json, and one without a layout of a format that is not written, are refused. Returns: an exit code; what is
 * wrong was said.
 */
int output_operand_judge(const struct arguments *arguments, const char *text);

/* The FILE of FILE[@LAYOUT]. Returns: NULL without memory; owned by the caller. */
char *output_operand_path(const char *text, const struct gather_layout *known);

/*
 * Takes FILE[@LAYOUT] apart; a layout without type and sizes has those of `known`. Returns: an exit code; what
 * failed was said. Owns: *path, in any case.
 */
int output_operand_read(const struct arguments *arguments, const char *text,
                        const struct gather_layout *known, char **path, int32_t *format,
                        struct gather_layout *layout, bool *has_layout);

/* numpy has no name for some types: the file holds them as bytes, and who reads it is told to know. */
void output_type_tell(const char *command, const char *path, int32_t format, int32_t dtype);

#endif
