/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of ONNX, put together field by field: right ones and wrong ones. */
#ifndef GATHER_TESTS_ONNX_BY_HAND_H
#define GATHER_TESTS_ONNX_BY_HAND_H

#include "support/bytes_by_hand.h"

/* Fields of a TensorProto. */
enum {
    DIMS = 1,
    DATA_TYPE = 2,
    SEGMENT = 3,
    FLOAT_DATA = 4,
    INT32_DATA = 5,
    STRING_DATA = 6,
    INT64_DATA = 7,
    NAME = 8,
    RAW_DATA = 9,
    DOUBLE_DATA = 10,
    UINT64_DATA = 11,
    EXTERNAL_DATA = 13,
    DATA_LOCATION = 14
};

/* Begins a TensorProto: name, type, and as many sizes as there are before a negative one. */
void onnx_tensor(struct bytes_by_hand *tensor, const char *name, uint64_t type, const int64_t *sizes);

/* Adds an entry of external_data. */
void onnx_external(struct bytes_by_hand *tensor, const char *key, const char *value);

/*
 * Makes a ValueInfoProto: name, type, and as many sizes as there are before one below -1, which itself is one that has
 * a name.
 */
void onnx_value(struct bytes_by_hand *value, const char *name, int type, const int64_t *sizes);

/* A model of one graph. */
void onnx_model(struct bytes_by_hand *model, const struct bytes_by_hand *graph);

/* A Constant of one attribute, whose name is put already: fields of the value are added by the caller. */
void onnx_constant(struct bytes_by_hand *node, const char *output, const struct bytes_by_hand *attribute);

#endif
