/* SPDX-License-Identifier: Apache-2.0 */
/* A list of whole numbers as it stands on the command line: index_list.h says how it is used. */
#include "index_list.h"

#include <string.h>

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

int64_t index_list_fill(const char *text, size_t length, int64_t *values, size_t room)
{
    const char *end = text + length;
    if (length == 0)
        return 0;
    for (size_t count = 0;; text++) {
        int64_t number;
        text = read_number(text, &number);
        if (text == NULL || (text != end && *text != ','))
            return -1;
        if (count < room)
            values[count] = number;
        count++;
        if (text == end)
            return (int64_t)count;
    }
}

struct index_list index_list_read(const char *text)
{
    struct index_list list = {0, {0}};
    list.count = (int32_t)index_list_fill(text, strlen(text), list.values, GATHER_MAX_RANK);
    return list;
}
