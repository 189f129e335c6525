/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands from here to x86/end_tmpl.h is compiled for AVX-512: what tables.c asks the processor for, and no more.
 * No guard: it opens a stretch of the file that includes it.
 */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,bmi,bmi2"))),    \
                             apply_to = function)
#else
#if !defined(__OPTIMIZE__) /* some of gcc's intrinsics are macros then, which convert to short and signs */
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,bmi,bmi2")
#endif
