/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of kernels that this library is built with. */
#ifndef GATHER_KERNELS_TABLE_H
#define GATHER_KERNELS_TABLE_H

#include "core/kernel.h"

/* Portable C, one element at a time but for tiles of a transpose: the specification of every other table. */
extern const struct gather__kernels gather__kernels_scalar;

#endif
