/* SPDX-License-Identifier: Apache-2.0 */
/* Tables with one kernel, or without one: lone_kernel.h says for what. */
#include "support/lone_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/walk.h"
#include "kernels/table.h"

int32_t strangers;

static void stranger_moves(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    (void)out, (void)data, (void)tile;
    strangers++;
}

static void stranger_turns(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                           int64_t count, int64_t step)
{
    (void)out, (void)data, (void)offsets, (void)count, (void)step;
    strangers++;
}

static void stranger_moves_bits(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                                const struct gather__tile *tile)
{
    (void)out, (void)out_bit, (void)data, (void)data_bit, (void)tile;
    strangers++;
}

static void stranger_fetches(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t width)
{
    (void)out, (void)data, (void)offsets, (void)width;
    strangers++;
}

static bool stranger_picks(uint8_t *out, const uint8_t *data, const struct gather__picking *picking)
{
    (void)out, (void)data, (void)picking;
    strangers++;
    return true;
}

static void stranger_reads(int64_t *results, const struct gather__index_run *run,
                           const struct gather__rule *rule, struct gather__index_fate *fate)
{
    (void)rule, (void)fate;
    strangers++;
    for (int64_t k = 0; k < run->count; k++)
        results[k] = run->begin;
}

#define COPY_ROWS(own, member, is_last)                                                                      \
    do {                                                                                                     \
        size_t k = 0;                                                                                        \
        do                                                                                                   \
            if (k == sizeof(own)->member / sizeof(own)->member[0])                                           \
                abort();                                                                                     \
        while ((own)->member[k] = (own)->kernels.member[k], !((own)->member[k].is_last) && ++k);             \
        (own)->kernels.member = (own)->member;                                                               \
    } while (0)

void copy_table(struct own_table *own, const struct gather__kernels *kernels)
{
    own->kernels = *kernels;
    COPY_ROWS(own, moves, width == 0);
    COPY_ROWS(own, fetches, least == 0);
    COPY_ROWS(own, indices, dtype == 0);
    COPY_ROWS(own, picks, dtype == 0);
    if (kernels->permute != NULL) {
        own->permute = *kernels->permute;
        own->kernels.permute = &own->permute;
    }
}

void copy_stages(struct own_table *own)
{
    copy_table(own, &gather__kernels_scalar);
    own->picks[0].dtype = 0;
}

static void leave_one(struct own_table *own, enum stage stage, const char *name)
{
    for (struct gather__index_kernel *row = own->indices; stage == INDEX && row->dtype != 0; row++)
        if (strcmp(row->name, name) != 0)
            row->read = stranger_reads;
    if (stage == INDEX)
        return;
    for (struct gather__move_kernel *row = own->moves;; row++) {
        if (stage != MOVE || strcmp(row->name, name) != 0) {
            row->move = stranger_moves;
            row->turn = row->turn != NULL ? stranger_turns : NULL;
        }
        if (row->width == 0)
            break;
    }
    for (struct gather__fetch_kernel *row = own->fetches;; row++) {
        if (strcmp(row->name, name) != 0)
            row->fetch = stranger_fetches;
        if (row->least == 0)
            break;
    }
    for (struct gather__pick_kernel *row = own->picks; row->dtype != 0; row++)
        if (strcmp(row->name, name) != 0)
            row->pick = stranger_picks;
    if (stage != PERMUTE && own->kernels.permute != NULL && strcmp(own->permute.name, name) != 0)
        own->permute.permute = stranger_fetches;
    if (stage != BITS)
        own->kernels.move_bits = stranger_moves_bits;
}

/* The kernel that puts pieces in order, of blocks of the width that the first one has, is left as it was. */
static void leave_order(struct own_table *own, const struct gather_plan *plan,
                        const struct gather__kernels *kernels)
{
    const struct gather__step *step = gather__plan_first_step(plan);
    struct gather__piece piece;
    const struct gather__buffers buffers = {.is_read_soon = true};
    struct gather__walk walk = {.plan = plan, .kernels = kernels, .buffers = &buffers};
    struct gather__mover mover;
    if (step->kind != GATHER__STEP_GATHER || !gather__first_piece(plan, step, &piece))
        return;
    gather__mover_init(&mover, &walk, &piece.box);
    for (struct gather__move_kernel *row = own->moves;; row++) {
        if (row->width == mover.kernel->width)
            *row = *mover.kernel;
        if (row->width == 0)
            break;
    }
}

void leave_alone(struct own_table *own, const struct gather__kernels *kernels, const struct gather_plan *plan,
                 enum stage stage, const char *name)
{
    copy_table(own, kernels);
    leave_one(own, stage, name);
    leave_order(own, plan, kernels);
    strangers = 0;
}

void take_away(struct own_table *own, enum stage stage, const char *name, int64_t width)
{
    for (struct gather__move_kernel *row = own->moves; row->width != 0; row++)
        if (strcmp(row->name, name) == 0)
            *row = *gather__kernel_for(&gather__kernels_scalar, row->width);
    for (struct gather__fetch_kernel *row = own->fetches; row->least != 0; row++)
        if (strcmp(row->name, name) == 0)
            row->fetch = gather__fetch_kernel_for(&gather__kernels_scalar, width)->fetch;
    for (struct gather__index_kernel *row = own->indices; row->dtype != 0; row++)
        if (strcmp(row->name, name) == 0)
            *row = *gather__index_kernel_for(&gather__kernels_scalar, row->dtype);
    for (struct gather__pick_kernel *row = own->picks; row->dtype != 0; row++)
        if (strcmp(row->name, name) == 0)
            row->width = -1;
    if (stage == PERMUTE)
        own->kernels.permute = NULL;
    if (stage == BITS)
        own->kernels.move_bits = gather__kernels_scalar.move_bits;
}

bool runs_here(const char *kernel)
{
#if defined(__x86_64__)
    static const char *const permuting[] = {"permute_places_avx512", "pick_bytes_u8_b1_avx512",
                                            "pick_bytes_i8_b1_avx512"};
    for (size_t k = 0; k < sizeof permuting / sizeof *permuting; k++)
        if (strcmp(kernel, permuting[k]) == 0 && !__builtin_cpu_supports("avx512vbmi")) {
            printf("skipped: %s, for this processor does not permute bytes\n", kernel);
            return false;
        }
#endif
    (void)kernel;
    return true;
}
