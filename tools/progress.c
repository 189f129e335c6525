/* SPDX-License-Identifier: Apache-2.0 */
/* How far long work is: progress.h says what is shown when. */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "layout_text.h"
#include "output.h"

enum { FIRST = 500000, EVERY = 200000, LOOK_EVERY = 10000, SECOND = 1000000, MEGABYTE = 1000000 };

static int64_t now(void)
{
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec / 1000;
}

/* Memory that belongs to no file, of this process at this moment; -1 where the system does not tell. */
static int64_t memory_beyond_files(void)
{
    char line[128];
    long kibibytes = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && kibibytes < 0 && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kibibytes = strtol(line + 8, NULL, 10);
    if (status != NULL)
        (void)fclose(status);
    return kibibytes < 0 ? -1 : (int64_t)kibibytes * 1024;
}

struct progress progress_begin(const struct arguments *arguments, int64_t bytes)
{
    struct progress progress = {
        .command = arguments->command->name, .bytes = bytes, .start = now(), .peak = -1};
    progress.on_terminal = isatty(STDERR_FILENO) && !arguments_flag(arguments, "quiet");
    progress.next = progress.start + FIRST;
    return progress;
}

/* "gather convert:  43 %, 1234 MB/s, 12 s left" */
static void show(struct progress *progress, int64_t done, int64_t total, int64_t time)
{
    char line[128];
    double share = total > 0 ? (double)done / (double)total : 1,
           passed = (double)(time - progress->start) / SECOND;
    double rate = share * (double)progress->bytes / MEGABYTE / passed, left = passed / share - passed;
    (void)snprintf(line, sizeof line, "\rgather %s: %3.0f %%, %.0f MB/s, %.0f s left \033[K",
                   progress->command, 100 * share, rate, left);
    talk(line);
    talk_flush();
    progress->shown = true;
    progress->next = time + EVERY;
}

int progress_report(void *context, int64_t done, int64_t total)
{
    struct progress *progress = context;
    int64_t time = now();
    if (time >= progress->next_look || done == total) {
        int64_t memory = memory_beyond_files();
        progress->peak = memory > progress->peak ? memory : progress->peak;
        progress->next_look = time + LOOK_EVERY;
    }
    if (progress->on_terminal && time >= progress->next && done > 0 && done < total)
        show(progress, done, total, time);
    return interrupt_seen();
}

void progress_end(struct progress *progress)
{
    if (progress->shown) {
        talk("\r\033[K");
        talk_flush();
    }
    progress->shown = false;
}

int64_t progress_microseconds(const struct progress *progress)
{
    int64_t passed = now() - progress->start;
    return passed > 0 ? passed : 1;
}

void progress_tell(const struct progress *progress, int64_t microseconds)
{
    char text[128];
    struct gather_writer writer = gather_writer_to(output_stderr());
    layout_text_bytes(&writer, progress->bytes);
    (void)snprintf(text, sizeof text, " in %.2f s: %.0f MB/s", (double)microseconds / SECOND,
                   (double)progress->bytes /
                       (double)microseconds); /* bytes a microsecond are megabytes a second */
    gather_write_text(&writer, text);
    if (progress->peak >= 0) {
        (void)snprintf(text, sizeof text, "; %.0f MiB of memory beyond the page cache",
                       (double)progress->peak / (1 << 20));
        gather_write_text(&writer, text);
    }
    gather_write_text(&writer, "\n");
}
