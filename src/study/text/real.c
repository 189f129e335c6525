/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers with a fraction, read as JSON reads them: the locale plays no part. */
#include <string.h>

#include "gather/study.h"
#include "io/json.h"

bool gather_real_read(const char *text, double *value)
{
    enum { LONGEST = 400 };
    struct gather__json *json = NULL;
    if (gather__json_read(text, strlen(text), LONGEST, &json, NULL) != GATHER_STATUS_OK)
        return false;
    enum gather__json_kind kind = gather__json_kind(json);
    if (kind == GATHER__JSON_INTEGER)
        *value = (double)gather__json_integer(json);
    else if (kind == GATHER__JSON_REAL)
        *value = gather__json_real(json);
    gather__json_free(json);
    return kind == GATHER__JSON_INTEGER || kind == GATHER__JSON_REAL;
}
