/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenVINO Gather-8 with batch_dims: each row of the data has its own row of indices. An index outside is no
 * error there: it gives zeros.
 */
#include <gather/gather.h>
#include <stdio.h>

static void print_matrix(const char *title, const int32_t *numbers, int rows, int columns)
{
    printf("%s\n", title);
    for (int k = 0; k < rows * columns; k++)
        printf("%4d%s", (int)numbers[k], k % columns == columns - 1 ? "\n" : "");
}

int main(void)
{
    static const int64_t data_sizes[] = {2, 5}, index_sizes[] = {2, 3};
    int32_t data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, indices[] = {0, -1, 4, 4, 5, -6}, result[6];
    struct gather_op op = gather_openvino_gather(8, 1, 1);
    struct gather_layout layouts[2], output;
    struct gather_error error;
    char sentence[200];
    enum gather_status status = gather_layout_init(&layouts[0], GATHER_DTYPE_I32, 2, data_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&layouts[1], GATHER_DTYPE_I32, 2, index_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, layouts, 2, &output, &error); /* the shape rule, instead of our own */
    if (status == GATHER_STATUS_OK) {
        const struct gather_buffer inputs[] = {{data, sizeof data}, {indices, sizeof indices}};
        const struct gather_buffer out = {result, sizeof result};
        status = gather_once(&op, layouts, inputs, 2, &output, out, NULL, &error);
    }
    if (status != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        puts(sentence);
        return 1;
    }
    print_matrix("data", data, 2, 5);
    print_matrix("indices", indices, 2, 3);
    print_matrix("gathered", result, 2, 3);
    return 0;
}
