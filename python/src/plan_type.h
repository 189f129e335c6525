/* SPDX-License-Identifier: Apache-2.0 */
/* libgather.Plan: an op and the layouts of its operands, planned once and called again and again. */
#ifndef GATHER_PYTHON_PLAN_TYPE_H
#define GATHER_PYTHON_PLAN_TYPE_H

#include "module.h"

bool plan_type_init(PyObject *module, struct module_state *state);

#endif
