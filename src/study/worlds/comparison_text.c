/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a comparison found, as text and JSON:
 *
 *     out.npy is what 3 of 27 worlds give, bit for bit: openvino, openvino-gpu, ort-cuda
 *     out.npy is what none of 27 worlds gives; nearest is numpy-clip: 3 of 12 elements differ, ..
 */
#include <string.h>

#include "study/text/bounded.h"
#include "study/text/canvas.h"
#include "study/text/number.h"
#include "study/text/prose.h"
#include "study/worlds/explanation.h"

/* ---- elements ------------------------------------------------------------------------------------ */

static void element_text(int32_t dtype, const uint8_t *bytes, char *text, size_t size)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    gather_element_write(&writer, dtype, bytes, false);
}

/* "13, got 0"; with their bits where they read alike, as NaNs do. */
static void write_pair(const struct gather_explanation *explanation,
                       const struct gather__comparison *comparison, struct gather_writer *writer)
{
    char expected[96], got[96];
    int32_t dtype = explanation->take.data.dtype;
    struct gather__number number;
    element_text(dtype, comparison->expected, expected, sizeof expected);
    element_text(explanation->got_dtype, comparison->got, got, sizeof got);
    bool alike = strcmp(expected, got) == 0;
    gather_write_text(writer, expected);
    if (alike) {
        memcpy(number.bytes, comparison->expected, sizeof number.bytes);
        gather_write_text(writer, " = ");
        gather__number_write(writer, dtype, &number);
    }
    gather_write_text(writer, ", got ");
    gather_write_text(writer, got);
    if (alike) {
        memcpy(number.bytes, comparison->got, sizeof number.bytes);
        gather_write_text(writer, " = ");
        gather__number_write(writer, explanation->got_dtype, &number);
    }
}

/* Elements that a world promises something about. */
static int64_t promised(const struct gather_explanation *explanation,
                        const struct gather__comparison *comparison)
{
    return explanation->output_elements - comparison->undefined;
}

/* "3 of 12 elements differ, the first at [1,0]: expected 13, got 0"; or "3 of the 6 elements that are promised .." */
static void write_difference(const struct gather_explanation *explanation,
                             const struct gather__comparison *comparison, struct gather_writer *writer)
{
    struct gather_layout output;
    if (gather_take_output(&explanation->take, &output, NULL) != GATHER_STATUS_OK)
        return; /* it was made before */
    gather_write_integer(writer, comparison->differing);
    gather_write_text(writer, comparison->undefined > 0 ? " of the " : " of ");
    gather_write_integer(writer, promised(explanation, comparison));
    gather_write_text(writer, " elements");
    gather_write_text(writer, comparison->undefined > 0 ? " that are promised" : "");
    gather_write_text(writer, comparison->differing == 1 ? " differs, at " : " differ, the first at ");
    gather__write_place(writer, &output, comparison->first);
    gather_write_text(writer, ": expected ");
    write_pair(explanation, comparison, writer);
}

/* ---- which is nearest ---------------------------------------------------------------------------- */

static bool differ_alike(const struct gather__comparison *a, const struct gather__comparison *b)
{
    return a->match == b->match && a->differing == b->differing && a->undefined == b->undefined &&
           a->first == b->first && memcmp(a->expected, b->expected, sizeof a->expected) == 0;
}

/* The world that stands for a way to differ: the first of those that differ so. */
static int32_t spokesman(const struct gather_explanation *explanation, int32_t world)
{
    for (int32_t w = 0; w < world; w++)
        if (differ_alike(&explanation->worlds[w].comparison, &explanation->worlds[world].comparison))
            return w;
    return world;
}

/* Of what a world promises, how much is otherwise. */
static double share_of(const struct gather_explanation *explanation, int32_t world)
{
    const struct gather__comparison *comparison = &explanation->worlds[world].comparison;
    return (double)comparison->differing / (double)promised(explanation, comparison);
}

/* Of those that differ the world with the least such share, but for those that were told. Returns: -1 for none. */
static int32_t nearest(const struct gather_explanation *explanation, const bool *told)
{
    int32_t best = -1;
    for (int32_t w = 0; w < explanation->world_count; w++) {
        bool waits = explanation->worlds[w].comparison.match == GATHER_MATCH_DIFFERS && !told[w] &&
                     spokesman(explanation, w) == w;
        if (waits && (best < 0 || share_of(explanation, w) < share_of(explanation, best)))
            best = w;
    }
    return best;
}

/* ---- the sentence -------------------------------------------------------------------------------- */

static int32_t count_of(const struct gather_explanation *explanation, int32_t match)
{
    int32_t count = 0;
    for (int32_t w = 0; w < explanation->world_count; w++)
        count += explanation->worlds[w].comparison.match == match;
    return count;
}

/* "openvino, openvino-cpu and 3 more give" */
static void write_some(const struct gather_explanation *explanation, int32_t match, int32_t count,
                       struct gather_writer *writer)
{
    enum { NAMES = 4 };
    int32_t told = 0;
    for (int32_t w = 0; w < explanation->world_count && told < NAMES; w++) {
        if (explanation->worlds[w].comparison.match != match)
            continue;
        gather_write_text(writer, told == 0 ? "" : told + 1 < count ? ", " : " and ");
        gather_write_text(writer, explanation->worlds[w].behaviour->id);
        told++;
    }
    if (count > told) {
        gather_write_text(writer, " and ");
        gather_write_integer(writer, count - told);
        gather_write_text(writer, " more");
    }
    gather_write_text(writer, count == 1 ? " gives" : " give");
}

/* Those that give it bit for bit, if there are such. */
static void write_matches(const struct gather_explanation *explanation, struct gather_writer *writer)
{
    int32_t exact = count_of(explanation, GATHER_MATCH_EXACT);
    int32_t match = exact > 0 ? GATHER_MATCH_EXACT : GATHER_MATCH_CLOSE;
    int32_t count = count_of(explanation, match);
    gather_write_text(writer, " is what ");
    if (count > 1 && count == explanation->asked_count) {
        gather_write_text(writer, "all ");
        gather_write_integer(writer, count);
        gather_write_text(writer, " worlds give");
    } else {
        write_some(explanation, match, count, writer);
    }
    gather_write_text(writer, exact > 0 ? ", bit for bit" : ", within the tolerance");
}

static void write_no_match(const struct gather_explanation *explanation, struct gather_writer *writer)
{
    static const bool none[GATHER__WORLDS_MAX];
    const int32_t found = nearest(explanation, none);
    const struct gather__world *near = found >= 0 ? &explanation->worlds[found] : NULL;
    bool alone = explanation->world_count == 1;
    if (alone) {
        gather_write_text(writer, " is not what ");
        gather_write_text(writer, explanation->worlds[0].behaviour->id);
        gather_write_text(writer, near != NULL ? " gives: " : " gives");
    } else {
        gather_write_text(writer, " is what none of ");
        gather_write_integer(writer, explanation->asked_count);
        gather_write_text(writer, near != NULL ? " worlds gives; nearest is " : " worlds gives");
        gather_write_text(writer, near != NULL ? near->behaviour->id : "");
        gather_write_text(writer, near != NULL ? ": " : "");
    }
    if (near != NULL)
        write_difference(explanation, &near->comparison, writer);
}

/* ---- the list ------------------------------------------------------------------------------------ */

static bool has_match(const struct gather__world *world, const void *match)
{
    return world->comparison.match == *(const int32_t *)match;
}

static bool differs_as(const struct gather__world *world, const void *comparison)
{
    return differ_alike(&world->comparison, comparison);
}

static void write_heading(struct gather_writer *writer, const char *text, int32_t style,
                          const struct gather_drawing *drawing)
{
    gather_write_text(writer, drawing->colour ? gather__style_begin(style) : "");
    gather_write_text(writer, text);
    gather_write_text(writer, drawing->colour ? gather__style_end() : "");
}

static void write_all_of(const struct gather_explanation *explanation, int32_t match, const char *heading,
                         int32_t style, const struct gather_drawing *drawing, struct gather_writer *writer)
{
    if (count_of(explanation, match) == 0)
        return;
    write_heading(writer, heading, style, drawing);
    gather_write_text(writer, "\n");
    gather__write_worlds(explanation, writer, gather__page_of(drawing), has_match, &match);
}

static void write_differing(const struct gather_explanation *explanation, int32_t style,
                            const struct gather_drawing *drawing, struct gather_writer *writer)
{
    bool told[GATHER__WORLDS_MAX] = {false};
    int32_t world;
    while ((world = nearest(explanation, told)) >= 0) {
        const struct gather__comparison *comparison = &explanation->worlds[world].comparison;
        char text[512];
        struct gather__bounded room;
        struct gather_writer line = gather__bounded_writer(&room, text, sizeof text);
        write_difference(explanation, comparison, &line);
        struct gather__prose prose =
            gather__prose_at(writer, gather__page_of(drawing), 0, GATHER__NAMES_INDENT);
        gather_write_text(writer, drawing->colour ? gather__style_begin(style) : "");
        gather__prose_write(&prose, text);
        gather_write_text(writer, drawing->colour ? gather__style_end() : "");
        gather__prose_end(&prose);
        gather__write_worlds(explanation, writer, gather__page_of(drawing), differs_as, comparison);
        told[world] = true;
    }
}

void gather_explanation_write_comparison(const struct gather_explanation *explanation, const char *name,
                                         const struct gather_drawing *drawing, struct gather_writer *writer)
{
    enum { GREEN = GATHER__STYLE_OWNER + 3, RED = GATHER__STYLE_OWNER + 5 };
    char sentence[768];
    struct gather__bounded room;
    struct gather_writer line = gather__bounded_writer(&room, sentence, sizeof sentence);
    struct gather__prose prose = gather__prose_at(writer, gather__page_of(drawing), 0, 0);
    gather_write_safe(&line, name, strlen(name), drawing->utf8);
    if (gather_explanation_matches(explanation) > 0)
        write_matches(explanation, &line);
    else
        write_no_match(explanation, &line);
    gather__prose_write(&prose, sentence);
    gather__prose_end(&prose);
    gather_write_text(writer, "\n");
    write_all_of(explanation, GATHER_MATCH_EXACT, "gives it, bit for bit", GREEN, drawing, writer);
    write_all_of(explanation, GATHER_MATCH_CLOSE, "gives it, within the tolerance", GREEN, drawing, writer);
    write_all_of(explanation, GATHER_MATCH_OPEN, "may give it, since it promises nothing for some indices",
                 GATHER__STYLE_PLAIN, drawing, writer);
    write_differing(explanation, RED, drawing, writer);
    write_all_of(explanation, GATHER_MATCH_NO_OUTPUT, "gives no output: it refuses an index, or the operands",
                 GATHER__STYLE_FAINT, drawing, writer);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void write_element_json(struct gather_json *json, const char *key, int32_t dtype, const uint8_t *bytes)
{
    char text[96];
    element_text(dtype, bytes, text, sizeof text);
    gather_json_text(json, key, text);
}

static void write_world_json(const struct gather_explanation *explanation, const struct gather__world *world,
                             struct gather_json *json)
{
    static const char *const words[] = {"exact", "close", "open", "differs", "no output"};
    const struct gather__comparison *comparison = &world->comparison;
    gather_json_object(json, NULL);
    gather_json_text(json, "world", world->behaviour->id);
    gather_json_text(json, "match", words[comparison->match]);
    if (comparison->match == GATHER_MATCH_OPEN)
        gather_json_integer(json, "undefined", comparison->undefined);
    if (comparison->match == GATHER_MATCH_DIFFERS) {
        gather_json_integer(json, "differing", comparison->differing);
        gather_json_integer(json, "first", comparison->first);
        write_element_json(json, "expected", explanation->take.data.dtype, comparison->expected);
        write_element_json(json, "got", explanation->got_dtype, comparison->got);
    }
    gather_json_end(json);
}

void gather_explanation_write_comparison_json(const struct gather_explanation *explanation,
                                              struct gather_json *json)
{
    gather_json_object(json, "got");
    gather_json_integer(json, "elements", explanation->output_elements);
    gather_json_integer(json, "matches", gather_explanation_matches(explanation));
    gather_json_array(json, "worlds");
    for (int32_t w = 0; w < explanation->world_count; w++)
        write_world_json(explanation, &explanation->worlds[w], json);
    gather_json_end(json);
    gather_json_end(json);
}
