/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is told by way of memory. A text that lacks something looks like one that is whole, so what finds no room is
 * noted here, in the one place that all of it passes, and the command fails.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "complaint.h"
#include "exit_code.h"
#include "output.h"

static enum gather_status write_memory(void *context, const char *bytes, size_t count)
{
    struct gather_sink sink = gather_memory_sink(context);
    enum gather_status status = sink.write(sink.context, bytes, count);
    if (status != GATHER_STATUS_OK)
        complaint_lose();
    return status;
}

struct gather_sink output_memory(struct gather_memory *memory)
{
    struct gather_sink sink = {write_memory, memory};
    return sink;
}

char *output_copy(const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        complaint_lose();
    return copy;
}

int output_settle(const char *command, int code)
{
    if (complaint_is_due())
        (void)complain_of_memory(command);
    return complaint_lacks_memory() ? EXIT_SYSTEM : code;
}
