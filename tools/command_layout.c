/* SPDX-License-Identifier: Apache-2.0 */
/* `gather layout`: a layout drawn, measured, and said in every spelling. */
#include <string.h>

#include "commands.h"
#include "complaint.h"
#include "exit_code.h"
#include "index_list.h"
#include "layout_work.h"
#include "output.h"

enum { LINE_MAX_BYTES = 16 << 20 };

static bool is_blank(const char *line, size_t length)
{
    size_t k = 0;
    while (k < length && (line[k] == ' ' || line[k] == '\t' || line[k] == '\r'))
        k++;
    return k == length;
}

/* The texts of stdin, one a line; blank lines are none. */
static int take_lines(struct layout_work *work, void (*take)(struct layout_work *, const char *, size_t))
{
    struct gather_lines lines;
    struct gather_error error = {0};
    const char *line = NULL;
    size_t length = 0;
    int descriptor = 0;
    enum gather_status status;
    gather_lines_init(&lines, input_source(&descriptor), LINE_MAX_BYTES);
    do {
        status = gather_lines_next(&lines, &line, &length, &error);
        work->line = lines.number;
        if (status == GATHER_STATUS_OK && line != NULL && !is_blank(line, length))
            take(work, line, length);
    } while (status == GATHER_STATUS_OK && line != NULL);
    gather_lines_fini(&lines);
    work->line = 0;
    if (status == GATHER_STATUS_IO)
        return complain_of_file(work->arguments->command->name, "can't read", "-");
    if (status != GATHER_STATUS_OK)
        talk_failure(work->arguments->command->name, "stdin", &error);
    return exit_of_status(status);
}

static void take_all(struct layout_work *work, void (*take)(struct layout_work *, const char *, size_t))
{
    const struct arguments *arguments = work->arguments;
    for (size_t k = 0; k < arguments->count; k++) {
        const struct argument *argument = &arguments->list[k];
        if (argument->option != NULL)
            continue;
        if (strcmp(argument->value, "-") == 0) {
            int code = take_lines(work, take); /* first: what it takes changes work->code too */
            work->code = exit_worse(work->code, code);
        } else {
            take(work, argument->value, strlen(argument->value));
        }
    }
}

/* Keeps the first text in `only`, and counts all. */
static void keep(struct layout_work *work, const char *text, size_t length)
{
    struct gather_sink sink = output_memory(&work->only);
    if (work->texts++ > 0)
        return;
    work->only_line = work->line;
    if (sink.write(sink.context, text, length) != GATHER_STATUS_OK)
        work->code = exit_worse(work->code, complain_of_memory(work->arguments->command->name));
}

/* A drawing in a file is of one layout, and stdin may hold several: all are read before anything is written. */
static int find_only(struct layout_work *work)
{
    take_all(work, keep);
    if (work->texts > 1)
        return arguments_misused(work->arguments->command, "--svg takes one layout", NULL);
    return work->code;
}

/* What the table of options can't say of the values and of what goes together. */
static int check(const struct arguments *arguments)
{
    const char *svg = arguments_value(arguments, "svg");
    bool asks = false, to_stdout = svg != NULL && strcmp(svg, "-") == 0;
    for (size_t k = 0; k < arguments->count; k++) {
        const struct argument *argument = &arguments->list[k];
        if (!layout_question(argument))
            continue;
        int32_t count = index_list_read(argument->value).count;
        if (argument_is(argument, "at") ? count < 0 : count != 1)
            return arguments_misused(arguments->command,
                                     argument_is(argument, "at")
                                         ? "not an index of 64-bit numbers such as 1,2:"
                                         : "not a number of 64 bits such as 7:",
                                     argument->value);
        asks = true;
    }
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a spelling is missing", NULL);
    if (to_stdout && (asks || arguments_flag(arguments, "json")))
        return arguments_misused(arguments->command,
                                 "--svg - leaves no room on stdout for --json, --at, --cell, --byte", NULL);
    return EXIT_YES;
}

/* Each layout in turn; inside one JSON object, where that is wanted. */
static void work_on_all(struct layout_work *work)
{
    if (work->as_json) {
        gather_json_object(&work->json, NULL);
        gather_json_text(&work->json, "schema", "gather.layout/1");
        gather_json_array(&work->json, "layouts");
    }
    if (work->svg == NULL) {
        take_all(work, layout_work_on);
    } else if (work->texts > 0) {
        work->texts = 0;
        work->line = work->only_line;
        layout_work_on(work, work->only.bytes != NULL ? work->only.bytes : "", work->only.count);
    }
    if (work->as_json) {
        gather_json_end(&work->json);
        if (work->code == EXIT_SYSTEM ||
            complaint_lacks_memory()) /* other errors stand where their layout does */
            complaint_write_json(&work->json, EXIT_SYSTEM);
        gather_json_end(&work->json);
        gather_write_text(&work->json.writer, "\n");
    }
}

static int run(const struct arguments *arguments)
{
    struct gather_sink sink = output_stdout();
    struct layout_work work = {.arguments = arguments,
                               .writer = gather_writer_to(sink),
                               .json = gather_json_to(sink),
                               .drawing = output_drawing(),
                               .svg = arguments_value(arguments, "svg"),
                               .as_json = arguments_flag(arguments, "json"),
                               .several = arguments->operands > 1,
                               .code = check(arguments)};
    for (size_t k = 0; k < arguments->count; k++) {
        const struct argument *argument = &arguments->list[k];
        work.asks = work.asks || layout_question(argument);
        work.several = work.several || (argument->option == NULL && strcmp(argument->value, "-") == 0);
    }
    if (work.code == EXIT_YES && work.svg != NULL)
        work.code = find_only(&work);
    if (work.code == EXIT_YES)
        work_on_all(&work);
    gather_memory_fini(&work.only);
    return work.code;
}

static const struct option options[] = {
    {'\0', "at", "I,J", "only tell the cell, byte and bit of this element"},
    {'\0', "cell", "N", "only tell what lies in this cell"},
    {'\0', "byte", "N", "only tell what lies in the cells of this byte"},
    {'\0', "svg", "FILE", "draw into this file, for light and dark pages; - is stdout"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

static const char *const repeated[] = {"at", "cell", "byte", NULL};

const struct command command_layout = {
    .name = "layout",
    .summary = "draw a layout, and say it in every other spelling",
    .operands = "SPELLING...",
    .details = "Draws where each element of a tensor lies in memory, with padding and tiles, counts\n"
               "cells and bytes, and says the layout in the spellings of XLA, strides, numpy, DirectML,\n"
               "order letters, oneDNN, MLIR and CuTe. A SPELLING of - reads texts from stdin, one a line.\n"
               "man gather-layouts tells how they are written.\n",
    .examples = "  gather layout 'f32[2,3]{0,1:pad(3,5)=zero}'\n"
                "  gather layout 'f32[3,5]{1,0:T(2,2)}' --at 2,3   cell 17, byte 68, holds [2,3]\n"
                "  gather layout 'u8[2,3]:(0,1)' --cell 1  cell 1, byte 1, holds [0,1] and 1 more\n"
                "  gather layout 'f32[1,3,4,4]NHWC' --svg nhwc.svg\n",
    .options = options,
    .repeated = repeated,
    .run = run,
};
