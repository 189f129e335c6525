/* SPDX-License-Identifier: Apache-2.0 */
/* An explanation as members of a JSON object: the same as its text, and every world's own account. */
#include <string.h>

#include "study/text/bounded.h"
#include "study/worlds/explanation.h"

static void write_number(const struct gather_explanation *explanation, struct gather_json *json,
                         const char *key, int64_t value)
{
    if (gather__take_dtype(&explanation->take) == GATHER_DTYPE_U64)
        gather_json_unsigned(json, key, (uint64_t)value);
    else
        gather_json_integer(json, key, value);
}

/* Values that matter, in the order of the table. */
static void write_values(const struct gather_explanation *explanation, struct gather_json *json)
{
    static const char *const sides[] = {"above", "negative", "below", "beyond 32 bits"};
    gather_json_array(json, "indices");
    for (int32_t c = 0; c < explanation->column_count; c++) {
        const struct gather__value *value = &explanation->survey.values[explanation->columns[c]];
        gather_json_object(json, NULL);
        write_number(explanation, json, "value", value->value);
        gather_json_integer(json, "position", value->position);
        gather_json_integer(json, "times", value->times);
        gather_json_text(json, "side", sides[value->side]);
        gather_json_end(json);
    }
    gather_json_end(json);
}

static void write_outcomes(const struct gather_explanation *explanation, const struct gather__world *world,
                           struct gather_json *json)
{
    char text[32];
    gather_json_array(json, "outcomes");
    for (int32_t c = 0; c < explanation->column_count; c++) {
        struct gather_outcome outcome = world->outcomes[explanation->columns[c]];
        gather__outcome_text(outcome, text);
        if (outcome.kind == GATHER_OUTCOME_ROW)
            gather_json_integer(json, NULL, outcome.row);
        else
            gather_json_text(json, NULL, text);
    }
    gather_json_end(json);
}

static void write_types(const struct gather_behaviour *behaviour, struct gather_json *json)
{
    gather_json_array(json, "index_types");
    for (int32_t dtype = 0; dtype < GATHER_DTYPE_COUNT; dtype++) {
        char name[24];
        if ((behaviour->index_types >> dtype & 1) == 0)
            continue;
        gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
        gather_json_text(json, NULL, name);
    }
    gather_json_end(json);
}

static void write_behaviour(const struct gather_behaviour *behaviour, struct gather_json *json)
{
    static const char *const negatives[] = {"from the end", "from the end if signed", "outside"};
    static const char *const readings[] = {"value", "low 32 bits, signed", "low 64 bits, signed",
                                           "low 32 bits"};
    gather_json_text(json, "world", behaviour->id);
    gather_json_text(json, "name", behaviour->name);
    gather_json_text(json, "policy", gather_rule_word(behaviour->rule));
    gather_json_text(json, "negative", negatives[behaviour->negative]);
    gather_json_text(json, "empty_axis", gather_rule_word(behaviour->on_empty));
    gather_json_text(json, "reads", readings[behaviour->reading]);
    write_types(behaviour, json);
    gather_json_text(json, "known", gather_knowledge_word(behaviour->known));
    gather_json_text(json, "version", behaviour->version);
    gather_json_text(json, "source", behaviour->source);
    if (behaviour->note != NULL)
        gather_json_text(json, "note", behaviour->note);
}

static void write_worlds(const struct gather_explanation *explanation, struct gather_json *json)
{
    gather_json_array(json, "worlds");
    for (int32_t w = 0; w < explanation->world_count; w++) {
        const struct gather__world *world = &explanation->worlds[w];
        gather_json_object(json, NULL);
        write_behaviour(world->behaviour, json);
        gather_json_boolean(json, "takes_the_type", world->takes);
        if (world->refuses) {
            gather_json_object(json, "refuses");
            gather_json_error(json, &world->refusal);
            gather_json_end(json);
        }
        if (world->group >= 0)
            write_outcomes(explanation, world, json);
        gather_json_end(json);
    }
    gather_json_end(json);
}

void gather_explanation_write_json(const struct gather_explanation *explanation, struct gather_json *json)
{
    char verdict[1024];
    struct gather_layout output;
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, verdict, sizeof verdict);
    gather__write_verdict(explanation, &writer);
    gather_json_text(json, "verdict", verdict);
    gather_json_integer(json, "axis", explanation->take.axis);
    gather_json_integer(json, "size", explanation->size);
    gather_json_integers(json, "data", explanation->take.data.sizes, explanation->take.data.rank);
    gather_json_integers(json, "indices_shape", explanation->take.indices.sizes,
                         explanation->take.indices.rank);
    if (gather_take_output(&explanation->take, &output, NULL) == GATHER_STATUS_OK)
        gather_json_integers(json, "output", output.sizes, output.rank);
    gather_json_integer(json, "count", explanation->survey.count);
    gather_json_integer(json, "inside", explanation->survey.inside);
    write_values(explanation, json);
    write_worlds(explanation, json);
}
