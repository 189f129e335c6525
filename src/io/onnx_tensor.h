/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors of ONNX files. A TensorProto says type and sizes, and its numbers in one of three ways:
 *
 *     raw_data        as they lie in memory              ─> where they stand in the file
 *     float_data, ..  one field for some types each      ─> there too, or made of numbers of varying length
 *     external_data   the name of another file, a place  ─> there
 *
 * All three are judged when the file is opened: numbers of varying length are counted, and none may be outside
 * its type.
 */
#ifndef GATHER_IO_ONNX_TENSOR_H
#define GATHER_IO_ONNX_TENSOR_H

#include "io/file.h"
#include "io/wire.h"

/* How a type's numbers stand in a message. */
struct gather__onnx_type {
    int32_t dtype;
    int32_t field;     /* of a TensorProto: float_data, int32_data, .. */
    int32_t wire;      /* an `enum gather__wire_type`: of one number that is not packed with others */
    int32_t width;     /* bytes that a number becomes */
    int64_t low, high; /* of a number of varying length */
};

/* The row of a number of TensorProto.DataType, or of a type. Returns: NULL for none. */
const struct gather__onnx_type *gather__onnx_type_find(int64_t number);
const struct gather__onnx_type *gather__onnx_type_of(int32_t dtype);

/* A number of TensorProto.DataType that there is none of. Returns: false, with the status in `message`. */
bool gather__onnx_refuse_type(struct gather__wire *message, int64_t at, int64_t number);

/* The number of a type in TensorProto.DataType; 0 for none. */
int32_t gather__onnx_type_number(int32_t dtype);

/*
 * Counts the numbers of a field, and judges them.
 * message: from its beginning on. Returns: false, with the status in `message`.
 */
bool gather__onnx_count_values(struct gather__wire *message, int32_t field, int32_t dtype, int64_t *count);

/*
 * Finds the numbers of a field of a message, and where a tensor whose layout is set has its bytes: in the file,
 * or made. Texts become views {address, length} into memory that belongs to the file.
 * message: from its beginning on. Returns: false, with the status in `message`.
 */
bool gather__onnx_find_values(struct gather__wire *message, int32_t field, struct gather_file *file,
                              struct gather_tensor *tensor);

/* What external_data says: texts in the file; number 0 where one is not there. */
struct gather__onnx_external {
    struct gather__wire_field location, offset, length;
};

/* One entry of external_data. */
bool gather__onnx_read_external(struct gather__wire *entry, struct gather__onnx_external *external);

/* Where a tensor whose layout is set has its bytes. */
bool gather__onnx_find_external(struct gather__wire *message, const struct gather__onnx_external *external,
                                struct gather_file *file, struct gather_tensor *tensor);

/*
 * Adds a TensorProto to the file's tensors.
 * message: from its beginning on. name: NULL for its own.
 */
bool gather__onnx_add_tensor(struct gather__wire *message, struct gather_file *file, const char *name);

/* A sparse tensor, none of which is read. */
bool gather__onnx_add_sparse(struct gather__wire *message, struct gather_file *file, const char *name);

/* A text of a message, which then belongs to the file. */
bool gather__onnx_text(struct gather__wire *message, const struct gather__wire_field *field,
                       struct gather_file *file, const char **text);

/* Keeps a field that may be there once. */
bool gather__onnx_once(struct gather__wire *message, const struct gather__wire_field *field,
                       enum gather__wire_type type, struct gather__wire_field *kept);

#endif
