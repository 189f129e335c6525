/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Outputs so large that rows of a mapped file are taken in several waves, whichever dimension is long: every element is
 * where plain loops put it, somebody hears of each wave, and can end it before any.
 *
 * This program has its own getrusage in front of the system's: the disk is never waited for.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/npy_by_hand.h"
#include "support/scratch.h"

/* The header declares who is asked for in more ways than one. */
int getrusage(__rusage_who_t who, struct rusage *used)
{
    (void)who;
    memset(used, 0, sizeof *used);
    return 0;
}

enum { RANK = 3, MOST_ROWS = 1 << 14, UNTOUCHED = 0x5A5A5A5A };

/* Numbers of 32 bits, from a file in C's order or in Fortran's, into C's. */
struct shape {
    int64_t sizes[RANK];
    int64_t count; /* of rows */
    int64_t waves; /* of 64 MiB at most */
    int32_t axis;
    bool fortran;
};

static const struct shape shapes[] = {
    {{1, 50, 4096}, 6000, 2, 1, false},      {{1, 50, 4096}, 6000, 2, 1, true},
    {{3, 50, 4096}, 2000, 2, 1, false},      {{3, 50, 4096}, 2000, 2, 1, true},
    {{2, 20, 4096}, 5000, 3, 1, false},      {{2, 20, 4096}, 5000, 3, 1, true},
    {{1, 4096, 50}, 6000, 2, 2, false},      {{1, 4096, 50}, 6000, 2, 2, true},
    {{2, 1, 70}, 1 << 14, 1, 2, false},      {{300, 16, 4096}, 400, 2, 0, true},
    {{1, 1, 3 << 12}, 1 << 14, 1, 2, false}, {{1, 2048, 9000}, 1, 2, 0, true},
};

static int64_t rows[MOST_ROWS];

static uint32_t number_at(int64_t a, int64_t b, int64_t c)
{
    return (uint32_t)(a * 1000003 + b * 8191 + c * 3 + 1);
}

/* ---- files --------------------------------------------------------------------------------------- */

static int64_t elements_of(const int64_t *sizes) { return sizes[0] * sizes[1] * sizes[2]; }

/* The head of an .npy, and behind it the numbers. */
static void write_numbers(const char *path, const struct shape *shape)
{
    static struct npy_by_hand head;
    const int64_t *n = shape->sizes;
    char text[128];
    (void)snprintf(text, sizeof text, "{'descr': '<f4', 'fortran_order': %s, 'shape': (%d, %d, %d), }",
                   shape->fortran ? "True" : "False", (int)n[0], (int)n[1], (int)n[2]);
    npy_by_hand(&head, 1, text, 0);
    size_t bytes = (size_t)elements_of(n) * sizeof(uint32_t);
    uint8_t *file = malloc(head.count + bytes);
    assert_non_null(file);
    memcpy(file, head.bytes, head.count);
    for (int64_t a = 0; a < n[0]; a++)
        for (int64_t b = 0; b < n[1]; b++)
            for (int64_t c = 0; c < n[2]; c++) {
                int64_t place = shape->fortran ? (c * n[1] + b) * n[0] + a : (a * n[1] + b) * n[2] + c;
                uint32_t number = number_at(a, b, c);
                memcpy(file + head.count + (size_t)place * sizeof number, &number, sizeof number);
            }
    scratch_write(path, file, head.count + bytes);
    free(file);
}

static struct gather_file *open_mapped(const char *path)
{
    struct gather_file *file = NULL;
    const struct gather_file_options options = {.size = sizeof options, .map = 1};
    assert_int_equal(gather_file_open_with(&file, path, &options, NULL), GATHER_STATUS_OK);
    return file;
}

/* ---- takes --------------------------------------------------------------------------------------- */

struct heard {
    int64_t calls, last, total, most; /* most: the call that ends it */
};

static int hear(void *context, int64_t done, int64_t total)
{
    struct heard *heard = context;
    assert_true(heard->calls == 0 ? done == 0 : done > heard->last);
    heard->last = done;
    heard->total = total;
    return ++heard->calls == heard->most;
}

static enum gather_status take(const struct shape *shape, const struct gather_file *file,
                               const struct gather_layout *to, uint32_t *output, struct heard *heard)
{
    struct gather_take_options options = {.size = sizeof options, .progress = hear, .context = heard};
    struct gather_buffer buffer = {output, (uint64_t)gather_layout_bytes(to)};
    struct gather_take_summary summary;
    enum gather_status status = gather_io_take(file, gather_file_tensor(file, 0), shape->axis, rows,
                                               (size_t)shape->count, to, buffer, &options, &summary, NULL);
    assert_true(status != GATHER_STATUS_OK || summary.reads == 0); /* the map was taken from */
    return status;
}

/* Every third row but one is none, and leaves its place. */
static void choose_rows(const struct shape *shape)
{
    for (int64_t k = 0; k < shape->count; k++)
        rows[k] = k % 3 == 1 ? -1 : k * 7919 % shape->sizes[shape->axis];
}

static void expect_all(const struct shape *shape, const int64_t *sizes, const uint32_t *output)
{
    const uint32_t *next = output;
    for (int64_t a = 0; a < sizes[0]; a++)
        for (int64_t b = 0; b < sizes[1]; b++)
            for (int64_t c = 0; c < sizes[2]; c++, next++) {
                int64_t at[RANK] = {a, b, c}, row = rows[at[shape->axis]];
                at[shape->axis] = row;
                uint32_t wanted = row < 0 ? (uint32_t)UNTOUCHED : number_at(at[0], at[1], at[2]);
                if (*next != wanted)
                    fail_msg("[%d,%d,%d] is not as in the file", (int)a, (int)b, (int)c);
            }
}

static void check_ends(const struct shape *shape, const struct gather_file *file,
                       const struct gather_layout *to, uint32_t *output)
{
    for (int64_t most = 1; most <= shape->waves; most++) {
        struct heard heard = {.most = most};
        assert_int_equal(take(shape, file, to, output, &heard), GATHER_STATUS_CANCELLED);
        assert_int_equal(heard.calls, most);
    }
}

static void check_shape(const struct shape *shape)
{
    struct gather_layout to;
    struct heard heard = {.most = -1};
    int64_t sizes[RANK] = {shape->sizes[0], shape->sizes[1], shape->sizes[2]};
    sizes[shape->axis] = shape->count;
    choose_rows(shape);
    write_numbers("numbers.npy", shape);
    assert_int_equal(gather_layout_init(&to, GATHER_DTYPE_F32, RANK, sizes, NULL), GATHER_STATUS_OK);
    size_t bytes = (size_t)gather_layout_bytes(&to);
    uint32_t *output = malloc(bytes);
    assert_non_null(output);
    memset(output, UNTOUCHED & 255, bytes);
    struct gather_file *file = open_mapped("numbers.npy");
    assert_int_equal(take(shape, file, &to, output, &heard), GATHER_STATUS_OK);
    expect_all(shape, sizes, output);
    assert_int_equal(heard.calls, shape->waves + 1);
    assert_int_equal(heard.last, elements_of(sizes));
    assert_int_equal(heard.total, elements_of(sizes));
    check_ends(shape, file, &to, output);
    gather_file_close(file);
    free(output);
}

static void test_every_dimension(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        check_shape(&shapes[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_dimension)};
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
