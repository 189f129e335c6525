/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line: `--name value`, `--name=value`, `-n value`, `-nvalue`, flags, operands; `--` ends the options, and `-`
 * is an operand, as `-1` is where operands may be numbers. A value that is an option's whole name stands behind a `=`.
 * What a subcommand takes is a table, and its help is made from that table.
 */
#ifndef GATHER_TOOLS_ARGUMENTS_H
#define GATHER_TOOLS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct option {
    char letter;       /* '\0' for none */
    const char *name;  /* without the dashes */
    const char *value; /* what the value is called in the help; NULL for a flag */
    const char *help;
};

struct arguments;

struct command {
    const char *name;
    const char *summary;  /* one line */
    const char *operands; /* "SPELLING..." */
    const char *details;  /* paragraphs, with an empty line between; broken into lines as they are shown */
    const char *examples; /* lines of at most 80 columns, each ended by "\n" */
    const struct option *options; /* ended by one without a name */
    const char *const *repeated;  /* options that may be given again, ended by NULL; NULL for none */
    bool takes_numbers;           /* as operands: no option then is a dash with a digit */
    int (*run)(const struct arguments *arguments);
};

/* One thing on the command line, in its order: an option with its value, or an operand. */
struct argument {
    const struct option *option; /* NULL for an operand */
    const char *value;           /* NULL for a flag */
};

struct arguments {
    const struct command *command;
    struct argument *list;
    size_t count;
    size_t operands; /* how many of them are operands */
};

/*
 * Reads what stands behind the subcommand's name. Returns: an exit code; what is wrong was said on stderr.
 * `help` is set if help was asked for. Owns: `list`; to be ended in any case.
 */
int arguments_read(struct arguments *arguments, const struct command *command, int count, char **words,
                   bool *help);
void arguments_fini(struct arguments *arguments);

/* The command of a name, in a list that NULL ends; NULL if there is none. */
const struct command *command_find(const struct command *const *commands, const char *name);

/* The option that a word names, and where its value stands in the word, NULL if it does not. Returns: NULL for none. */
const struct option *arguments_option(const struct command *command, const char *word, const char **value);

/* Whether a command has an option of a name. */
bool command_takes(const struct command *command, const char *name);

/* Whether an argument is the option of a name. */
bool argument_is(const struct argument *argument, const char *name);

/* The value of the last option of a name; NULL if it was not given. */
const char *arguments_value(const struct arguments *arguments, const char *name);
bool arguments_flag(const struct arguments *arguments, const char *name);

/* An operand, by its number from 0 on; NULL if there are fewer. */
const char *arguments_operand(const struct arguments *arguments, size_t number);

/* Complains about the use of a subcommand. Returns: EXIT_USAGE. */
int arguments_misused(const struct command *command, const char *what, const char *word);

/*
 * Complains of an option that is given and has no use: `why`, and its name. names: of such, without the dashes, ended
 * by NULL. Returns: EXIT_YES if none is given; EXIT_USAGE.
 */
int arguments_refuse(const struct arguments *arguments, const char *why, const char *const *names);

/* The help of a subcommand, on stdout. */
void arguments_print_help(const struct command *command);

/* Of several names the one that a mistyped word may mean; NULL if it is like none. `next` gives name k, NULL
 * behind the last. */
const char *nearest_name(const char *word, const char *(*next)(const void *names, size_t k),
                         const void *names);

#endif
