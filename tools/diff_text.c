/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What came of comparing two tensors, as text.
 *
 *     A  a.npy  f32[2,3]
 *     B  b.npy  f32[2,3]
 *     2 of 6 elements differ (33.3 %), bit for bit
 *
 *                at     in A        in B        apart
 *     first      [0,1]  1.5         1.75
 *       bits            0x3fc00000  0x3fe00000
 *       byte            132         132
 *     max abs    [1,2]  10          12          2
 */
#include <math.h>
#include <string.h>

#include "diff_work.h"
#include "element_walk.h"
#include "ls_work.h"
#include "output.h"
#include "text_table.h"

/* ---- words --------------------------------------------------------------------------------------- */

void diff_write_type(struct gather_writer *writer, const struct gather_tensor *tensor)
{
    char type[32];
    struct gather_layout elements = ls_elements(tensor);
    gather_write_text(writer, ls_type(tensor, type));
    gather_write_text(writer, "[");
    gather_write_integers(writer, elements.sizes, elements.rank, ",");
    gather_write_text(writer, "]");
}

/* value = digits * 10^(exponent - 3), rounded: 1000 to 9999, or 0. */
struct four_digits {
    int64_t digits;
    int32_t exponent;
};

static struct four_digits round_to_four(double value)
{
    struct four_digits rounded = {0, 3};
    if (value <= 0)
        return rounded;
    for (; value >= 10000; rounded.exponent++)
        value /= 10;
    for (; value < 1000; rounded.exponent--)
        value *= 10;
    rounded.digits = (int64_t)(value + 0.5);
    for (; rounded.digits >= 10000; rounded.exponent++)
        rounded.digits /= 10;
    return rounded;
}

bool diff_is_real(int32_t dtype)
{
    return !gather_dtype_is_signed(dtype) && !gather_dtype_is_unsigned(dtype) && dtype != GATHER_DTYPE_BOOL;
}

void diff_write_measure(struct gather_writer *writer, double value)
{
    enum { DECIMALS = 9, BEYOND = 12 };
    int64_t scale = 1;
    struct four_digits rounded = {0, 0};
    int32_t decimals = 3;
    if (!isfinite(value)) {
        gather_write_text(writer, "inf");
        return;
    }
    rounded = round_to_four(value);
    for (; rounded.digits > 0 && rounded.digits % 10 == 0; decimals--)
        rounded.digits /= 10;
    if (rounded.digits == 0) {
        gather_write_text(writer, "0");
    } else if (rounded.exponent >= BEYOND || decimals - rounded.exponent > DECIMALS) {
        gather_write_decimal(writer, rounded.digits, decimals);
        gather_write_text(writer, rounded.exponent < 0 ? "e-" : "e+");
        gather_write_integer(writer, rounded.exponent < 0 ? -rounded.exponent : rounded.exponent);
    } else if (rounded.exponent > decimals) {
        for (int32_t k = decimals; k < rounded.exponent; k++)
            scale *= 10; /* bounded: by 10^12 */
        gather_write_integer(writer, rounded.digits * scale);
    } else {
        gather_write_decimal(writer, rounded.digits, decimals - rounded.exponent);
    }
}

void diff_write_steps(struct gather_writer *writer, double steps)
{
    const double exact = 9007199254740992; /* below it each whole number is a double */
    if (steps < exact)
        gather_write_unsigned(writer, (uint64_t)steps);
    else
        diff_write_measure(writer, steps);
}

void diff_write_share(struct gather_writer *writer, int64_t part, int64_t all)
{
    int64_t tenths = (int64_t)((double)part / (double)all * 1000 + 0.5);
    if (part > 0 && (double)part / (double)all < 0.001) {
        gather_write_text(writer, "< 0.1 %");
        return;
    }
    if (tenths == 1000 && part < all)
        tenths = 999; /* all of them is another thing than most */
    gather_write_decimal(writer, tenths, 1);
    gather_write_text(writer, " %");
}

static void write_real(struct gather_writer *writer, const char *name, double value)
{
    gather_write_text(writer, name);
    gather_element_write(writer, GATHER_DTYPE_F64, &value, false);
}

void diff_write_tolerance(struct gather_writer *writer, const struct gather_tolerance *tolerance)
{
    bool has_rtol = tolerance->relative > 0, has_ulp = tolerance->steps > 0;
    if (tolerance->absolute <= 0 && !has_rtol && !has_ulp) {
        gather_write_text(writer, "a tolerance of 0");
        return;
    }
    if (tolerance->absolute > 0) {
        write_real(writer, "atol ", tolerance->absolute);
        gather_write_text(writer, has_rtol ? " + " : has_ulp ? " or " : "");
    }
    if (has_rtol) {
        write_real(writer, "rtol ", tolerance->relative);
        gather_write_text(writer, has_ulp ? " or " : "");
    }
    if (has_ulp) {
        gather_write_text(writer, "ulp ");
        gather_write_unsigned(writer, tolerance->steps);
    }
}

/* ---- the table ----------------------------------------------------------------------------------- */

static void put_index(struct text_table *table, const struct diff_side *a, int64_t number)
{
    int64_t index[GATHER_MAX_RANK];
    struct gather_writer writer = text_table_cell(table);
    element_index(&a->tensor->layout, number, index);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, index, a->tensor->layout.rank, ",");
    gather_write_text(&writer, "]");
}

static void put_pair(struct text_table *table, const char *what, const struct diff_side *a,
                     const struct gather_difference *difference, const struct gather_element_pair *pair)
{
    text_table_put(table, what);
    put_index(table, a, pair->number);
    struct gather_writer writer = text_table_cell(table);
    diff_write_element(&writer, difference->a_type, pair->a);
    writer = text_table_cell(table);
    diff_write_element(&writer, difference->b_type, pair->b);
}

static void put_bits(struct text_table *table, const struct gather_difference *difference)
{
    struct gather_writer writer = text_table_cell(table);
    diff_write_bits(&writer, difference->a_type, difference->first.a);
    writer = text_table_cell(table);
    diff_write_bits(&writer, difference->b_type, difference->first.b);
    text_table_put(table, "");
}

static void put_byte(struct text_table *table, const struct diff_side *side, int64_t number)
{
    struct gather_writer writer = text_table_cell(table);
    int64_t byte = diff_byte(side, number);
    if (byte < 0)
        gather_write_text(&writer, "packed");
    else
        gather_write_integer(&writer, byte);
}

static void put_first(struct text_table *table, const struct diff_side *a, const struct diff_side *b,
                      const struct gather_difference *difference)
{
    if (difference->first.number < 0)
        return;
    if (a->tensor->untyped) {
        text_table_put(table, "first");
        put_index(table, a, difference->first.number);
        put_bits(table, difference);
    } else {
        put_pair(table, "first", a, difference, &difference->first);
        text_table_put(table, "");
        if (difference->type != GATHER_DTYPE_STRING) {
            text_table_put(table, "  bits");
            text_table_put(table, "");
            put_bits(table, difference);
        }
    }
    text_table_put(table, "  byte");
    text_table_put(table, "");
    put_byte(table, a, difference->first.number);
    put_byte(table, b, difference->first.number);
    text_table_put(table, "");
}

static void put_largest(struct text_table *table, const struct diff_side *a,
                        const struct gather_difference *difference, const char *what,
                        const struct gather_largest_difference *largest,
                        void (*write)(struct gather_writer *writer, double value))
{
    if (largest->where.number < 0)
        return;
    put_pair(table, what, a, difference, &largest->where);
    struct gather_writer writer = text_table_cell(table);
    write(&writer, largest->value);
}

static enum gather_status write_table(struct gather_writer *writer, const struct diff_side *a,
                                      const struct diff_side *b, const struct gather_difference *difference)
{
    enum gather_status status;
    static const char *const titles[] = {"", "at", "in A", "in B", "apart"};
    enum { COLUMNS = sizeof titles / sizeof *titles };
    struct text_table table = {.columns = COLUMNS};
    for (int c = 0; c < COLUMNS; c++)
        text_table_put(&table, titles[c]);
    put_first(&table, a, b, difference);
    put_largest(&table, a, difference, "max abs", &difference->absolute, diff_write_measure);
    put_largest(&table, a, difference, "max rel", &difference->relative, diff_write_measure);
    if (diff_is_real(difference->type))
        put_largest(&table, a, difference, "max ulp", &difference->steps, diff_write_steps);
    if (table.count > COLUMNS)
        gather_write_text(writer, "\n");
    status = table.count > COLUMNS ? text_table_write(&table, writer) : table.status;
    text_table_fini(&table);
    return status;
}

/* ---- sentences ----------------------------------------------------------------------------------- */

static void write_side(struct gather_writer *writer, const char *which, const struct diff_side *side)
{
    gather_write_text(writer, which);
    output_write_safe(writer, diff_path(side));
    if (side->tensor->name[0] != '\0') {
        gather_write_text(writer, ":");
        output_write_safe(writer, side->tensor->name);
    }
    gather_write_text(writer, "  ");
    diff_write_type(writer, side->tensor);
    gather_write_text(writer, "\n");
}

static void write_type_name(struct gather_writer *writer, int32_t dtype)
{
    char name[32];
    gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
    gather_write_text(writer, name);
}

/* No type holds both u64 and integers with a sign. */
static bool holds_both(const struct gather_difference *difference)
{
    return (difference->a_type != GATHER_DTYPE_U64 && difference->b_type != GATHER_DTYPE_U64) ||
           !gather_dtype_is_signed(difference->type);
}

/* ", bit for bit", " by more than rtol 0.1"; and as what they are compared, if they are of two types. */
static void write_how(struct gather_writer *writer, const struct gather_difference *difference, bool equal)
{
    if (difference->tolerance.is_tolerant) {
        gather_write_text(writer, equal ? " within " : " by more than ");
        diff_write_tolerance(writer, &difference->tolerance);
    } else if (difference->a_type == difference->b_type) {
        gather_write_text(writer,
                          difference->tolerance.equal_nan ? ", bit for bit but for NaN" : ", bit for bit");
    } else {
        gather_write_text(writer, " by value");
    }
    if (difference->a_type == difference->b_type)
        return;
    gather_write_text(writer, ", compared as ");
    if (holds_both(difference))
        write_type_name(writer, difference->type);
    else
        gather_write_text(writer, "whole numbers");
}

static void write_count(struct gather_writer *writer, const char *before, int64_t count, const char *behind)
{
    gather_write_text(writer, before);
    gather_write_integer(writer, count);
    gather_write_text(writer, behind);
}

/* What is counted: of rows of blocks the bytes. */
static void write_elements(struct gather_writer *writer, int64_t count, bool are_bytes)
{
    gather_write_integer(writer, count);
    gather_write_text(writer, are_bytes ? " byte" : " element");
    gather_write_text(writer, count == 1 ? "" : "s");
}

static void write_equal(struct gather_writer *writer, const struct gather_difference *difference,
                        bool are_bytes)
{
    gather_write_text(writer, "equal");
    write_how(writer, difference, true);
    gather_write_text(writer, ": ");
    write_elements(writer, difference->elements, are_bytes);
    if (difference->close > 0)
        write_count(writer, ", ", difference->close, " of them not bit-identical");
    gather_write_text(writer, "\n");
}

static void write_other_sizes(struct gather_writer *writer, const struct gather_tensor *a,
                              const struct gather_tensor *b)
{
    gather_write_text(writer, diff_same_blocks(a, b)
                                  ? "the sizes differ\n"
                                  : "blocks are compared with the same kind of blocks alone\n");
}

static void write_verdict(struct gather_writer *writer, const struct diff_result *result, bool are_bytes)
{
    const struct gather_difference *difference = &result->difference;
    if (difference->differing == 0) {
        write_equal(writer, difference, are_bytes);
        return;
    }
    write_count(writer, "", difference->differing, " of ");
    write_elements(writer, difference->elements, are_bytes);
    gather_write_text(writer, difference->differing == 1 ? " differs (" : " differ (");
    diff_write_share(writer, difference->differing, difference->elements);
    gather_write_text(writer, ")");
    write_how(writer, difference, false);
    gather_write_text(writer, "\n");
    if (difference->no_number > 0)
        write_count(writer, "", difference->no_number, " of them NaN or infinite on a side\n");
    if (difference->close > 0)
        write_count(writer, "", difference->close,
                    difference->close == 1 ? " more is not bit-identical\n"
                                           : " more are not bit-identical\n");
}

static void write_shift(struct gather_writer *writer, const struct diff_hint *hint)
{
    int64_t shift = hint->rows != 0 ? hint->rows : hint->shift;
    const char *what = hint->rows != 0 ? "row" : "element";
    gather_write_text(writer, "B is A, shifted: ");
    gather_write_text(writer, what);
    gather_write_text(writer, " n of B is ");
    gather_write_text(writer, what);
    write_count(writer, shift > 0 ? " n + " : " n - ", shift > 0 ? shift : -shift, " of A; equal are\n");
}

static void write_hint(struct gather_writer *writer, const struct diff_work *work, const struct diff_side *a,
                       const struct diff_side *b, const struct diff_hint *hint)
{
    gather_write_text(writer, "\n");
    if (hint->kind == DIFF_HINT_SWAPPED) {
        gather_write_text(writer,
                          "B is A with the bytes of each number reversed: one of them is big-endian\n");
        return;
    }
    if (hint->kind == DIFF_HINT_SHIFTED)
        write_shift(writer, hint);
    else if (hint->kind == DIFF_HINT_RESHAPED)
        gather_write_text(writer, "B is A under other sizes; equal are\n");
    else
        gather_write_text(writer, "B is A in another order in memory; equal are\n");
    gather_write_text(writer, "  ");
    diff_write_operand(writer, work->a.text, a, hint->reads_a ? &hint->a : NULL);
    gather_write_text(writer, "\n  ");
    diff_write_operand(writer, work->b.text, b, hint->reads_b ? &hint->b : NULL);
    gather_write_text(writer, "\n");
}

void diff_write_typed(struct gather_writer *writer, const struct gather_tensor *tensor)
{
    gather_write_text(writer,
                      gather_dtype_bits(tensor->layout.dtype) == 16 ? "FILE@bf16[" : "FILE@f8e4m3fn[");
    gather_write_integers(writer, tensor->layout.sizes, tensor->layout.rank, ",");
    gather_write_text(writer, "]");
}

/* A type that neither side says, for the one is looked at as what the other is. */
static void write_untyped(struct gather_writer *writer, const struct gather_tensor *tensor)
{
    gather_write_text(writer, "\nthe files do not say the type, so bits are compared; ");
    diff_write_typed(writer, tensor);
    gather_write_text(writer, " says it\n");
}

enum gather_status diff_write(const struct diff_work *work, const struct diff_side *a,
                              const struct diff_side *b, const struct diff_result *result,
                              const struct diff_hint *hint)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    write_side(&writer, "A  ", a);
    write_side(&writer, "B  ", b);
    if (result->same_sizes)
        write_verdict(&writer, result, a->tensor->block > 0);
    else
        write_other_sizes(&writer, a->tensor, b->tensor);
    enum gather_status status = write_table(&writer, a, b, &result->difference);
    if (a->tensor->untyped && result->difference.differing > 0)
        write_untyped(&writer, a->tensor);
    if (hint->kind != DIFF_HINT_NONE)
        write_hint(&writer, work, a, b, hint);
    return status;
}
