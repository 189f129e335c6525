/* SPDX-License-Identifier: Apache-2.0 */
/* An answer against what a case expects: judge.h says how it is used. */
#include "study/cases/judge.h"

#include <string.h>

#include "study/text/bounded.h"

enum { VALUE_SHOWN = 60, PATH_SHOWN = 80 }; /* characters of a value and of the way to it, in a sentence */

/* Writes at most `left` characters of a value. */
struct cut {
    struct gather_writer *text;
    size_t left;
    bool ended;
};

static enum gather_status write_cut(void *context, const char *bytes, size_t count)
{
    struct cut *cut = context;
    for (size_t k = 0; k < count && !cut->ended; k++) {
        cut->ended = cut->left == 0;
        if (cut->ended)
            gather_write_text(cut->text, "..");
        else
            gather_write(cut->text, &bytes[k], 1);
        cut->left--;
    }
    return cut->ended ? GATHER_STATUS_CANCELLED : GATHER_STATUS_OK;
}

static enum gather_status write_value(struct gather_writer *text, const struct gather__json *value)
{
    struct cut cut = {text, VALUE_SHOWN, false};
    if (value == NULL) {
        gather_write_text(text, "none");
        return GATHER_STATUS_OK;
    }
    enum gather_status status = gather__json_print(value, write_cut, &cut);
    return status == GATHER_STATUS_CANCELLED ? GATHER_STATUS_OK : status;
}

/* The step from two values that differ to two of their parts that differ, and the way there. */
struct step {
    const struct gather__json *expected, *got;
    struct gather_writer *path;
    bool found;
};

static bool step_into_member(void *context, const char *key, struct gather__json *value)
{
    struct step *step = context;
    const struct gather__json *other = gather__json_member(step->got, key);
    if (gather__json_equal(value, other))
        return true;
    gather_write_text(step->path, ".");
    gather_write_text(step->path, key);
    step->expected = value;
    step->got = other;
    step->found = true;
    return false;
}

static void step_into_item(struct step *step)
{
    size_t count = gather__json_count(step->expected);
    if (count != gather__json_count(step->got))
        return;
    for (size_t k = 0; k < count; k++) {
        const struct gather__json *a = gather__json_item(step->expected, k),
                                  *b = gather__json_item(step->got, k);
        if (gather__json_equal(a, b))
            continue;
        gather_write_text(step->path, "[");
        gather_write_integer(step->path, (int64_t)k);
        gather_write_text(step->path, "]");
        step->expected = a;
        step->got = b;
        step->found = true;
        return;
    }
}

/* Goes from two values that differ down to the first part that does. */
static void find_difference(struct step *step)
{
    do {
        enum gather__json_kind kind = gather__json_kind(step->expected);
        step->found = false;
        if (kind != gather__json_kind(step->got))
            return;
        if (kind == GATHER__JSON_ARRAY)
            step_into_item(step);
        else if (kind == GATHER__JSON_OBJECT)
            gather__json_members(step->expected, step_into_member, step);
    } while (step->found);
}

/* "expected value.offsets[3] = 7, got 8" */
static enum gather_status write_difference(struct gather_writer *text, const char *what,
                                           const struct gather__json *expected,
                                           const struct gather__json *got)
{
    char path[PATH_SHOWN];
    struct gather__bounded room;
    struct gather_writer way = gather__bounded_writer(&room, path, sizeof path);
    struct step step = {expected, got, &way, false};
    gather_write_text(&way, what);
    find_difference(&step);
    gather_write_text(text, "expected ");
    gather_write_text(text, path);
    gather_write_text(text, " = ");
    enum gather_status status = write_value(text, step.expected);
    gather_write_text(text, ", got ");
    return status == GATHER_STATUS_OK ? write_value(text, step.got) : status;
}

/* What was expected, as a word or a value, where something of another kind came. */
static enum gather_status write_expectation(struct gather_writer *text, const struct gather__case *self)
{
    size_t length;
    gather_write_text(text, "expected ");
    switch (self->expectation) {
    case GATHER__EXPECT_ERROR:
        gather_write_text(text, gather__json_string(gather__json_member(self->expected, "code"), &length));
        return GATHER_STATUS_OK;
    case GATHER__EXPECT_OUTPUTS:
        gather_write_text(text, "outputs");
        return GATHER_STATUS_OK;
    default:
        return write_value(text, self->expected);
    }
}

enum gather_status gather__judge_value(const struct gather__case *self, const struct gather__json *got,
                                       struct gather_writer *difference)
{
    if (self->expectation == GATHER__EXPECT_UNSPECIFIED)
        return GATHER_STATUS_OK;
    if (self->expectation == GATHER__EXPECT_VALUE)
        return gather__json_equal(self->expected, got)
                   ? GATHER_STATUS_OK
                   : write_difference(difference, "value", self->expected, got);
    enum gather_status status = write_expectation(difference, self);
    gather_write_text(difference, ", got ");
    return status == GATHER_STATUS_OK ? write_value(difference, got) : status;
}

enum gather_status gather__judge_answer(const struct gather__case *self, const char *answer, size_t length,
                                        struct gather_writer *difference)
{
    struct gather__json *got = NULL;
    enum gather_status status = gather__json_read(answer, length, length, &got, NULL);
    if (status == GATHER_STATUS_OK)
        status = gather__judge_value(self, got, difference);
    gather__json_free(got);
    if (status != GATHER_STATUS_FORMAT)
        return status;
    if (self->expectation != GATHER__EXPECT_UNSPECIFIED)
        gather_write_text(difference, "the backend answered what is not JSON");
    return GATHER_STATUS_OK;
}

enum gather_status gather__judge_outputs(const struct gather__case *self, struct gather_writer *difference)
{
    if (self->expectation == GATHER__EXPECT_UNSPECIFIED)
        return GATHER_STATUS_OK;
    enum gather_status status = write_expectation(difference, self);
    gather_write_text(difference, ", got outputs");
    return status;
}

static void write_error(struct gather_writer *text, const struct gather_error *error)
{
    char sentence[300];
    gather_error_format(error, sentence, sizeof sentence);
    gather_write_text(text, gather_status_name(error->status));
    gather_write_text(text, " (");
    gather_write_safe(text, sentence, strlen(sentence), true); /* it may hold a name of the case's */
    gather_write_text(text, ")");
}

struct fields {
    const struct gather__json *got;
    bool may_lack; /* what was got may say less than is expected, and nothing else */
    struct gather_writer *difference;
    enum gather_status status;
};

static bool compare_field(void *context, const char *key, struct gather__json *expected)
{
    struct fields *fields = context;
    const struct gather__json *got = gather__json_member(fields->got, key);
    if (gather__json_equal(expected, got) || (fields->may_lack && got == NULL))
        return true;
    fields->status = write_difference(fields->difference, key, expected, got);
    return false;
}

/* Each field that the case gives, against the error as JSON. */
static enum gather_status compare_fields(const struct gather__case *self, const struct gather__json *got,
                                         bool may_lack, struct gather_writer *difference)
{
    struct fields fields = {got, may_lack, difference, GATHER_STATUS_OK};
    gather__json_members(self->expected, compare_field, &fields);
    return fields.status;
}

/* The error as the JSON that a case would expect. */
static enum gather_status compare_error(const struct gather__case *self, const struct gather_error *error,
                                        struct gather_writer *difference)
{
    struct gather_memory memory = {0};
    struct gather__json *got = NULL;
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    gather_json_object(&json, NULL);
    gather_json_error(&json, error);
    gather_json_end(&json);
    enum gather_status status = json.writer.status;
    if (status == GATHER_STATUS_OK)
        status = gather__json_read(memory.bytes, memory.count, memory.count, &got, NULL);
    if (status == GATHER_STATUS_OK)
        status = compare_fields(self, got, false, difference);
    gather__json_free(got);
    gather_memory_fini(&memory);
    return status;
}

enum gather_status gather__judge_foreign_error(const struct gather__case *self,
                                               const struct gather__json *got,
                                               struct gather_writer *difference)
{
    size_t length;
    const char *code = gather__json_string(gather__json_member(got, "code"), &length);
    if (code == NULL) {
        gather_write_text(difference, "the backend's error has no code");
        return GATHER_STATUS_OK;
    }
    if (self->expectation == GATHER__EXPECT_UNSPECIFIED)
        return GATHER_STATUS_OK;
    if (gather__case_expects(self, code))
        return compare_fields(self, got, true, difference);
    enum gather_status status = write_expectation(difference, self);
    gather_write_text(difference, ", got ");
    return status == GATHER_STATUS_OK ? write_value(difference, got) : status;
}

enum gather_status gather__judge_error(const struct gather__case *self, enum gather_status status,
                                       const struct gather_error *error, struct gather_writer *difference)
{
    if (error->status != (int32_t)status) {
        gather_write_text(difference, "the backend failed without filling the error");
        return GATHER_STATUS_OK;
    }
    if (self->expectation == GATHER__EXPECT_UNSPECIFIED)
        return GATHER_STATUS_OK;
    if (gather__case_expects(self, gather_status_name(status)))
        return compare_error(self, error, difference);
    if (status == GATHER_STATUS_NO_MEMORY) /* it says nothing of the operator */
        return status;
    enum gather_status written = write_expectation(difference, self);
    gather_write_text(difference, ", got ");
    write_error(difference, error);
    return written;
}
