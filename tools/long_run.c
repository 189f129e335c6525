/* SPDX-License-Identifier: Apache-2.0 */
/* An operator, run: long_run.h says how. Starting threads costs more than a small one takes. */
#include "long_run.h"

#include "exit_code.h"
#include "gather/threads.h"
#include "interrupt.h"
#include "output.h"

int long_run(const char *command, const struct gather_op *op, const struct gather_layout *layouts,
             const struct gather_buffer *inputs, size_t count, const struct gather_layout *layout,
             struct gather_buffer output)
{
    const uint64_t long_work = UINT64_C(32) << 20;
    struct gather_error error = {0};
    struct gather_pool *pool = NULL;
    struct gather_threads threads;
    struct gather_run run = {.size = sizeof run};
    if (output.bytes >= long_work && gather_pool_create(&pool, 0) == GATHER_STATUS_OK) {
        threads = gather_pool_threads(pool);
        run.threads = &threads;
        interrupt_cancels(pool);
    }
    enum gather_status status = gather_once(op, layouts, inputs, count, layout, output, &run, &error);
    interrupt_cancels(NULL);
    gather_pool_destroy(pool);
    if (interrupt_seen())
        return EXIT_SYSTEM;
    if (status != GATHER_STATUS_OK)
        talk_failure(command, NULL, &error);
    return exit_of_status(status);
}
