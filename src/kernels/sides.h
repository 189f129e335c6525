/* SPDX-License-Identifier: Apache-2.0 */
/* From where on a crossing goes by squares. For move_width_tmpl.h; a file has one REGISTER, or none. */
#ifndef GATHER_KERNELS_SIDES_H
#define GATHER_KERNELS_SIDES_H

#ifdef REGISTER
enum { LEAST_SIDE = 8, LEAST_ELEMENTS = 144, PART_SIDE = 16 };
#else
enum { LEAST_SIDE = 16, LEAST_ELEMENTS = 576, PART_SIDE = 32 };
#endif

#endif
