/* SPDX-License-Identifier: Apache-2.0 */
/* A file or folder of tensors, opened as the command line wants it. */
#ifndef GATHER_TOOLS_INPUT_FILE_H
#define GATHER_TOOLS_INPUT_FILE_H

#include <stdbool.h>

#include "arguments.h"
#include "gather/io.h"

/*
 * Opens a file or folder, following links unless `--no-links` says otherwise. format: GATHER_FILE_ANY, or what the
 * file is whatever it looks like. map: whether it is mapped, as `gather_file_options` has it. Returns: an exit code;
 * what failed was said, and of a folder in which of its files; with `--partial`, what is broken is told and left out,
 * unless nothing is left. Owns: the caller closes *file.
 */
int input_file_open(struct gather_file **file, const struct arguments *arguments, const char *path,
                    int32_t format, bool map);

/*
 * The same, but what is broken is said and left out, and *file is what can be read; NULL if nothing can. Returns: an
 * exit code, that of the worst.
 */
int input_file_open_broken(struct gather_file **file, const struct arguments *arguments, const char *path,
                           int32_t format);

/*
 * The same of any format, for who wants a tensor of it: files that are missing among those of a folder, or that a file
 * names, are passed, but for one that has it.
 */
int input_file_open_part(struct gather_file **file, const struct arguments *arguments, const char *path,
                         bool map, bool (*is_wanted)(const char *tensor, const void *wanted),
                         const void *wanted);

/* Says behind what was refused that `--partial` would leave it out, if the command has that. */
void input_file_offer_partial(const struct command *command);

/*
 * Whether what `broken` of gather_file_options hears, with `unread`, is no broken rule, but says of a tensor that is
 * there that it is not read. tensor: as `broken` has it.
 */
bool input_is_unread(const char *tensor, const struct gather_error *error);

#endif
