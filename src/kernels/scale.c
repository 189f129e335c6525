/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers scaled, in portable C: the specification of the others; and asking for them. */
#include "kernels/prefetch.h"
#include "kernels/scale_tmpl.h"
#include "kernels/table.h"

enum { MOST_ASKED = 1024 }; /* bytes: what lies behind them a processor asks for itself */

SCALE(gather__scale_scalar)

void gather__ask(const uint8_t *data, int64_t bytes)
{
    for (int64_t k = 0; k < bytes && k < MOST_ASKED; k += CACHE_LINE)
        PREFETCH_SECOND(data + k);
}
