/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan joins one op with the layouts of its operands, once. It is immutable, holds no pointer of the
 * caller's, and runs on any buffers of those layouts, on any number of threads at once.
 *
 *     struct gather_plan *plan;
 *     status = gather_plan_create(&plan, &op, inputs, 1, &output, NULL, &error);
 *     status = gather_plan_run(plan, buffers, 1, out, NULL, &error);       as often as you like
 *     gather_plan_destroy(plan);
 *
 * Elements that an operator computes, as dequantised ones, have all indices checked first, also where FUSED is asked for.
 * They follow what the thread that computes them does with floats too small to be normal; which NaN one is is not said.
 * Running allocates nothing, locks nothing and starts no thread. Nothing outside an operand's buffer is ever
 * read or written; of the output only the elements, a type below a byte with the rest of its cell where that is a byte,
 * and its padding where the layout names a value.
 * A thread with 256 KiB of stack has enough for any call: built with optimisation, a run takes up to some 80, making a
 * plan 30, or 130 where an operand has tiles.
 */
#ifndef GATHER_PLAN_H
#define GATHER_PLAN_H

#include "gather/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of the caller's. Nothing outside `bytes` is touched. An input's is only read. */
struct gather_buffer {
    void *data; /* any alignment; may be NULL where the layout has no elements and no padding to fill */
    uint64_t bytes;
};

/*
 * Where a plan's memory comes from: malloc and free where none is given. A plan keeps a copy of this, so `context` has to
 * last until it is destroyed.
 */
struct gather_allocator {
    void *(*allocate)(void *context, size_t bytes); /* NULL when there is none; aligned for int64_t */
    void (*release)(void *context, void *memory);
    void *context;
};

/* How a plan is made. Zero is the default for every field but the first. */
struct gather_options {
    size_t size; /* sizeof(struct gather_options) */
    const struct gather_allocator *allocator;
    /*
     * The indices, if they never change. They are checked when the plan is made. Where it can take them in, for they go
     * on evenly, or nothing is to be made, a run does not look at them: `gather_plan_describe` says an `index_count` of
     * 0, they need not be there any more, and the plan may even be a view (`gather_plan_view`). Else, as of every
     * operator that computes its elements, a run reads those that it is given, which have to be there.
     */
    const struct gather_buffer *indices;
    /*
     * Thresholds that the plan keeps, as GATHER_TUNE names them: "near=16M,stream=4M". What it does not name is as
     * `gather_tuning_here` says. NULL: those of the process that runs it. They change what a run takes, never its bytes.
     */
    const char *tuning;
};

/* What happens before the first store of a run. */
enum gather_check {
    GATHER_CHECK_FIRST = 0, /* all indices are checked: after an error nothing has been written */
    GATHER_CHECK_FUSED = 1, /* one pass: after the same error the output's elements are unspecified */
    /* the caller has run `gather_plan_check` on these indices; if they changed, as FUSED for those that are used */
    GATHER_CHECK_EARLIER = 2
};

/*
 * The caller's threads: calls task(argument, begin, end) for ranges that together cover 0..count-1 once, each
 * of at least `grain` where it can, on any threads, and returns when all are done. Returns: 0; else the run
 * is CANCELLED.
 */
struct gather_threads {
    int (*parallel_for)(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                        void *argument, uint64_t count, uint64_t grain);
    void *context;
    uint32_t count; /* of threads, this one among them; 0 if that is not known */
};

/* How a plan runs. NULL, and zero for every field but the first: one thread, all rows. */
struct gather_run {
    size_t size;                          /* sizeof(struct gather_run) */
    const struct gather_threads *threads; /* NULL: this one alone */
    /*
     * Logical rows of the output, the leading dimension: from `begin` to before `end`. Both 0 are all of them, so whoever
     * divides rows himself leaves out the share that is empty there; `end` equal to another `begin` is no row.
     */
    int64_t begin, end;
    int32_t check; /* an `enum gather_check`; FIRST checks all indices, whatever the rows */
    /*
     * Not 0: the output is read soon, so it is kept in the caches where it fits; else a large one may go past them,
     * which is faster.
     */
    int32_t is_read_soon;
    /*
     * Memory of the caller's, apart from the operands, that this run alone uses until it returns; what its bytes are
     * does not matter, before or after. Gathers of which `gather_plan_room` says so are faster with it. None: {NULL, 0}.
     */
    struct gather_buffer room;
};

struct gather_plan;

/*
 * Makes a plan. It is of its operator, the layouts of its inputs and its output, and the options: whoever keeps plans has
 * to compare all of them, the output's layout too, for a run is given buffers alone. options: may be NULL.
 * Returns: OK; the operator's own refusals; SHAPE, DTYPE, LAYOUT, OVERLAP (output), OVERFLOW, NO_MEMORY;
 *   ARGUMENT for options that are none, an allocator without both of its functions, and "tuning", with `at`, for a text
 *   of thresholds that is none.
 * On failure: *plan is untouched. Owns: the caller destroys the plan.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_plan_create(struct gather_plan **plan, const struct gather_op *op, const struct gather_layout *inputs,
                   size_t input_count, const struct gather_layout *output,
                   const struct gather_options *options, struct gather_error *error);

/* Frees a plan made by `gather_plan_create`; NULL is allowed. */
GATHER_API void gather_plan_destroy(struct gather_plan *plan);

/* The bytes that `gather_plan_init` needs for a plan. Returns: as `gather_plan_create`. */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_plan_measure(size_t *bytes, const struct gather_op *op, const struct gather_layout *inputs,
                    size_t input_count, const struct gather_layout *output,
                    const struct gather_options *options, struct gather_error *error);

/*
 * Makes a plan in the caller's memory, aligned for int64_t: from then on `(const struct gather_plan *)memory` is one,
 * for as long as the memory lasts. The plan is position-independent: its bytes may be copied and run elsewhere. It needs
 * no destroy. Returns: as `gather_plan_create`; NO_MEMORY if `bytes` is less than `gather_plan_measure` says; ARGUMENT for
 * memory that is aligned otherwise.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_plan_init(void *memory, size_t bytes, const struct gather_op *op, const struct gather_layout *inputs,
                 size_t input_count, const struct gather_layout *output, const struct gather_options *options,
                 struct gather_error *error);

/*
 * Runs a plan. run: may be NULL.
 * Returns: OK; BOUNDS for a buffer shorter than its layout, or room that is no memory; OVERLAP for an output
 *   that meets an input, or room that meets an operand;
 *   ARGUMENT for a number of inputs that is not the plan's, a run that is none, threads that are none, a range of rows
 *   outside the output, or one that begins or ends inside a byte, as an odd number of rows may of an odd number of
 *   elements of four bits; INDEX_RANGE for an index that the operator refuses, the first in row-major order, and for
 *   what bags and trees refuse of their other inputs' values; CANCELLED.
 * On failure: nothing was written; but after CANCELLED, and after INDEX_RANGE where the indices were not
 *   checked first or changed meanwhile, the output's elements are unspecified.
 * Threads: any number of runs at once, each with room of its own.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_plan_run(const struct gather_plan *plan, const struct gather_buffer *inputs, size_t input_count,
                struct gather_buffer output, const struct gather_run *run, struct gather_error *error);

/*
 * How much room of the caller's (`struct gather_run`) so many threads have use for in a run of a plan. Where many rows
 * are read that lie apart in the data, as those of a transposed array do, each puts them in order there, some columns at
 * a time.
 *
 *     uint64_t bytes = gather_plan_room(plan, threads.count);         1 without threads
 *     run.room = (struct gather_buffer){malloc(bytes), bytes};
 *
 * At any address; the largest of several plans' does for all, one run after the other. With less, or none, a run takes
 * longer and comes to the same result.
 * Returns: bytes: at most 64, and 16 MiB a thread for up to 32 threads; 0 if room makes no difference.
 */
GATHER_API uint64_t gather_plan_room(const struct gather_plan *plan, uint32_t threads);

/* Everything that `gather_plan_run` would refuse, without writing. Returns: as `gather_plan_run`. */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_plan_check(const struct gather_plan *plan, const struct gather_buffer *inputs, size_t input_count,
                  struct gather_buffer output, const struct gather_run *run, struct gather_error *error);

/*
 * The layout under which the data's own buffer already is the result, if there is one: a runtime then copies
 * nothing (CORE-25). Through indices that never change, and where the data has tiles or the dialect takes an index
 * apart, a result of more than 16,384 elements may be told as no view though it is one, and any where the indices have
 * tiles too.
 * Returns: OK; UNSUPPORTED where the result is no strided view of the data.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_plan_view(const struct gather_plan *plan, struct gather_layout *view, struct gather_error *error);

/* One loop of a plan, outermost first. */
struct gather_plan_loop {
    int64_t extent;
    int64_t output_step; /* in bits */
    int64_t data_step;   /* in bits */
    int64_t index_step;  /* in bits, through the indices */
    int32_t kind;        /* an `enum gather_plan_loop_kind` */
    int32_t dimension;   /* of the output, that it came from; of several merged ones the first */
};

enum gather_plan_loop_kind {
    GATHER_PLAN_LOOP_STEPS = 0,     /* a constant step in both operands */
    GATHER_PLAN_LOOP_EVALUATED = 1, /* its cells follow tiles that its size does not divide: evaluated */
    GATHER_PLAN_LOOP_RUN = 2,       /* likewise, a run to the tile's edge at a time */
    GATHER_PLAN_LOOP_INDEXED = 3    /* an index is read at each of its cells */
};

enum { GATHER_PLAN_MAX_LOOPS = GATHER_MAX_RANK + 64 };

/* One component of an index. */
struct gather_plan_component {
    int64_t size;      /* of the axis */
    int64_t limit;     /* the greatest index inside */
    int64_t data_step; /* in bits, from one index to the next; 0 where tiles decide */
    int32_t axis;
    int32_t policy;      /* an `enum gather_policy` */
    int32_t is_negative; /* 1: an index below 0 counts from the end */
    int32_t reserved;
};

/* What a plan does, for a person. */
struct gather_plan_description {
    size_t plan_bytes;     /* of the plan itself */
    int64_t elements;      /* moved */
    int64_t bytes_read;    /* of elements, without the cells between them */
    int64_t bytes_written; /* likewise, padding that is filled included */
    int64_t block_bytes;   /* moved by one copy; 0 where cells are narrower than a byte */
    uint64_t room_bytes;   /* as `gather_plan_room` says of one thread; all else is of a run without */
    int32_t loop_count;    /* of the main step */
    int32_t fill_steps;    /* steps that write padding, or elements that are zero */
    int64_t index_count;   /* indices that a run reads; 0 for none */
    int32_t part_count;    /* steps that move elements, more than one where tiles don't divide the sizes;
                              the loops are those of the first */
    int32_t is_checked;    /* 1: an index may be refused, so that FIRST checks them all before */
    int32_t component_count;
    const char *kernel; /* the name of the move kernel; of an operator that computes, what it does */
    /* The name of the index kernel; NULL for none. Tuples of i32 or i64 that are inside are read by portable C. */
    const char *index_kernel;
    const char *reason;     /* why, in words */
    const char *thresholds; /* which of those of `gather_tuning_here` decide, and what; NULL: none */
    struct gather_plan_loop loops[GATHER_PLAN_MAX_LOOPS];
    struct gather_plan_component components[GATHER_MAX_RANK];
};

/* Says what a plan does, as one thread runs it. */
GATHER_API void gather_plan_describe(const struct gather_plan *plan,
                                     struct gather_plan_description *description);

/*
 * Where one way of moving gives way to another on this machine: for each family of processors there is a column of
 * thresholds, for some by their instructions or generation too; the environment's GATHER_TUNE, read once, can set some
 * or all of them. `gather bench --tune` measures them.
 *     near=1M       from data of more bytes than this, what comes next is asked for early; at most 1G
 *     ask=16K       but not for rows of more bytes than this
 *     stream=32M    an output that has, with the indices and as much of the data as it has bytes itself, more bytes than
 *                   this goes past the caches; on a Zen 3 and 4 twice as many, where the threads of a run write it
 *     gathers=0     1: an instruction that loads many blocks is faster than as many loads
 *     bin=40        where blocks of far data take so many nanoseconds or more, as random ones of many pages do, they are
 *                   fetched by where they lie, not as their indices come; 0: wherever they can be. They are of 256 bytes
 *                   at most, side by side in the output, 65,536 or more. Measured on a Zen 1 alone; elsewhere it is 40
 * Bytes may end in K, M or G, 2^10, 2^20 and 2^30 of them; "max" is the most that they can be.
 */
enum { GATHER_TUNING_TEXT_SIZE = 256 };

struct gather_tuning {
    const char *kernels;  /* what instructions they use: "avx512", "avx2", "neon" or "scalar" */
    const char *family;   /* of processors: "intel", "amd", "arm" or "other" */
    const char *measured; /* on which processor; NULL: the column is unmeasured */
    int32_t is_asked;     /* 1: GATHER_TUNE has set thresholds; one that is malformed sets none */
    int32_t reserved;
    char text[GATHER_TUNING_TEXT_SIZE]; /* all of them: "near=1M,ask=16K,stream=32M,gathers=0,bin=40" */
};

/* The thresholds of this process. Its texts are static, but for the last. */
GATHER_API void gather_tuning_here(struct gather_tuning *tuning);

/*
 * Plan and run in one call. A plan of up to 2 KiB, as most are, lies on the stack; a larger one is allocated.
 * run: may be NULL.
 * Returns, and on failure: as `gather_plan_create` and `gather_plan_run`.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_once(const struct gather_op *op, const struct gather_layout *layouts,
            const struct gather_buffer *inputs, size_t input_count, const struct gather_layout *output_layout,
            struct gather_buffer output, const struct gather_run *run, struct gather_error *error);

#ifdef __cplusplus
}
#endif

#endif
