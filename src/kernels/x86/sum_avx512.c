/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of floats added up, for the AVX-512 table; those of integers by the scalar kernel. */
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/table.h"
#include "kernels/x86/begin_avx512_tmpl.h"

#include "kernels/sum_tmpl.h"

SUM(gather__sum_avx512, gather__sum_scalar)

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_sum_avx512; /* a file without anything is no C */
const int gather__no_sum_avx512 = 0;

#endif
