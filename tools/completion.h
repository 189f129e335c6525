/* SPDX-License-Identifier: Apache-2.0 */
/* What a shell may put in place of the word that is being typed: subcommands, options, dialects, names of tensors. */
#ifndef GATHER_TOOLS_COMPLETION_H
#define GATHER_TOOLS_COMPLETION_H

#include "arguments.h"

/*
 * Prints them on stdout, a line each; none where the shell knows best, as for names of files.
 * commands: ended by NULL. words: what stands behind "gather", the one being typed last. Returns: an exit code.
 */
int completion_print(const struct command *const *commands, int count, char **words);

#endif
