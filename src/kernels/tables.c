/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of kernels, and which of them this processor takes. What it can do is looked up once and never
 * changes; that two threads look at once does no harm.
 */
#include <string.h>
#if __STDC_HOSTED__
#include <stdlib.h>
#endif

#include "kernels/pick.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

/* ---- thresholds ---------------------------------------------------------------------------------- */

enum family { INTEL, AMD, OTHER, FAMILIES };

/*
 * Measured where it says so: `gather bench` with its rows, and these numbers moved up and down. What was not
 * measured is as one expects a processor to be that has no peculiarities.
 */
static const struct gather__tuning tunings[] = {
    [INTEL] = {.family = "intel", /* measured on Emerald Rapids */
               .near_bytes = 1 << 24,
               .asked_bytes = 1 << 10,
               .stream_bytes = 1 << 22,
               .gathers = true},
    [AMD] = {.family = "amd", /* measured on Zen 5 */
             .near_bytes = 1 << 20,
             .asked_bytes = 1 << 14,
             .stream_bytes = 1 << 25},
    [OTHER] = {.family = "other", /* unmeasured */
               .near_bytes = 1 << 20,
               .asked_bytes = 1 << 14,
               .stream_bytes = 1 << 25},
};

/* ---- tables -------------------------------------------------------------------------------------- */

/* What differs between processors are kernels and the tuning; what fills and settles is the same for all. */
#define TABLE(set, tuned)                                                                                    \
    {                                                                                                        \
        .name = #set, .tuning = &tunings[tuned], .moves = gather__move_kernels_##set,                        \
        .fetches = gather__fetch_kernels_##set, .indices = gather__index_kernels_##set,                      \
        .picks = gather__picks_##set, .index_value = gather__index_value, .tiny_name = "gather_tiny_" #set,  \
        .gather_tiny = gather__gather_tiny_##set, .bits_name = "move_bits_" #set,                            \
        .move_bits = gather__move_bits_##set, .fill = gather__fill_bytes_scalar,                             \
        .fill_bits = gather__fill_bits_scalar, .settle = gather__settle,                                     \
    }

const struct gather__kernels gather__kernels_scalar = TABLE(scalar, OTHER);

#if defined(GATHER_KERNELS_X86)

#define gather__gather_tiny_avx2 gather__gather_tiny_scalar /* whose gathers win nothing */

#define TABLES(set)                                                                                          \
    static const struct gather__kernels set[FAMILIES] = {                                                    \
        [INTEL] = TABLE(set, INTEL), [AMD] = TABLE(set, AMD), [OTHER] = TABLE(set, OTHER)}
TABLES(avx512);
TABLES(avx2);

static enum family family_here(void)
{
    return __builtin_cpu_is("intel") ? INTEL : __builtin_cpu_is("amd") ? AMD : OTHER;
}

static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

#else

static enum family family_here(void) { return OTHER; }

#endif

static bool always(void) { return true; }

/* The best first; for each a table a family, or one for all. */
static const struct {
    const struct gather__kernels *kernels;
    bool (*runs_here)(void);
    bool has_families;
} tables[] = {
#if defined(GATHER_KERNELS_X86)
    {avx512, has_avx512, true},
    {avx2, has_avx2, true},
#endif
    {&gather__kernels_scalar, always, false},
};

const struct gather__kernels *gather__kernels_at(size_t position)
{
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++)
        if (tables[k].runs_here() && position-- == 0)
            return tables[k].kernels + (tables[k].has_families ? family_here() : 0);
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

_Atomic(const struct gather__kernels *) gather__kernels_known;

const struct gather__kernels *gather__kernels_look_up(void)
{
    const struct gather__kernels *kernels = choose();
    atomic_store_explicit(&gather__kernels_known, kernels, memory_order_release);
    return kernels;
}
