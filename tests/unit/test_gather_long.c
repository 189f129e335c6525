/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes by so many indices that kernels go over them in parts, whose numbers fit the parts or don't, between guard
 * pages: each element against a loop of its own, and one index outside, wherever it lies.
 *
 * COVERS(CORE-7, CORE-9, CORE-13)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/onnx.h"
#include "gather/plan.h"
#include "support/by_hand.h"
#include "support/guard.h"
#include "support/randomness.h"

/* As in x86/pick_avx512.c and in core/plan_points.c. */
enum { INDEX_BYTES = 1 << 18, AT_ONCE = 1 << 18 };

static struct guard data_guard, index_guard, out_guard;

struct take {
    struct gather_op op;
    struct gather_layout inputs[2], out;
    struct gather_buffer buffers[2], output;
    int32_t dtype, index_dtype;
    int64_t size, count, width, index_bytes;
    bool is_along;    /* each point from a column of its own */
    bool is_reversed; /* the data's last dimension lies backwards */
    bool streams;
};

static int64_t index_at(const struct take *take, int64_t k)
{
    int32_t narrow;
    int64_t wide;
    if (take->index_bytes == 8)
        memcpy(&wide, (const uint8_t *)take->buffers[1].data + k * 8, sizeof wide);
    else
        memcpy(&narrow, (const uint8_t *)take->buffers[1].data + k * 4, sizeof narrow);
    return take->index_bytes == 8 ? wide : narrow;
}

static void put_index(const struct take *take, int64_t k, int64_t index)
{
    const int32_t narrow = (int32_t)index;
    if (take->index_bytes == 8)
        memcpy((uint8_t *)take->buffers[1].data + k * 8, &index, sizeof index);
    else
        memcpy((uint8_t *)take->buffers[1].data + k * 4, &narrow, sizeof narrow);
}

static struct gather_buffer place(struct guard *guard, int64_t bytes, uint64_t turn)
{
    return (struct gather_buffer){
        guard_place(guard, (size_t)bytes, turn % 2 ? GUARD_LOW : GUARD_HIGH, turn * 5 % 64), (uint64_t)bytes};
}

static void make_layouts(struct take *take)
{
    const int64_t size = take->size, count = take->count, step = take->is_reversed ? -1 : 1;
    take->op = take->is_along ? gather_onnx_gather_elements(13, 0) : gather_onnx_gather(13, 0);
    take->op.strictness = GATHER_LOOSE; /* for indices without a sign */
    if (take->is_along) {
        take->inputs[0] = strides_by_hand(take->dtype, SIZES(size, count), STRIDES(count, step),
                                          take->is_reversed ? count - 1 : 0);
        take->inputs[1] = order_by_hand(take->index_dtype, SIZES(1, count), NULL);
        take->out = order_by_hand(take->dtype, SIZES(1, count), NULL);
    } else {
        take->inputs[0] =
            strides_by_hand(take->dtype, SIZES(size), STRIDES(step), take->is_reversed ? size - 1 : 0);
        take->inputs[1] = order_by_hand(take->index_dtype, SIZES(count), NULL);
        take->out = order_by_hand(take->dtype, SIZES(count), NULL);
    }
}

static void make(struct take *take, struct randomness *randomness, uint64_t turn)
{
    const bool has_sign = gather_dtype_is_signed(take->index_dtype);
    take->width = gather_dtype_bits(take->dtype) / 8;
    take->index_bytes = gather_dtype_bits(take->index_dtype) / 8;
    make_layouts(take);
    take->buffers[0] =
        place(&data_guard, take->size * (take->is_along ? take->count : 1) * take->width, turn);
    take->buffers[1] = place(&index_guard, take->count * take->index_bytes, turn + 1);
    take->output = place(&out_guard, take->count * take->width, turn + 2);
    if (take->streams) /* whole lines alone do */
        take->output.data = guard_place(&out_guard, (size_t)take->output.bytes, GUARD_LOW, 0);
    for (uint64_t k = 0; k < take->buffers[0].bytes; k++)
        ((uint8_t *)take->buffers[0].data)[k] = (uint8_t)random_bits(randomness);
    for (int64_t k = 0; k < take->count; k++)
        put_index(take, k,
                  random_below(randomness, has_sign ? 2 * take->size : take->size) -
                      (has_sign ? take->size : 0));
}

/* By the kernels of this processor that take long runs in parts, whatever its family. */
static enum gather_status run(const struct take *take, int32_t check, struct gather_error *error)
{
    const struct gather_run how = {.size = sizeof how, .check = check};
    const struct gather_options options = {.size = sizeof options,
                                           .tuning = take->streams ? "near=1G,gathers=1,stream=0"
                                                                   : "near=1G,gathers=1,stream=max"};
    struct gather_plan_description is;
    struct gather_tuning tuning;
    struct gather_plan *plan;
    assert_int_equal(gather_plan_create(&plan, &take->op, take->inputs, 2, &take->out, &options, error),
                     GATHER_STATUS_OK);
    gather_plan_describe(plan, &is);
    gather_tuning_here(&tuning);
    if (strcmp(tuning.kernels, "avx512") == 0 &&
        (strncmp(is.kernel, "pick_", 5) != 0 || strstr(is.kernel, "_avx512") == NULL))
        fail_msg("%s", is.kernel);
    const enum gather_status status = gather_plan_run(plan, take->buffers, 2, take->output, &how, error);
    gather_plan_destroy(plan);
    return status;
}

static void check_elements(const struct take *take)
{
    const uint8_t *data = take->buffers[0].data, *out = take->output.data;
    for (int64_t k = 0; k < take->count; k++) {
        int64_t row = index_at(take, k), column = take->is_reversed ? take->count - 1 - k : k;
        row += row < 0 ? take->size : 0;
        if (!take->is_along && take->is_reversed)
            row = take->size - 1 - row;
        const int64_t from = take->is_along ? row * take->count + column : row;
        if (memcmp(out + k * take->width, data + from * take->width, (size_t)take->width) != 0)
            fail_msg("element %lld of %lld", (long long)k, (long long)take->count);
    }
    assert_true(guard_holds(&out_guard));
}

/* One index outside: its position is told, and where all are checked first nothing was written. */
static void check_outside(const struct take *take, int64_t at, int64_t outside, int32_t check)
{
    struct gather_error error;
    const int64_t index = index_at(take, at);
    const uint8_t *out = take->output.data;
    put_index(take, at, outside);
    memset(take->output.data, 0xA5, (size_t)take->output.bytes);
    assert_int_equal(run(take, check, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.position[take->is_along], at);
    /* each byte as the first one */
    assert_true(check != GATHER_CHECK_FIRST ||
                (out[0] == 0xA5 && memcmp(out, out + 1, (size_t)take->output.bytes - 1) == 0));
    put_index(take, at, index);
}

static void try_take(struct take *take, struct randomness *randomness, uint64_t turn)
{
    struct gather_error error;
    make(take, randomness, turn);
    for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_FUSED; check++) {
        /* as many bits set as an index without a sign has: it does not count from the end */
        const int64_t least = gather_dtype_is_signed(take->index_dtype) ? -take->size - 1 : -1;
        memset(take->output.data, 0xA5, (size_t)take->output.bytes);
        assert_int_equal(run(take, check, &error), GATHER_STATUS_OK);
        check_elements(take);
        check_outside(take, 0, take->size, check);
        check_outside(take, take->count - 1, take->size, check);
        check_outside(take, random_below(randomness, take->count), least, check);
    }
}

static const int32_t dtypes[] = {GATHER_DTYPE_U8, GATHER_DTYPE_BF16, GATHER_DTYPE_F32, GATHER_DTYPE_F64};
static const int32_t index_dtypes[] = {GATHER_DTYPE_I32, GATHER_DTYPE_I64, GATHER_DTYPE_U32,
                                       GATHER_DTYPE_U64};

static void test_long_takes(void **state)
{
    static const int64_t more[] = {-1, 0, 1, 15, 16, 17, 62, 63, 64, 65, 1000, 30011};
    struct randomness randomness = randomness_begin("test_long_takes");
    uint64_t turn = 0;
    (void)state;
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < (int)(sizeof more / sizeof more[0]); k++, turn++) {
                struct take take = {.dtype = dtypes[d],
                                    .index_dtype = index_dtypes[i],
                                    .is_along = turn % 3 == 0,
                                    .is_reversed = turn % 5 == 0,
                                    .streams = turn % 2 == 0};
                take.size = take.is_along ? 5 : 3000;
                take.count = INDEX_BYTES * 8 / gather_dtype_bits(index_dtypes[i]) + more[k];
                try_take(&take, &randomness, turn);
            }
}

/* More than go at once, and what is left of them is long, or short. */
static void test_longer_takes(void **state)
{
    static const int64_t counts[] = {AT_ONCE + INDEX_BYTES / 4 + 33, 2 * AT_ONCE + 7};
    struct randomness randomness = randomness_begin("test_longer_takes");
    (void)state;
    for (uint64_t turn = 0; turn < 8; turn++) {
        struct take take = {.dtype = dtypes[turn % 4],
                            .index_dtype = index_dtypes[turn / 4],
                            .size = 4096,
                            .count = counts[turn % 2],
                            .streams = turn % 4 > 1};
        try_take(&take, &randomness, turn);
    }
}

static int end(void **state)
{
    (void)state;
    guard_end(&data_guard);
    guard_end(&index_guard);
    guard_end(&out_guard);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_takes),
        cmocka_unit_test(test_longer_takes),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
