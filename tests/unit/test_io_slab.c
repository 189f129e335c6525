/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Slabs of layouts: together they hold every element once, each lies in its bytes where the whole layout has
 * it, and none is larger than allowed. By hand for what files are like, at random for all else.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "io/slab.h"
#include "support/random_layout.h"
#include "support/second_evaluator.h"

enum { MOST_ELEMENTS = 2000 };

static int64_t number_of(const struct gather_layout *layout, const int64_t *index)
{
    int64_t number = 0;
    for (int32_t d = 0; d < layout->rank; d++)
        number = number * layout->sizes[d] + index[d];
    return number;
}

/* Where a byte of the slab's memory comes from. */
static int64_t byte_in_file(const struct gather__cut *cut, const struct gather__slab *slab, int64_t byte)
{
    return gather__slab_piece(cut, slab, byte / slab->piece_bytes) + byte % slab->piece_bytes;
}

/* Each element of a slab: what lies at its bit in memory has come from its bit in the file. */
static const char *fault_of_slab(const struct gather__cut *cut, const struct gather__slab *slab,
                                 uint8_t *seen)
{
    const struct gather_layout *whole = cut->source;
    int64_t index[GATHER_MAX_RANK] = {0}, global[GATHER_MAX_RANK], cell, slab_cell, bits = whole->cell_bits;
    bool more = gather_layout_elements(&slab->layout) > 0;
    if (gather_layout_validate(&slab->layout, NULL) != GATHER_STATUS_OK)
        return "a slab's layout is valid";
    if (gather_layout_bytes(&slab->layout) > slab->bytes)
        return "a slab's layout fits its bytes";
    while (more) {
        for (int32_t d = 0; d < whole->rank; d++)
            global[d] = slab->begin[d] + index[d];
        if (gather_layout_cell(whole, global, whole->rank, &cell, NULL) != GATHER_STATUS_OK ||
            gather_layout_cell(&slab->layout, index, whole->rank, &slab_cell, NULL) != GATHER_STATUS_OK)
            return "a slab's index is one of the whole";
        if (cell * bits != byte_in_file(cut, slab, slab_cell * bits / 8) * 8 + slab_cell * bits % 8)
            return "an element is where the whole layout has it";
        if (seen[number_of(whole, global)]++ != 0)
            return "no element is in two slabs";
        if (gather_layout_bump(&slab->layout, index, whole->rank, &more, NULL) != GATHER_STATUS_OK)
            return "a slab's elements can be counted";
    }
    return NULL;
}

static const char *fault_of_pieces(const struct gather__cut *cut, const struct gather__slab *slab)
{
    if (slab->bytes > cut->room || slab->bytes != slab->pieces * slab->piece_bytes)
        return "a slab fits its room";
    for (int64_t n = 0; n < slab->pieces; n++) {
        int64_t first = gather__slab_piece(cut, slab, n);
        if (first < 0 || first + slab->piece_bytes > gather_layout_bytes(cut->source))
            return "a piece lies in the layout's bytes";
    }
    return NULL;
}

struct slab_count {
    int64_t slabs, pieces;
};

/* What is wrong with the slabs of a layout, if anything. No slabs: it can't be cut so small. */
static const char *fault_of_cut(const struct gather_layout *layout, const struct gather_layout *target,
                                int64_t memory, struct slab_count *count)
{
    static uint8_t seen[ARRAY_MAX_CELLS];
    struct gather__cut cut;
    int64_t begin[GATHER_MAX_RANK] = {0}, elements = gather_layout_elements(layout);
    struct gather_error error = {0};
    *count = (struct slab_count){0, 0};
    if (gather__cut_make(&cut, layout, target, memory, &error) != GATHER_STATUS_OK)
        return error.status == GATHER_STATUS_UNSUPPORTED ? NULL : "what can't be cut is not supported";
    if (cut.room > memory)
        return "the room is within the memory allowed";
    memset(seen, 0, (size_t)elements);
    do {
        struct gather__slab slab;
        if (gather__cut_slab(&cut, begin, &slab, NULL) != GATHER_STATUS_OK)
            return "a slab can be made";
        const char *fault = fault_of_pieces(&cut, &slab);
        if (fault == NULL)
            fault = fault_of_slab(&cut, &slab, seen);
        if (fault != NULL)
            return fault;
        count->slabs++;
        count->pieces += slab.pieces;
    } while (gather__cut_next(&cut, begin));
    for (int64_t n = 0; n < elements; n++)
        if (seen[n] != 1)
            return "every element is in a slab";
    return NULL;
}

static struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    struct gather_error error = {0};
    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, &error) != GATHER_STATUS_OK)
        fail_msg("%s is a layout", text);
    return layout;
}

/* The same for large layouts, whose elements are not looked at. */
static const char *count_slabs(const struct gather_layout *layout, const struct gather_layout *target,
                               int64_t memory, struct slab_count *count)
{
    struct gather__cut cut;
    int64_t begin[GATHER_MAX_RANK] = {0}, elements = 0;
    *count = (struct slab_count){0, 0};
    if (gather__cut_make(&cut, layout, target, memory, NULL) != GATHER_STATUS_OK || cut.room > memory)
        return "it can be cut";
    do {
        struct gather__slab slab;
        if (gather__cut_slab(&cut, begin, &slab, NULL) != GATHER_STATUS_OK)
            return "a slab can be made";
        const char *fault = fault_of_pieces(&cut, &slab);
        if (fault != NULL)
            return fault;
        count->slabs++;
        count->pieces += slab.pieces;
        elements += gather_layout_elements(&slab.layout);
    } while (gather__cut_next(&cut, begin));
    return elements == gather_layout_elements(layout) ? NULL : "every element is in a slab";
}

static void test_files_as_they_are(void **state)
{
    static const struct {
        const char *source, *target;
        int64_t memory, slabs, pieces;
    } rows[] = {
        {"f32[100,10]", "f32[100,10]", 400, 10, 10},     /* ten rows of 40 bytes at a time */
        {"f32[100,10]", "f32[100,10]", 4000, 1, 1},      /* all of it */
        {"f32[1,100,10]", "f32[1,100,10]", 400, 10, 10}, /* a leading size of 1 is no obstacle */
        {"f32[10,100]F", "f32[10,100]F", 400, 10, 10},   /* ten columns at a time */
        {"f32[4096,2048]", "f32[4096,2048]F", 1 << 20, 32,
         65536}, /* 2048 rows of 128 each: 8 KiB of the target */
        {"f32[4096,2048]", "f32[4096,2048]", 1 << 20, 32, 32}, /* and without transposing 128 rows of 2048 */
        {"f32[4,4]:(4,-1)+3", "f32[4,4]", 16, 4, 4},           /* rows read backwards */
        {"f32[5,5]:(0,1)", "f32[5,5]", 20, 1, 1},              /* broadcast: five elements on the disk */
        {"f32[100]:(2000)", "f32[100]", 400, 1, 100},          /* far apart: each is read alone */
        {"f32[100]:(20)", "f32[100]", 7924, 1, 1},             /* small gaps are read through */
        {"i4[3,5]:(5,1)", "i4[3,5]C", 4, 3, 3},                /* rows begin in the middle of a byte */
        {"i4[3,5]:(10001,1)", "i4[3,5]C", 100, 3, 3},          /* likewise, and not in one piece */
        {"i4[3,5]:(10000,1)", "i4[3,5]C", 100, 1, 3},          /* each begins with a byte */
        {"f32[64,64]{1,0:T(8,8)}", "f32[64,64]", 2048, 8, 8},  /* a row of tiles at a time */
        {"f32[64,64]{1,0:T(8,8)}", "f32[64,64]", 256, 64, 64}, /* a tile at a time */
        {"bf16[3,32,64]{2,1,0:T(8,32)(2,1)}", "bf16[3,32,64]", 1024, 12, 12}, /* two tiles at a time */
        {"s4[3,9]{1,0:T(2,4)E(4)}", "s4[3,9]", 9, 4, 4},          /* tiles of 4 bytes: two at a time */
        {"f32[4,3,8]{2,1,0:T(*,6,8)}", "f32[4,3,8]", 192, 2, 2},  /* two slow rows make one tile */
        {"f32[4,5]{1,0:T(2,2)pad(4,100)}", "f32[4,5]", 48, 2, 2}, /* without what the last row is padded to */
        {"f32[64,64]{1,0:T(8,8)}", "f32[64,64]", 255, 0, 0},      /* no room for a tile */
        {"f32[]", "f32[]", 4, 1, 1},
    };
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct gather_layout source = layout_of(rows[k].source), target = layout_of(rows[k].target);
        struct slab_count count;
        const char *fault = gather_layout_elements(&source) <= ARRAY_MAX_CELLS
                                ? fault_of_cut(&source, &target, rows[k].memory, &count)
                                : count_slabs(&source, &target, rows[k].memory, &count);
        if (fault != NULL || count.slabs != rows[k].slabs || count.pieces != rows[k].pieces)
            fail_msg("%s to %s in %d bytes: %d slabs, %d pieces; %s", rows[k].source, rows[k].target,
                     (int)rows[k].memory, (int)count.slabs, (int)count.pieces,
                     fault != NULL ? fault : "another number was expected");
    }
}

static void test_any_layout(void **state)
{
    struct randomness randomness = randomness_begin("any_layout");
    int64_t cuts = 0, refused = 0, several = 0;
    (void)state;
    for (int k = 0; k < 15000; k++) {
        int64_t sizes[GATHER_MAX_RANK];
        struct slab_count count;
        int32_t rank = random_shape(&randomness, MOST_ELEMENTS, sizes);
        struct gather_layout layout =
            random_layout(&randomness, random_dtype(&randomness), rank, sizes, RANDOM_INPUT);
        struct gather_layout target = random_layout(&randomness, layout.dtype, rank, sizes, RANDOM_OUTPUT);
        if (gather_layout_elements(&layout) == 0)
            continue;
        int64_t memory = 2 + random_below(&randomness, gather_layout_bytes(&layout) + 40);
        const char *fault = fault_of_cut(&layout, &target, memory, &count);
        if (fault != NULL) {
            char text[GATHER_LAYOUT_TEXT_SIZE] = "?";
            if (gather_layout_print(&layout, GATHER_SPELLING_XLA, text, sizeof text, NULL, NULL) !=
                GATHER_STATUS_OK)
                (void)!gather_layout_print(&layout, GATHER_SPELLING_STRIDES, text, sizeof text, NULL, NULL);
            fail_msg("%d: %s in %d bytes: %s", k, text, (int)memory, fault);
        }
        cuts++;
        refused += count.slabs == 0;
        several += count.slabs > 1;
    }
    printf("%d layouts, %d of them cut, %d refused\n", (int)cuts, (int)several, (int)refused);
    assert_true(several > cuts / 4 && refused < cuts / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_as_they_are),
        cmocka_unit_test(test_any_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
