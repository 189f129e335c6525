/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What kernels share that permute bytes of registers of 64 bytes. For files between x86/begin_avx512_tmpl.h and
 * x86/end_tmpl.h.
 */
#ifndef GATHER_KERNELS_X86_PERMUTED_H
#define GATHER_KERNELS_X86_PERMUTED_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernels/inlined.h"

enum { VECTOR = 64 };

/* Not every processor with the rest has the instruction that permutes bytes. */
#define BYTES_PERMUTE __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi,bmi,bmi2")))

static inline bool can_permute_bytes(void) { return __builtin_cpu_supports("avx512vbmi"); }

/* The first lanes of a register, a byte each. */
INLINED __mmask64 first_lanes(int64_t count)
{
    return count >= VECTOR ? ~UINT64_C(0) : count > 0 ? (UINT64_C(1) << count) - 1 : 0;
}

#endif
