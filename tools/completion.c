/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Completion for shells: completion.h says of what. The functions for bash and zsh (completions/) ask here, so that
 * each word is known in one place. Nothing is said of what can't be opened: nobody asked for talk.
 *
 *     gather ta|                      take
 *     gather take --a|                --axis
 *     gather take m.npz:w|            m.npz:weights
 *     gather take m.npz w|            weights
 *     gather take m.npz --mode c|     clamp clip
 */
#define _POSIX_C_SOURCE 200809L
#include "completion.h"

#include <stdlib.h>
#include <string.h>

#include "bench_options.h"
#include "exit_code.h"
#include "input_tensor.h"
#include "output.h"

static bool begins_with(const char *word, const char *start)
{
    return strncmp(word, start, strlen(start)) == 0;
}

/* Prints "<before><word>", if it begins as what was typed. A line holds no control characters. */
static void offer(const char *before, const char *word, const char *typed)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    size_t length = strlen(before);
    bool fits = length <= strlen(typed) ? begins_with(typed, before) && begins_with(word, typed + length)
                                        : begins_with(before, typed);
    for (const char *c = word; *c != '\0'; c++)
        fits = fits && (unsigned char)*c >= ' ' && *c != 0x7F;
    if (!fits)
        return;
    gather_write_text(&writer, before);
    gather_write_text(&writer, word);
    gather_write_text(&writer, "\n");
}

/* ---- words of the command line ------------------------------------------------------------------- */

static void offer_commands(const struct command *const *commands, const char *typed)
{
    for (; *commands != NULL; commands++)
        offer("", (*commands)->name, typed);
    if (typed[0] == '-') {
        offer("--", "help", typed);
        offer("--", "version", typed);
    }
}

static void offer_options(const struct command *command, const char *typed)
{
    for (const struct option *option = command->options; option->name != NULL; option++)
        offer("--", option->name, typed);
    offer("--", "help", typed);
}

/* The option that a word is, if its value is to be the next word; NULL if there is none. */
static const struct option *waiting_option(const struct command *command, const char *word)
{
    const char *value = NULL;
    const struct option *option = arguments_option(command, word, &value);
    return option != NULL && option->value != NULL && value == NULL ? option : NULL;
}

/* ---- names of tensors ---------------------------------------------------------------------------- */

static void offer_tensors(const char *path, const char *before, const char *typed)
{
    struct gather_file *file = NULL;
    const struct gather_file_options options = {.size = sizeof options, .unread = 1};
    if (gather_file_open_with(&file, path, &options, NULL) != GATHER_STATUS_OK)
        return;
    for (size_t k = 0; k < gather_file_count(file); k++)
        if (gather_file_tensor(file, k)->name[0] != '\0' && gather_file_tensor(file, k)->unread == NULL)
            offer(before, gather_file_tensor(file, k)->name, typed);
    gather_file_close(file);
}

/* FILE:NAME */
static int offer_behind_file(const char *typed)
{
    char *path = strdup(typed), *before = strdup(typed);
    if (path == NULL || before == NULL) {
        free(path);
        free(before);
        return complain_of_memory("completion");
    }
    size_t length = input_tensor_path_length(path);
    if (typed[length] == ':') {
        path[length] = before[length + 1] = '\0';
        offer_tensors(path, before, typed);
    }
    free(path);
    free(before);
    return EXIT_YES;
}

/* The first operand among words that are complete; NULL if there is none. */
static const char *first_operand(const struct command *command, int count, char **words)
{
    for (int k = 1; k < count; k++) {
        if (words[k][0] != '-' || words[k][1] == '\0')
            return words[k];
        k += waiting_option(command, words[k]) != NULL;
    }
    return NULL;
}

/* ---- values of options --------------------------------------------------------------------------- */

static void offer_dialects(const char *typed)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (behaviour->dialect != NULL && strcmp(behaviour->id, behaviour->dialect) == 0)
            offer("", behaviour->id, typed);
}

static void offer_worlds(const char *before, const char *typed)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        offer(before, behaviour->id, typed);
}

/* Worlds, of which several stand between commas. */
static void offer_several_worlds(const char *typed)
{
    const char *comma = strrchr(typed, ',');
    char *before = strndup(typed, comma != NULL ? (size_t)(comma - typed) + 1 : 0);
    if (before == NULL)
        return;
    offer_worlds(before, typed);
    offer(before, "all", typed);
    free(before);
}

/* The library's word, and numpy's where it has another. */
static void offer_policies(const char *typed)
{
    static const int32_t policies[] = {
#define POLICY_NUMBER(id, number, word, numpys) GATHER_POLICY_##id,
        GATHER_POLICY_LIST(POLICY_NUMBER)
#undef POLICY_NUMBER
    };
    for (size_t k = 0; k < sizeof policies / sizeof *policies; k++) {
        const char *own = gather_policy_word(policies[k], GATHER_WORLD_OWN),
                   *numpys = gather_policy_word(policies[k], GATHER_WORLD_NUMPY);
        offer("", own, typed);
        if (numpys != NULL && strcmp(numpys, own) != 0)
            offer("", numpys, typed);
    }
}

static void offer_types(const char *typed)
{
    char name[32];
    for (int32_t dtype = GATHER_DTYPE_NONE + 1; dtype < GATHER_DTYPE_COUNT; dtype++) {
        gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
        if (dtype != GATHER_DTYPE_STRING)
            offer("", name, typed);
    }
}

/* Operators of a dialect; NULL: of any, those of one name once. */
static void offer_operators(const char *dialect, const char *typed)
{
    const struct gather_op_name *row, *first;
    size_t length = dialect != NULL ? strcspn(dialect, "@") : 0;
    for (size_t k = 0; (row = gather_op_name_at(k)) != NULL; k++) {
        bool is_meant =
            dialect == NULL || (strlen(row->dialect) == length && memcmp(row->dialect, dialect, length) == 0);
        size_t place = 0;
        while (dialect == NULL && (first = gather_op_name_at(place)) != row &&
               strcmp(first->name, row->name) != 0)
            place++;
        if (is_meant && (dialect != NULL || place == k))
            offer("", row->name, typed);
    }
}

static void offer_families(const char *typed)
{
    const char *word;
    for (int32_t k = 0; (word = gather_bench_family_word(k)) != NULL; k++)
        if (bench_options_has_own(k))
            offer("", word, typed);
}

static void offer_distributions(const char *typed)
{
    const char *word;
    for (int32_t k = GATHER_DISTRIBUTION_NONE + 1; (word = gather_distribution_word(k)) != NULL; k++)
        if (k != GATHER_DISTRIBUTION_PATTERN) /* which is --pattern */
            offer("", word, typed);
}

static void offer_of_bench(const char *option, const char *typed)
{
    const char *const *words = bench_options_words(option);
    while (words != NULL && *words != NULL)
        offer("", *words++, typed);
    if (strcmp(option, "op") == 0)
        offer_families(typed);
    if (strcmp(option, "distribution") == 0)
        offer_distributions(typed);
}

/* What stands behind an option among words that are complete; NULL if it is not there. */
static const char *value_of(const struct command *command, const char *name, int count, char **words)
{
    for (int k = 1; k + 1 < count; k++) {
        const struct option *option = waiting_option(command, words[k]);
        if (option != NULL && strcmp(option->name, name) == 0)
            return words[k + 1];
    }
    return NULL;
}

/* words: the command, then those before the one that is typed. */
static void offer_values(const struct command *command, const struct option *option, int count, char **words,
                         const char *typed)
{
    const char *operand = first_operand(command, count, words);
    bool is_bench = strcmp(command->name, "bench") == 0, is_explain = strcmp(command->name, "explain") == 0;
    bool is_dialect = strcmp(option->name, "dialect") == 0;
    if (is_bench)
        offer_of_bench(option->name, typed);
    else if (strcmp(option->name, "for") == 0 || (is_dialect && is_explain))
        offer_several_worlds(typed);
    else if (is_dialect && strcmp(command->name, "check") == 0)
        offer_worlds("", typed);
    else if (is_dialect)
        offer_dialects(typed);
    else if (strcmp(option->name, "mode") == 0)
        offer_policies(typed);
    else if (strcmp(option->name, "view") == 0)
        offer_types(typed);
    else if (strcmp(option->name, "op") == 0)
        offer_operators(value_of(command, "dialect", count, words), typed);
    else if (strcmp(option->name, "tensor") == 0 && operand != NULL)
        offer_tensors(operand, "", typed);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

int completion_print(const struct command *const *commands, int count, char **words)
{
    const char *typed = count > 0 ? words[count - 1] : "";
    if (count < 2 || strcmp(words[0], "help") == 0) {
        offer_commands(commands, typed);
        if (count < 2)
            offer("", "help", typed);
        return EXIT_YES;
    }
    const struct command *command = command_find(commands, words[0]);
    if (command == NULL)
        return EXIT_YES;
    const struct option *option = waiting_option(command, words[count - 2]);
    const char *operand = first_operand(command, count - 1, words);
    if (option != NULL)
        offer_values(command, option, count - 1, words, typed);
    else if (typed[0] == '-')
        offer_options(command, typed);
    else if (operand != NULL && strchr(typed, ':') == NULL)
        offer_tensors(operand, "", typed);
    return strchr(typed, ':') != NULL ? offer_behind_file(typed) : EXIT_YES;
}
