/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows out of a file by the library, timed in a process of its own, so that its memory can be told:
 *
 *     take_cold file FILE IDS       gather_io_take
 *     take_cold map FILE IDS        the same of a file that is opened to be mapped
 *     take_cold again FILE IDS      the same, a second time
 *     take_cold memory FILE IDS     likewise a second time, by gather_plan_run, the whole table being in memory
 *
 * FILE has one tensor of rank 2; IDS holds row numbers of 64 bits. Prints microseconds of the call, and a sum of the
 * bytes of the output, by which results are compared.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gather/gather.h"
#include "gather/io.h"

struct bench {
    struct gather_file *file;
    struct gather_tensor tensor;
    struct gather_layout ids, rows;
    int64_t *numbers;
    struct gather_buffer output;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static void require(enum gather_status status, const struct gather_error *error)
{
    char sentence[200];
    if (status == GATHER_STATUS_OK)
        return;
    gather_error_format(error, sentence, sizeof sentence);
    (void)fprintf(stderr, "take_cold: %s\n", sentence);
    exit(1);
}

static void *require_memory(uint64_t bytes)
{
    void *memory = malloc((size_t)bytes);
    if (memory == NULL) {
        (void)fputs("take_cold: out of memory\n", stderr);
        exit(1);
    }
    memset(memory, 1, (size_t)bytes); /* its pages are there before anything is timed */
    return memory;
}

static void begin(struct bench *bench, const char *path, const char *ids_path, bool map)
{
    struct gather_error error;
    struct gather_file *ids;
    const struct gather_file_options options = {.size = sizeof options, .map = map};
    require(gather_file_open(&ids, ids_path, GATHER_FILE_ANY, &error), &error);
    struct gather_tensor numbers = *gather_file_tensor(ids, 0);
    bench->ids = numbers.layout;
    bench->numbers = require_memory((uint64_t)numbers.bytes);
    require(gather_file_read(ids, &numbers, 0, bench->numbers, (size_t)numbers.bytes, &error), &error);
    gather_file_close(ids);
    require(gather_file_open_with(&bench->file, path, &options, &error), &error);
    bench->tensor = *gather_file_tensor(bench->file, 0);
    const int64_t sizes[] = {bench->ids.sizes[0], bench->tensor.layout.sizes[1]};
    require(gather_layout_init(&bench->rows, bench->tensor.layout.dtype, 2, sizes, &error), &error);
    bench->output.bytes = (uint64_t)gather_layout_bytes(&bench->rows);
    bench->output.data = require_memory(bench->output.bytes);
}

static double take_from_file(struct bench *bench)
{
    struct gather_error error;
    double start = now();
    require(gather_io_take(bench->file, &bench->tensor, 0, bench->numbers, (size_t)bench->rows.sizes[0],
                           &bench->rows, bench->output, NULL, NULL, &error),
            &error);
    return now() - start;
}

static double take_from_memory(struct bench *bench)
{
    struct gather_error error;
    struct gather_plan *plan;
    struct gather_op op = gather_onnx_gather(13, 0);
    const struct gather_layout layouts[] = {bench->tensor.layout, bench->ids};
    struct gather_buffer inputs[] = {
        {require_memory((uint64_t)bench->tensor.bytes), (uint64_t)bench->tensor.bytes},
        {bench->numbers, (uint64_t)gather_layout_bytes(&bench->ids)}};
    require(
        gather_file_read(bench->file, &bench->tensor, 0, inputs[0].data, (size_t)bench->tensor.bytes, &error),
        &error);
    require(gather_plan_create(&plan, &op, layouts, 2, &bench->rows, NULL, &error), &error);
    double took = 0;
    for (int times = 0; times < 2; times++) {
        double start = now();
        require(gather_plan_run(plan, inputs, 2, bench->output, NULL, &error), &error);
        took = now() - start;
    }
    gather_plan_destroy(plan);
    free(inputs[0].data);
    return took;
}

static double take(struct bench *bench, const char *way)
{
    if (strcmp(way, "memory") == 0)
        return take_from_memory(bench);
    if (strcmp(way, "again") == 0)
        (void)take_from_file(bench);
    return take_from_file(bench);
}

int main(int count, char **words)
{
    struct bench bench;
    uint64_t sum = 0;
    if (count != 4)
        return 2;
    begin(&bench, words[2], words[3], strcmp(words[1], "map") == 0 || strcmp(words[1], "again") == 0);
    double took = take(&bench, words[1]);
    const uint8_t *bytes = bench.output.data;
    for (uint64_t k = 0; k < bench.output.bytes; k++)
        sum += bytes[k] * (k % 251 + 1);
    printf("%.1f %" PRIu64 "\n", took, sum);
    gather_file_close(bench.file);
    free(bench.numbers);
    free(bench.output.data);
    return 0;
}
