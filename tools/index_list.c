/* SPDX-License-Identifier: Apache-2.0 */
/* A list of whole numbers as it stands on the command line: index_list.h says how it is used. */
#include "index_list.h"

#include <stddef.h>

/* Reads one number and goes behind it. Returns: NULL if there is none, or it is beyond 64 bits. */
static const char *read_number(const char *text, int64_t *number)
{
    int negative = *text == '-';
    int64_t value = 0;
    text += negative;
    if (*text < '0' || *text > '9')
        return NULL;
    for (; *text >= '0' && *text <= '9'; text++) {
        int digit = *text - '0';
        if (value < (INT64_MIN + digit) / 10)
            return NULL;
        value = value * 10 - digit; /* below zero there is room for one more */
    }
    if (!negative && value == INT64_MIN)
        return NULL;
    *number = negative ? value : -value;
    return text;
}

struct index_list index_list_read(const char *text)
{
    struct index_list list = {0, {0}}, none = {-1, {0}};
    if (*text == '\0')
        return list;
    for (;;) {
        int64_t number;
        text = read_number(text, &number);
        if (text == NULL || (*text != ',' && *text != '\0'))
            return none;
        if (list.count < GATHER_MAX_RANK)
            list.values[list.count] = number;
        list.count++;
        if (*text == '\0')
            return list;
        text++;
    }
}
