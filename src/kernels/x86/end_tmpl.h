/* SPDX-License-Identifier: Apache-2.0 */
/* Ends what x86/begin_avx2_tmpl.h or x86/begin_avx512_tmpl.h has begun. */
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
