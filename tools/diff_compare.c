/* SPDX-License-Identifier: Apache-2.0 */
/* Two tensors, piece by piece: diff_compare.h says what for. */
#include "diff_compare.h"

#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "element_walk.h"

enum { FIRST_LOOK = 4096 /* elements by which most of what is not equal shows */ };

/* Both tensors, open to be read, and room for a piece of each. */
struct pair {
    const struct diff_side *sides[2];
    struct element_reader readers[2];
    uint8_t *elements[2]; /* owned */
    int64_t most;         /* elements of a piece; 0 at first: as the readers want it */
    bool until_first;
    struct progress *progress;
    const struct diff_side *failed;
};

bool diff_same_sizes(const struct gather_layout *a, const struct gather_layout *b)
{
    return a->rank == b->rank &&
           (a->rank == 0 || memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof *a->sizes) == 0);
}

bool diff_same_blocks(const struct gather_tensor *a, const struct gather_tensor *b)
{
    if (a->block == 0 || b->block == 0)
        return a->block == b->block;
    return a->type != NULL && b->type != NULL && strcmp(a->type, b->type) == 0;
}

/* ---- reading both -------------------------------------------------------------------------------- */

/* Room for a piece of a side. */
static enum gather_status make_room(struct pair *pair, int side, struct gather_error *error)
{
    int64_t elements = gather_layout_elements(&pair->readers[side].dense);
    size_t room = (size_t)(elements < pair->most ? elements : pair->most);
    size_t width = (size_t)pair->readers[side].dense.cell_bits / 8;
    pair->elements[side] = malloc(room * width + 1); /* bounded: a piece of 16 bytes each */
    if (pair->elements[side] != NULL)
        return GATHER_STATUS_OK;
    *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
    return GATHER_STATUS_NO_MEMORY;
}

/* Who looks for a hint passes what can't be read; without memory it would seem that there is none. */
static enum gather_status heard(enum gather_status status)
{
    if (status == GATHER_STATUS_NO_MEMORY)
        complaint_lose();
    return status;
}

static enum gather_status begin_pair(struct pair *pair, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    int64_t most = 0;
    for (int k = 0; k < 2 && status == GATHER_STATUS_OK; k++) {
        pair->failed = pair->sides[k];
        status = element_reader_begin(&pair->readers[k], pair->failed->file, pair->failed->tensor, error);
        int64_t piece = element_reader_piece(&pair->readers[k]);
        most = piece > most ? piece : most;
    }
    pair->most = pair->most > 0 ? pair->most : most;
    for (int k = 0; k < 2 && status == GATHER_STATUS_OK; k++)
        status = make_room(pair, k, error);
    return heard(status);
}

static void end_pair(struct pair *pair)
{
    for (int k = 0; k < 2; k++) {
        element_reader_end(&pair->readers[k]);
        free(pair->elements[k]);
    }
}

static enum gather_status read_piece(struct pair *pair, const struct element_piece *piece,
                                     struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (int k = 0; k < 2 && status == GATHER_STATUS_OK; k++) {
        pair->failed = pair->sides[k];
        status = element_reader_read(&pair->readers[k], piece, pair->elements[k], error);
    }
    return heard(status);
}

/* ---- comparing ----------------------------------------------------------------------------------- */

/* Whether the elements are no numbers: bytes of blocks, and bits of which nobody says what they are. */
static bool is_without_numbers(const struct gather_tensor *tensor)
{
    return tensor->block > 0 || tensor->untyped;
}

/* A tolerance is of numbers: what is none is compared bit for bit. */
static enum gather_status begin_difference(const struct pair *pair, const struct gather_tolerance *tolerance,
                                           struct gather_difference *difference, struct gather_error *error)
{
    const struct gather_tensor *a = pair->sides[0]->tensor, *b = pair->sides[1]->tensor;
    const bool has_numbers = !is_without_numbers(a) && !is_without_numbers(b);
    return gather_difference_init(difference, a->layout.dtype, b->layout.dtype,
                                  has_numbers ? tolerance : NULL, error);
}

/* All pieces, or those up to the first that differs. */
static enum gather_status compare_pieces(struct pair *pair, struct gather_difference *difference,
                                         struct gather_error *error)
{
    const struct gather_layout *layout = &pair->readers[0].dense;
    int64_t all = gather_layout_elements(layout);
    enum gather_status status = GATHER_STATUS_OK;
    struct element_piece piece = element_piece_first(layout, pair->most);
    bool more = all > 0;
    while (more && status == GATHER_STATUS_OK) {
        status = read_piece(pair, &piece, error);
        if (status == GATHER_STATUS_OK)
            gather_difference_add(difference, pair->elements[0], pair->elements[1], piece.count);
        if (pair->progress != NULL)
            (void)progress_report(pair->progress, difference->elements, all);
        more = element_piece_next(layout, pair->most, &piece) &&
               !(pair->until_first && difference->differing > 0);
    }
    return status;
}

static enum gather_status compare(struct pair *pair, const struct gather_tolerance *tolerance,
                                  struct gather_difference *difference, struct gather_error *error)
{
    pair->failed = NULL;
    enum gather_status status = begin_difference(pair, tolerance, difference, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = begin_pair(pair, error);
    if (status == GATHER_STATUS_OK)
        status = compare_pieces(pair, difference, error);
    end_pair(pair);
    return status;
}

/* ---- what is asked ------------------------------------------------------------------------------- */

enum gather_status diff_compare(const struct diff_side *a, const struct diff_side *b,
                                const struct gather_tolerance *tolerance, struct progress *progress,
                                struct gather_difference *difference, const struct diff_side **failed,
                                struct gather_error *error)
{
    struct pair pair = {.sides = {a, b}, .progress = progress};
    enum gather_status status = compare(&pair, tolerance, difference, error);
    *failed = pair.failed;
    if (is_without_numbers(a->tensor) || is_without_numbers(b->tensor))
        difference->absolute.where.number = difference->relative.where.number =
            difference->steps.where.number = -1;
    return status;
}

bool diff_begins_equal(const struct diff_side *a, const struct diff_side *b,
                       const struct gather_tolerance *tolerance)
{
    struct pair pair = {.sides = {a, b}, .most = FIRST_LOOK};
    struct gather_difference difference;
    struct gather_error error;
    if (!diff_same_sizes(&a->tensor->layout, &b->tensor->layout) || !diff_same_blocks(a->tensor, b->tensor))
        return false;
    bool equal = begin_difference(&pair, tolerance, &difference, &error) == GATHER_STATUS_OK &&
                 begin_pair(&pair, &error) == GATHER_STATUS_OK;
    struct element_piece piece = element_piece_first(&a->tensor->layout, FIRST_LOOK);
    if (equal && read_piece(&pair, &piece, &error) == GATHER_STATUS_OK)
        gather_difference_add(&difference, pair.elements[0], pair.elements[1], piece.count);
    end_pair(&pair);
    return equal && difference.elements > 0 && difference.differing == 0;
}

bool diff_is_equal(const struct diff_side *a, const struct diff_side *b,
                   const struct gather_tolerance *tolerance)
{
    struct pair pair = {.sides = {a, b}, .until_first = true};
    struct gather_difference difference;
    struct gather_error error;
    return diff_same_sizes(&a->tensor->layout, &b->tensor->layout) &&
           diff_same_blocks(a->tensor, b->tensor) &&
           compare(&pair, tolerance, &difference, &error) == GATHER_STATUS_OK && difference.differing == 0;
}
