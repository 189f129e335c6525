/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which versions of an operator there are: opsets of ONNX and OpenVINO, feature levels of DirectML, times ten.
 * Other worlds have none.
 */
#ifndef GATHER_DIALECTS_KNOWN_VERSIONS_H
#define GATHER_DIALECTS_KNOWN_VERSIONS_H

#include "gather/op.h"

/*
 * Judges the version of an op; 0, the newest, always is one.
 * Returns: OK; UNSUPPORTED (ONNX-2, OV-1), ARGUMENT of `version` (DML-1, DML-2, and where there are none).
 */
enum gather_status gather__version_check(const struct gather_op *op, struct gather_error *error);

#endif
