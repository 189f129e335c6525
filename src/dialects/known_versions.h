/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which versions of an operator there are: opsets of ONNX and OpenVINO, feature levels of DirectML, times ten.
 * Other worlds have none.
 */
#ifndef GATHER_DIALECTS_KNOWN_VERSIONS_H
#define GATHER_DIALECTS_KNOWN_VERSIONS_H

#include "dialects/lower.h"

/* The opsets that have an operator. Feature levels have gaps, so `last` is 0 there, as where there are no versions. */
struct gather__versions {
    int32_t numbering; /* how its world counts */
    int32_t first, last;
};

/* By the number of an operator. */
extern const struct gather__versions gather__versions[GATHER__OPERATIONS];

/* As below, of any version. */
enum gather_status gather__version_judge(const struct gather_op *op, struct gather_error *error);

/*
 * Judges the version of an op; 0, the newest, always is one.
 * Returns: OK; UNSUPPORTED (ONNX-2, OV-1), ARGUMENT of `version` (DML-1, DML-2, and where there are none).
 */
static inline enum gather_status gather__version_check(const struct gather_op *op, struct gather_error *error)
{
    if (op->version == 0)
        return GATHER_STATUS_OK;
    if (op->operation >= 0 && op->operation < GATHER__OPERATIONS &&
        op->version >= gather__versions[op->operation].first &&
        op->version <= gather__versions[op->operation].last)
        return GATHER_STATUS_OK;
    return gather__version_judge(op, error);
}

#endif
