/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that is handed lines and answers each with one: started when it is needed, ended when it hangs, dies or
 * says too much, and started again for the next line.
 */
#ifndef GATHER_TOOLS_LINE_PROCESS_H
#define GATHER_TOOLS_LINE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "gather/study.h"

struct line_process {
    const char *path;
    int64_t limit;  /* milliseconds for one answer */
    pid_t pid;      /* 0 while it does not run */
    int to, from;   /* its stdin, its stdout */
    int32_t silent; /* answers in a row that did not come in time */
};

/* Starts it. Returns: 0, or the errno of what failed. From here on SIGPIPE is an error of write. */
int line_process_start(struct line_process *process);

/*
 * Hands it a line and takes its answer, without the end of the line. Returns: OK; IO with the error's reason.
 */
enum gather_status line_process_ask(struct line_process *process, const char *line, size_t length,
                                    struct gather_sink answer, struct gather_error *error);

/* Ends it: its stdin first, which it may take as a wish; then it is killed, with all that it started. */
void line_process_end(struct line_process *process);

#endif
