/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `--map OLD=NEW` of `gather diff`: which tensor of B is the one of A. A '*' in both stands for the same characters.
 *
 *     --map 'model.*=*'      model.h.0.w of A      h.0.w of B
 */
#include <stdlib.h>
#include <string.h>

#include "diff_work.h"
#include "exit_code.h"
#include "output.h"

/* What a '*' of a pattern stands for in a name. Returns: false for a name that does not fit. */
static bool fits(const char *pattern, size_t pattern_length, const char *name, const char **text,
                 size_t *length)
{
    const char *star = memchr(pattern, '*', pattern_length);
    size_t name_length = strlen(name), before = star != NULL ? (size_t)(star - pattern) : pattern_length;
    size_t after = star != NULL ? pattern_length - before - 1 : 0;
    bool fit = name_length >= before + after && memcmp(name, pattern, before) == 0 &&
               (star != NULL ? memcmp(name + name_length - after, star + 1, after) == 0
                             : name_length == pattern_length);
    *text = fit ? name + before : NULL;
    *length = fit ? name_length - before - after : 0;
    return fit;
}

/* Whether a name of a file fits a side of a --map. */
static bool has_like(const struct diff_operand *operand, const char *side, size_t side_length)
{
    const struct gather_file *file = operand->input.file;
    const char *text;
    size_t length;
    for (size_t k = 0; k < gather_file_count(file); k++)
        if (fits(side, side_length, gather_file_tensor(file, k)->name, &text, &length))
            return true;
    return false;
}

/* Whether a '=' parts OLD from NEW: with a '*' on both of its sides or on none. */
static bool parts(const char *map, const char *equals)
{
    const char *star = strchr(map, '*');
    return star == NULL || (star < equals && strchr(equals, '*') != NULL &&
                            strchr(star + 1, '*') == strrchr(map, '*') && strchr(star + 1, '*') > equals);
}

/* The next '=' from a place on that may part them; NULL if there is none. */
static const char *next_split(const char *map, const char *from)
{
    const char *equals = strchr(from, '=');
    while (equals != NULL && !parts(map, equals))
        equals = strchr(equals + 1, '=');
    return equals;
}

/* The '=' that parts OLD from NEW: names may hold some, and then that counts of which both files have both sides. */
static const char *split(const struct diff_work *work, const char *map)
{
    const char *first = next_split(map, map);
    for (const char *equals = first; equals != NULL; equals = next_split(map, equals + 1))
        if (next_split(map, first + 1) == NULL || (has_like(&work->a, map, (size_t)(equals - map)) &&
                                                   has_like(&work->b, equals + 1, strlen(equals + 1))))
            return equals;
    return first;
}

/* The name that a tensor of A has in B, by one --map. Returns: NULL where it does not fit, or without memory. */
static char *mapped(const char *map, const char *equals, const char *name, bool *no_memory)
{
    const char *text, *star = strchr(equals + 1, '*');
    size_t length;
    if (!fits(map, (size_t)(equals - map), name, &text, &length))
        return NULL;
    size_t before = star != NULL ? (size_t)(star - equals - 1) : strlen(equals + 1);
    char *made = calloc(strlen(equals) + length + 1, 1);
    *no_memory = made == NULL;
    if (made == NULL)
        return NULL;
    memcpy(made, equals + 1, before);
    if (star != NULL) {
        memcpy(made + before, text, length);
        memcpy(made + before + length, star + 1, strlen(star + 1));
    }
    return made;
}

const struct gather_tensor *diff_map_find(const struct diff_work *work, const char *name, bool *no_memory)
{
    const struct arguments *arguments = work->arguments;
    const struct gather_file *file = work->b.input.file;
    for (size_t k = 0; k < arguments->count && !*no_memory; k++) {
        if (!argument_is(&arguments->list[k], "map"))
            continue;
        const char *map = arguments->list[k].value;
        char *other = mapped(map, split(work, map), name, no_memory);
        if (other == NULL)
            continue;
        const struct gather_tensor *found = gather_file_find(file, other, strlen(other));
        free(other);
        return found;
    }
    return gather_file_find(file, name, strlen(name));
}

/*
 * Whether a --map before this one is about the same OLD: what it says would never count. Where several '=' stand,
 * which is OLD is known with the files alone.
 */
static bool is_again(const struct arguments *arguments, size_t k)
{
    const char *map = arguments->list[k].value;
    size_t length = strcspn(map, "=") + 1;
    if (strchr(map + length, '=') != NULL)
        return false;
    for (size_t j = 0; j < k; j++) {
        const char *before = arguments->list[j].value;
        if (argument_is(&arguments->list[j], "map") && strncmp(before, map, length) == 0 &&
            strchr(before + length, '=') == NULL)
            return true;
    }
    return false;
}

int diff_map_judge(const struct arguments *arguments)
{
    for (size_t k = 0; k < arguments->count; k++) {
        const char *map = arguments->list[k].value;
        if (!argument_is(&arguments->list[k], "map"))
            continue;
        if (next_split(map, map) == NULL)
            return arguments_misused(arguments->command, "--map is OLD=NEW, with a * in both or in none, not",
                                     map);
        if (is_again(arguments, k))
            return arguments_misused(arguments->command, "a --map before says another NEW for the OLD of",
                                     map);
    }
    return EXIT_YES;
}

/* "gather diff: --map 'x=y': A has no such tensor", or "B has no 'y'" */
void diff_map_tell_unused(const struct diff_work *work)
{
    const struct arguments *arguments = work->arguments;
    for (size_t k = 0; k < arguments->count; k++) {
        const char *map = arguments->list[k].value;
        if (!argument_is(&arguments->list[k], "map"))
            continue;
        const char *other = split(work, map) + 1;
        bool in_a = has_like(&work->a, map, (size_t)(other - map - 1));
        if (in_a && has_like(&work->b, other, strlen(other)))
            continue;
        talk_begin_note(arguments->command->name);
        talk("--map '");
        talk_safe(map, strlen(map));
        talk(in_a ? "': B has no '" : "': A has no such tensor\n");
        talk_safe(other, in_a ? strlen(other) : 0);
        talk(in_a ? "'\n" : "");
    }
}
