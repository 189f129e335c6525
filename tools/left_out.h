/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `--partial` leaves out of a file or folder, for who asked for JSON: all of it, where stderr is told five.
 *
 *     "left_out":[{"file":"folder/a.npy","code":"FORMAT","at":0,..,"message":".."},{"file":..,"tensor":"b",..}]
 */
#ifndef GATHER_TOOLS_LEFT_OUT_H
#define GATHER_TOOLS_LEFT_OUT_H

#include "arguments.h"
#include "gather/study.h"

/* Keeps why a file, or a tensor of it, is left out. tensor: NULL for none. Without memory that is noted as lost. */
void left_out_keep(const char *file, const char *tensor, const struct gather_error *error);

/* A list of what was kept, as a member of an object that is open, if `--partial` is given. */
void left_out_write_json(const struct arguments *arguments, struct gather_json *json);

/* Forgets all of it: once more than was kept was refused, and at the end. */
void left_out_forget(void);

#endif
