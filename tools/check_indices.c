/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every bad index: all are counted, the first are shown with what becomes of them.
 *
 *     ids.npy: 3 of 8 indices are outside -4..3, axis 0 of f32[4,3], by numpy
 *     AT    VALUE  GIVES
 *     [1]       5  error
 *     [4]     -99  error
 *     [6]       4  error
 */
#include <string.h>

#include "axis_option.h"
#include "block_axis.h"
#include "check_work.h"
#include "element_walk.h"
#include "exit_code.h"
#include "indices.h"
#include "ls_work.h"
#include "output.h"
#include "text_table.h"
#include "world_name.h"

enum { SHOWN = 20 };

struct checking {
    struct check_work *work;
    struct indices indices;
    struct gather_take take;
    const struct gather_behaviour *behaviour;
    struct gather_behaviour strict; /* refuses every index outside */
    int32_t dtype;
    int64_t count, bad, size;
    int64_t places[SHOWN]; /* of the first bad ones */
    bool is_bool;          /* looked at as 0 and 1, which numpy alone takes */
    bool wrong_type;       /* the world takes no indices of this type */
};

/* ---- looking ------------------------------------------------------------------------------------- */

static void get_behaviour(struct checking *checking)
{
    const char *name = arguments_value(checking->work->arguments, "dialect");
    checking->behaviour = gather_behaviour_find(name != NULL ? name : "numpy", false);
    checking->strict = *checking->behaviour;
    checking->strict.rule = checking->strict.on_empty = GATHER_RULE_ERROR;
    checking->strict.reading = GATHER_READING_VALUE;
}

static void look_at_all(struct checking *checking)
{
    checking->count = gather_layout_elements(&checking->take.indices);
    checking->size = checking->take.data.sizes[checking->take.axis];
    checking->dtype = checking->take.indices.dtype;
    checking->wrong_type = checking->is_bool
                               ? strcmp(checking->behaviour->id, "numpy") != 0
                               : !checking->take.is_plain &&
                                     (checking->behaviour->index_types & UINT32_C(1) << checking->dtype) == 0;
    for (int64_t k = 0; k < checking->count; k++) {
        int64_t value = gather_take_index(&checking->take, k);
        if (gather_behaviour_outcome(&checking->strict, checking->dtype, value, checking->size).kind !=
            GATHER_OUTCOME_ERROR)
            continue;
        if (checking->bad < SHOWN)
            checking->places[checking->bad] = k;
        checking->bad++;
    }
}

/* As indices they are 0 and 1, whatever their bytes. */
static void count_truths(struct checking *checking)
{
    uint8_t *truths = checking->indices.values;
    int64_t count = gather_layout_elements(&checking->take.indices);
    for (int64_t k = 0; k < count; k++)
        truths[k] = truths[k] != 0;
    checking->take.indices.dtype = GATHER_DTYPE_U8;
}

static int ask(struct checking *checking)
{
    struct check_work *work = checking->work;
    checking->take.data = ls_elements(&work->input.tensor);
    int code = axis_option_get(work->arguments, &checking->take.data, &checking->take.axis);
    get_behaviour(checking);
    if (code == EXIT_YES)
        code = block_axis_judge(work->arguments, &work->input.tensor, checking->take.axis);
    if (code == EXIT_YES)
        code = indices_read(&checking->indices, work->arguments, work->indices);
    if (code != EXIT_YES)
        return code;
    checking->take.indices = checking->indices.layout;
    checking->take.values = checking->indices.values;
    checking->take.is_plain = checking->indices.is_plain;
    checking->is_bool = checking->take.indices.dtype == GATHER_DTYPE_BOOL;
    if (checking->is_bool)
        count_truths(checking);
    if (gather_dtype_is_signed(checking->take.indices.dtype) ||
        gather_dtype_is_unsigned(checking->take.indices.dtype))
        return world_versions_judge(work->arguments, arguments_value(work->arguments, "dialect"),
                                    &checking->take);
    talk_begin(work->arguments->command->name);
    talk("indices are whole numbers, which is not in '");
    talk_safe(work->indices, strlen(work->indices));
    talk("'\n");
    return EXIT_LIBRARY;
}

/* ---- telling ------------------------------------------------------------------------------------- */

/* An index, with the sign of its type. */
static void write_index(struct gather_writer *writer, const struct checking *checking, int64_t place)
{
    int64_t value = gather_take_index(&checking->take, place);
    if (gather_dtype_is_unsigned(checking->dtype))
        gather_write_unsigned(writer, (uint64_t)value);
    else
        gather_write_integer(writer, value);
}

static void write_outcome(struct gather_writer *writer, const struct checking *checking, int64_t place)
{
    gather_outcome_write(writer,
                         gather_behaviour_outcome(checking->behaviour, checking->dtype,
                                                  gather_take_index(&checking->take, place), checking->size));
}

static void put_bad(struct text_table *table, const struct checking *checking, int64_t place)
{
    int64_t index[GATHER_MAX_RANK];
    struct gather_writer writer = text_table_cell(table);
    element_index(&checking->take.indices, place, index);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, index, checking->take.indices.rank, ",");
    gather_write_text(&writer, "]");
    writer = text_table_cell(table);
    write_index(&writer, checking, place);
    writer = text_table_cell(table);
    write_outcome(&writer, checking, place);
}

static enum gather_status write_table(const struct checking *checking)
{
    struct gather_writer *writer = &checking->work->writer;
    struct text_table table = {.columns = 3, .numbers = 1 << 1};
    text_table_put(&table, "AT");
    text_table_put(&table, "VALUE");
    text_table_put(&table, "GIVES");
    for (int64_t k = 0; k < checking->bad && k < SHOWN; k++)
        put_bad(&table, checking, checking->places[k]);
    enum gather_status status = text_table_write(&table, writer);
    text_table_fini(&table);
    if (checking->bad > SHOWN) {
        gather_write_text(writer, "and ");
        gather_write_integer(writer, checking->bad - SHOWN);
        gather_write_text(writer, " more\n");
    }
    return status;
}

static int64_t low_of(const struct checking *checking)
{
    bool counts = checking->behaviour->negative != GATHER_NEGATIVE_OUTSIDE &&
                  !gather_dtype_is_unsigned(checking->dtype);
    return counts ? -checking->size : 0;
}

/* "-4..3, axis 0 of f32[4,3]" */
static void write_range(struct gather_writer *writer, const struct checking *checking)
{
    char type[32];
    if (checking->size > 0) {
        gather_write_integer(writer, low_of(checking));
        gather_write_text(writer, "..");
        gather_write_integer(writer, checking->size - 1);
        gather_write_text(writer, ", ");
    }
    gather_write_text(writer, "axis ");
    gather_write_integer(writer, checking->take.axis);
    gather_write_text(writer, " of ");
    gather_write_text(writer, ls_type(&checking->work->input.tensor, type));
    gather_write_text(writer, "[");
    gather_write_integers(writer, checking->take.data.sizes, checking->take.data.rank, ",");
    gather_write_text(writer, checking->size > 0 ? "], by " : "], which has no rows, by ");
    gather_write_text(writer, checking->behaviour->id);
    gather_write_text(writer, "\n");
}

static enum gather_status tell_text(const struct checking *checking)
{
    struct gather_writer *writer = &checking->work->writer;
    const char *name = checking->work->indices;
    output_write_safe(writer, name);
    gather_write_text(writer, ": ");
    if (checking->bad > 0) {
        gather_write_integer(writer, checking->bad);
        gather_write_text(writer, " of ");
    }
    check_write_count(writer, checking->count, "index", "indices");
    gather_write_text(writer, checking->bad == 0   ? ", none outside "
                              : checking->bad == 1 ? " is outside "
                                                   : " are outside ");
    write_range(writer, checking);
    if (checking->wrong_type) {
        char type[32];
        gather_dtype_name(checking->is_bool ? GATHER_DTYPE_BOOL : checking->dtype, GATHER_WORLD_OWN, type,
                          sizeof type);
        gather_write_text(writer, checking->behaviour->id);
        gather_write_text(writer, " takes no indices of type ");
        gather_write_text(writer, type);
        gather_write_text(writer, "\n");
    }
    return checking->bad > 0 ? write_table(checking) : GATHER_STATUS_OK;
}

static void bad_json(const struct checking *checking, int64_t place, struct gather_json *json)
{
    int64_t index[GATHER_MAX_RANK], value = gather_take_index(&checking->take, place);
    struct gather_memory gives = {0};
    struct gather_writer writer = gather_writer_to(output_memory(&gives));
    element_index(&checking->take.indices, place, index);
    write_outcome(&writer, checking, place);
    gather_json_object(json, NULL);
    gather_json_integers(json, "at", index, checking->take.indices.rank);
    if (gather_dtype_is_unsigned(checking->dtype))
        gather_json_unsigned(json, "value", (uint64_t)value);
    else
        gather_json_integer(json, "value", value);
    gather_json_string(json, "gives", gives.bytes != NULL ? gives.bytes : "", gives.count);
    gather_memory_fini(&gives);
    gather_json_end(json);
}

static void tell_json(const struct checking *checking)
{
    struct gather_json *json = &checking->work->json;
    gather_json_object(json, "indices");
    gather_json_text(json, "dialect", checking->behaviour->id);
    gather_json_integer(json, "axis", checking->take.axis);
    gather_json_integer(json, "size", checking->size);
    gather_json_integer(json, "low", low_of(checking));
    gather_json_integer(json, "high", checking->size - 1);
    gather_json_integer(json, "count", checking->count);
    gather_json_integer(json, "bad", checking->bad);
    gather_json_boolean(json, "type_taken", !checking->wrong_type);
    gather_json_array(json, "first");
    for (int64_t k = 0; k < checking->bad && k < SHOWN; k++)
        bad_json(checking, checking->places[k], json);
    gather_json_end(json);
    gather_json_end(json);
}

int check_indices(struct check_work *work)
{
    struct checking checking = {.work = work};
    int code = ask(&checking);
    if (code == EXIT_YES) {
        look_at_all(&checking);
        work->found |= checking.bad > 0 || checking.wrong_type;
        if (work->is_json)
            tell_json(&checking);
        else if (tell_text(&checking) != GATHER_STATUS_OK)
            code = complain_of_memory(work->arguments->command->name);
    }
    indices_fini(&checking.indices);
    return code;
}
