/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The verdict of an explanation, in a sentence. Where one index alone matters it says what is done with that one,
 * else what becomes of the whole call:
 *
 *     index 5 is outside -4..3 of axis 0: 12 of 25 worlds refuse it, 6 give zeros, 6 take row 3, 1 fills it
 *     2 of 4 indices are outside -4..3 of axis 0, and 1 other is below 0 but counts from the end; the first is
 *     indices[1] = 5: 15 of 25 worlds refuse this call, 6 give zeros somewhere, ..
 */
#include <string.h>

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

/* What there is to say of an index; of several kinds the first comes first. */
enum kind {
    KIND_OUTSIDE,  /* for every world asked */
    KIND_CUT,      /* it lies inside, and some worlds cut it to 32 bits */
    KIND_FROM_END, /* below 0, and inside for worlds that count it from the end */
    KIND_HARMLESS,
    KIND_COUNT
};

static bool is_outside_for_all(const struct gather_explanation *explanation, int64_t value)
{
    for (int32_t w = 0; w < explanation->world_count; w++)
        if (explanation->worlds[w].group >= 0 &&
            !gather__is_outside(explanation, &explanation->worlds[w], value))
            return false;
    return true;
}

static enum kind kind_of(const struct gather_explanation *explanation, int32_t value)
{
    if (is_outside_for_all(explanation, explanation->survey.values[value].value))
        return KIND_OUTSIDE;
    if (gather__only_world(explanation) != NULL || !is_column(explanation, value))
        return KIND_HARMLESS;
    return explanation->survey.values[value].value >= 0 ? KIND_CUT : KIND_FROM_END;
}

/* The first value of a kind; for one world the first that it refuses, if there is such; -1 for none. */
static int32_t first_value(const struct gather_explanation *explanation, enum kind kind)
{
    const struct gather__world *only = gather__only_world(explanation);
    int32_t first = -1;
    for (int32_t v = 0; v < explanation->survey.value_count; v++) {
        if (kind_of(explanation, v) != kind)
            continue;
        if (only != NULL && only->outcomes[v].kind == GATHER_OUTCOME_ERROR)
            return v;
        first = first < 0 ? v : first;
    }
    return first;
}

/* Indices of each kind; those whose values were not kept are like the last one kept of their side. */
static void count_kinds(const struct gather_explanation *explanation, int64_t counts[KIND_COUNT])
{
    const struct gather__survey *survey = &explanation->survey;
    memset(counts, 0, KIND_COUNT * sizeof *counts);
    for (int32_t side = 0; side < GATHER__SIDE_COUNT; side++) {
        int64_t left = survey->sides[side];
        enum kind last = KIND_HARMLESS;
        for (int32_t v = 0; v < survey->value_count; v++) {
            if (survey->values[v].side != side)
                continue;
            last = kind_of(explanation, v);
            counts[last] += survey->values[v].times;
            left -= survey->values[v].times;
        }
        counts[last] += left;
    }
}

/* ---- the sentence -------------------------------------------------------------------------------- */

/* Whether some world asked counts -1 from the end. */
static bool some_count_from_end(const struct gather_explanation *explanation)
{
    return gather_dtype_is_signed(gather__take_dtype(&explanation->take)) &&
           !is_outside_for_all(explanation, -1);
}

static void write_range(const struct gather_explanation *explanation, bool from_end,
                        struct gather_writer *writer)
{
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

static void write_kind(const struct gather_explanation *explanation, enum kind kind, bool one,
                       struct gather_writer *writer)
{
    static const char *const texts[][2] = {
        {" are outside ", " is outside "},
        {" are beyond 32 bits, though inside ", " is beyond 32 bits, though inside "},
        {" are below 0 but count from the end of axis ", " is below 0 but counts from the end of axis "}};
    gather_write_text(writer, texts[kind][one]);
    if (kind == KIND_FROM_END)
        gather_write_integer(writer, explanation->take.axis);
    else
        write_range(explanation, kind == KIND_OUTSIDE && some_count_from_end(explanation), writer);
}

/* ", and 1 other is below 0 but counts from the end" */
static void write_others(const int64_t counts[KIND_COUNT], enum kind first, struct gather_writer *writer)
{
    static const char *const texts[][2] = {
        {"", ""},
        {" others are beyond 32 bits", " other is beyond 32 bits"},
        {" others are below 0 but count from the end", " other is below 0 but counts from the end"}};
    for (int32_t kind = (int32_t)first + 1; kind < KIND_HARMLESS; kind++) {
        if (counts[kind] == 0)
            continue;
        gather_write_text(writer, ", and ");
        gather_write_integer(writer, counts[kind]);
        gather_write_text(writer, texts[kind][counts[kind] == 1]);
    }
}

static void write_finding(const struct gather_explanation *explanation, int32_t value,
                          struct gather_writer *writer)
{
    int64_t counts[KIND_COUNT];
    enum kind kind = kind_of(explanation, value);
    count_kinds(explanation, counts);
    if (counts[kind] == 1) {
        write_subject(explanation, value, writer);
        write_kind(explanation, kind, true, writer);
        write_others(counts, kind, writer);
    } else {
        gather_write_integer(writer, counts[kind]);
        gather_write_text(writer, " of ");
        gather_write_integer(writer, explanation->survey.count);
        gather_write_text(writer, " indices");
        write_kind(explanation, kind, false, writer);
        write_others(counts, kind, writer);
        gather_write_text(writer, "; the first is ");
        write_subject(explanation, value, writer);
    }
}

/* What worlds do with one index, "refuse it", or with a whole call; one: "refuses it". */
static void write_deed(struct gather_outcome outcome, bool whole, bool one, struct gather_writer *writer)
{
    static const char *const deeds[][2] = {{"take row ", "takes row "},
                                           {"refuse it", "refuses it"},
                                           {"give zeros", "gives zeros"},
                                           {"fill it", "fills it"},
                                           {"promise nothing", "promises nothing"}};
    static const char *const calls[][2] = {{"take rows for all", "takes rows for all"},
                                           {"refuse this call", "refuses this call"},
                                           {"give zeros somewhere", "gives zeros somewhere"},
                                           {"fill somewhere", "fills somewhere"},
                                           {"promise nothing somewhere", "promises nothing somewhere"}};
    gather_write_text(writer, whole ? calls[outcome.kind][one] : deeds[outcome.kind][one]);
    if (!whole && outcome.kind == GATHER_OUTCOME_ROW)
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

static void sort_tallies(struct gather__tally *tallies, int32_t count)
{
    for (int32_t k = 1; k < count; k++) {
        struct gather__tally tally = tallies[k];
        int32_t place = k;
        for (; place > 0 && comes_first(&tally, &tallies[place - 1]); place--)
            tallies[place] = tallies[place - 1];
        tallies[place] = tally;
    }
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
    sort_tallies(tallies, count);
    return count;
}

/* What becomes of a call: one error is all of it; a promise not made, zeros and fills come before rows. */
static struct gather_outcome outcome_of_call(const struct gather_explanation *explanation,
                                             const struct gather__world *world)
{
    static const int32_t weights[] = {[GATHER_OUTCOME_ROW] = 0,
                                      [GATHER_OUTCOME_FILL] = 1,
                                      [GATHER_OUTCOME_ZERO] = 2,
                                      [GATHER_OUTCOME_UNDEFINED] = 3,
                                      [GATHER_OUTCOME_ERROR] = 4};
    struct gather_outcome worst = {GATHER_OUTCOME_ROW, 0};
    for (int32_t v = 0; v < explanation->survey.value_count; v++)
        if (weights[world->outcomes[v].kind] > weights[worst.kind])
            worst.kind = world->outcomes[v].kind;
    return worst;
}

static int32_t tally_calls(const struct gather_explanation *explanation, struct gather__tally *tallies)
{
    int32_t count = 0;
    for (int32_t w = 0; w < explanation->world_count; w++)
        if (explanation->worlds[w].group >= 0)
            count = count_outcome(tallies, count, outcome_of_call(explanation, &explanation->worlds[w]));
    sort_tallies(tallies, count);
    return count;
}

static void write_tally(const struct gather_explanation *explanation, int32_t value,
                        struct gather_writer *writer)
{
    struct gather__tally tallies[GATHER__WORLDS_MAX];
    bool whole = explanation->column_count > 1;
    int32_t count = whole ? tally_calls(explanation, tallies)
                          : gather__tally(explanation, explanation->survey.values[value].value, tallies);
    for (int32_t k = 0; k < count; k++) {
        gather_write_text(writer, k > 0 ? ", " : count == 1 ? "all " : "");
        gather_write_integer(writer, tallies[k].count);
        if (k == 0 && count > 1) {
            gather_write_text(writer, " of ");
            gather_write_integer(writer, explanation->asked_count);
        }
        gather_write_text(writer, k == 0 ? " worlds " : " ");
        write_deed(tallies[k].outcome, whole, tallies[k].count == 1, writer);
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
    write_range(explanation, only != NULL && some_count_from_end(explanation), writer);
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
    int32_t value = -1;
    for (int32_t kind = KIND_OUTSIDE; kind < KIND_HARMLESS && value < 0; kind++)
        value = first_value(explanation, (enum kind)kind);
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
            write_deed(only->outcomes[value], false, true, writer);
        } else {
            write_tally(explanation, value, writer);
        }
    }
}
