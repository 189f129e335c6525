/* SPDX-License-Identifier: Apache-2.0 */
/* Words that people write: of policies, and dialects with their versions. */
#include <string.h>

#include "gather/names.h"

/* ---- policies ------------------------------------------------------------------------------------ */

static const struct policy {
    int32_t policy;
    const char *word, *numpys; /* "" where numpy has none */
} policies[] = {
#define POLICY_ROW(id, number, word, numpys) {number, word, numpys},
    GATHER_POLICY_LIST(POLICY_ROW)
#undef POLICY_ROW
};

enum { POLICIES = sizeof policies / sizeof *policies };

static const char *word_in(const struct policy *row, int32_t world)
{
    const char *word = world == GATHER_WORLD_OWN ? row->word : world == GATHER_WORLD_NUMPY ? row->numpys : "";
    return *word != '\0' ? word : NULL;
}

const char *gather_policy_word(int32_t policy, int32_t world)
{
    for (size_t k = 0; k < POLICIES; k++)
        if (policies[k].policy == policy)
            return word_in(&policies[k], world);
    return NULL;
}

int32_t gather_policy_from_word(int32_t world, const char *word)
{
    for (size_t k = 0; k < POLICIES; k++) {
        const char *own = word_in(&policies[k], world);
        if (own != NULL && strcmp(own, word) == 0)
            return policies[k].policy;
    }
    return GATHER_POLICY_OWN;
}

/* ---- dialects ------------------------------------------------------------------------------------ */

/* Whether a text is digits alone, no more than an int64_t holds in any case. */
static bool read_digits(const char *text, int64_t *number)
{
    enum { MOST_DIGITS = 18 };
    size_t count = strspn(text, "0123456789");
    *number = 0;
    if (count == 0 || count > MOST_DIGITS || text[count] != '\0')
        return false;
    for (size_t k = 0; k < count; k++)
        *number = *number * 10 + (text[k] - '0'); /* bounded: 18 digits */
    return true;
}

size_t gather_dialect_read(const char *text, struct gather_attribute *version)
{
    size_t length = strcspn(text, "@");
    memset(version, 0, sizeof *version);
    version->name = "version";
    if (text[length] == '\0')
        return length;
    version->text = text + length + 1;
    version->count = strlen(version->text);
    version->kind =
        read_digits(version->text, &version->integer) ? GATHER_ATTRIBUTE_INTEGER : GATHER_ATTRIBUTE_TEXT;
    return length;
}
