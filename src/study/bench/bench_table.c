/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results as a table, line by line as they come, of at most 80 columns but for the processor's name on the first line,
 * which is as long as it is; JSON has what finds no room.
 */
#include <string.h>

#include "study/bench/bench_result.h"
#include "study/text/bounded.h"

enum {
    ID = 12,
    NAME = 22,
    STATE = 4,
    TIME = 9,
    SPREAD = 4,
    RATE = 6,
    RATIO = 7,
    SHARE = 9,
    PRICE = 6,
    CHANGE = 10,
    LOSS = 5
};
enum { CELL = 64 };

#define NANOSECOND INT64_C(1000)
#define MICROSECOND (1000 * NANOSECOND)
#define MILLISECOND (1000 * MICROSECOND)
#define SECOND (1000 * MILLISECOND)

/* ---- cells ---------------------------------------------------------------------------------------------- */

static void pad_left(struct gather_writer *writer, const char *text, size_t width)
{
    size_t length = strlen(text);
    gather_write_repeated(writer, ' ', length < width ? width - length : 1);
    gather_write_text(writer, text);
}

static void pad_right(struct gather_writer *writer, const char *text, size_t width)
{
    size_t length = strlen(text);
    gather_write_text(writer, text);
    gather_write_repeated(writer, ' ', length < width ? width - length : 1);
}

/* A number before a unit; "-" for none, which is 0. */
static void write_number(struct gather_writer *writer, double value, int32_t decimals, const char *unit,
                         size_t width)
{
    char text[CELL];
    struct gather__bounded room;
    struct gather_writer cell = gather__bounded_writer(&room, text, sizeof text);
    gather_write_decimal(&cell, gather__scaled(value, decimals), decimals);
    gather_write_text(&cell, unit);
    pad_left(writer, value != 0 ? text : "-", width);
}

/* Three digits, whatever the size. */
static void write_digits(struct gather_writer *writer, double value, const char *unit, size_t width)
{
    write_number(writer, value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit, width);
}

/* "3.42 ns", "12.1 us", "6.12 ms", "1.30 s". */
static void write_time(struct gather_writer *writer, int64_t time, size_t width)
{
    static const struct {
        int64_t unit;
        const char *name;
    } units[] = {{SECOND, " s"}, {MILLISECOND, " ms"}, {MICROSECOND, " us"}, {NANOSECOND, " ns"}};
    size_t k = 0;
    while (k < 3 && time < units[k].unit)
        k++;
    write_digits(writer, (double)time / (double)units[k].unit, units[k].name, width);
}

/* ---- head ------------------------------------------------------------------------------------------------- */

static void write_line_times(const struct gather_bench_setting *setting, struct gather_writer *writer)
{
    gather_write_text(writer, "a random line of 64 bytes, of ");
    gather_write_integer(writer, setting->line_table >> 20);
    gather_write_text(writer, " MiB, takes");
    write_time(writer, setting->line.min, 0);
    if (setting->lines.min > 0) {
        gather_write_text(writer, ", with all threads");
        write_time(writer, setting->lines.min, 0);
    }
    gather_write_text(writer, "\n\n");
}

static void write_columns(struct gather_writer *writer, bool has_base)
{
    pad_right(writer, "row", ID);
    pad_right(writer, "case", NAME);
    pad_left(writer, "", STATE);
    pad_left(writer, "min", TIME);
    pad_left(writer, "+-%", SPREAD);
    pad_left(writer, "GB/s", RATE);
    pad_left(writer, "memcpy", RATIO);
    pad_left(writer, has_base ? "change" : "possible", has_base ? CHANGE : SHARE);
    if (!has_base)
        pad_left(writer, "FIRST", PRICE);
    gather_write_text(writer, "\n");
}

void gather_bench_write_head(const struct gather_bench_setting *setting, struct gather_writer *writer)
{
    gather_write_text(writer, "libgather ");
    gather_write_text(writer, setting->version);
    gather_write_text(writer, " on ");
    gather_write_text(writer, setting->processor);
    gather_write_text(writer, "\n");
    gather_write_text(writer, setting->caches);
    gather_write_text(writer, "\n");
    gather_write_integer(writer, setting->threads);
    gather_write_text(writer, setting->threads == 1 ? " thread of " : " threads of ");
    gather_write_integer(writer, setting->processors);
    gather_write_text(writer, ", ");
    gather_write_text(writer, gather__bench_pages_word(setting->is_huge));
    gather_write_text(writer, " pages of ");
    gather_write_integer(writer, setting->page_bytes >> 10);
    gather_write_text(writer, " KiB, check ");
    gather_write_text(writer, gather__bench_check_word(setting->check));
    gather_write_text(writer, ", scale ");
    gather_write_text(writer, gather__bench_scale_word(setting->scale));
    gather_write_text(writer, "\n");
    write_line_times(setting, writer);
    write_columns(writer, setting->has_base != 0);
}

/* ---- lines ---------------------------------------------------------------------------------------------- */

/* "+3.1 % LOSS": against the earlier run, in place of what is possible and what FIRST costs. */
static void write_change(const struct gather_bench_result *result, struct gather_writer *writer)
{
    char text[CELL];
    struct gather__bounded room;
    struct gather_writer cell = gather__bounded_writer(&room, text, sizeof text);
    double percent = 100 * (result->change - 1);
    gather_write_text(&cell, percent < 0 ? "" : "+");
    gather_write_decimal(&cell, gather__scaled(percent, 1), 1);
    gather_write_text(&cell, " %");
    pad_left(writer, text, CHANGE);
    gather_write_text(writer, gather_bench_is_loss(result) ? " LOSS" : "     ");
}

void gather_bench_write_result(const struct gather_bench_setting *setting,
                               const struct gather_bench_result *result, struct gather_writer *writer)
{
    pad_right(writer, result->row->id, ID);
    pad_right(writer, result->row->name, NAME);
    pad_left(writer, gather__bench_state_word(result->state), STATE);
    write_time(writer, result->time.min, TIME);
    write_number(writer, 100 * gather_bench_spread(&result->time), 0, "", SPREAD);
    write_digits(writer, gather__bench_gbps(result), "", RATE);
    write_number(writer, gather_bench_of_memcpy(result), 2, "", RATIO);
    if (result->has_base) {
        write_change(result, writer);
    } else if (setting->has_base) {
        pad_left(writer, "no such row", CHANGE + LOSS);
    } else {
        write_number(writer, 100 * gather_bench_of_possible(result), 0, " %", SHARE);
        write_digits(writer, gather__bench_price(result), "", PRICE);
    }
    gather_write_text(writer, "\n");
}

static void write_call(const struct gather_bench_result *result, struct gather_writer *writer)
{
    pad_right(writer, result->row->id, ID);
    pad_right(writer, result->row->name, NAME);
    write_time(writer, result->time.min, TIME);
    write_time(writer, result->fused.min, TIME);
    write_time(writer, result->once.min, TIME);
    write_time(writer, result->init.min, TIME);
    write_time(writer, result->create.min, TIME);
    gather_write_text(writer, "\n");
}

void gather_bench_write_calls(const struct gather_bench_result *results, size_t count,
                              struct gather_writer *writer)
{
    bool is_begun = false;
    for (size_t k = 0; k < count; k++) {
        if (results[k].create.min == 0)
            continue;
        if (!is_begun) {
            gather_write_text(writer, "\n");
            pad_right(writer, "small calls", ID + NAME);
            pad_left(writer, "replay", TIME);
            pad_left(writer, "FUSED", TIME);
            pad_left(writer, "one-shot", TIME);
            pad_left(writer, "init", TIME);
            pad_left(writer, "create", TIME);
            gather_write_text(writer, "\n");
            is_begun = true;
        }
        write_call(&results[k], writer);
    }
}

static void write_pattern_head(struct gather_writer *writer)
{
    gather_write_text(writer, "\n");
    pad_right(writer, "patterns", ID + NAME);
    pad_left(writer, "ours", TIME);
    pad_left(writer, "GB/s", RATE);
    pad_left(writer, "plain loop", STATE + TIME);
    pad_left(writer, "GB/s", RATE);
    pad_left(writer, "over ours", SHARE + 2);
    gather_write_text(writer, "\n");
}

void gather_bench_write_patterns(const struct gather_bench_result *results, size_t count,
                                 struct gather_writer *writer)
{
    bool is_begun = false;
    for (size_t k = 0; k < count; k++) {
        const struct gather_bench_result *result = &results[k];
        if (result->plain.min == 0)
            continue;
        if (!is_begun)
            write_pattern_head(writer);
        is_begun = true;
        pad_right(writer, result->row->id, ID);
        pad_right(writer, result->row->name, NAME);
        write_time(writer, result->time.min, TIME);
        write_digits(writer, gather__bench_gbps(result), "", RATE);
        write_time(writer, result->plain.min, STATE + TIME);
        write_digits(writer, gather__bench_plain_gbps(result), "", RATE);
        write_number(writer, gather__bench_of_plain(result), 2, "", SHARE + 2);
        gather_write_text(writer, "\n");
    }
}

void gather_bench_write_foot(const struct gather_bench_setting *setting, struct gather_writer *writer)
{
    gather_write_text(writer,
                      "\nmemcpy: its time for as many bytes over ours, the faster of one thread and all.\n");
    if (setting->has_base)
        gather_write_text(
            writer, "change: of our time as a share of memcpy's, against the earlier run; a LOSS is one\n"
                    "beyond the noise of both.\n");
    else
        gather_write_text(writer,
                          "possible: the time of what no gather can do without over ours, that of FUSED\n"
                          "where FIRST has a price; see gather-bench(1). FIRST: its time over FUSED.\n");
}

/* ---- rows ----------------------------------------------------------------------------------------------- */

void gather_bench_write_rows(int32_t scale, struct gather_writer *writer)
{
    const struct gather_bench_row *row;
    for (size_t k = 0; (row = gather_bench_row_at(k)) != NULL; k++) {
        pad_right(writer, row->id, ID);
        pad_right(writer, row->name, NAME);
        pad_right(writer, gather_bench_family_word(row->family), SHARE);
        gather_write_text(writer, row->data[scale]);
        gather_write_text(writer, row->indices[scale] != NULL ? " by " : " to ");
        gather_write_text(writer, row->indices[scale] != NULL ? row->indices[scale] : row->to);
        if (row->indices[scale] != NULL) {
            gather_write_text(writer, " ");
            gather_write_text(writer, gather_distribution_word(row->distribution));
        }
        gather_write_text(writer, "\n");
    }
}
