/* SPDX-License-Identifier: Apache-2.0 */
/*
 * WebNN gatherND: one element for each pair of indices. What lies outside is clamped, each index by itself; a
 * strict op says instead which one it was.
 */
#include <gather/gather.h>
#include <stdio.h>

int main(void)
{
    static const int64_t data_sizes[] = {3, 4}, index_sizes[] = {4, 2};
    static float data[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}, result[4];
    static int32_t pairs[] = {0, 0, -1, -1, 1, 99, -99, 2};
    struct gather_op op = gather_webnn_gather_nd();
    struct gather_layout layouts[2], output;
    struct gather_error error = {0};
    char sentence[200];
    const struct gather_buffer inputs[] = {{data, sizeof data}, {pairs, sizeof pairs}};
    const struct gather_buffer out = {result, sizeof result};
    enum gather_status status = gather_layout_init(&layouts[0], GATHER_DTYPE_F32, 2, data_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&layouts[1], GATHER_DTYPE_I32, 2, index_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, layouts, 2, &output, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&op, layouts, inputs, 2, &output, out, NULL, &error);
    if (status == GATHER_STATUS_OK) {
        const int32_t *pair = pairs;
        for (int k = 0; k < 4; k++, pair += 2)
            printf("data[%d,%d] is taken as %g\n", (int)pair[0], (int)pair[1], result[k]);
        op.strictness = GATHER_STRICT;
        status = gather_once(&op, layouts, inputs, 2, &output, out, NULL, &error);
    }
    gather_error_format(&error, sentence, sizeof sentence);
    printf("%s\n", sentence);
    return status == GATHER_STATUS_INDEX_RANGE ? 0 : 1;
}
