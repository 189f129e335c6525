/* SPDX-License-Identifier: Apache-2.0 */
/* stdin as a file of tensors: input_stdin.h says how it is named. */
#define _POSIX_C_SOURCE 200809L
#include "input_stdin.h"

#include <string.h>
#include <unistd.h>

#include "exit_code.h"
#include "raw_name.h"

static int kept = -1; /* the file that all of stdin is in; -1 before */

/* Whether so many characters are "-.npz" or the like. */
static bool has_ending(const char *text, size_t length)
{
    char path[32]; /* of the longest ending and more */
    if (length >= sizeof path)
        return false;
    memcpy(path, text, length);
    path[length] = '\0';
    return path[1] == '.' && strchr(path, '/') == NULL && raw_name_ending(path) != NULL &&
           (raw_name_is(path) || gather_file_format_of(path) != GATHER_FILE_RAW);
}

size_t input_stdin_length(const char *text)
{
    size_t length = strcspn(text, ":@");
    return text[0] == '-' && (length == 1 || has_ending(text, length)) ? length : 0;
}

/* What an operand or an option reads, if it is one that reads; NULL for others. */
static const char *what_is_read(const struct argument *argument)
{
    if (argument->option == NULL || argument_is(argument, "indices") || argument_is(argument, "got"))
        return argument->value;
    const char *name_end = argument_is(argument, "input") ? strchr(argument->value, '=') : NULL;
    return name_end != NULL ? name_end + 1 : NULL;
}

int input_stdin_judge(const struct arguments *arguments)
{
    size_t times = 0;
    for (size_t k = 0; k < arguments->count; k++) {
        const char *text = what_is_read(&arguments->list[k]);
        times += text != NULL && input_stdin_length(text) > 0;
        if (times > 1)
            return arguments_misused(arguments->command, "stdin is read once, and this is it again:", text);
    }
    return EXIT_YES;
}

static enum gather_status keep(struct gather_error *error)
{
    return kept >= 0 ? GATHER_STATUS_OK : gather_stream_keep(STDIN_FILENO, &kept, error);
}

enum gather_status input_stdin_or_file(struct gather_file **file, const char *path,
                                       const struct gather_file_options *options, struct gather_error *error)
{
    if (input_stdin_length(path) == 0)
        return gather_file_open_with(file, path, options, error);
    enum gather_status status = keep(error);
    return status == GATHER_STATUS_OK ? gather_file_open_descriptor(file, kept, path, options, error)
                                      : status;
}

enum gather_status input_stdin_or_model(struct gather_model **model, const char *path,
                                        const struct gather_model_options *options,
                                        struct gather_error *error)
{
    if (input_stdin_length(path) == 0)
        return gather_model_open(model, path, options, error);
    enum gather_status status = keep(error);
    return status == GATHER_STATUS_OK ? gather_model_open_descriptor(model, kept, path, options, error)
                                      : status;
}

void input_stdin_forget(void)
{
    if (kept >= 0)
        close(kept);
    kept = -1;
}
