/* SPDX-License-Identifier: Apache-2.0 */
/*
 * .npy files put together byte by byte, right ones and wrong ones.
 */
#ifndef GATHER_TESTS_NPY_BY_HAND_H
#define GATHER_TESTS_NPY_BY_HAND_H

#include <stddef.h>
#include <stdint.h>

enum { NPY_BY_HAND_MOST = 1 << 18 };

struct npy_by_hand {
    size_t count;
    size_t header; /* where the dictionary begins */
    size_t data;   /* where the data begin */
    uint8_t bytes[NPY_BY_HAND_MOST];
};

/*
 * Magic, version, the length of the dictionary and itself, as it is; then so many bytes of data, which count
 * up from 1.
 */
void npy_by_hand(struct npy_by_hand *file, int version, const char *dictionary, size_t data);

/* The same with "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" or the like. */
void npy_of_shape(struct npy_by_hand *file, const char *descr, const char *shape, size_t data);

#endif
