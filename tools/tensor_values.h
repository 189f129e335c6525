/* SPDX-License-Identifier: Apache-2.0 */
/* All elements of a file's tensor in memory: dense, row-major, each in whole bytes. */
#ifndef GATHER_TOOLS_TENSOR_VALUES_H
#define GATHER_TOOLS_TENSOR_VALUES_H

#include "input_tensor.h"

/* The dense layout of a tensor's type and sizes, an element below a byte in a byte of its own. */
struct gather_layout tensor_values_layout(const struct gather_layout *layout);

/*
 * Refuses a layout that repeats few elements without end. always: so many bytes are never too many. Returns: an exit
 * code; what failed was said.
 */
int tensor_values_judge(const char *command, const char *path, const struct gather_layout *layout,
                        int64_t always);

/* Reads them. Returns: an exit code; what failed was said. Owns: the caller frees *values, which may be NULL. */
int tensor_values_read(const struct input_tensor *input, const char *command, struct gather_layout *layout,
                       void **values);

#endif
