/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the worlds make of a take, as the text, JSON and drawing of it need it:
 *
 *     values of indices that matter, those on which worlds part first    columns
 *     groups of worlds that agree on all of them                         rows
 */
#ifndef GATHER_STUDY_WORLDS_EXPLANATION_H
#define GATHER_STUDY_WORLDS_EXPLANATION_H

#include "gather/study.h"
#include "study/worlds/take.h"

/* Where a value lies, in an axis of s rows: from s on; -s..-1; below -s; beyond 32 bits, wherever that is. */
enum gather__side {
    GATHER__SIDE_ABOVE,
    GATHER__SIDE_NEGATIVE,
    GATHER__SIDE_BELOW,
    GATHER__SIDE_WIDE,
    GATHER__SIDE_COUNT
};

enum {
    GATHER__SIDE_VALUES = 12, /* of one side that are looked at; of the others only how many they are */
    GATHER__VALUES_MAX = GATHER__SIDE_VALUES * GATHER__SIDE_COUNT,
    GATHER__WORLDS_MAX = 48
};

/* A value of the indices that does not just lie in 0..s-1. */
struct gather__value {
    int64_t value;    /* as `gather_behaviour_outcome` takes it */
    int64_t position; /* the first index that has it, counted in row-major order */
    int64_t times;
    int32_t side;
};

/* All indices, read once: the values in the order of their first positions. */
struct gather__survey {
    int64_t count;                     /* of indices */
    int64_t inside;                    /* that just lie in 0..s-1, within 32 bits */
    int64_t sides[GATHER__SIDE_COUNT]; /* how many lie on each side */
    int32_t value_count;
    struct gather__value values[GATHER__VALUES_MAX];
};

/* How an output compares with what a world gives. */
struct gather__comparison {
    int32_t match;     /* an `enum gather_match` */
    int64_t differing; /* elements; of those that are not undefined */
    int64_t undefined; /* elements that the world promises nothing about */
    int64_t first;     /* the first that differs, counted in row-major order of the output; -1 for none */
    uint8_t expected[16], got[16];
};

struct gather__world {
    const struct gather_behaviour *behaviour;
    int32_t group;         /* -1 for one that takes no indices of this type, or refuses the operands */
    bool takes;            /* the type of the indices */
    bool refuses;          /* the operands, whatever the indices are */
    bool may_refuse_index; /* one of the indices is an error */
    struct gather_error refusal;
    struct gather_outcome outcomes[GATHER__VALUES_MAX]; /* of each value */
    struct gather__comparison comparison;
};

struct gather_explanation {
    struct gather_take take; /* its axis counts from the front */
    int64_t size;            /* of the axis */
    const char *asked;       /* for whom; NULL: for all */
    struct gather__survey survey;
    int32_t world_count, asked_count; /* asked: those that have a group */
    struct gather__world worlds[GATHER__WORLDS_MAX];
    int32_t column_count;
    int32_t columns[GATHER__VALUES_MAX]; /* numbers of the values that matter, the most telling first */
    int32_t group_count;
    bool is_compared, is_tolerant;
    int64_t output_elements;
    int32_t got_dtype;
};

/* The side of an index into an axis of `size` rows; GATHER__SIDE_COUNT if it just lies inside, within 32 bits. */
int32_t gather__side_of(int32_t dtype, int64_t value, int64_t size);

/* Reads all indices into an axis of `size` rows. */
void gather__survey_indices(struct gather__survey *survey, const struct gather_take *take, int64_t size);

bool gather__same_outcome(struct gather_outcome a, struct gather_outcome b);

/* The world asked where it is only one; NULL where there are more, or none. */
const struct gather__world *gather__only_world(const struct gather_explanation *explanation);

/* Whether a value, as it stands, is outside for a world, whatever it makes of it and then does. */
bool gather__is_outside(const struct gather_explanation *explanation, const struct gather__world *world,
                        int64_t value);

/* What is done with a value, and by how many of the worlds asked. */
struct gather__tally {
    struct gather_outcome outcome;
    int32_t count;
};

/* All that is done with a value, errors first. tallies: GATHER__WORLDS_MAX. Returns: how many they are. */
int32_t gather__tally(const struct gather_explanation *explanation, int64_t value,
                      struct gather__tally *tallies);

/* A number of the indices' type; a flat place of a shape as "[1,3]". */
void gather__write_value(struct gather_writer *writer, int32_t dtype, int64_t value);
void gather__write_place(struct gather_writer *writer, const struct gather_layout *layout, int64_t place);

/* "zeros", "row 3": what an outcome is called in a table. text: 32 bytes. */
void gather__outcome_text(struct gather_outcome outcome, char *text);

/* Characters of a line. */
int32_t gather__page_of(const struct gather_drawing *drawing);

/* The names of the worlds that a question picks, in lines: "onnx*, ort-cpu, numpy"; * and + as known. */
enum { GATHER__NAMES_INDENT = 4 };
void gather__write_worlds(const struct gather_explanation *explanation, struct gather_writer *writer,
                          int32_t page, bool (*picks)(const struct gather__world *world, const void *what),
                          const void *what);

/* What a world says, in lines, a blank one before them. */
void gather__write_world(const struct gather_behaviour *behaviour, struct gather_writer *writer,
                         int32_t width, bool colour);

/* The verdict, one sentence without a full stop. */
void gather__write_verdict(const struct gather_explanation *explanation, struct gather_writer *writer);

#endif
