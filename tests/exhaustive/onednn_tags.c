/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every oneDNN tag of rank 1 to 3 with up to three blocks of 2, 3 or 4, on shapes of sizes 1, 3 and 4,
 * against arrays that are padded, cut into blocks and transposed as LAY-23 says. A tag printed again is the
 * tag that was read.
 *
 * COVERS(LAY-21, LAY-22, LAY-23, LAY-24, LAY-37, LAY-38)
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/every_spelling.h"
#include "support/second_evaluator.h"

enum { MAX_RANK = 3, MAX_BLOCKS = 3 };

struct tag {
    int32_t rank;
    int32_t order[MAX_RANK]; /* slowest first */
    int32_t block_count;
    int32_t block_dimension[MAX_BLOCKS]; /* outermost first */
    int64_t block[MAX_BLOCKS];
};

struct counts {
    int64_t layouts, cells, padded;
};

static int64_t blocks_of(const struct tag *tag, int32_t dimension)
{
    int64_t product = 1;
    for (int32_t k = 0; k < tag->block_count; k++)
        product *= tag->block_dimension[k] == dimension ? tag->block[k] : 1;
    return product;
}

/* The text of the tag, in the letters a b c. */
static void write_tag(const struct tag *tag, char *text)
{
    for (int32_t k = 0; k < tag->rank; k++)
        *text++ = (char)((blocks_of(tag, tag->order[k]) > 1 ? 'A' : 'a') + tag->order[k]);
    for (int32_t k = 0; k < tag->block_count; k++) {
        *text++ = (char)('0' + tag->block[k]);
        *text++ = (char)('a' + tag->block_dimension[k]);
    }
    *text = '\0';
}

/*
 * LAY-23 on an array: pad to whole blocks; each dimension becomes i div B and a digit for each of its blocks;
 * then the divs in the order of the letters, and the digits in that of the text.
 */
static void array_of_tag(struct array *array, const struct tag *tag, const int64_t *sizes)
{
    int64_t whole[MAX_RANK], parts[MAX_RANK + MAX_BLOCKS];
    int32_t rank = 0, div_at[MAX_RANK], digit_at[MAX_BLOCKS], order[MAX_RANK + MAX_BLOCKS];
    for (int32_t d = 0; d < tag->rank; d++) {
        int64_t block = blocks_of(tag, d);
        whole[d] = (sizes[d] + block - 1) / block * block;
        div_at[d] = rank;
        parts[rank++] = whole[d] / block;
        for (int32_t k = 0; k < tag->block_count; k++)
            if (tag->block_dimension[k] == d) {
                digit_at[k] = rank;
                parts[rank++] = tag->block[k];
            }
    }
    for (int32_t k = 0; k < tag->rank; k++)
        order[k] = div_at[tag->order[k]];
    for (int32_t k = 0; k < tag->block_count; k++)
        order[tag->rank + k] = digit_at[k];
    array_number(array, tag->rank, sizes);
    array_pad(array, whole, CELL_OF_PADDING);
    array_reshape(array, rank, parts);
    array_transpose(array, order);
}

static const char *fault_of_cells(const struct gather_layout *layout, const struct array *array)
{
    int64_t index[GATHER_MAX_RANK], cell;
    if (gather_layout_cells(layout) != array->count)
        return "as many cells";
    for (int64_t c = 0; c < array->count; c++) {
        if (array->cells[c] < 0)
            continue;
        index_of_element(layout, array->cells[c], index);
        if (gather_layout_cell(layout, index, layout->rank, &cell, NULL) != GATHER_STATUS_OK || cell != c)
            return "each element in its cell";
    }
    return NULL;
}

/* "f32[4,3]Ba2b" */
static void write_layout(const struct tag *tag, const int64_t *sizes, char *text, size_t size)
{
    char letters[MAX_RANK + 2 * MAX_BLOCKS + 1];
    int length = snprintf(text, size, "f32");
    for (int32_t d = 0; d < tag->rank; d++)
        length += snprintf(text + length, size - (size_t)length, "%c%" PRId64, d == 0 ? '[' : ',', sizes[d]);
    write_tag(tag, letters);
    snprintf(text + length, size - (size_t)length, "]%s", letters);
}

static bool judge(const struct tag *tag, const int64_t *sizes, struct counts *counts)
{
    static struct array array;
    struct gather_layout layout;
    char text[64], again[GATHER_LAYOUT_TEXT_SIZE] = "";
    const char *fault = NULL;
    write_layout(tag, sizes, text, sizeof text);
    array_of_tag(&array, tag, sizes);
    bool padded = array.count > sizes[0] * (tag->rank > 1 ? sizes[1] : 1) * (tag->rank > 2 ? sizes[2] : 1);
    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, NULL) != GATHER_STATUS_OK)
        fault = "the tag is read";
    else if (layout.padding != (padded ? GATHER_PADDING_ZERO : GATHER_PADDING_UNKNOWN))
        fault = "padding holds zeros";
    else
        fault = fault_of_cells(&layout, &array);
    if (fault == NULL && (gather_layout_print(&layout, GATHER_SPELLING_ONEDNN, again, sizeof again, NULL,
                                              NULL) != GATHER_STATUS_OK ||
                          strcmp(text, again) != 0))
        fault = "the tag is printed again";
    counts->layouts++;
    counts->cells += array.count;
    counts->padded += padded;
    if (fault != NULL)
        printf("%s: %s: %s\n", text, fault, again);
    return fault == NULL;
}

static bool judge_shapes(const struct tag *tag, struct counts *counts)
{
    static const int64_t choices[] = {1, 3, 4};
    bool right = true;
    for (int32_t shape = 0; shape < 27; shape++) {
        const int64_t sizes[MAX_RANK] = {choices[shape % 3], choices[shape / 3 % 3], choices[shape / 9]};
        if ((tag->rank < 2 && shape >= 3) || (tag->rank < 3 && shape >= 9))
            break;
        right = judge(tag, sizes, counts) && right;
    }
    return right;
}

/* This tag, and each one that has more blocks behind its own. */
static bool judge_blocks(struct tag *tag, struct counts *counts)
{
    bool right = judge_shapes(tag, counts);
    if (tag->block_count == MAX_BLOCKS)
        return right;
    int32_t next = tag->block_count++;
    for (tag->block_dimension[next] = 0; tag->block_dimension[next] < tag->rank; tag->block_dimension[next]++)
        for (tag->block[next] = 2; tag->block[next] <= 4; tag->block[next]++)
            right = judge_blocks(tag, counts) && right;
    tag->block_count--;
    return right;
}

int main(void)
{
    static const struct tag plain[] = {
        {1, {0}, 0, {0}, {0}},       {2, {0, 1}, 0, {0}, {0}},    {2, {1, 0}, 0, {0}, {0}},
        {3, {0, 1, 2}, 0, {0}, {0}}, {3, {0, 2, 1}, 0, {0}, {0}}, {3, {1, 0, 2}, 0, {0}, {0}},
        {3, {1, 2, 0}, 0, {0}, {0}}, {3, {2, 0, 1}, 0, {0}, {0}}, {3, {2, 1, 0}, 0, {0}, {0}},
    };
    struct counts counts = {0};
    bool right = true;
    for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++) {
        struct tag tag = plain[k];
        right = judge_blocks(&tag, &counts) && right;
    }
    printf("%" PRId64 " layouts of oneDNN, %" PRId64 " cells, %" PRId64 " padded\n", counts.layouts,
           counts.cells, counts.padded);
    return right ? 0 : 1;
}
