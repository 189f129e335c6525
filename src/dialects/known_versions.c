/* SPDX-License-Identifier: Apache-2.0 */
/* Which versions of an operator there are, as a table: version.h says how it is used. */
#include "dialects/known_versions.h"
#include "core/fail.h"

#include <stdbool.h>

enum { LAST_ONNX = 28, LAST_OPENVINO = 17, LAST_DIRECTML = 64 };

static const struct versions {
    int32_t operation;
    int32_t first, last; /* that has the operator, that is known */
} versions[] = {
    {GATHER_OPERATION_ONNX_GATHER, 1, LAST_ONNX},
    {GATHER_OPERATION_ONNX_GATHER_ELEMENTS, 11, LAST_ONNX},
    {GATHER_OPERATION_ONNX_GATHER_ND, 11, LAST_ONNX},
    {GATHER_OPERATION_OPENVINO_GATHER, 1, LAST_OPENVINO},
    {GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS, 6, LAST_OPENVINO},
    {GATHER_OPERATION_OPENVINO_GATHER_ND, 5, LAST_OPENVINO},
    {GATHER_OPERATION_DIRECTML_GATHER, 10, LAST_DIRECTML},
    {GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS, 21, LAST_DIRECTML},
    {GATHER_OPERATION_DIRECTML_GATHER_ND, 21, LAST_DIRECTML},
    {GATHER_OPERATION_DIRECTML_GATHER_ND1, 30, LAST_DIRECTML},
};

static const int32_t levels[] = {10, 20, 21, 30, 31, 40, 41, 50, 51, 52, 60, 61, 62, 63, 64};

static const struct versions *versions_of(int32_t operation)
{
    for (size_t k = 0; k < sizeof versions / sizeof *versions; k++)
        if (versions[k].operation == operation)
            return &versions[k];
    return NULL;
}

static bool is_level(int32_t version)
{
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
        if (levels[k] == version)
            return true;
    return false;
}

enum gather_status gather__version_check(const struct gather_op *op, struct gather_error *error)
{
    const struct versions *row = versions_of(op->operation);
    if (op->version == 0)
        return GATHER_STATUS_OK;
    if (row == NULL)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "version", "no version");
    if (row->last == LAST_DIRECTML) {
        if (is_level(op->version) && op->version >= row->first)
            return GATHER_STATUS_OK;
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "version",
                            "a feature level that has the operator");
    }
    bool newest = row->last == LAST_ONNX && op->strictness == GATHER_LOOSE; /* ONNX-2, ONNX-3 */
    if (op->version >= row->first && (op->version <= row->last || newest))
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_UNSUPPORTED, NULL, "an opset that has the operator");
    return gather__fail_value(error, GATHER_STATUS_UNSUPPORTED, op->version, row->first, row->last);
}
