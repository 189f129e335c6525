/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators by their names, for everything that reads names: cases, commands, model files, other languages.
 *
 *     struct gather_attribute axis = {.name = "axis", .kind = GATHER_ATTRIBUTE_INTEGER, .integer = 1};
 *     status = gather_op_from_names(&op, "onnx", "Gather", NULL, &axis, 1, &error);
 */
#ifndef GATHER_NAMES_H
#define GATHER_NAMES_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

enum gather_attribute_kind {
    GATHER_ATTRIBUTE_NONE, /* null */
    GATHER_ATTRIBUTE_INTEGER,
    GATHER_ATTRIBUTE_BOOLEAN, /* `integer` is 0 or 1 */
    GATHER_ATTRIBUTE_TEXT,
    GATHER_ATTRIBUTE_INTEGERS, /* a list; the empty one too */
    GATHER_ATTRIBUTE_BYTES,    /* `text` holds `count` bytes: one element as it lies in memory */
    GATHER_ATTRIBUTE_OTHER,    /* none of these: no op takes it */
    GATHER_ATTRIBUTE_TENSOR /* lists of lists of integers: refused; as a shape, where one integer is wanted */
};

/* An attribute by the name that its dialect gives it. A view: it owns nothing. */
struct gather_attribute {
    const char *name;
    int32_t kind;      /* an `enum gather_attribute_kind` */
    int32_t is_option; /* 1: of this library (`policy`, `fill`, `strict`), not of the operator */
    int64_t integer;
    const int64_t *integers;
    const char *text; /* ended by NUL, unless bytes */
    size_t count;     /* of `integers`, or bytes of `text` */
};

/*
 * Takes a dialect and its version apart: "onnx@13", "directml@3.0", "numpy".
 * version: receives what stands behind the '@', for the next function: of kind INTEGER if it is digits alone, else
 *   TEXT, a part of `text`; of kind NONE without an '@'. Nobody has judged it.
 * Returns: the length of the dialect's name.
 */
GATHER_API size_t gather_dialect_read(const char *text, struct gather_attribute *version);

/*
 * Makes an op of names: the dialect ("onnx", "openvino", "directml", "webnn", "xla", "numpy", "torch"), the
 * operator's own name in it, and its attributes by their own names.
 * version: an integer, or a text where the dialect writes versions so ("3.0"); NULL, or of kind NONE, where
 *   there is none. Its `name` is not looked at.
 * Options: `policy` is a text, "error", "zero", "fill", "clamp", "wrap" or "skip"; `fill`, of kind BYTES, goes
 *   with the policy of that name; `strict` is a boolean.
 * Returns: OK; UNSUPPORTED for a dialect, operator or version that is not known; ARGUMENT for an attribute or
 *   version that the operator does not have, lacks, or has of another type; SHAPE for a list where it has one
 *   integer. Ranges are judged by infer and plan. Of XLA's lists an op keeps 16 numbers; what a longer one says
 *   against the rules for lists alone is judged here, by its first 1,024.
 * On failure: *op is untouched. The error's operand may be the caller's own word: the dialect, the operator,
 * the `name` of an attribute.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_op_from_names(struct gather_op *op, const char *dialect, const char *name,
                     const struct gather_attribute *version, const struct gather_attribute *attributes,
                     size_t count, struct gather_error *error);

/* What an operator is called with. A view: it owns nothing. */
struct gather_op_operands {
    /* `input_count` of them, in the operator's own order; their ranks are read */
    const struct gather_layout *inputs;
    size_t input_count;
    const struct gather_layout *output; /* NULL where none is given */
};

/*
 * As gather_op_from_names, of an operator whose operands are known: what its page judges of them before attributes is
 * judged before them here too: how many inputs there are (ONNX-10, OV-5), or their ranks (DML-90, WEBNN-15). In every
 * world an input that is missing comes before attributes.
 * operands: NULL for what gather_op_from_names does.
 * Returns: what that returns; ARGUMENT of an input that is missing or one too many; RANK.
 * On failure: *op is untouched. The error's operand may be the caller's own word: the dialect, the operator,
 * the `name` of an attribute.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_op_from_call(struct gather_op *op, const char *dialect, const char *name,
                    const struct gather_attribute *version, const struct gather_attribute *attributes,
                    size_t count, const struct gather_op_operands *operands, struct gather_error *error);

/* One operator that has a name. */
struct gather_op_name {
    const char *dialect, *name;
    /* What errors call its inputs, in its own order; NULL behind the last, if there is room. */
    const char *inputs[GATHER_MAX_INPUTS];
    int32_t required;  /* the inputs that it can't do without: the first of them */
    int32_t operation; /* an `enum gather_operation` */
};

/* The operators that names are known of, in the order of their worlds. Returns: NULL behind the last. */
GATHER_API const struct gather_op_name *gather_op_name_at(size_t position);

/* The row of an operator's name. Returns: NULL if it is not known. */
GATHER_API const struct gather_op_name *gather_op_name_find(const char *dialect, const char *name);

/* The attributes of an operator, by name, in all its versions. row: of those above. Returns: NULL behind the last. */
GATHER_API const char *gather_op_attribute_at(const struct gather_op_name *row, size_t position);

#ifdef __cplusplus
}
#endif

#endif
