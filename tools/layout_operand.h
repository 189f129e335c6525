/* SPDX-License-Identifier: Apache-2.0 */
/* An operand that is a layout, or a file whose tensor has one; where it could be both, it is the file. */
#ifndef GATHER_TOOLS_LAYOUT_OPERAND_H
#define GATHER_TOOLS_LAYOUT_OPERAND_H

#include "input_tensor.h"

/*
 * input: zeroed; opened where the operand is a file, and to be closed in any case. layout: receives the layout.
 * Returns: an exit code; what failed was said.
 */
int layout_operand_get(struct input_tensor *input, const struct arguments *arguments, const char *text,
                       struct gather_layout *layout);

#endif
