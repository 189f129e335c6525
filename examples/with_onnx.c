/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ONNX Gather: rows of a table, the last one by -1; then an index that is wrong, and the sentence that says so.
 */
#include <gather/gather.h>
#include <stdio.h>

static const float table[4][3] = {{0, 1, 2}, {10, 11, 12}, {20, 21, 22}, {30, 31, 32}};

/* Prints the rows that three indices name, or why not. Returns: what the library answers. */
static enum gather_status print_rows(const struct gather_op *op, const int64_t *indices)
{
    static const int64_t table_sizes[] = {4, 3}, index_sizes[] = {3}, row_sizes[] = {3, 3};
    float rows[3][3];
    struct gather_layout layouts[2], output;
    struct gather_error error;
    char sentence[200];
    enum gather_status status = gather_layout_init(&layouts[0], GATHER_DTYPE_F32, 2, table_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&layouts[1], GATHER_DTYPE_I64, 1, index_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&output, GATHER_DTYPE_F32, 2, row_sizes, &error);
    if (status == GATHER_STATUS_OK) {
        const struct gather_buffer inputs[] = {{(void *)table, sizeof table},
                                               {(void *)indices, 3 * sizeof *indices}};
        const struct gather_buffer out = {rows, sizeof rows};
        status = gather_once(op, layouts, inputs, 2, &output, out, NULL, &error);
    }
    if (status != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        printf("%s: %s\n", gather_status_name(status), sentence);
        return status;
    }
    for (int k = 0; k < 3; k++)
        printf("row %2d: %g %g %g\n", (int)indices[k], rows[k][0], rows[k][1], rows[k][2]);
    return status;
}

int main(void)
{
    static const int64_t right[] = {2, 0, -1}, wrong[] = {2, 4, -9};
    struct gather_op op = gather_onnx_gather(13, 0);
    if (print_rows(&op, right) != GATHER_STATUS_OK || print_rows(&op, wrong) != GATHER_STATUS_INDEX_RANGE)
        return 1;
    puts("the same with the option to clamp:");
    op.policy = GATHER_POLICY_CLAMP;
    return print_rows(&op, wrong) == GATHER_STATUS_OK ? 0 : 1;
}
