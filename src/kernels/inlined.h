/* SPDX-License-Identifier: Apache-2.0 */
/* For templates of vectors: functions whose arguments the compiler should see, and loops whose numbers it should. */
#ifndef GATHER_KERNELS_INLINED_H
#define GATHER_KERNELS_INLINED_H

#if defined(__clang__)
#if __has_feature(address_sanitizer)
#define UNROLLED /* it gives up on loops full of checks, and warns of it */
#else
#define UNROLLED _Pragma("clang loop unroll(full)")
#endif
#elif defined(__GNUC__)
#define UNROLLED _Pragma("GCC unroll 64")
#else
#define UNROLLED
#endif
#if defined(__GNUC__) || defined(__clang__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* Loops of a file that is compiled without vectors, for it has its own, that want the compiler's all the same. */
#if defined(__GNUC__) && !defined(__clang__)
#define VECTORIZED __attribute__((optimize("tree-vectorize")))
#else
#define VECTORIZED
#endif

/* Where a sanitizer checks each access, copies of a body full of them take minutes to compile: it is called there. */
#if defined(__SANITIZE_ADDRESS__)
#define INLINED_UNLESS_CHECKED static __attribute__((noinline, unused))
#else
#define INLINED_UNLESS_CHECKED INLINED
#endif

#endif
