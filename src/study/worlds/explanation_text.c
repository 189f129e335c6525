/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An explanation as text, never wider than the page:
 *
 *     3 of 4 indices are outside 0..4 of axis 0; the first is indices[1] = 5: 12 of ..    the verdict
 *
 *                           5       -1      -6                                            the values
 *                           [1]     [2]     [3]                                           where they stand first
 *     error, from the end   error   row 4   error                                         a group: its rules
 *         onnx*, ort-cpu, numpy, pandas, polars                                           and its worlds
 */
#include <string.h>

#include "study/text/bounded.h"
#include "study/text/canvas.h"
#include "study/text/prose.h"
#include "study/worlds/explanation.h"

enum { CELL_SIZE = 64, LABEL_SIZE = 96, COLUMNS_MOST = 8, BETWEEN = 2 };

/* What is shown of the columns, and how wide it is. */
struct table {
    const struct gather_explanation *explanation;
    struct gather_writer *writer;
    int32_t page;
    bool colour;
    int32_t label_width;
    int32_t count; /* of columns shown */
    int32_t widths[COLUMNS_MOST];
};

/* ---- styles -------------------------------------------------------------------------------------- */

static int32_t style_of(int32_t kind)
{
    /* of GATHER__STYLE_OWNER's colours: green, red, yellow, magenta, red */
    static const int32_t styles[] = {GATHER__STYLE_OWNER + 3, GATHER__STYLE_OWNER + 5,
                                     GATHER__STYLE_OWNER + 1, GATHER__STYLE_OWNER + 2,
                                     GATHER__STYLE_OWNER + 5};
    return styles[kind];
}

/* A text in a field; blanks behind it only where something follows. */
static void write_field(const struct table *table, const char *text, int32_t width, int32_t style, bool last)
{
    bool styled = table->colour && style != GATHER__STYLE_PLAIN && *text != '\0';
    size_t length = strlen(text);
    gather_write_text(table->writer, styled ? gather__style_begin(style) : "");
    gather_write_text(table->writer, text);
    gather_write_text(table->writer, styled ? gather__style_end() : "");
    if (!last)
        gather_write_repeated(table->writer, ' ', (size_t)width > length ? (size_t)width - length : BETWEEN);
}

/* ---- what stands in the cells -------------------------------------------------------------------- */

static const struct gather__value *value_of(const struct table *table, int32_t column)
{
    return &table->explanation->survey.values[table->explanation->columns[column]];
}

static void value_text(const struct table *table, int32_t column, char *text)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, CELL_SIZE);
    gather__write_value(&writer, gather__take_dtype(&table->explanation->take),
                        value_of(table, column)->value);
}

/* Where a value stands first, and how often it stands: "[1] x12". */
static void place_text(const struct table *table, int32_t column, char *text)
{
    const struct gather__value *value = value_of(table, column);
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, CELL_SIZE);
    gather__write_place(&writer, &table->explanation->take.indices, value->position);
    if (value->times > 1) {
        gather_write_text(&writer, " x");
        gather_write_integer(&writer, value->times);
    }
}

static const struct gather__world *first_of(const struct gather_explanation *explanation, int32_t group)
{
    for (int32_t w = 0; w < explanation->world_count; w++)
        if (explanation->worlds[w].group == group)
            return &explanation->worlds[w];
    return NULL;
}

static struct gather_outcome outcome_of(const struct table *table, int32_t group, int32_t column)
{
    return first_of(table->explanation, group)->outcomes[table->explanation->columns[column]];
}

/* ---- labels of groups ---------------------------------------------------------------------------- */

static bool has_column(const struct gather_explanation *explanation, int32_t side)
{
    for (int32_t c = 0; c < explanation->column_count; c++)
        if (explanation->survey.values[explanation->columns[c]].side == side)
            return true;
    return false;
}

/* Bits 1 << rule of a group's worlds. */
static uint32_t rules_of(const struct gather_explanation *explanation, int32_t group)
{
    uint32_t rules = 0;
    for (int32_t w = 0; w < explanation->world_count; w++) {
        const struct gather__world *world = &explanation->worlds[w];
        if (world->group == group)
            rules |=
                UINT32_C(1) << (explanation->size > 0 ? world->behaviour->rule : world->behaviour->on_empty);
    }
    return rules;
}

/* What a group that has one rule makes of negative indices. */
static const char *negative_text(const struct gather__world *world)
{
    if (world->behaviour->rule == GATHER_RULE_WRAP || world->behaviour->rule == GATHER_RULE_UNDEFINED)
        return "";
    if (world->behaviour->negative != GATHER_NEGATIVE_OUTSIDE)
        return ", from the end";
    return world->behaviour->rule == GATHER_RULE_CLAMP ? ", negatives to 0" : ", negatives too";
}

/* How a group cuts indices that are wide, if all of it does it so. */
static const char *cut_text(const struct gather_explanation *explanation, int32_t group)
{
    static const char *const texts[] = {"", ", cut to i32", ", cut to i64", ", cut to 32 bits"};
    int32_t reading = first_of(explanation, group)->behaviour->reading;
    for (int32_t w = 0; w < explanation->world_count; w++)
        if (explanation->worlds[w].group == group && explanation->worlds[w].behaviour->reading != reading)
            return "";
    return texts[reading];
}

/* Whether indices that count from the end are all that matters, and a group takes the rows that they mean. */
static bool counts_from_end(const struct gather_explanation *explanation, int32_t group)
{
    for (int32_t c = 0; c < explanation->column_count; c++) {
        int32_t value = explanation->columns[c];
        struct gather_outcome outcome = first_of(explanation, group)->outcomes[value];
        if (explanation->survey.values[value].side != GATHER__SIDE_NEGATIVE ||
            outcome.kind != GATHER_OUTCOME_ROW)
            return false;
        /* bounded: a negative number and a size */
        if (outcome.row != explanation->survey.values[value].value + explanation->size)
            return false;
    }
    return true;
}

/* Whether a group takes rows for all, for all of its worlds cut what is wide, whatever they do with an index outside. */
static bool takes_cut_rows(const struct gather_explanation *explanation, int32_t group)
{
    for (int32_t c = 0; c < explanation->column_count; c++)
        if (first_of(explanation, group)->outcomes[explanation->columns[c]].kind != GATHER_OUTCOME_ROW)
            return false;
    for (int32_t w = 0; w < explanation->world_count; w++)
        if (explanation->worlds[w].group == group &&
            explanation->worlds[w].behaviour->reading != GATHER_READING_AS_I32 &&
            explanation->worlds[w].behaviour->reading != GATHER_READING_LOW_32)
            return false;
    return has_column(explanation, GATHER__SIDE_WIDE);
}

static void label_text(const struct gather_explanation *explanation, int32_t group, char *text)
{
    uint32_t rules = rules_of(explanation, group);
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, LABEL_SIZE);
    bool several = (rules & (rules - 1)) != 0, begun = false;
    if (several && counts_from_end(explanation, group)) {
        gather_write_text(&writer, "from the end");
        return;
    }
    if (several && takes_cut_rows(explanation, group)) {
        gather_write_text(&writer, "cut to 32 bits");
        return;
    }
    for (int32_t rule = 0; rule < GATHER_RULE_COUNT; rule++) {
        if ((rules >> rule & 1) == 0)
            continue;
        gather_write_text(&writer, begun ? " " : "");
        gather_write_text(&writer, gather_rule_word(rule));
        begun = true;
    }
    if (several || explanation->size == 0)
        return;
    if (has_column(explanation, GATHER__SIDE_NEGATIVE))
        gather_write_text(&writer, negative_text(first_of(explanation, group)));
    if (has_column(explanation, GATHER__SIDE_WIDE))
        gather_write_text(&writer, cut_text(explanation, group));
}

/* ---- measuring ----------------------------------------------------------------------------------- */

static int32_t widest(int32_t width, const char *text)
{
    return (int32_t)strlen(text) > width ? (int32_t)strlen(text) : width;
}

static int32_t column_width(const struct table *table, int32_t column)
{
    char text[CELL_SIZE];
    int32_t width = 0;
    value_text(table, column, text);
    width = widest(width, text);
    place_text(table, column, text);
    width = widest(width, text);
    for (int32_t group = 0; group < table->explanation->group_count; group++) {
        gather__outcome_text(outcome_of(table, group, column), text);
        width = widest(width, text);
    }
    return width + BETWEEN;
}

static void measure(struct table *table)
{
    char label[LABEL_SIZE];
    for (int32_t group = 0; group < table->explanation->group_count; group++) {
        label_text(table->explanation, group, label);
        table->label_width = widest(table->label_width, label);
    }
    table->label_width += BETWEEN;
    int32_t x = table->label_width;
    for (int32_t c = 0; c < table->explanation->column_count && c < COLUMNS_MOST; c++) {
        int32_t width = column_width(table, c);
        if (c > 0 && x + width - BETWEEN > table->page)
            return;
        table->widths[table->count++] = width;
        x += width;
    }
}

/* ---- the table ----------------------------------------------------------------------------------- */

static bool is_in_group(const struct gather__world *world, const void *group)
{
    return world->group == *(const int32_t *)group;
}

static bool takes_no_such_type(const struct gather__world *world, const void *unused)
{
    (void)unused;
    return !world->takes;
}

static void write_names(const struct table *table, bool (*picks)(const struct gather__world *, const void *),
                        const void *what)
{
    gather__write_worlds(table->explanation, table->writer, table->page, picks, what);
}

/* The values, and below them where they stand first. */
static void write_heads(const struct table *table)
{
    static const char *const labels[] = {"index", "at"};
    char text[CELL_SIZE];
    for (int32_t line = 0; line < 2; line++) {
        write_field(table, labels[line], table->label_width, GATHER__STYLE_FAINT, false);
        for (int32_t c = 0; c < table->count; c++) {
            if (line == 0)
                value_text(table, c, text);
            else
                place_text(table, c, text);
            write_field(table, text, table->widths[c], line == 0 ? GATHER__STYLE_BOLD : GATHER__STYLE_FAINT,
                        c == table->count - 1);
        }
        gather_write_text(table->writer, "\n");
    }
}

static void write_group(const struct table *table, int32_t group)
{
    char text[LABEL_SIZE];
    label_text(table->explanation, group, text);
    write_field(table, text, table->label_width, GATHER__STYLE_BOLD, false);
    for (int32_t c = 0; c < table->count; c++) {
        struct gather_outcome outcome = outcome_of(table, group, c);
        gather__outcome_text(outcome, text);
        write_field(table, text, table->widths[c], style_of(outcome.kind), c == table->count - 1);
    }
    gather_write_text(table->writer, "\n");
    write_names(table, is_in_group, &group);
}

/* Groups in the order of their first rules; those of the same rule in the order of the table. */
static void write_groups(const struct table *table)
{
    for (int32_t rule = 0; rule < GATHER_RULE_COUNT; rule++) {
        for (int32_t group = 0; group < table->explanation->group_count; group++) {
            uint32_t rules = rules_of(table->explanation, group);
            if ((rules & ((UINT32_C(1) << rule) | ((UINT32_C(1) << rule) - 1))) == UINT32_C(1) << rule)
                write_group(table, group);
        }
    }
}

/* How many indices of a side have no column, though values like theirs have. */
static int64_t left_out(const struct table *table, int32_t side)
{
    const struct gather_explanation *explanation = table->explanation;
    int64_t rest = 0, shown = 0;
    bool any = false;
    for (int32_t c = 0; c < explanation->column_count; c++) {
        const struct gather__value *value = value_of(table, c);
        any |= value->side == side;
        shown += value->side == side && c < table->count ? value->times : 0;
    }
    rest = any ? explanation->survey.sides[side] - shown : 0;
    return rest;
}

/* "10 above," */
static void write_side(struct gather__prose *prose, int64_t count, const char *word, bool last)
{
    char text[CELL_SIZE];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, sizeof text);
    gather_write_integer(&writer, count);
    gather_write_text(&writer, word);
    gather_write_text(&writer, last ? "" : ",");
    gather__prose_write(prose, text);
}

/* "and 12 more indices: 10 above, 2 negative" */
static void write_rest(const struct table *table)
{
    static const char *const words[] = {" above", " negative", " below", " beyond 32 bits"};
    int64_t total = 0, told = 0;
    struct gather__prose prose = gather__prose_at(table->writer, table->page, 0, GATHER__NAMES_INDENT);
    for (int32_t side = 0; side < GATHER__SIDE_COUNT; side++)
        total += left_out(table, side);
    if (total == 0)
        return;
    gather__prose_write(&prose, "and");
    write_side(&prose, total, total == 1 ? " more index:" : " more indices:", true);
    for (int32_t side = 0; side < GATHER__SIDE_COUNT; side++) {
        int64_t count = left_out(table, side);
        told += count;
        if (count > 0)
            write_side(&prose, count, words[side], told == total);
    }
    gather__prose_end(&prose);
}

/* ---- what stands below it ------------------------------------------------------------------------ */

static void write_type_refusals(const struct table *table)
{
    char name[24];
    bool any = false;
    for (int32_t w = 0; w < table->explanation->world_count; w++)
        any |= !table->explanation->worlds[w].takes;
    if (!any)
        return;
    gather_dtype_name(table->explanation->take.indices.dtype, GATHER_WORLD_OWN, name, sizeof name);
    gather_write_text(table->writer, "not asked, since they take no ");
    gather_write_text(table->writer, name);
    gather_write_text(table->writer, " indices\n");
    write_names(table, takes_no_such_type, NULL);
}

static void write_operand_refusals(const struct table *table)
{
    for (int32_t w = 0; w < table->explanation->world_count; w++) {
        const struct gather__world *world = &table->explanation->worlds[w];
        char sentence[256];
        if (!world->refuses)
            continue;
        struct gather__prose prose = gather__prose_at(table->writer, table->page, 0, GATHER__NAMES_INDENT);
        gather__prose_write(&prose, world->behaviour->id);
        gather__prose_write(&prose, "is not asked, since it refuses the operands:");
        gather_error_format(&world->refusal, sentence, sizeof sentence);
        gather__prose_write(&prose, sentence);
        gather__prose_end(&prose);
    }
}

static bool some_is(const struct table *table, int32_t known)
{
    for (int32_t w = 0; w < table->explanation->world_count; w++)
        if (table->explanation->worlds[w].behaviour->known == known)
            return true;
    return false;
}

static void write_marks(const struct table *table)
{
    static const char *const texts[] = {NULL, "* documented, not measured here", "+ reported by users"};
    gather_write_text(table->writer, "\n");
    for (int32_t known = GATHER_DOCUMENTED; known <= GATHER_REPORTED; known++) {
        if (!some_is(table, known))
            continue;
        write_field(table, texts[known], 0, GATHER__STYLE_FAINT, true);
        gather_write_text(table->writer, "\n");
    }
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void write_verdict(const struct table *table)
{
    char sentence[1024];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, sentence, sizeof sentence);
    struct gather__prose prose = gather__prose_at(table->writer, table->page, 0, 0);
    gather__write_verdict(table->explanation, &writer);
    gather__prose_write(&prose, sentence);
    gather__prose_end(&prose);
}

void gather_explanation_write(const struct gather_explanation *explanation,
                              const struct gather_drawing *drawing, struct gather_writer *writer)
{
    struct table table = {.explanation = explanation,
                          .writer = writer,
                          .page = gather__page_of(drawing),
                          .colour = drawing->colour};
    write_verdict(&table);
    if (explanation->column_count > 0) {
        measure(&table);
        gather_write_text(writer, "\n");
        write_heads(&table);
        write_groups(&table);
        write_rest(&table);
    }
    write_type_refusals(&table);
    write_operand_refusals(&table);
    for (int32_t w = 0; w < explanation->world_count && explanation->asked != NULL; w++)
        gather__write_world(explanation->worlds[w].behaviour, writer, table.page, table.colour);
    if (explanation->asked == NULL && explanation->column_count > 0)
        write_marks(&table);
}
