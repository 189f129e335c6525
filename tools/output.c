/* SPDX-License-Identifier: Apache-2.0 */
/* Where data and talk go: output.h says how it is used. */
#define _DEFAULT_SOURCE /* for the size of a terminal */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "complaint.h"
#include "exit_code.h"

static int stdout_failure; /* errno of the first write that failed */
static bool stdout_begun;

/*
 * A descriptor of the three that is closed would be given to the next file opened, and data meant for stdout
 * would land in it. So they are filled with something that fails as a closed one does: stdin that can't be
 * read, others that can't be written.
 */
void output_init(void)
{
    complaint_init();
    for (int descriptor = 0; descriptor < 3; descriptor++)
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error with a name, EFBIG */
    (void)setlocale(LC_CTYPE, "");  /* what a pattern's "?" stands for; numbers stay as they are */
}

static enum gather_status write_stdout(void *context, const char *bytes, size_t count)
{
    (void)context;
    stdout_begun = stdout_begun || count > 0;
    if (stdout_failure == 0 && fwrite(bytes, 1, count, stdout) != count)
        stdout_failure = errno;
    return stdout_failure == 0 ? GATHER_STATUS_OK : GATHER_STATUS_IO;
}

struct gather_sink output_stdout(void)
{
    struct gather_sink sink = {write_stdout, NULL};
    return sink;
}

bool output_has_begun(void) { return stdout_begun; }

int output_end(int code)
{
    talk_flush();
    if (fflush(stdout) != 0 && stdout_failure == 0)
        stdout_failure = errno;
    if (stdout_failure == 0)
        return code;
    if (stdout_failure != EPIPE) { /* who reads has gone: nobody to tell */
        talk("gather: can't write to stdout: ");
        talk(strerror(stdout_failure));
        talk("\n");
    }
    return EXIT_SYSTEM;
}

/* What the environment says of its language, "de_DE.UTF-8": the first variable that says anything. */
static const char *language(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t k = 0; k < sizeof variables / sizeof variables[0]; k++) {
        const char *value = getenv(variables[k]);
        if (value != NULL && *value != '\0')
            return value;
    }
    return "C";
}

/* The variables are read and not the locale: where that is not installed, who reads takes UTF-8 all the same. */
bool output_is_utf8(void)
{
    const char *name = language(), *dot = strchr(name, '.'), *set = dot != NULL ? dot + 1 : name;
    const size_t length = strcspn(set, "@");
    return (length == strlen("UTF-8") && strncasecmp(set, "UTF-8", length) == 0) ||
           (length == strlen("utf8") && strncasecmp(set, "utf8", length) == 0);
}

/* The columns of a terminal on stdout; 0 for none, and for one that does not tell. */
static int terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t output_columns(void)
{
    enum { LEAST = 60, MOST = 80 };
    int columns = terminal_columns();
    return columns == 0 || columns > MOST ? MOST : columns < LEAST ? LEAST : (size_t)columns;
}

struct gather_drawing output_drawing(void)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    struct gather_drawing drawing = {0, (int32_t)output_columns(), false, false};
    const bool is_terminal = isatty(STDOUT_FILENO);
    bool wanted = no_colour == NULL || *no_colour == '\0';
    drawing.utf8 = is_terminal && output_is_utf8();
    drawing.colour = wanted && is_terminal && terminal != NULL && strcmp(terminal, "dumb") != 0;
    return drawing;
}

void output_write_safe(struct gather_writer *writer, const char *text)
{
    gather_write_safe(writer, text, strlen(text), output_is_utf8());
}

/* ---- talk ---------------------------------------------------------------------------------------- */

/*
 * A line that is not yet whole. Messages are made of many parts, and those of commands that run side by side must not
 * go in between: a line is one write, as long as it is no longer than a pipe takes at once.
 */
enum { LINE_BYTES = 4096 };
static char line[LINE_BYTES];
static size_t line_count;

static enum gather_status flush_line(void)
{
    const size_t count = line_count;
    line_count = 0;
    return count == 0 || fwrite(line, 1, count, stderr) == count ? GATHER_STATUS_OK : GATHER_STATUS_IO;
}

static enum gather_status add_to_line(const char *bytes, size_t count)
{
    enum gather_status status = GATHER_STATUS_OK;
    while (count > 0) {
        const size_t room = LINE_BYTES - line_count, part = count < room ? count : room;
        memcpy(line + line_count, bytes, part);
        line_count += part;
        bytes += part;
        count -= part;
        if (line_count == LINE_BYTES && flush_line() != GATHER_STATUS_OK)
            status = GATHER_STATUS_IO;
    }
    return status;
}

static enum gather_status write_stderr(void *context, const char *bytes, size_t count)
{
    (void)context;
    complaint_add(bytes, count);
    size_t whole = count; /* up to the end of the last line */
    while (whole > 0 && bytes[whole - 1] != '\n')
        whole--;
    enum gather_status status = add_to_line(bytes, whole);
    if (whole > 0 && flush_line() != GATHER_STATUS_OK)
        status = GATHER_STATUS_IO;
    return add_to_line(bytes + whole, count - whole) == GATHER_STATUS_OK ? status : GATHER_STATUS_IO;
}

void talk_flush(void) { (void)flush_line(); }

struct gather_sink output_stderr(void)
{
    struct gather_sink sink = {write_stderr, NULL};
    return sink;
}

static struct gather_writer talker(void) { return gather_writer_to(output_stderr()); }

void talk(const char *text)
{
    struct gather_writer writer = talker();
    gather_write_text(&writer, text);
}

void talk_begin(const char *command)
{
    talk_begin_note(command);
    complaint_begin();
}

void talk_begin_note(const char *command)
{
    complaint_begin_note();
    talk("gather ");
    talk(command);
    talk(": ");
}

void talk_safe(const char *text, size_t length)
{
    struct gather_writer writer = talker();
    gather_write_safe(&writer, text, length, output_is_utf8());
}

void talk_caret(const char *text, size_t length, const struct gather_error *error)
{
    struct gather_writer writer = talker();
    gather_write_caret(&writer, text, length, error, output_is_utf8());
}

/* "about: ", which somebody else wrote */
static void talk_about(const char *about)
{
    if (about == NULL)
        return;
    talk_safe(about, strlen(about));
    talk(": ");
}

static void talk_error(const char *about, const char *tensor, const struct gather_error *error)
{
    char sentence[512];
    gather_error_format(error, sentence, sizeof sentence);
    talk_about(about);
    talk_about(tensor != NULL && *tensor != '\0' ? tensor : NULL);
    talk_safe(sentence, strlen(sentence)); /* it may hold a name that somebody else wrote */
    talk("\n");
}

void output_json_error(struct gather_json *json, const struct gather_error *error)
{
    char sentence[512];
    gather_error_format(error, sentence, sizeof sentence);
    gather_json_error(json, error);
    gather_json_string(json, "message", sentence, strlen(sentence));
}

void talk_failure_in(const char *command, const char *about, const char *tensor,
                     const struct gather_error *error)
{
    talk_begin(command);
    complaint_note(error);
    talk_error(about, tensor, error);
}

void talk_note_in(const char *command, const char *about, const char *tensor,
                  const struct gather_error *error)
{
    talk_begin_note(command);
    talk_error(about, tensor, error);
}

void talk_failure(const char *command, const char *about, const struct gather_error *error)
{
    talk_failure_in(command, about, NULL, error);
}

int complain_of_memory(const char *command)
{
    talk_begin(command);
    complaint_note_status(GATHER_STATUS_NO_MEMORY);
    talk("out of memory\n");
    return EXIT_SYSTEM;
}

int complain_of_file(const char *command, const char *what, const char *path)
{
    const char *reason = strerror(errno);
    talk_begin(command);
    complaint_note_status(GATHER_STATUS_IO);
    talk(what);
    talk(" '");
    talk_safe(path, strlen(path));
    talk("': ");
    talk(reason);
    talk("\n");
    return EXIT_SYSTEM;
}

/* ---- input --------------------------------------------------------------------------------------- */

static enum gather_status read_descriptor(void *context, char *bytes, size_t size, size_t *received)
{
    ssize_t count;
    do
        count = read(*(int *)context, bytes, size);
    while (count < 0 && errno == EINTR);
    *received = count > 0 ? (size_t)count : 0;
    return count < 0 ? GATHER_STATUS_IO : GATHER_STATUS_OK;
}

struct gather_source input_source(int *descriptor)
{
    struct gather_source source = {read_descriptor, descriptor};
    return source;
}
