/* SPDX-License-Identifier: Apache-2.0 */
/* A tensor of a file, as the command line names it: input_tensor.h says how. */
#define _POSIX_C_SOURCE 200809L
#include "input_tensor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exit_code.h"
#include "input_file.h"
#include "input_stdin.h"
#include "layout_text.h"
#include "output.h"

/* ---- the path ------------------------------------------------------------------------------------------ */

enum { PATH_BYTES = 4096 /* of the longest that a system takes, with its end */ };

/* Whether so many characters of a text are a path of something. It takes no memory, for want of which none would be. */
static bool begins_path(const char *text, size_t length)
{
    char path[PATH_BYTES];
    struct stat there;
    if (length >= sizeof path)
        return false;
    memcpy(path, text, length);
    path[length] = '\0';
    return stat(path, &there) == 0;
}

/* The length of the longest beginning of a text that exists: all of it, or up to a ':' or '@'. 0 if none does. */
static size_t longest_path(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && (strchr(":@", text[length]) == NULL || !begins_path(text, length)))
        length--;
    return length;
}

bool input_tensor_exists(const char *text)
{
    return longest_path(text) > 0 || (strcmp(text, "-") != 0 && input_stdin_length(text) > 0);
}

/* Where a file that does not exist would end: before a trailing layout. */
static size_t would_be_path(const char *text)
{
    struct gather_layout layout;
    struct gather_error error;
    const char *last = strrchr(text, '@');
    if (last != NULL && layout_text_read(last + 1, NULL, &layout, &error) == GATHER_STATUS_OK)
        return (size_t)(last - text);
    return strlen(text);
}

/* ---- the tensor ---------------------------------------------------------------------------------------- */

static const char *tensor_name(const void *names, size_t k)
{
    const struct gather_file *file = names;
    return k < gather_file_count(file) ? gather_file_tensor(file, k)->name : NULL;
}

/* The first name that has a word in it, which is more than a letter or two: "wte" in "model.wte.weight". */
static const char *name_with(const struct gather_file *file, const char *word)
{
    for (size_t k = 0; k < gather_file_count(file) && strlen(word) > 2; k++)
        if (strstr(gather_file_tensor(file, k)->name, word) != NULL)
            return gather_file_tensor(file, k)->name;
    return NULL;
}

/* "; it has 'x', 'y', one without a name, ..": in the file's order. */
static void tell_names(const struct gather_file *file)
{
    enum { MOST_TOLD = 4, LONGEST = 100 };
    size_t count = gather_file_count(file), k = 0;
    for (; k < count && k < MOST_TOLD; k++) {
        const char *name = gather_file_tensor(file, k)->name;
        if (strlen(name) > LONGEST)
            break;
        if (*name == '\0' && count == 1) {
            talk("; its one tensor has no name");
            continue;
        }
        talk(k == 0 ? "; it has " : ", ");
        talk(*name == '\0' ? "one without a name" : "'");
        talk_safe(name, strlen(name));
        talk(*name == '\0' ? "" : "'");
    }
    talk(k > 0 && k < count ? ", ..\n" : "\n");
}

int input_tensor_unknown(const struct input_tensor *input, const char *command, const char *name)
{
    const char *nearest = nearest_name(name, tensor_name, input->file);
    if (nearest == NULL)
        nearest = name_with(input->file, name);
    talk_begin(command);
    talk_safe(input->path, strlen(input->path));
    talk(": there is no tensor '");
    talk_safe(name, strlen(name));
    talk("'");
    if (nearest != NULL) {
        talk("; did you mean '");
        talk_safe(nearest, strlen(nearest));
        talk("'?\n");
    } else if (input_tensor_exists(name)) {
        talk("; that is a file, and one file is read\n");
    } else {
        tell_names(input->file);
    }
    return EXIT_LIBRARY;
}

int input_tensor_unnamed(const struct input_tensor *input, const struct arguments *arguments)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    size_t count = gather_file_count(input->file);
    talk_begin(arguments->command->name);
    talk_safe(input->path, strlen(input->path));
    if (count == 0) {
        talk(": there is no tensor in it\n");
        return EXIT_LIBRARY;
    }
    talk(": there are ");
    gather_write_unsigned(&talker, count);
    talk(" tensors; name one, as in FILE:");
    talk_safe(gather_file_tensor(input->file, 0)->name, strlen(gather_file_tensor(input->file, 0)->name));
    talk(", or see 'gather ls FILE'\n");
    return EXIT_USAGE;
}

/*
 * What stands behind a ':' names a tensor, and perhaps a layout: the whole of it is a name if there is such a
 * tensor, else up to an '@'. Returns: where the name ends; NULL if there is no such tensor.
 */
static const char *find_named(const struct gather_file *file, const char *name,
                              const struct gather_tensor **tensor)
{
    for (const char *end = name + strlen(name); end >= name; end--) {
        *tensor = *end == '\0' || *end == '@' ? gather_file_find(file, name, (size_t)(end - name)) : NULL;
        if (*tensor != NULL)
            return end;
    }
    return NULL;
}

/* Whether that text may name a tensor. */
static bool may_name(const char *tensor, const void *text)
{
    size_t length = strlen(tensor);
    const char *rest = text;
    return strncmp(rest, tensor, length) == 0 && (rest[length] == '\0' || rest[length] == '@');
}

static bool is_name(const char *tensor, const void *name) { return strcmp(tensor, name) == 0; }

/* rest: what stands behind the path, ":TENSOR", "@LAYOUT" or both. layout: where the layout begins; "" if none. */
static int choose_tensor(struct input_tensor *input, const struct arguments *arguments, const char *rest,
                         const char **layout)
{
    const char *name = arguments_value(arguments, "tensor");
    const struct gather_tensor *found;
    *layout = rest;
    if (name != NULL && rest[0] == ':')
        return arguments_misused(arguments->command, "--tensor says it already:", rest);
    if (name == NULL && rest[0] != ':') {
        if (gather_file_count(input->file) != 1)
            return input_tensor_unnamed(input, arguments);
        input->tensor = *gather_file_tensor(input->file, 0);
        return EXIT_YES;
    }
    if (name != NULL) {
        found = gather_file_find(input->file, name, strlen(name));
        if (found == NULL)
            return input_tensor_unknown(input, arguments->command->name, name);
        input->tensor = *found;
        return EXIT_YES;
    }
    *layout = find_named(input->file, rest + 1, &found);
    if (*layout == NULL)
        return input_tensor_unknown(input, arguments->command->name, rest + 1);
    input->tensor = *found;
    return EXIT_YES;
}

/* ---- what its bytes are -------------------------------------------------------------------------------- */

int input_tensor_view(struct input_tensor *input, const struct arguments *arguments)
{
    struct gather_error error = {0};
    const char *view = arguments_value(arguments, "view");
    if (view == NULL)
        return EXIT_YES;
    int32_t dtype = layout_text_dtype(view, strlen(view));
    if (dtype == GATHER_DTYPE_NONE)
        return arguments_misused(arguments->command, "there is no type", view);
    enum gather_status status = gather_tensor_view(&input->tensor, dtype, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(arguments->command->name, input->path, &error);
    return exit_of_status(status);
}

/* A layout of fewer bytes than there are may be right, as of rows up to some place, or have a size mistaken. */
static void tell_unseen(const struct input_tensor *input, const char *command, int64_t bytes)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    talk_begin_note(command);
    talk_safe(input->path, strlen(input->path));
    talk(": the layout ends at byte ");
    gather_write_integer(&talker, bytes);
    talk(" of ");
    gather_write_integer(&talker, input->tensor.bytes);
    talk("\n");
}

static int apply_layout(struct input_tensor *input, const struct arguments *arguments, const char *text)
{
    struct gather_error error = {0};
    struct gather_layout layout;
    bool is_raw = gather_file_format(input->file) == GATHER_FILE_RAW;
    int code =
        layout_text_get(arguments->command->name, text, is_raw ? NULL : &input->tensor.layout, &layout);
    if (code != EXIT_YES)
        return code;
    enum gather_status status = gather_tensor_lay(&input->tensor, &layout, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(arguments->command->name, input->path, &error);
    else if (is_raw && gather_layout_bytes(&layout) < input->tensor.bytes)
        tell_unseen(input, arguments->command->name, gather_layout_bytes(&layout));
    return exit_of_status(status);
}

/* "a.npz: names: this version does not read elements of its type, <U5; expected .." */
static int complain_of_type(const struct input_tensor *input, const char *command)
{
    talk_begin(command);
    talk_safe(input->path, strlen(input->path));
    talk(input->tensor.name[0] != '\0' ? ": " : "");
    talk_safe(input->tensor.name, strlen(input->tensor.name));
    talk(": this version does not read elements of its type, ");
    talk_safe(input->tensor.type, strlen(input->tensor.type));
    talk("; expected ");
    talk(input->tensor.unread);
    talk("\n");
    return EXIT_LIBRARY;
}

/* Who reads a pipe of which nothing came wonders what became of it, and not of its layout. */
static int complain_of_raw(const struct input_tensor *input, const struct command *command)
{
    if (input_stdin_length(input->path) == 0 || input->tensor.bytes > 0)
        return arguments_misused(command, "raw bytes need a layout, as in FILE@f32[2,3]:", input->path);
    talk_begin(command->name);
    talk("stdin is empty\n");
    return EXIT_LIBRARY;
}

int input_tensor_judge(const struct input_tensor *input, const struct arguments *arguments)
{
    if (!input->tensor.untyped)
        return EXIT_YES;
    if (input->tensor.unread != NULL)
        return complain_of_type(input, arguments->command->name);
    if (gather_file_format(input->file) == GATHER_FILE_RAW)
        return complain_of_raw(input, arguments->command);
    talk_begin(arguments->command->name);
    talk_safe(input->path, strlen(input->path));
    if (input->tensor.name[0] != '\0') {
        talk(": ");
        talk_safe(input->tensor.name, strlen(input->tensor.name));
    }
    talk(gather_dtype_bits(input->tensor.layout.dtype) == 16
             ? ": the file does not say what its elements of 2 bytes are; try --view bf16\n"
             : ": the file does not say what its elements of 1 byte are; try --view i8, or f8e4m3fn\n");
    return EXIT_LIBRARY;
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

static int describe_tensor(struct input_tensor *input, const struct arguments *arguments, const char *rest)
{
    const char *given = arguments_value(arguments, "layout"), *layout;
    int code = choose_tensor(input, arguments, rest, &layout);
    if (code != EXIT_YES)
        return code;
    if (given != NULL && *layout != '\0')
        return arguments_misused(arguments->command, "--layout says it already:", layout);
    if (given == NULL && *layout != '\0')
        given = layout + 1;
    if (gather_file_format(input->file) != GATHER_FILE_RAW) /* a suffix is then one of the type looked at */
        code = input_tensor_view(input, arguments);
    if (code == EXIT_YES && given != NULL)
        code = apply_layout(input, arguments, given);
    if (code == EXIT_YES && gather_file_format(input->file) == GATHER_FILE_RAW) {
        code = input_tensor_judge(input, arguments);
        code = code == EXIT_YES ? input_tensor_view(input, arguments) : code;
    }
    return code;
}

/* Whether nothing is said of one tensor alone, in words or options. */
static bool means_all(const struct input_tensor *input, const struct arguments *arguments, const char *rest)
{
    return *rest == '\0' && gather_file_count(input->file) > 1 &&
           arguments_value(arguments, "tensor") == NULL && arguments_value(arguments, "layout") == NULL;
}

size_t input_tensor_path_length(const char *text)
{
    size_t length = input_stdin_length(text);
    if (length == 0)
        length = longest_path(text);
    return length > 0 ? length : would_be_path(text);
}

int input_tensor_judge_path(const struct arguments *arguments, const char *text)
{
    return input_tensor_path_length(text) > 0
               ? EXIT_YES
               : arguments_misused(arguments->command, "the name of a file is empty:", text);
}

int input_tensor_choose(struct input_tensor *input, const struct arguments *arguments, const char *rest,
                        bool *all)
{
    if (all != NULL && (*all = means_all(input, arguments, rest)))
        return EXIT_YES;
    int code = describe_tensor(input, arguments, rest);
    return code == EXIT_YES && all == NULL ? input_tensor_judge(input, arguments) : code;
}

/* Bytes that a layout says all of, in a file whose name tells no format, are not looked at for what they may be. */
int32_t input_tensor_format(const struct input_tensor *input, const struct arguments *arguments,
                            const char *rest)
{
    struct stat there;
    struct gather_layout layout;
    struct gather_error error;
    const char *text = *rest == '@' ? rest + 1 : arguments_value(arguments, "layout");
    bool is_file =
        input_stdin_length(input->path) > 0 || (stat(input->path, &there) == 0 && !S_ISDIR(there.st_mode));
    bool is_raw = text != NULL && *rest != ':' && arguments_value(arguments, "tensor") == NULL &&
                  gather_file_format_of(input->path) == GATHER_FILE_RAW && is_file;
    is_raw = is_raw && layout_text_read(text, NULL, &layout, &error) == GATHER_STATUS_OK;
    return is_raw ? GATHER_FILE_RAW : GATHER_FILE_ANY;
}

int input_tensor_open_file(struct input_tensor *input, const struct arguments *arguments, const char *rest,
                           bool map)
{
    const char *name = arguments_value(arguments, "tensor");
    if (name == NULL && *rest != ':')
        return input_file_open(&input->file, arguments, input->path,
                               input_tensor_format(input, arguments, rest), map);
    return input_file_open_part(&input->file, arguments, input->path, map, name != NULL ? is_name : may_name,
                                name != NULL ? name : rest + 1);
}

int input_tensor_open_all(struct input_tensor *input, const struct arguments *arguments, const char *text,
                          bool *all, bool map)
{
    memset(input, 0, sizeof *input);
    int code = input_tensor_judge_path(arguments, text);
    if (code != EXIT_YES)
        return code;
    input->path = strdup(text);
    if (input->path == NULL)
        return complain_of_memory(arguments->command->name);
    size_t length = input_tensor_path_length(input->path);
    input->path[length] = '\0';
    code = input_tensor_open_file(input, arguments, text + length, map);
    return code == EXIT_YES ? input_tensor_choose(input, arguments, text + length, all) : code;
}

int input_tensor_open(struct input_tensor *input, const struct arguments *arguments, const char *text)
{
    return input_tensor_open_all(input, arguments, text, NULL, false);
}

void input_tensor_close(struct input_tensor *input)
{
    gather_file_close(input->file);
    free(input->path);
}
