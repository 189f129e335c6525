/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch COMMAND..: runs a command and tells, on its standard error's last line, how many microseconds it took from its
 * start to its end, and the most bytes of memory it held. It is small itself: what the system tells of a process's
 * memory begins with that of the process which started it.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

int main(int count, char **words)
{
    struct rusage used;
    int status;
    if (count < 2)
        return 2;
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        (void)execvp(words[1], words + 1);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 1;
    (void)fprintf(stderr, "%.1f %ld\n", now() - start, used.ru_maxrss * 1024);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
