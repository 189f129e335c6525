/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stdin as a file of tensors, which is read at any place: what comes through a pipe is kept first.
 *
 *     -        the first bytes tell the format, or a layout behind it does: "-@f32[2,3]"
 *     -.npz    stdin in that format
 *     ./-      a file of that name
 */
#ifndef GATHER_TOOLS_INPUT_STDIN_H
#define GATHER_TOOLS_INPUT_STDIN_H

#include <stddef.h>

#include "arguments.h"
#include "gather/io.h"
#include "gather/model.h"

/* Refuses stdin named twice, by operands or options that read. Returns: an exit code. */
int input_stdin_judge(const struct arguments *arguments);

/* How much of an operand names stdin, up to a ':' or '@'; 0 where it names a file. */
size_t input_stdin_length(const char *text);

/* As gather_file_open_with and gather_model_open, and of stdin where the path is it, as often as is asked for. */
enum gather_status input_stdin_or_file(struct gather_file **file, const char *path,
                                       const struct gather_file_options *options, struct gather_error *error);
enum gather_status input_stdin_or_model(struct gather_model **model, const char *path,
                                        const struct gather_model_options *options,
                                        struct gather_error *error);

/* Ends what is kept of it: the command may run several times in one process. */
void input_stdin_forget(void);

#endif
