/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of kernels, and which of them this processor takes. What it can do is looked up once and never
 * changes; that two threads look at once does no harm.
 */
#include <stdatomic.h>
#include <string.h>
#if __STDC_HOSTED__
#include <stdlib.h>
#endif

#include "kernels/table.h"
#include "kernels/x86/tables.h"

/* What differs between processors are the kernels of moves, fetches, indices and bits. */
#define TABLE(set)                                                                                           \
    {                                                                                                        \
        .name = #set, .moves = gather__move_kernels_##set, .fetches = gather__fetch_kernels_##set,           \
        .indices = gather__index_kernels_##set, .index_value = gather__index_value,                          \
        .gather_tiny = gather__gather_tiny, .bits_name = "move_bits_" #set,                                  \
        .move_bits = gather__move_bits_##set, .fill = gather__fill_bytes_scalar,                             \
        .fill_bits = gather__fill_bits_scalar, .settle = gather__settle,                                     \
    }

const struct gather__kernels gather__kernels_scalar = TABLE(scalar);

#if defined(GATHER_KERNELS_X86)

static const struct gather__kernels avx512 = TABLE(avx512), avx2 = TABLE(avx2);

static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

#endif

static bool always(void) { return true; }

/* The best first. */
static const struct {
    const struct gather__kernels *kernels;
    bool (*runs_here)(void);
} tables[] = {
#if defined(GATHER_KERNELS_X86)
    {&avx512, has_avx512},
    {&avx2, has_avx2},
#endif
    {&gather__kernels_scalar, always},
};

const struct gather__kernels *gather__kernels_at(size_t position)
{
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++)
        if (tables[k].runs_here() && position-- == 0)
            return tables[k].kernels;
    return NULL;
}

/* The table that the environment asks for. Returns: NULL if it does not, or there is no environment. */
static const char *wanted_table(void)
{
#if __STDC_HOSTED__
    return getenv("GATHER_CPU");
#else
    return NULL;
#endif
}

/* The table that is wanted, the best of all if none of that name runs here. */
static const struct gather__kernels *choose(void)
{
    const char *wanted = wanted_table();
    const struct gather__kernels *kernels;
    for (size_t k = 0; wanted != NULL && (kernels = gather__kernels_at(k)) != NULL; k++)
        if (strcmp(kernels->name, wanted) == 0)
            return kernels;
    return gather__kernels_at(0);
}

const struct gather__kernels *gather__kernels_here(void)
{
    static _Atomic(const struct gather__kernels *) chosen;
    const struct gather__kernels *kernels = atomic_load_explicit(&chosen, memory_order_acquire);
    if (kernels == NULL) {
        kernels = choose();
        atomic_store_explicit(&chosen, kernels, memory_order_release);
    }
    return kernels;
}
