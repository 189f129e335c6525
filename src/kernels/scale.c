/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers scaled, in portable C: the specification of the others. */
#include "kernels/scale_tmpl.h"
#include "kernels/table.h"

SCALE(gather__scale_scalar)
