/* SPDX-License-Identifier: Apache-2.0 */
/* The command `gather`: finds the subcommand and lets it do its work. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "commands.h"
#include "complaint.h"
#include "completion.h"
#include "exit_code.h"
#include "input_stdin.h"
#include "left_out.h"
#include "output.h"
#include "tuning_text.h"

static const struct command *const commands[] = {
#define COMMAND_ROW(name) &name,
    COMMAND_LIST(COMMAND_ROW)
#undef COMMAND_ROW
        NULL,
};

static const char *command_name(const void *names, size_t k)
{
    const struct command *command = ((const struct command *const *)names)[k];
    return command != NULL ? command->name : NULL;
}

/* Returns: `code`. */
static int print_front_page(struct gather_sink sink, int code)
{
    enum { INDENT = 2, SUMMARY_COLUMN = 10 };
    struct gather_writer writer = gather_writer_to(sink);
    size_t columns = output_columns();
    gather_write_text(&writer, "usage: gather COMMAND [options] ...\n\n");
    gather_write_wrapped(&writer, "Tensor gather (take, index_select, embedding lookup) over any layout.", 0,
                         0, columns);
    gather_write_text(&writer, "\ncommands:\n");
    for (size_t k = 0; commands[k] != NULL; k++) {
        size_t length = strlen(commands[k]->name);
        gather_write_text(&writer, "  ");
        gather_write_text(&writer, commands[k]->name);
        gather_write_repeated(&writer, ' ', length < SUMMARY_COLUMN ? SUMMARY_COLUMN - length : 1);
        gather_write_wrapped(&writer, commands[k]->summary, INDENT + SUMMARY_COLUMN, INDENT + SUMMARY_COLUMN,
                             columns);
    }
    gather_write_text(&writer, "\n");
    gather_write_wrapped(&writer, "'gather COMMAND --help' tells more; 'gather --version' is the version.", 0,
                         0, columns);
    return code;
}

static int print_version(void)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    struct gather_tuning tuning;
    gather_write_text(&writer, "gather ");
    gather_write_text(&writer, gather_version());
    gather_write_text(&writer, "\nformats:");
    for (int32_t k = GATHER_FILE_ANY + 1; k < GATHER_FILE_FORMAT_COUNT; k++)
        if (gather_file_format_name(k) != NULL) {
            gather_write_text(&writer, " ");
            gather_write_text(&writer, gather_file_format_name(k));
        }
    gather_tuning_here(&tuning);
    gather_write_text(&writer, "\nkernels: ");
    gather_write_text(&writer, tuning.kernels);
    const char *asked = getenv("GATHER_CPU");
    if (asked != NULL && *asked != '\0' && strcmp(asked, tuning.kernels) != 0)
        gather_write_text(&writer, "; GATHER_CPU names none that runs here and has no effect");
    gather_write_text(&writer, "\ntuning: ");
    tuning_text_write(&writer);
    gather_write_text(&writer, "\n");
    return EXIT_YES;
}

static int unknown_command(const char *word)
{
    const char *nearest = nearest_name(word, command_name, commands);
    talk(word[0] == '-' ? "gather: there is no option '" : "gather: there is no command '");
    talk_safe(word, strlen(word));
    talk(nearest != NULL ? "'; did you mean '" : "'");
    talk(nearest != NULL ? nearest : "");
    talk(nearest != NULL ? "'?\ntry 'gather --help'\n" : "\ntry 'gather --help'\n");
    return EXIT_USAGE;
}

/* Whether a command line that is not understood asks for JSON. */
static bool has_json(int count, char **words)
{
    for (int k = 0; k < count && strcmp(words[k], "--") != 0; k++)
        if (strcmp(words[k], "--json") == 0)
            return true;
    return false;
}

/* Who asked for JSON gets one object, also where nothing came of it. */
static int run_command(const struct command *command, int count, char **words)
{
    struct arguments arguments;
    bool help;
    int code = arguments_read(&arguments, command, count, words, &help);
    bool wants_json = code == EXIT_YES ? arguments_flag(&arguments, "json") : has_json(count, words);
    if (code == EXIT_YES && help)
        arguments_print_help(command);
    else if (code == EXIT_YES)
        code = input_stdin_judge(&arguments);
    if (code == EXIT_YES && !help)
        code = command->run(&arguments);
    code = output_settle(command->name, code);
    if (code != EXIT_YES && wants_json && !output_has_begun())
        complaint_write_object(command->name, code, output_stdout());
    left_out_forget();
    input_stdin_forget();
    arguments_fini(&arguments);
    return code;
}

/* The word for what `gather help PAGE` means: also pages by their names, of which one is about what `layout` reads. */
static const char *word_of_page(const char *page)
{
    static const char prefix[] = "gather-";
    if (strcmp(page, "gather") == 0)
        return "help";
    page += strncmp(page, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    return strcmp(page, "layouts") == 0 ? "layout" : page;
}

static int dispatch(int count, char **words)
{
    if (count < 2)
        return print_front_page(output_stderr(), EXIT_USAGE);
    bool asks_help = count > 2 && strcmp(words[1], "help") == 0;
    const char *word = asks_help ? word_of_page(words[2]) : words[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        return print_front_page(output_stdout(), EXIT_YES);
    if (strcmp(words[1], "--version") == 0)
        return print_version();
    if (strcmp(words[1], "--complete") == 0)
        return completion_print(commands, count - 2, words + 2);
    const struct command *command = command_find(commands, word);
    if (command == NULL)
        return unknown_command(word);
    if (!asks_help)
        return run_command(command, count - 2, words + 2);
    arguments_print_help(command);
    return EXIT_YES;
}

/* All files of a folder are open at once, and a thousand of them is what most systems allow who does not ask. */
static void allow_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int count, char **words)
{
    allow_files();
    output_init();
    return output_end(dispatch(count, words));
}
