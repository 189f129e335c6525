/* SPDX-License-Identifier: Apache-2.0 */
/* `--got OUT` of `gather explain`: an output that somebody got, against what each world gives. */
#ifndef GATHER_TOOLS_EXPLAIN_GOT_H
#define GATHER_TOOLS_EXPLAIN_GOT_H

#include "arguments.h"
#include "gather/study.h"
#include "input_tensor.h"

/*
 * Compares OUT with what the worlds give of a file's data, into the explanation. data: of which no file is open
 * where it is a layout alone.
 * Returns: an exit code, EXIT_NO if the sizes can't be those of any world; what failed was said.
 */
int explain_got_compare(const struct arguments *arguments, const struct input_tensor *data,
                        const struct gather_layout *output, struct gather_explanation *explanation);

#endif
