/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The results of another run: an earlier one's (gather.bench/1), or what the peers reach (gather.peers/1).
 *
 * A machine that others use too wanders by a third from minute to minute, and memcpy wanders with it. So times over
 * memcpy's are compared, not times; and what counts as noise is what the rounds of both runs show, and 5 %.
 */
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "study/bench/bench_result.h"
#include "study/refuse.h"

#define LIMIT ((size_t)16 << 20)
#define ALWAYS_ALLOWED 1.05

struct base_row {
    const char *id, *state; /* of the JSON */
    double of_memcpy, noise;
};

struct gather_bench_base {
    struct gather__json *json;
    size_t count;
    struct base_row rows[];
};

/* ---- reading ---------------------------------------------------------------------------------------------- */

static double number(const struct gather__json *value)
{
    return gather__json_kind(value) == GATHER__JSON_INTEGER ? (double)gather__json_integer(value)
                                                            : gather__json_real(value);
}

static bool is_number(const struct gather__json *value)
{
    enum gather__json_kind kind = gather__json_kind(value);
    return kind == GATHER__JSON_INTEGER || kind == GATHER__JSON_REAL;
}

static const char *text(const struct gather__json *object, const char *key)
{
    size_t length;
    return gather__json_string(gather__json_member(object, key), &length);
}

/* A row of an earlier run: its own time over memcpy. */
static bool read_own(const struct gather__json *object, struct base_row *row)
{
    const struct gather__json *of_memcpy = gather__json_member(object, "of_memcpy"),
                              *noise = gather__json_member(object, "noise");
    row->id = text(object, "row");
    row->state = text(object, "state");
    row->of_memcpy = number(of_memcpy);
    row->noise = number(noise); /* 0 where it is absent */
    return row->id != NULL && row->state != NULL && is_number(of_memcpy) && row->of_memcpy > 0;
}

/* A row of the peers: the best peer's, which is ours over `ratio`. */
static bool read_peer(const struct gather__json *object, struct base_row *row)
{
    const struct gather__json *ratio = gather__json_member(object, "ratio"),
                              *of_memcpy = gather__json_member(object, "memcpy_ratio");
    row->id = text(object, "case");
    row->state = text(object, "state");
    row->of_memcpy = is_number(ratio) && number(ratio) > 0 ? number(of_memcpy) / number(ratio) : 0;
    row->noise = 0;
    return row->id != NULL && row->state != NULL && row->of_memcpy > 0;
}

static enum gather_status read_rows(struct gather_bench_base *base, const struct gather__json *rows,
                                    bool (*read)(const struct gather__json *, struct base_row *),
                                    struct gather_error *error)
{
    for (; base->count < gather__json_count(rows); base->count++)
        if (!read(gather__json_item(rows, base->count), &base->rows[base->count]))
            return gather__refuse(error, GATHER_STATUS_FORMAT, NULL, "rows with a name, a state and times");
    return GATHER_STATUS_OK;
}

static enum gather_status fill(struct gather_bench_base **base, struct gather__json *json,
                               struct gather_error *error)
{
    const char *schema = text(json, "schema");
    const struct gather__json *rows = gather__json_member(json, "rows");
    bool is_own = schema != NULL && strcmp(schema, "gather.bench/1") == 0,
         is_peers = schema != NULL && strcmp(schema, "gather.peers/1") == 0;
    if ((!is_own && !is_peers) || gather__json_kind(rows) != GATHER__JSON_ARRAY)
        return gather__refuse(error, GATHER_STATUS_FORMAT, NULL,
                              "the JSON of gather bench or of ./dev bench peers");
    /* bounded: the rows lie in memory, as text */
    *base = calloc(1, sizeof **base + gather__json_count(rows) * sizeof *(*base)->rows);
    if (*base == NULL)
        return gather__refuse(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    (*base)->json = json;
    return read_rows(*base, rows, is_own ? read_own : read_peer, error);
}

enum gather_status gather_bench_base_create(struct gather_bench_base **base, const char *bytes, size_t length,
                                            struct gather_error *error)
{
    struct gather__json *json = NULL;
    struct gather_bench_base *made = NULL;
    enum gather_status status = gather__json_read(bytes, length, LIMIT, &json, error);
    if (status == GATHER_STATUS_OK)
        status = fill(&made, json, error);
    if (status == GATHER_STATUS_OK) {
        *base = made;
        return status;
    }
    free(made);
    gather__json_free(json);
    return status;
}

void gather_bench_base_destroy(struct gather_bench_base *base)
{
    if (base != NULL)
        gather__json_free(base->json);
    free(base);
}

/* ---- comparing ------------------------------------------------------------------------------------------ */

static bool is_text(const struct gather__json *object, const char *key, const char *wanted)
{
    const char *found = text(object, key);
    return found != NULL && strcmp(found, wanted) == 0;
}

enum gather_status gather_bench_base_fits(const struct gather_bench_base *base,
                                          const struct gather_bench_setting *setting,
                                          struct gather_error *error)
{
    static const char expected[] = "the same in both runs";
    const struct gather__json *json = base->json;
    if (!is_text(json, "schema", "gather.bench/1"))
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "schema", "the JSON of gather bench");
    if (gather__json_integer(gather__json_member(json, "threads")) != setting->threads)
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "threads", expected);
    if (!is_text(json, "pages", gather__bench_pages_word(setting->is_huge)))
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "pages", expected);
    if (!is_text(json, "scale", gather__bench_scale_word(setting->scale)))
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "scale", expected);
    if (!is_text(json, "check", gather__bench_check_word(setting->check)))
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, "check", expected);
    return GATHER_STATUS_OK;
}

static const struct base_row *find(const struct gather_bench_base *base, const char *id, const char *state)
{
    for (size_t k = 0; k < base->count; k++)
        if (strcmp(base->rows[k].id, id) == 0 && strcmp(base->rows[k].state, state) == 0)
            return &base->rows[k];
    return NULL;
}

double gather__bench_base_of_memcpy(const struct gather_bench_base *base, const char *id, const char *state)
{
    const struct base_row *row = base != NULL ? find(base, id, state) : NULL;
    return row != NULL ? row->of_memcpy : 0;
}

void gather_bench_compare(const struct gather_bench_base *base, struct gather_bench_result *result)
{
    const struct base_row *row = find(base, result->row->id, gather__bench_state_word(result->state));
    double now = gather_bench_of_memcpy(result);
    result->has_base = row != NULL && now > 0;
    if (!result->has_base)
        return;
    result->change = row->of_memcpy / now;
    result->allowed = ALWAYS_ALLOWED + row->noise + gather__bench_noise(result);
}
