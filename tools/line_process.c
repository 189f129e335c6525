/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that is handed lines: line_process.h says what it may do. It runs in a process group of its own, so that
 * whatever it started ends with it; and it is never waited for without a limit.
 */
#define _POSIX_C_SOURCE 200809L
#include "line_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"

enum { ANSWER_MAX = 1 << 26, SILENT_MAX = 3, FAREWELL = 200 };

static const char no_answer[] = "gave no answer in time",
                  no_more[] = "is not asked any more: it gave no answers",
                  too_much[] = "answered without an end of the line", ended[] = "ended before it answered",
                  second_line[] = "answered with more than one line",
                  unasked[] = "answered what it had not read", not_started[] = "could not be started again",
                  interrupted[] = "was interrupted";

/* ---- starting ------------------------------------------------------------------------------------ */

static void close_pair(const int *pair)
{
    (void)close(pair[0]);
    (void)close(pair[1]);
}

/* In the child: becomes the program, or says through the pipe why not. */
static void become(const char *path, const int *to, const int *from, int complaint)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    char *words[] = {(char *)(uintptr_t)path, NULL};
    sigemptyset(&usual.sa_mask);
    (void)sigaction(SIGPIPE, &usual, NULL);
    (void)setpgid(0, 0);
    if (dup2(to[0], STDIN_FILENO) >= 0 && dup2(from[1], STDOUT_FILENO) >= 0)
        (void)execv(path, words);
    int reason = errno;
    (void)!write(complaint, &reason, sizeof reason);
    _exit(127);
}

/* Three pipes that close when a program is executed. */
static bool make_pipes(int pipes[3][2])
{
    for (int k = 0; k < 3; k++) {
        if (pipe(pipes[k]) != 0) {
            while (k-- > 0)
                close_pair(pipes[k]);
            return false;
        }
        (void)fcntl(pipes[k][0], F_SETFD, FD_CLOEXEC);
        (void)fcntl(pipes[k][1], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void reap(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* Why it could not be executed; 0 if it was. */
static int complaint_of(int from)
{
    int reason = 0;
    ssize_t count;
    do
        count = read(from, &reason, sizeof reason);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof reason ? reason : 0;
}

int line_process_start(struct line_process *process)
{
    int pipes[3][2]; /* to it, from it, its complaint */
    (void)signal(SIGPIPE, SIG_IGN);
    if (!make_pipes(pipes))
        return errno;
    process->pid = fork();
    if (process->pid == 0)
        become(process->path, pipes[0], pipes[1], pipes[2][1]);
    int reason = process->pid < 0 ? errno : 0;
    (void)close(pipes[0][0]);
    (void)close(pipes[1][1]);
    (void)close(pipes[2][1]);
    process->to = pipes[0][1];
    process->from = pipes[1][0];
    if (reason == 0)
        reason = complaint_of(pipes[2][0]);
    (void)close(pipes[2][0]);
    if (reason != 0) {
        (void)close(process->to);
        (void)close(process->from);
        if (process->pid > 0)
            reap(process->pid);
        process->pid = 0;
        return reason;
    }
    (void)setpgid(process->pid, process->pid);
    (void)fcntl(process->to, F_SETFL, O_NONBLOCK);
    (void)fcntl(process->from, F_SETFL, O_NONBLOCK);
    return 0;
}

/* ---- ending -------------------------------------------------------------------------------------- */

static int64_t now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void kill_it(struct line_process *process)
{
    (void)kill(-process->pid, SIGKILL);
    (void)kill(process->pid, SIGKILL); /* if it has not got its group yet */
    (void)close(process->to);
    (void)close(process->from);
    reap(process->pid);
    process->pid = 0;
}

void line_process_end(struct line_process *process)
{
    char rest[256];
    struct pollfd its = {.fd = process->from, .events = POLLIN};
    int64_t deadline = now() + FAREWELL;
    if (process->pid == 0)
        return;
    (void)close(process->to);
    process->to = -1;
    while (now() < deadline && !interrupt_seen() && poll(&its, 1, (int)(deadline - now())) > 0)
        if (read(process->from, rest, sizeof rest) <= 0)
            break;
    kill_it(process);
}

/* ---- asking -------------------------------------------------------------------------------------- */

/* One question on its way out and its answer on its way in. */
struct asking {
    struct line_process *process;
    const char *line;
    size_t left; /* of the line, and the end of the line */
    struct gather_sink answer;
    size_t received;
    bool is_answered;
    enum gather_status status; /* of the sink */
    const char *reason;        /* NULL while nothing is wrong */
};

static void write_some(struct asking *asking)
{
    const char *bytes = asking->left > 1 ? asking->line : "\n";
    size_t count = asking->left > 1 ? asking->left - 1 : 1;
    ssize_t written = write(asking->process->to, bytes, count);
    if (written > 0) {
        asking->left -= (size_t)written;
        asking->line += asking->left > 0 ? written : 0;
    } else if (written < 0 && errno != EAGAIN && errno != EINTR) {
        asking->left = 0; /* what it did not want to hear is no failure, if it answers */
    }
}

static void take(struct asking *asking, const char *bytes, size_t count)
{
    const char *end = memchr(bytes, '\n', count);
    size_t length = end != NULL ? (size_t)(end - bytes) : count;
    asking->received += length;
    if (asking->received > ANSWER_MAX)
        asking->reason = too_much;
    else
        asking->status = asking->answer.write(asking->answer.context, bytes, length);
    if (end == NULL)
        return;
    asking->is_answered = true;
    if (length + 1 < count)
        asking->reason = second_line;
    else if (asking->left > 0)
        asking->reason = unasked;
}

static void read_some(struct asking *asking)
{
    char bytes[65536];
    ssize_t count = read(asking->process->from, bytes, sizeof bytes);
    if (count > 0)
        take(asking, bytes, (size_t)count);
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        asking->reason = ended;
}

/* Waits for what comes next, and does it. */
static void go_on(struct asking *asking, int64_t deadline)
{
    struct pollfd its[] = {{.fd = asking->process->from, .events = POLLIN},
                           {.fd = asking->left > 0 ? asking->process->to : -1, .events = POLLOUT}};
    int64_t left = deadline - now();
    int ready = poll(its, 2, left > 0 ? (int)left : 0);
    if (interrupt_seen())
        asking->reason = interrupted;
    else if (ready == 0)
        asking->reason = no_answer;
    if (ready <= 0)
        return;
    if (its[1].revents != 0)
        write_some(asking);
    if (its[0].revents != 0)
        read_some(asking);
}

/* Whether it may be asked: what ended meanwhile is started again, what still talks has said too much. */
static const char *get_ready(struct line_process *process)
{
    char rest;
    if (interrupt_seen())
        return interrupted;
    if (process->silent >= SILENT_MAX)
        return no_more;
    ssize_t count = process->pid != 0 ? read(process->from, &rest, 1) : 0;
    if (process->pid != 0 && count >= 0)
        kill_it(process);
    if (count > 0)
        return second_line;
    return process->pid != 0 || line_process_start(process) == 0 ? NULL : not_started;
}

static enum gather_status fail(struct gather_error *error, const char *reason)
{
    memset(error, 0, sizeof *error);
    error->status = GATHER_STATUS_IO;
    error->reason = reason;
    error->part = -1;
    return GATHER_STATUS_IO;
}

enum gather_status line_process_ask(struct line_process *process, const char *line, size_t length,
                                    struct gather_sink answer, struct gather_error *error)
{
    struct asking asking = {.process = process, .line = line, .left = length + 1, .answer = answer};
    int64_t deadline = now() + process->limit;
    const char *reason = get_ready(process);
    if (reason != NULL)
        return fail(error, reason);
    while (!asking.is_answered && asking.reason == NULL && asking.status == GATHER_STATUS_OK)
        go_on(&asking, deadline);
    process->silent = asking.reason == no_answer ? process->silent + 1 : 0;
    if (asking.reason != NULL)
        kill_it(process);
    if (asking.status != GATHER_STATUS_OK)
        return asking.status;
    return asking.reason != NULL ? fail(error, asking.reason) : GATHER_STATUS_OK;
}
