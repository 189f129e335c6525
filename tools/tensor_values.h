/* SPDX-License-Identifier: Apache-2.0 */
/* All elements of a file's tensor in memory: dense, row-major, each in whole bytes. */
#ifndef GATHER_TOOLS_TENSOR_VALUES_H
#define GATHER_TOOLS_TENSOR_VALUES_H

#include "input_tensor.h"

/* The dense layout of a tensor's type and sizes, an element below a byte in a byte of its own. */
struct gather_layout tensor_values_layout(const struct gather_layout *layout);

/* Reads them. Returns: an exit code; what failed was said. Owns: the caller frees *values, which may be NULL. */
int tensor_values_read(const struct input_tensor *input, const char *command, struct gather_layout *layout,
                       void **values);

#endif
