/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two tensors, element by element; part of libgather_study. Elements come in pieces of any length, in one order for
 * both, so that neither tensor has to be in memory:
 *
 *     begin ── add(elements of a, elements of b, count) .. ──> how many differ, which is first, how far at most
 *
 * Each element stands in the whole bytes that its type takes, low bits first, as `struct gather_elements` has them.
 */
#ifndef GATHER_DIFFERENCE_H
#define GATHER_DIFFERENCE_H

#include "gather/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * When two elements are equal. All zero: when they have the same bits, or, of two types, the same value.
 * Tolerant: when they have the same value, or |b - a| <= absolute + relative * |a|, or at most `steps` values of the
 * type lie between them (ULP), one of them counted. NaN is then equal to nothing.
 */
struct gather_tolerance {
    int32_t is_tolerant;
    int32_t equal_nan; /* not 0: NaN is equal to NaN, whatever its bits */
    double relative, absolute;
    uint64_t steps;
};

/* Two elements, by their place among all that were added. */
struct gather_element_pair {
    int64_t number; /* -1: there is none */
    uint8_t a[16], b[16];
};

/* The largest of some measure, and where it was met first. */
struct gather_largest_difference {
    double value; /* of steps that are many: rounded */
    struct gather_element_pair where;
};

/* What came of it. All but the first fields may be read at any time. */
struct gather_difference {
    struct gather_tolerance tolerance;
    int32_t a_type, b_type;
    int32_t type;      /* compared as; integers are compared exactly, whatever the type */
    int64_t elements;  /* added so far */
    int64_t differing; /* of them */
    int64_t close;     /* not the same, and within the tolerance */
    /* pairs that differ where one is NaN or infinite: the largest are those of the others */
    int64_t no_number;
    struct gather_element_pair first; /* that differs */
    /* of all pairs, within the tolerance or not */
    struct gather_largest_difference absolute, relative, steps;
};

/*
 * The type that elements of two types are compared as: one of both that holds the values of the other, else the
 * smallest that holds all, or of the largest integers nearly all. Returns: NONE where there is none, as for numbers
 * and texts.
 */
int32_t gather_dtype_wider(int32_t a, int32_t b);

/* Begins: nothing is compared yet. tolerance: NULL for none. Returns: OK; DTYPE for types that can't be compared. */
GATHER_MUST_CHECK enum gather_status gather_difference_init(struct gather_difference *difference,
                                                            int32_t a_type, int32_t b_type,
                                                            const struct gather_tolerance *tolerance,
                                                            struct gather_error *error);

/* Compares the next `count` elements of both. */
void gather_difference_add(struct gather_difference *difference, const void *a, const void *b, int64_t count);

/* What elements hold that is no number, counted. All zero at the beginning, but for the type. */
struct gather_oddities {
    int32_t dtype;
    int64_t elements;                 /* looked at */
    int64_t nans, infinities;         /* elements of which a part is one */
    struct gather_element_pair first; /* its `a`; where there is one */
};

/* Looks at the next `count` elements. */
void gather_oddities_add(struct gather_oddities *oddities, const void *elements, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
