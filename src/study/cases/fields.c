/* SPDX-License-Identifier: Apache-2.0 */
/* What an object of a case file may hold: fields.h says how it is used. */
#include "study/cases/fields.h"
#include "study/refuse.h"

enum gather_status gather__malformed(struct gather_error *error, const char *expected)
{
    return gather__refuse(error, GATHER_STATUS_FORMAT, NULL, expected);
}

enum gather_status gather__fields_check(const struct gather__json *object, const struct gather__field *fields,
                                        size_t count, const char *expected, struct gather_error *error)
{
    size_t present = 0;
    for (size_t k = 0; k < count; k++) {
        const struct gather__json *value = gather__json_member(object, fields[k].name);
        if (!(fields[k].kinds & 1U << gather__json_kind(value)))
            return gather__malformed(error, fields[k].expected);
        present += value != NULL;
    }
    return present == gather__json_count(object) ? GATHER_STATUS_OK : gather__malformed(error, expected);
}
