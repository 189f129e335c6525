/* SPDX-License-Identifier: Apache-2.0 */
/* The option `--memory SIZE`: memory_option.h says what it is. */
#define _DEFAULT_SOURCE /* _SC_PHYS_PAGES */
#include "memory_option.h"

#include <string.h>
#include <unistd.h>

#include "complaint.h"
#include "exit_code.h"
#include "gather/io.h"
#include "gather/study.h"
#include "layout_text.h"
#include "output.h"

/* Digits, and one letter for a power of 1024 behind them. Returns: -1 for anything else, and beyond 2^62. */
static int64_t read_size(const char *text)
{
    const int64_t most = INT64_C(1) << 62;
    static const char letters[] = "KMGT";
    int64_t bytes = 0;
    const char *next = text;
    for (; *next >= '0' && *next <= '9'; next++) {
        const int64_t digit = *next - '0';
        if (bytes > (most - digit) / 10)
            return -1;
        bytes = 10 * bytes + digit; /* bounded: by 2^62 */
    }
    const char *letter = *next != '\0' ? strchr(letters, *next) : NULL;
    if (next == text || (*next != '\0' && (letter == NULL || next[1] != '\0')))
        return -1;
    for (; letter != NULL && letter >= letters; letter--) {
        if (bytes > most / 1024)
            return -1;
        bytes *= 1024; /* bounded: by 2^62 */
    }
    return bytes > 0 ? bytes : -1;
}

int memory_option_get(const struct arguments *arguments, int64_t *bytes)
{
    const char *text = arguments_value(arguments, "memory");
    *bytes = text != NULL ? read_size(text) : 0;
    return *bytes >= 0
               ? EXIT_YES
               : arguments_misused(arguments->command,
                                   "--memory is from 1 to 2^62 bytes, as in 512K, 64M, 2G, not", text);
}

static int64_t quarter_of_memory(void)
{
    const int64_t unknown = INT64_C(1) << 30;
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || bytes <= 0 || pages > INT64_MAX / bytes)
        return unknown;
    return (int64_t)pages * bytes / 4; /* bounded: checked above */
}

int memory_option_allowed(const struct arguments *arguments, int64_t *bytes)
{
    int code = memory_option_get(arguments, bytes);
    if (code == EXIT_YES && *bytes == 0)
        *bytes = quarter_of_memory();
    return code;
}

int64_t memory_option_unpacked(const struct arguments *arguments)
{
    const char *text = arguments_value(arguments, "memory");
    int64_t bytes = text != NULL ? read_size(text) : quarter_of_memory();
    return bytes > GATHER_FILE_MEMORY ? bytes : 0;
}

void memory_option_tell(const struct arguments *arguments, int64_t allowed)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    layout_text_bytes(&talker, allowed);
    talk(arguments_value(arguments, "memory") != NULL ? ", which is what --memory allows"
                                                      : ", a quarter of this machine's memory");
}

static void talk_of_need(const char *command, const char *path, int64_t needed)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    talk_begin(command);
    talk_safe(path, strlen(path));
    talk(": it needs memory for ");
    layout_text_bytes(&talker, needed);
}

int memory_option_exceeded(const struct arguments *arguments, const char *path, int64_t needed,
                           int64_t allowed)
{
    talk_of_need(arguments->command->name, path, needed);
    talk(", more than ");
    memory_option_tell(arguments, allowed);
    talk("\n");
    return EXIT_LIBRARY;
}

int memory_option_lacks(const char *command, const char *path, int64_t needed)
{
    talk_of_need(command, path, needed);
    complaint_note_status(GATHER_STATUS_NO_MEMORY);
    talk(", more than the system gives\n");
    return EXIT_SYSTEM;
}
