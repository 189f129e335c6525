/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether two values of one address map are the same function of its variables: the question behind "is it
 * strided" and "is it a bitcast".
 */
#ifndef GATHER_CORE_COMPARE_H
#define GATHER_CORE_COMPARE_H

#include "core/address.h"

enum gather__verdict { GATHER__DIFFERENT, GATHER__SAME, GATHER__UNDECIDED };

/*
 * Compares two cells over the whole range of the map's variables.
 * Returns: UNDECIDED where formulas are unlike, agree wherever they were tried, and would have to be tried at
 *   more points than is reasonable.
 */
enum gather__verdict gather__map_compare(const struct gather__map *map, const struct gather__value *a,
                                         const struct gather__value *b);

#endif
