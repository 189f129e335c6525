/* SPDX-License-Identifier: Apache-2.0 */
/* The run of the bench: bench_work.h says what it is. */
#include "bench_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_rounds.h"
#include "exit_code.h"
#include "output.h"

enum { RESULTS_MOST = 256, STATES = 2, MOST_BASE_BYTES = 64 << 20 };

/* What is copied to empty the caches: as much as the last of them holds, and at least and at most so much. */
enum { COLD_SMALL = 8 << 20, COLD_LEAST = 64 << 20, COLD_MOST = 512 << 20 };

struct work {
    const struct bench_options *options;
    struct bench_machine machine;
    struct gather_bench_setting setting;
    struct bench_way way;
    struct gather_bench_base *base, *peers; /* NULL: not asked for */
    struct gather_writer writer;
    struct bench_case made;
    size_t count;
    struct gather_bench_result results[RESULTS_MOST];
    int code;
};

/* ---- before --------------------------------------------------------------------------------------------- */

static enum gather_status read_whole(FILE *file, struct gather_memory *content, struct gather_error *error)
{
    char part[1 << 14];
    size_t count;
    enum gather_status status = GATHER_STATUS_OK;
    struct gather_sink sink = output_memory(content);
    while (status == GATHER_STATUS_OK && (count = fread(part, 1, sizeof part, file)) > 0) {
        status = sink.write(sink.context, part, count);
        if (status == GATHER_STATUS_OK && content->count > MOST_BASE_BYTES)
            status = GATHER_STATUS_FORMAT;
    }
    *error = (struct gather_error){
        .status = status, .part = -1, .expected = status == GATHER_STATUS_FORMAT ? "at most 64 MiB" : NULL};
    return status == GATHER_STATUS_OK && ferror(file) ? GATHER_STATUS_IO : status;
}

/* The results of another run; nothing where no file is named. */
static int read_base(struct work *work, const char *path, struct gather_bench_base **base)
{
    struct gather_memory content = {0};
    struct gather_error error = {0};
    if (path == NULL)
        return EXIT_YES;
    FILE *file = fopen(path, "rb");
    enum gather_status status = file != NULL ? read_whole(file, &content, &error) : GATHER_STATUS_IO;
    int code =
        status == GATHER_STATUS_IO ? complain_of_file(work->options->command, "can't read", path) : EXIT_YES;
    if (file != NULL)
        (void)fclose(file);
    if (status == GATHER_STATUS_OK)
        status =
            gather_bench_base_create(base, content.bytes != NULL ? content.bytes : "", content.count, &error);
    gather_memory_fini(&content);
    if (status != GATHER_STATUS_OK && status != GATHER_STATUS_IO) {
        talk_failure(work->options->command, path, &error);
        code = exit_of_status(status);
    }
    return code;
}

static void set(struct work *work)
{
    const struct bench_options *options = work->options;
    work->machine = bench_machine_ask();
    work->setting = (struct gather_bench_setting){.version = gather_version(),
                                                  .processor = work->machine.processor,
                                                  .caches = work->machine.caches,
                                                  .processors = work->machine.processors,
                                                  .threads = options->threads,
                                                  .is_huge = options->is_huge,
                                                  .page_bytes = bench_page_bytes(options->is_huge),
                                                  .scale = options->scale,
                                                  .check = options->check};
    work->way = (struct bench_way){.scale = options->scale,
                                   .check = options->check,
                                   .is_huge = options->is_huge,
                                   .rounds = options->rounds};
}

static void refuse(struct work *work, const struct gather_bench_row *row, const struct gather_error *error)
{
    char about[96];
    (void)snprintf(about, sizeof about, "row %s", row->id);
    talk_failure(work->options->command, about, error);
    work->code = exit_worse(work->code, exit_of_status((enum gather_status)error->status));
}

/*
 * What would be refused in the end, before the lines take their time: the picture, and a row of the caller's, which is
 * made here.
 */
static int judge_first(struct work *work)
{
    const struct bench_options *options = work->options;
    struct gather_error error = {0};
    int code = options->svg != NULL ? output_file_judge(options->command, options->svg) : EXIT_YES;
    if (code != EXIT_YES || options->own.id == NULL)
        return code;
    if (bench_case_make(&work->made, &options->own, options->scale, options->is_huge, &error) !=
        GATHER_STATUS_OK)
        refuse(work, &options->own, &error);
    return work->code;
}

static int begin(struct work *work)
{
    struct gather_error error = {0};
    int code = judge_first(work);
    if (code == EXIT_YES)
        code = read_base(work, work->options->compare, &work->base);
    if (code == EXIT_YES)
        code = read_base(work, work->options->peers, &work->peers);
    if (code == EXIT_YES && work->base != NULL &&
        gather_bench_base_fits(work->base, &work->setting, &error) != GATHER_STATUS_OK) {
        talk_failure(work->options->command, work->options->compare, &error);
        code = EXIT_LIBRARY;
    }
    if (code != EXIT_YES)
        return code;
    work->setting.has_base = work->base != NULL;
    if (work->options->threads > 1 &&
        gather_pool_create(&work->way.pool, (uint32_t)work->options->threads) != GATHER_STATUS_OK)
        return complain_of_memory(work->options->command);
    if (bench_time_lines(&work->way, &work->setting) != GATHER_STATUS_OK)
        return complain_of_memory(work->options->command);
    return EXIT_YES;
}

/* ---- rows ----------------------------------------------------------------------------------------------- */

/* What is copied before a cold call, made when the first is to come. */
static bool have_cold(struct work *work)
{
    int64_t wanted = work->machine.last_cache;
    wanted = wanted < COLD_LEAST ? COLD_LEAST : wanted > COLD_MOST ? COLD_MOST : wanted;
    if (work->options->scale == GATHER_BENCH_SMALL)
        wanted = COLD_SMALL;
    work->way.cold_bytes = wanted;
    for (int k = 0; k < 2; k++)
        if (work->way.cold[k].data == NULL && !bench_pages_take(&work->way.cold[k], wanted, false))
            return false;
    return true;
}

static void tell(struct work *work, const struct gather_bench_result *result)
{
    if (gather_bench_is_loss(result))
        work->code = exit_worse(work->code, EXIT_NO);
    if (work->options->as_json)
        return;
    gather_bench_write_result(&work->setting, result, &work->writer);
    (void)fflush(stdout); /* rows take seconds each: they are seen as they come */
}

static void measure_state(struct work *work, int32_t state)
{
    struct gather_error error = {0};
    struct gather_bench_result *result = &work->results[work->count];
    enum gather_status status = GATHER_STATUS_OK;
    if (state == GATHER_BENCH_COLD && !have_cold(work)) {
        work->code = exit_worse(work->code, complain_of_memory(work->options->command));
        return;
    }
    status = bench_time_case(&work->made, &work->way, state, result, &error);
    if (status != GATHER_STATUS_OK) {
        refuse(work, work->made.row, &error);
        return;
    }
    if (work->base != NULL)
        gather_bench_compare(work->base, result);
    work->count++;
    tell(work, result);
}

/* The row that is made, in the states asked for. */
static void measure_made(struct work *work)
{
    int32_t states = work->options->states != 0 ? work->options->states : work->made.row->states;
    if (states != GATHER_BENCH_COLD)
        measure_state(work, GATHER_BENCH_WARM);
    if (states & GATHER_BENCH_COLD)
        measure_state(work, GATHER_BENCH_COLD);
}

static void measure(struct work *work, const struct gather_bench_row *row)
{
    struct gather_error error = {0};
    if (bench_case_make(&work->made, row, work->options->scale, work->options->is_huge, &error) ==
        GATHER_STATUS_OK)
        measure_made(work);
    else
        refuse(work, row, &error);
    bench_case_end(&work->made);
}

static void measure_all(struct work *work)
{
    const struct gather_bench_row *row;
    if (work->options->own.id != NULL) {
        measure_made(work);
        return;
    }
    for (size_t k = 0; (row = gather_bench_row_at(k)) != NULL && work->count + STATES <= RESULTS_MOST; k++)
        if (bench_options_want(work->options, row))
            measure(work, row);
}

/* A base that has none of the rows says nothing, which must not look like no loss. */
static void judge_base(struct work *work)
{
    size_t compared = 0;
    for (size_t k = 0; k < work->count; k++)
        compared += work->results[k].has_base != 0;
    if (work->base == NULL || work->count == 0 || compared > 0)
        return;
    talk_begin(work->options->command);
    talk_safe(work->options->compare, strlen(work->options->compare));
    talk(": has none of these rows\n");
    work->code = exit_worse(work->code, EXIT_LIBRARY);
}

/* ---- behind --------------------------------------------------------------------------------------------- */

static void tell_all(struct work *work)
{
    struct gather_json json = gather_json_to(output_stdout());
    struct gather_memory drawing = {0};
    if (work->options->as_json) {
        gather_bench_write_json(&work->setting, work->results, work->count, &json);
        gather_write_text(&json.writer, "\n");
    } else {
        gather_bench_write_calls(work->results, work->count, &work->writer);
        gather_bench_write_patterns(work->results, work->count, &work->writer);
        gather_bench_write_foot(&work->setting, &work->writer);
    }
    if (work->options->svg == NULL)
        return;
    int code = gather_bench_draw_svg(&work->setting, work->results, work->count, work->peers,
                                     output_memory(&drawing)) == GATHER_STATUS_OK
                   ? output_file_write(work->options->command, work->options->svg, &drawing)
                   : complain_of_memory(work->options->command);
    work->code = exit_worse(work->code, code);
    gather_memory_fini(&drawing);
}

static void end(struct work *work)
{
    bench_case_end(&work->made);
    for (int k = 0; k < 2; k++)
        bench_pages_give(&work->way.cold[k]);
    gather_pool_destroy(work->way.pool);
    gather_bench_base_destroy(work->base);
    gather_bench_base_destroy(work->peers);
}

int bench_work_on(const struct bench_options *options)
{
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL)
        return complain_of_memory(options->command);
    work->options = options;
    work->writer = gather_writer_to(output_stdout());
    set(work);
    work->code = begin(work);
    if (work->code == EXIT_YES) {
        if (!options->as_json)
            gather_bench_write_head(&work->setting, &work->writer);
        measure_all(work);
        judge_base(work);
        tell_all(work);
    }
    int code = work->code;
    end(work);
    free(work);
    return code;
}
