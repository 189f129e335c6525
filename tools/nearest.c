/* SPDX-License-Identifier: Apache-2.0 */
/* What a mistyped word may have meant: a name that begins so, or the one the fewest changed letters away. */
#include <string.h>

#include "arguments.h"

enum { LONGEST = 127 };

/*
 * How many letters must be put in, left out, changed or swapped with their neighbour to come from one word to
 * the other; a table row a letter of `a`, of which three are kept.
 */
static size_t distance(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 2], length = strlen(b);
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t k = 0; k <= length; k++)
        above[k] = k;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        row[0] = i;
        for (size_t k = 1; k <= length; k++) {
            size_t best = above[k - 1] + (a[i - 1] != b[k - 1]);
            best = above[k] + 1 < best ? above[k] + 1 : best;
            best = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] && before[k - 2] + 1 < best)
                best = before[k - 2] + 1;
            row[k] = best;
        }
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[length];
}

const char *nearest_name(const char *word, const char *(*next)(const void *names, size_t k),
                         const void *names)
{
    const char *nearest = NULL, *name;
    size_t least = 3;
    if (*word == '\0' || strlen(word) > LONGEST)
        return NULL;
    for (size_t k = 0; (name = next(names, k)) != NULL; k++) {
        size_t steps = strlen(name) <= LONGEST ? distance(word, name) : least;
        if (steps > 1 && strncmp(word, name, strlen(word)) == 0)
            steps = 1;
        /* As many changes as the name has letters make any word of any other. */
        if (steps < least && steps < strlen(name)) {
            least = steps;
            nearest = name;
        }
    }
    return nearest;
}
