/* SPDX-License-Identifier: Apache-2.0 */
/* What gathers of quantised numbers judge alike. */
#ifndef GATHER_DIALECTS_SCALING_H
#define GATHER_DIALECTS_SCALING_H

#include "dialects/judging.h"

/* The types of scales, and so of what becomes of the numbers. */
#define GATHER__SCALES (GATHER__TYPE(F32) | GATHER__TYPE(F16) | GATHER__TYPE(BF16))

/*
 * What is judged first: the version; three inputs, or four with zero points; the options, but for the policy `fill`: what
 * it fills with has the data's type, and the output another.
 * names: of the four. Returns: OK; UNSUPPORTED, ARGUMENT.
 */
enum gather_status gather__need_scaling(const struct gather__call *call, const char *const *names,
                                        bool has_strict, struct gather_error *error);

#endif
