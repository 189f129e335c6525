/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numpy's take over a transposed array: the strides say it, nothing is copied first. Its three modes part where
 * an index is outside.
 */
#include <gather/gather.h>
#include <stdio.h>

static int32_t data[3][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};

/*
 * numpy.take(data.T, indices, axis=0, mode): a line of the output for each index. Returns: what the library
 * answers.
 */
static enum gather_status print_take(const char *name, int32_t mode)
{
    static const int64_t sizes[] = {4, 3}, transposed[] = {1, 4}, index_sizes[] = {3}, taken_sizes[] = {3, 3};
    int64_t indices[] = {1, -1, 5};
    int32_t taken[3][3];
    struct gather_layout layouts[2], output;
    struct gather_error error;
    char sentence[200];
    const struct gather_op op = gather_numpy_take(0, mode);
    const struct gather_buffer inputs[] = {{data, sizeof data}, {indices, sizeof indices}};
    const struct gather_buffer out = {taken, sizeof taken};
    enum gather_status status =
        gather_layout_init_strides(&layouts[0], GATHER_DTYPE_I32, 2, sizes, transposed, 0, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&layouts[1], GATHER_DTYPE_I64, 1, index_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&output, GATHER_DTYPE_I32, 2, taken_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&op, layouts, inputs, 2, &output, out, NULL, &error);
    printf("mode %s:\n", name);
    if (status != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        printf("    %s\n", sentence);
        return status;
    }
    for (int k = 0; k < 3; k++)
        printf("%6d -> %3d %3d %3d\n", (int)indices[k], (int)taken[k][0], (int)taken[k][1], (int)taken[k][2]);
    return status;
}

int main(void)
{
    if (print_take("wrap", GATHER_POLICY_WRAP) != GATHER_STATUS_OK ||
        print_take("clip", GATHER_POLICY_CLAMP) != GATHER_STATUS_OK)
        return 1;
    return print_take("raise", GATHER_POLICY_ERROR) == GATHER_STATUS_INDEX_RANGE ? 0 : 1;
}
