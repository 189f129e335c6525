/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names that differ in numbers alone: name_fold.h says what becomes of them.
 *
 * Names are sorted with their numbers left out, so that those of a group lie side by side. A group whose numbers
 * fill a box is one fold; one with a single number that varies is one with ranges; any other is parted by its
 * first number that varies, and each part tried again.
 */
#define _POSIX_C_SOURCE 200809L
#include "name_fold.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gather/study.h"
#include "output.h"

enum { MOST_NUMBERS = 8, MOST_DIGITS = 9 };

/* A name taken apart: into its numbers, and a pattern, which has a NUL in the place of each. */
struct parts {
    const struct gather_tensor *tensor;
    const char *pattern;
    size_t length; /* of the pattern */
    int32_t numbers[MOST_NUMBERS];
    int32_t count;
};

struct folding {
    struct name_fold *folds;
    size_t count;
    bool failed;
};

/* ---- names in parts ------------------------------------------------------------------------------ */

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

/* The digits of a number that can vary: no leading zero, few enough. Returns: how many; 0 for none. */
static size_t number_length(const char *text)
{
    size_t length = 0;
    while (is_digit(text[length]))
        length++;
    return length > MOST_DIGITS || (length > 1 && text[0] == '0') ? 0 : length;
}

/* Whether a number begins here, which no digit precedes. */
static bool begins_number(const char *name, const char *at)
{
    return is_digit(*at) && (at == name || !is_digit(at[-1])) && number_length(at) > 0;
}

/* pattern: room for the name. */
static struct parts take_apart(const struct gather_tensor *tensor, char *pattern)
{
    struct parts parts = {.tensor = tensor, .pattern = pattern};
    for (const char *at = tensor->name; *at != '\0';) {
        if (parts.count == MOST_NUMBERS || !begins_number(tensor->name, at)) {
            pattern[parts.length++] = *at++;
            continue;
        }
        int32_t number = 0;
        while (is_digit(*at))
            number = number * 10 + (*at++ - '0'); /* bounded: nine digits */
        parts.numbers[parts.count++] = number;
        pattern[parts.length++] = '\0';
    }
    return parts;
}

/* Takes all names apart. Returns: the memory of the patterns; NULL if there is none. Owns: ended by free. */
static char *take_all_apart(const struct gather_tensor *const *tensors, size_t count, struct parts *parts)
{
    size_t bytes = 0, used = 0;
    for (size_t k = 0; k < count; k++)
        bytes += strlen(tensors[k]->name);
    char *patterns = malloc(bytes + 1);
    for (size_t k = 0; k < count && patterns != NULL; k++) {
        parts[k] = take_apart(tensors[k], patterns + used);
        used += parts[k].length;
    }
    return patterns;
}

/* By the bytes of their patterns. */
static int compare_patterns(const struct parts *a, const struct parts *b)
{
    int order = memcmp(a->pattern, b->pattern, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_kinds(const struct gather_tensor *a, const struct gather_tensor *b)
{
    int order = strcmp(a->type != NULL ? a->type : "", b->type != NULL ? b->type : "");
    if (order == 0)
        order = memcmp(&a->layout, &b->layout, sizeof a->layout);
    if (order == 0)
        order = (a->swapped > b->swapped) - (a->swapped < b->swapped);
    return order;
}

static int compare_groups(const struct parts *a, const struct parts *b)
{
    int order = compare_patterns(a, b);
    return order != 0 ? order : compare_kinds(a->tensor, b->tensor);
}

static int compare_parts(const void *a, const void *b)
{
    const struct parts *first = a, *second = b;
    int order = compare_groups(first, second);
    for (int32_t k = 0; k < first->count && order == 0; k++)
        order = (first->numbers[k] > second->numbers[k]) - (first->numbers[k] < second->numbers[k]);
    return order;
}

/* ---- writing a fold ------------------------------------------------------------------------------ */

/* "{0..3,5}": the values of a number that varies, which are sorted where it is the only one. */
static void write_values(struct gather_writer *writer, const struct parts *group, size_t count, int32_t place)
{
    gather_write_text(writer, "{");
    for (size_t k = 0, end; k < count; k = end) {
        int32_t first = group[k].numbers[place];
        end = k + 1;
        while (end < count && group[end].numbers[place] - group[end - 1].numbers[place] <= 1)
            end++;
        gather_write_text(writer, k > 0 ? "," : "");
        gather_write_integer(writer, first);
        if (group[end - 1].numbers[place] > first) {
            gather_write_text(writer, "..");
            gather_write_integer(writer, group[end - 1].numbers[place]);
        }
    }
    gather_write_text(writer, "}");
}

struct range {
    int32_t low, high;
};

static struct range range_of(const struct parts *group, size_t count, int32_t place)
{
    struct range range = {group[0].numbers[place], group[0].numbers[place]};
    for (size_t k = 1; k < count; k++) {
        int32_t number = group[k].numbers[place];
        range.low = number < range.low ? number : range.low;
        range.high = number > range.high ? number : range.high;
    }
    return range;
}

static void write_number(struct gather_writer *writer, const struct parts *group, size_t count, int32_t place,
                         bool is_box)
{
    struct range range = range_of(group, count, place);
    if (range.low == range.high) {
        gather_write_integer(writer, range.low);
    } else if (is_box) {
        gather_write_text(writer, "{");
        gather_write_integer(writer, range.low);
        gather_write_text(writer, "..");
        gather_write_integer(writer, range.high);
        gather_write_text(writer, "}");
    } else {
        write_values(writer, group, count, place);
    }
}

static void write_name(struct gather_writer *writer, const struct parts *group, size_t count, bool is_box)
{
    const char *name = group[0].tensor->name, *at = name;
    for (int32_t place = 0; *at != '\0';) {
        if (place < group[0].count && begins_number(name, at)) {
            at += number_length(at);
            write_number(writer, group, count, place++, is_box);
        } else {
            gather_write(writer, at++, 1);
        }
    }
    gather_write(writer, "", 1); /* its end */
}

static void add_fold(struct folding *folding, const struct parts *group, size_t count, bool is_box)
{
    struct gather_memory text = {0};
    struct gather_writer writer = gather_writer_to(output_memory(&text));
    struct name_fold *fold = &folding->folds[folding->count++];
    write_name(&writer, group, count, is_box);
    folding->failed = folding->failed || writer.status != GATHER_STATUS_OK;
    *fold = (struct name_fold){text.bytes, group[0].tensor,         count,
                               0,          group[0].tensor->source, group[0].tensor->source};
    for (size_t k = 0; k < count; k++) {
        int32_t source = group[k].tensor->source;
        fold->tensor = group[k].tensor < fold->tensor ? group[k].tensor : fold->tensor;
        fold->low_source = source < fold->low_source ? source : fold->low_source;
        fold->high_source = source > fold->high_source ? source : fold->high_source;
        fold->bytes += group[k].tensor->bytes; /* bounded: bytes of files */
    }
}

/* ---- folding ------------------------------------------------------------------------------------- */

static void fold_group(struct folding *folding, const struct parts *group, size_t count)
{
    int32_t varying = 0, first = 0;
    double box = 1; /* a double, for a product of eight numbers may be large */
    for (int32_t place = group[0].count - 1; place >= 0; place--) {
        struct range range = range_of(group, count, place);
        box *= (double)range.high - range.low + 1;
        varying += range.high > range.low;
        first = range.high > range.low ? place : first;
    }
    bool is_box = box <= (double)count;
    if (is_box || varying == 1) {
        add_fold(folding, group, count, is_box);
        return;
    }
    for (size_t k = 0, end; k < count; k = end) {
        end = k + 1;
        while (end < count && group[end].numbers[first] == group[k].numbers[first])
            end++;
        fold_group(folding, group + k, end - k);
    }
}

static int compare_folds(const void *a, const void *b)
{
    const struct name_fold *first = a, *second = b;
    return (first->tensor > second->tensor) - (first->tensor < second->tensor);
}

/* Sorted, so that those of a group lie side by side. */
static void fold_parts(struct folding *folding, struct parts *parts, size_t count)
{
    qsort(parts, count, sizeof *parts, compare_parts);
    for (size_t k = 0, end; k < count; k = end) {
        end = k + 1;
        while (end < count && compare_groups(&parts[k], &parts[end]) == 0)
            end++;
        fold_group(folding, parts + k, end - k);
    }
    qsort(folding->folds, folding->count, sizeof *folding->folds, compare_folds);
}

size_t name_fold(const struct gather_tensor *const *tensors, size_t count, struct name_fold **folds)
{
    struct folding folding = {calloc(count + 1, sizeof *folding.folds), 0, false};
    struct parts *parts = calloc(count + 1, sizeof *parts);
    char *patterns = folding.folds != NULL && parts != NULL ? take_all_apart(tensors, count, parts) : NULL;
    if (patterns != NULL)
        fold_parts(&folding, parts, count);
    else
        folding.failed = true;
    free(patterns);
    free(parts);
    if (folding.failed) {
        name_fold_end(folding.folds, folding.count);
        folding.folds = NULL;
    }
    *folds = folding.folds;
    return folding.failed ? SIZE_MAX : folding.count;
}

void name_fold_end(struct name_fold *folds, size_t count)
{
    for (size_t k = 0; k < count && folds != NULL; k++)
        free(folds[k].name);
    free(folds);
}
