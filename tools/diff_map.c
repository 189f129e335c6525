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

/* The name that a tensor of A has in B, by one --map. Returns: NULL where it does not fit, or without memory. */
static char *mapped(const char *map, const char *name, bool *no_memory)
{
    const char *equals = strchr(map, '='), *text, *star = strchr(equals + 1, '*');
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
        char *other = mapped(arguments->list[k].value, name, no_memory);
        if (other == NULL)
            continue;
        const struct gather_tensor *found = gather_file_find(file, other, strlen(other));
        free(other);
        return found;
    }
    return gather_file_find(file, name, strlen(name));
}

int diff_map_judge(const struct arguments *arguments)
{
    for (size_t k = 0; k < arguments->count; k++) {
        const char *map = arguments->list[k].value;
        if (!argument_is(&arguments->list[k], "map"))
            continue;
        const char *equals = strchr(map, '='), *star = strchr(map, '*');
        bool one_each = star == NULL || (equals != NULL && star < equals && strchr(equals, '*') != NULL &&
                                         strchr(star + 1, '*') == strrchr(map, '*'));
        if (equals == NULL || !one_each)
            return arguments_misused(arguments->command, "--map is OLD=NEW, with a * in both or in none, not",
                                     map);
    }
    return EXIT_YES;
}

/* Whether a --map is about some tensor of A. */
static bool is_used(const struct diff_work *work, const char *map)
{
    const struct gather_file *file = work->a.input.file;
    const size_t old_length = strcspn(map, "=");
    const char *text;
    size_t length;
    for (size_t k = 0; k < gather_file_count(file); k++)
        if (fits(map, old_length, gather_file_tensor(file, k)->name, &text, &length))
            return true;
    return false;
}

/* "gather diff: --map 'x=y': A has no such tensor" */
void diff_map_tell_unused(const struct diff_work *work)
{
    const struct arguments *arguments = work->arguments;
    for (size_t k = 0; k < arguments->count; k++) {
        const char *map = arguments->list[k].value;
        if (!argument_is(&arguments->list[k], "map") || is_used(work, map))
            continue;
        talk_begin(arguments->command->name);
        talk("--map '");
        talk_safe(map, strlen(map));
        talk("': A has no such tensor\n");
    }
}
