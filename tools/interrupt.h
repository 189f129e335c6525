/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that ask the command to end (Ctrl-C, termination, a limit of time, ..): it cleans up, then ends by them. */
#ifndef GATHER_TOOLS_INTERRUPT_H
#define GATHER_TOOLS_INTERRUPT_H

#include <stdbool.h>

/* From now on such a signal is only noted; one that was ignored stays so. */
void interrupt_catch(void);

/* Whether one has come. */
bool interrupt_seen(void);

/* Such a signal also ends the work of a pool early; NULL: of none. */
struct gather_pool;
void interrupt_cancels(struct gather_pool *pool);

/* Signals do again what they did before; if one came, it ends the process now. */
void interrupt_end(void);

#endif
