/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is measured, and how it is told: the rows of the grid of docs/goals.md, the indices that they use, a check
 * of a gather's answer by plain loops, and the results as a table, as JSON, as a picture and against an earlier
 * run. Part of libgather_study; the measuring itself, which needs clocks and pages, is the command's.
 *
 *     row ── layouts, indices ──> buffers ── plan, run ──> output ── judge ──> is it right? ── measure ──> result
 *                                                                    result ──> table, JSON, SVG, comparison
 *
 * Times are in picoseconds: a call of a few nanoseconds and a run of minutes are whole numbers.
 */
#ifndef GATHER_BENCH_H
#define GATHER_BENCH_H

#include "gather/study.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- indices ------------------------------------------------------------------------------------------ */

/* How indices lie in an axis: id, word, what it is. */
#define GATHER_DISTRIBUTION_LIST(X)                                                                          \
    X(UNIFORM, "uniform", "each at random")                                                                  \
    X(ZIPF, "zipf", "few often and many seldom, as words are: Zipf with exponent 1.05")                      \
    X(SORTED, "sorted", "uniform, in ascending order")                                                       \
    X(RUNS, "runs", "runs of 64 that follow each other")                                                     \
    X(DUPLICATES, "duplicates", "nine in ten have been there before")                                        \
    X(PERMUTATION, "permutation", "each once, or equally often, in random order")                            \
    X(ARANGE, "arange", "one after the other, from the middle of the axis")                                  \
    X(FLIP, "flip", "the same backwards")                                                                    \
    X(EQUAL, "equal", "all the same")                                                                        \
    X(LAST, "last", "all -1")                                                                                \
    X(SPREAD, "spread", "evenly over the axis, ascending")                                                   \
    X(FRAMES, "frames", "overlapping runs, each as long as the last dimension of the indices")               \
    X(PATTERN, "pattern", "a list of indices, as --pattern has it")

enum gather_distribution {
    GATHER_DISTRIBUTION_NONE = 0,
#define GATHER_DISTRIBUTION_ENUM(id, word, meaning) GATHER_DISTRIBUTION_##id,
    GATHER_DISTRIBUTION_LIST(GATHER_DISTRIBUTION_ENUM)
#undef GATHER_DISTRIBUTION_ENUM
        GATHER_DISTRIBUTION_COUNT
};

/* The word of a distribution ("zipf"), and the distribution of a word. Returns: NULL; NONE for no word. */
const char *gather_distribution_word(int32_t distribution);
int32_t gather_distribution_from_word(const char *word);

/* The axes that indices go along: several where an index is a tuple, which lies along their last dimension. */
struct gather_index_axes {
    int64_t sizes[GATHER_MAX_RANK]; /* each component of a tuple is drawn by itself */
    int32_t components;             /* at least 1 */
    int32_t is_tuple;
    const char *pattern; /* for PATTERN: its indices, "0,24,48"; used again and again */
};

/*
 * Fills dense row-major indices, the same ones at every call and on every machine.
 * Returns: OK; DTYPE for a type that is no integer, or can't hold the indices; SHAPE for an axis without elements;
 *   ARGUMENT "pattern" for one that is no list of indices of the axis; NO_MEMORY.
 */
GATHER_MUST_CHECK enum gather_status gather_distribution_fill(int32_t distribution,
                                                              const struct gather_index_axes *axes,
                                                              const struct gather_layout *indices,
                                                              void *values, struct gather_error *error);

/* ---- rows --------------------------------------------------------------------------------------------- */

/*
 * Which gather: what a world calls Gather or take, GatherElements or take_along_axis, GatherND; none; or a take of
 * quantised numbers, GatherBlockQuantized.
 */
#define GATHER_BENCH_FAMILY_LIST(X)                                                                          \
    X(TAKE, "take")                                                                                          \
    X(ELEMENTS, "elements") X(TUPLES, "tuples") X(RELAYOUT, "relayout") X(SCALED, "scaled")

enum gather_bench_family {
#define GATHER_BENCH_FAMILY_ENUM(id, word) GATHER_BENCH_##id,
    GATHER_BENCH_FAMILY_LIST(GATHER_BENCH_FAMILY_ENUM)
#undef GATHER_BENCH_FAMILY_ENUM
        GATHER_BENCH_FAMILY_COUNT
};

/* Returns: NULL for no family; -1 for no word. */
const char *gather_bench_family_word(int32_t family);
int32_t gather_bench_family_from_word(const char *word);

enum { GATHER_BENCH_FULL, GATHER_BENCH_SMALL, GATHER_BENCH_SCALES }; /* how large rows are */
enum { GATHER_BENCH_WARM = 1, GATHER_BENCH_COLD = 2 };               /* the states of a row, bits */
enum { GATHER_BENCH_GOAL_NONE, GATHER_BENCH_OF_MEMCPY, GATHER_BENCH_BLOCK_NS, GATHER_BENCH_GBPS };

/* What docs/goals.md says that a row can reach; where it gives a range, the end that is easier to reach. */
struct gather_bench_goal {
    int32_t unit;         /* of memcpy's speed; nanoseconds a block; gigabytes of output a second */
    int32_t huge, base;   /* hundredths, with huge pages and with base ones; 0: not known */
    int32_t is_cold_only; /* 1: known for the state cold */
};

/* One row of the grid. Its texts are static. Layouts are texts without a suffix where they are row-major. */
struct gather_bench_row {
    const char *id; /* "10i32" */
    const char *name;
    int32_t number; /* in the grid; 0 for a relayout, and for a row of the caller's; -1 for a pattern */
    int32_t family; /* an `enum gather_bench_family` */
    const char *data[GATHER_BENCH_SCALES], *indices[GATHER_BENCH_SCALES];
    const char *to; /* the output's layout, behind its sizes; NULL: row-major */
    int32_t axis, batch_dims;
    int32_t distribution;
    const char *pattern; /* of PATTERN: "0,24,48" */
    /* not NONE: taken along the next axis too, by as many indices */
    int32_t second_distribution;
    int32_t tables; /* that many tables, each with 27 % more rows than the one before; 0: one */
    /* SCALED: of each block of so many numbers along the last dimension; and bits of a number */
    const char *scales[GATHER_BENCH_SCALES];
    int32_t block, bits;
    int32_t states;        /* bits; 0: warm */
    int32_t is_small_call; /* 1: the price of a call, of creating a plan and of a one-shot matter */
    struct gather_bench_goal goal;
};

/* The rows in the order of the grid. Returns: NULL behind the last. */
const struct gather_bench_row *gather_bench_row_at(size_t position);

/* Whether a row is meant by a name: its id, its number in the grid, "R", the relayouts, or "S", the patterns. */
bool gather_bench_row_is(const struct gather_bench_row *row, const char *name);

/* ---- the answer, by plain loops --------------------------------------------------------------------------- */

/*
 * A gather that was done: what the library was asked, and what lies in its output. Layouts without tiles. SCALED: data
 * of u8 or f8e4m3fn, two numbers in a byte where `bits` is 4, and scales and output of f32, whose last dimensions lie
 * without gaps; a number of u8 is less the middle of its values, 8 or 128.
 */
struct gather_bench_done {
    int32_t family, axis, batch_dims;
    struct gather_layout data, indices, output;
    const void *data_bytes, *index_values;
    const void *output_bytes;
    struct gather_layout scales;
    const void *scale_values;
    int32_t block, bits;
};

/*
 * Judges an output element by element; no code of the library's takes part.
 * Returns: OK; ARGUMENT "output" with the first `position` that is wrong; UNSUPPORTED for tiles, for elements below a
 *   byte, and for scaled numbers of other types.
 */
GATHER_MUST_CHECK enum gather_status gather_bench_judge(const struct gather_bench_done *done,
                                                        struct gather_error *error);

/* The lines of 64 bytes of the data that a gather reads, numbered from `base`, each as often as caches lose it. */
enum { GATHER_BENCH_LINE = 64 };

struct gather_bench_lines {
    const unsigned char *base; /* of the data */
    uint32_t *numbers;
    size_t count, room;
};

/*
 * Finds them in the order of the output; `output_bytes` is not looked at. Returns: OK; UNSUPPORTED as the judge, and
 * for data of more than 2^32 lines; NO_MEMORY.
 * Owns: the caller destroys them.
 */
GATHER_MUST_CHECK enum gather_status gather_bench_lines_create(struct gather_bench_lines *lines,
                                                               const struct gather_bench_done *done,
                                                               struct gather_error *error);
void gather_bench_lines_destroy(struct gather_bench_lines *lines);

/* ---- results ---------------------------------------------------------------------------------------------- */

/* Several timings of one thing, in picoseconds. */
struct gather_bench_time {
    int64_t min, median; /* 0: it was not measured */
    int32_t rounds;
};

/* What became of a row in one state. */
struct gather_bench_result {
    const struct gather_bench_row *row;
    int32_t state;                               /* GATHER_BENCH_WARM or _COLD */
    int64_t bytes, indices, blocks;              /* of output; read; moved: elements, for a relayout */
    const char *kernel, *index_kernel;           /* of the first plan; static; index_kernel may be NULL */
    int32_t check;                               /* an `enum gather_check`: of `time` */
    struct gather_bench_time time, fused;        /* `fused`: one pass, where `check` is FIRST */
    struct gather_bench_time copy, copies;       /* memcpy; by all threads, if they are several */
    struct gather_bench_time once, init, create; /* of small calls */
    struct gather_bench_time plain;              /* a plain loop of C, for patterns */
    struct gather_bench_time reading, filling, streaming; /* the parts that no gather can do without */
    int32_t has_base;                                     /* against an earlier run: */
    double change, allowed; /* of the time over that of memcpy: 1.10 is ten percent more; and what noise is */
};

/* What was measured where. */
struct gather_bench_setting {
    const char *version, *processor, *caches; /* "48 KiB L1, 2 MiB L2, 260 MiB L3" */
    int32_t processors, threads;
    int32_t is_huge; /* pages */
    int64_t page_bytes;
    int32_t scale, check;
    struct gather_bench_time line, lines; /* one random line of 64 bytes: one thread; all, if several */
    int64_t line_table;                   /* bytes of the table that they lie in */
    int32_t has_base;                     /* results are compared with an earlier run */
};

/* memcpy's time over ours, with the fastest memcpy. */
double gather_bench_of_memcpy(const struct gather_bench_result *result);

/*
 * What is reached of what is possible here: the greater of the times for reading the indices and the lines of the data,
 * and for memcpy or, where that is faster, reading and filling one behind the other; for a relayout it is memcpy's. It
 * is over `fused`, if there is one, else over `time`. 0 if it is not known, as for outputs below 4 KiB.
 */
double gather_bench_of_possible(const struct gather_bench_result *result);

/* What is reached of the row's goal; 0 if it has none, as for small scales. */
double gather_bench_of_goal(const struct gather_bench_setting *setting,
                            const struct gather_bench_result *result);

/* How far the median of a time lies above its least: 0.07 is 7 %. */
double gather_bench_spread(const struct gather_bench_time *time);

/* Whether a result is slower than the earlier run's, beyond the noise of both. */
bool gather_bench_is_loss(const struct gather_bench_result *result);

/*
 * The table, of 80 columns but for the processor's name: a head, a line a result, the lines of small calls and of plain
 * loops, a foot.
 */
void gather_bench_write_head(const struct gather_bench_setting *setting, struct gather_writer *writer);
void gather_bench_write_result(const struct gather_bench_setting *setting,
                               const struct gather_bench_result *result, struct gather_writer *writer);
void gather_bench_write_calls(const struct gather_bench_result *results, size_t count,
                              struct gather_writer *writer);
void gather_bench_write_patterns(const struct gather_bench_result *results, size_t count,
                                 struct gather_writer *writer);
void gather_bench_write_foot(const struct gather_bench_setting *setting, struct gather_writer *writer);

/* Everything as one JSON object, schema gather.bench/1. */
void gather_bench_write_json(const struct gather_bench_setting *setting,
                             const struct gather_bench_result *results, size_t count,
                             struct gather_json *json);

/* Rows as a list, for a person, or as JSON, schema gather.bench.rows/1. */
void gather_bench_write_rows(int32_t scale, struct gather_writer *writer);
void gather_bench_write_rows_json(int32_t scale, struct gather_json *json);

/* ---- against other runs ------------------------------------------------------------------------------- */

/* The results of an earlier run, or of `./dev bench peers`: what their JSON says. */
struct gather_bench_base;

/*
 * Reads the JSON of an earlier run. Returns: OK; FORMAT with `at` or `expected`; NO_MEMORY.
 * Owns: the caller destroys it.
 */
GATHER_MUST_CHECK enum gather_status gather_bench_base_create(struct gather_bench_base **base,
                                                              const char *text, size_t length,
                                                              struct gather_error *error);
void gather_bench_base_destroy(struct gather_bench_base *base);

/*
 * Whether results of a setting can be compared with a base: the same threads, pages, scale and check.
 * Returns: OK; ARGUMENT, with `operand` the first that differs.
 */
GATHER_MUST_CHECK enum gather_status gather_bench_base_fits(const struct gather_bench_base *base,
                                                            const struct gather_bench_setting *setting,
                                                            struct gather_error *error);

/* Compares a result with the base's, where it has one: `has_base`, `change` and `allowed`. */
void gather_bench_compare(const struct gather_bench_base *base, struct gather_bench_result *result);

/*
 * Bars of each result against memcpy, with what is possible, a pattern's plain loop and, where `peers` has the row (the
 * JSON of `./dev bench peers`; may be NULL), the best peer.
 * Returns: OK; what the sink returned.
 */
GATHER_MUST_CHECK enum gather_status
gather_bench_draw_svg(const struct gather_bench_setting *setting, const struct gather_bench_result *results,
                      size_t count, const struct gather_bench_base *peers, struct gather_sink sink);

#ifdef __cplusplus
}
#endif

#endif
