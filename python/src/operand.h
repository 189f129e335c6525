/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An operand: some object of Python's, read as what the library takes, without a copy. What is borrowed from the
 * object is given back by `operand_end`.
 *
 *     numpy array ──────────┐
 *     Array of ours ────────┤
 *     tensor of a file ─────┤   whose buffer comes when it is asked for
 *     __dlpack__ ───────────┼──> struct signature, struct gather_buffer
 *     buffer protocol ──────┤
 *     __array_interface__ ──┤
 *     int, nested lists ────┘   of indices; as data they are an Array first
 */
#ifndef GATHER_PYTHON_OPERAND_H
#define GATHER_PYTHON_OPERAND_H

#include "dlpack.h"
#include "module.h"

/* What decides about a plan: two operands of one signature share theirs. Sizes and strides of `rank` entries. */
struct signature {
    int32_t dtype;     /* NONE: no operand */
    int32_t cell_bits; /* more than the type's where a narrow element has a byte of its own */
    int32_t rank;
    int32_t is_tiled; /* 1: `layout` of the operand says it all, and nothing below does */
    int64_t offset;   /* cells before the element 0 */
    int64_t sizes[GATHER_MAX_RANK];
    int64_t strides[GATHER_MAX_RANK]; /* in cells; 0 where there is one element or none */
};

enum operand_kind {
    OPERAND_NUMPY,
    OPERAND_ARRAY,  /* of ours; a tensor of a file gives one */
    OPERAND_DLPACK, /* torch, jax and others: the result is made by their from_dlpack */
    OPERAND_BUFFER,
    OPERAND_NUMBERS /* int, list or tuple */
};

/*
 * TABLE: data that stays in its file if it is a tensor of one. LAYOUT: likewise, and a text would have done as well.
 * VALUES: likewise, of data that is computed with: times are none.
 */
enum operand_role { ROLE_DATA, ROLE_INDICES, ROLE_OUTPUT, ROLE_TABLE, ROLE_LAYOUT, ROLE_VALUES };

enum { NUMBERS_INLINE = 16 };

struct operand {
    PyObject *object; /* borrowed from the caller */
    enum operand_kind kind;
    bool is_read_only;
    bool has_view;
    bool has_run_code; /* of Python's, maybe, when it was read */
    struct signature is;
    const struct gather_layout *layout; /* where tiled; in `object` */
    struct gather_buffer buffer;
    int64_t *numbers; /* of OPERAND_NUMBERS: `few`, or memory */
    int64_t few[NUMBERS_INLINE];
    struct dlpack_taken taken;
    PyObject *keeper; /* held: what else the memory needs; may be NULL */
    Py_buffer view;   /* if has_view */
    struct opened
        *opened; /* of a tensor that is in its file still: used, and there is no buffer; else NULL */
    const struct gather_tensor *tensor; /* if opened */
    const char *name;                   /* what errors call it; NULL: as its role says */
    int64_t mixed; /* of numbers read of lists: 1 + the place of the first bool beside integers; 0: none */
};

/* Reads an object. name: what errors call it; NULL: as its role says. Owns: `operand_end`, whatever was answered. */
bool operand_read_as(struct module_state *state, PyObject *object, enum operand_role role, const char *name,
                     struct operand *operand);
static inline bool operand_read(struct module_state *state, PyObject *object, enum operand_role role,
                                struct operand *operand)
{
    return operand_read_as(state, object, role, NULL, operand);
}
void operand_end(struct operand *operand);

/* Reads a tensor that is in its file still: it is an Array then. Other operands are left as they are. */
bool operand_fetch(struct module_state *state, struct operand *operand);

/*
 * Whether what holds its memory itself, a numpy array or a tensor that was lent, still is what was read of it, and
 * where: other arguments may have changed it since, if reading them ran code of Python's. All others are held.
 * Runs no such code. Returns: false with RuntimeError.
 */
bool operand_is_steady(struct module_state *state, const struct operand *operand);

/* Reads a layout as an operand without memory, which a plan can be made of. It must stay as long. */
void operand_of_layout(const struct gather_layout *layout, enum operand_role role, struct operand *operand);

/* What errors call an operand that is read for a role. */
const char *operand_name(const struct operand *operand, enum operand_role role);

/* The layout that a signature stands for. */
enum gather_status signature_layout(const struct signature *signature, struct gather_layout *layout,
                                    struct gather_error *error);

/* The layout of an operand. */
enum gather_status operand_layout(const struct operand *operand, struct gather_layout *layout,
                                  struct gather_error *error);

/* The signature of a layout of strides, or one that is as good as that. Returns: false for tiles. */
bool signature_of_layout(const struct gather_layout *layout, struct signature *signature);

/* Whether elements lie row by row without gaps, from the first cell on; strides of single elements say nothing. */
bool signature_is_row_major(const struct signature *signature);

/* Whether no size is 0. */
bool signature_has_elements(const struct signature *signature);

bool signature_equal(const struct signature *a, const struct signature *b);
uint64_t signature_hash(const struct signature *signature, uint64_t seed);

/* One number more in a hash. */
static inline uint64_t hash_mix(uint64_t hash, int64_t value)
{
    return (hash ^ (uint64_t)value) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29); /* bounded: modulo 2^64 */
}

/* Makes a signature of checked sizes and strides in cells; NULL: row-major. base: the element 0; *data: the lowest. */
bool operand_lay(struct module_state *state, struct operand *operand, int32_t dtype, int32_t cell_bits,
                 int32_t rank, const int64_t *sizes, const int64_t *strides, void *base);

/* One function a kind. */
bool operand_read_tensor(struct module_state *state, enum operand_role role, struct operand *operand);
bool operand_read_dlpack(struct module_state *state, enum operand_role role, struct operand *operand);
/* Whether a tensor is as it was lent, or was not lent but taken. */
bool operand_is_lent_as_before(struct module_state *state, const struct operand *operand);
bool operand_read_buffer(struct module_state *state, struct operand *operand);
/* interface: what the object's __array_interface__ is. */
bool operand_read_interface(struct module_state *state, struct operand *operand, PyObject *interface);
bool operand_read_numbers(struct module_state *state, struct operand *operand);

/*
 * Whether numbers of lists are all integers, or the operation is numpy's take, to which bools among them are 1 and 0.
 * Returns: false with TypeError.
 */
bool operand_suits_op(struct module_state *state, const struct operand *operand, int32_t operation);

/* Numbers that were read get a type that others have, if all are elements of it; else they stay 64-bit integers. */
void operand_numbers_as(struct operand *operand, int32_t dtype);

/* The type of a buffer's format ("f", "<i4" is none of them). Returns: NONE, with TypeError. */
int32_t format_read(const char *format, Py_ssize_t bytes);
/* The type of an __array_interface__'s typestr ("<f4"). Returns: NONE, with TypeError. */
int32_t typestr_read(const char *text);
/* The format of a type; NULL where the buffer protocol has none. */
const char *format_of(int32_t dtype);

/* The dtype of a numpy array of dates or spans of time, whose unit is part of it; NULL for other operands. Borrowed. */
PyObject *operand_time(const struct operand *operand);
/* Whether elements of the data are such as `out` has, if one of them is of times. Returns: false with TypeError. */
bool operand_suits_time(const struct operand *data, const struct operand *out);

/* The type of the elements of a numpy array, an operand's object. Returns: NONE, with TypeError. */
int32_t numpy_dtype(struct module_state *state, const struct operand *operand, enum operand_role role);
/* What numpy has for a type: new, or NULL with an exception. */
struct numpy_descr *numpy_descr_of(const struct module_state *state, int32_t dtype);

#endif
