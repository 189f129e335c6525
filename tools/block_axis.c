/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors of blocks, and what takes parts of them: block_axis.h says why that is refused. */
#include "block_axis.h"

#include <string.h>

#include "exit_code.h"
#include "output.h"

enum { INPUTS_MOST = 8 };

int block_axis_refuse(const struct arguments *arguments)
{
    talk_begin(arguments->command->name);
    talk("the last dimension is one of blocks, of which no part is taken\n");
    return EXIT_LIBRARY;
}

int block_axis_judge(const struct arguments *arguments, const struct gather_tensor *tensor, int32_t axis)
{
    bool is_whole = tensor->block == 0 || axis < tensor->layout.rank - 1;
    return is_whole ? EXIT_YES : block_axis_refuse(arguments);
}

int block_axis_judge_whole(const struct arguments *arguments, const struct input_tensor *input,
                           const char *what)
{
    if (input->tensor.block == 0)
        return EXIT_YES;
    talk_begin(arguments->command->name);
    talk_safe(input->path, strlen(input->path));
    talk(input->tensor.name[0] != '\0' ? ": " : "");
    talk_safe(input->tensor.name, strlen(input->tensor.name));
    talk(": a tensor of blocks, whose elements can't be ");
    talk(what);
    talk("\n");
    return EXIT_LIBRARY;
}

/*
 * What takes the dimension whole, of any world, makes more of one that is a byte longer; what takes from it makes as
 * much as before. A slice of XLA's says its sizes itself, so one that was whole has to be longer, too.
 */
bool block_axis_stays(const struct gather_op *op, const struct gather_layout *inputs, size_t count,
                      size_t data, const struct gather_layout *output)
{
    struct gather_op longer_op = *op;
    struct gather_layout layouts[INPUTS_MOST], longer_output;
    int32_t last = inputs[data].rank - 1;
    int64_t sizes[GATHER_MAX_RANK];
    if (count > INPUTS_MOST || last < 0)
        return false;
    memcpy(layouts, inputs, count * sizeof *layouts); /* bounded: just seen */
    memcpy(sizes, inputs[data].sizes, sizeof sizes);
    if (op->slice_sizes.count == inputs[data].rank && op->slice_sizes.at[last] == sizes[last])
        longer_op.slice_sizes.at[last]++;
    sizes[last]++;
    return gather_layout_init(&layouts[data], inputs[data].dtype, last + 1, sizes, NULL) ==
               GATHER_STATUS_OK &&
           gather_infer(&longer_op, layouts, count, &longer_output, NULL) == GATHER_STATUS_OK &&
           (longer_output.rank != output->rank ||
            memcmp(longer_output.sizes, output->sizes, sizeof output->sizes[0] * (size_t)output->rank) !=
                0); /* bounded: a rank is at most 16 */
}
