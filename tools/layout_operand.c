/* SPDX-License-Identifier: Apache-2.0 */
/* An operand that is a layout or a file: layout_operand.h says how it is used. */
#include "layout_operand.h"

#include <string.h>

#include "exit_code.h"
#include "layout_text.h"

/* A text says all of itself. */
static int get_text(const struct arguments *arguments, const char *text, struct gather_layout *layout)
{
    static const char *const of_files[] = {"tensor", "layout", "view", NULL};
    int code = arguments_refuse(arguments, "without a file there is no use for", of_files);
    return code == EXIT_YES ? layout_text_get(arguments->command->name, text, NULL, layout) : code;
}

int layout_operand_get(struct input_tensor *input, const struct arguments *arguments, const char *text,
                       struct gather_layout *layout)
{
    if (strpbrk(text, "[(<{") != NULL && !input_tensor_exists(text))
        return get_text(arguments, text, layout);
    int code = input_tensor_open(input, arguments, text);
    if (code == EXIT_YES)
        *layout = input->tensor.layout;
    return code;
}
