/* SPDX-License-Identifier: Apache-2.0 */
/* A tensor on its way into a file: output_tensor.h says how. */
#define _POSIX_C_SOURCE 200809L
#include "output_tensor.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "interrupt.h"
#include "layout_text.h"
#include "output.h"

/* Whether what stands behind an '@' is meant as a layout: it is one, or has the brackets of one. */
static bool means_layout(const char *text, const struct gather_layout *known)
{
    struct gather_layout layout;
    struct gather_error error;
    return strpbrk(text, "[{(<:") != NULL ||
           layout_text_read(text, known, &layout, &error) == GATHER_STATUS_OK;
}

int output_operand_read(const char *command, const char *text, const struct gather_layout *known, char **path,
                        int32_t *format, struct gather_layout *layout, bool *has_layout)
{
    *path = strdup(text);
    if (*path == NULL)
        return complain_of_memory(command);
    char *last = strrchr(*path, '@');
    *has_layout = last != NULL && means_layout(last + 1, known);
    if (*has_layout)
        *last = '\0';
    *format = gather_file_format_of(*path);
    return *has_layout ? layout_text_get(command, last + 1, known, layout) : EXIT_YES;
}

static int fail(const struct output_tensor *output, const struct gather_error *error)
{
    talk_failure(output->command, output->path, error);
    return exit_of_status((enum gather_status)error->status);
}

int output_tensor_choose(struct output_tensor *output, const char *command, const char *text,
                         const struct gather_layout *layout)
{
    bool has_layout;
    memset(output, 0, sizeof *output);
    output->command = command;
    output->tensor.name = "";
    output->tensor.layout = *layout;
    return output_operand_read(command, text, layout, &output->path, &output->format, &output->tensor.layout,
                               &has_layout);
}

int output_tensor_begin(struct output_tensor *output, struct gather_buffer *buffer)
{
    struct gather_error error = {0};
    interrupt_catch();
    enum gather_status status = gather_target_create(&output->target, output->path, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_hold(output->target, output->format, &output->tensor, 1, &error);
    if (status != GATHER_STATUS_OK)
        return fail(output, &error);
    *buffer = gather_target_buffer(output->target, &output->tensor);
    return EXIT_YES;
}

int output_tensor_commit(struct output_tensor *output)
{
    struct gather_error error = {0};
    if (interrupt_seen())
        return EXIT_SYSTEM; /* which `_end` makes it anyway */
    if (gather_target_commit(output->target, &error) != GATHER_STATUS_OK)
        return fail(output, &error);
    output_type_tell(output->command, output->path, output->format, output->tensor.layout.dtype);
    return EXIT_YES;
}

void output_tensor_end(struct output_tensor *output)
{
    gather_target_destroy(output->target);
    interrupt_end();
    free(output->path);
}

void output_type_tell(const char *command, const char *path, int32_t format, int32_t dtype)
{
    char name[32];
    bool nameless =
        dtype == GATHER_DTYPE_BF16 || (dtype >= GATHER_DTYPE_F8E4M3FN && dtype <= GATHER_DTYPE_F8E8M0);
    if (format != GATHER_FILE_NPY || !nameless)
        return;
    gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
    talk_begin(command);
    talk_safe(path, strlen(path));
    talk(gather_dtype_bits(dtype) == 16
             ? ": an .npy has no name for this type, and says |V2; read it with --view "
             : ": an .npy has no name for this type, and says |V1; read it with --view ");
    talk(name);
    talk("\n");
}
