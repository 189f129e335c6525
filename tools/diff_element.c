/* SPDX-License-Identifier: Apache-2.0 */
/* One element of a comparison: where it lies, its value and its bits; and a tensor as an operand names it. */
#include <string.h>

#include "diff_work.h"
#include "element_walk.h"
#include "layout_text.h"
#include "output.h"

int64_t diff_byte(const struct diff_side *side, int64_t number)
{
    const struct gather_tensor *tensor = side->tensor;
    int64_t index[GATHER_MAX_RANK], cell;
    if (gather_file_source(side->file, tensor->source) == NULL)
        return -1;
    element_index(&tensor->layout, number, index);
    if (gather_layout_cell(&tensor->layout, index, tensor->layout.rank, &cell, NULL) != GATHER_STATUS_OK)
        return -1;
    int32_t bits = tensor->layout.cell_bits;
    return tensor->offset +
           (bits < 8 ? cell / (8 / bits) : cell * (bits / 8)); /* bounded: a byte of the file */
}

const char *diff_path(const struct diff_side *side)
{
    const char *source = gather_file_source(side->file, side->tensor->source);
    return source != NULL ? source : side->path;
}

void diff_write_bits(struct gather_writer *writer, int32_t dtype, const uint8_t *element)
{
    static const char digits[] = "0123456789abcdef";
    int32_t bits = gather_dtype_bits(dtype);
    gather_write_text(writer, "0x");
    for (int32_t k = (bits + 3) / 4; k-- > 0;) {
        int low = bits < 4 ? element[0] & ((1 << bits) - 1) : element[k / 2] >> (k % 2 * 4) & 0xF;
        gather_write(writer, &digits[low], 1);
    }
}

/* An element of type string, as the library has it. */
struct view {
    const char *text;
    uint64_t length;
};

/*
 * What stands beside its difference must add up, and beside an element of a wider type be told from it: so narrow
 * floats have the digits of the same f32. The fewest of their own would make 0.1 of the f16 0.09997559, and 65500 of
 * 65504.
 */
static void write_number(struct gather_writer *writer, int32_t dtype, const uint8_t *element)
{
    bool is_narrow = diff_is_real(dtype) && gather_dtype_bits(dtype) < 32;
    float value = is_narrow ? (float)gather_element_value(dtype, element) : 0;
    if (is_narrow)
        gather_element_write(writer, GATHER_DTYPE_F32, &value, false);
    else
        gather_element_write(writer, dtype, element, false);
}

void diff_write_element(struct gather_writer *writer, int32_t dtype, const uint8_t *element)
{
    enum { SHOWN = 20 };
    struct view view;
    if (dtype != GATHER_DTYPE_STRING) {
        write_number(writer, dtype, element);
        return;
    }
    memcpy(&view, element, sizeof view);
    gather_write_text(writer, "'");
    gather_write_safe(writer, view.text, view.length < SHOWN ? (size_t)view.length : SHOWN, false);
    gather_write_text(writer, view.length > SHOWN ? "'.." : "'");
}

void diff_write_operand(struct gather_writer *writer, const char *text, const struct diff_side *side,
                        const struct gather_layout *layout)
{
    char spelling[GATHER_LAYOUT_TEXT_SIZE];
    if (layout == NULL) {
        output_write_safe(writer, text);
        return;
    }
    layout_text_print(layout, spelling);
    gather_write_text(writer, "'");
    output_write_safe(writer, side->path);
    if (gather_file_count(side->file) > 1) {
        gather_write_text(writer, ":");
        output_write_safe(writer, side->tensor->name);
    }
    gather_write_text(writer, "@");
    gather_write_text(writer, spelling);
    gather_write_text(writer, "'");
}

const char *diff_hint_word(enum diff_hint_kind kind)
{
    static const char *const words[] = {"none", "swapped", "reshaped", "order", "shifted"};
    return words[kind];
}
