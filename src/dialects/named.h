/* SPDX-License-Identifier: Apache-2.0 */
/* What names.c knows of operators: the attributes that each has by its world's page, and how they are written. */
#ifndef GATHER_DIALECTS_NAMED_H
#define GATHER_DIALECTS_NAMED_H

#include "dialects/lower.h"
#include "gather/names.h"

/* How an attribute is written, and what becomes of it. */
enum gather__form {
    GATHER__INTEGER,
    GATHER__ONE_INTEGER,   /* or a list of one: OpenVINO's axis, which is a tensor there (OV-14) */
    GATHER__AXIS_OR_FLAT,  /* null: the data is read flat */
    GATHER__INDEX_OR_NONE, /* torch's padding_idx */
    GATHER__LIST,
    GATHER__MODE,      /* numpy's raise, wrap, clip */
    GATHER__REDUCTION, /* sum or mean */
    GATHER__NORM,      /* torch's max_norm: whether there is any */
    GATHER__BOOLEAN,   /* this and the next have no effect */
    GATHER__NUMBER
};

struct gather__attribute {
    const char *name; /* NULL behind the last */
    int32_t form;     /* an `enum gather__form` */
    bool is_required;
    bool is_flat;     /* where it is not given */
    size_t field;     /* of struct gather_op */
    int64_t standard; /* where it is not given */
    int32_t since;    /* the first version that has it, unless the op is loose (ONNX-3) */
};

/* What holds for all operators of a world. */
struct gather__world {
    const char *name;
    int32_t version_kind;  /* an `enum gather_attribute_kind`; NONE: there are no versions */
    bool has_strict;       /* the option of that name */
    bool missing_is_first; /* what is missing is refused before what is unknown (DML-90) */
    bool counts_inputs;    /* inputs too many are refused before attributes (ONNX-10) */
    /* What is judged of operands before attributes, where it is more than that none is missing; NULL for no more. */
    enum gather_status (*begin)(const struct gather__call *call, struct gather_error *error);
    const char *operators; /* in words, for errors: those of the rows */
};

struct gather__row {
    struct gather_op_name name; /* first: its address is the row's */
    const struct gather__world *world;
    const struct gather__attribute *attributes;
};

/* The operators, in the order of their worlds. */
extern const struct gather__row gather__rows[];
extern const size_t gather__row_count;

/* The worlds in words, for errors. */
extern const char gather__dialects[];

/* The world of which names.c judges lists. */
extern const struct gather__world gather__xla_world;

#endif
