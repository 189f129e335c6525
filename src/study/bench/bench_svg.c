/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results as bars against memcpy, for light and dark pages. Small calls, which no memcpy is like, are not drawn.
 *
 *     row                 0         memcpy        1.5
 *     1  LLM prefill      |###########|###        1.32     the bar: ours
 *                         |====       |                    the thin one: the best peer, or a plain loop
 *                         |        ^  |                    the mark: what is possible here
 */
#include "study/bench/bench_result.h"
#include "study/drawing/svg_sheet.h"
#include "study/drawing/svg_style.h"
#include "study/text/bounded.h"

enum {
    MARGIN = 28,
    NAMES = 300,
    BARS = 520,
    TOP = 110,
    STEP = 26,
    THICK = 12,
    THIN = 5,
    BELOW = 60,
    NUMBERS = 70
};
enum { MOST = 200 }; /* hundredths of memcpy: longer bars are cut, and their number says the truth */

#define BENCH_STYLE                                                                                          \
    "<style>\n"                                                                                              \
    ".gather .ours{fill:#2f6fb7}.gather .peer{fill:#c98a2b}.gather .copy{stroke:#8c96a1;stroke-width:1.5;"   \
    "stroke-dasharray:4 4}.gather .possible{stroke:#1f7a3d;stroke-width:3}"                                  \
    ".gather .halo{stroke:#ffffff;stroke-width:6}\n"                                                         \
    "@media (prefers-color-scheme:dark){.gather .ours{fill:#6aa5ea}.gather .peer{fill:#e0ae5c}"              \
    ".gather .possible{stroke:#5dc283}.gather .halo{stroke:#14171c}}\n"                                      \
    "</style>\n"

/* The length of a bar of a number of memcpys. */
static int32_t length_of(double of_memcpy)
{
    double hundredths = of_memcpy * 100;
    int32_t shown = hundredths < MOST ? (int32_t)(hundredths + 0.5) : MOST;
    return shown * BARS / MOST;
}

static void draw_bar(struct gather__svg *svg, const char *class_name, int32_t y, int32_t height,
                     double of_memcpy)
{
    gather__svg_put(svg, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class_name,
                    MARGIN + NAMES, (int)y, (int)length_of(of_memcpy), (int)height);
}

static void draw_upright(struct gather__svg *svg, const char *class_name, int32_t x, int32_t from, int32_t to)
{
    gather__svg_put(svg, "<path class=\"%s\" d=\"M%d %dV%d\"/>\n", class_name, (int)x, (int)from, (int)to);
}

/* "3 BERT, cold" */
static void draw_name(struct gather__svg *svg, const struct gather_bench_result *result, int32_t y)
{
    char name[80];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, name, sizeof name);
    gather_write_text(&writer, result->row->id);
    gather_write_text(&writer, " ");
    gather_write_text(&writer, result->row->name);
    gather_write_text(&writer, result->state == GATHER_BENCH_COLD ? ", cold" : "");
    gather__svg_label(svg, MARGIN + NAMES - 10, y + THICK, "note end", name);
}

/* In a column of their own: behind its bar a number would lie under marks. */
static void draw_number(struct gather__svg *svg, double value, int32_t y)
{
    char text[32];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, sizeof text);
    gather_write_decimal(&writer, gather__scaled(value, 2), 2);
    gather__svg_label(svg, MARGIN + NAMES + BARS + NUMBERS, y + THICK - 1, "axis end", text);
}

/* The thin bar: of a pattern the plain loop, of other rows the best peer. 0: none. */
static double other_of_memcpy(const struct gather_bench_result *result, const struct gather_bench_base *peers)
{
    double of_plain = gather__bench_of_plain(result);
    if (of_plain > 0)
        return gather_bench_of_memcpy(result) / of_plain;
    return gather__bench_base_of_memcpy(peers, result->row->id, gather__bench_state_word(result->state));
}

static void draw_result(struct gather__svg *svg, const struct gather_bench_result *result,
                        const struct gather_bench_base *peers, int32_t y)
{
    double ours = gather_bench_of_memcpy(result), possible = gather__bench_possible_of_memcpy(result);
    double peer = other_of_memcpy(result, peers);
    draw_name(svg, result, y);
    draw_bar(svg, "ours", y, THICK, ours);
    if (peer > 0)
        draw_bar(svg, "peer", y + THICK + 1, THIN, peer);
    if (possible > 0) {
        int32_t x = MARGIN + NAMES + length_of(possible);
        draw_upright(svg, "halo", x, y - 3, y + THICK + 3);
        draw_upright(svg, "possible", x, y - 2, y + THICK + 2);
    }
    draw_number(svg, ours, y);
}

/* "AMD .., 2 threads, base pages; bars: .." */
static void draw_legend(struct gather__svg *svg, const struct gather_bench_setting *setting, bool has_others)
{
    char line[256];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, line, sizeof line);
    gather_write_text(&writer, setting->processor);
    gather_write_text(&writer, ", threads: ");
    gather_write_integer(&writer, setting->threads);
    gather_write_text(&writer, ", pages: ");
    gather_write_text(&writer, gather__bench_pages_word(setting->is_huge));
    gather_write_text(&writer, ", libgather ");
    gather_write_text(&writer, setting->version);
    gather__svg_label(svg, MARGIN, 38, "title", "Speed, as a share of memcpy's");
    gather__svg_label(svg, MARGIN, 60, "note", line);
    gather__svg_label(
        svg, MARGIN, 80, "note",
        has_others ? "blue: libgather; thin, brown: the best peer, or a plain loop; green mark: what is "
                     "possible here"
                   : "blue: libgather; green mark: what is possible here");
    gather__svg_label(svg, MARGIN + NAMES + length_of(1), TOP - 12, "axis mid", "memcpy");
}

static int32_t count_drawn(const struct gather_bench_result *results, size_t count)
{
    int32_t drawn = 0;
    for (size_t k = 0; k < count; k++)
        drawn += !results[k].row->is_small_call;
    return drawn;
}

static size_t count_plain(const struct gather_bench_result *results, size_t count)
{
    size_t plain = 0;
    for (size_t k = 0; k < count; k++)
        plain += results[k].plain.min > 0;
    return plain;
}

enum gather_status gather_bench_draw_svg(const struct gather_bench_setting *setting,
                                         const struct gather_bench_result *results, size_t count,
                                         const struct gather_bench_base *peers, struct gather_sink sink)
{
    int32_t drawn = count_drawn(results, count), bottom = TOP + drawn * STEP;
    struct gather__svg svg = {gather_writer_to(sink), 2 * MARGIN + NAMES + BARS + NUMBERS,
                              bottom + BELOW - STEP};
    gather__svg_put(&svg,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gather\" viewBox=\"0 0 %d %d\" "
                    "width=\"%d\" height=\"%d\" role=\"img\">\n<title>Speed as a share of memcpy's</title>\n",
                    (int)svg.width, (int)svg.height, (int)svg.width, (int)svg.height);
    gather_write_text(&svg.writer, GATHER__SVG_STYLE BENCH_STYLE);
    gather__svg_put(&svg, "<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", (int)svg.width,
                    (int)svg.height);
    draw_legend(&svg, setting, peers != NULL || count_plain(results, count) > 0);
    draw_upright(&svg, "copy", MARGIN + NAMES + length_of(1), TOP - 6, bottom);
    for (size_t k = 0, line = 0; k < count; k++)
        if (!results[k].row->is_small_call)
            draw_result(&svg, &results[k], peers, TOP + (int32_t)line++ * STEP);
    gather_write_text(&svg.writer, "</svg>\n");
    return svg.writer.status;
}
