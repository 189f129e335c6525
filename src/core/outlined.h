/* SPDX-License-Identifier: Apache-2.0 */
/* For functions whose large stack frame, or much code or many registers, should not become those of their callers. */
#ifndef GATHER_CORE_OUTLINED_H
#define GATHER_CORE_OUTLINED_H

#if defined(__GNUC__) || defined(__clang__)
#define OUTLINED static __attribute__((noinline))
#else
#define OUTLINED static
#endif

#endif
