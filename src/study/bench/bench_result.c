/* SPDX-License-Identifier: Apache-2.0 */
/* What is made of a result's times: bench.h and bench_result.h say what each is. */
#include "study/bench/bench_result.h"

#define PICOSECONDS 1000.0 /* in a nanosecond */

enum { POSSIBLE_FROM = 4096 }; /* bytes: the price of fewer is that of a call */

int64_t gather__scaled(double value, int32_t decimals)
{
    for (int32_t k = 0; k < decimals; k++)
        value *= 10;
    if (!(value < 9e18)) /* not a number, too */
        return INT64_MAX;
    return (int64_t)(value < 0 ? value - 0.5 : value + 0.5);
}

static double smaller_but_zero(int64_t a, int64_t b) { return (double)(b > 0 && b < a ? b : a); }

static double copying(const struct gather_bench_result *result)
{
    return smaller_but_zero(result->copy.min, result->copies.min);
}

double gather_bench_of_memcpy(const struct gather_bench_result *result)
{
    return result->time.min > 0 ? copying(result) / (double)result->time.min : 0;
}

static double rate(const struct gather_bench_result *result, int64_t time)
{
    return time > 0 ? (double)result->bytes * PICOSECONDS / (double)time : 0;
}

double gather__bench_gbps(const struct gather_bench_result *result) { return rate(result, result->time.min); }

double gather__bench_plain_gbps(const struct gather_bench_result *result)
{
    return rate(result, result->plain.min);
}

double gather__bench_of_plain(const struct gather_bench_result *result)
{
    return result->time.min > 0 ? (double)result->plain.min / (double)result->time.min : 0;
}

static double per_unit(const struct gather_bench_result *result, int64_t units)
{
    return units > 0 ? (double)result->time.min / PICOSECONDS / (double)units : 0;
}

double gather__bench_block_ns(const struct gather_bench_result *result)
{
    return per_unit(result, result->blocks);
}

double gather__bench_index_ns(const struct gather_bench_result *result)
{
    return per_unit(result, result->indices);
}

double gather__bench_price(const struct gather_bench_result *result)
{
    bool is_first = result->check == GATHER_CHECK_FIRST && result->fused.min > 0;
    return is_first ? (double)result->time.min / (double)result->fused.min : 0;
}

/* The time that is possible; 0 if it is not known. */
static double possible(const struct gather_bench_result *result)
{
    double copy = copying(result), reading = (double)result->reading.min,
           filling = smaller_but_zero(result->filling.min, result->streaming.min);
    if (result->bytes < POSSIBLE_FROM)
        return 0;
    double moving = reading > 0 && reading + filling < copy ? reading + filling : copy;
    return reading > moving ? reading : moving;
}

double gather__bench_possible_of_memcpy(const struct gather_bench_result *result)
{
    double time = possible(result);
    return time > 0 ? copying(result) / time : 0;
}

double gather_bench_of_possible(const struct gather_bench_result *result)
{
    int64_t ours = result->fused.min > 0 ? result->fused.min : result->time.min;
    return ours > 0 ? possible(result) / (double)ours : 0;
}

double gather_bench_of_goal(const struct gather_bench_setting *setting,
                            const struct gather_bench_result *result)
{
    const struct gather_bench_goal *goal = &result->row->goal;
    double wanted = (setting->is_huge ? goal->huge : goal->base) / 100.0,
           block = gather__bench_block_ns(result);
    if (wanted <= 0 || setting->scale != GATHER_BENCH_FULL ||
        (goal->is_cold_only && result->state != GATHER_BENCH_COLD))
        return 0;
    switch (goal->unit) {
    case GATHER_BENCH_OF_MEMCPY:
        return gather_bench_of_memcpy(result) / wanted;
    case GATHER_BENCH_BLOCK_NS:
        return block > 0 ? wanted / block : 0;
    case GATHER_BENCH_GBPS:
        return gather__bench_gbps(result) / wanted;
    default:
        return 0;
    }
}

double gather_bench_spread(const struct gather_bench_time *time)
{
    return time->min > 0 ? (double)(time->median - time->min) / (double)time->min : 0;
}

double gather__bench_noise(const struct gather_bench_result *result)
{
    bool by_all = result->copies.min > 0 && result->copies.min < result->copy.min;
    return gather_bench_spread(&result->time) + gather_bench_spread(by_all ? &result->copies : &result->copy);
}

bool gather_bench_is_loss(const struct gather_bench_result *result)
{
    return result->has_base && result->change > result->allowed;
}

const char *gather__bench_state_word(int32_t state) { return state == GATHER_BENCH_COLD ? "cold" : "warm"; }
const char *gather__bench_pages_word(int32_t is_huge) { return is_huge ? "huge" : "base"; }
const char *gather__bench_scale_word(int32_t scale) { return scale == GATHER_BENCH_SMALL ? "small" : "full"; }

const char *gather__bench_check_word(int32_t check)
{
    switch (check) {
    case GATHER_CHECK_FUSED:
        return "fused";
    case GATHER_CHECK_EARLIER:
        return "earlier";
    default:
        return "first";
    }
}
