/* SPDX-License-Identifier: Apache-2.0 */
/* Results, and the rows themselves, as JSON: times in nanoseconds, with the picoseconds behind the point. */
#include "study/bench/bench_result.h"

static void write_time(struct gather_json *json, const char *key, const struct gather_bench_time *time)
{
    if (time->min == 0)
        return;
    gather_json_object(json, key);
    gather_json_decimal(json, "min_ns", time->min, 3);
    gather_json_decimal(json, "median_ns", time->median, 3);
    gather_json_decimal(json, "spread", gather__scaled(gather_bench_spread(time), 4), 4);
    gather_json_integer(json, "rounds", time->rounds);
    gather_json_end(json);
}

/* A number that is known only if it is not 0. */
static void write_known(struct gather_json *json, const char *key, double value)
{
    if (value != 0)
        gather_json_decimal(json, key, gather__scaled(value, 4), 4);
}

static void write_comparison(struct gather_json *json, const struct gather_bench_result *result)
{
    if (!result->has_base)
        return;
    gather_json_object(json, "against_base");
    gather_json_decimal(json, "change", gather__scaled(result->change, 4), 4);
    gather_json_decimal(json, "allowed", gather__scaled(result->allowed, 4), 4);
    gather_json_boolean(json, "loss", gather_bench_is_loss(result));
    gather_json_end(json);
}

static void write_result(struct gather_json *json, const struct gather_bench_setting *setting,
                         const struct gather_bench_result *result)
{
    gather_json_object(json, NULL);
    gather_json_text(json, "row", result->row->id);
    gather_json_text(json, "name", result->row->name);
    gather_json_text(json, "state", gather__bench_state_word(result->state));
    gather_json_integer(json, "bytes", result->bytes);
    gather_json_integer(json, "indices", result->indices);
    gather_json_integer(json, "blocks", result->blocks);
    gather_json_text(json, "kernel", result->kernel);
    gather_json_text(json, "index_kernel", result->index_kernel);
    write_time(json, "time", &result->time);
    write_time(json, "fused", &result->fused);
    write_time(json, "memcpy", &result->copy);
    write_time(json, "memcpy_all_threads", &result->copies);
    write_time(json, "once", &result->once);
    write_time(json, "plan_init", &result->init);
    write_time(json, "plan_create", &result->create);
    write_time(json, "plain_loop", &result->plain);
    write_time(json, "reading", &result->reading);
    write_time(json, "filling", &result->filling);
    write_time(json, "streaming", &result->streaming);
    write_known(json, "gbps", gather__bench_gbps(result));
    write_known(json, "ns_per_index", gather__bench_index_ns(result));
    write_known(json, "ns_per_block", gather__bench_block_ns(result));
    write_known(json, "of_memcpy", gather_bench_of_memcpy(result));
    write_known(json, "of_possible", gather_bench_of_possible(result));
    write_known(json, "of_goal", gather_bench_of_goal(setting, result));
    write_known(json, "of_plain_loop", gather__bench_of_plain(result));
    write_known(json, "first_over_fused", gather__bench_price(result));
    write_known(json, "noise", gather__bench_noise(result));
    write_comparison(json, result);
    gather_json_end(json);
}

static void write_setting(struct gather_json *json, const struct gather_bench_setting *setting)
{
    gather_json_text(json, "version", setting->version);
    gather_json_text(json, "processor", setting->processor);
    gather_json_text(json, "caches", setting->caches);
    gather_json_integer(json, "processors", setting->processors);
    gather_json_integer(json, "threads", setting->threads);
    gather_json_text(json, "pages", gather__bench_pages_word(setting->is_huge));
    gather_json_integer(json, "page_bytes", setting->page_bytes);
    gather_json_text(json, "scale", gather__bench_scale_word(setting->scale));
    gather_json_text(json, "check", gather__bench_check_word(setting->check));
    write_time(json, "random_line", &setting->line);
    write_time(json, "random_line_all_threads", &setting->lines);
    gather_json_integer(json, "random_line_table", setting->line_table);
}

void gather_bench_write_json(const struct gather_bench_setting *setting,
                             const struct gather_bench_result *results, size_t count,
                             struct gather_json *json)
{
    gather_json_object(json, NULL);
    gather_json_text(json, "schema", "gather.bench/1");
    write_setting(json, setting);
    gather_json_array(json, "rows");
    for (size_t k = 0; k < count; k++)
        write_result(json, setting, &results[k]);
    gather_json_end(json);
    gather_json_end(json);
}

/* ---- the rows themselves -------------------------------------------------------------------------------- */

static void write_states(struct gather_json *json, const struct gather_bench_row *row)
{
    gather_json_array(json, "states");
    if (row->states != GATHER_BENCH_COLD)
        gather_json_text(json, NULL, "warm");
    if (row->states & GATHER_BENCH_COLD)
        gather_json_text(json, NULL, "cold");
    gather_json_end(json);
}

static void write_row(struct gather_json *json, const struct gather_bench_row *row, int32_t scale)
{
    gather_json_object(json, NULL);
    gather_json_text(json, "row", row->id);
    gather_json_text(json, "name", row->name);
    gather_json_integer(json, "number", row->number);
    gather_json_text(json, "family", gather_bench_family_word(row->family));
    gather_json_text(json, "data", row->data[scale]);
    gather_json_text(json, "indices", row->indices[scale]);
    gather_json_text(json, "to", row->to);
    gather_json_integer(json, "axis", row->axis);
    gather_json_integer(json, "batch_dims", row->batch_dims);
    gather_json_text(json, "distribution", gather_distribution_word(row->distribution));
    if (row->pattern != NULL)
        gather_json_text(json, "pattern", row->pattern);
    gather_json_text(json, "second_distribution", gather_distribution_word(row->second_distribution));
    if (row->family == GATHER_BENCH_SCALED) {
        gather_json_text(json, "scales", row->scales[scale]);
        gather_json_integer(json, "block", row->block);
        gather_json_integer(json, "bits", row->bits);
    }
    gather_json_integer(json, "tables", row->tables > 0 ? row->tables : 1);
    gather_json_boolean(json, "is_small_call", row->is_small_call != 0);
    write_states(json, row);
    gather_json_end(json);
}

void gather_bench_write_rows_json(int32_t scale, struct gather_json *json)
{
    const struct gather_bench_row *row;
    gather_json_object(json, NULL);
    gather_json_text(json, "schema", "gather.bench.rows/1");
    gather_json_array(json, "rows");
    for (size_t k = 0; (row = gather_bench_row_at(k)) != NULL; k++)
        write_row(json, row, scale);
    gather_json_end(json);
    gather_json_end(json);
}
