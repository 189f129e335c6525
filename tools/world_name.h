/* SPDX-License-Identifier: Apache-2.0 */
/* Names of worlds, and of the dialects among them that the library has operators of. */
#ifndef GATHER_TOOLS_WORLD_NAME_H
#define GATHER_TOOLS_WORLD_NAME_H

#include <stdbool.h>

#include "arguments.h"
#include "gather/study.h"

/* Whether a name means a world, a family of them, or a version. */
bool world_is(const char *name);

/*
 * Complains of a name that means no world: the one that may be meant, and those that there are; with_all: "all" is one.
 * Returns: EXIT_USAGE.
 */
int world_unknown(const char *command, const char *name, bool with_all);

/*
 * Judges names that commas part; "all" is one. option: in which they stand, as "--for". Returns: an exit code; what is
 * wrong was said.
 */
int world_names_judge(const struct arguments *arguments, const char *option, const char *names);

/*
 * The operator of a world that has one, of the version that its name asks for, if it does; with the operands and the
 * output of a take. Returns: as `gather_behaviour_op` and `gather_infer`.
 */
enum gather_status world_operator(const struct gather_behaviour *world, const char *name,
                                  const struct gather_take *take, struct gather_op *op,
                                  struct gather_layout inputs[2], struct gather_layout *output,
                                  struct gather_error *error);

/*
 * Judges versions that names, NULL for none, ask for: they must take such operands, where indices of a list are i64, as
 * nearly all take them. Returns: an exit code; what is wrong was said.
 */
int world_versions_judge(const struct arguments *arguments, const char *names,
                         const struct gather_take *take);

/* Complains likewise of a name that means no dialect; a world that is but known says which dialect it is near. */
int world_no_dialect(const char *command, const char *name);

#endif
