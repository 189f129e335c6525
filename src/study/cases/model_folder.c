/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One test of ONNX's own form: a folder with a model, and sets of tensors in the model's order.
 *
 *     model.onnx
 *     test_data_set_0/   input_0.pb input_1.pb ..   output_0.pb ..
 *     test_data_set_1/   ..
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/cases/model_trial.h"

enum { PATH_ROOM = 4096, MOST_TENSORS = 64 };

/* The tensors of one direction of a set. */
struct tensors {
    struct gather_file *files[MOST_TENSORS];
    struct gather_model_operand operands[MOST_TENSORS];
    size_t count;
};

struct set {
    struct gather__model_trial *trial;
    const char *folder; /* of the test */
    int number;
    struct tensors inputs, expected;
    struct gather_error error;
};

/* ---- files --------------------------------------------------------------------------------------- */

/* Returns: false for a path that is too long. */
static bool path_of(const struct set *set, const char *kind, size_t k, char *path)
{
    int length = kind != NULL ? snprintf(path, PATH_ROOM, "%s/test_data_set_%d/%s_%zu.pb", set->folder,
                                         set->number, kind, k)
                              : snprintf(path, PATH_ROOM, "%s/test_data_set_%d", set->folder, set->number);
    return length > 0 && length < PATH_ROOM;
}

/* What a person reads of it: the name of the file, behind the folder. */
static void refuse(struct set *set, const char *what)
{
    char sentence[256];
    struct gather_writer *text = &set->trial->difference;
    gather_error_format(&set->error, sentence, sizeof sentence);
    gather_write_text(text, what);
    gather_write_text(text, ": ");
    gather_write_safe(text, sentence, strlen(sentence), false);
}

static enum gather_status read_tensor(struct set *set, struct tensors *tensors, const char *name,
                                      const char *path)
{
    struct gather_file **file = &tensors->files[tensors->count];
    struct gather_model_operand *operand = &tensors->operands[tensors->count++];
    operand->name = name;
    enum gather_status status = gather_file_open(file, path, GATHER_FILE_PB, &set->error);
    if (status != GATHER_STATUS_OK)
        return status;
    const struct gather_tensor *tensor = gather_file_tensor(*file, 0);
    operand->layout = tensor->layout;
    operand->buffer.bytes = (uint64_t)tensor->bytes;
    operand->buffer.data = malloc((size_t)tensor->bytes + 1);
    if (operand->buffer.data == NULL)
        return GATHER_STATUS_NO_MEMORY;
    return gather_file_read(*file, tensor, 0, operand->buffer.data, (size_t)tensor->bytes, &set->error);
}

/* Reads one file after the other, as long as the model has names for them. An input that is optional may be missing. */
static enum gather_status read_tensors(struct set *set, const char *kind, struct tensors *tensors)
{
    bool are_inputs = strcmp(kind, "input") == 0;
    struct gather_model_value value;
    char path[PATH_ROOM];
    for (size_t k = 0; are_inputs ? gather_model_input_at(set->trial->model, k, &value)
                                  : gather_model_output_at(set->trial->model, k, &value);
         k++) {
        if (value.is_optional && path_of(set, kind, k, path) && access(path, F_OK) != 0)
            continue;
        bool fits = k < MOST_TENSORS && path_of(set, kind, k, path);
        enum gather_status status = fits ? read_tensor(set, tensors, value.name, path) : GATHER_STATUS_OK;
        if (!fits)
            gather_write_text(&set->trial->difference, "more tensors, or a longer path, than tests have");
        else if (status != GATHER_STATUS_OK && status != GATHER_STATUS_NO_MEMORY)
            refuse(set, strrchr(path, '/') + 1);
        if (!fits || status != GATHER_STATUS_OK)
            return status;
    }
    return GATHER_STATUS_OK;
}

static void free_tensors(struct tensors *tensors)
{
    for (size_t k = 0; k < tensors->count; k++) {
        free(tensors->operands[k].buffer.data);
        gather_file_close(tensors->files[k]);
    }
}

/* ---- a set --------------------------------------------------------------------------------------- */

static enum gather_status run_set(struct set *set)
{
    struct gather_model_operand outputs[MOST_TENSORS];
    struct gather__model_trial *trial = set->trial;
    for (size_t k = 0; k < set->expected.count; k++)
        outputs[k].name = set->expected.operands[k].name;
    enum gather_status status = gather_model_run(trial->model, set->inputs.operands, set->inputs.count,
                                                 outputs, set->expected.count, &set->error);
    if (status == GATHER_STATUS_NO_MEMORY)
        return status;
    if (status != GATHER_STATUS_OK) {
        gather__model_trial_refused(trial, "outputs", &set->error);
        return GATHER_STATUS_OK;
    }
    for (size_t k = 0; k < set->expected.count; k++) {
        if (trial->room.length == 0)
            gather__model_trial_compare(trial, &outputs[k], &set->expected.operands[k].layout,
                                        set->expected.operands[k].buffer.data);
        gather_model_operand_free(&outputs[k]);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status try_set(struct set *set)
{
    enum gather_status status = read_tensors(set, "input", &set->inputs);
    if (status == GATHER_STATUS_OK)
        status = read_tensors(set, "output", &set->expected);
    if (status == GATHER_STATUS_OK && set->trial->room.length == 0)
        status = run_set(set);
    free_tensors(&set->inputs);
    free_tensors(&set->expected);
    if (set->trial->room.length > 0) {
        gather_write_text(&set->trial->difference, " (test_data_set_");
        gather_write_integer(&set->trial->difference, set->number);
        gather_write_text(&set->trial->difference, ")");
    }
    return status == GATHER_STATUS_NO_MEMORY ? status : GATHER_STATUS_OK;
}

/* ---- the test ------------------------------------------------------------------------------------ */

static enum gather_status try_sets(struct gather__model_trial *trial, const char *folder)
{
    enum gather_status status = GATHER_STATUS_OK;
    char path[PATH_ROOM];
    for (int number = 0; status == GATHER_STATUS_OK && trial->room.length == 0; number++) {
        struct set *set = calloc(1, sizeof *set);
        if (set == NULL)
            return GATHER_STATUS_NO_MEMORY;
        set->trial = trial;
        set->folder = folder;
        set->number = number;
        bool is_there = path_of(set, NULL, 0, path) && access(path, F_OK) == 0;
        if (is_there)
            status = try_set(set);
        else if (number == 0)
            gather_write_text(&trial->difference, "there is no test_data_set_0");
        free(set);
        if (!is_there)
            break;
    }
    return status;
}

static enum gather_status try_model(struct gather__model_trial *trial, const char *folder)
{
    struct gather_error error = {0};
    char path[PATH_ROOM];
    int length = snprintf(path, sizeof path, "%s/model.onnx", folder);
    if (length < 0 || length >= PATH_ROOM) {
        gather_write_text(&trial->difference, "the path is longer than tests have");
        return GATHER_STATUS_OK;
    }
    enum gather_status status = gather__model_trial_open(trial, path, &error);
    if (status == GATHER_STATUS_OK)
        return gather__model_trial_skips(trial) ? GATHER_STATUS_OK : try_sets(trial, folder);
    if (status != GATHER_STATUS_NO_MEMORY)
        gather__model_trial_refused(trial, "outputs", &error);
    return status == GATHER_STATUS_NO_MEMORY ? status : GATHER_STATUS_OK;
}

enum gather_status gather_model_folder_run(const char *folder, const char *name,
                                           const struct gather_case_listener *listener)
{
    struct gather__model_trial trial;
    if (listener->selects != NULL && !listener->selects(listener->context, name))
        return GATHER_STATUS_OK;
    gather__model_trial_begin(&trial, name);
    enum gather_status status = try_model(&trial, folder);
    if (status == GATHER_STATUS_OK)
        status = gather__model_trial_tell(&trial, listener);
    gather__model_trial_end(&trial);
    return status;
}
