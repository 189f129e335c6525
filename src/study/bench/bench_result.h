/* SPDX-License-Identifier: Apache-2.0 */
/* What the table, the JSON and the picture of results share: numbers that are made of a result's times. */
#ifndef GATHER_STUDY_BENCH_RESULT_H
#define GATHER_STUDY_BENCH_RESULT_H

#include "gather/bench.h"

/* A number with so many decimals, as `gather_write_decimal` wants it: rounded, and cut where it does not fit. */
int64_t gather__scaled(double value, int32_t decimals);

/* Gigabytes of output a second; nanoseconds a block, and an index (0 without indices); what FIRST costs over FUSED
 * (1.02; 0 where there is only one of them). */
double gather__bench_gbps(const struct gather_bench_result *result);
double gather__bench_block_ns(const struct gather_bench_result *result);
double gather__bench_index_ns(const struct gather_bench_result *result);
double gather__bench_price(const struct gather_bench_result *result);

/* memcpy's time over the one that is possible; 0 if that is not known. */
double gather__bench_possible_of_memcpy(const struct gather_bench_result *result);

/* Of a plain loop: gigabytes of output a second, and its time over ours; 0 where there was none. */
double gather__bench_plain_gbps(const struct gather_bench_result *result);
double gather__bench_of_plain(const struct gather_bench_result *result);

/* What noise a result has: how far its time and memcpy's lie above their least. */
double gather__bench_noise(const struct gather_bench_result *result);

/* "warm" or "cold"; "huge" or "base"; "full" or "small"; "first", "fused" or "earlier". */
const char *gather__bench_state_word(int32_t state);
const char *gather__bench_pages_word(int32_t is_huge);
const char *gather__bench_scale_word(int32_t scale);
const char *gather__bench_check_word(int32_t check);

/* What an earlier run, or the peers, say of a row in a state: memcpy's time over its own. Returns: 0 if nothing. */
double gather__bench_base_of_memcpy(const struct gather_bench_base *base, const char *id, const char *state);

#endif
