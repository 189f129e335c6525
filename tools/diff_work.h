/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `gather diff` does: it opens both operands, and compares one tensor with another (diff_work.c) or all tensors
 * of a file with those of another by their names (diff_files.c).
 */
#ifndef GATHER_TOOLS_DIFF_WORK_H
#define GATHER_TOOLS_DIFF_WORK_H

#include "arguments.h"
#include "diff_compare.h"
#include "gather/study.h"
#include "input_tensor.h"

/* An operand. */
struct diff_operand {
    const char *text;
    struct input_tensor input;
    bool all; /* of its tensors */
};

struct diff_work {
    const struct arguments *arguments;
    struct gather_tolerance tolerance;
    struct diff_operand a, b;
};

/* Each returns an exit code; what failed was said. To be ended in any case. */
int diff_ask(struct diff_work *work);
int diff_pair(struct diff_work *work);
int diff_files(struct diff_work *work);
void diff_end(struct diff_work *work);

/* ---- names: diff_map.c ---------------------------------------------------------------------------- */

/* Whether each --map is one. Returns: an exit code; what is wrong was said. */
int diff_map_judge(const struct arguments *arguments);

/* The tensor of B for a name of A. Returns: NULL where there is none, or without memory, which `no_memory` tells. */
const struct gather_tensor *diff_map_find(const struct diff_work *work, const char *name, bool *no_memory);

/* Says which --map is about no tensor of A. */
void diff_map_tell_unused(const struct diff_work *work);

/* ---- types that a file does not say ---------------------------------------------------------------- */

/*
 * A tensor whose type its file does not say is looked at as what the other is, if that has the same width; two such
 * tensors are compared as bits. Returns: whether it is.
 */
bool diff_look_alike(struct gather_tensor *tensor, const struct gather_tensor *other);

/*
 * Two of the same sizes can't be compared if the file of one alone does not say its type, and it is not looked at as
 * what the other is. Returns: an exit code; that it is so was said.
 */
int diff_judge_types(const struct diff_work *work, const struct gather_tensor *a,
                     const struct gather_tensor *b);

/* Says of how many tensors of an operand that is so, if of any. */
void diff_tell_alike(const struct diff_work *work, const struct diff_operand *operand, size_t count);

/* Says why two tensors could not be compared. Returns: an exit code. */
int diff_complain(const struct diff_work *work, const struct diff_side *failed,
                  const struct gather_error *error);

/* ---- told: diff_text.c --------------------------------------------------------------------------- */

/* "f32[2,3]", in elements, also where the layout counts bytes of blocks. */
void diff_write_type(struct gather_writer *writer, const struct gather_tensor *tensor);

/* "FILE@bf16[2,3]", which says of a tensor what its elements may be. */
void diff_write_typed(struct gather_writer *writer, const struct gather_tensor *tensor);

/* Whether a type has steps to speak of: integers are as many steps apart as their difference says. */
bool diff_is_real(int32_t dtype);

/* A measure, in at most four digits. */
void diff_write_measure(struct gather_writer *writer, double value);

/* Steps of a type, which are counted: a whole number. */
void diff_write_steps(struct gather_writer *writer, double steps);

/* "33.3 %", "< 0.1 %"; nearest, but 100 for all of them alone */
void diff_write_share(struct gather_writer *writer, int64_t part, int64_t all);

/* "atol 0.001 + rtol 0.01 or ulp 3" */
void diff_write_tolerance(struct gather_writer *writer, const struct gather_tolerance *tolerance);

/* What came of two tensors. Returns: OK; NO_MEMORY. */
enum gather_status diff_write(const struct diff_work *work, const struct diff_side *a,
                              const struct diff_side *b, const struct diff_result *result,
                              const struct diff_hint *hint);

/* ---- diff_json.c --------------------------------------------------------------------------------- */

void diff_begin_json(const struct diff_work *work, struct gather_json *json);
void diff_end_json(struct gather_json *json);

/* The same as members of an object that is open. hint: NULL where none was looked for. */
void diff_json(const struct diff_side *a, const struct diff_side *b, const struct diff_result *result,
               const struct diff_hint *hint, struct gather_json *json);

/* ---- both ---------------------------------------------------------------------------------------- */

/* Where an element begins in its file. Returns: -1 where it lies in none as it is. */
int64_t diff_byte(const struct diff_side *side, int64_t number);

/* The file in which the bytes of a tensor lie. */
const char *diff_path(const struct diff_side *side);

/* The bits of an element, "0x3fc00000", most significant first. */
void diff_write_bits(struct gather_writer *writer, int32_t dtype, const uint8_t *element);

/* An element as text; of a string its beginning. */
void diff_write_element(struct gather_writer *writer, int32_t dtype, const uint8_t *element);

/* How the two are to be read to be equal, one line: "'b.npy@f32[2,3]{0,1}'". */
void diff_write_operand(struct gather_writer *writer, const char *text, const struct diff_side *side,
                        const struct gather_layout *layout);
const char *diff_hint_word(enum diff_hint_kind kind);

#endif
