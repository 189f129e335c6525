/* SPDX-License-Identifier: Apache-2.0 */
/* All elements of a file's tensor in memory: tensor_values.h says how they lie. */
#include "tensor_values.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "gather/threads.h"
#include "memory_option.h"
#include "output.h"

struct gather_layout tensor_values_layout(const struct gather_layout *layout)
{
    struct gather_layout dense;
    memset(&dense, 0, sizeof dense);
    if (gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, NULL) == GATHER_STATUS_OK &&
        dense.cell_bits < 8)
        dense.cell_bits = 8;
    return dense;
}

/*
 * Whether the elements, written out, take memory that those in the file justify: a layout may repeat a few of them
 * without end.
 */
static bool is_justified(const struct gather_layout *layout, const struct gather_layout *dense,
                         int64_t always)
{
    const int64_t times = 64;
    int64_t bytes = gather_layout_bytes(dense), own = gather_layout_bytes(layout);
    return dense->dtype != GATHER_DTYPE_NONE && (bytes <= always || bytes / times <= own);
}

int tensor_values_judge(const char *command, const char *path, const struct gather_layout *layout,
                        int64_t always)
{
    struct gather_layout dense = tensor_values_layout(layout);
    if (is_justified(layout, &dense, always))
        return EXIT_YES;
    talk_begin(command);
    talk_safe(path, strlen(path));
    talk(": its few elements are repeated too often to be written out\n");
    return EXIT_LIBRARY;
}

int tensor_values_read(const struct input_tensor *input, const char *command, struct gather_layout *layout,
                       void **values)
{
    struct gather_error error = {0};
    *values = NULL;
    *layout = tensor_values_layout(&input->tensor.layout);
    int code = tensor_values_judge(command, input->path, &input->tensor.layout, INT64_C(1) << 27);
    if (code != EXIT_YES)
        return code;
    struct gather_buffer buffer = {NULL, (uint64_t)gather_layout_bytes(layout)};
    *values = buffer.data = malloc(buffer.bytes > 0 ? (size_t)buffer.bytes : 1);
    if (buffer.data == NULL)
        return memory_option_lacks(command, input->path, (int64_t)buffer.bytes);
    (void)gather_advise_huge(buffer); /* what the system makes of it does not matter */
    enum gather_status status =
        gather_io_relayout(input->file, &input->tensor, layout, buffer, NULL, NULL, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure_in(command, input->path, input->tensor.name, &error);
    return exit_of_status(status);
}
