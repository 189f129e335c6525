/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What core asks of the kernels: the only code that touches elements. Core receives them as a table, so that
 * it links and is tested alone.
 *
 * A kernel works on a tile: two loops of constant steps around one element, or around one block of bytes.
 *
 *     for (k = 0; k <= more; k++, out += more_out, data += more_data)
 *         for (i = 0; i < count[0]; i++)
 *             for (j = 0; j < count[1]; j++)
 *                 out[i * out_step[0] + j * out_step[1]] = data[i * data_step[0] + j * data_step[1]]
 *
 * and on as many more of them as the loop around it has, so that what is the same for all is found once.
 */
#ifndef GATHER_CORE_KERNEL_H
#define GATHER_CORE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arith.h"
#include "core/nest.h"

struct gather__tile {
    int64_t count[2];
    int64_t out_step[2]; /* in bytes; in bits for the kernels of bits */
    int64_t data_step[2];
    /* Tiles after the first, and bytes from one to the next. Fills, and the kernels of bits, take one: 0. */
    int64_t more, more_out, more_data;
    int64_t width;     /* bytes of a block; bits of an element for the kernels of bits */
    int64_t out_width; /* kernels of bits: the cell that is written, the element's own bits or 8 with zeros
                          above */
    bool streams;      /* no cache keeps the output: it may go past them, and is settled later */
    /*
     * Of a crossing, for a kernel that has a `turn`: where each column of blocks begins in the data, and where each
     * place begins in the output. NULL: at steps.
     */
    const int64_t *from, *to;
};

/* What a gather's index stage hands to its move stage: where each block comes from, and where it goes. */
struct gather__offsets {
    int64_t count;
    const int64_t *data; /* in bytes */
    const uint8_t *end;  /* of the data: behind the last byte that may be read */
    const int64_t *out;  /* in bytes; NULL: block k goes to out_begin + k * out_step */
    int64_t out_begin, out_step;
    /* Places with the same blocks after the first, and bytes from one to the next. */
    int64_t more, more_out, more_data;
    int64_t low, span; /* what all blocks of a place lie in: bytes of the data, from low on; for permutes */
    /* The data does not fit into the caches next to a core: what comes next is asked for early. */
    bool is_far;
    bool streams;  /* the output doesn't either, and is not read soon: it may go past the caches */
    bool keeps;    /* but for a part of it, which they keep */
    int64_t whole; /* bytes of all output, of which this may be a part; for permutes */
    /* What is fetched from so many places later, and asked for meanwhile: bytes from `data` on. */
    int64_t soon, soon_bytes, soon_places;
    const struct gather__tuning *tuning;
};

static inline int64_t gather__out_offset(const struct gather__offsets *offsets, int64_t k)
{
    return offsets->out != NULL ? offsets->out[k] : offsets->out_begin + k * offsets->out_step;
}

/* Moves blocks of whole bytes. The operands don't meet. `width` 0 takes every width. */
struct gather__move_kernel {
    const char *name;
    int64_t width;
    void (*move)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
    /*
     * A column of `count` blocks at each offset, contiguous in the data; the blocks of one place in all columns
     * are contiguous in the output: out_step is the width, and `step` goes to the next place. NULL if there is
     * no such kernel of this width.
     */
    void (*turn)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int64_t count,
                 int64_t step);
    /* It may store past the caches: crossings, or without a `turn` blocks of GATHER__STREAMED_BYTES. */
    bool streams;
};

enum { GATHER__STREAMED_BYTES = 256 };

/* Fetches blocks of least..most bytes. The operands don't meet. */
struct gather__fetch_kernel {
    const char *name;
    int64_t least, most;
    void (*fetch)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int64_t width);
    /* By an instruction that loads many blocks, from data that is near to one run of the output. */
    bool gathers;
    bool streams; /* it may store past the caches */
};

/* From one block to the next, on the average: so close together, they touch every other line of the data. */
enum { GATHER__DENSE_BYTES = 128 };

/*
 * What a cache moves at a time; what the caches next to a core keep of what is walked again and again; and what they hold:
 * a crossing of no more has its lines near.
 */
enum { GATHER__LINE_BYTES = 64, GATHER__KEPT_BYTES = 1 << 20, GATHER__NEARBY_BYTES = 1 << 21 };

/*
 * The same blocks of many places by way of registers: what they span, all or those next to each other, is permuted there,
 * or several are put together. For blocks that lie side by side in the output.
 */
struct gather__permute_kernel {
    const char *name;
    int64_t least, most; /* widths that it takes, not all between them */
    /*
     * Asked with the least span that there can be before all else: what refuses that refuses every span. Asked without
     * `data`, it says whether it takes some blocks of such a span.
     */
    bool (*takes)(const struct gather__offsets *offsets, int64_t width);
    void (*permute)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int64_t width);
    bool streams; /* it may store past the caches */
};

#ifndef GATHER_BLOCK
#define GATHER_BLOCK 1024 /* indices that go from the index stage to the move stage at once */
#endif

#define GATHER__ABSENT INT64_MIN /* what an index outside becomes under zero, fill and skip */

/* One component of an index, and what one of it adds to the data's address: bytes; bits for types below a byte. */
struct gather__component {
    int64_t scale;
    struct gather__rule rule;
};

/* How indices are asked for before they are needed. */
struct gather__early {
    const uint8_t *last; /* byte of all of them */
    int64_t ahead;       /* bytes, into the nearest cache, but none behind the last */
    int64_t far_ahead;   /* bytes, before that into the second cache; 0: what is read now, so nothing */
};

/* A run of indices, and what they are made into. Units are bytes; bits for types below a byte. */
struct gather__index_run {
    const uint8_t *indices;
    struct gather__early early; /* of a pick */
    int64_t first, step;        /* units from the first index to the next */
    int64_t count;
    int64_t begin, slope; /* result k is begin + k * slope + scale * (what the rule makes of index k) */
    int64_t scale;
};

/* What became of a run. */
struct gather__index_fate {
    int64_t refused; /* indices that the rule refuses: taken as 0, or as absent where nothing is inside */
    int64_t absent;  /* results that are GATHER__ABSENT */
};

/* Reads each index of a run once, judges it, and writes a result for it. Adds to the fate. */
struct gather__index_kernel {
    const char *name;
    int32_t dtype; /* an `enum gather_dtype`; 0 ends a table */
    /* Whether an index of a run is outside; what else the run says does not matter. */
    bool (*finds_outside)(const struct gather__index_run *run, const struct gather__rule *rule);
    void (*read)(int64_t *results, const struct gather__index_run *run, const struct gather__rule *rule,
                 struct gather__index_fate *fate);
    /*
     * Tuples at once, whose `count` components lie `tuple` bytes behind each other, the first of them as the run says: its
     * begin and slope, and what each component adds, is one result; the run's scale does not matter. Returns: false if one
     * is outside; what was written means nothing then. NULL: there is none for this type.
     */
    bool (*read_tuples)(int64_t *results, const struct gather__index_run *run,
                        const struct gather__component *components, int32_t count, int64_t tuple);
};

/*
 * Where one way of moving becomes better than another. The bytes of an output are the same with all of them.
 *     near_bytes    of data that comes without being asked for early; kernels for it count its bytes in 32 bits
 *     asked_bytes   of a row that is asked for early; longer ones the processor foresees by itself
 *     stream_bytes  of an output, its indices, and as much data as it has bytes, if there is: what the caches keep; an
 *                   output of more goes past them
 *     gathers       1: an instruction that loads many blocks is faster than as many loads
 *     bin_time      nanoseconds that a block of data that is far takes, its index and all: where blocks take as long or
 *                   longer, they are fetched by where they lie (core/plan_binned.h); 0: wherever they can be
 * X(member, word, greatest): the word in GATHER_TUNE and in `options.tuning`, and the most that it may be.
 */
#define GATHER__TUNING_LIST(X)                                                                               \
    X(near_bytes, "near", 1 << 30)                                                                           \
    X(asked_bytes, "ask", INT64_MAX)                                                                         \
    X(stream_bytes, "stream", INT64_MAX)                                                                     \
    X(gathers, "gathers", 1)                                                                                 \
    X(bin_time, "bin", INT64_MAX)

struct gather__tuning {
#define GATHER__TUNING_MEMBER(member, word, greatest) int64_t member;
    GATHER__TUNING_LIST(GATHER__TUNING_MEMBER)
#undef GATHER__TUNING_MEMBER
    /* How what is far is asked for; of the family alone, no text sets them. */
    int32_t ahead;    /* small blocks: 24 are better than 64 on a Zen 3, 128 best on a Zen 5 */
    int32_t nearest;  /* 1: into the nearest cache; 0: into the second, which holds more requests */
    int32_t foresees; /* 1: of dense blocks in order it is the first lines alone: the processor goes on */
    /* 1: a vector of 32 bytes goes by halves, and blocks of 4 bytes past the caches therefore one by one. Likewise. */
    int32_t halves;
    /* By indices of 64 bits: from how many on a brief gather is picked, if not from as few as by all others; and from how
     * many on to how many blocks of 8 bytes go one by one, also where the instruction that gathers is fast. Likewise. */
    int32_t picked, single_least, single_most;
    /* Small blocks of data that the last cache may hold, up to twice stream_bytes; 0: as many as of other data. Likewise. */
    int32_t ahead_kept;
    /* How many times stream_bytes the caches keep of an output that the threads of a run write, for they fill them faster
     * than one, and go past them no faster; and up to how many they keep a part of what one thread writes; 0: once.
     * Likewise. */
    int32_t shared_times;
    /* As `struct gather__early` has them, the latter for indices that are no longer in the caches. Likewise. */
    int32_t indices_ahead, far_indices_ahead;
};

/* What the caches keep of a move. */
static inline int64_t gather__kept_bytes(const struct gather__tuning *tuning, bool is_shared)
{
    const int64_t times = is_shared && tuning->shared_times > 0 ? tuning->shared_times : 1;
    int64_t kept;
    return gather__multiply(tuning->stream_bytes, times, &kept) ? kept : INT64_MAX;
}

/* Times stream_bytes: of so many bytes of indices none are left in the caches by the next run. */
enum { GATHER__TIMES_KEPT = 4 };

/* Of indices at low..high-1 of a buffer. */
static inline struct gather__early gather__early_of(const uint8_t *indices, int64_t low, int64_t high,
                                                    const struct gather__tuning *tuning)
{
    const bool are_gone = (high - low) / GATHER__TIMES_KEPT >= tuning->stream_bytes;
    return (struct gather__early){indices + high - 1, tuning->indices_ahead,
                                  are_gone ? tuning->far_indices_ahead : 0};
}

/* Both stages in one pass, for small blocks that lie side by side in the output: runs of them, all alike. */
struct gather__picking {
    struct gather__index_run run; /* the first; its results are offsets of the data */
    /*
     * Short runs go by as one, for kernels that list: result k is begin + places[k] + scale * (what the rule makes of
     * index k). NULL: they go by at the slope.
     */
    const int64_t *places;
    int64_t listed; /* points of such a run; 0: there are none */
    int64_t span;   /* bytes of the data from the lowest place of a run to the highest, at the most */
    int64_t points; /* of a run, and of those after it that take from the same data */
    bool in_strips; /* what points after each other take from lies in the caches next to a core */
    int64_t rows;   /* how many runs there are */
    int64_t row_out, row_data, row_indices; /* bytes from one run to the next */
    struct gather__rule rule;               /* of unsigned indices none counts from the end */
    int64_t low, high;                      /* bytes of the data that may be read: low..high-1 */
    bool streams;                           /* the output may go past the caches, and is settled later */
    const struct gather__tuning *tuning;
};

/* One run alone of a picking. */
static inline struct gather__index_run gather__picked_row(const struct gather__picking *picking, int64_t row)
{
    struct gather__index_run run = picking->run;
    run.begin += row * picking->row_data;    /* bounded: inside the data */
    run.first += row * picking->row_indices; /* bounded: inside the indices */
    return run;
}

/* What a kernel takes of the pickings of its type and width is its own choice. */
struct gather__pick_kernel {
    const char *name;
    int32_t dtype; /* an `enum gather_dtype`, of the indices; 0 ends a table */
    int32_t width;
    bool (*takes)(const struct gather__picking *picking);
    bool lists;   /* it knows places */
    bool streams; /* it may store past the caches */
    /*
     * What an index is used for comes of one reading of it. Returns: false if one was outside, or may have been; what has
     * been written means nothing then.
     */
    bool (*pick)(uint8_t *out, const uint8_t *data, const struct gather__picking *picking);
};

enum {
    GATHER__BRIEF_INDICES =
        GATHER_BLOCK < 1024 ? GATHER_BLOCK : 1024, /* a line each is no work for two threads */
    GATHER__BRIEF_BYTES = 1 << 18,                 /* of all blocks together */
    /* Of all but takes along the first axis, more do better by picks and moves. */
    GATHER__BRIEF_MANY = 128,
    GATHER__BRIEF_AXES = 4,
    GATHER__BRIEF_LOOPS = 2,
    GATHER__TINY_BYTES = 1 << 14,
    GATHER__TINY_INDICES = 16
};

/*
 * What a call does by itself: a tiny gather of one block of 4 or 8 bytes, or of up to so many that are dense in all operands.
 * Each UP_TO begins a group of four: + 1 where blocks are of 8 bytes, + 2 where indices are.
 */
enum gather__few {
    GATHER__NOT_FEW,
    GATHER__ONE,
    GATHER__UP_TO_4,
    GATHER__UP_TO_8 = GATHER__UP_TO_4 + 4,
    GATHER__UP_TO_16 = GATHER__UP_TO_8 + 4,
    GATHER__FEW_END = GATHER__UP_TO_16 + 4
};

/* Blocks side by side in the output, each group of which begins a step of the data behind the one before it. */
struct gather__brief_loop {
    int64_t step;
    int32_t inner; /* blocks with the same coordinate of it */
    int32_t extent;
};

/* A gather of contiguous blocks, whose indices are one block of the stages; in bytes. count 0 if it is none. */
struct gather__brief {
    int64_t out, out_step, data, indices, indices_step;
    int64_t width;
    int32_t count;
    int32_t index_dtype;
    struct gather__component axes[GATHER__BRIEF_AXES];
    int64_t tuple; /* of the indices, from one component to the next */
    int32_t axis_count;
    int32_t read_count; /* indices, or tuples: `count`, or as many as serve all blocks, again and again */
    int32_t loop_count;
    /* Of so few blocks that one call does it all: */
    int32_t is_tiny; /* 1: it is */
    int64_t more;    /* what is added to an index below 0 */
    int32_t is_wide; /* indices are of 64 bits, else of 32 */
    int32_t few;     /* an `enum gather__few` */
    struct gather__brief_loop loops[GATHER__BRIEF_LOOPS];
};

/* One index alone: its result is what the rule makes of it. */
static inline void gather__read_one(const struct gather__index_kernel *kernel, const uint8_t *indices,
                                    int64_t at, const struct gather__rule *rule, int64_t *result,
                                    struct gather__index_fate *fate)
{
    const struct gather__index_run run = {.indices = indices, .first = at, .count = 1, .scale = 1};
    kernel->read(result, &run, rule, fate);
}

enum { GATHER__SCALED = 512 }; /* groups that are scaled in one go, at most */

/* How numbers become (number - zero) * scale, in floats, and then the output's type. */
struct gather__scaling {
    int32_t dtype;               /* of the numbers */
    int32_t out_dtype;           /* f32, f16 or bf16 */
    bool in_pairs;               /* two in a byte, the first in its low bits; else one a byte */
    bool streams;                /* the output may go past the caches, and is settled later */
    int64_t group;               /* numbers that share a zero and a scale */
    int64_t first;               /* of which the first numbers are so many; from there on groups are whole */
    const float *zeros, *scales; /* of each group */
};

enum { GATHER__SUMMED = 256 }; /* elements of a row that are summed in one go, at most */

/*
 * Bags whose rows are added up, in their order: each element from +0 on, a product rounded before it is added. The sums of
 * f16, bf16 and f32 are floats, of f64 doubles, and of integers 64 bits without a sign, modulo 2^64.
 */
struct gather__summing {
    int32_t dtype;       /* of the rows */
    int64_t count;       /* elements of each row: 1..GATHER__SUMMED */
    int64_t bags;        /* 1 or more; 1 where sums are kept */
    const int64_t *ends; /* where each bag's rows end, the next one's begin, the first one's being row 0 */
    const int64_t *divisors; /* of means: what each bag's sums are divided by; NULL: they are sums */
    const int64_t *from;     /* where each row begins: bytes of the data */
    int64_t listed;          /* how many rows `from` names, which may be more than bags have */
    int64_t ahead;           /* a row is asked for so many rows before it is added */
    const void *weights;     /* one a row, of the sums' type; NULL: rows are added as they are */
    const void *before;      /* sums of rows before these, of one bag; NULL: there are none */
    int64_t out_step;        /* bytes from a bag's elements to the next one's */
};

/* Every kernel for one kind of processor. `moves` ends with the row of width 0, `fetches` take every width. */
struct gather__kernels {
    const char *name;
    const struct gather__tuning *tuning; /* of plans that have none of their own */
    int64_t (*clock)(void);              /* nanoseconds since some time; NULL: there is none */
    const struct gather__move_kernel *moves;
    const struct gather__fetch_kernel *fetches;
    const struct gather__index_kernel *indices;
    const struct gather__pick_kernel *picks;
    const struct gather__permute_kernel *permute; /* NULL: there is none */
    /* One index of a type as it stands; u64 as its bits. */
    int64_t (*index_value)(int32_t dtype, const uint8_t *indices, int64_t at);
    const char *bits_name;
    void (*move_bits)(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                      const struct gather__tile *tile);
    const char *scale_name;
    /* Numbers into as many elements of the output's type, aligned as that is. */
    void (*scale)(void *to, const uint8_t *numbers, int64_t count, const struct gather__scaling *scaling);
    const char *sum_name;
    /*
     * Adds up rows. to: receives the elements of each bag, aligned as they are; NULL while more rows of a bag are to
     * come. sums: room for those of a bag, aligned as their type is; receives them if `to` is NULL.
     */
    void (*sum)(uint8_t *to, void *sums, const uint8_t *data, const struct gather__summing *summing);
    void (*fill)(uint8_t *out, const uint8_t *pattern, const struct gather__tile *tile);
    void (*fill_bits)(uint8_t *out, int64_t out_bit, const uint8_t *pattern, const struct gather__tile *tile);
    /* Asks for bytes that are read soon. */
    void (*ask)(const uint8_t *data, int64_t bytes);
    /* After moves that may go past the caches: what they stored comes before all that this thread stores next. */
    void (*settle)(void);
};

/* The first kernel of a table that takes a width. */
static inline const struct gather__move_kernel *gather__kernel_for(const struct gather__kernels *kernels,
                                                                   int64_t width)
{
    const struct gather__move_kernel *kernel = kernels->moves;
    while (kernel->width != width && kernel->width != 0)
        kernel++;
    return kernel;
}

/* The first kernel of a table that fetches blocks of a width. */
static inline const struct gather__fetch_kernel *
gather__fetch_kernel_for(const struct gather__kernels *kernels, int64_t width)
{
    const struct gather__fetch_kernel *kernel = kernels->fetches;
    while (width < kernel->least || width > kernel->most)
        kernel++;
    return kernel;
}

/* The first kernel of a table that takes a picking. Returns: NULL if none does. */
static inline const struct gather__pick_kernel *gather__pick_kernel_for(const struct gather__kernels *kernels,
                                                                        int32_t dtype, int64_t width,
                                                                        const struct gather__picking *picking)
{
    for (const struct gather__pick_kernel *kernel = kernels->picks; kernel->dtype != 0; kernel++)
        if (kernel->dtype == dtype && kernel->width == width && kernel->takes(picking))
            return kernel;
    return NULL;
}

/* The kernel of a type of indices. Returns: NULL if the type is none. */
static inline const struct gather__index_kernel *
gather__index_kernel_for(const struct gather__kernels *kernels, int32_t dtype)
{
    const struct gather__index_kernel *kernel = kernels->indices;
    while (kernel->dtype != dtype && kernel->dtype != 0)
        kernel++;
    return kernel->dtype != 0 ? kernel : NULL;
}

#endif
