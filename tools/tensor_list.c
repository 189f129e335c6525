/* SPDX-License-Identifier: Apache-2.0 */
/* The tensors that operands name: tensor_list.h says how. Each is there once, in the order of the operands. */
#define _POSIX_C_SOURCE 200809L
#include "tensor_list.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "input_file.h"
#include "left_out.h"
#include "output.h"
#include "output_tensor.h"

struct choosing {
    struct tensor_list *list;
    const struct arguments *arguments;
    bool *chosen; /* of each tensor of the file; owned */
    bool *left;   /* likewise, whether it was left out */
    int told;     /* of them */
    bool viewed;  /* whether --view has said the type of any */
};

/* Chooses a tensor; `--view` is what those are whose type the file does not say. Returns: an exit code. */
static int add(struct choosing *choosing, size_t k)
{
    struct tensor_list *list = choosing->list;
    if (choosing->chosen[k])
        return EXIT_YES;
    choosing->chosen[k] = true;
    list->input.tensor = *gather_file_tensor(list->input.file, k);
    bool is_viewed = list->input.tensor.untyped && list->input.tensor.unread == NULL &&
                     arguments_value(choosing->arguments, "view") != NULL;
    choosing->viewed = choosing->viewed || is_viewed;
    int code = is_viewed ? input_tensor_view(&list->input, choosing->arguments) : EXIT_YES;
    list->tensors[list->count++] = list->input.tensor;
    return code == EXIT_YES ? input_tensor_judge(&list->input, choosing->arguments) : code;
}

/* Whether a word that names no tensor, NULL for none, was meant for `-i`: numbers, of a command that takes some. */
static bool means_indices(const struct command *command, const char *word)
{
    return command_takes(command, "indices") && word != NULL &&
           word[strspn(word, "0123456789-:,[] ")] == '\0';
}

static int complain_of_name(const struct choosing *choosing, const char *name)
{
    const struct command *command = choosing->arguments->command;
    return means_indices(command, name)
               ? arguments_misused(command, "no tensor has this name, and indices stand behind -i:", name)
               : input_tensor_unknown(&choosing->list->input, command->name, name);
}

/* Unpacks all of a tensor that is packed, to see whether it can be. Returns: OK; what reading it returned. */
static enum gather_status try_unpacking(const struct gather_file *file, const struct gather_tensor *tensor,
                                        struct gather_error *error)
{
    enum { PIECE_BYTES = 1 << 20 };
    enum gather_status status = GATHER_STATUS_OK;
    if (gather_file_source(file, tensor->source) != NULL)
        return status;
    void *piece = malloc(PIECE_BYTES);
    if (piece == NULL) {
        *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
        return GATHER_STATUS_NO_MEMORY;
    }
    for (int64_t at = 0; at < tensor->bytes && status == GATHER_STATUS_OK; at += PIECE_BYTES) {
        const int64_t left = tensor->bytes - at;
        status = gather_file_read(file, tensor, at, piece, (size_t)(left < PIECE_BYTES ? left : PIECE_BYTES),
                                  error);
    }
    free(piece);
    return status;
}

/* What `--partial` leaves out is told once, of five tensors at most. Returns: true. */
static bool leave_out(struct choosing *choosing, size_t k, const struct gather_error *error)
{
    enum { MOST_TOLD = 5 };
    const struct gather_file *file = choosing->list->input.file;
    const struct gather_tensor *tensor = gather_file_tensor(file, k);
    const char *origin = gather_file_origin(file, tensor->source);
    if (choosing->left[k])
        return true;
    choosing->left[k] = true;
    left_out_keep(origin, tensor->name, error);
    if (choosing->told++ < MOST_TOLD)
        talk_note_in(choosing->arguments->command->name, origin, tensor->name, error);
    return true;
}

/* Whether the data of a tensor are damaged. */
static bool is_damaged(struct choosing *choosing, size_t k)
{
    const struct gather_file *file = choosing->list->input.file;
    const struct gather_tensor *tensor = gather_file_tensor(file, k);
    struct gather_error error = {0};
    if (choosing->chosen[k] || choosing->left[k])
        return choosing->left[k];
    return try_unpacking(file, tensor, &error) == GATHER_STATUS_FORMAT && leave_out(choosing, k, &error);
}

/* Whether nobody says what the elements of a tensor are, neither the file nor `--view`. */
static bool is_unsaid(const struct choosing *choosing, const struct gather_tensor *tensor)
{
    return tensor->unread == NULL && tensor->untyped && arguments_value(choosing->arguments, "view") == NULL;
}

static bool leave_unsaid(struct choosing *choosing, size_t k)
{
    const struct gather_tensor *tensor = gather_file_tensor(choosing->list->input.file, k);
    const struct gather_error error = {.status = GATHER_STATUS_UNSUPPORTED,
                                       .part = -1,
                                       .reason = "the file does not say the type",
                                       .expected = "--view TYPE"};
    return is_unsaid(choosing, tensor) && leave_out(choosing, k, &error);
}

/*
 * All tensors of a name, or else like it; NULL: all. With `--partial` those like it that are not read, of which was
 * told as the file was opened, and those whose type is not said or whose packed data are damaged are left out where
 * there are others.
 */
static int add_like(struct choosing *choosing, const char *name)
{
    const struct gather_file *file = choosing->list->input.file;
    const struct gather_tensor *found = name != NULL ? gather_file_find(file, name, strlen(name)) : NULL;
    bool is_partial = found == NULL && arguments_flag(choosing->arguments, "partial"), any = false;
    size_t count = gather_file_count(file), unread = count;
    int code = EXIT_YES;
    for (size_t k = 0; k < count && code == EXIT_YES; k++) {
        const struct gather_tensor *tensor = gather_file_tensor(file, k);
        if (found != NULL ? tensor != found : name != NULL && fnmatch(name, tensor->name, 0) != 0)
            continue;
        if (is_partial && (tensor->unread != NULL || leave_unsaid(choosing, k) || is_damaged(choosing, k))) {
            unread = k;
            continue;
        }
        any = true;
        code = add(choosing, k);
        if (code != EXIT_YES && found == NULL && count > 1 &&
            (tensor->unread != NULL || is_unsaid(choosing, tensor)))
            input_file_offer_partial(choosing->arguments->command);
    }
    if (code != EXIT_YES || any)
        return code;
    return unread < count ? add(choosing, unread) : complain_of_name(choosing, name);
}

/* The operands behind the first. */
static int add_named(struct choosing *choosing)
{
    int code = EXIT_YES;
    for (size_t k = 1; k < choosing->arguments->operands && code == EXIT_YES; k++)
        code = add_like(choosing, arguments_operand(choosing->arguments, k));
    return code;
}

/* Of several tensors `--view` means those without a type, of which there must be one. */
static int judge_view(const struct choosing *choosing)
{
    const struct arguments *arguments = choosing->arguments;
    if (choosing->viewed || arguments_value(arguments, "view") == NULL)
        return EXIT_YES;
    return arguments_misused(arguments->command,
                             "the file says the type of each of these tensors, so there is no place for",
                             "--view");
}

static int choose(struct choosing *choosing, bool all)
{
    struct tensor_list *list = choosing->list;
    size_t count = gather_file_count(list->input.file);
    list->tensors = calloc(count + 1, sizeof *list->tensors);
    choosing->chosen = calloc(count + 1, sizeof *choosing->chosen);
    choosing->left = calloc(count + 1, sizeof *choosing->left);
    if (list->tensors == NULL || choosing->chosen == NULL || choosing->left == NULL)
        return complain_of_memory(choosing->arguments->command->name);
    bool is_named = choosing->arguments->operands > 1;
    if (is_named || all) {
        int code = is_named ? add_named(choosing) : add_like(choosing, NULL);
        return code == EXIT_YES ? judge_view(choosing) : code;
    }
    list->tensors[list->count++] = list->input.tensor;
    return input_tensor_judge(&list->input, choosing->arguments);
}

/* Options that are about one tensor do not go with names of several. */
static int judge_options(const struct arguments *arguments)
{
    static const char *const of_one[] = {"tensor", "layout", NULL};
    return arguments->operands > 1
               ? arguments_refuse(arguments, "tensors are named already, so there is no place for", of_one)
               : EXIT_YES;
}

int tensor_list_open(struct tensor_list *list, const struct arguments *arguments, const char *output,
                     bool map)
{
    bool all = output != NULL && output_format_holds_several(output_format_of(output));
    struct choosing choosing = {.list = list, .arguments = arguments};
    bool several = false, is_named = arguments->operands > 1;
    const char *first = arguments_operand(arguments, 0);
    memset(list, 0, sizeof *list);
    int code = output != NULL ? output_operand_judge(arguments, output) : EXIT_YES;
    if (code == EXIT_YES)
        code = judge_options(arguments);
    if (code == EXIT_YES)
        code = input_tensor_open_all(&list->input, arguments, first, all || is_named ? &several : NULL, map);
    if (code == EXIT_YES && is_named && strcmp(first, list->input.path) != 0)
        code = arguments_misused(arguments->command,
                                 "behind more names the first operand is the file alone, not", first);
    if (code == EXIT_YES)
        code = choose(&choosing, several);
    free(choosing.chosen);
    free(choosing.left);
    return code;
}

void tensor_list_close(struct tensor_list *list)
{
    free(list->tensors);
    input_tensor_close(&list->input);
}

void tensor_list_tell_blocks(const struct tensor_list *list, const char *command, const char *what)
{
    const struct gather_tensor *first = NULL;
    struct gather_writer talker = gather_writer_to(output_stderr());
    uint64_t count = 0;
    for (size_t k = 0; k < list->count; k++)
        if (list->tensors[k].block > 0) {
            first = first != NULL ? first : &list->tensors[k];
            count++;
        }
    if (first == NULL)
        return;
    talk_begin_note(command);
    gather_write_unsigned(&talker, count);
    talk(count == 1 ? " tensor of blocks is " : " tensors of blocks are ");
    talk(what);
    talk(" as bytes, u8: '");
    talk_safe(first->name, strlen(first->name));
    talk("' was ");
    talk_safe(first->type, strlen(first->type));
    talk("\n");
}
