/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Completion for shells: completion.h says of what. The functions for bash and zsh (completions/) ask here, so that
 * each word is known in one place. Nothing is said of what can't be opened: nobody asked for talk.
 *
 *     gather ta|                      take
 *     gather take --a|                --axis
 *     gather take m.npz:w|            m.npz:weights
 *     gather take m.npz w|            weights
 */
#define _POSIX_C_SOURCE 200809L
#include "completion.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exit_code.h"
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

static const struct command *find_command(const struct command *const *commands, const char *name)
{
    for (; *commands != NULL; commands++)
        if (strcmp((*commands)->name, name) == 0)
            return *commands;
    return NULL;
}

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
    for (const struct option *option = command->options; option->name != NULL; option++) {
        bool is_long = begins_with(word, "--") && strcmp(word + 2, option->name) == 0;
        bool is_short =
            option->letter != '\0' && word[0] == '-' && word[1] == option->letter && word[2] == '\0';
        if (option->value != NULL && (is_long || is_short))
            return option;
    }
    return NULL;
}

/* ---- names of tensors ---------------------------------------------------------------------------- */

static void offer_tensors(const char *path, const char *before, const char *typed)
{
    struct gather_file *file = NULL;
    if (gather_file_open(&file, path, GATHER_FILE_ANY, NULL) != GATHER_STATUS_OK)
        return;
    for (size_t k = 0; k < gather_file_count(file); k++)
        if (gather_file_tensor(file, k)->name[0] != '\0')
            offer(before, gather_file_tensor(file, k)->name, typed);
    gather_file_close(file);
}

/* FILE:NAME: the file is the longest beginning before a ':' that exists. */
static int offer_behind_file(const char *typed)
{
    struct stat there;
    char *text = strdup(typed);
    if (text == NULL)
        return complain_of_memory("completion");
    for (size_t length = strlen(typed); length > 0; length--) {
        if (typed[length] != ':')
            continue;
        text[length] = '\0';
        if (stat(text, &there) == 0) {
            char *before = strndup(typed, length + 1);
            if (before != NULL)
                offer_tensors(text, before, typed);
            free(before);
            break;
        }
    }
    free(text);
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

/* ---- all of it ----------------------------------------------------------------------------------- */

static void offer_dialects(const char *typed)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (behaviour->dialect != NULL && strcmp(behaviour->id, behaviour->dialect) == 0)
            offer("", behaviour->id, typed);
}

int completion_print(const struct command *const *commands, int count, char **words)
{
    const char *typed = count > 0 ? words[count - 1] : "";
    if (count < 2) {
        offer_commands(commands, typed);
        return EXIT_YES;
    }
    const struct command *command = find_command(commands, words[0]);
    if (command == NULL)
        return EXIT_YES;
    const struct option *option = waiting_option(command, words[count - 2]);
    const char *operand = first_operand(command, count - 1, words);
    if (option != NULL && strcmp(option->name, "dialect") == 0)
        offer_dialects(typed);
    else if (option != NULL && strcmp(option->name, "tensor") == 0 && operand != NULL)
        offer_tensors(operand, "", typed);
    else if (option == NULL && typed[0] == '-')
        offer_options(command, typed);
    else if (option == NULL && operand != NULL && strchr(typed, ':') == NULL)
        offer_tensors(operand, "", typed);
    return strchr(typed, ':') != NULL ? offer_behind_file(typed) : EXIT_YES;
}
