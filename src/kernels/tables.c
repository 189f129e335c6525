/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of kernels, and which of them this processor takes. What it can do is looked up once and never
 * changes; that two threads look at once does no harm.
 */
#include <string.h>
#if __STDC_HOSTED__
#include <stdlib.h>
#include <time.h>
#endif

#include "kernels/arm/table_neon.h"
#include "kernels/pick.h"
#include "kernels/table.h"
#include "kernels/tuning.h"
#include "kernels/x86/tables.h"
#if defined(GATHER_KERNELS_X86)
#include <cpuid.h>
#endif

/* ---- thresholds ---------------------------------------------------------------------------------- */

enum family { INTEL, AMD, AMD_ZEN3, AMD_ZEN1, ARM, OTHER, FAMILIES };

#define UNMEASURED NULL
/* Nanoseconds that a block takes where pages are what it waits for, on any processor; Zen 1's alone is measured. */
enum { UNHURRIED = 40 };
enum { USUAL_AHEAD = 8192 }; /* of indices: best of some distances, to which there was no second one */

/*
 * Measured where it says so: by `gather bench --tune`, and by its rows with these numbers moved up and down. What was not
 * measured is as one expects a processor to be that has no peculiarities. That data counts to stream_bytes was measured on
 * a Zen 4: outputs of 8 to 15 MiB take .7 of the time past the caches if they are rows out of as much data, .4 if they are
 * planes that become pixels, and less too if all of them is read at once afterwards; but out of a table of 1 MiB 1.2 times
 * as long, and 1.4. With two threads an output of 12 MiB takes .45 to .85 of the time through the caches, and 1.0 to 1.2
 * if they are empty: hence shared_times. With one, rows of 2 KiB and more take .8 to 1.05 of the time if a quarter of them
 * goes through the caches, and likewise if they are empty; outputs of 60 MB and more 1.1 times as long. Those of Intel and
 * Zen 1 are twice what was measured before it counted, so that moves of as much data are as they were; on a Zen 3 and a
 * Zen 5 these go past the caches from half as large on as was measured.
 */
static const struct gather__column columns[FAMILIES] = {
    [INTEL] = {.family = "intel",
               .measured = "Emerald Rapids",
               .tuning = {.near_bytes = 1 << 24,
                          .asked_bytes = 1 << 10,
                          .stream_bytes = 1 << 23,
                          .gathers = 1,
                          .bin_time = UNHURRIED,
                          .ahead = 24,
                          .picked = 512,
                          .single_least = 1 << 16,
                          .single_most = 1 << 21,
                          .indices_ahead = USUAL_AHEAD}},
    [AMD] = {.family = "amd",
             .measured = "Zen 5",
             .tuning = {.near_bytes = 1 << 20,
                        .asked_bytes = 1 << 14,
                        .stream_bytes = 1 << 25,
                        .bin_time = UNHURRIED,
                        .ahead = 128,
                        .nearest = 1,
                        .indices_ahead = USUAL_AHEAD}},
    /*
     * And of all others without AVX-512 but Zen 1. A Zen 4's are asked_bytes, which was 8 KiB on a Zen 3, ahead_kept, and
     * how indices are asked for.
     */
    [AMD_ZEN3] = {.family = "amd",
                  .measured = "Zen 3 and 4",
                  .tuning = {.near_bytes = 1 << 22,
                             .asked_bytes = 1 << 14,
                             .stream_bytes = 15 << 20,
                             .shared_times = 2,
                             .bin_time = UNHURRIED,
                             .ahead = 24,
                             .ahead_kept = 64,
                             .indices_ahead = 3072,
                             .far_indices_ahead = 8192}},
    [AMD_ZEN1] = {.family = "amd", /* vectors of 32 bytes go by halves */
                  .measured = "Zen 1",
                  .tuning = {.near_bytes = 1 << 22,
                             .asked_bytes = 1 << 13,
                             .stream_bytes = 1 << 23,
                             .bin_time = 24,
                             .ahead = 24,
                             .nearest = 1,
                             .foresees = 1,
                             .halves = 1,
                             .indices_ahead = USUAL_AHEAD}},
    /* nothing goes past its caches */
    [ARM] = {.family = "arm",
             .measured = UNMEASURED,
             .tuning = {.near_bytes = 1 << 20,
                        .asked_bytes = 1 << 14,
                        .stream_bytes = INT64_MAX,
                        .bin_time = UNHURRIED,
                        .ahead = 24,
                        .indices_ahead = USUAL_AHEAD}},
    [OTHER] = {.family = "other",
               .measured = UNMEASURED,
               .tuning = {.near_bytes = 1 << 20,
                          .asked_bytes = 1 << 14,
                          .stream_bytes = 1 << 25,
                          .bin_time = UNHURRIED,
                          .ahead = 24,
                          .indices_ahead = USUAL_AHEAD}},
};

/* ---- time ---------------------------------------------------------------------------------------- */

#if __STDC_HOSTED__ && defined(TIME_UTC)

static int64_t clock_here(void)
{
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) != TIME_UTC)
        return 0;
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec; /* bounded: some centuries */
}

#define CLOCK clock_here

#else

#define CLOCK NULL

#endif

/* ---- tables -------------------------------------------------------------------------------------- */

/* What differs between processors are kernels and the tuning; what fills and settles is the same for all. */
#define TABLE(set, tuned, permutes, computes)                                                                \
    {                                                                                                        \
        .name = #set, .tuning = &columns[tuned].tuning, .clock = CLOCK, .moves = gather__move_kernels_##set, \
        .fetches = gather__fetch_kernels_##set, .indices = gather__index_kernels_##set,                      \
        .picks = gather__picks_##set, .permute = permutes, .index_value = gather__index_value,               \
        .bits_name = "move_bits_" #set, .move_bits = gather__move_bits_##set,                                \
        .scale_name = "scale_" #computes, .scale = gather__scale_##computes, .sum_name = "sum_" #computes,   \
        .sum = gather__sum_##computes, .fill = gather__fill_bytes_scalar,                                    \
        .fill_bits = gather__fill_bits_scalar, .settle = gather__settle, .ask = gather__ask,                 \
    }

const struct gather__kernels gather__kernels_scalar = TABLE(scalar, OTHER, NULL, scalar);

#if defined(GATHER_KERNELS_X86)

/* amd, zen3, zen1: the columns for these families; the gathers of AVX2 win nothing on any of them. */
#define TABLES(set, amd, zen3, zen1, permutes)                                                               \
    static const struct gather__kernels set[FAMILIES] = {[INTEL] = TABLE(set, INTEL, permutes, avx2),        \
                                                         [AMD] = TABLE(set, amd, permutes, avx2),            \
                                                         [AMD_ZEN3] = TABLE(set, zen3, permutes, avx2),      \
                                                         [AMD_ZEN1] = TABLE(set, zen1, permutes, avx2),      \
                                                         [OTHER] = TABLE(set, OTHER, permutes, avx2)}
TABLES(avx512, AMD, AMD_ZEN3, AMD, &gather__permute_avx512);
TABLES(avx2, AMD_ZEN3, AMD_ZEN3, AMD_ZEN1, &gather__permute_avx2);

/* Not every compiler has a word for this one, nor for the next. */
static bool has_f16c(void)
{
    unsigned int a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

/* Of AMD's: 19h. */
static bool is_zen3_or_4(void)
{
    unsigned int a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (a >> 8 & 0xF) + (a >> 20 & 0xFF) == 0x19;
}

static enum family family_here(void)
{
    return __builtin_cpu_is("intel")    ? INTEL
           : !__builtin_cpu_is("amd")   ? OTHER
           : __builtin_cpu_is("znver1") ? AMD_ZEN1
           : is_zen3_or_4()             ? AMD_ZEN3
                                        : AMD;
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && has_f16c();
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

#else

#if defined(GATHER_KERNELS_ARM)

static const struct gather__kernels neon = TABLE(neon, ARM, NULL, scalar);

#endif

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
#elif defined(GATHER_KERNELS_ARM)
    {&neon, always, false},
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

/* ---- what the environment asks for --------------------------------------------------------------- */

/* Returns: NULL if it asks for nothing, or there is no environment. */
static const char *environment(const char *name)
{
#if __STDC_HOSTED__
    return getenv(name);
#else
    (void)name;
    return NULL;
#endif
}

/* The table that is wanted, the best of all if none of that name runs here. */
static const struct gather__kernels *choose(void)
{
    const char *wanted = environment("GATHER_CPU");
    const struct gather__kernels *kernels;
    for (size_t k = 0; wanted != NULL && (kernels = gather__kernels_at(k)) != NULL; k++)
        if (strcmp(kernels->name, wanted) == 0)
            return kernels;
    return gather__kernels_at(0);
}

/* The column of a table, which is `asked` if it is none of the constant ones. */
static const struct gather__column *column_of(const struct gather__kernels *kernels,
                                              const struct gather__column *asked)
{
    for (int k = 0; k < FAMILIES; k++)
        if (kernels->tuning == &columns[k].tuning)
            return &columns[k];
    return asked;
}

/* The table and the column that GATHER_TUNE asks for: written once, by the thread that comes first. */
static struct gather__kernels asked_kernels;
static struct gather__column asked_column;

static const struct gather__kernels *tune(const struct gather__kernels *kernels,
                                          const struct gather__column *column)
{
    asked_column = *column;
    asked_column.is_asked = true;
    asked_kernels = *kernels;
    asked_kernels.tuning = &asked_column.tuning;
    return &asked_kernels;
}

_Atomic(const struct gather__kernels *) gather__kernels_known;

/*
 * A text of thresholds that is none is as if it were not there, like a name of a table that is none. A thread that
 * comes while another one writes the column takes the constant one that once: the bytes of outputs are the same.
 */
const struct gather__kernels *gather__kernels_look_up(void)
{
    static atomic_flag is_written = ATOMIC_FLAG_INIT;
    const struct gather__kernels *kernels = choose();
    const char *wanted = environment("GATHER_TUNE");
    struct gather__column column = *column_of(kernels, NULL);
    if (wanted != NULL && gather__tuning_read(&column.tuning, wanted, NULL) == GATHER_STATUS_OK) {
        if (atomic_flag_test_and_set(&is_written))
            return kernels;
        kernels = tune(kernels, &column);
    }
    atomic_store_explicit(&gather__kernels_known, kernels, memory_order_release);
    return kernels;
}

const struct gather__column *gather__column_here(void)
{
    return column_of(gather__kernels_here(), &asked_column);
}
