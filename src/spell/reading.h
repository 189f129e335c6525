/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the readers of all spellings share: the name of the type, the sizes, and the judge at the end.
 *
 * A text is read to its end before its values are judged (LAY-3). A reader fills `layout`, remembers at which
 * byte each part of it stands, and leaves the values to `gather__judge`.
 */
#ifndef GATHER_SPELL_READING_H
#define GATHER_SPELL_READING_H

#include "gather/layout.h"
#include "spell/scan.h"

struct gather__reading {
    struct gather__scan scan;
    struct gather_layout layout; /* as far as it is read; zeroed before */
    int32_t world;               /* whose names of types are read; GATHER_WORLD_OWN: those of all worlds */
    struct gather__word type;    /* the type's name; length 0 where the type was given */
};

/*
 * Reads the name of an element type into the layout.
 * Returns: OK; UNSUPPORTED for a type that is known and not built (LAY-8, XLA-9); FORMAT for any other name.
 */
enum gather_status gather__read_type(struct gather__reading *reading);

/*
 * Looks at the name again once it is known whose text this is (LAY-7): a name of another world is FORMAT. A
 * type that was given has no name to be wrong.
 */
enum gather_status gather__settle_type(struct gather__reading *reading, int32_t world);

/* Refuses so many sizes, at the byte `at`. */
enum gather_status gather__refuse_rank(const struct gather__scan *scan, size_t at, int64_t rank, int64_t low,
                                       int64_t high, const char *expected);

/* Reads one more size. Returns: OK, FORMAT, OVERFLOW; RANK at the one that is too many (LAY-6). */
enum gather_status gather__read_size(struct gather__reading *reading, const char *expected);

/* Reads "[2,3]". Returns: as `gather__read_size`; UNSUPPORTED for `<=n` and `?` (XLA-29). */
enum gather_status gather__read_sizes(struct gather__reading *reading);

/* Reads "2x3xf32", what stands in MLIR's memref and tensor. Returns: as `gather__read_sizes`, and the type's. */
enum gather_status gather__read_mlir_shape(struct gather__reading *reading);

/* Refuses `?`, a number that is known at run time alone. Returns: OK or UNSUPPORTED. */
enum gather_status gather__refuse_dynamic(const struct gather__scan *scan);

/* Makes the layout one of strides: those numbers, as far as they fit, and an offset. */
void gather__set_strides(struct gather_layout *layout, const struct gather__numbers *strides, int64_t offset);

/*
 * A part of the layout, the byte where its error is reported, and what the reader itself found wrong
 * there.
 */
struct gather__part_at {
    const char *part; /* a `gather__part_*`, or NULL */
    size_t at;
    const char *wrong; /* what was expected instead; NULL for nothing wrong */
};

/*
 * Drops what says nothing, and judges the values. `parts` stand in the order in which they are judged; what
 * the reader found wrong is LAYOUT, unless something before it is wrong too. Parts not named are reported at
 * 0.
 */
enum gather_status gather__judge(struct gather__reading *reading, const struct gather__part_at *parts,
                                 size_t count);

#endif
