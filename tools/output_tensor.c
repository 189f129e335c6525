/* SPDX-License-Identifier: Apache-2.0 */
/* A file that tensors are written to: output_tensor.h says how it is named. */
#define _POSIX_C_SOURCE 200809L
#include "output_tensor.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exit_code.h"
#include "layout_text.h"
#include "output.h"
#include "raw_name.h"

const char *output_format_name(int32_t format)
{
    return format == OUTPUT_TEXT ? "text" : format == OUTPUT_JSON ? "json" : gather_file_format_name(format);
}

bool output_format_holds_several(int32_t format)
{
    return format == GATHER_FILE_NPZ || format == GATHER_FILE_SAFETENSORS || format == GATHER_FILE_FOLDER;
}

static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), count = strlen(end);
    return length >= count && strcmp(path + length - count, end) == 0;
}

bool output_is_stdout(const char *text)
{
    if (text[0] != '-' || strchr(text, '/') != NULL)
        return false;
    bool has_more = text[1] == '.' || text[1] == '@';
    return text[1] == '\0' || (has_more && text[2] != '\0' && text[2] != '@' && text[2] != '.');
}

int32_t output_format_of(const char *path)
{
    if (strcmp(path, "-") == 0)
        return GATHER_FILE_NPY;
    if (ends_with(path, "/"))
        return GATHER_FILE_FOLDER;
    return ends_with(path, ".json") ? OUTPUT_JSON : gather_file_format_of(path);
}

/*
 * Whether what stands behind an '@' is meant as a layout: it is one, perhaps one that the tensor can't have, or has
 * the brackets of one.
 */
static bool means_layout(const char *text, const struct gather_layout *known)
{
    struct gather_layout layout;
    struct gather_error error;
    if (strpbrk(text, "[{(<:") != NULL)
        return true;
    enum gather_status status = layout_text_read(text, known, &layout, &error);
    return status == GATHER_STATUS_OK || status == GATHER_STATUS_OVERFLOW;
}

/* Files of texts and folders are written here, others by the library. */
static bool is_written(int32_t format)
{
    return format == OUTPUT_TEXT || format == OUTPUT_JSON || format == GATHER_FILE_FOLDER ||
           gather_file_format_is_written(format);
}

static bool is_only_read(int32_t format)
{
    return gather_file_format_name(format) != NULL && !is_written(format);
}

static const char *const endings[] = {
#define FORMAT_ENDING(id, name, ending) [GATHER_FILE_##id] = ending,
    GATHER_FILE_FORMAT_LIST(FORMAT_ENDING)
#undef FORMAT_ENDING
};

/* ".npy, .npz, .safetensors, .pb, .txt, .json and DIR/" */
static void talk_of_written(void)
{
    for (int32_t format = GATHER_FILE_RAW + 1; format < GATHER_FILE_FOLDER; format++) {
        if (!is_written(format))
            continue;
        talk(endings[format]);
        talk(", ");
    }
    talk(".json and DIR/");
}

/* No layout makes another format of it. */
static int refuse_only_read(const char *command, const char *path, int32_t format)
{
    talk_begin(command);
    talk_safe(path, strlen(path));
    talk(": '");
    talk(endings[format]);
    talk("' is a format that is only read: ");
    talk_of_written();
    talk(" are written\n");
    return EXIT_LIBRARY;
}

/* Without a layout, a name that ends as those of some other format do is no wish for raw bytes. */
static int judge_raw(const char *command, const char *path)
{
    const char *ending = raw_name_ending(path);
    if (raw_name_is(path))
        return EXIT_YES;
    const char *layout = strchr(ending, '@'), *wrong = layout != NULL ? layout + 1 : ending;
    talk_begin(command);
    talk_safe(path, strlen(path));
    talk(": '");
    talk_safe(wrong, strlen(wrong));
    if (layout != NULL) {
        talk("' is no layout, such as F or {0,1}; the type stays as it is\n");
    } else {
        talk("' is no format that is written: ");
        talk_of_written();
        talk(" are; raw bytes go into FILE.raw, FILE.bin or FILE@LAYOUT\n");
    }
    return EXIT_LIBRARY;
}

/* A format has to be one that is written; raw bytes, without a layout that asks for them, a name that does. */
static int judge_format(const char *command, const char *path, int32_t format, bool has_layout)
{
    if (is_only_read(format))
        return refuse_only_read(command, path, format);
    return format == GATHER_FILE_RAW && !has_layout ? judge_raw(command, path) : EXIT_YES;
}

/* Bytes on a terminal are for nobody. */
static int judge_terminal(const char *command, int32_t format)
{
    if (format == OUTPUT_TEXT || format == OUTPUT_JSON || !isatty(STDOUT_FILENO))
        return EXIT_YES;
    talk_begin(command);
    talk("stdout is a terminal, and ");
    talk(output_format_name(format));
    talk(" is no text: without -o elements are printed; -o -.txt and -o -.json write all of them\n");
    return EXIT_LIBRARY;
}

/* What is written as text has one order, that of the elements. */
static int judge_text(const char *command, const char *path, int32_t format)
{
    if (format != OUTPUT_TEXT && format != OUTPUT_JSON)
        return EXIT_YES;
    talk_begin(command);
    talk_safe(path, strlen(path));
    talk(format == OUTPUT_JSON ? ": JSON has its elements row by row, so there is no place for a layout\n"
                               : ": text has its elements row by row, so there is no place for a layout\n");
    return EXIT_LIBRARY;
}

int output_operand_judge(const struct arguments *arguments, const char *text)
{
    const struct command *command = arguments->command;
    if (text[0] == '\0')
        return arguments_misused(command, "the name of the output is empty:", text);
    if (text[0] == '-' && !output_is_stdout(text))
        return arguments_misused(
            command, "stdout is -, -.npz or -@LAYOUT, and a file whose name begins with - is ./-NAME, not",
            text);
    if (text[0] == '-' && arguments_flag(arguments, "json"))
        return arguments_misused(command, "-o - leaves no room on stdout for --json", NULL);
    return strchr(text, '@') == NULL ? judge_format(command->name, text, output_format_of(text), false)
                                     : EXIT_YES;
}

char *output_operand_path(const char *text, const struct gather_layout *known)
{
    const bool is_stdout = output_is_stdout(text);
    const char *at = is_stdout ? strchr(text, '@') : strrchr(text, '@');
    return at != NULL && (is_stdout || means_layout(at + 1, known)) ? strndup(text, (size_t)(at - text))
                                                                    : strdup(text);
}

int output_operand_read(const struct arguments *arguments, const char *text,
                        const struct gather_layout *known, char **path, int32_t *format,
                        struct gather_layout *layout, bool *has_layout)
{
    const char *command = arguments->command->name;
    *path = output_operand_path(text, known);
    if (*path == NULL)
        return complain_of_memory(command);
    if (**path == '\0')
        return arguments_misused(arguments->command, "the name of the output is empty:", text);
    const char *rest = text + strlen(*path);
    *has_layout = *rest == '@';
    *format = output_format_of(*path);
    if (*has_layout && strcmp(*path, "-") == 0)
        *format = GATHER_FILE_RAW;
    int code = judge_format(command, *path, *format, *has_layout);
    if (code == EXIT_YES && output_is_stdout(*path))
        code = judge_terminal(command, *format);
    if (code == EXIT_YES && *has_layout)
        code = judge_text(command, *path, *format);
    return code == EXIT_YES && *has_layout ? layout_text_get(command, rest + 1, known, layout) : code;
}

void output_type_tell(const char *command, const char *path, int32_t format, int32_t dtype)
{
    char name[32];
    bool nameless =
        dtype == GATHER_DTYPE_BF16 || (dtype >= GATHER_DTYPE_F8E4M3FN && dtype <= GATHER_DTYPE_F8E8M0);
    if ((format != GATHER_FILE_NPY && format != GATHER_FILE_NPZ && format != GATHER_FILE_FOLDER) || !nameless)
        return;
    gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
    talk_begin_note(command);
    talk_safe(path, strlen(path));
    talk(gather_dtype_bits(dtype) == 16
             ? ": an .npy has no name for this type, and says |V2; read it with --view "
             : ": an .npy has no name for this type, and says |V1; read it with --view ");
    talk(name);
    talk("\n");
}
