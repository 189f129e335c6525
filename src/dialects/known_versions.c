/* SPDX-License-Identifier: Apache-2.0 */
/* Which versions of an operator there are: known_versions.h says how it is used. */
#include "dialects/known_versions.h"

#include "core/fail.h"

enum numbering { NONE, ONNX, OPENVINO, DIRECTML, MICROSOFT };

enum last {
    LAST_NONE,
    LAST_DIRECTML = 0,
    LAST_ONNX = 28,
    LAST_OPENVINO = 17,
    LAST_MICROSOFT = 1
}; /* that is known */
static const int32_t levels[] = {10, 20, 21, 30, 31, 40, 41, 50, 51, 52, 60, 61, 62, 63, 64};
enum { NEWEST_LEVEL = 64 };

const struct gather__versions gather__versions[GATHER__OPERATIONS] = {
#define X(id, lowering, numbering, first, computation)                                                       \
    [GATHER_OPERATION_##id] = {numbering, first, LAST_##numbering},
#include "dialects/operations.def"
#undef X
};

static bool is_level(int32_t version)
{
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
        if (levels[k] == version)
            return true;
    return false;
}

/* For who writes levels as texts: an error has them times ten. */
static const char *words_of_levels(int32_t first)
{
    return first < 21   ? "a feature level that has the operator, from 1.0 to 6.4"
           : first < 30 ? "a feature level that has the operator, from 2.1 to 6.4"
                        : "a feature level that has the operator, from 3.0 to 6.4";
}

enum gather_status gather__version_judge(const struct gather_op *op, struct gather_error *error)
{
    bool is_one = op->operation >= 0 && op->operation < GATHER__OPERATIONS;
    const struct gather__versions *row = &gather__versions[is_one ? op->operation : GATHER_OPERATION_NONE];
    if (row->numbering == NONE)
        return gather__fail_given(error, gather__fail(error, GATHER_STATUS_ARGUMENT, "version", "no version"),
                                  op->version);
    if (row->numbering == DIRECTML) {
        if (is_level(op->version) && op->version >= row->first)
            return GATHER_STATUS_OK;
        gather__fail(error, GATHER_STATUS_ARGUMENT, "version", words_of_levels(row->first));
        return gather__fail_value(error, GATHER_STATUS_ARGUMENT, op->version, row->first, NEWEST_LEVEL);
    }
    bool newest = row->numbering == ONNX && op->strictness == GATHER_LOOSE; /* ONNX-2, ONNX-3 */
    if (op->version >= row->first && (op->version <= row->last || newest))
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_UNSUPPORTED, "version", "an opset that has the operator");
    return gather__fail_value(error, GATHER_STATUS_UNSUPPORTED, op->version, row->first,
                              newest ? INT64_MAX : row->last);
}
