/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An index that another thread changes all the while, from one inside to one outside and back: what is judged is what is
 * used, by the index readers of every table and by whole runs, of every type.
 *
 * COVERS(CORE-12, CORE-17)
 */
#include <stdio.h>

#include "core/planned.h"
#include "gather/onnx.h"
#include "kernels/table.h"
#include "support/changing.h"
#include "support/guard.h"
#include "support/plan_check.h"
#include "support/sanitized.h"

enum { ROWS = 10, INSIDE = 3, CHANGED = 5, MOST = 3000, WIDEST = 16, READ = 300, MILLISECONDS = 10 };

static const struct {
    int32_t dtype;
    const char *name;
    uint64_t outside; /* far beyond the data, in the type's bytes */
} types[] = {{GATHER_DTYPE_I8, "i8", 100},         {GATHER_DTYPE_U8, "u8", 200},
             {GATHER_DTYPE_I16, "i16", 30000},     {GATHER_DTYPE_U16, "u16", 60000},
             {GATHER_DTYPE_I32, "i32", INT32_MAX}, {GATHER_DTYPE_U32, "u32", UINT32_MAX},
             {GATHER_DTYPE_I64, "i64", INT64_MAX}, {GATHER_DTYPE_U64, "u64", UINT64_C(1) << 40}};

/* Indices of a type, all inside, of which one changes. */
static void begin_change(struct changing *changing, uint8_t *bytes, size_t type)
{
    const size_t width = (size_t)gather_dtype_bits(types[type].dtype) / 8;
    for (size_t k = 0; k < MOST; k++)
        changing_put(bytes + k * width, width, INSIDE);
    changing_begin(changing, bytes + CHANGED * width, width, types[type].outside, INSIDE);
}

static void check_reader(const struct gather__kernels *kernels, const struct gather__index_kernel *reader,
                         const uint8_t *indices, int64_t width, int64_t scale)
{
    const struct gather__rule rule = {
        .size = ROWS, .limit = ROWS - 1, .policy = GATHER_POLICY_ERROR, .is_negative = 1};
    const struct gather__index_run run = {.indices = indices, .step = width, .count = READ, .scale = scale};
    for (const int64_t end = changing_milliseconds() + MILLISECONDS; changing_milliseconds() < end;) {
        int64_t results[READ];
        struct gather__index_fate fate = {0, 0};
        reader->read(results, &run, &rule, &fate);
        for (int64_t k = 0; k < READ; k++)
            if (fate.refused == 0 && results[k] != INSIDE * scale)
                fail_msg("%s of %s: %lld is used, and was not judged", reader->name, kernels->name,
                         (long long)results[k]);
    }
}

static void test_readers(void **state)
{
    static _Alignas(8) uint8_t bytes[MOST * 8];
    const struct gather__kernels *kernels;
    (void)state;
#ifdef IS_TSAN
    skip();
#endif
    for (size_t type = 0; type < ITEMS(types); type++) {
        struct changing changing;
        begin_change(&changing, bytes, type);
        for (size_t table = 0; (kernels = gather__kernels_at(table)) != NULL; table++)
            for (int64_t scale = 1; scale <= WIDEST; scale *= 4)
                check_reader(kernels, gather__index_kernel_for(kernels, types[type].dtype), bytes,
                             (int64_t)changing.width, scale);
        changing_end(&changing);
    }
}

static struct guard guard;

/* Blocks of `width` bytes before a page that can't be touched, each of which says which row it is of. */
static void check_runs(const uint8_t *indices, size_t type, int32_t width, int32_t count)
{
    static uint8_t out[MOST * WIDEST];
    const size_t bytes = (size_t)ROWS * (size_t)width;
    uint8_t *const data = guard_place(&guard, bytes, GUARD_HIGH, 0);
    char texts[3][32];
    struct gather_op op = gather_onnx_gather(13, 0);
    struct gather_plan *plan = NULL;
    op.strictness = GATHER_LOOSE;
    snprintf(texts[0], sizeof texts[0], "u8[%d,%d]C", ROWS, width);
    snprintf(texts[1], sizeof texts[1], "%s[%d]C", types[type].name, count);
    snprintf(texts[2], sizeof texts[2], "u8[%d,%d]C", count, width);
    const struct gather_layout inputs[] = {layout_of(texts[0]), layout_of(texts[1])},
                               output = layout_of(texts[2]);
    const struct gather_buffer buffers[] = {{data, bytes}, {(void *)(uintptr_t)indices, MOST * 8}};
    for (size_t b = 0; b < bytes; b++)
        data[b] = (uint8_t)(b / (size_t)width);
    assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &output, NULL, NULL), GATHER_STATUS_OK);
    for (const int64_t end = changing_milliseconds() + MILLISECONDS; changing_milliseconds() < end;)
        for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_EARLIER; check++) {
            const struct gather_run run = {.size = sizeof run, .check = check};
            const enum gather_status status =
                gather_plan_run(plan, buffers, 2, (struct gather_buffer){out, sizeof out}, &run, NULL);
            if (status != GATHER_STATUS_OK)
                assert_int_equal(status, GATHER_STATUS_INDEX_RANGE);
            for (int32_t b = 0; status == GATHER_STATUS_OK && b < count * width; b++)
                if (out[b] >= ROWS)
                    fail_msg("%d of %s, %d bytes wide: byte %d is of no row", count, types[type].name, width,
                             out[b]);
        }
    gather_plan_destroy(plan);
}

static void test_runs(void **state)
{
    static const int32_t widths[] = {1, 2, 3, 4, 8, 12, WIDEST}, counts[] = {6, 9, 20, 200, MOST};
    static _Alignas(8) uint8_t bytes[MOST * 8];
    (void)state;
#ifdef IS_TSAN
    skip();
#endif
    for (size_t type = 0; type < ITEMS(types); type++) {
        struct changing changing;
        begin_change(&changing, bytes, type);
        for (size_t k = 0; k < ITEMS(widths) * ITEMS(counts); k++)
            check_runs(bytes, type, widths[k % ITEMS(widths)], counts[k / ITEMS(widths)]);
        changing_end(&changing);
    }
    guard_end(&guard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_readers), cmocka_unit_test(test_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
