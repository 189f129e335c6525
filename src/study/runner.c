/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the cases of a source: one line at a time, read, asked or run, compared, told. Of what was run, only
 * the names are kept, since each may stand in a file once.
 */
#include <stddef.h>
#include <string.h>

#include "study/bounded.h"
#include "study/judge.h"
#include "study/ops.h"
#include "study/refuse.h"
#include "study/trial.h"

enum { MESSAGE_SIZE = 600 };

/* An operator is tried over each: what looks right over one by chance does not over the other. */
static const uint8_t canaries[] = {0xA5, 0x5A};

struct run {
    const struct gather_backend *backend;
    const struct gather_case_listener *listener;
    struct gather__json *names;
    struct gather_lines lines;
};

static enum gather_status tell(struct run *run, const struct gather__case *case_, enum gather_verdict verdict,
                               const char *message)
{
    struct gather_case_result result = {"", "", "", message, run->lines.number, (int32_t)verdict};
    if (case_ != NULL) {
        result.name = case_->name;
        result.dialect = case_->dialect;
        result.op = case_->op;
    }
    return run->listener->hears(run->listener->context, &result);
}

/* A line that is no case ends the run; the caller's error says where in the source. */
static enum gather_status tell_broken(struct run *run, struct gather_error *error)
{
    char message[MESSAGE_SIZE], sentence[MESSAGE_SIZE - 100];
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, message, sizeof message);
    gather_error_format(error, sentence, sizeof sentence);
    gather_write_text(&text, "not a case: ");
    gather_write_text(&text, sentence);
    enum gather_status status = tell(run, NULL, GATHER_VERDICT_BROKEN, message);
    int64_t at = error->has & GATHER_ERROR_HAS_AT ? error->at : 0;
    gather__refuse_at(error, GATHER_STATUS_FORMAT, error->expected, run->lines.offset + at);
    return status == GATHER_STATUS_OK ? GATHER_STATUS_FORMAT : status;
}

static struct gather_query query_of(const struct gather__case *case_)
{
    struct gather_query query = {
        .dialect = case_->dialect,
        .op = case_->op,
        .attributes = case_->attributes.list,
        .attribute_count = case_->attributes.count,
        .options = case_->options.list,
        .option_count = case_->options.count,
        .version = case_->version,
    };
    return query;
}

static enum gather_status ask(const struct run *run, const struct gather__case *case_,
                              struct gather_writer *difference)
{
    struct gather_memory memory = {0};
    struct gather_error error = {0};
    struct gather_json answer = gather_json_to(gather_memory_sink(&memory));
    struct gather_query query = query_of(case_);
    enum gather_status status = run->backend->query(run->backend->context, &query, &answer, &error);
    if (status != GATHER_STATUS_OK)
        status = gather__judge_error(case_, status, &error, difference);
    else if (answer.writer.status == GATHER_STATUS_OK)
        status = gather__judge_answer(case_, memory.bytes, memory.count, difference);
    else
        status = answer.writer.status;
    gather_memory_fini(&memory);
    return status;
}

/*
 * A name that no list knows; UNSUPPORTED may be just what the case expects of it, once operators are
 * built.
 */
static enum gather_status tell_unknown(struct run *run, const struct gather__case *case_)
{
    bool known = gather__op_dialect(case_->dialect);
    if (known && gather__case_expects(case_, "UNSUPPORTED"))
        return tell(run, case_, GATHER_VERDICT_SKIPPED, "");
    return tell(run, case_, GATHER_VERDICT_FAILED,
                known ? "the dialect has no op of this name" : "there is no dialect of this name");
}

static bool answers(const struct run *run, const struct gather__case *case_, const struct gather__op *row)
{
    const struct gather_backend *backend = run->backend;
    bool has_operators = backend->size >= offsetof(struct gather_backend, run) + sizeof backend->run &&
                         backend->infer != NULL && backend->run != NULL;
    if (row->answer != NULL ? case_->infer : !has_operators)
        return false;
    return backend->answers(backend->context, case_->dialect, case_->op);
}

/* Asks the query, or tries the operator. */
static enum gather_status ask_or_try(const struct run *run, const struct gather__case *case_,
                                     const struct gather__op *row, char *message, struct gather_error *error)
{
    struct gather__bounded room;
    struct gather_writer difference = gather__bounded_writer(&room, message, MESSAGE_SIZE);
    if (row->answer != NULL)
        return ask(run, case_, &difference);
    struct gather_query query = query_of(case_);
    struct gather__trial trial = {run->backend, case_, row, &query};
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < sizeof canaries && room.length == 0 && status == GATHER_STATUS_OK; k++)
        status = gather__trial_run(&trial, canaries[k], &difference, error);
    return status;
}

static enum gather_status run_case(struct run *run, const struct gather__case *case_,
                                   struct gather_error *error)
{
    char message[MESSAGE_SIZE];
    enum gather_status status;
    const struct gather__op *row = gather__op_find(case_->dialect, case_->op);
    if (row == NULL) {
        status = tell_unknown(run, case_);
    } else if (!answers(run, case_, row)) {
        status = tell(run, case_, GATHER_VERDICT_SKIPPED, "");
    } else {
        status = ask_or_try(run, case_, row, message, error);
        if (status == GATHER_STATUS_FORMAT)
            return tell_broken(run, error);
        if (status == GATHER_STATUS_OK)
            status =
                tell(run, case_, message[0] == '\0' ? GATHER_VERDICT_PASSED : GATHER_VERDICT_FAILED, message);
    }
    return status == GATHER_STATUS_OK ? status : gather__refuse(error, status, NULL, NULL);
}

static enum gather_status judge_line(struct run *run, struct gather__case *case_, const char *line,
                                     size_t length, struct gather_error *error)
{
    enum gather_status status = gather__case_read(case_, line, length, error);
    if (status == GATHER_STATUS_OK) {
        status = gather__json_set_add(&run->names, case_->name);
        if (status != GATHER_STATUS_OK)
            gather__refuse(error, status, NULL, "a name that no case before has");
    }
    if (status == GATHER_STATUS_FORMAT)
        return tell_broken(run, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (run->listener->selects != NULL && !run->listener->selects(run->listener->context, case_->name))
        return GATHER_STATUS_OK;
    return run_case(run, case_, error);
}

/* Blank, or a remark. */
static bool is_skipped(const char *line, size_t length)
{
    size_t k = 0;
    while (k < length && (line[k] == ' ' || line[k] == '\t'))
        k++;
    return k == length || line[0] == '#';
}

enum gather_status gather_cases_run(struct gather_source source, const struct gather_backend *backend,
                                    const struct gather_case_listener *listener, struct gather_error *error)
{
    struct run run = {.backend = backend, .listener = listener};
    struct gather_error own = {0};
    const char *line = NULL;
    size_t length = 0;
    enum gather_status status = GATHER_STATUS_OK;
    error = error != NULL ? error : &own;
    gather_lines_init(&run.lines, source, GATHER__CASE_LINE_MAX);
    do {
        status = gather_lines_next(&run.lines, &line, &length, error);
        if (status == GATHER_STATUS_FORMAT) {
            error->has = 0; /* the place is that of the line, as `tell_broken` takes it */
            status = tell_broken(&run, error);
        } else if (status == GATHER_STATUS_OK && line != NULL && !is_skipped(line, length)) {
            struct gather__case case_ = {0};
            status = judge_line(&run, &case_, line, length, error);
            gather__case_fini(&case_);
        }
    } while (status == GATHER_STATUS_OK && line != NULL);
    gather_lines_fini(&run.lines);
    gather__json_free(run.names);
    return status;
}
