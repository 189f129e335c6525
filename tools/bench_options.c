/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `gather bench`: what the table of options can't say of their values and of what goes together. */
#include "bench_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"

enum { ROUNDS_MOST = 1000, THREADS_MOST = 1024, NAME_ROOM = 64 };

/* ---- values --------------------------------------------------------------------------------------------- */

/* "--pages can't be 'x'" */
static int refuse_value(const struct arguments *arguments, const char *name, const char *text)
{
    char what[NAME_ROOM];
    (void)snprintf(what, sizeof what, "--%s can't be", name);
    return arguments_misused(arguments->command, what, text);
}

/* "--threads is a number from 1 to 1024, not 'x'" */
static int refuse_number(const struct arguments *arguments, const char *name, int32_t low, int32_t high,
                         const char *text)
{
    char what[NAME_ROOM];
    (void)snprintf(what, sizeof what, "--%s is a number from %d to %d, not", name, (int)low, (int)high);
    return arguments_misused(arguments->command, what, text);
}

/* A whole number of an option; `otherwise` where it is not given. */
static int read_number(const struct arguments *arguments, const char *name, int32_t low, int32_t high,
                       int32_t otherwise, int32_t *number)
{
    const char *text = arguments_value(arguments, name);
    char *end = NULL;
    *number = otherwise;
    if (text == NULL)
        return EXIT_YES;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < low || value > high)
        return refuse_number(arguments, name, low, high, text);
    *number = (int32_t)value;
    return EXIT_YES;
}

/* One of several words, by its place; `otherwise` where it is not given. */
static int read_word(const struct arguments *arguments, const char *name, const char *const *words,
                     int32_t otherwise, int32_t *place)
{
    const char *text = arguments_value(arguments, name);
    *place = otherwise;
    if (text == NULL)
        return EXIT_YES;
    for (int32_t k = 0; words[k] != NULL; k++) {
        if (strcmp(words[k], text) == 0) {
            *place = k;
            return EXIT_YES;
        }
    }
    return refuse_value(arguments, name, text);
}

/* ---- rows ----------------------------------------------------------------------------------------------- */

static bool is_row(const char *name)
{
    const struct gather_bench_row *row;
    for (size_t k = 0; (row = gather_bench_row_at(k)) != NULL; k++)
        if (gather_bench_row_is(row, name))
            return true;
    return false;
}

bool bench_options_want(const struct bench_options *options, const struct gather_bench_row *row)
{
    char name[NAME_ROOM];
    const char *names = options->rows;
    if (names == NULL)
        return row->number >= 0;
    while (gather_names_next(&names, name, sizeof name))
        if (gather_bench_row_is(row, name))
            return true;
    return false;
}

static int judge_rows(const struct arguments *arguments, const char *rows)
{
    char name[NAME_ROOM];
    while (gather_names_next(&rows, name, sizeof name)) {
        if (!is_row(name))
            return arguments_misused(arguments->command, "not the name of a row, see --list:", name);
    }
    return EXIT_YES;
}

/* ---- a row of the caller's -------------------------------------------------------------------------------- */

static int read_distribution(const struct arguments *arguments, struct gather_bench_row *own)
{
    const char *word = arguments_value(arguments, "distribution");
    own->pattern = arguments_value(arguments, "pattern");
    if (word != NULL && own->pattern != NULL)
        return arguments_misused(arguments->command, "--distribution and --pattern do not go together", NULL);
    own->distribution = word != NULL ? gather_distribution_from_word(word) : GATHER_DISTRIBUTION_UNIFORM;
    if (own->distribution == GATHER_DISTRIBUTION_NONE || own->distribution == GATHER_DISTRIBUTION_PATTERN)
        return arguments_misused(arguments->command, "no such distribution:", word);
    if (own->pattern != NULL)
        own->distribution = GATHER_DISTRIBUTION_PATTERN;
    return EXIT_YES;
}

bool bench_options_has_own(int32_t family) { return family != GATHER_BENCH_SCALED; }

static int read_family(const struct arguments *arguments, struct gather_bench_row *own)
{
    const char *word = arguments_value(arguments, "op");
    own->family = word != NULL ? gather_bench_family_from_word(word) : GATHER_BENCH_TAKE;
    if (own->family < 0 || !bench_options_has_own(own->family))
        return arguments_misused(arguments->command, "no such op:", word);
    if (own->family == GATHER_BENCH_RELAYOUT && (own->to == NULL || own->indices[0] != NULL))
        return arguments_misused(arguments->command, "a relayout takes --to and no --indices", NULL);
    if (own->family != GATHER_BENCH_RELAYOUT && own->indices[0] == NULL)
        return arguments_misused(arguments->command, "--indices is missing", NULL);
    return EXIT_YES;
}

static int read_own(const struct arguments *arguments, struct gather_bench_row *own)
{
    static const char *const of_data[] = {"op",         "indices",      "to",      "axis",
                                          "batch-dims", "distribution", "pattern", NULL};
    const char *data = arguments_value(arguments, "data"), *indices = arguments_value(arguments, "indices");
    if (data == NULL)
        return arguments_refuse(arguments, "without --data there is no use for", of_data);
    if (arguments_flag(arguments, "rows"))
        return arguments_misused(arguments->command, "--rows and --data do not go together", NULL);
    *own = (struct gather_bench_row){.id = "own",
                                     .data = {data, data},
                                     .indices = {indices, indices},
                                     .to = arguments_value(arguments, "to")};
    int code = read_number(arguments, "axis", 0, GATHER_MAX_RANK - 1, 0, &own->axis);
    if (code == EXIT_YES)
        code = read_number(arguments, "batch-dims", 0, GATHER_MAX_RANK - 1, 0, &own->batch_dims);
    if (code == EXIT_YES)
        code = read_distribution(arguments, own);
    if (code == EXIT_YES)
        code = read_family(arguments, own);
    own->name = gather_bench_family_word(own->family);
    return code;
}

/* ---- all ------------------------------------------------------------------------------------------------ */

/* Tuning is about the machine: rows, threads and what becomes of results have no part in it. */
static const char *const not_of_tune[] = {"rows",  "list",    "threads", "cold", "warm",
                                          "check", "compare", "svg",     "data", NULL};

/* A list measures none. */
static const char *const not_of_list[] = {"rows", "threads", "cold",  "warm",   "check", "compare",
                                          "svg",  "data",    "pages", "rounds", NULL};

/* Peers are drawn. */
static const char *const of_svg[] = {"peers", NULL};

static int judge_together(const struct bench_options *options, const struct arguments *arguments)
{
    bool to_stdout = options->svg != NULL && strcmp(options->svg, "-") == 0;
    if (arguments->operands > 0)
        return arguments_misused(arguments->command, "no operands are taken", NULL);
    if (to_stdout)
        return arguments_misused(arguments->command, "--svg takes the name of a file", NULL);
    int code = EXIT_YES;
    if (options->svg == NULL)
        code = arguments_refuse(arguments, "without --svg there is no use for", of_svg);
    if (code == EXIT_YES && options->is_tune)
        code = arguments_refuse(arguments, "with --tune there is no use for", not_of_tune);
    if (code == EXIT_YES && options->is_list)
        code = arguments_refuse(arguments, "with --list there is no use for", not_of_list);
    return code == EXIT_YES ? judge_rows(arguments, options->rows) : code;
}

static const char *const pages[] = {"base", "huge", NULL};
static const char *const scales[] = {"full", "small", NULL};
static const char *const checks[] = {"first", "fused", "earlier", NULL};

const char *const *bench_options_words(const char *option)
{
    return strcmp(option, "pages") == 0   ? pages
           : strcmp(option, "scale") == 0 ? scales
           : strcmp(option, "check") == 0 ? checks
                                          : NULL;
}

static int read_words(struct bench_options *options, const struct arguments *arguments)
{
    int32_t page = 0;
    int code = read_word(arguments, "pages", pages, 0, &page);
    options->is_huge = page == 1;
    if (code == EXIT_YES)
        code = read_word(arguments, "scale", scales, GATHER_BENCH_FULL, &options->scale);
    if (code == EXIT_YES)
        code = read_word(arguments, "check", checks, GATHER_CHECK_FIRST, &options->check);
    return code;
}

int bench_options_read(struct bench_options *options, const struct arguments *arguments)
{
    bool is_cold = arguments_flag(arguments, "cold"), is_warm = arguments_flag(arguments, "warm");
    *options = (struct bench_options){.command = arguments->command->name,
                                      .rows = arguments_value(arguments, "rows"),
                                      .states = (is_cold ? GATHER_BENCH_COLD : 0) |
                                                (is_warm ? GATHER_BENCH_WARM : 0),
                                      .as_json = arguments_flag(arguments, "json"),
                                      .is_list = arguments_flag(arguments, "list"),
                                      .is_tune = arguments_flag(arguments, "tune"),
                                      .svg = arguments_value(arguments, "svg"),
                                      .compare = arguments_value(arguments, "compare"),
                                      .peers = arguments_value(arguments, "peers")};
    int code = read_words(options, arguments);
    if (code == EXIT_YES)
        code = read_number(arguments, "threads", 1, THREADS_MOST, 1, &options->threads);
    if (code == EXIT_YES)
        code = read_number(arguments, "rounds", 1, ROUNDS_MOST, 0, &options->rounds);
    if (code == EXIT_YES)
        code = read_own(arguments, &options->own);
    return code == EXIT_YES ? judge_together(options, arguments) : code;
}
