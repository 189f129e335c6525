/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What DirectML asks of a tensor's strides and total (DML-13, -18, -19), for everything that reads descriptors:
 * texts, operators, C structs. Sizes in bytes are those of `gather_directml_tensor_size`.
 */
#ifndef GATHER_CORE_DIRECTML_SIZE_H
#define GATHER_CORE_DIRECTML_SIZE_H

#include "gather/layout.h"

/*
 * strides: NULL for packed. total: NULL where none is given. implied: receives the implied size.
 * Returns: OK; as `gather_directml_tensor_size`, and OVERFLOW for an implied size beyond 2^63-1; BOUNDS, LAYOUT
 * of "total_bytes".
 */
enum gather_status gather__directml_judge(int32_t dtype, int64_t rank, const int64_t *sizes,
                                          const int64_t *strides, const int64_t *total, int64_t *implied,
                                          struct gather_error *error);

/* The size of a descriptor of 32-bit numbers; 0 where there is none (DML-34). */
uint64_t gather__directml_size_of_uints(int32_t dtype, uint32_t count, const uint32_t *sizes,
                                        const uint32_t *strides);

#endif
