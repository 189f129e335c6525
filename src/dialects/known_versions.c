/* SPDX-License-Identifier: Apache-2.0 */
/* Which versions of an operator there are: known_versions.h says how it is used. */
#include "dialects/known_versions.h"
#include "core/fail.h"

#include <stdbool.h>

enum numbering { NONE, ONNX, OPENVINO, DIRECTML };

static const int32_t last_opset[] = {[ONNX] = 28, [OPENVINO] = 17}; /* that is known */
static const int32_t levels[] = {10, 20, 21, 30, 31, 40, 41, 50, 51, 52, 60, 61, 62, 63, 64};

static const struct versions {
    int32_t operation;
    enum numbering numbering;
    int32_t first; /* that has the operator */
} versions[] = {
#define X(id, lowering, numbering, first) {GATHER_OPERATION_##id, numbering, first},
#include "dialects/operations.def"
#undef X
};

static const struct versions *versions_of(int32_t operation)
{
    for (size_t k = 0; k < sizeof versions / sizeof *versions; k++)
        if (versions[k].operation == operation && versions[k].numbering != NONE)
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
    if (row->numbering == DIRECTML) {
        if (is_level(op->version) && op->version >= row->first)
            return GATHER_STATUS_OK;
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "version",
                            "a feature level that has the operator");
    }
    int32_t last = last_opset[row->numbering];
    bool newest = row->numbering == ONNX && op->strictness == GATHER_LOOSE; /* ONNX-2, ONNX-3 */
    if (op->version >= row->first && (op->version <= last || newest))
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_UNSUPPORTED, NULL, "an opset that has the operator");
    return gather__fail_value(error, GATHER_STATUS_UNSUPPORTED, op->version, row->first, last);
}
