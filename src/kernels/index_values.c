/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading indices, in portable C: the specification of every faster way. The order is fixed: an index is read
 * once, widened by its own width and sign, counted from the end if it is negative and may be, then judged.
 */
#include <string.h>

#include "core/arith.h"
#include "core/once.h"
#include "kernels/table.h"

/* ---- what a value means -------------------------------------------------------------------------- */

/* A value that is outside; `above` says on which side. Returns: what it becomes. */
static int64_t judge_outside(int64_t value, bool above, const struct gather__rule *rule,
                             struct gather__index_fate *fate)
{
    switch (rule->policy) {
    case GATHER_POLICY_CLAMP:
        return above ? rule->limit : 0;
    case GATHER_POLICY_WRAP:
        return gather__floor_modulo(value, rule->limit + 1);
    case GATHER_POLICY_ERROR:
        fate->refused++;
        return rule->limit < 0 ? GATHER__ABSENT : 0;
    default:
        return GATHER__ABSENT;
    }
}

/* An unsigned value beyond 2^63-1 is above all; its remainder is taken unsigned. */
static int64_t judge_huge(uint64_t value, const struct gather__rule *rule, struct gather__index_fate *fate)
{
    if (rule->policy == GATHER_POLICY_WRAP)
        return (int64_t)(value % ((uint64_t)rule->limit + 1));
    return judge_outside(INT64_MAX, true, rule, fate);
}

static inline int64_t judge(int64_t value, const struct gather__rule *rule, struct gather__index_fate *fate)
{
    if (value < 0 && rule->is_negative)
        value += rule->size; /* bounded: a negative number and a size */
    if (value >= 0 && value <= rule->limit)
        return value;
    return judge_outside(value, value > 0, rule, fate);
}

static inline int64_t judge_unsigned(uint64_t value, const struct gather__rule *rule,
                                     struct gather__index_fate *fate)
{
    return value <= INT64_MAX ? judge((int64_t)value, rule, fate) : judge_huge(value, rule, fate);
}

/* Result `k` of a run for what an index became. */
static inline int64_t result_of(int64_t judged, const struct gather__index_run *run, int64_t k,
                                struct gather__index_fate *fate)
{
    if (judged == GATHER__ABSENT) {
        fate->absent++;
        return GATHER__ABSENT;
    }
    return run->begin + k * run->slope + judged * run->scale; /* bounded: inside the data */
}

/* ---- one reader a type --------------------------------------------------------------------------- */

/* load: an expression of `indices` and `at` that reads one index, as judge takes it. */
#define READER(name, load, judge)                                                                            \
    static int64_t value_##name(const uint8_t *indices, int64_t at) { return (int64_t)load; }                \
    static void read_##name(int64_t *results, const struct gather__index_run *run,                           \
                            const struct gather__rule *rule, struct gather__index_fate *fate)                \
    {                                                                                                        \
        const struct gather__rule own = *rule;                                                               \
        const struct gather__index_run here = *run;                                                          \
        struct gather__index_fate found = {0, 0};                                                            \
        const uint8_t *indices = here.indices;                                                               \
        int64_t at = here.first;                                                                             \
        for (int64_t k = 0; k < here.count; k++, at += here.step)                                            \
            results[k] = result_of(judge(load, &own, &found), &here, k, &found);                             \
        fate->refused += found.refused;                                                                      \
        fate->absent += found.absent;                                                                        \
    }                                                                                                        \
    static bool find_##name(const struct gather__index_run *run, const struct gather__rule *rule)            \
    {                                                                                                        \
        struct gather__rule strict = *rule;                                                                  \
        struct gather__index_fate fate = {0, 0};                                                             \
        const uint8_t *indices = run->indices;                                                               \
        strict.policy = GATHER_POLICY_ERROR;                                                                 \
        for (int64_t k = 0; k < run->count && fate.refused == 0; k++) {                                      \
            int64_t at = run->first + k * run->step;                                                         \
            (void)judge(load, &strict, &fate);                                                               \
        }                                                                                                    \
        return fate.refused != 0;                                                                            \
    }

#define LOADER(name, type)                                                                                   \
    static inline type load_##name(const uint8_t *indices, int64_t at)                                       \
    {                                                                                                        \
        type value;                                                                                          \
        memcpy(&value, indices + at, sizeof value);                                                          \
        return (type)gather__keep_value((int64_t)value);                                                     \
    }

LOADER(i8, int8_t)
LOADER(i16, int16_t)
LOADER(i32, int32_t)
LOADER(i64, int64_t)
LOADER(u8, uint8_t)
LOADER(u16, uint16_t)
LOADER(u32, uint32_t)
LOADER(u64, uint64_t)
#undef LOADER

/* Below a byte, `at` counts bits. */
static inline int64_t load_bits(const uint8_t *indices, int64_t at, int32_t width)
{
    return gather__keep_value(indices[at >> 3]) >> (at & 7) & ((1 << width) - 1);
}

/* The upper half of a type's patterns is negative if it has a sign. */
static inline int64_t load_signed_bits(const uint8_t *indices, int64_t at, int32_t width)
{
    int64_t value = load_bits(indices, at, width);
    return value >= 1 << (width - 1) ? value - (1 << width) : value;
}

READER(i8, load_i8(indices, at), judge)
READER(i16, load_i16(indices, at), judge)
READER(i32, load_i32(indices, at), judge)
READER(i64, load_i64(indices, at), judge)
READER(u8, load_u8(indices, at), judge)
READER(truth, (load_u8(indices, at) != 0), judge) /* any byte but 0 is true */
READER(u16, load_u16(indices, at), judge)
READER(u32, load_u32(indices, at), judge)
READER(u64, load_u64(indices, at), judge_unsigned)
READER(i2, load_signed_bits(indices, at, 2), judge)
READER(i4, load_signed_bits(indices, at, 4), judge)
READER(u2, load_bits(indices, at, 2), judge)
READER(u4, load_bits(indices, at, 4), judge)
#undef READER

/* Every type of indices: name, element type, the reader of its tuples. */
#define TYPES(X)                                                                                             \
    X(i32, I32, gather__read_tuples_i32_scalar)                                                              \
    X(i64, I64, gather__read_tuples_i64_scalar)                                                              \
    X(i8, I8, NULL)                                                                                          \
    X(i16, I16, NULL)                                                                                        \
    X(u8, U8, NULL)                                                                                          \
    X(u16, U16, NULL)                                                                                        \
    X(u32, U32, NULL)                                                                                        \
    X(u64, U64, NULL)                                                                                        \
    X(truth, BOOL, NULL)                                                                                     \
    X(i2, I2, NULL)                                                                                          \
    X(i4, I4, NULL)                                                                                          \
    X(u2, U2, NULL)                                                                                          \
    X(u4, U4, NULL)

const struct gather__index_kernel gather__index_kernels_scalar[] = {
#define ROW(name, type, tuples)                                                                              \
    {"read_" #name "_scalar", GATHER_DTYPE_##type, find_##name, read_##name, tuples},
    TYPES(ROW)
#undef ROW
        {NULL, 0, NULL, NULL, NULL},
};

int64_t gather__index_value(int32_t dtype, const uint8_t *indices, int64_t at)
{
    switch (dtype) {
#define CASE(name, type, tuples)                                                                             \
    case GATHER_DTYPE_##type:                                                                                \
        return value_##name(indices, at);
        TYPES(CASE)
#undef CASE
    default:
        return 0;
    }
}

void gather__index_read_scalar(int32_t dtype, int64_t *results, const struct gather__index_run *run,
                               const struct gather__rule *rule, struct gather__index_fate *fate)
{
    switch (dtype) {
#define CASE(name, type, tuples)                                                                             \
    case GATHER_DTYPE_##type:                                                                                \
        read_##name(results, run, rule, fate);                                                               \
        break;
        TYPES(CASE)
#undef CASE
    default:
        break;
    }
}

bool gather__index_find_scalar(int32_t dtype, const struct gather__index_run *run,
                               const struct gather__rule *rule)
{
    switch (dtype) {
#define CASE(name, type, tuples)                                                                             \
    case GATHER_DTYPE_##type:                                                                                \
        return find_##name(run, rule);
        TYPES(CASE)
#undef CASE
    default:
        return false;
    }
}
