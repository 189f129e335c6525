/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every rule that a file breaks.
 *
 *     model.safetensors
 *       byte 68   h.0.w: value = 144 is outside 0..48; expected data that end within the file
 *       byte 112  h.0.b: expected a "dtype" such as F32, BF16, I64 or BOOL
 *     2 broken rules; 2 tensors can be read
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "check_work.h"
#include "complaint.h"
#include "exit_code.h"
#include "input_file.h"
#include "input_stdin.h"
#include "memory_option.h"
#include "output.h"

enum { BYTE_COLUMN = 2, RULE_COLUMN = 13, MOST_ALIKE = 5 };

void check_write_count(struct gather_writer *writer, int64_t count, const char *one, const char *many)
{
    gather_write_integer(writer, count);
    gather_write_text(writer, " ");
    gather_write_text(writer, count == 1 ? one : many);
}

/* ---- one broken rule ----------------------------------------------------------------------------- */

/* The sentence of an error without its place; what is merely malformed is told by what was expected. */
static void write_sentence(struct gather_writer *writer, const char *tensor, const struct gather_error *error)
{
    char sentence[512];
    struct gather_error told = *error;
    bool says_more = error->expected == NULL || error->status != GATHER_STATUS_FORMAT ||
                     error->reason != NULL || (error->has & GATHER_ERROR_HAS_VALUE) != 0;
    told.has &= ~(uint32_t)GATHER_ERROR_HAS_AT;
    told.expected = NULL;
    if (tensor != NULL && *tensor != '\0') {
        output_write_safe(writer, tensor);
        gather_write_text(writer, ": ");
    }
    if (says_more) {
        gather_error_format(&told, sentence, sizeof sentence);
        output_write_safe(writer, sentence);
    }
    if (error->expected != NULL) {
        gather_write_text(writer, says_more ? "; expected " : "expected ");
        gather_write_text(writer, error->expected);
    }
}

static const char *current_file(const struct check_work *work)
{
    return work->current != NULL ? work->current : work->input.path;
}

void check_turn_to(struct check_work *work, const char *path)
{
    free(work->current);
    work->current = output_copy(path);
}

/* The head of the rules of a file, once. */
static void write_file(struct check_work *work)
{
    const char *file = current_file(work);
    if (work->last != NULL && strcmp(work->last, file) == 0)
        return;
    output_write_safe(&work->writer, file);
    gather_write_text(&work->writer, "\n");
    free(work->last);
    work->last = output_copy(file);
}

void check_end_row(struct check_work *work)
{
    if (work->alike > MOST_ALIKE) {
        gather_write_repeated(&work->writer, ' ', RULE_COLUMN);
        gather_write_text(&work->writer, "and ");
        gather_write_integer(&work->writer, work->alike - MOST_ALIKE);
        gather_write_text(&work->writer, " more of this kind, which --json tells\n");
    }
    work->alike = 0;
}

/* Whether enough were told of a row. A file that is cut off breaks the same rule tensor by tensor. */
static bool is_told(struct check_work *work, const struct gather_error *error)
{
    bool same_file = work->last != NULL && strcmp(work->last, current_file(work)) == 0;
    if (!same_file || error->expected == NULL || error->expected != work->expected) /* both are static */
        check_end_row(work);
    work->expected = error->expected;
    return ++work->alike > MOST_ALIKE;
}

static void tell_text(struct check_work *work, const char *tensor, const struct gather_error *error)
{
    struct gather_memory place = {0}, rule = {0};
    struct gather_writer writer = gather_writer_to(output_memory(&place));
    write_file(work);
    gather_write_repeated(&writer, ' ', BYTE_COLUMN);
    if ((error->has & GATHER_ERROR_HAS_AT) != 0) {
        gather_write_text(&writer, "byte ");
        gather_write_integer(&writer, error->at);
    }
    gather_write_repeated(&writer, ' ', place.count < RULE_COLUMN - 1 ? RULE_COLUMN - place.count : 2);
    gather_write(&work->writer, place.bytes, place.count);
    writer = gather_writer_to(output_memory(&rule));
    write_sentence(&writer, tensor, error);
    gather_write(&writer, "", 1); /* its end */
    if (rule.bytes != NULL && writer.status == GATHER_STATUS_OK)
        gather_write_wrapped(&work->writer, rule.bytes, place.count, RULE_COLUMN, output_columns());
    gather_memory_fini(&place);
    gather_memory_fini(&rule);
}

static void tell_json(struct check_work *work, const char *file, const char *tensor,
                      const struct gather_error *error)
{
    gather_json_object(&work->json, NULL);
    gather_json_string(&work->json, "file", file, strlen(file));
    if (tensor != NULL && *tensor != '\0')
        gather_json_string(&work->json, "tensor", tensor, strlen(tensor));
    output_json_error(&work->json, error);
    gather_json_end(&work->json);
}

void check_tell_broken(struct check_work *work, const char *tensor, const struct gather_error *error)
{
    work->broken++;
    work->found = true;
    if (work->is_json)
        tell_json(work, current_file(work), tensor, error);
    else if (!is_told(work, error))
        tell_text(work, tensor, error);
}

static void free_unread(struct check_unread *unread)
{
    free(unread->file);
    free(unread->tensor);
}

/* A tensor that is not read here, which is no fault of the file's. JSON has a list of them behind that of rules. */
static void tell_unread(struct check_work *work, const char *tensor, const struct gather_error *error)
{
    struct check_unread kept = {output_copy(current_file(work)), output_copy(tensor), *error};
    size_t grown = work->unread_count + 1;
    struct check_unread *list = realloc(work->unread, grown * sizeof *list); /* bounded: they are in memory */
    work->unread = list != NULL ? list : work->unread;
    if (list != NULL && kept.file != NULL && kept.tensor != NULL)
        list[work->unread_count++] = kept;
    else
        free_unread(&kept);
    if (list == NULL)
        complaint_lose();
    if (!work->is_json && !is_told(work, error))
        tell_text(work, tensor, error);
}

/* ---- opening ------------------------------------------------------------------------------------- */

static void hear_file(void *context, const char *path)
{
    struct check_work *work = context;
    check_turn_to(work, path);
}

/* What is no finding about a file that has a format: the system failed, or the format is none of this build. */
static bool is_failure(const struct gather_error *error)
{
    bool has_place = (error->has & GATHER_ERROR_HAS_AT) != 0;
    return error->status == GATHER_STATUS_IO || error->status == GATHER_STATUS_NO_MEMORY ||
           (error->status == GATHER_STATUS_UNSUPPORTED && !has_place);
}

static void hear_broken(void *context, const char *tensor, const struct gather_error *error)
{
    if (input_is_unread(tensor, error))
        tell_unread(context, tensor, error);
    else
        check_tell_broken(context, tensor, error);
}

/* rest: what stands behind the path. */
static int open_file(struct check_work *work, const char *rest, bool *ended)
{
    struct gather_error error = {0};
    struct gather_file_options options = {.size = sizeof options,
                                          .format = input_tensor_format(&work->input, work->arguments, rest),
                                          .no_links = arguments_flag(work->arguments, "no-links"),
                                          .memory = memory_option_unpacked(work->arguments),
                                          .unread = 1,
                                          .opening = hear_file,
                                          .broken = hear_broken,
                                          .context = work};
    enum gather_status status = input_stdin_or_file(&work->input.file, work->input.path, &options, &error);
    *ended = status != GATHER_STATUS_OK;
    work->is_there = !*ended;
    if (status == GATHER_STATUS_OK)
        return EXIT_YES;
    if (is_failure(&error)) {
        talk_failure(work->arguments->command->name, current_file(work), &error);
        return exit_of_status(status);
    }
    check_tell_broken(work, NULL, &error);
    return EXIT_YES;
}

/* ---- the graph of a model ------------------------------------------------------------------------ */

static void hear_node(void *context, const struct gather_model_node *node)
{
    struct check_work *work = context;
    free(work->node);
    work->node = output_copy(node->name);
}

/* Runtimes go on where a value is declared with other sizes, but what the file says is wrong. */
static void hear_doubt(void *context, const char *name, const struct gather_error *error)
{
    check_tell_broken(context, name, error);
}

/* A graph that is too large or too new for us is none that breaks a rule, nor is it known to break none. */
static int judge_failed_graph(struct check_work *work, const struct gather_error *error)
{
    const char *command = work->arguments->command->name;
    if (error->status == GATHER_STATUS_UNSUPPORTED) {
        talk_failure_in(command, work->input.path, "its graph is not judged", error);
        work->is_unjudged = work->indices == NULL; /* else the question was another */
        return EXIT_YES;
    }
    if (is_failure(error)) {
        talk_failure_in(command, work->input.path, work->node, error);
        return EXIT_SYSTEM;
    }
    check_tell_broken(work, work->node, error);
    return EXIT_YES;
}

static int open_graph(struct check_work *work)
{
    struct gather_error error = {0};
    int32_t format = gather_file_format(work->input.file);
    struct gather_model_options options = {.size = sizeof options,
                                           .no_links = arguments_flag(work->arguments, "no-links"),
                                           .blames = hear_node,
                                           .doubts = hear_doubt,
                                           .context = work};
    if (work->broken > 0 || (format != GATHER_FILE_ONNX && format != GATHER_FILE_IR))
        return EXIT_YES;
    return input_stdin_or_model(&work->model, work->input.path, &options, &error) == GATHER_STATUS_OK
               ? EXIT_YES
               : judge_failed_graph(work, &error);
}

/* ---- the verdict --------------------------------------------------------------------------------- */

static int complain_of_raw(const struct check_work *work)
{
    talk_begin(work->arguments->command->name);
    talk_safe(work->input.path, strlen(work->input.path));
    talk(": no format is recognised; raw bytes need a layout, as in FILE@f32[2,3]\n");
    return EXIT_LIBRARY;
}

/* The tensors of an open file that can be read. */
static int64_t count_read(const struct check_work *work)
{
    int64_t count = 0;
    for (size_t k = 0; work->is_there && k < gather_file_count(work->input.file); k++)
        count += gather_file_tensor(work->input.file, k)->unread == NULL;
    return count;
}

static void write_unread(struct check_work *work)
{
    if (work->unread_count == 0)
        return;
    gather_write_text(&work->writer, "; this version does not read ");
    gather_write_unsigned(&work->writer, work->unread_count);
    gather_write_text(&work->writer, " more");
}

static void write_verdict(struct check_work *work, bool ended)
{
    struct gather_writer *writer = &work->writer;
    int64_t count = count_read(work);
    check_end_row(work);
    if (work->broken == 0) {
        output_write_safe(writer, work->input.path);
        gather_write_text(writer, ": ");
        gather_write_text(writer, gather_file_format_name(gather_file_format(work->input.file)));
        gather_write_text(writer, ", ");
        check_write_count(writer, count, "tensor", "tensors");
        gather_write_text(writer, arguments_flag(work->arguments, "values")
                                      ? ", no broken rule in what describes them"
                                      : ", no broken rule");
        write_unread(work);
        gather_write_text(writer, "\n");
        return;
    }
    check_write_count(writer, work->broken, "broken rule", "broken rules");
    if (ended) {
        gather_write_text(writer, work->broken == 1 ? ", which ended the reading\n"
                                                    : ", the last of which ended the reading\n");
        return;
    }
    gather_write_text(writer, "; ");
    check_write_count(writer, count, "tensor can be read\n", "tensors can be read\n");
}

static void write_verdict_json(struct check_work *work, bool ended)
{
    gather_json_end(&work->json);
    if (work->unread_count > 0) {
        gather_json_array(&work->json, "not_read");
        for (size_t k = 0; k < work->unread_count; k++)
            tell_json(work, work->unread[k].file, work->unread[k].tensor, &work->unread[k].error);
        gather_json_end(&work->json);
    }
    gather_json_boolean(&work->json, "ended", ended);
    if (!work->is_there)
        return;
    gather_json_text(&work->json, "format", gather_file_format_name(gather_file_format(work->input.file)));
    gather_json_integer(&work->json, "tensors", count_read(work));
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void begin(struct check_work *work)
{
    work->is_json = arguments_flag(work->arguments, "json");
    work->writer = gather_writer_to(output_stdout());
    work->json = gather_json_to(output_memory(&work->memory));
    gather_json_object(&work->json, NULL);
    gather_json_text(&work->json, "schema", "gather.check/1");
    gather_json_string(&work->json, "file", work->input.path, strlen(work->input.path));
    gather_json_array(&work->json, "broken");
}

/* What stands behind the path, and whether one tensor is meant: by its name, its layout, or the indices into it. */
static int choose(struct check_work *work, const char *rest)
{
    bool is_raw = gather_file_format(work->input.file) == GATHER_FILE_RAW;
    if (is_raw && *rest == '\0' && arguments_value(work->arguments, "layout") == NULL)
        return complain_of_raw(work);
    work->all = *rest == '\0' && work->indices == NULL &&
                arguments_value(work->arguments, "tensor") == NULL &&
                arguments_value(work->arguments, "layout") == NULL &&
                arguments_value(work->arguments, "view") == NULL;
    return work->all ? EXIT_YES : input_tensor_choose(&work->input, work->arguments, rest, NULL);
}

int check_file(struct check_work *work, const char *text)
{
    bool ended = false;
    work->input.path = strdup(text);
    if (work->input.path == NULL)
        return complain_of_memory(work->arguments->command->name);
    size_t length = input_tensor_path_length(work->input.path);
    work->input.path[length] = '\0';
    begin(work);
    int code = open_file(work, text + length, &ended);
    if (code == EXIT_YES && work->is_there)
        code = choose(work, text + length);
    if (code == EXIT_YES && work->is_there)
        code = check_worlds_fit(work);
    if (code == EXIT_YES && work->is_there)
        code = open_graph(work);
    if (code != EXIT_YES)
        return code;
    if (work->is_json)
        write_verdict_json(work, ended);
    else
        write_verdict(work, ended);
    return EXIT_YES;
}

int check_end(struct check_work *work, int code)
{
    code = output_settle(work->arguments->command->name, code);
    if (work->is_json && (code == EXIT_YES || code == EXIT_NO)) {
        gather_json_boolean(&work->json, "found", work->found);
        gather_json_end(&work->json);
        gather_write_text(&work->json.writer, "\n");
        code = output_settle(work->arguments->command->name, code);
        if (work->json.writer.status == GATHER_STATUS_OK)
            gather_write(&work->writer, work->memory.bytes, work->memory.count);
    }
    gather_memory_fini(&work->memory);
    for (size_t k = 0; k < work->unread_count; k++)
        free_unread(&work->unread[k]);
    free(work->unread);
    free(work->last);
    free(work->current);
    free(work->node);
    gather_model_close(work->model);
    input_tensor_close(&work->input);
    return code;
}
