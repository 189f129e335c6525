/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather: tensor gather (take, index_select, embedding lookup) over any layout. This header brings all of
 * the library but gather/directml.h, which has DirectML's own names; threads, files and cases have headers and
 * libraries of their own.
 *
 * A pointer is never NULL unless its comment says that it may be. A struct that begins with its own size is as long as
 * that: fields that the caller's lacks are 0, and those that this library's lacks are not looked at.
 */
#ifndef GATHER_GATHER_H
#define GATHER_GATHER_H

#include "gather/axes.h"
#include "gather/directml_op.h"
#include "gather/dtype.h"
#include "gather/layout.h"
#include "gather/names.h"
#include "gather/numpy.h"
#include "gather/onnx.h"
#include "gather/op.h"
#include "gather/openvino.h"
#include "gather/plan.h"
#include "gather/status.h"
#include "gather/torch.h"
#include "gather/version.h"
#include "gather/webnn.h"
#include "gather/xla.h"
#include "gather/xla_text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that runs, "MAJOR.MINOR.PATCH". Returns: a static string. */
GATHER_API const char *gather_version(void);

/*
 * The size of a struct of libgather, by its name without "gather_" ("layout", "error", "layout_summary"), for
 * languages that can't see this header. Returns: 0 for any other name, and those of the libraries around it.
 */
GATHER_API size_t gather_abi_size(const char *name);

#ifdef __cplusplus
}
#endif

#endif
