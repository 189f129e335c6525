/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fast reader of one type of indices; included once a type with
 *     TYPE     of an index
 *     DTYPE    its name among the element types
 *     READ     the reader's name
 *     FIND     the name of what only looks whether one is outside
 *     READ_WIDE    of types below 4 bytes alone: the reader of i32, for written out for each of them the way from one
 *                  byte to eight is kilobytes of code
 *
 * It takes each index for one that is inside, without a branch, so that the compiler can make vectors of it. If
 * one was not (as one of u64 beyond 2^63-1 isn't), the run is read anew by the scalar reader, which judges what it
 * itself reads. All are copied before any is judged, so that one that changes meanwhile does no harm.
 */
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)

#ifdef READ_WIDE
#define VALUE int32_t
#else
#define VALUE int64_t
#endif

/* Each is read once, whatever is done with its copy. */
INLINED void JOIN(READ, _values)(VALUE *values, const uint8_t *indices, int64_t step, int64_t count)
{
    VALUE *restrict to = values;
    const uint8_t *restrict from = indices;
    for (int64_t k = 0; k < count; k++) {
        TYPE index;
        memcpy(&index, from + k * step, sizeof index); /* bounded: inside the indices */
        to[k] = (VALUE)index;
    }
    gather__keep_values(values);
}

#ifdef READ_WIDE

static void READ(int64_t *results, const struct gather__index_run *run, const struct gather__rule *rule,
                 struct gather__index_fate *fate)
{
    const int64_t dense = (int64_t)sizeof(TYPE);
    int32_t wide[WIDENED];
    struct gather__index_run part = {.indices = (const uint8_t *)wide,
                                     .step = (int64_t)sizeof *wide,
                                     .slope = run->slope,
                                     .scale = run->scale};
    for (int64_t at = 0; at < run->count; at += WIDENED) {
        /* bounded: inside the indices */
        const uint8_t *indices = run->indices + run->first + at * run->step;
        part.count = run->count - at < WIDENED ? run->count - at : WIDENED;
        part.begin = run->begin + at * run->slope; /* bounded: inside the data */
        if (run->step == dense)
            JOIN(READ, _values)(wide, indices, dense, part.count);
        else
            JOIN(READ, _values)(wide, indices, run->step, part.count);
        READ_WIDE(results + at, &part, rule, fate);
    }
}

#else

/* Results of indices. step, scales: constants, mostly. Returns: whether one was outside. */
static inline bool JOIN(READ, _inside)(int64_t *results, const struct gather__index_run *run,
                                       const struct gather__rule *rule, int64_t step, bool scales)
{
    const int64_t count = run->count, slope = run->slope, scale = run->scale;
    const int64_t more = (TYPE)-1 < (TYPE)1 && rule->is_negative ? rule->size : 0;
    const uint64_t limit = (uint64_t)rule->limit;
    int64_t at = run->begin;
    uint64_t outside = 0;
    JOIN(READ, _values)(results, run->indices + run->first, step, count);
    for (int64_t k = 0; k < count; k++, at += slope) {
        int64_t value = results[k];
        value += value < 0 ? more : 0; /* bounded: a negative number and a size */
        outside |= (uint64_t)((uint64_t)value > limit);
        /* What is outside may wrap: it is thrown away. */
        results[k] = (int64_t)((uint64_t)at + (scales ? (uint64_t)value * (uint64_t)scale : (uint64_t)value));
    }
    return outside != 0;
}

static void READ(int64_t *results, const struct gather__index_run *run, const struct gather__rule *rule,
                 struct gather__index_fate *fate)
{
    const int64_t dense = (int64_t)sizeof(TYPE);
    /* of i64: every other one, as a column of pairs is, goes by vectors, in half of the time */
    const bool is_pair = (TYPE)-1 < (TYPE)1 && dense == 8 && run->step == 2 * dense;
    bool outside;
    if (rule->limit < 0)
        outside = true;
    else if (is_pair)
        outside = JOIN(READ, _inside)(results, run, rule, 2 * dense, true);
    else if (run->step != dense)
        outside = JOIN(READ, _inside)(results, run, rule, run->step, true);
    else
        outside = run->scale == 1 ? JOIN(READ, _inside)(results, run, rule, dense, false)
                                  : JOIN(READ, _inside)(results, run, rule, dense, true);
    if (outside)
        gather__index_read_scalar(DTYPE, results, run, rule, fate);
}

#endif

/*
 * Whether one of `count` indices, at least one, is outside lowest..limit: the least and the greatest of them say it,
 * and are found without widening any. step, parts: constants where they lie side by side; then wide ones go in four
 * parts at once, as memory serves several streams faster than one.
 */
INLINED bool JOIN(FIND, _piece)(const uint8_t *restrict indices, int64_t step, int64_t count, int64_t lowest,
                                int64_t limit, int64_t parts)
{
    const int64_t part = count / parts;
    TYPE least, most;
    memcpy(&least, indices, sizeof least);
    most = least;
    for (int64_t k = 0; k < part; k++) {
        UNROLLED
        for (int64_t j = 0; j < parts; j++) {
            TYPE index;
            memcpy(&index, indices + (j * part + k) * step, sizeof index); /* bounded: inside the indices */
            least = index < least ? index : least;
            most = index > most ? index : most;
        }
    }
    for (int64_t k = parts * part; k < count; k++) { /* bounded: a count */
        TYPE index;
        memcpy(&index, indices + k * step, sizeof index); /* bounded: inside the indices */
        least = index < least ? index : least;
        most = index > most ? index : most;
    }
    if ((TYPE)-1 < (TYPE)1)
        return (int64_t)least < lowest || (int64_t)most > limit;
    return (uint64_t)most > (uint64_t)limit;
}

/* In pieces, between which it ends early; from the end, so that what is read first afterwards was read last. */
static bool FIND(const struct gather__index_run *run, const struct gather__rule *rule)
{
    const bool wraps = (TYPE)-1 < (TYPE)1 && rule->is_negative;
    const int64_t lowest = wraps ? -rule->size : 0, piece = FIND_BYTES / (int64_t)sizeof(TYPE);
    bool outside = false;
    if (rule->limit < 0 || (wraps && rule->limit + 1 < rule->size)) /* what is inside is no single range */
        return gather__index_find_scalar(DTYPE, run, rule);
    for (int64_t end = run->count; end > 0 && !outside; end -= piece) {
        const int64_t begin = end > piece ? end - piece : 0;
        const uint8_t *indices =
            run->indices + run->first + begin * run->step; /* bounded: inside the indices */
        if (run->step == (int64_t)sizeof(TYPE))
            outside = JOIN(FIND, _piece)(indices, (int64_t)sizeof(TYPE), end - begin, lowest, rule->limit,
                                         sizeof(TYPE) >= 4 ? 4 : 1);
        else
            outside = JOIN(FIND, _piece)(indices, run->step, end - begin, lowest, rule->limit, 1);
    }
    return outside;
}

#undef JOIN
#undef JOIN_NAMES
#undef FIND
#undef READ
#undef DTYPE
#undef TYPE
#undef VALUE
