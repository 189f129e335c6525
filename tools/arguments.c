/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: arguments.h says how it is used. */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "output.h"

static const struct option help_option = {'h', "help", NULL, "show this help"};

const struct command *command_find(const struct command *const *commands, const char *name)
{
    while (*commands != NULL && strcmp((*commands)->name, name) != 0)
        commands++;
    return *commands;
}

static const struct option *find_option(const struct command *command, const char *name, size_t length)
{
    for (const struct option *option = command->options; option->name != NULL; option++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return strlen(help_option.name) == length && memcmp(help_option.name, name, length) == 0 ? &help_option
                                                                                             : NULL;
}

bool command_takes(const struct command *command, const char *name)
{
    return find_option(command, name, strlen(name)) != NULL;
}

static const struct option *find_letter(const struct command *command, char letter)
{
    for (const struct option *option = command->options; option->name != NULL; option++)
        if (option->letter == letter)
            return option;
    return letter == help_option.letter ? &help_option : NULL;
}

/* `nearest`: the option that the word may mean; NULL for none. */
static int misused(const struct command *command, const char *what, const char *word, const char *nearest)
{
    talk_begin(command->name);
    talk(what);
    if (word != NULL) {
        talk(" '");
        talk_safe(word, strlen(word));
        talk("'");
    }
    if (nearest != NULL) {
        talk("; did you mean '--");
        talk(nearest);
        talk("'?");
    }
    talk("\ntry 'gather ");
    talk(command->name);
    talk(" --help'\n");
    return EXIT_USAGE;
}

int arguments_misused(const struct command *command, const char *what, const char *word)
{
    return misused(command, what, word, NULL);
}

static const char *option_name(const void *names, size_t k) { return ((const struct option *)names)[k].name; }

static int unknown_option(const struct command *command, const char *word)
{
    char name[32] = "";
    const char *end = strchr(word, '=');
    size_t length = end != NULL ? (size_t)(end - word) : strlen(word);
    if (strncmp(word, "--", 2) == 0 && length - 2 < sizeof name)
        memcpy(name, word + 2, length - 2);
    return misused(command, "there is no option", word, nearest_name(name, option_name, command->options));
}

/*
 * Where in a word the value of its option stands: behind "=" or behind the letter; NULL if not in this
 * word.
 */
static const char *value_in_word(const char *word, size_t name_length)
{
    if (strncmp(word, "--", 2) == 0)
        return word[2 + name_length] == '=' ? word + 2 + name_length + 1 : NULL;
    return word[2] != '\0' ? word + 2 : NULL;
}

static bool may_repeat(const struct command *command, const struct option *option)
{
    for (const char *const *name = command->repeated; name != NULL && *name != NULL; name++)
        if (strcmp(*name, option->name) == 0)
            return true;
    return option->value == NULL;
}

static bool is_given(const struct arguments *arguments, const struct option *option)
{
    for (size_t k = 0; k < arguments->count; k++)
        if (arguments->list[k].option == option)
            return true;
    return false;
}

const struct option *arguments_option(const struct command *command, const char *word, const char **value)
{
    if (word[0] != '-' || word[1] == '\0')
        return NULL;
    size_t length = strcspn(word + 2, "=");
    *value = value_in_word(word, length);
    return word[1] == '-' ? find_option(command, word + 2, length) : find_letter(command, word[1]);
}

/* Whether a word is an option by its whole name, and so no value of the one before: `-o --json`. */
static bool is_long_option(const struct command *command, const char *word)
{
    const char *value = NULL;
    return word[0] == '-' && word[1] == '-' && arguments_option(command, word, &value) != NULL &&
           value == NULL;
}

/* Reads the option at words[*place]; its value may be the next word, which is then passed over. */
static int read_option(struct arguments *arguments, int count, char **words, int *place)
{
    const char *word = words[*place], *value = NULL;
    const struct option *option = arguments_option(arguments->command, word, &value);
    if (option == NULL)
        return unknown_option(arguments->command, word);
    if (option->value == NULL && value != NULL)
        return arguments_misused(arguments->command, "no value is taken by", word);
    if (option->value != NULL && value == NULL &&
        (*place + 1 == count || is_long_option(arguments->command, words[*place + 1])))
        return arguments_misused(arguments->command, "a value is missing behind", word);
    if (option->value != NULL && value == NULL)
        value = words[++*place];
    if (is_given(arguments, option) && !may_repeat(arguments->command, option))
        return arguments_misused(arguments->command, "given twice, and there is one value for it:", word);
    arguments->list[arguments->count++] = (struct argument){option, value};
    return EXIT_YES;
}

/* Whether a word begins as an option does: "-", "-.npz" and "-@f32[2]" are operands, and a number below 0 may be. */
static bool is_option(const struct command *command, const char *word)
{
    bool is_number = word[0] == '-' && word[1] >= '0' && word[1] <= '9';
    bool is_stdin = word[0] == '-' && (word[1] == '\0' || strchr(".:@", word[1]) != NULL);
    return word[0] == '-' && !is_stdin && !(is_number && command->takes_numbers);
}

int arguments_read(struct arguments *arguments, const struct command *command, int count, char **words,
                   bool *help)
{
    bool options = true;
    int code = EXIT_YES;
    *arguments = (struct arguments){command, calloc((size_t)count + 1, sizeof *arguments->list), 0, 0};
    *help = false;
    if (arguments->list == NULL)
        return complain_of_memory(command->name);
    for (int k = 0; k < count && code == EXIT_YES && !*help; k++) {
        if (options && strcmp(words[k], "--") == 0) {
            options = false;
        } else if (options && is_option(command, words[k])) {
            code = read_option(arguments, count, words, &k);
            *help = code == EXIT_YES && arguments->list[arguments->count - 1].option == &help_option;
        } else {
            arguments->list[arguments->count++] = (struct argument){NULL, words[k]};
            arguments->operands++;
        }
    }
    return code;
}

void arguments_fini(struct arguments *arguments)
{
    free(arguments->list);
    *arguments = (struct arguments){NULL, NULL, 0, 0};
}

bool argument_is(const struct argument *argument, const char *name)
{
    return argument->option != NULL && strcmp(argument->option->name, name) == 0;
}

static const struct argument *last_argument(const struct arguments *arguments, const char *name)
{
    for (size_t k = arguments->count; k > 0; k--)
        if (argument_is(&arguments->list[k - 1], name))
            return &arguments->list[k - 1];
    return NULL;
}

const char *arguments_value(const struct arguments *arguments, const char *name)
{
    const struct argument *argument = last_argument(arguments, name);
    return argument != NULL ? argument->value : NULL;
}

bool arguments_flag(const struct arguments *arguments, const char *name)
{
    return last_argument(arguments, name) != NULL;
}

int arguments_refuse(const struct arguments *arguments, const char *why, const char *const *names)
{
    char word[40];
    while (*names != NULL && !arguments_flag(arguments, *names))
        names++;
    if (*names == NULL)
        return EXIT_YES;
    (void)snprintf(word, sizeof word, "--%s", *names);
    return arguments_misused(arguments->command, why, word);
}

const char *arguments_operand(const struct arguments *arguments, size_t number)
{
    for (size_t k = 0; k < arguments->count; k++)
        if (arguments->list[k].option == NULL && number-- == 0)
            return arguments->list[k].value;
    return NULL;
}

static void print_option(struct gather_writer *writer, const struct option *option, size_t columns)
{
    enum { HELP_COLUMN = 20 };
    size_t length = strlen(option->name) + (option->value != NULL ? strlen(option->value) + 1 : 0) + 8;
    size_t gap = length < HELP_COLUMN ? HELP_COLUMN - length : 2;
    char letter[] = {'-', option->letter, ',', ' ', '\0'};
    gather_write_text(writer, "  ");
    gather_write_text(writer, option->letter != '\0' ? letter : "    ");
    gather_write_text(writer, "--");
    gather_write_text(writer, option->name);
    gather_write_text(writer, option->value != NULL ? " " : "");
    gather_write_text(writer, option->value != NULL ? option->value : "");
    gather_write_repeated(writer, ' ', gap);
    gather_write_wrapped(writer, option->help, length + gap, HELP_COLUMN, columns);
}

void arguments_print_help(const struct command *command)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    size_t columns = output_columns(), indent = strlen("usage: gather ") + strlen(command->name) + 1;
    gather_write_text(&writer, "usage: gather ");
    gather_write_text(&writer, command->name);
    gather_write_text(&writer, " [options] ");
    gather_write_wrapped(&writer, command->operands, indent + strlen("[options] "), indent, columns);
    gather_write_text(&writer, "\n");
    gather_write_wrapped(&writer, command->details, 0, 0, columns);
    gather_write_text(&writer, "\noptions:\n");
    for (const struct option *option = command->options; option->name != NULL; option++)
        print_option(&writer, option, columns);
    print_option(&writer, &help_option, columns);
    gather_write_text(&writer, "\nexamples:\n");
    gather_write_text(&writer, command->examples);
}
