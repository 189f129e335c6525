/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gathers of a model against worlds: what is known of them (check_worlds.c), what those that take no rows refuse
 * (check_worlds_own.c), and how it is told (check_worlds_tell.c).
 */
#ifndef GATHER_TOOLS_CHECK_WORLDS_H
#define GATHER_TOOLS_CHECK_WORLDS_H

#include "check_work.h"
#include "text_table.h"

enum { CHECKED_WORLDS_MOST = 64 };

/* The size of an axis that is not known: every index from 0 on counts as inside. */
#define CHECKED_SIZE_UNKNOWN (INT64_MAX / 2)

/* How the indices of a node fare in a world. */
struct checked_fate {
    int64_t differing, place, value; /* the first that differs; read as uint64_t where the type has no sign */
    struct gather_outcome own, there;
};

struct checked_worlds {
    struct check_work *work;
    const struct gather_model *model;
    const struct gather_behaviour *asked[CHECKED_WORLDS_MOST];
    /* What they do with the constants of the node at hand. */
    struct gather_behaviour taken[CHECKED_WORLDS_MOST];
    int32_t count;
    bool own; /* none is asked for: each gather by its own */
    struct text_table table;
    struct gather_memory types; /* lines about types, each ended by NUL */
    int64_t gathers, differing, passed;
    int64_t running; /* those whose indices are no constants: of them only the types are looked at */
    int64_t graphs;  /* inside of nodes, which are not looked at */
};

/* What an operator makes of a component of its indices. */
struct checked_rule {
    int64_t size, limit; /* of the axis; the greatest index inside */
    bool is_negative;    /* an index below 0 counts from the end */
    bool refuses;        /* an index outside */
};

/* One gather. */
struct checked_gather {
    struct gather_model_node about;
    struct gather_model_gather gather;
    const struct gather_behaviour *own;         /* of one without an axis, a row for its world's name */
    struct gather_take take;                    /* sizes that are not known are 1 */
    int64_t size;                               /* of the axis */
    struct checked_rule rules[GATHER_MAX_RANK]; /* of the components of an index */
    int32_t rule_count;                         /* 0 for one along an axis */
};

/*
 * Finds the rules of a gather that takes no rows along an axis, whose operands are known; none if they can't be found.
 * Returns: OK; NO_MEMORY.
 */
enum gather_status checked_rules_find(struct checked_gather *node);

/* Whether an index is refused. value: an unsigned one of 64 bits as its bits. */
bool checked_rule_refuses(const struct checked_rule *rule, int32_t dtype, int64_t value);

/* The table of text, or the list of JSON. */
void checked_worlds_begin(struct checked_worlds *worlds);

/* Tells of the indices of a gather, if any differ in a world. */
void checked_fate_tell(struct checked_worlds *worlds, const struct checked_gather *node,
                       const struct gather_behaviour *world, const struct checked_fate *fate);

/* Tells of a type that a world does not take. */
void checked_type_tell(struct checked_worlds *worlds, const struct checked_gather *node,
                       const struct gather_behaviour *world, const struct gather_error *error);

/* Behind the list of JSON: how many gathers there are, and what was not looked at. */
void checked_worlds_end_json(struct checked_worlds *worlds);

/* What was found, as text. Returns: OK; NO_MEMORY. */
enum gather_status checked_worlds_tell(const struct checked_worlds *worlds);

#endif
