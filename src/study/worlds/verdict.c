/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The verdict of an explanation, in a sentence:
 *
 *     index 5 is outside 0..3 of axis 0: 12 of 25 worlds refuse it, 6 give zeros, 6 take row 3, 1 fills it
 *     3 of 4 indices are outside 0..3 of axis 0; the first is indices[1] = 5: 12 of 25 worlds refuse it, ..
 */
#include "study/worlds/explanation.h"

/* ---- which indices it is about ------------------------------------------------------------------- */

/* Where only one world is asked, its own range counts: a negative index that it takes is none to speak of. */
const struct gather__world *gather__only_world(const struct gather_explanation *explanation)
{
    if (explanation->asked_count != 1)
        return NULL;
    for (int32_t w = 0; w < explanation->world_count; w++)
        if (explanation->worlds[w].group >= 0)
            return &explanation->worlds[w];
    return NULL;
}

bool gather__is_outside(const struct gather_explanation *explanation, const struct gather__world *world,
                        int64_t value)
{
    struct gather_behaviour strict = *world->behaviour;
    strict.rule = strict.on_empty = GATHER_RULE_ERROR;
    strict.reading = GATHER_READING_VALUE;
    return gather_behaviour_outcome(&strict, gather__take_dtype(&explanation->take), value, explanation->size)
               .kind == GATHER_OUTCOME_ERROR;
}

static bool is_column(const struct gather_explanation *explanation, int32_t value)
{
    for (int32_t c = 0; c < explanation->column_count; c++)
        if (explanation->columns[c] == value)
            return true;
    return false;
}

static bool counts(const struct gather_explanation *explanation, int32_t value)
{
    const struct gather__world *only = gather__only_world(explanation);
    if (only != NULL)
        return gather__is_outside(explanation, only, explanation->survey.values[value].value);
    return is_column(explanation, value);
}

/* The first value that counts; for one world the first that it refuses, if there is such; -1 for none. */
static int32_t first_value(const struct gather_explanation *explanation)
{
    const struct gather__world *only = gather__only_world(explanation);
    int32_t first = -1;
    for (int32_t v = 0; v < explanation->survey.value_count; v++) {
        if (!counts(explanation, v))
            continue;
        if (only != NULL && only->outcomes[v].kind == GATHER_OUTCOME_ERROR)
            return v;
        first = first < 0 ? v : first;
    }
    return first;
}

/* Indices that count, those included whose values were not kept: they are like others of their side. */
static int64_t count_indices(const struct gather_explanation *explanation)
{
    const struct gather__survey *survey = &explanation->survey;
    int64_t total = 0;
    for (int32_t side = 0; side < GATHER__SIDE_COUNT; side++) {
        int64_t harmless = 0;
        bool any = false;
        for (int32_t v = 0; v < survey->value_count; v++) {
            if (survey->values[v].side != side)
                continue;
            any |= counts(explanation, v);
            harmless += counts(explanation, v) ? 0 : survey->values[v].times;
        }
        total += any ? survey->sides[side] - harmless : 0;
    }
    return total;
}

/* ---- the sentence -------------------------------------------------------------------------------- */

static void write_range(const struct gather_explanation *explanation, struct gather_writer *writer)
{
    const struct gather__world *only = gather__only_world(explanation);
    int32_t dtype = gather__take_dtype(&explanation->take);
    bool is_signed = gather_dtype_is_signed(dtype);
    bool from_end = only != NULL && is_signed && !gather__is_outside(explanation, only, -1);
    if (explanation->size > 0) {
        gather_write_integer(writer, from_end ? -explanation->size : 0);
        gather_write_text(writer, "..");
        gather_write_integer(writer, explanation->size - 1);
        gather_write_text(writer, " of ");
    }
    gather_write_text(writer, "axis ");
    gather_write_integer(writer, explanation->take.axis);
    gather_write_text(writer, explanation->size > 0 ? "" : ", which is empty");
}

/* "indices[1] = 5", or "index 5" where it is the only one. */
static void write_subject(const struct gather_explanation *explanation, int32_t value,
                          struct gather_writer *writer)
{
    const struct gather__value *found = &explanation->survey.values[value];
    gather_write_text(writer, explanation->survey.count == 1 ? "index " : "indices");
    if (explanation->survey.count != 1) {
        gather__write_place(writer, &explanation->take.indices, found->position);
        gather_write_text(writer, " = ");
    }
    gather__write_value(writer, gather__take_dtype(&explanation->take), found->value);
}

/* A value that lies inside and matters all the same is one that some worlds cut. */
static bool is_cut(const struct gather_explanation *explanation, int32_t value)
{
    int64_t number = explanation->survey.values[value].value;
    return number >= 0 && number < explanation->size;
}

static void write_finding(const struct gather_explanation *explanation, int32_t value,
                          struct gather_writer *writer)
{
    int64_t count = count_indices(explanation);
    bool cut = is_cut(explanation, value);
    if (count == 1) {
        write_subject(explanation, value, writer);
        gather_write_text(writer, cut ? " is beyond 32 bits, though inside " : " is outside ");
        write_range(explanation, writer);
        return;
    }
    gather_write_integer(writer, count);
    gather_write_text(writer, " of ");
    gather_write_integer(writer, explanation->survey.count);
    gather_write_text(writer, cut ? " indices are outside or beyond 32 bits, " : " indices are outside ");
    write_range(explanation, writer);
    gather_write_text(writer, "; the first is ");
    write_subject(explanation, value, writer);
}

/* What worlds do: "refuse it", one: "refuses it". */
static void write_deed(struct gather_outcome outcome, bool one, struct gather_writer *writer)
{
    static const char *const deeds[][2] = {{"take row ", "takes row "},
                                           {"refuse it", "refuses it"},
                                           {"give zeros", "gives zeros"},
                                           {"fill it", "fills it"},
                                           {"promise nothing", "promises nothing"}};
    gather_write_text(writer, deeds[outcome.kind][one]);
    if (outcome.kind == GATHER_OUTCOME_ROW)
        gather_write_integer(writer, outcome.row);
}

/* In the order error, zero, fill, rows, undefined; of rows the one that most take first. */
static bool comes_first(const struct gather__tally *a, const struct gather__tally *b)
{
    static const int32_t places[] = {3, 0, 1, 2, 4};
    if (a->outcome.kind != b->outcome.kind)
        return places[a->outcome.kind] < places[b->outcome.kind];
    return a->count > b->count;
}

/* Counts one more world for an outcome. Returns: how many outcomes there are. */
static int32_t count_outcome(struct gather__tally *tallies, int32_t count, struct gather_outcome outcome)
{
    int32_t k = 0;
    while (k < count && !gather__same_outcome(tallies[k].outcome, outcome))
        k++;
    if (k == count) {
        tallies[count++].outcome = outcome;
        tallies[k].count = 0;
    }
    tallies[k].count++;
    return count;
}

int32_t gather__tally(const struct gather_explanation *explanation, int64_t value,
                      struct gather__tally *tallies)
{
    int32_t count = 0, dtype = gather__take_dtype(&explanation->take);
    for (int32_t w = 0; w < explanation->world_count; w++) {
        const struct gather__world *world = &explanation->worlds[w];
        if (world->group >= 0)
            count = count_outcome(
                tallies, count, gather_behaviour_outcome(world->behaviour, dtype, value, explanation->size));
    }
    for (int32_t k = 1; k < count; k++) {
        struct gather__tally tally = tallies[k];
        int32_t place = k;
        for (; place > 0 && comes_first(&tally, &tallies[place - 1]); place--)
            tallies[place] = tallies[place - 1];
        tallies[place] = tally;
    }
    return count;
}

static void write_tally(const struct gather_explanation *explanation, int32_t value,
                        struct gather_writer *writer)
{
    struct gather__tally tallies[GATHER__WORLDS_MAX];
    int32_t count = gather__tally(explanation, explanation->survey.values[value].value, tallies);
    for (int32_t k = 0; k < count; k++) {
        gather_write_text(writer, k > 0 ? ", " : count == 1 ? "all " : "");
        gather_write_integer(writer, tallies[k].count);
        if (k == 0 && count > 1) {
            gather_write_text(writer, " of ");
            gather_write_integer(writer, explanation->asked_count);
        }
        gather_write_text(writer, k == 0 ? " worlds " : " ");
        write_deed(tallies[k].outcome, tallies[k].count == 1, writer);
    }
}

static void write_harmless(const struct gather_explanation *explanation, struct gather_writer *writer)
{
    const struct gather__world *only = gather__only_world(explanation);
    int64_t count = explanation->survey.count;
    gather_write_text(writer, count == 1   ? "the index lies in "
                              : count == 2 ? "both indices lie in "
                                           : "all ");
    if (count > 2) {
        gather_write_integer(writer, count);
        gather_write_text(writer, " indices lie in ");
    }
    write_range(explanation, writer);
    gather_write_text(writer, ": ");
    gather_write_text(writer, only != NULL ? only->behaviour->id : "every world");
    if (count == 1)
        gather_write_text(writer, only != NULL ? " takes its row" : " takes the same row");
    else
        gather_write_text(writer, only != NULL ? " takes their rows" : " takes the same rows");
}

void gather__write_verdict(const struct gather_explanation *explanation, struct gather_writer *writer)
{
    const struct gather__world *only = gather__only_world(explanation);
    int32_t value = first_value(explanation);
    if (explanation->asked_count == 0) {
        gather_write_text(writer, "none of the worlds asked takes these operands");
    } else if (explanation->survey.count == 0) {
        gather_write_text(writer, "there is no index: every world gives an empty output");
    } else if (value < 0) {
        write_harmless(explanation, writer);
    } else {
        write_finding(explanation, value, writer);
        gather_write_text(writer, ": ");
        if (only != NULL) {
            gather_write_text(writer, only->behaviour->id);
            gather_write_text(writer, " ");
            write_deed(only->outcomes[value], true, writer);
        } else {
            write_tally(explanation, value, writer);
        }
    }
}
