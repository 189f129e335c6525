/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tensor of a file, as the command line names it: FILE[:TENSOR][@LAYOUT]. The file is the longest beginning of
 * the text that exists, a folder is one, and so is stdin (input_stdin.h); the tensor, or `--tensor`, need not be named
 * where there is one alone; the layout, or `--layout`, says what the bytes are; `--view T` looks at the elements as
 * another type of the same width.
 */
#ifndef GATHER_TOOLS_INPUT_TENSOR_H
#define GATHER_TOOLS_INPUT_TENSOR_H

#include <stdbool.h>

#include "arguments.h"
#include "gather/io.h"

struct input_tensor {
    char *path; /* owned */
    struct gather_file *file;
    struct gather_tensor tensor;
};

/* Whether some beginning of a text is the name of something that exists, or of stdin; "-" alone may be a list. */
bool input_tensor_exists(const char *text);

/* Opens what a text names. Returns: an exit code; what failed was said. To be closed in any case. */
int input_tensor_open(struct input_tensor *input, const struct arguments *arguments, const char *text);

/*
 * The same, but a file of several tensors of which none is named is *all of them, and no tensor is chosen; and one
 * whose type the file does not say, `untyped`, is for the caller to judge. map: as of `input_file_open`.
 */
int input_tensor_open_all(struct input_tensor *input, const struct arguments *arguments, const char *text,
                          bool *all, bool map);

/*
 * The parts of that, for who opens the file in a way of its own: how much of a text is the path, the format that
 * what stands behind it leaves open, the file for that, and the tensor of a file that is open.
 */
size_t input_tensor_path_length(const char *text);
int input_tensor_judge_path(const struct arguments *arguments, const char *text); /* that it has one */
int32_t input_tensor_format(const struct input_tensor *input, const struct arguments *arguments,
                            const char *rest);
int input_tensor_open_file(struct input_tensor *input, const struct arguments *arguments, const char *rest,
                           bool map);
int input_tensor_choose(struct input_tensor *input, const struct arguments *arguments, const char *rest,
                        bool *all);

/* Complains of a name that no tensor has, and says the nearest one. Returns: an exit code. */
int input_tensor_unknown(const struct input_tensor *input, const char *command, const char *name);

/* Without a name there must be one tensor alone: complains of none or several. Returns: an exit code. */
int input_tensor_unnamed(const struct input_tensor *input, const struct arguments *arguments);

/* Looks at the tensor as `--view` says, if it is given. Returns: an exit code; what failed was said. */
int input_tensor_view(struct input_tensor *input, const struct arguments *arguments);

/* A file that does not say what a tensor's elements are needs to be told. Returns: an exit code. */
int input_tensor_judge(const struct input_tensor *input, const struct arguments *arguments);
void input_tensor_close(struct input_tensor *input);

#endif
