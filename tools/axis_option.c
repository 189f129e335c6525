/* SPDX-License-Identifier: Apache-2.0 */
/* The option `--axis N`: axis_option.h says what it is. */
#include "axis_option.h"

#include <stdio.h>
#include <string.h>

#include "complaint.h"
#include "exit_code.h"
#include "index_list.h"
#include "output.h"

/* Whether a text is a number, which is then one beyond 64 bits where it was not read. */
static bool is_number(const char *text)
{
    size_t digits = strspn(text + (*text == '-'), "0123456789");
    return digits > 0 && text[(*text == '-') + digits] == '\0';
}

/* "axis = 9223372036854775808 is outside -2..1" */
static int complain_of_range(const char *command, const char *text, const struct gather_layout *data)
{
    char range[64];
    (void)snprintf(range, sizeof range, " is outside %d..%d\n", -data->rank, data->rank - 1);
    talk_begin(command);
    complaint_note_status(GATHER_STATUS_AXIS);
    talk("axis = ");
    talk(text);
    talk(range);
    return exit_of_status(GATHER_STATUS_AXIS);
}

int axis_option_get(const struct arguments *arguments, const struct gather_layout *data, int32_t *axis)
{
    const char *text = arguments_value(arguments, "axis");
    struct gather_error error = {0};
    struct index_list list = index_list_read(text != NULL ? text : "0");
    const bool is_huge = list.count < 0 && is_number(text);
    if (list.count != 1 && !is_huge)
        return arguments_misused(arguments->command, "no number of a dimension:", text);
    if (data->rank == 0) {
        talk_begin(arguments->command->name);
        talk("the data are a single element, which has no axis to go along\n");
        return EXIT_LIBRARY;
    }
    if (is_huge)
        return complain_of_range(arguments->command->name, text, data);
    enum gather_status status = gather_layout_dimension(data, list.values[0], axis, &error);
    error.operand = "axis";
    if (status != GATHER_STATUS_OK)
        talk_failure(arguments->command->name, NULL, &error);
    return exit_of_status(status);
}
