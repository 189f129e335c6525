/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the worlds make of a take: each world is asked about each value that the survey kept; worlds that agree
 * on all of them are a group.
 */
#include "study/worlds/explanation.h"

#include <stdlib.h>
#include <string.h>

#include "study/refuse.h"
#include "study/text/bounded.h"
#include "study/text/prose.h"

/* ---- judging the question ------------------------------------------------------------------------ */

static enum gather_status check_type(const struct gather_take *take, struct gather_error *error)
{
    int32_t dtype = take->indices.dtype;
    bool is_integer = gather_dtype_is_signed(dtype) || gather_dtype_is_unsigned(dtype);
    return is_integer ? GATHER_STATUS_OK : gather__refuse_type(error, "indices", dtype, "integers");
}

/* Each name has to mean a world. */
static enum gather_status check_worlds(const char *worlds, struct gather_error *error)
{
    char name[GATHER_BEHAVIOUR_NAME_SIZE];
    while (gather_names_next(&worlds, name, sizeof name))
        if (strcmp(name, "all") != 0 && gather_behaviour_find(name, false) == NULL)
            return gather__refuse(error, GATHER_STATUS_ARGUMENT, "dialect", "worlds of the table");
    return GATHER_STATUS_OK;
}

/* ---- asking the worlds --------------------------------------------------------------------------- */

static bool takes_type(const struct gather_behaviour *behaviour, const struct gather_take *take)
{
    return take->is_plain || (behaviour->index_types >> take->indices.dtype & 1) != 0;
}

/* Whether the operator of this library that follows a behaviour refuses the operands. */
static bool refuses_operands(const struct gather_behaviour *behaviour, const struct gather_take *take,
                             struct gather_error *error)
{
    struct gather_op op;
    struct gather_layout operands[2], output;
    if (behaviour->dialect == NULL)
        return false;
    return gather_behaviour_op(behaviour, NULL, take, &op, operands, error) != GATHER_STATUS_OK ||
           gather_infer(&op, operands, 2, &output, error) != GATHER_STATUS_OK;
}

static void ask(struct gather__world *world, const struct gather_behaviour *behaviour,
                const struct gather_explanation *explanation)
{
    int32_t dtype = gather__take_dtype(&explanation->take);
    world->behaviour = behaviour;
    world->group = -1;
    world->takes = takes_type(behaviour, &explanation->take);
    world->refuses = world->takes && refuses_operands(behaviour, &explanation->take, &world->refusal);
    for (int32_t v = 0; v < explanation->survey.value_count; v++) {
        struct gather_outcome outcome = gather_behaviour_outcome(
            behaviour, dtype, explanation->survey.values[v].value, explanation->size);
        world->outcomes[v] = outcome;
        world->may_refuse_index |= outcome.kind == GATHER_OUTCOME_ERROR;
    }
}

static void ask_all(struct gather_explanation *explanation, const char *worlds)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if ((worlds == NULL || gather_behaviour_is_among(behaviour, worlds)) &&
            explanation->world_count < GATHER__WORLDS_MAX)
            ask(&explanation->worlds[explanation->world_count++], behaviour, explanation);
}

bool gather__same_outcome(struct gather_outcome a, struct gather_outcome b)
{
    return a.kind == b.kind && a.row == b.row;
}

/* ---- rows and columns ---------------------------------------------------------------------------- */

static bool agree(const struct gather_explanation *explanation, const struct gather__world *a,
                  const struct gather__world *b)
{
    for (int32_t v = 0; v < explanation->survey.value_count; v++)
        if (!gather__same_outcome(a->outcomes[v], b->outcomes[v]))
            return false;
    return true;
}

/* A world's group is that of the first one before it which agrees, else a new one. */
static void group_worlds(struct gather_explanation *explanation)
{
    for (int32_t w = 0; w < explanation->world_count; w++) {
        struct gather__world *world = &explanation->worlds[w];
        if (!world->takes || world->refuses)
            continue;
        explanation->asked_count++;
        for (int32_t k = 0; k < w && world->group < 0; k++)
            if (explanation->worlds[k].group >= 0 && agree(explanation, world, &explanation->worlds[k]))
                world->group = explanation->worlds[k].group;
        if (world->group < 0)
            world->group = explanation->group_count++;
    }
}

/* A value matters if it is not just its own row for all. */
static bool matters(const struct gather_explanation *explanation, int64_t value)
{
    struct gather__tally tallies[GATHER__WORLDS_MAX];
    int32_t count = gather__tally(explanation, value, tallies);
    return count > 1 ||
           (count == 1 && (tallies[0].outcome.kind != GATHER_OUTCOME_ROW || tallies[0].outcome.row != value));
}

/* Columns: the first value of each side, then the others, each time in the order of their positions. */
static void choose_columns(struct gather_explanation *explanation)
{
    const struct gather__survey *survey = &explanation->survey;
    for (int32_t round = 0; round < 2; round++) {
        bool seen[GATHER__SIDE_COUNT] = {false};
        for (int32_t v = 0; v < survey->value_count; v++) {
            int32_t side = survey->values[v].side;
            if (!matters(explanation, survey->values[v].value))
                continue;
            if (seen[side] == (round == 1))
                explanation->columns[explanation->column_count++] = v;
            seen[side] = true;
        }
    }
}

/* ---- all of it ----------------------------------------------------------------------------------- */

enum gather_status gather_explanation_create(struct gather_explanation **explanation,
                                             const struct gather_take *take, const char *worlds,
                                             struct gather_error *error)
{
    struct gather_layout output;
    int32_t axis;
    enum gather_status status = check_type(take, error);
    if (status == GATHER_STATUS_OK)
        status = gather__take_axis(take, &axis, error);
    if (status == GATHER_STATUS_OK)
        status = gather_take_output(take, &output, error);
    if (status == GATHER_STATUS_OK)
        status = check_worlds(worlds, error);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather_explanation *made = calloc(1, sizeof *made);
    if (made == NULL)
        return gather__refuse(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    made->take = *take;
    made->take.axis = axis;
    made->size = take->data.sizes[axis];
    made->asked = worlds;
    made->output_elements = gather_layout_elements(&output);
    gather__survey_indices(&made->survey, take, made->size);
    ask_all(made, worlds);
    group_worlds(made);
    choose_columns(made);
    *explanation = made;
    return GATHER_STATUS_OK;
}

void gather_explanation_destroy(struct gather_explanation *explanation) { free(explanation); }

/* ---- numbers, places, outcomes ------------------------------------------------------------------- */

void gather__write_value(struct gather_writer *writer, int32_t dtype, int64_t value)
{
    if (dtype == GATHER_DTYPE_U64)
        gather_write_unsigned(writer, (uint64_t)value);
    else
        gather_write_integer(writer, value);
}

void gather__write_place(struct gather_writer *writer, const struct gather_layout *layout, int64_t place)
{
    int64_t index[GATHER_MAX_RANK] = {0};
    for (int32_t d = layout->rank; d-- > 0 && layout->sizes[d] > 0; place /= layout->sizes[d])
        index[d] = place % layout->sizes[d];
    gather_write_text(writer, "[");
    gather_write_integers(writer, index, layout->rank, ",");
    gather_write_text(writer, "]");
}

void gather__outcome_text(struct gather_outcome outcome, char *text)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, 32);
    gather_outcome_write(&writer, outcome);
}

/* ---- names --------------------------------------------------------------------------------------- */

int32_t gather__page_of(const struct gather_drawing *drawing)
{
    enum { PAGE = 80 };
    return drawing->columns > 0 ? drawing->columns : PAGE;
}

static void write_name(struct gather__prose *prose, const struct gather_behaviour *behaviour, bool last)
{
    static const char *const marks[] = {"", "*", "+"};
    char text[64];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, sizeof text);
    gather_write_text(&writer, behaviour->id);
    gather_write_text(&writer, marks[behaviour->known]);
    gather_write_text(&writer, last ? "" : ",");
    gather__prose_write(prose, text);
}

void gather__write_worlds(const struct gather_explanation *explanation, struct gather_writer *writer,
                          int32_t page, bool (*picks)(const struct gather__world *world, const void *what),
                          const void *what)
{
    struct gather__prose prose = gather__prose_at(writer, page, GATHER__NAMES_INDENT, GATHER__NAMES_INDENT);
    const struct gather_behaviour *waiting = NULL; /* until it is known whether it is the last */
    gather_write_repeated(writer, ' ', GATHER__NAMES_INDENT);
    for (int32_t w = 0; w < explanation->world_count; w++) {
        if (!picks(&explanation->worlds[w], what))
            continue;
        if (waiting != NULL)
            write_name(&prose, waiting, false);
        waiting = explanation->worlds[w].behaviour;
    }
    if (waiting != NULL)
        write_name(&prose, waiting, true);
    gather__prose_end(&prose);
}
