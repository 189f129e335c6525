/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the cases of a source: one line at a time, read, asked or run, compared, told. Of what was run, only
 * the names are kept, since each may stand in a file once.
 */
#include <stddef.h>
#include <string.h>

#include "study/cases/foreign.h"
#include "study/cases/judge.h"
#include "study/cases/ops.h"
#include "study/cases/trial.h"
#include "study/refuse.h"
#include "study/text/bounded.h"

enum { MESSAGE_SIZE = 600 };

/*
 * An operator is tried in every check mode, and over two canaries: what looks right over one by chance does not
 * over the other. Last with constant indices, where it does not fail.
 */
static const struct gather__try tries[] = {
    {0xA5, GATHER_CHECK_FIRST, 0, ""},
    {0x5A, GATHER_CHECK_FIRST, 0, ""},
    {0xA5, GATHER_CHECK_FUSED, 0, " (in check mode FUSED)"},
    {0x5A, GATHER_CHECK_FUSED, 0, " (in check mode FUSED)"},
    {0xA5, GATHER_CHECK_EARLIER, 0, " (in check mode EARLIER)"},
    {0x5A, GATHER_CHECK_EARLIER, 0, " (in check mode EARLIER)"},
    {0xA5, GATHER_CHECK_FIRST, 1, " (with constant indices)"},
    {0x5A, GATHER_CHECK_FIRST, 1, " (with constant indices)"},
};

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

static bool has_operators(const struct gather_backend *backend)
{
    return backend->size >= offsetof(struct gather_backend, run) + sizeof backend->run &&
           backend->infer != NULL && backend->run != NULL;
}

static bool is_foreign(const struct gather_backend *backend)
{
    return backend->size >= offsetof(struct gather_backend, answer) + sizeof backend->answer &&
           backend->answer != NULL;
}

static bool answers(const struct run *run, const struct gather__case *case_, bool is_query)
{
    const struct gather_backend *backend = run->backend;
    if (is_query ? case_->infer || backend->query == NULL : !has_operators(backend))
        return false;
    return backend->answers(backend->context, case_->dialect, case_->op);
}

/* A shape is inferred in one way; an error that constant indices make comes earlier than it should. */
static size_t count_tries(const struct gather__case *case_)
{
    size_t all = sizeof tries / sizeof *tries;
    if (case_->infer)
        return 1;
    return case_->expectation == GATHER__EXPECT_OUTPUTS ? all : all - 2;
}

static enum gather_status try_operator(const struct run *run, const struct gather__case *case_,
                                       const struct gather__bounded *room, struct gather_writer *difference,
                                       struct gather_error *error)
{
    struct gather_query query = query_of(case_);
    struct gather__trial trial = {run->backend, case_, &query};
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < count_tries(case_) && room->length == 0 && status == GATHER_STATUS_OK; k++) {
        status = gather__trial_run(&trial, &tries[k], difference, error);
        if (room->length > 0)
            gather_write_text(difference, tries[k].remark);
    }
    return status;
}

static enum gather_status run_case(struct run *run, const struct gather__case *case_,
                                   struct gather_error *error)
{
    char message[MESSAGE_SIZE];
    struct gather__bounded room;
    struct gather_writer difference = gather__bounded_writer(&room, message, MESSAGE_SIZE);
    enum gather_status status = GATHER_STATUS_OK;
    bool is_query = gather__query_find(case_->dialect, case_->op) != NULL, is_skipped = false;
    if (!gather__is_dialect(case_->dialect))
        gather_write_text(&difference, "there is no dialect of this name");
    else if (is_foreign(run->backend))
        status = gather__foreign_run(run->backend, case_, &difference, &is_skipped, error);
    else if (!answers(run, case_, is_query))
        is_skipped = true;
    else if (is_query)
        status = ask(run, case_, &difference);
    else
        status = try_operator(run, case_, &room, &difference, error);
    if (status == GATHER_STATUS_FORMAT)
        return tell_broken(run, error);
    if (status == GATHER_STATUS_OK)
        status = tell(run, case_,
                      is_skipped         ? GATHER_VERDICT_SKIPPED
                      : room.length == 0 ? GATHER_VERDICT_PASSED
                                         : GATHER_VERDICT_FAILED,
                      message);
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
static bool is_remark(const char *line, size_t length)
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
        } else if (status == GATHER_STATUS_OK && line != NULL && !is_remark(line, length)) {
            struct gather__case case_ = {0};
            status = judge_line(&run, &case_, line, length, error);
            gather__case_fini(&case_);
        }
    } while (status == GATHER_STATUS_OK && line != NULL);
    gather_lines_fini(&run.lines);
    gather__json_free(run.names);
    return status;
}
