/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather_study: conformance cases, drawings of layouts, and what there is to say of a layout; for the
 * command, for other languages, and for whoever tests a backend of his own.
 *
 * Everything comes from a source and goes into a sink: nothing here opens a file, but tests of models by
 * libgather_io; nothing prints, or knows a terminal.
 *
 *     source ── lines ── cases ── backend ── results ──┐
 *     layout ── scene (boxes, labels, borders) ── text, SVG ──┤── writer ── sink
 *     layout ── report ── text, JSON ──────────────────┤
 *     take ── worlds ── explanation ── text, JSON, SVG ─┘
 */
#ifndef GATHER_STUDY_H
#define GATHER_STUDY_H

#include "gather/gather.h"
#include "gather/names.h"

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
/* scaled / 10^decimals, exactly: 1234 with 2 is 12.34. decimals: 0 to 18. */
void gather_write_decimal(struct gather_writer *writer, int64_t scaled, int32_t decimals);
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
 * Writes the words of a text in lines of so many columns, and an end of line; a word that is longer has a line of its
 * own. An empty line in the text parts paragraphs.
 * column: where the line stands already; indent: where the lines behind the first begin.
 */
void gather_write_wrapped(struct gather_writer *writer, const char *text, size_t column, size_t indent,
                          size_t columns);

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
/* scaled / 10^decimals: as `gather_write_decimal`. */
void gather_json_decimal(struct gather_json *json, const char *key, int64_t scaled, int32_t decimals);
void gather_json_integers(struct gather_json *json, const char *key, const int64_t *values, int32_t count);
void gather_json_boolean(struct gather_json *json, const char *key, bool value);
void gather_json_null(struct gather_json *json, const char *key);
void gather_json_element(struct gather_json *json, const char *key, int32_t dtype, const void *element);

/* The members of an error, into an object that is open: code, and what it has of operand, at, expected, .. */
void gather_json_error(struct gather_json *json, const struct gather_error *error);

/* ---- backends ------------------------------------------------------------------------------------ */

/* What a case asks. */
struct gather_query {
    const char *dialect;
    const char *op;
    const struct gather_attribute
        *attributes; /* of the operator; options of the library are marked as such */
    size_t attribute_count;
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
    int32_t check;       /* an `enum gather_check`: how the indices are to be checked */
    int32_t is_constant; /* 1: the indices are constants, known when a plan is made */
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
    /* Runs an operator. After an error the output is as it was, but under GATHER_CHECK_FUSED. */
    enum gather_status (*run)(void *context, const struct gather_query *query,
                              const struct gather_operands *operands, struct gather_error *error);
    /*
     * For a backend that shares no memory with us; where it is given, nothing of the above is called. line: a
     * case as it stands in a file, without `expect`. Writes one JSON object: {"outputs":[..]}, {"value":..},
     * {"error":{..}} or {"skip":true}; tensors as `values` or `hex`. Returns: OK; NO_MEMORY; any other status
     * fails the case, with the error's `reason`, a static string.
     */
    enum gather_status (*answer)(void *context, const char *line, size_t length, struct gather_sink reply,
                                 struct gather_error *error);
};

/* libgather itself: every query op of the case format, and every operator. */
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
 * Runs one test of a model in ONNX's own form: a folder with model.onnx and sets of tensors, test_data_set_0 and
 * on. The listener hears of it once, by `name`, on line 0; skipped where its model needs what is not built.
 * Returns: OK, whatever became of it; NO_MEMORY; what the listener returned, if not OK.
 */
GATHER_MUST_CHECK enum gather_status gather_model_folder_run(const char *folder, const char *name,
                                                             const struct gather_case_listener *listener);

/*
 * Runs the tests of models that a list names, in JSON; the models lie in `folder`. They are heard of by the names
 * of their files, on line 0. Returns: as before; FORMAT for what is no such list.
 */
GATHER_MUST_CHECK enum gather_status gather_model_list_run(const char *folder, const char *text,
                                                           size_t length,
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

/* "skipped, not answered: xla copy 45, xla gather 92", one line; nothing if nothing was. why: in words. */
GATHER_MUST_CHECK enum gather_status gather_results_write_skipped(const struct gather_results *results,
                                                                  const char *why,
                                                                  struct gather_writer *writer);
/* As members of a JSON object that is open. */
GATHER_MUST_CHECK enum gather_status gather_results_write_json(const struct gather_results *results,
                                                               struct gather_json *json);
GATHER_MUST_CHECK enum gather_status gather_results_write_junit(const struct gather_results *results,
                                                                struct gather_sink sink);

/* ---- elements as text ---------------------------------------------------------------------------- */

/*
 * Reads an element as a person writes it: 5, -1, 0.25, 1e-5, nan, -inf, true, 1+2j or [1,2] (complex).
 * element: room for 16 bytes; as many are set as the element takes, low bits first.
 * Returns: OK; FORMAT for what is no value of the type, as a finite number is none that would round to an infinity;
 *   DTYPE for a number that is no type; UNSUPPORTED for strings; NO_MEMORY.
 */
GATHER_MUST_CHECK enum gather_status gather_element_read(int32_t dtype, const char *text, void *element,
                                                         struct gather_error *error);

/*
 * Writes an element: integers in decimal, floats with the fewest digits that round to them, and those of 8 bits and
 * fewer with the digits of the same double. is_json: so that it is JSON, as the conformance cases have it; all floats
 * below 32 bits then have those. A string stands in quotes, else safe to print.
 */
void gather_element_write(struct gather_writer *writer, int32_t dtype, const void *element, bool is_json);

/* An element as a double, rounded where it is longer; of a complex one the real part, of a string 0. */
double gather_element_value(int32_t dtype, const void *element);

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

/*
 * The cells that have bits in a byte: *count of them from *first on, none where a total goes on behind the last cell.
 * Returns: OK; INDEX_RANGE of "byte".
 */
GATHER_MUST_CHECK enum gather_status gather_cells_of_byte(const struct gather_layout *layout, int64_t byte,
                                                          int64_t *first, int64_t *count,
                                                          struct gather_error *error);

/* "cell 7, byte 28, holds [1,2] and 1 more", one line; and as members of a JSON object that is open. */
void gather_spot_write(const struct gather_spot *spot, struct gather_writer *writer);
void gather_spot_write_json(const struct gather_spot *spot, struct gather_json *json);

/* ---- what an index means, world by world --------------------------------------------------------- */

/*
 * Worlds part on an index that is outside, or negative: one refuses it, another gives zeros, a third takes the
 * nearest row. src/study/worlds/behaviours.def is the table of what each does, and how that is known, for the operator
 * that takes rows along an axis (Gather, take, index_select).
 */

/* What becomes of an index outside. UNDEFINED: nothing is promised; memory outside the data may be read. */
#define GATHER_RULE_LIST(X)                                                                                  \
    X(ERROR, "error")                                                                                        \
    X(ZERO, "zero")                                                                                          \
    X(FILL, "fill")                                                                                          \
    X(CLAMP, "clamp")                                                                                        \
    X(WRAP, "wrap")                                                                                          \
    X(UNDEFINED, "undefined")

enum gather_rule {
#define GATHER_RULE_ENUM(id, word) GATHER_RULE_##id,
    GATHER_RULE_LIST(GATHER_RULE_ENUM)
#undef GATHER_RULE_ENUM
        GATHER_RULE_COUNT
};

/* What a negative index is: counted from the end, once; that for signed types alone; or outside. */
enum gather_negative { GATHER_NEGATIVE_END, GATHER_NEGATIVE_END_IF_SIGNED, GATHER_NEGATIVE_OUTSIDE };

/* What a world makes of a value first: nothing; its low bits, signed; its low bits, with the type's own sign. */
enum gather_reading {
    GATHER_READING_VALUE,
    GATHER_READING_AS_I32,
    GATHER_READING_AS_I64,
    GATHER_READING_LOW_32
};

/* How a behaviour is known: it was run; its own page or code says so; somebody who ran it said so. */
enum gather_knowledge { GATHER_MEASURED, GATHER_DOCUMENTED, GATHER_REPORTED };

/* A row of the table. Its texts are static. */
struct gather_behaviour {
    const char *id;   /* "openvino-cpu" */
    const char *name; /* for people */
    int32_t rule, negative, reading;
    int32_t on_empty;     /* the rule on an axis of size 0 */
    int32_t known;        /* an `enum gather_knowledge` */
    uint32_t index_types; /* bit 1 << dtype for each that it takes */
    const char *version;  /* what was looked at */
    const char *dialect;  /* of the operator of this library that follows it; NULL if there is none */
    const char *op;
    int32_t op_version; /* the first of its versions that does so; 0: all do */
    const char *source;
    const char *note; /* NULL if there is nothing more to say */
};

/* The rows in the order of the table. Returns: NULL behind the last. */
const struct gather_behaviour *gather_behaviour_at(size_t position);

/*
 * Whether a row is meant by a name: its id; the beginning of ids, "jax" for "jax-fill", where no id is the name;
 * or "onnx@10", the row of a dialect's version, as far as the library knows it.
 */
bool gather_behaviour_is(const struct gather_behaviour *behaviour, const char *name);

/* The same of several names, parted by commas: whether it is meant by one of them. "all" means each row. */
bool gather_behaviour_is_among(const struct gather_behaviour *behaviour, const char *names);

/* Room for a name of rows: none that means any is longer. */
enum { GATHER_BEHAVIOUR_NAME_SIZE = 128 };

/*
 * The next of several names, parted by commas. names: moved behind it; NULL at the end. name: room for `size` bytes; a
 * longer name is cut. Returns: false, and no name, where *names is NULL.
 */
bool gather_names_next(const char **names, char *name, size_t size);

/* The first row that a name means, of those alone that have an operator where `has_op` is set; NULL for none. */
const struct gather_behaviour *gather_behaviour_find(const char *name, bool has_op);

/* The word of a rule ("clamp"), and of how something is known ("measured"). Returns: a static string. */
const char *gather_rule_word(int32_t rule);
const char *gather_knowledge_word(int32_t known);

enum gather_outcome_kind {
    GATHER_OUTCOME_ROW, /* the elements of a row of the data */
    GATHER_OUTCOME_ERROR,
    GATHER_OUTCOME_ZERO,
    GATHER_OUTCOME_FILL,
    GATHER_OUTCOME_UNDEFINED
};

/* What stands in the output where an index stood. */
struct gather_outcome {
    int32_t kind;
    int64_t row; /* of ROW, else -1 */
};

/*
 * What becomes of one index into an axis of `size` rows.
 * index_dtype: an integer of 2 to 64 bits. value: an unsigned one of 64 bits as its bits.
 */
struct gather_outcome gather_behaviour_outcome(const struct gather_behaviour *behaviour, int32_t index_dtype,
                                               int64_t value, int64_t size);

/* "row 3", "error", "zero", "fill", "undefined" */
void gather_outcome_write(struct gather_writer *writer, struct gather_outcome outcome);

/* Rows of a tensor, taken along an axis by indices: what all questions here are about. */
struct gather_take {
    struct gather_layout data;    /* its type and sizes */
    struct gather_layout indices; /* dense, row-major, integers of 2 to 64 bits */
    const void *values;           /* of the indices */
    bool is_plain;                /* the indices are numbers without a type: every world takes them */
    int32_t axis;                 /* of the data; below 0 it counts from the end */
};

/* The index at a place of the indices, in row-major order; an unsigned one of 64 bits as its bits. */
int64_t gather_take_index(const struct gather_take *take, int64_t place);

/*
 * The dense layout of its output: the data's sizes, those of the indices in place of the axis.
 * Returns: OK; AXIS; RANK, OVERFLOW of "output". On failure: *output is untouched.
 */
GATHER_MUST_CHECK enum gather_status
gather_take_output(const struct gather_take *take, struct gather_layout *output, struct gather_error *error);

/*
 * The operator of this library that follows a behaviour, with its operands' layouts as its world writes them:
 * DirectML's have as many dimensions each, torch's indices are a list.
 * version: as `gather_op_from_names` takes it; NULL for the newest that the row is about.
 * Returns: OK; UNSUPPORTED for a behaviour without one; AXIS; RANK, OVERFLOW of an operand; what
 *   `gather_op_from_names` answers of a version.
 */
GATHER_MUST_CHECK enum gather_status gather_behaviour_op(const struct gather_behaviour *behaviour,
                                                         const struct gather_attribute *version,
                                                         const struct gather_take *take, struct gather_op *op,
                                                         struct gather_layout operands[2],
                                                         struct gather_error *error);

/* What the worlds make of a take. Owns nothing of the take's, which must stay as long. */
struct gather_explanation;

/*
 * Asks the worlds that names mean, as `gather_behaviour_is_among`; NULL: all. Indices are read once.
 * Returns: OK; DTYPE for indices that are no integers; AXIS; RANK, OVERFLOW of "output"; ARGUMENT "dialect" for a
 *   name that means none; NO_MEMORY. On failure: *explanation is untouched. Owns: the caller destroys it.
 */
GATHER_MUST_CHECK enum gather_status gather_explanation_create(struct gather_explanation **explanation,
                                                               const struct gather_take *take,
                                                               const char *worlds,
                                                               struct gather_error *error);
void gather_explanation_destroy(struct gather_explanation *explanation);

/*
 * The verdict, one sentence; then a table of what each world does with each index that matters, worlds that
 * agree together. Into a JSON object that is open: the same as members.
 */
void gather_explanation_write(const struct gather_explanation *explanation,
                              const struct gather_drawing *drawing, struct gather_writer *writer);
void gather_explanation_write_json(const struct gather_explanation *explanation, struct gather_json *json);

/* How the shape of the output comes about, step by step, and who asks for something else. */
void gather_explanation_write_shape(const struct gather_explanation *explanation,
                                    const struct gather_drawing *drawing, struct gather_writer *writer);

/* Rows, indices and output as one SVG, for light and dark pages. title: of `length` bytes. */
GATHER_MUST_CHECK enum gather_status gather_explanation_draw_svg(const struct gather_explanation *explanation,
                                                                 const char *title, size_t length,
                                                                 struct gather_sink sink);

/*
 * Elements in row-major order of the logical index, each in the whole bytes that its type takes, low bits
 * first: reads `count` of them from number `first` on.
 */
struct gather_elements {
    enum gather_status (*read)(void *context, int64_t first, int64_t count, void *elements,
                               struct gather_error *error);
    void *context;
};

/* What is compared: an output that somebody got, of the sizes that the take gives. */
struct gather_got {
    struct gather_elements data, output;
    int32_t dtype;             /* of the output; another than the data's only with a tolerance */
    bool is_tolerant;          /* else bit for bit */
    double relative, absolute; /* |got - expected| <= absolute + relative * |expected| */
};

enum gather_match {
    GATHER_MATCH_EXACT,
    GATHER_MATCH_CLOSE, /* within the tolerance */
    GATHER_MATCH_OPEN,  /* nothing speaks against it, but it promises nothing for some elements */
    GATHER_MATCH_DIFFERS,
    GATHER_MATCH_NO_OUTPUT /* it refuses an index, or the operands: it gives no output */
};

/* Which worlds an output may come from, into the explanation: see `gather_explanation_matches`.
 * Returns: OK; what reading returned; DTYPE; NO_MEMORY. */
GATHER_MUST_CHECK enum gather_status gather_explanation_compare(struct gather_explanation *explanation,
                                                                const struct gather_got *got,
                                                                struct gather_error *error);

/* How many worlds match, EXACT or CLOSE; after a comparison. */
int32_t gather_explanation_matches(const struct gather_explanation *explanation);

/*
 * Says which worlds give the output that was compared, a sentence and a list; name: what the output is called.
 */
void gather_explanation_write_comparison(const struct gather_explanation *explanation, const char *name,
                                         const struct gather_drawing *drawing, struct gather_writer *writer);
void gather_explanation_write_comparison_json(const struct gather_explanation *explanation,
                                              struct gather_json *json);

/* Reads a number such as 1e-5 or 0.25, whatever the locale is. Returns: false for another text. */
bool gather_real_read(const char *text, double *value);

#ifdef __cplusplus
}
#endif

#endif
