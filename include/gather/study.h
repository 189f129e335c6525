/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather_study: conformance cases, drawings of layouts, and what there is to say of a layout; for the
 * command, for other languages, and for whoever tests a backend of his own.
 *
 * Everything comes from a source and goes into a sink: nothing here opens a file, prints, or knows a
 * terminal.
 *
 *     source ── lines ── cases ── backend ── results ──┐
 *     layout ── scene (boxes, labels, borders) ── text, SVG ──┤── writer ── sink
 *     layout ── report ── text, JSON ──────────────────┘
 */
#ifndef GATHER_STUDY_H
#define GATHER_STUDY_H

#include "gather/gather.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- where bytes come from and go to ------------------------------------------------------------- */

/* Takes all bytes it is given, in order. Returns: OK, or why it could not (IO, NO_MEMORY). */
struct gather_sink {
    enum gather_status (*write)(void *context, const char *bytes, size_t count);
    void *context;
};

/* Gives the next bytes, at most `size`; *received = 0 at the end. Returns: OK, or IO. */
struct gather_source {
    enum gather_status (*read)(void *context, char *bytes, size_t size, size_t *received);
    void *context;
};

/* Bytes in memory, which a sink fills and a source reads. Zeroed at first. Owns: `bytes`, until `_fini`. */
struct gather_memory {
    char *bytes;
    size_t count;
    size_t capacity;
    size_t taken; /* by the source */
};
struct gather_sink gather_memory_sink(struct gather_memory *memory);
struct gather_source gather_memory_source(struct gather_memory *memory);
void gather_memory_fini(struct gather_memory *memory);

/*
 * Writes text and numbers into a sink; the locale plays no part. The first failure is kept in `status`, and
 * nothing is written after it, so that one look at the end is enough.
 */
struct gather_writer {
    struct gather_sink sink;
    enum gather_status status;
};
struct gather_writer gather_writer_to(struct gather_sink sink);
void gather_write(struct gather_writer *writer, const char *bytes, size_t count);
void gather_write_text(struct gather_writer *writer, const char *text);
void gather_write_integer(struct gather_writer *writer, int64_t value);
void gather_write_unsigned(struct gather_writer *writer, uint64_t value);
void gather_write_integers(struct gather_writer *writer, const int64_t *values, int32_t count,
                           const char *separator);
void gather_write_repeated(struct gather_writer *writer, char character, size_t count);

/*
 * Writes text that somebody else made so that it can do nothing to a terminal or to the reader's eyes: bytes
 * that are no UTF-8, control characters and those that turn the direction of writing come out as \xNN;
 * without `utf8`, so does everything beyond ASCII.
 */
void gather_write_safe(struct gather_writer *writer, const char *text, size_t length, bool utf8);

/*
 * Shows where in a text an error is: the text, cut to about 70 columns, and a caret below the byte error->at.
 *     f32[2]{}
 *            ^
 * Nothing is written for an error without `at`.
 */
void gather_write_caret(struct gather_writer *writer, const char *text, size_t length,
                        const struct gather_error *error, bool utf8);

/* ---- lines of a source --------------------------------------------------------------------------- */

/* Made by `_init`, which allocates nothing; ended by `_fini`. Memory stays near twice the limit. */
struct gather_lines {
    struct gather_source source;
    char *buffer;
    size_t capacity, begin, end;
    size_t limit;   /* bytes of the longest line allowed */
    int64_t number; /* of the line last given, from 1 on */
    int64_t offset; /* of its first byte in the source */
    int64_t next_offset;
    bool ended;
};
void gather_lines_init(struct gather_lines *lines, struct gather_source source, size_t limit);
void gather_lines_fini(struct gather_lines *lines);

/*
 * Gives the next line without its end ("\n" or "\r\n"); *line is NULL after the last, else valid until the
 * next call. Returns: OK; IO; NO_MEMORY; FORMAT with `at` for a line beyond the limit.
 */
GATHER_MUST_CHECK enum gather_status gather_lines_next(struct gather_lines *lines, const char **line,
                                                       size_t *length, struct gather_error *error);

/* ---- JSON, written ------------------------------------------------------------------------------- */

enum { GATHER_JSON_DEPTH = 32 };

/*
 * Writes one JSON value. `key` names a member inside an object and is NULL elsewhere. Strings are made safe:
 * bytes that are no UTF-8 become U+FFFD, controls and marks of writing direction are escaped. Numbers are
 * exact: an unsigned one above 2^63-1 is written as a string of its digits, as the conformance cases do,
 * since readers with 64 signed bits would lose it. Nesting beyond GATHER_JSON_DEPTH is `status` ARGUMENT.
 */
struct gather_json {
    struct gather_writer writer;
    uint32_t filled; /* one bit a level: whether something stands in it already */
    uint32_t arrays; /* one bit a level: whether it is an array */
    int32_t depth;
};
struct gather_json gather_json_to(struct gather_sink sink);
void gather_json_object(struct gather_json *json, const char *key);
void gather_json_array(struct gather_json *json, const char *key);
void gather_json_end(struct gather_json *json); /* of the innermost object or array */
void gather_json_string(struct gather_json *json, const char *key, const char *text, size_t length);
/* text: ended by NUL; NULL is null. */
void gather_json_text(struct gather_json *json, const char *key, const char *text);
void gather_json_integer(struct gather_json *json, const char *key, int64_t value);
void gather_json_unsigned(struct gather_json *json, const char *key, uint64_t value);
void gather_json_integers(struct gather_json *json, const char *key, const int64_t *values, int32_t count);
void gather_json_boolean(struct gather_json *json, const char *key, bool value);
void gather_json_null(struct gather_json *json, const char *key);

/* The members of an error, into an object that is open: code, and what it has of operand, at, expected, .. */
void gather_json_error(struct gather_json *json, const struct gather_error *error);

/* ---- backends ------------------------------------------------------------------------------------ */

enum gather_attribute_kind {
    GATHER_ATTRIBUTE_NONE, /* JSON's null */
    GATHER_ATTRIBUTE_INTEGER,
    GATHER_ATTRIBUTE_BOOLEAN, /* `integer` is 0 or 1 */
    GATHER_ATTRIBUTE_TEXT,
    GATHER_ATTRIBUTE_INTEGERS, /* a list; the empty one too */
    GATHER_ATTRIBUTE_OTHER     /* none of these: no op takes it */
};

/* An attribute by the name that its dialect gives it. A view: it owns nothing. */
struct gather_attribute {
    const char *name;
    int32_t kind; /* an `enum gather_attribute_kind` */
    int64_t integer;
    const int64_t *integers;
    const char *text; /* ended by NUL */
    size_t count;     /* of `integers`, or bytes of `text` */
};

/* What a case asks. */
struct gather_query {
    const char *dialect;
    const char *op;
    const struct gather_attribute *attributes;
    size_t attribute_count;
    const struct gather_attribute *options; /* of the library, not of the operator */
    size_t option_count;
    struct gather_attribute version; /* an integer or a text; of kind NONE where the case has none */
};

/*
 * The tensors that an operator works on, as a case describes them: nobody has judged the layouts of a
 * dialect's own descriptors, and a buffer may be shorter than its layout. Each buffer is a block of its own,
 * of exactly its bytes.
 */
struct gather_operands {
    const struct gather_layout *layouts; /* of the inputs, in the operator's own order */
    const struct gather_buffer *inputs;
    size_t input_count;
    struct gather_layout output_layout;
    struct gather_buffer output;
};

/*
 * Something that answers cases: libgather itself, or another library behind a few functions. `size` is that
 * of the struct as the backend knows it; what a later version adds at the end is then absent.
 */
struct gather_backend {
    size_t size;
    const char *name;
    void *context;
    /* Whether the backend answers an op. What it does not answer is skipped by name. */
    bool (*answers)(void *context, const char *dialect, const char *op);
    /* Writes the answer, one JSON value. Returns: OK, or the error that the question deserves. */
    enum gather_status (*query)(void *context, const struct gather_query *query, struct gather_json *answer,
                                struct gather_error *error);
    /* The layout of an operator's output: as `gather_infer`. NULL, with `run`, where it has no operators. */
    enum gather_status (*infer)(void *context, const struct gather_query *query,
                                const struct gather_layout *inputs, size_t input_count,
                                struct gather_layout *output, struct gather_error *error);
    /* Runs an operator. After an error the output is as it was. */
    enum gather_status (*run)(void *context, const struct gather_query *query,
                              const struct gather_operands *operands, struct gather_error *error);
};

/* libgather itself: every query op of the case format, and the operators that are built. */
const struct gather_backend *gather_own_backend(void);

/* ---- cases --------------------------------------------------------------------------------------- */

enum gather_verdict {
    GATHER_VERDICT_PASSED,
    GATHER_VERDICT_FAILED,
    GATHER_VERDICT_SKIPPED,
    GATHER_VERDICT_BROKEN /* not a case: the file could not be read, or not beyond this line */
};

/* What became of one case. A view, valid during the call that hands it over. */
struct gather_case_result {
    const char *name, *dialect, *op; /* "" where not known */
    const char *message;             /* failed, broken: a sentence, safe to print; else "" */
    int64_t line;
    int32_t verdict; /* an `enum gather_verdict` */
};

/* Who chooses cases and hears of them. */
struct gather_case_listener {
    void *context;
    bool (*selects)(void *context, const char *name); /* NULL: all cases */
    enum gather_status (*hears)(void *context, const struct gather_case_result *result);
};

/*
 * Runs the cases of a source, one JSON object a line, in bounded memory.
 * Returns: OK, whatever became of the cases; IO; NO_MEMORY; FORMAT with `at`, after the listener has heard of
 * a broken line; what the listener returned, if not OK.
 */
GATHER_MUST_CHECK enum gather_status gather_cases_run(struct gather_source source,
                                                      const struct gather_backend *backend,
                                                      const struct gather_case_listener *listener,
                                                      struct gather_error *error);

/*
 * The results of many cases, kept. Owns: copies of everything; ended by `_fini`. All zero at the
 * beginning.
 */
struct gather_results {
    struct gather_kept_result *kept; /* private */
    size_t count, capacity;
    int64_t verdicts[4]; /* how many of each `enum gather_verdict` */
};
GATHER_MUST_CHECK enum gather_status gather_results_add(struct gather_results *results, const char *file,
                                                        const struct gather_case_result *result);
void gather_results_fini(struct gather_results *results);

/* "12 passed, 0 failed, 3 skipped", one line. */
void gather_results_write_summary(const struct gather_results *results, struct gather_writer *writer);

/* "skipped, known and not built: xla copy 45, xla gather 92", one line; nothing if nothing was. */
GATHER_MUST_CHECK enum gather_status gather_results_write_skipped(const struct gather_results *results,
                                                                  struct gather_writer *writer);
GATHER_MUST_CHECK enum gather_status gather_results_write_json(const struct gather_results *results,
                                                               struct gather_sink sink);
GATHER_MUST_CHECK enum gather_status gather_results_write_junit(const struct gather_results *results,
                                                                struct gather_sink sink);

/* ---- layouts, drawn and told --------------------------------------------------------------------- */

/* How to draw. All zero: ASCII without colour, 80 columns, 24 rows. */
struct gather_drawing {
    int32_t rows;    /* of boxes, at most, in the grids of a shape; larger shapes are drawn in part */
    int32_t columns; /* of characters, at most */
    bool utf8;       /* lines and dots beyond ASCII */
    bool colour;     /* ANSI colours */
};

/*
 * Draws a valid layout: the grid of its elements with the cell of each, and its memory, cell by cell.
 * A shape too large for the drawing is drawn at its corners; the time never depends on its size.
 * Returns: OK; NO_MEMORY; what the sink returned.
 */
GATHER_MUST_CHECK enum gather_status gather_layout_draw_text(const struct gather_layout *layout,
                                                             const struct gather_drawing *drawing,
                                                             struct gather_sink sink);

/* The same as one SVG, for light and dark pages. title: what it is called, of `length` bytes. */
GATHER_MUST_CHECK enum gather_status gather_layout_draw_svg(const struct gather_layout *layout,
                                                            const char *title, size_t length,
                                                            struct gather_sink sink);

/*
 * Says what a person wants to know of a valid layout: sizes, padding, strides, and the same layout in every
 * spelling or what that spelling can't say. Into a JSON object that is open: the same as members.
 */
void gather_layout_report(const struct gather_layout *layout, struct gather_writer *writer, bool colour);
void gather_layout_report_json(const struct gather_layout *layout, struct gather_json *json);

enum gather_content { GATHER_CONTENT_NOTHING, GATHER_CONTENT_ELEMENT, GATHER_CONTENT_PADDING };

/* A cell, and what lies there: the answer to "where is this element" and to "what is in this cell". */
struct gather_spot {
    int64_t cell, byte; /* the cell, and the byte where it begins */
    int32_t bit;        /* in that byte */
    int32_t content;    /* an `enum gather_content`; padding is what has a value */
    int32_t padding;    /* that value */
    int32_t rank;       /* of `index`, where the content is an element */
    int64_t shared;     /* how many other elements lie in the same cell; -1 where it was not counted */
    int64_t index[GATHER_MAX_RANK];
};

/* Returns: what `gather_layout_cell` answers. */
GATHER_MUST_CHECK enum gather_status gather_spot_of_element(const struct gather_layout *layout,
                                                            const int64_t *index, int32_t rank,
                                                            struct gather_spot *spot,
                                                            struct gather_error *error);

/* Returns: what `gather_layout_index` answers, but that a cell without an element is an answer. */
GATHER_MUST_CHECK enum gather_status gather_spot_of_cell(const struct gather_layout *layout, int64_t cell,
                                                         struct gather_spot *spot,
                                                         struct gather_error *error);

/* The cells that have bits in a byte: *count of them from *first on. Returns: OK; INDEX_RANGE of "byte". */
GATHER_MUST_CHECK enum gather_status gather_cells_of_byte(const struct gather_layout *layout, int64_t byte,
                                                          int64_t *first, int64_t *count,
                                                          struct gather_error *error);

/* "cell 7, byte 28, holds [1,2] and 1 more", one line; and as members of a JSON object that is open. */
void gather_spot_write(const struct gather_spot *spot, struct gather_writer *writer);
void gather_spot_write_json(const struct gather_spot *spot, struct gather_json *json);

#ifdef __cplusplus
}
#endif

#endif
