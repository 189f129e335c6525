/* SPDX-License-Identifier: Apache-2.0 */
/* `gather test`: runs files of conformance cases, and folders of models, against the library. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "complaint.h"
#include "exit_code.h"
#include "foreign_backend.h"
#include "index_list.h"
#include "output.h"
#include "test_dir.h"

struct work {
    const struct arguments *arguments;
    const char *path; /* of the file that runs */
    int64_t offered;  /* cases that it has, chosen or not */
    struct gather_writer writer;
    struct gather_results results;
    const struct gather_backend *backend;
    bool quiet; /* stdout is for JSON or XML alone */
    bool colour;
};

static bool selects(void *context, const char *name)
{
    struct work *work = context;
    const struct arguments *arguments = work->arguments;
    work->offered++;
    for (size_t k = 0; k < arguments->count; k++)
        if (argument_is(&arguments->list[k], "only") && fnmatch(arguments->list[k].value, name, 0) == 0)
            return true;
    return !arguments_flag(arguments, "only");
}

/* A test of a model has a line whatever becomes of it: "passed test_gather_0", "skipped test_abs: Abs". */
static void print_model(struct work *work, const struct gather_case_result *result)
{
    bool skipped = result->verdict == GATHER_VERDICT_SKIPPED;
    gather_write_text(&work->writer, skipped ? "skipped " : "passed ");
    gather_write_safe(&work->writer, result->name, strlen(result->name), false);
    gather_write_text(&work->writer, skipped ? ": " : "");
    gather_write_text(&work->writer, skipped ? result->op : "");
    gather_write_text(&work->writer, "\n");
}

/* "FAIL cases.jsonl:12 name: expected 7, got 8"; a test of a model has no line. */
static void print_failure(struct work *work, const struct gather_case_result *result)
{
    bool broken = result->verdict == GATHER_VERDICT_BROKEN;
    gather_write_text(&work->writer, work->colour ? "\033[31m" : "");
    gather_write_text(&work->writer, broken ? "BROKEN" : "FAIL");
    gather_write_text(&work->writer, work->colour ? "\033[0m " : " ");
    if (result->line > 0) {
        gather_write_safe(&work->writer, work->path, strlen(work->path), false);
        gather_write_text(&work->writer, ":");
        gather_write_integer(&work->writer, result->line);
        gather_write_text(&work->writer, broken ? "" : " ");
    }
    gather_write_safe(&work->writer, result->name, strlen(result->name), false);
    gather_write_text(&work->writer, ": ");
    gather_write_text(&work->writer, result->message);
    gather_write_text(&work->writer, "\n");
}

/* "gather test: cases.jsonl:3: broken, no case; the rest of this file is not run": the counts hide it. */
static void talk_of_rest(const struct work *work, int64_t line)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    talk_begin(work->arguments->command->name);
    complaint_note_status(GATHER_STATUS_FORMAT);
    talk_safe(work->path, strlen(work->path));
    gather_write_text(&talker, ":");
    gather_write_integer(&talker, line);
    gather_write_text(&talker, ": broken, no case; the rest of this file is not run\n");
}

static enum gather_status hears(void *context, const struct gather_case_result *result)
{
    struct work *work = context;
    bool broken = result->verdict == GATHER_VERDICT_BROKEN;
    if (!work->quiet && (broken || result->verdict == GATHER_VERDICT_FAILED))
        print_failure(work, result);
    else if (!work->quiet && result->line == 0)
        print_model(work, result);
    if (broken)
        talk_of_rest(work, result->line);
    return gather_results_add(&work->results, work->path, result);
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* A file without a case passes no test: it is rarely the file that was meant. */
static int complain_of_none(const struct work *work)
{
    talk_begin(work->arguments->command->name);
    talk_safe(work->path, strlen(work->path));
    talk(": no case is in it: no line with a JSON object\n");
    return EXIT_LIBRARY;
}

static int run_file(struct work *work)
{
    const char *command = work->arguments->command->name;
    const struct gather_case_listener listener = {work, selects, hears};
    if (is_folder(work->path))
        return work->backend == gather_own_backend()
                   ? test_dir_run(command, work->path, &listener)
                   : arguments_misused(work->arguments->command, "a backend answers no models:", work->path);
    bool from_stdin = strcmp(work->path, "-") == 0;
    int descriptor = from_stdin ? STDIN_FILENO : open(work->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return complain_of_file(command, "can't read", work->path);
    errno = 0;
    work->offered = 0;
    enum gather_status status = gather_cases_run(input_source(&descriptor), work->backend, &listener, NULL);
    int code = exit_of_status(status);
    if (status == GATHER_STATUS_IO)
        code = complain_of_file(command, "can't read", work->path);
    else if (status == GATHER_STATUS_NO_MEMORY)
        code = complain_of_memory(command);
    else if (status == GATHER_STATUS_OK && work->offered == 0)
        code = complain_of_none(work);
    if (!from_stdin)
        close(descriptor);
    return code;
}

static bool is_stdout(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

static int write_junit(const struct work *work, const char *path)
{
    const char *command = work->arguments->command->name;
    struct gather_memory xml = {0};
    if (is_stdout(path)) /* what fails there is told at the end */
        return exit_of_status(gather_results_write_junit(&work->results, work->writer.sink));
    int code = gather_results_write_junit(&work->results, output_memory(&xml)) == GATHER_STATUS_OK
                   ? output_file_write(command, path, &xml)
                   : complain_of_memory(command);
    gather_memory_fini(&xml);
    return code;
}

/* What was skipped, on stderr: a stderr that takes nothing changes nothing. */
static enum gather_status talk_of_skips(const struct work *work)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    const char *why = work->backend == gather_own_backend() ? "known and not built" : "not answered";
    enum gather_status status = gather_results_write_skipped(&work->results, why, &talker);
    return status == GATHER_STATUS_IO ? GATHER_STATUS_OK : status;
}

/* code: what the files came to, verdicts apart. */
static void write_json(const struct work *work, int code)
{
    struct gather_json json = gather_json_to(work->writer.sink);
    gather_json_object(&json, NULL);
    enum gather_status status = gather_results_write_json(&work->results, &json);
    if (status == GATHER_STATUS_NO_MEMORY)
        complaint_lose();
    complaint_write_json(&json, code);
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
}

/*
 * The summary, and the talk about what was not run. A file that lacks cases for want of memory looks like one of a whole
 * run: none is written. code: what the files came to.
 */
static int report(struct work *work, int code)
{
    const char *command = work->arguments->command->name, *junit = arguments_value(work->arguments, "junit");
    if (junit != NULL && !complaint_lacks_memory())
        code = exit_worse(code, write_junit(work, junit));
    if (talk_of_skips(work) == GATHER_STATUS_NO_MEMORY)
        complaint_lose();
    if (work->results.count == 0 && arguments_flag(work->arguments, "only")) {
        talk_begin(command);
        talk("no case has such a name\n");
        code = exit_worse(code, EXIT_NO);
    }
    if (arguments_flag(work->arguments, "json"))
        write_json(work, code);
    if (!work->quiet)
        gather_results_write_summary(&work->results, &work->writer);
    return exit_worse(code, work->results.verdicts[GATHER_VERDICT_FAILED] > 0 ? EXIT_NO : EXIT_YES);
}

static int run_files(struct work *work)
{
    int code = EXIT_YES;
    for (size_t k = 0; k < work->arguments->count; k++) {
        work->path = work->arguments->list[k].value;
        if (work->arguments->list[k].option == NULL)
            code = exit_worse(code, run_file(work));
    }
    return report(work, code);
}

/* The seconds that a foreign program has for an answer, as milliseconds; -1 for none that makes sense. */
static int64_t limit_of(const struct arguments *arguments)
{
    const int64_t usual = 10, most = 86400;
    const char *text = arguments_value(arguments, "limit");
    struct index_list seconds = index_list_read(text != NULL ? text : "");
    if (text == NULL)
        return usual * 1000;
    return seconds.count == 1 && seconds.values[0] > 0 && seconds.values[0] <= most ? seconds.values[0] * 1000
                                                                                    : -1;
}

static int run_foreign(struct work *work, const char *path)
{
    struct foreign_backend backend;
    int64_t limit = limit_of(work->arguments);
    if (limit < 0)
        return arguments_misused(work->arguments->command, "--limit is from 1 to 86400 whole seconds, not",
                                 arguments_value(work->arguments, "limit"));
    int code = foreign_backend_open(&backend, work->arguments->command->name, path, limit);
    work->backend = backend.table;
    if (code == EXIT_YES)
        code = run_files(work);
    foreign_backend_close(&backend);
    return code;
}

static int run(const struct arguments *arguments)
{
    struct work work = {.arguments = arguments,
                        .writer = gather_writer_to(output_stdout()),
                        .backend = gather_own_backend(),
                        .quiet = arguments_flag(arguments, "json"),
                        .colour = output_drawing().colour};
    static const char *const of_backend[] = {"limit", NULL};
    bool to_stdout = is_stdout(arguments_value(arguments, "junit"));
    const char *backend = arguments_value(arguments, "backend");
    if (work.quiet && to_stdout)
        return arguments_misused(arguments->command, "--junit - leaves no room on stdout for --json", NULL);
    work.quiet = work.quiet || to_stdout;
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a file of cases, or a folder, is missing", NULL);
    const char *junit = arguments_value(arguments, "junit");
    int code = EXIT_YES;
    if (backend == NULL)
        code = arguments_refuse(arguments, "without --backend there is no use for", of_backend);
    if (code == EXIT_YES && junit != NULL && !to_stdout)
        code = output_file_judge(arguments->command->name, junit);
    if (code != EXIT_YES)
        return code;
    code = backend != NULL ? run_foreign(&work, backend) : run_files(&work);
    gather_results_fini(&work.results);
    return code;
}

static const struct option options[] = {
    {'\0', "only", "NAME", "only cases of this name; * and ? stand for anything; may be repeated"},
    {'\0', "backend", "PROGRAM", "judge this program, or shared object, in place of libgather"},
    {'\0', "limit", "SECONDS", "that the program has for an answer: 10 if nothing is said"},
    {'\0', "junit", "FILE", "write the results as XML for readers of test reports; - is stdout"},
    {'\0', "json", NULL, "tell the results as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

static const char *const repeated[] = {"only", NULL};

const struct command command_test = {
    .name = "test",
    .summary = "run conformance cases against the library",
    .operands = "CASES.jsonl|DIR...",
    .details = "Runs every case of the files, one JSON object a line, and prints a line for each that\n"
               "fails, then how many passed, failed and were skipped. A file of - is stdin.\n"
               "Of a folder DIR it runs the models: ONNX's own tests (model.onnx beside test_data_set_0)\n"
               "at any depth, and those that an expect.json lists, a line each.\n"
               "With --backend another program answers: a line for each case, docs/conformance.md.\n"
               "What it does not answer, and models with other operators, are skipped by name.\n",
    .examples = "  gather test tests/cases/layouts.jsonl\n"
                "  gather test tests/cases/*.jsonl --junit results.xml\n"
                "  gather test tests/cases/xla.jsonl --only 'tile_*'\n"
                "  gather test tests/cases/openvino_ir --only 'gather*'\n",
    .options = options,
    .repeated = repeated,
    .run = run,
};
