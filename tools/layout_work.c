/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather layout` does with one text: layout_work.h says how it is used. */
#include "layout_work.h"

#include <string.h>

#include "exit_code.h"
#include "index_list.h"
#include "input_tensor.h"
#include "layout_text.h"
#include "output.h"

bool layout_question(const struct argument *argument)
{
    return argument_is(argument, "at") || argument_is(argument, "cell") || argument_is(argument, "byte");
}

/* "gather layout: line 3: 5,0: ": where the text stands, and what was asked, if anything was. */
static void begin_complaint(const struct layout_work *work, const char *question)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    talk_begin(work->arguments->command->name);
    if (work->line > 0) {
        gather_write_text(&talker, "line ");
        gather_write_integer(&talker, work->line);
        gather_write_text(&talker, ": ");
    }
    if (question != NULL) {
        gather_write_safe(&talker, question, strlen(question), false);
        gather_write_text(&talker, ": ");
    }
}

static void complain(const struct layout_work *work, const char *question, const struct gather_error *error)
{
    char sentence[512];
    gather_error_format(error, sentence, sizeof sentence);
    begin_complaint(work, question);
    talk(sentence);
    talk("\n");
}

/* "an index of 1 entry for a layout of rank 2" */
static void complain_of_rank(const struct layout_work *work, const char *question, int32_t entries,
                             int32_t rank)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    begin_complaint(work, question);
    gather_write_text(&talker, "an index of ");
    gather_write_integer(&talker, entries);
    gather_write_text(&talker, entries == 1 ? " entry" : " entries");
    gather_write_text(&talker, " for a layout of rank ");
    gather_write_integer(&talker, rank);
    gather_write_text(&talker, "\n");
}

/* ---- places -------------------------------------------------------------------------------------- */

static void begin_answer(struct layout_work *work)
{
    if (!work->several)
        return;
    gather_write_safe(&work->writer, work->text, work->length, output_is_utf8());
    gather_write_text(&work->writer, ": ");
}

static void tell_spot(struct layout_work *work, const struct gather_spot *spot)
{
    if (work->as_json) {
        gather_json_object(&work->json, NULL);
        gather_spot_write_json(spot, &work->json);
        gather_json_end(&work->json);
        return;
    }
    begin_answer(work);
    gather_spot_write(spot, &work->writer);
}

/* Of a byte that a total has behind the last cell. */
static void tell_no_cell(struct layout_work *work, int64_t byte)
{
    if (work->as_json) {
        gather_json_object(&work->json, NULL);
        gather_json_null(&work->json, "cell");
        gather_json_integer(&work->json, "byte", byte);
        gather_json_end(&work->json);
        return;
    }
    begin_answer(work);
    gather_write_text(&work->writer, "byte ");
    gather_write_integer(&work->writer, byte);
    gather_write_text(&work->writer, ", behind the last cell\n");
}

static enum gather_status answer_cells(struct layout_work *work, const struct gather_layout *layout,
                                       int64_t first, int64_t count, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (int64_t k = 0; k < count && status == GATHER_STATUS_OK; k++) {
        struct gather_spot spot;
        status = gather_spot_of_cell(layout, first + k, &spot, error);
        if (status == GATHER_STATUS_OK)
            tell_spot(work, &spot);
    }
    return status;
}

static enum gather_status try_answer(struct layout_work *work, const struct gather_layout *layout,
                                     const struct argument *question, const struct index_list *list,
                                     struct gather_error *error)
{
    struct gather_spot spot;
    int64_t first = list->values[0], count = 1;
    if (argument_is(question, "at")) {
        enum gather_status found = gather_spot_of_element(layout, list->values, list->count, &spot, error);
        if (found == GATHER_STATUS_OK)
            tell_spot(work, &spot);
        return found;
    }
    enum gather_status status = GATHER_STATUS_OK;
    if (argument_is(question, "byte"))
        status = gather_cells_of_byte(layout, list->values[0], &first, &count, error);
    if (status == GATHER_STATUS_OK && count == 0)
        tell_no_cell(work, list->values[0]);
    return status == GATHER_STATUS_OK ? answer_cells(work, layout, first, count, error) : status;
}

static void answer(struct layout_work *work, const struct gather_layout *layout,
                   const struct argument *question)
{
    struct gather_error error = {0};
    struct index_list list = index_list_read(question->value);
    enum gather_status status = try_answer(work, layout, question, &list, &error);
    work->code = exit_worse(work->code, exit_of_status(status));
    if (status == GATHER_STATUS_OK)
        return;
    if (work->as_json) {
        gather_json_object(&work->json, NULL);
        output_json_error(&work->json, &error);
        gather_json_end(&work->json);
    }
    if (argument_is(question, "at") && list.count != layout->rank)
        complain_of_rank(work, question->value, list.count, layout->rank);
    else
        complain(work, question->value, &error);
}

static void answer_all(struct layout_work *work, const struct gather_layout *layout)
{
    for (size_t k = 0; k < work->arguments->count; k++)
        if (layout_question(&work->arguments->list[k]))
            answer(work, layout, &work->arguments->list[k]);
}

/* ---- everything ---------------------------------------------------------------------------------- */

/* What stdout could not take is told at the end; that there was no memory is told here. */
static int exit_of_drawing(const struct layout_work *work, enum gather_status status)
{
    return status == GATHER_STATUS_NO_MEMORY ? complain_of_memory(work->arguments->command->name)
                                             : exit_of_status(status);
}

static void print_text(struct layout_work *work, const struct gather_layout *layout)
{
    gather_write_text(&work->writer, work->texts > 1 ? "\n" : "");
    gather_write_safe(&work->writer, work->text, work->length, output_is_utf8());
    gather_write_text(&work->writer, "\n\n");
    enum gather_status status = gather_layout_draw_text(layout, &work->drawing, work->writer.sink);
    work->code = exit_worse(work->code, exit_of_drawing(work, status));
    gather_write_text(&work->writer, "\n");
    gather_layout_report(layout, &work->writer, work->drawing.colour);
}

static void write_svg(struct layout_work *work, const struct gather_layout *layout)
{
    struct gather_memory drawing = {0};
    enum gather_status status =
        gather_layout_draw_svg(layout, work->text, work->length, output_memory(&drawing));
    int code = exit_of_drawing(work, status);
    if (code == EXIT_YES && strcmp(work->svg, "-") == 0)
        gather_write(&work->writer, drawing.bytes, drawing.count);
    else if (code == EXIT_YES)
        code = output_file_write(work->arguments->command->name, work->svg, &drawing);
    work->code = exit_worse(work->code, code);
    gather_memory_fini(&drawing);
}

static void print_json(struct layout_work *work, const struct gather_layout *layout,
                       const struct gather_error *error)
{
    gather_json_object(&work->json, NULL);
    gather_json_string(&work->json, "text", work->text, work->length);
    if (layout == NULL) {
        gather_json_object(&work->json, "error");
        output_json_error(&work->json, error);
        gather_json_end(&work->json);
    } else {
        gather_layout_report_json(layout, &work->json);
        gather_json_array(&work->json, "places");
        answer_all(work, layout);
        gather_json_end(&work->json);
    }
    gather_json_end(&work->json);
}

/* A text that is all there is may be the name of a file. It need not end with a NUL. */
static bool is_file(const struct layout_work *work)
{
    char name[4096];
    if (work->line != 0 || work->length >= sizeof name)
        return false;
    memcpy(name, work->text, work->length);
    name[work->length] = '\0';
    return input_tensor_exists(name);
}

void layout_work_on(struct layout_work *work, const char *text, size_t length)
{
    struct gather_layout layout;
    struct gather_error error = {0};
    enum gather_status status = gather_layout_parse(&layout, text, length, GATHER_SPELLING_ANY, &error);
    work->code = exit_worse(work->code, exit_of_status(status));
    work->texts++;
    work->text = text;
    work->length = length;
    if (work->as_json)
        print_json(work, status == GATHER_STATUS_OK ? &layout : NULL, &error);
    if (status != GATHER_STATUS_OK) {
        complain(work, NULL, &error);
        talk_caret(text, length, &error);
        layout_text_suggest(text, length, &error);
        if (is_file(work))
            talk("a file? try 'gather explain' or 'gather ls'\n");
        return;
    }
    if (work->svg != NULL)
        write_svg(work, &layout);
    if (work->asks && !work->as_json)
        answer_all(work, &layout);
    else if (work->svg == NULL && !work->as_json)
        print_text(work, &layout);
}
