/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers scaled, for the AVX2 table. */
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/scale_tmpl.h"

SCALE(gather__scale_avx2)

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_scale_avx2; /* a file without anything is no C */
const int gather__no_scale_avx2 = 0;

#endif
