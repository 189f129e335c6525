/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forks, runs one function and tells by the exit code what it answered.
 */
#define _POSIX_C_SOURCE 200809L
#include "support/child_process.h"

#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_TO_LIVE = 60 };

void end_child(bool success) { _exit(success ? 0 : 1); }

bool child_succeeded(int pid)
{
    int state = 0;
    return pid > 0 && waitpid(pid, &state, 0) == pid && WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

bool succeeds_in_child(bool (*function)(void *argument), void *argument)
{
    pid_t pid = fork();
    if (pid == 0) {
        alarm(SECONDS_TO_LIVE);
        end_child(function(argument));
    }
    return child_succeeded(pid);
}
