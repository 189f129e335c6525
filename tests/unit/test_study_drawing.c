/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drawings: the document's picture to the letter; every box of a scene against the library's own answers; no
 * drawing wider than it may be, however large the layout; SVG whose tags close whatever the title holds; a
 * sink that fails at any byte.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/study.h"
#include "study/drawing/scene.h"
#include "study/text/utf8.h"

static const char *const layouts[] = {
    "f32[2,3]{0,1:pad(3,5)=zero}",
    "f32[3,5]{1,0:T(2,2)}",
    "f32[3,5]{0,1:T(2,2)}",
    "f32[4,6]{1,0:T(*,2,2)}",
    "bf16[8,128]{1,0:T(8,128)(2,1)}",
    "f32[2,3]:(1,3)+2",
    "f32[2,3]:(0,1)",
    "f32[2,3]:(-3,1)+3",
    "f32[3,2]:(1,1)",
    "i4[3,3]:(4,1)",
    "f32[]",
    "f32[]:()+3",
    "f32[7]",
    "f32[100]{0:L(128)}",
    "f32[0,3]{1,0:pad(2,3)=highest}",
    "f32[0,3]",
    "f32[3,0,2]",
    "f32[2,2,3]",
    "f32[1,3,4,4]NHWC",
    "f32[8,32,7,7]nChw16c",
    "f32[32,32,3,3]OIhw4i16o4i",
    "f32[3]{0:T(8,128)}",
    "f32[2,3,4,5,6,7,8,9,10]",
    "f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
    "u8[9223372036854775807]",
    "f32[1000000000,1000000000]",
    "u8[9223372036854775807,9223372036854775807,0]C",
    "f32[1000]:(0)",
    "u8[3,2305843009213693951]:(0,1)",
    "u8[1152921504606846976,2]:(1,1152921504606846976)",
    "f32[3,1000]{1,0:pad(3,100000)=one}",
    "f32[5,5,5]{2,1,0:pad(6,6,6)=lowest}",
    "u8[4294967296,65536]{1,0:T(8,128)(4,1)}",
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static struct gather_layout layout_of(const char *text)
{
    struct gather_layout layout;
    assert_int_equal(gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, NULL),
                     GATHER_STATUS_OK);
    return layout;
}

static char *drawn(const struct gather_layout *layout, struct gather_drawing drawing,
                   struct gather_memory *memory)
{
    struct gather_writer writer = gather_writer_to(gather_memory_sink(memory));
    assert_int_equal(gather_layout_draw_text(layout, &drawing, writer.sink), GATHER_STATUS_OK);
    gather_write(&writer, "", 1);
    assert_int_equal(writer.status, GATHER_STATUS_OK);
    return memory->bytes;
}

/* "a d 0 b e 0 c f 0 0 0 0 0 0 0", which is the array "a b c 0 0 / d e f 0 0 / 0 0 0 0 0". */
static void test_picture_of_the_document(void **state) /* COVERS(XLA-14, XLA-16) */
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_layout layout = layout_of("f32[2,3]{0,1:pad(3,5)=zero}");
    struct gather_drawing drawing = {.utf8 = true};
    assert_string_equal(drawn(&layout, drawing, &memory), "  elements            their cells\n"
                                                          "      0 1 2                0  1  2\n"
                                                          "    ┌───────┬─────┐     ┌──────────┬───────┐\n"
                                                          "  0 │ a b c │ 0 0 │   0 │  0  3  6 │  9 12 │\n"
                                                          "  1 │ d e f │ 0 0 │   1 │  1  4  7 │ 10 13 │\n"
                                                          "    ├───────┘     │     ├──────────┘       │\n"
                                                          "    │ 0 0 0   0 0 │     │  2  5  8   11 14 │\n"
                                                          "    └─────────────┘     └──────────────────┘\n"
                                                          "\n"
                                                          "  memory, cell by cell\n"
                                                          "    ┌───────┬───────┬───────┬───────┬───────┐\n"
                                                          "  0 │ a d 0 │ b e 0 │ c f 0 │ 0 0 0 │ 0 0 0 │\n"
                                                          "    └───────┴───────┴───────┴───────┴───────┘\n"
                                                          "\n"
                                                          "  0  padding, holds zero\n");
    gather_memory_fini(&memory);
}

static void test_colours(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_layout layout = layout_of("f32[2,1]");
    struct gather_drawing drawing = {.colour = true};
    const char *text = drawn(&layout, drawing, &memory);
    assert_non_null(strstr(text, "\033[36ma "));
    assert_non_null(strstr(text, "\033[33mb "));
    assert_null(strstr(text, "\xe2"));
    gather_memory_fini(&memory);
}

/* ---- scenes -------------------------------------------------------------------------------------- */

/* What a box says of its cell is what the library says. */
static void check_box(const struct gather_layout *layout, const struct gather__drawn_box *box)
{
    int64_t index[GATHER_MAX_RANK], cell;
    if (box->mark == GATHER__MARK_NOTHING || box->mark == GATHER__MARK_GAP)
        return;
    assert_true(box->cell >= 0 && box->cell < gather_layout_cells(layout));
    enum gather_status status = gather_layout_index(layout, box->cell, index, NULL);
    assert_int_equal(box->mark == GATHER__MARK_ELEMENT, status == GATHER_STATUS_OK);
    if (status != GATHER_STATUS_OK)
        return;
    assert_int_equal(gather_layout_cell(layout, index, layout->rank, &cell, NULL), GATHER_STATUS_OK);
    assert_true(cell == box->cell);
}

/* Boxes of memory stand in the order of their cells; every one is there where nothing is left out. */
static void check_memory(const struct gather_layout *layout, const struct gather__panel *panel)
{
    int64_t last = -1, boxes = 0;
    bool gaps = false;
    for (int32_t r = 0; r < panel->rows; r++) {
        for (int32_t c = 0; c < panel->columns; c++) {
            const struct gather__drawn_box *box = gather__panel_box(panel, r, c);
            check_box(layout, box);
            gaps = gaps || box->mark == GATHER__MARK_GAP;
            if (box->mark == GATHER__MARK_NOTHING || box->mark == GATHER__MARK_GAP)
                continue;
            assert_true(box->cell > last);
            last = box->cell;
            boxes++;
        }
    }
    assert_true(gaps || boxes == gather_layout_cells(layout));
    assert_true(last == gather_layout_cells(layout) - 1 || gaps);
}

static void test_scenes_tell_the_truth(void **state) /* COVERS(XLA-40, XLA-41) */
{
    (void)state;
    static const struct gather__metrics metrics = {
        .width = 80, .rows = 24, .character = 1, .box_minimum = 2, .box_margin = 1, .border = 2, .frame = 6};
    static struct gather__scene scene;
    for (int k = 0; k < LAYOUTS; k++) {
        struct gather_layout layout = layout_of(layouts[k]);
        assert_int_equal(gather__scene_init(&scene, &layout, &metrics), GATHER_STATUS_OK);
        for (int32_t p = 0; p < scene.panel_count; p++) {
            const struct gather__panel *panel = &scene.panels[p];
            for (int32_t r = 0; r < panel->rows; r++)
                for (int32_t c = 0; c < panel->columns; c++)
                    check_box(&layout, gather__panel_box(panel, r, c));
            if (panel->memory)
                check_memory(&layout, panel);
        }
        gather__scene_fini(&scene);
    }
}

/* The grid shows each element of a small shape once, in its cell. */
static void test_grid_is_complete(void **state)
{
    (void)state;
    static const struct gather__metrics metrics = {
        .width = 80, .rows = 24, .character = 1, .box_minimum = 2, .box_margin = 1, .border = 2, .frame = 6};
    static struct gather__scene scene;
    struct gather_layout layout = layout_of("f32[3,5]{0,1:T(2,2)}");
    assert_int_equal(gather__scene_init(&scene, &layout, &metrics), GATHER_STATUS_OK);
    assert_int_equal(scene.panel_count, 2);
    const struct gather__panel *grid = &scene.panels[0];
    assert_int_equal(grid->rows, 4);
    assert_int_equal(grid->columns, 6);
    for (int32_t r = 0; r < 4; r++) {
        for (int32_t c = 0; c < 6; c++) {
            const struct gather__drawn_box *box = gather__panel_box(grid, r, c);
            int64_t index[] = {r, c}, cell;
            assert_int_equal(box->mark == GATHER__MARK_ELEMENT, r < 3 && c < 5);
            if (box->mark != GATHER__MARK_ELEMENT)
                continue;
            assert_int_equal(gather_layout_cell(&layout, index, 2, &cell, NULL), GATHER_STATUS_OK);
            assert_int_equal(box->cell, cell);
            assert_int_equal(box->name[0], 'a' + r * 5 + c);
            assert_int_equal(box->colour, r);
        }
    }
    gather__scene_fini(&scene);
}

/* ---- limits -------------------------------------------------------------------------------------- */

static int32_t widest_line(const char *text)
{
    int32_t widest = 0, width = 0;
    while (*text != '\0') {
        uint32_t character = 0;
        size_t count = gather__utf8_decode(text, strlen(text), &character);
        assert_true(count > 0);
        width = character == '\n' ? 0 : width + 1;
        widest = width > widest ? width : widest;
        text += count;
    }
    return widest;
}

static int32_t line_count(const char *text)
{
    int32_t count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

static void test_drawings_stay_small(void **state)
{
    (void)state;
    static const int32_t columns[] = {80, 100, 132, 256};
    for (int k = 0; k < LAYOUTS; k++) {
        struct gather_layout layout = layout_of(layouts[k]);
        for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
            struct gather_memory memory = {0};
            struct gather_drawing drawing = {.columns = columns[c], .utf8 = true};
            const char *text = drawn(&layout, drawing, &memory);
            if (widest_line(text) > columns[c] || line_count(text) > 100)
                fail_msg("%s: %d columns of %d, %d lines", layouts[k], (int)widest_line(text),
                         (int)columns[c], (int)line_count(text));
            gather_memory_fini(&memory);
        }
    }
}

/* ---- SVG ----------------------------------------------------------------------------------------- */

/*
 * Every tag closes, in order; what stands between tags holds no bare "<" or "&". Returns: how many
 * elements.
 */
static int check_xml(const char *text, size_t length)
{
    const char *open[32] = {0}, *end = text + length;
    int depth = 0, elements = 0;
    while (text < end) {
        if (*text == '&')
            assert_true(strncmp(text, "&lt;", 4) == 0 || strncmp(text, "&gt;", 4) == 0 ||
                        strncmp(text, "&amp;", 5) == 0);
        if (*text++ != '<')
            continue;
        const char *close = memchr(text, '>', (size_t)(end - text));
        assert_non_null(close);
        size_t name = strcspn(text, " />");
        if (*text == '/') {
            assert_true(depth > 0);
            depth--;
            assert_int_equal(strncmp(open[depth], text + 1, strcspn(text + 1, ">")), 0);
        } else {
            elements++;
            assert_true(name > 0 && depth < 31);
            if (close[-1] != '/')
                open[depth++] = text;
        }
        text = close + 1;
    }
    assert_int_equal(depth, 0);
    return elements;
}

static void test_svg(void **state)
{
    (void)state;
    for (int k = 0; k < LAYOUTS; k++) {
        struct gather_memory memory = {0};
        struct gather_layout layout = layout_of(layouts[k]);
        assert_int_equal(
            gather_layout_draw_svg(&layout, layouts[k], strlen(layouts[k]), gather_memory_sink(&memory)),
            GATHER_STATUS_OK);
        assert_true(check_xml(memory.bytes, memory.count) > 5);
        assert_true(memory.count < 200000);
        gather_memory_fini(&memory);
    }
}

static void test_svg_title_is_harmless(void **state)
{
    (void)state;
    static const char title[] = "</title><script>&\"'\x1b\xff\xe2\x80\xae\0x";
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_layout layout = layout_of("f32[2]");
    assert_int_equal(gather_layout_draw_svg(&layout, title, sizeof title - 1, writer.sink), GATHER_STATUS_OK);
    check_xml(memory.bytes, memory.count);
    gather_write(&writer, "", 1);
    assert_int_equal(strlen(memory.bytes), memory.count - 1);
    assert_null(strstr(memory.bytes, "<script"));
    assert_null(strstr(memory.bytes, "\x1b"));
    assert_null(strstr(memory.bytes, "\xe2\x80\xae"));
    assert_non_null(
        strstr(memory.bytes, "&lt;script&gt;&amp;\"'\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdx"));
    gather_memory_fini(&memory);
}

static void test_svg_serves_light_and_dark(void **state)
{
    (void)state;
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
    struct gather_layout layout = layout_of("f32[2,3]{0,1:pad(3,5)=zero}");
    assert_int_equal(gather_layout_draw_svg(&layout, "f32", 3, writer.sink), GATHER_STATUS_OK);
    gather_write(&writer, "", 1);
    assert_non_null(strstr(memory.bytes, "@media (prefers-color-scheme:dark)"));
    assert_non_null(strstr(memory.bytes, "role=\"img\""));
    assert_non_null(strstr(memory.bytes, "a d 0 b e 0 c f 0 0 0 0 0 0 0."));
    assert_null(strstr(memory.bytes, "http://www.w3.org/1999"));
    assert_null(strstr(memory.bytes, "url("));
    gather_memory_fini(&memory);
}

/* ---- sinks that fail ----------------------------------------------------------------------------- */

struct short_sink {
    size_t left;
};

static enum gather_status write_short(void *context, const char *bytes, size_t count)
{
    struct short_sink *sink = context;
    (void)bytes;
    if (count > sink->left)
        return GATHER_STATUS_IO;
    sink->left -= count;
    return GATHER_STATUS_OK;
}

static void test_sink_fails_anywhere(void **state)
{
    (void)state;
    struct gather_layout layout = layout_of("f32[2,3]{0,1:pad(3,5)=zero}");
    struct gather_drawing drawing = {0};
    for (size_t room = 0; room < 400; room++) {
        struct short_sink text = {room}, svg = {room * 17};
        struct gather_sink to_text = {write_short, &text}, to_svg = {write_short, &svg};
        assert_int_equal(gather_layout_draw_text(&layout, &drawing, to_text), GATHER_STATUS_IO);
        assert_int_equal(gather_layout_draw_svg(&layout, "x", 1, to_svg), GATHER_STATUS_IO);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_picture_of_the_document), cmocka_unit_test(test_colours),
        cmocka_unit_test(test_scenes_tell_the_truth),   cmocka_unit_test(test_grid_is_complete),
        cmocka_unit_test(test_drawings_stay_small),     cmocka_unit_test(test_svg),
        cmocka_unit_test(test_svg_title_is_harmless),   cmocka_unit_test(test_svg_serves_light_and_dark),
        cmocka_unit_test(test_sink_fails_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
