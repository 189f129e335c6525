/* SPDX-License-Identifier: Apache-2.0 */
/* What the gathers of a model do in worlds, told: check_worlds.c shows what it looks like. */
#include <string.h>

#include "check_worlds.h"
#include "complaint.h"
#include "element_walk.h"
#include "output.h"

/* ---- indices ------------------------------------------------------------------------------------- */

static void write_outcome(struct gather_writer *writer, const struct checked_gather *node,
                          struct gather_outcome outcome)
{
    if (outcome.kind == GATHER_OUTCOME_ROW && node->size == CHECKED_SIZE_UNKNOWN &&
        outcome.row > CHECKED_SIZE_UNKNOWN / 2) {
        gather_write_text(writer, outcome.row == CHECKED_SIZE_UNKNOWN - 1 ? "last row" : "from the end");
        return;
    }
    gather_outcome_write(writer, outcome);
}

static void put_fate(struct checked_worlds *worlds, const struct checked_gather *node,
                     const struct gather_behaviour *world, const struct checked_fate *fate)
{
    int64_t index[GATHER_MAX_RANK];
    struct gather_writer writer = text_table_cell(&worlds->table);
    output_write_safe(&writer, node->about.name);
    text_table_put(&worlds->table, world->id);
    writer = text_table_cell(&worlds->table);
    gather_write_integer(&writer, fate->differing);
    writer = text_table_cell(&worlds->table);
    element_index(&node->take.indices, fate->place, index);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, index, node->take.indices.rank, ",");
    gather_write_text(&writer, "]");
    writer = text_table_cell(&worlds->table);
    if (gather_dtype_is_unsigned(node->take.indices.dtype))
        gather_write_unsigned(&writer, (uint64_t)fate->value);
    else
        gather_write_integer(&writer, fate->value);
    writer = text_table_cell(&worlds->table);
    write_outcome(&writer, node, fate->own);
    if (worlds->own)
        return;
    writer = text_table_cell(&worlds->table);
    write_outcome(&writer, node, fate->there);
}

static void outcome_json(struct gather_json *json, const char *key, const struct checked_gather *node,
                         struct gather_outcome outcome)
{
    struct gather_memory text = {0};
    struct gather_writer writer = gather_writer_to(output_memory(&text));
    write_outcome(&writer, node, outcome);
    gather_json_string(json, key, text.bytes != NULL ? text.bytes : "", text.count);
    gather_memory_fini(&text);
}

static void begin_finding_json(struct checked_worlds *worlds, const struct checked_gather *node,
                               const struct gather_behaviour *world)
{
    struct gather_json *json = &worlds->work->json;
    gather_json_object(json, NULL);
    gather_json_string(json, "node", node->about.name, strlen(node->about.name));
    gather_json_integer(json, "byte", node->about.at);
    gather_json_text(json, "world", world->id);
}

static void fate_json(struct checked_worlds *worlds, const struct checked_gather *node,
                      const struct gather_behaviour *world, const struct checked_fate *fate)
{
    struct gather_json *json = &worlds->work->json;
    int64_t index[GATHER_MAX_RANK];
    element_index(&node->take.indices, fate->place, index);
    begin_finding_json(worlds, node, world);
    gather_json_integer(json, "indices", fate->differing);
    gather_json_integers(json, "at", index, node->take.indices.rank);
    if (gather_dtype_is_unsigned(node->take.indices.dtype))
        gather_json_unsigned(json, "index", (uint64_t)fate->value);
    else
        gather_json_integer(json, "index", fate->value);
    outcome_json(json, "own", node, fate->own);
    if (!worlds->own)
        outcome_json(json, "there", node, fate->there);
    gather_json_end(json);
}

/* "takes no data of type f64; expected f32 f16 .." */
static void write_type(struct gather_writer *writer, const struct checked_gather *node,
                       const struct gather_error *error)
{
    char type[32];
    bool is_data = error->operand != NULL && strcmp(error->operand, "data") == 0;
    const struct gather_layout *layout = is_data ? &node->take.data : &node->take.indices;
    gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, type, sizeof type);
    gather_write_text(writer, is_data ? "takes no data of type " : "takes no indices of type ");
    gather_write_text(writer, type);
    if (error->expected != NULL) {
        gather_write_text(writer, "; expected ");
        gather_write_text(writer, error->expected);
    }
}

static void put_type(struct checked_worlds *worlds, const struct checked_gather *node,
                     const struct gather_behaviour *world, const struct gather_error *error)
{
    struct gather_writer writer = gather_writer_to(output_memory(&worlds->types));
    output_write_safe(&writer, node->about.name);
    gather_write_text(&writer, ": ");
    gather_write_text(&writer, world->id);
    gather_write_text(&writer, " ");
    write_type(&writer, node, error);
    gather_write(&writer, "", 1);
}

static void type_json(struct checked_worlds *worlds, const struct checked_gather *node,
                      const struct gather_behaviour *world, const struct gather_error *error)
{
    struct gather_memory sentence = {0};
    struct gather_writer writer = gather_writer_to(output_memory(&sentence));
    write_type(&writer, node, error);
    begin_finding_json(worlds, node, world);
    gather_json_string(&worlds->work->json, "type", sentence.bytes != NULL ? sentence.bytes : "",
                       sentence.count);
    gather_json_end(&worlds->work->json);
    gather_memory_fini(&sentence);
}

void checked_type_tell(struct checked_worlds *worlds, const struct checked_gather *node,
                       const struct gather_behaviour *world, const struct gather_error *error)
{
    if (worlds->work->is_json)
        type_json(worlds, node, world, error);
    else
        put_type(worlds, node, world, error);
}

void checked_fate_tell(struct checked_worlds *worlds, const struct checked_gather *node,
                       const struct gather_behaviour *world, const struct checked_fate *fate)
{
    if (fate->differing == 0)
        return;
    if (worlds->work->is_json)
        fate_json(worlds, node, world, fate);
    else
        put_fate(worlds, node, world, fate);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void tell_differing(const struct checked_worlds *worlds, const char *one, const char *several)
{
    struct gather_writer *writer = &worlds->work->writer;
    if (worlds->differing > 0) {
        gather_write_integer(writer, worlds->differing);
        gather_write_text(writer, " of ");
    }
    check_write_count(writer, worlds->gathers - worlds->passed, "gather", "gathers");
    if (worlds->differing > 0)
        gather_write_text(writer, worlds->differing == 1 ? one : several);
}

/* That none behaves otherwise is only said where indices were looked at. */
static void tell_running(const struct checked_worlds *worlds)
{
    struct gather_writer *writer = &worlds->work->writer;
    int64_t looked_at = worlds->gathers - worlds->passed;
    if (worlds->differing == 0 && looked_at > worlds->running)
        gather_write_text(writer, ", none behaves otherwise there");
    if (worlds->running == 0)
        return;
    if (worlds->differing == 0 && looked_at == worlds->running) {
        gather_write_text(writer, ", whose indices");
    } else {
        gather_write_text(writer, "; the indices of ");
        gather_write_integer(writer, worlds->running);
    }
    gather_write_text(writer, worlds->running == 1 ? " are known only when it runs"
                                                   : " are known only when they run");
}

static void tell_passed(const struct checked_worlds *worlds)
{
    struct gather_writer *writer = &worlds->work->writer;
    bool is_told = worlds->passed > 0 && !worlds->own;
    if (is_told) {
        gather_write_text(writer, "; not looked at: ");
        gather_write_integer(writer, worlds->passed);
        gather_write_text(writer, worlds->passed == 1 ? " of another kind or of unknown shape"
                                                      : " of other kinds or of unknown shapes");
    }
    if (worlds->graphs == 0)
        return;
    gather_write_text(writer, is_told ? ", " : "; not looked at: ");
    check_write_count(writer, worlds->graphs, "graph inside of a node", "graphs inside of nodes");
}

enum gather_status checked_worlds_tell(const struct checked_worlds *worlds)
{
    enum gather_status status = GATHER_STATUS_OK;
    struct gather_writer *writer = &worlds->work->writer;
    if (worlds->own && worlds->differing == 0 && worlds->graphs == 0)
        return status;
    if (worlds->own) {
        tell_differing(worlds, " refuses indices of its own", " refuse indices of their own");
    } else {
        tell_differing(worlds, " is refused or behaves otherwise there",
                       " are refused or behave otherwise there");
        tell_running(worlds);
    }
    tell_passed(worlds);
    gather_write_text(writer, "\n");
    if (complaint_lacks_memory()) /* the last of the types may lack its end */
        return GATHER_STATUS_NO_MEMORY;
    if (worlds->table.count > worlds->table.columns || worlds->table.status != GATHER_STATUS_OK)
        status = text_table_write(&worlds->table, writer);
    for (size_t at = 0; at < worlds->types.count; at += strlen(worlds->types.bytes + at) + 1)
        gather_write_wrapped(writer, worlds->types.bytes + at, 0, 2, output_columns());
    return status;
}

void checked_worlds_end_json(struct checked_worlds *worlds)
{
    struct gather_json *json = &worlds->work->json;
    gather_json_end(json);
    gather_json_integer(json, "gather_count", worlds->gathers);
    gather_json_integer(json, "indices_not_constant", worlds->running);
    gather_json_integer(json, "not_looked_at", worlds->passed);
    gather_json_integer(json, "graphs_inside", worlds->graphs);
}

void checked_worlds_begin(struct checked_worlds *worlds)
{
    enum { OWN = 5 };
    static const char *const titles[] = {"NODE", "WORLD", "INDICES", "AT", "INDEX", "OWN", "THERE"};
    worlds->table = (struct text_table){.columns = sizeof titles / sizeof *titles - worlds->own,
                                        .numbers = 1 << 2 | 1 << 4};
    for (size_t c = 0; c < worlds->table.columns; c++)
        text_table_put(&worlds->table, worlds->own && c == OWN ? "GIVES" : titles[c]);
    if (worlds->work->is_json)
        gather_json_array(&worlds->work->json, worlds->own ? "gathers" : "worlds");
}
