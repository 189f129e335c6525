/* SPDX-License-Identifier: Apache-2.0 */
/* `gather bench`: how fast gathers are here, against memcpy, against what is possible, against an earlier run. */
#include "bench_options.h"
#include "bench_tune.h"
#include "bench_work.h"
#include "commands.h"
#include "exit_code.h"
#include "output.h"

static int list_rows(const struct bench_options *options)
{
    struct gather_json json = gather_json_to(output_stdout());
    if (options->as_json) {
        gather_bench_write_rows_json(options->scale, &json);
        gather_write_text(&json.writer, "\n");
    } else {
        gather_bench_write_rows(options->scale, &json.writer);
    }
    return EXIT_YES;
}

static int run(const struct arguments *arguments)
{
    struct bench_options options;
    int code = bench_options_read(&options, arguments);
    if (code != EXIT_YES)
        return code;
    if (options.is_tune)
        return bench_tune(&options);
    return options.is_list ? list_rows(&options) : bench_work_on(&options);
}

static const struct option options_table[] = {
    {'\0', "rows", "LIST",
     "only these rows: 1,3,10i32; 10 is all of it, R the relayouts, S Spatter's patterns"},
    {'\0', "list", NULL, "tell the rows, and measure nothing"},
    {'\0', "tune", NULL, "find the thresholds of this machine, as GATHER_TUNE takes them"},
    {'\0', "threads", "N", "run with so many threads; 1 if not given"},
    {'\0', "pages", "KIND", "base or huge: the pages that operands lie in; base if not given"},
    {'\0', "cold", NULL, "measure with empty caches; without it and --warm as each row has it"},
    {'\0', "warm", NULL, "measure with what the call before left in the caches"},
    {'\0', "check", "MODE", "first, fused or earlier: how indices are checked; first if not given"},
    {'\0', "scale", "SIZE", "full, or small: to see that everything runs; full if not given"},
    {'\0', "rounds", "N", "exactly so many rounds; as many as it takes to be sure if not given"},
    {'\0', "compare", "FILE", "against the JSON of an earlier run: exit 1 if a row is slower beyond noise"},
    {'\0', "svg", "FILE", "draw the rows into this file, for light and dark pages"},
    {'\0', "peers", "FILE", "with --svg: draw the best peers too, from the JSON of ./dev bench peers"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', "data", "LAYOUT", "a row of your own: its data, such as bf16[128256,4096]"},
    {'\0', "indices", "LAYOUT", "its indices, such as i64[4,2048]"},
    {'\0', "op", "OP", "take, elements, tuples or relayout; take if not given"},
    {'\0', "axis", "N", "the axis that the indices go along; 0 if not given"},
    {'\0', "batch-dims", "N", "dimensions that data and indices begin with; 0 if not given"},
    {'\0', "distribution", "WORD",
     "uniform, zipf, sorted, runs, duplicates, permutation, arange, flip, equal, .."},
    {'\0', "pattern", "LIST", "in place of it: these indices, such as 0,24,48, again and again"},
    {'\0', "to", "LAYOUT", "the output's layout, as it stands behind the sizes"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_bench = {
    .name = "bench",
    .summary = "measure how fast gathers are here",
    .operands = "",
    .details =
        "Measures the rows of a grid of gathers, from the tables of language models to single indices,\n"
        "or a row of your own. Each answer is compared with that of plain loops before it is timed;\n"
        "the library, and memcpy of as many bytes, take turns in rounds. Times are compared as shares of\n"
        "memcpy's, as machines wander.\n",
    .examples = "  gather bench --scale small\n"
                "  gather bench --rows 1,3,10i32 --threads 2 --pages huge\n"
                "  export GATHER_TUNE=$(gather bench --tune)\n"
                "  gather bench --json >base.json; gather bench --compare base.json\n"
                "  gather bench --data 'f32[100000,64]' --indices 'i64[4096]' --distribution zipf\n",
    .options = options_table,
    .run = run,
};
