/* SPDX-License-Identifier: Apache-2.0 */
/* What the queries take from their attributes: attributes.h says how it is used. */
#include "study/cases/attributes.h"
#include "study/refuse.h"

#include <string.h>

static const char *expected_kind(int32_t kind)
{
    switch (kind) {
    case GATHER_ATTRIBUTE_INTEGER:
        return "an integer";
    case GATHER_ATTRIBUTE_TEXT:
        return "a text";
    default:
        return "a list of integers";
    }
}

enum gather_status gather__attribute_or_null(const struct gather_query *query, const char *name, int32_t kind,
                                             const struct gather_attribute **attribute,
                                             struct gather_error *error)
{
    *attribute = NULL;
    for (size_t k = 0; k < query->attribute_count; k++) {
        const struct gather_attribute *candidate = &query->attributes[k];
        if (candidate->is_option || strcmp(candidate->name, name) != 0)
            continue;
        if (candidate->kind == kind)
            *attribute = candidate;
        if (candidate->kind == kind || candidate->kind == GATHER_ATTRIBUTE_NONE)
            return GATHER_STATUS_OK;
    }
    return gather__refuse(error, GATHER_STATUS_ARGUMENT, name, expected_kind(kind));
}

enum gather_status gather__attribute(const struct gather_query *query, const char *name, int32_t kind,
                                     const struct gather_attribute **attribute, struct gather_error *error)
{
    enum gather_status status = gather__attribute_or_null(query, name, kind, attribute, error);
    if (status == GATHER_STATUS_OK && *attribute == NULL)
        return gather__refuse(error, GATHER_STATUS_ARGUMENT, name, expected_kind(kind));
    return status;
}

enum gather_status gather__attribute_layout(const struct gather_query *query, const char *name,
                                            struct gather_layout *layout, struct gather_error *error)
{
    const struct gather_attribute *text;
    enum gather_status status = gather__attribute(query, name, GATHER_ATTRIBUTE_TEXT, &text, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int32_t spelling = strcmp(query->dialect, "xla") == 0 ? GATHER_SPELLING_XLA : GATHER_SPELLING_ANY;
    return gather_layout_parse(layout, text->text, text->count, spelling, error);
}
