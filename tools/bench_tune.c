/* SPDX-License-Identifier: Apache-2.0 */
/* Measuring thresholds: bench_tune.h says what comes of it. */
#include "bench_tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_machine.h"
#include "exit_code.h"
#include "gather/onnx.h"
#include "output.h"
#include "tuning_text.h"

enum { ROUNDS = 9, ROUNDS_SMALL = 1, SIZES_MOST = 16, WIDTHS_MOST = 2, TEXT = 128, SHORT = 24 };
enum { OF_SIZE = -1 };                              /* of a block: as wide as the size says */
enum { BATCH_FULL = 2000000, BATCH_SMALL = 20000 }; /* nanoseconds that a timing takes at least */

enum threshold { GATHERS, NEAR, ASK, STREAM, THRESHOLDS };

/*
 * The size that a threshold is about is doubled from `least` on; each is gathered below the threshold and above it, in
 * blocks of some widths. Whether there are gathers is one answer for all sizes.
 */
static const struct experiment {
    const char *word, *what;
    int64_t least, most, most_small;
    int64_t widths[WIDTHS_MOST]; /* of a block; 0: none */
    const char *below, *above;   /* how the threshold is set */
    const char *others;          /* how the others are, but gathers, once it has been found */
} experiments[THRESHOLDS] = {
    [GATHERS] =
        {"gathers", "data", 1 << 16, 1 << 19, 1 << 16, {4, 8}, "0", "1", "near=max,ask=0,stream=max,bin=max"},
    [NEAR] = {"near", "data", 1 << 18, 1 << 28, 1 << 19, {4, 256}, "max", "0", "ask=max,stream=max,bin=max"},
    [ASK] = {"ask", "rows", 1 << 8, 1 << 16, 1 << 9, {OF_SIZE, 0}, "max", "0", "near=0,stream=max,bin=max"},
    [STREAM] = {"stream",
                "output and data",
                1 << 18,
                1 << 28,
                1 << 19,
                {1024, 0},
                "max",
                "0",
                "near=max,ask=0,bin=max"},
};

struct tuning {
    const struct bench_options *options;
    struct gather_error error;
    char found[THRESHOLDS][SHORT]; /* "16M"; "" before it is known */
    int32_t sizes[THRESHOLDS];
    /* Above the threshold against below it, for each size and width: 1.1 is 10 % faster. Where there is no width: 1. */
    double gains[THRESHOLDS][SIZES_MOST][WIDTHS_MOST];
};

/* ---- one gather ------------------------------------------------------------------------------------------ */

/* Rows of a table by random indices, with either side's thresholds. */
struct probe {
    struct gather_op op;
    struct gather_layout inputs[2], output;
    struct gather_plan *plans[2]; /* below, above */
    struct bench_pages memory[4]; /* data, indices, an output each */
    struct gather_buffer buffers[2], targets[2];
};

/* Bytes of the table and how many rows are gathered, for an experiment at a size. */
static void size_probe(enum threshold threshold, int64_t size, bool is_small, int64_t width, int64_t *table,
                       int64_t *rows)
{
    const int64_t far = is_small ? 1 << 20 : 1 << 28, most = is_small ? 1 << 16 : 1 << 22;
    *table = threshold == ASK ? far : threshold == STREAM ? size / 2 : size;
    *rows = threshold == STREAM ? *table / width : most / width;
    if (threshold == ASK && *rows < 64)
        *rows = 64;
}

static void end_probe(struct probe *probe)
{
    for (int k = 0; k < 2; k++)
        gather_plan_destroy(probe->plans[k]);
    for (int k = 0; k < 4; k++)
        bench_pages_give(&probe->memory[k]);
}

static enum gather_status lay_out(struct probe *probe, int64_t table, int64_t rows, int64_t width,
                                  struct gather_error *error)
{
    int32_t dtype = width == 4 ? GATHER_DTYPE_U32 : width == 8 ? GATHER_DTYPE_U64 : GATHER_DTYPE_U8;
    const int64_t sizes[2] = {table / width, width};
    probe->op = gather_onnx_gather(0, 0);
    enum gather_status status =
        gather_layout_init(&probe->inputs[0], dtype, width <= 8 ? 1 : 2, sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&probe->inputs[1], GATHER_DTYPE_I64, 1, &rows, error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&probe->op, probe->inputs, 2, &probe->output, error);
    return status;
}

/* Every eight bytes are others, so that a block that was mistaken for another is seen. */
static void fill(struct gather_buffer buffer)
{
    uint64_t *words = buffer.data;
    for (uint64_t k = 0; k < buffer.bytes / sizeof *words; k++)
        words[k] = k * UINT64_C(0x9e3779b97f4a7c15);
}

static enum gather_status take_memory(struct probe *probe, bool is_huge, struct gather_error *error)
{
    const struct gather_layout *layouts[4] = {&probe->inputs[0], &probe->inputs[1], &probe->output,
                                              &probe->output};
    struct gather_buffer *buffers[4] = {&probe->buffers[0], &probe->buffers[1], &probe->targets[0],
                                        &probe->targets[1]};
    const struct gather_index_axes axes = {.sizes = {probe->inputs[0].sizes[0]}, .components = 1};
    int64_t needed = 0;
    for (int k = 0; k < 4; k++)
        needed += gather_layout_bytes(layouts[k]);
    bool is_there = needed < bench_memory_free();
    for (int k = 0; k < 4 && is_there; k++) {
        int64_t bytes = gather_layout_bytes(layouts[k]);
        is_there = bench_pages_take(&probe->memory[k], bytes, is_huge);
        *buffers[k] = (struct gather_buffer){probe->memory[k].data, (uint64_t)bytes};
    }
    if (!is_there) {
        *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
        return GATHER_STATUS_NO_MEMORY;
    }
    fill(probe->buffers[0]);
    return gather_distribution_fill(GATHER_DISTRIBUTION_UNIFORM, &axes, &probe->inputs[1],
                                    probe->buffers[1].data, error);
}

/* All thresholds of one side. */
static void write_side(const struct tuning *tuning, enum threshold threshold, const char *setting, char *text)
{
    const struct experiment *experiment = &experiments[threshold];
    (void)snprintf(text, TEXT, "%s,%s=%s%s%s", experiment->others, experiment->word, setting,
                   threshold != GATHERS ? ",gathers=" : "", tuning->found[GATHERS]);
}

static enum gather_status make_plans(struct probe *probe, const struct tuning *tuning,
                                     enum threshold threshold, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (int k = 0; k < 2 && status == GATHER_STATUS_OK; k++) {
        char text[TEXT];
        const struct gather_options options = {.size = sizeof options, .tuning = text};
        write_side(tuning, threshold, k == 0 ? experiments[threshold].below : experiments[threshold].above,
                   text);
        status = gather_plan_create(&probe->plans[k], &probe->op, probe->inputs, 2, &probe->output, &options,
                                    error);
    }
    return status;
}

/* Whether a threshold changes nothing: of the instruction that gathers, where no kernel has one. */
static bool sides_are_alike(const struct probe *probe, enum threshold threshold)
{
    struct gather_plan_description sides[2];
    if (threshold != GATHERS)
        return false;
    for (int k = 0; k < 2; k++)
        gather_plan_describe(probe->plans[k], &sides[k]);
    return strcmp(sides[0].kernel, sides[1].kernel) == 0;
}

static enum gather_status run_side(const struct probe *probe, int side, int64_t times, int64_t *passed,
                                   struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    int64_t begin = bench_clock();
    for (int64_t n = 0; n < times && status == GATHER_STATUS_OK; n++)
        status = gather_plan_run(probe->plans[side], probe->buffers, 2, probe->targets[side], NULL, error);
    *passed = bench_clock() - begin;
    return status;
}

/* Runs both sides once; the second calls, which find everything in place, say how often one timing has to call. */
static enum gather_status try_sides(const struct tuning *tuning, const struct probe *probe, int64_t *repeat,
                                    struct gather_error *error)
{
    const int64_t batch = tuning->options->scale == GATHER_BENCH_SMALL ? BATCH_SMALL : BATCH_FULL;
    int64_t passed = 0;
    enum gather_status status = GATHER_STATUS_OK;
    for (int k = 0; k < 4 && status == GATHER_STATUS_OK; k++)
        status = run_side(probe, k % 2, 1, &passed, error);
    if (status != GATHER_STATUS_OK)
        return status;
    *repeat = batch / (passed + 1) + 1;
    if (memcmp(probe->targets[0].data, probe->targets[1].data, (size_t)probe->targets[0].bytes) == 0)
        return GATHER_STATUS_OK;
    *error = (struct gather_error){.status = GATHER_STATUS_ARGUMENT, .operand = "output", .part = -1};
    error->expected = "the same bytes on both sides of a threshold";
    return GATHER_STATUS_ARGUMENT;
}

/* Both sides take turns; each counts by its least time, which what else the machine does can't make less. */
static enum gather_status time_sides(const struct tuning *tuning, const struct probe *probe, double *gain,
                                     struct gather_error *error)
{
    const int32_t usual = tuning->options->scale == GATHER_BENCH_SMALL ? ROUNDS_SMALL : ROUNDS;
    const int32_t rounds = tuning->options->rounds > 0 ? tuning->options->rounds : usual;
    int64_t least[2] = {INT64_MAX, INT64_MAX}, repeat = 1, passed;
    enum gather_status status = try_sides(tuning, probe, &repeat, error);
    for (int32_t k = 0; k < 2 * rounds && status == GATHER_STATUS_OK; k++) {
        int side = (k % 2) ^ (k / 2 % 2); /* each round begins with the other one */
        status = run_side(probe, side, repeat, &passed, error);
        least[side] = passed < least[side] ? passed : least[side];
    }
    if (status == GATHER_STATUS_OK)
        *gain = (double)(least[0] + 1) / (double)(least[1] + 1);
    return status;
}

static enum gather_status try_width(struct tuning *tuning, enum threshold threshold, int64_t size,
                                    int64_t width, double *gain)
{
    struct probe probe = {.plans = {NULL, NULL}};
    int64_t table, rows;
    size_probe(threshold, size, tuning->options->scale == GATHER_BENCH_SMALL, width, &table, &rows);
    enum gather_status status = lay_out(&probe, table, rows, width, &tuning->error);
    if (status == GATHER_STATUS_OK)
        status = take_memory(&probe, tuning->options->is_huge, &tuning->error);
    if (status == GATHER_STATUS_OK)
        status = make_plans(&probe, tuning, threshold, &tuning->error);
    if (status == GATHER_STATUS_OK && sides_are_alike(&probe, threshold))
        *gain = 1;
    else if (status == GATHER_STATUS_OK)
        status = time_sides(tuning, &probe, gain, &tuning->error);
    end_probe(&probe);
    return status;
}

/* ---- one threshold ----------------------------------------------------------------------------------------- */

/* "256", "64K", "16M". */
static void write_size(char *text, int64_t size)
{
    const char *unit = size % (1 << 20) == 0 ? "M" : size % (1 << 10) == 0 ? "K" : "";
    (void)snprintf(text, SHORT, "%lld%s",
                   (long long)(*unit == 'M'   ? size >> 20
                               : *unit == 'K' ? size >> 10
                                              : size),
                   unit);
}

/*
 * How many sizes are below the threshold: the cut by which all of them together are fastest, so that one size that was
 * measured wrong does not decide.
 */
static int32_t cut_at(const struct tuning *tuning, enum threshold threshold)
{
    double product = 1, least = 1; /* of what is lost by being below it at the sizes so far */
    int32_t cut = 0;
    for (int32_t k = 0; k < tuning->sizes[threshold]; k++) {
        for (int32_t w = 0; w < WIDTHS_MOST; w++)
            product *= tuning->gains[threshold][k][w];
        if (product < least) {
            least = product;
            cut = k + 1;
        }
    }
    return threshold == GATHERS ? product > 1 : cut;
}

static void conclude(struct tuning *tuning, enum threshold threshold)
{
    int32_t cut = cut_at(tuning, threshold);
    char *text = tuning->found[threshold];
    if (threshold == GATHERS || cut == 0)
        (void)snprintf(text, SHORT, "%d", (int)cut);
    else if (cut == tuning->sizes[threshold])
        (void)snprintf(text, SHORT, "max");
    else
        write_size(text, experiments[threshold].least << (cut - 1));
}

/* "near 16M of data, blocks of 256: near=0 is 1.03 times as fast as near=max", as it is measured. */
static void tell_gain(const struct experiment *experiment, int64_t size, int64_t width, double gain)
{
    char line[2 * TEXT], text[SHORT];
    write_size(text, size);
    (void)snprintf(
        line, sizeof line, "%-7s %5s of %s, blocks of %lld: %s=%s is %d.%02d times as fast as %s=%s\n",
        experiment->word, text, experiment->what, (long long)width, experiment->word, experiment->above,
        (int)gain, (int)(gain * 100) % 100, experiment->word, experiment->below);
    talk(line);
}

static enum gather_status find_at(struct tuning *tuning, enum threshold threshold, int64_t size)
{
    const struct experiment *experiment = &experiments[threshold];
    double *gains = tuning->gains[threshold][tuning->sizes[threshold]++];
    enum gather_status status = GATHER_STATUS_OK;
    for (int32_t w = 0; w < WIDTHS_MOST && status == GATHER_STATUS_OK; w++) {
        int64_t width = experiment->widths[w] != OF_SIZE ? experiment->widths[w] : size;
        gains[w] = 1;
        if (width == 0)
            continue;
        status = try_width(tuning, threshold, size, width, &gains[w]);
        if (status == GATHER_STATUS_OK)
            tell_gain(experiment, size, width, gains[w]);
    }
    return status;
}

static enum gather_status find(struct tuning *tuning, enum threshold threshold)
{
    const struct experiment *experiment = &experiments[threshold];
    const bool is_small = tuning->options->scale == GATHER_BENCH_SMALL;
    const int64_t most = is_small ? experiment->most_small : experiment->most;
    enum gather_status status = GATHER_STATUS_OK;
    for (int64_t size = experiment->least; size <= most && status == GATHER_STATUS_OK; size += size)
        status = find_at(tuning, threshold, size);
    conclude(tuning, threshold);
    return status;
}

/* ---- all ---------------------------------------------------------------------------------------------------- */

static void write_column(const struct tuning *tuning, char *text, size_t size)
{
    (void)snprintf(text, size, "near=%s,ask=%s,stream=%s,gathers=%s", tuning->found[NEAR], tuning->found[ASK],
                   tuning->found[STREAM], tuning->found[GATHERS]);
}

static void write_gains(struct gather_json *json, const struct experiment *experiment, int64_t size,
                        const double *gains)
{
    for (int32_t w = 0; w < WIDTHS_MOST; w++) {
        int64_t width = experiment->widths[w] != OF_SIZE ? experiment->widths[w] : size;
        if (width == 0)
            continue;
        gather_json_object(json, NULL);
        gather_json_text(json, "threshold", experiment->word);
        gather_json_integer(json, "bytes", size);
        gather_json_integer(json, "block_bytes", width);
        gather_json_decimal(json, "gain_above", (int64_t)(gains[w] * 10000), 4);
        gather_json_end(json);
    }
}

static void write_json(const struct tuning *tuning, const char *column)
{
    struct gather_json json = gather_json_to(output_stdout());
    const struct bench_machine machine = bench_machine_ask();
    struct gather_tuning here;
    gather_tuning_here(&here);
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.bench.tune/1");
    gather_json_text(&json, "version", gather_version());
    gather_json_text(&json, "processor", machine.processor);
    gather_json_text(&json, "caches", machine.caches);
    gather_json_text(&json, "kernels", here.kernels);
    gather_json_text(&json, "family", here.family);
    gather_json_text(&json, "measured_on", here.measured);
    gather_json_text(&json, "in_use", here.text);
    gather_json_boolean(&json, "in_use_is_asked", here.is_asked != 0);
    gather_json_text(&json, "tuning", column);
    gather_json_array(&json, "experiments");
    for (int t = 0; t < THRESHOLDS; t++)
        for (int32_t k = 0; k < tuning->sizes[t]; k++)
            write_gains(&json, &experiments[t], experiments[t].least << k, tuning->gains[t][k]);
    gather_json_end(&json);
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
}

/* What is in use here, on stderr: stdout is the column that was found, and nothing else. */
static void tell_column_in_use(void)
{
    struct gather_writer writer = gather_writer_to(output_stderr());
    gather_write_text(&writer, "in use: ");
    tuning_text_write(&writer);
    gather_write_text(&writer, "\n");
}

int bench_tune(const struct bench_options *options)
{
    struct tuning tuning = {.options = options};
    enum gather_status status = GATHER_STATUS_OK;
    char column[TEXT];
    tell_column_in_use();
    for (int threshold = 0; threshold < THRESHOLDS && status == GATHER_STATUS_OK; threshold++)
        status = find(&tuning, (enum threshold)threshold);
    if (status != GATHER_STATUS_OK) {
        talk_failure(options->command, "--tune", &tuning.error);
        return exit_of_status(status);
    }
    write_column(&tuning, column, sizeof column);
    if (options->as_json) {
        write_json(&tuning, column);
    } else {
        struct gather_writer writer = gather_writer_to(output_stdout());
        gather_write_text(&writer, column);
        gather_write_text(&writer, "\n");
    }
    return EXIT_YES;
}
