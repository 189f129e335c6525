/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A part of a tensor, as numpy's basic indexing has it: numbers, ranges "start:stop:step", "...", "None", parted by
 * commas. Brackets around would be a list inside of numpy's own, which takes rows, and are refused. A part is a layout
 * of strides over the same bytes, so that nothing is read to make it.
 *
 *     0:4,:,-1     of f32[8,3,5]     f32[4,3]
 */
#ifndef GATHER_TOOLS_SLICE_H
#define GATHER_TOOLS_SLICE_H

#include "arguments.h"
#include "gather/io.h"

/* Looks at a part of a tensor. Returns: an exit code; what failed was said, and the tensor is as it was. */
int slice_tensor(const struct arguments *arguments, const char *text, struct gather_tensor *tensor);

#endif
