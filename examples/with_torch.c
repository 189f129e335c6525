/* SPDX-License-Identifier: Apache-2.0 */
/*
 * torch's embedding: one plan for a table and a batch size, run on every batch that comes. Running allocates
 * nothing; on failure nothing is written.
 */
#include <gather/gather.h>
#include <stdio.h>

enum { WORDS = 6, WIDTH = 3, BATCH = 2, LENGTH = 3 };

int main(void)
{
    static const int64_t table_sizes[] = {WORDS, WIDTH}, batch_sizes[] = {BATCH, LENGTH};
    static int64_t batches[][BATCH * LENGTH] = {{0, 5, 1, 2, 2, 4}, {3, 0, 0, 1, 6, 2}};
    float table[WORDS][WIDTH], vectors[BATCH * LENGTH][WIDTH];
    const struct gather_op op = gather_torch_embedding();
    struct gather_layout layouts[2], output;
    struct gather_plan *plan = NULL;
    struct gather_error error = {0};
    char sentence[200];
    for (int word = 0; word < WORDS; word++)
        for (int k = 0; k < WIDTH; k++)
            table[word][k] = (float)word + 0.25F * (float)k;

    /* Torch gives the indices first, then the weight. */
    enum gather_status status = gather_layout_init(&layouts[0], GATHER_DTYPE_I64, 2, batch_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&layouts[1], GATHER_DTYPE_F32, 2, table_sizes, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, layouts, 2, &output, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_create(&plan, &op, layouts, 2, &output, NULL, &error);
    for (int batch = 0; batch < 2 && status == GATHER_STATUS_OK; batch++) {
        const struct gather_buffer inputs[] = {{batches[batch], sizeof batches[batch]},
                                               {table, sizeof table}};
        const struct gather_buffer out = {vectors, sizeof vectors};
        status = gather_plan_run(plan, inputs, 2, out, NULL, &error);
        for (int k = 0; k < BATCH * LENGTH && status == GATHER_STATUS_OK; k++)
            printf("batch %d, word %d: %.2f %.2f %.2f\n", batch, (int)batches[batch][k], vectors[k][0],
                   vectors[k][1], vectors[k][2]);
    }
    gather_plan_destroy(plan);
    gather_error_format(&error, sentence, sizeof sentence);
    printf("the second batch: %s\n", sentence);
    return status == GATHER_STATUS_INDEX_RANGE ? 0 : 1;
}
