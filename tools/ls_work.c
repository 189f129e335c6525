/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather ls` does: ls_work.h says in which steps. */
#define _POSIX_C_SOURCE 200809L
#include "ls_work.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "exit_code.h"
#include "input_file.h"
#include "input_tensor.h"
#include "ls_stats.h"
#include "output.h"

enum { PAGE_BYTES = 4096 };

/* ---- opening ------------------------------------------------------------------------------------- */

/* No tensor has a name like that: a second file, perhaps, or a part of a name. */
static int complain_of_glob(const struct ls_work *work, const char *glob)
{
    size_t k = 0, count = gather_file_count(work->input.file);
    if (input_tensor_exists(glob))
        return arguments_misused(work->arguments->command, "one file or folder is listed at a time, not also",
                                 glob);
    while (k < count && strstr(gather_file_tensor(work->input.file, k)->name, glob) == NULL)
        k++;
    talk_begin(work->arguments->command->name);
    talk_safe(work->input.path, strlen(work->input.path));
    talk(": no tensor has a name like '");
    talk_safe(glob, strlen(glob));
    talk(k < count ? "'; did you mean '*" : "'\n");
    talk_safe(k < count ? glob : "", k < count ? strlen(glob) : 0);
    talk(k < count ? "*'?\n" : "");
    return EXIT_NO;
}

/* Marks the tensor of a name, or else those like it, of which there must be one. */
static int mark_like(const struct ls_work *work, const char *name, bool *marks)
{
    const struct gather_tensor *found = gather_file_find(work->input.file, name, strlen(name));
    bool any = false;
    for (size_t k = 0; k < gather_file_count(work->input.file); k++) {
        const struct gather_tensor *tensor = gather_file_tensor(work->input.file, k);
        if (found != NULL ? tensor == found : fnmatch(name, tensor->name, 0) == 0)
            any = marks[k] = true;
    }
    return any ? EXIT_YES : complain_of_glob(work, name);
}

/* Marks what the operands behind the first choose; without any, all. */
static int mark_chosen(const struct ls_work *work, bool *marks)
{
    const struct arguments *arguments = work->arguments;
    size_t operand = 0;
    int code = EXIT_YES;
    memset(marks, arguments->operands == 1, gather_file_count(work->input.file));
    for (size_t k = 0; k < arguments->count && code == EXIT_YES; k++)
        if (arguments->list[k].option == NULL && operand++ > 0)
            code = mark_like(work, arguments->list[k].value, marks);
    return code;
}

/* The tensor that stands behind the path. */
static int choose_one(struct ls_work *work, const char *rest)
{
    bool all;
    const char *glob = arguments_operand(work->arguments, 1);
    if (glob != NULL)
        return arguments_misused(work->arguments->command, "one tensor is named already, so not also", glob);
    work->chosen[work->count++] = &work->input.tensor;
    return input_tensor_choose(&work->input, work->arguments, rest, &all);
}

/* rest: what stands behind the path. */
static int choose(struct ls_work *work, const char *rest)
{
    size_t count = gather_file_count(work->input.file);
    bool *marks = calloc(count + 1, sizeof *marks);
    work->chosen = calloc(count + 1, sizeof(const struct gather_tensor *));
    int code = marks == NULL || work->chosen == NULL ? complain_of_memory(work->arguments->command->name)
               : *rest != '\0'                       ? choose_one(work, rest)
                                                     : mark_chosen(work, marks);
    for (size_t k = 0; k < count && code == EXIT_YES; k++)
        if (marks[k])
            work->chosen[work->count++] = gather_file_tensor(work->input.file, k);
    free(marks);
    return code;
}

int ls_open(struct ls_work *work, const char *text)
{
    int code = input_tensor_judge_path(work->arguments, text);
    if (code != EXIT_YES)
        return code;
    work->input.path = strdup(text);
    if (work->input.path == NULL)
        return complain_of_memory(work->arguments->command->name);
    size_t length = input_tensor_path_length(work->input.path);
    work->input.path[length] = '\0';
    work->broken =
        text[length] == ':'
            ? input_tensor_open_file(&work->input, work->arguments, text + length, false)
            : input_file_open_broken(&work->input.file, work->arguments, work->input.path,
                                     input_tensor_format(&work->input, work->arguments, text + length));
    bool is_empty =
        work->broken != EXIT_YES && (work->input.file == NULL || gather_file_count(work->input.file) == 0);
    return is_empty ? work->broken : choose(work, text + length);
}

void ls_end(struct ls_work *work)
{
    free((void *)(uintptr_t)work->chosen);
    input_tensor_close(&work->input);
}

/* ---- what is told of a tensor -------------------------------------------------------------------- */

struct gather_layout ls_elements(const struct gather_tensor *tensor)
{
    struct gather_layout elements = tensor->layout;
    if (tensor->block > 0 && elements.rank > 0) {
        int64_t *last = &elements.sizes[elements.rank - 1];
        *last = *last / tensor->block_bytes * tensor->block; /* bounded: by the file's own size */
    }
    return elements;
}

bool ls_is_native(const struct ls_work *work)
{
    return arguments_flag(work->arguments, "native") &&
           gather_file_format(work->input.file) == GATHER_FILE_GGUF;
}

void ls_reverse_sizes(struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank / 2; d++) {
        int32_t other = layout->rank - 1 - d;
        int64_t size = layout->sizes[d];
        layout->sizes[d] = layout->sizes[other];
        layout->sizes[other] = size;
    }
}

const char *ls_type(const struct gather_tensor *tensor, char *name)
{
    if (tensor->type != NULL)
        return tensor->type;
    size_t length = gather_dtype_name(tensor->layout.dtype, GATHER_WORLD_OWN, name, 30);
    if (tensor->untyped)
        memcpy(name + length, "?", 2);
    return name;
}

int64_t ls_alignment(const struct ls_work *work, const struct gather_tensor *tensor)
{
    int64_t alignment = 1;
    if (gather_file_source(work->input.file, tensor->source) == NULL)
        return 0;
    while (alignment < PAGE_BYTES && tensor->offset % (2 * alignment) == 0) /* bounded: by a page */
        alignment *= 2;                                                     /* bounded: as above */
    return alignment;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void write_source(const struct ls_work *work, const struct gather_tensor *tensor,
                         struct gather_json *json)
{
    const char *source = gather_file_source(work->input.file, tensor->source);
    if (source == NULL) {
        gather_json_boolean(json, "packed", true);
        return;
    }
    gather_json_integer(json, "offset", tensor->offset);
    gather_json_integer(json, "alignment", ls_alignment(work, tensor));
    if (tensor->source > 0)
        gather_json_string(json, "file", source, strlen(source));
}

static int write_tensor(const struct ls_work *work, const struct gather_tensor *tensor,
                        struct gather_json *json)
{
    int code = EXIT_YES;
    char type[32], layout[GATHER_LAYOUT_TEXT_SIZE];
    size_t length;
    struct gather_layout elements = ls_elements(tensor);
    gather_json_object(json, NULL);
    gather_json_string(json, "name", tensor->name, strlen(tensor->name));
    gather_json_text(json, "dtype", ls_type(tensor, type));
    if (tensor->swapped != 0)
        gather_json_text(json, "byte_order", "big");
    gather_json_integers(json, "shape", elements.sizes, elements.rank);
    if (ls_is_native(work)) {
        ls_reverse_sizes(&elements);
        gather_json_integers(json, "native", elements.sizes, elements.rank);
    }
    if (gather_layout_print(&tensor->layout, GATHER_SPELLING_XLA, layout, sizeof layout, &length, NULL) ==
        GATHER_STATUS_OK)
        gather_json_string(json, "layout", layout, length);
    gather_json_integer(json, "bytes", tensor->bytes);
    if (tensor->unread != NULL)
        gather_json_text(json, "not_read", tensor->unread);
    write_source(work, tensor, json);
    if (arguments_flag(work->arguments, "stats"))
        code = ls_stats_json(work, tensor, json);
    gather_json_end(json);
    return code;
}

int ls_write_json(const struct ls_work *work)
{
    struct gather_json json = gather_json_to(output_stdout());
    int code = EXIT_YES;
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.ls/1");
    gather_json_string(&json, "file", work->input.path, strlen(work->input.path));
    gather_json_text(&json, "format", gather_file_format_name(gather_file_format(work->input.file)));
    gather_json_array(&json, "metadata");
    for (size_t k = 0; k < gather_file_metadata_count(work->input.file); k++) {
        const struct gather_metadata *metadata = gather_file_metadata(work->input.file, k);
        gather_json_object(&json, NULL);
        gather_json_text(&json, "key", metadata->key);
        gather_json_text(&json, "value", metadata->value);
        gather_json_end(&json);
    }
    gather_json_end(&json);
    gather_json_array(&json, "tensors");
    for (size_t k = 0; k < work->count && code != EXIT_SYSTEM; k++)
        code = exit_worse(code, write_tensor(work, work->chosen[k], &json));
    gather_json_end(&json);
    complaint_write_json(&json, exit_worse(code, work->broken));
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
    return code;
}
