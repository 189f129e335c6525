/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files that hold raw bytes: "a.raw", "a.bin", and "a", which has no ending. */
#ifndef GATHER_TOOLS_RAW_NAME_H
#define GATHER_TOOLS_RAW_NAME_H

#include <stdbool.h>

/* Where the ending of a name begins, ".pt" of "out/b.pt"; NULL for a name without one. */
const char *raw_name_ending(const char *path);

/* Whether a file's name says raw bytes. */
bool raw_name_is(const char *path);

#endif
