/* SPDX-License-Identifier: Apache-2.0 */
/* The option `--axis N`: axis_option.h says what it is. */
#include "axis_option.h"

#include "exit_code.h"
#include "index_list.h"
#include "output.h"

int axis_option_get(const struct arguments *arguments, const struct gather_layout *data, int32_t *axis)
{
    const char *text = arguments_value(arguments, "axis");
    struct gather_error error = {0};
    struct index_list list = index_list_read(text != NULL ? text : "0");
    if (list.count != 1)
        return arguments_misused(arguments->command, "no number of a dimension:", text);
    if (data->rank == 0) {
        talk_begin(arguments->command->name);
        talk("the data are a single element, which has no axis to go along\n");
        return EXIT_LIBRARY;
    }
    enum gather_status status = gather_layout_dimension(data, list.values[0], axis, &error);
    error.operand = "axis";
    if (status != GATHER_STATUS_OK)
        talk_failure(arguments->command->name, NULL, &error);
    return exit_of_status(status);
}
