/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors of blocks: people see the elements, but the last dimension of the layout counts bytes. A part of it would
 * be neither, so it stays whole.
 *
 *     q8_0[10,64]    two blocks of 34 bytes a row    u8[10,68]
 */
#ifndef GATHER_TOOLS_BLOCK_AXIS_H
#define GATHER_TOOLS_BLOCK_AXIS_H

#include "arguments.h"
#include "gather/io.h"
#include "gather/op.h"
#include "input_tensor.h"

/* Complains of a part of the last dimension. Returns: an exit code. */
int block_axis_refuse(const struct arguments *arguments);

/* Whether rows along an axis are whole blocks, or there are none. Returns: an exit code; what failed was said. */
int block_axis_judge(const struct arguments *arguments, const struct gather_tensor *tensor, int32_t axis);

/* Whether a tensor has elements to be numbers of any kind, "indices" or "an input". Returns: as above. */
int block_axis_judge_whole(const struct arguments *arguments, const struct input_tensor *input,
                           const char *what);

/*
 * Whether an operator leaves the last dimension of one of its inputs whole. inputs: all layouts, of which `data` is
 * that one's number. output: what the operator makes of them.
 */
bool block_axis_stays(const struct gather_op *op, const struct gather_layout *inputs, size_t count,
                      size_t data, const struct gather_layout *output);

#endif
