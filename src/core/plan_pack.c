/* SPDX-License-Identifier: Apache-2.0 */
/* Packing a draft into the bytes of a plan: planned.h says how they lie. */
#include "core/plan_pack.h"

#include <string.h>

void gather__pack(struct gather__packer *packer, const void *bytes, size_t count)
{
    if (packer->used <= packer->size && count <= packer->size - packer->used)
        memcpy(packer->memory + packer->used, bytes, count);
    packer->used += count;
}

struct packing {
    const struct gather__draft *draft;
    int32_t digit_of[GATHER__MAX_FLOORS]; /* the digit that a floor becomes; -1 if it is not left */
    int32_t digit_count, term_count;
};

static int32_t terms_of(const struct gather__draft *draft, int32_t floor)
{
    int32_t count = 0;
    for (int32_t k = 0; k < draft->floors->map.variable_count + gather__floor_count(draft); k++)
        count += draft->floors->map.floors[floor].of.term[k] != 0;
    return count;
}

static void number_digits(struct packing *packing)
{
    const struct gather__draft *draft = packing->draft;
    packing->digit_count = packing->term_count = 0;
    for (int32_t k = 0; k < gather__floor_count(draft); k++) {
        packing->digit_of[k] = draft->floors->used[k] ? packing->digit_count++ : -1;
        if (draft->floors->used[k])
            packing->term_count += terms_of(draft, k);
    }
}

/* Whether an index's own address depends on a floor, directly or through later ones. */
static bool is_of_indices(const struct gather__draft *draft, int32_t floor)
{
    const struct gather__map *map = &draft->floors->map;
    int32_t term = gather__floor_term(map, floor);
    bool found = draft->floors->indices_cell.term[term] != 0;
    for (int32_t j = floor + 1; j < map->floor_count && !found; j++)
        found = draft->floors->used[j] && map->floors[j].of.term[term] != 0 && is_of_indices(draft, j);
    return found;
}

static void pack_digits(struct gather__packer *packer, const struct packing *packing)
{
    const struct gather__draft *draft = packing->draft;
    int32_t terms = 0;
    for (int32_t k = 0; k < gather__floor_count(draft); k++) {
        if (!draft->floors->used[k])
            continue;
        const struct gather__floor *floor = &draft->floors->map.floors[k];
        int32_t term = gather__floor_term(&draft->floors->map, k);
        struct gather__digit digit = {.constant = floor->of.constant,
                                      .divisor = floor->divisor,
                                      .out = draft->floors->out_cell.term[term],
                                      .data = draft->floors->data_cell.term[term],
                                      .indices = draft->floors->indices_cell.term[term],
                                      .term_begin = terms,
                                      .term_count = terms_of(draft, k),
                                      .is_of_indices = is_of_indices(draft, k)};
        terms += digit.term_count;
        gather__pack(packer, &digit, sizeof digit);
    }
}

/* What a variable of the map is for a walk: the loop that its dimension became; behind all loops the rest. */
static int32_t source_of(const struct gather__draft *draft, int32_t variable)
{
    if (variable < draft->output_rank)
        return draft->loop_of[variable];
    return draft->loop_count + variable - draft->output_rank;
}

static void pack_terms(struct gather__packer *packer, const struct packing *packing)
{
    const struct gather__draft *draft = packing->draft;
    for (int32_t k = 0; k < gather__floor_count(draft); k++) {
        int32_t variables = draft->floors->map.variable_count;
        for (int32_t j = 0; draft->floors->used[k] && j < variables + gather__floor_count(draft); j++) {
            int64_t factor = draft->floors->map.floors[k].of.term[j];
            struct gather__term term = {factor, -1, -1};
            if (j < variables)
                term.source = source_of(draft, j);
            else
                term.digit = packing->digit_of[j - variables];
            if (factor != 0)
                gather__pack(packer, &term, sizeof term);
        }
    }
}

static void pack_components(struct gather__packer *packer, const struct gather__draft *draft,
                            const struct gather__step *step, const struct gather__nest *nest)
{
    for (int32_t k = 0; k < step->component_count; k++) {
        struct gather__component component = {.rule = nest->rules[k]};
        if (step->kind == GATHER__STEP_GATHER)
            component.scale = draft->data_cell.step[gather__component_variable(draft, k)];
        gather__pack(packer, &component, sizeof component);
    }
}

static size_t table_bytes(int32_t count, size_t size)
{
    return (size_t)count * size; /* bounded: a few rows of the draft */
}

void gather__pack_step(struct gather__packer *packer, const struct gather__draft *draft,
                       struct gather__step step, const struct gather__nest *nest)
{
    struct packing packing;
    packing.draft = draft;
    number_digits(&packing);
    step.out_base = draft->out_base;
    step.data_base = draft->data_base;
    step.indices_base = draft->indices_base;
    step.loop_count = draft->loop_count;
    step.front_count = draft->front_count;
    step.run_loop = draft->run_loop;
    step.digit_count = packing.digit_count;
    step.term_count = packing.term_count;
    step.bytes = sizeof step + table_bytes(step.loop_count, sizeof(struct gather__loop)) +
                 table_bytes(step.component_count, sizeof(struct gather__component)) +
                 table_bytes(step.digit_count, sizeof(struct gather__digit)) +
                 table_bytes(step.term_count, sizeof(struct gather__term));
    gather__pack(packer, &step, sizeof step);
    gather__pack(packer, draft->loops, table_bytes(step.loop_count, sizeof draft->loops[0]));
    pack_components(packer, draft, &step, nest);
    pack_digits(packer, &packing);
    pack_terms(packer, &packing);
}
