/* SPDX-License-Identifier: Apache-2.0 */
/* What the elements of a tensor are like, for `gather ls --stats`: all of them are read, in bounded memory. */
#ifndef GATHER_TOOLS_LS_STATS_H
#define GATHER_TOOLS_LS_STATS_H

#include "gather/study.h"
#include "ls_work.h"

/* Writes what was chosen, a tensor in two lines. Returns: an exit code; what failed was said. */
int ls_write_stats(const struct ls_work *work);

/* The same of one tensor, as members of a JSON object that is open. */
int ls_stats_json(const struct ls_work *work, const struct gather_tensor *tensor, struct gather_json *json);

#endif
