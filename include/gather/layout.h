/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A layout says where each element of a shape lies. It is a plain struct of 512 bytes that owns nothing.
 *
 * It comes in two kinds:
 *   strides       cell(i) = offset + sum of i[d] * place[d]; strides may be 0, negative, in any order
 *   memory order  minor_to_major with padded sizes, then tiles: XLA's "Shapes and Layout"
 *
 *        f32[2,3]:(1,2)+2            f32[3,5]{1,0:T(2,2)}          f32[2,3]{0,1:pad(3,5)=zero}
 *        . . a d b e c f             a b | f g | ..                a d .   b e .   c f .   . . .   . . .
 *
 * A cell is the storage of one element, `cell_bits` wide; cell c begins at bit c * cell_bits of the buffer, whose bit 0 is
 * the lowest of its first byte: of two elements in a byte the first lies in the low four bits.
 * Any text of a layout is read by `gather_layout_parse`; a layout made by hand is judged by
 * `gather_layout_validate`. Every other function takes a valid layout.
 */
#ifndef GATHER_LAYOUT_H
#define GATHER_LAYOUT_H

#include <stdbool.h>

#include "gather/dtype.h"
#include "gather/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GATHER_MAX_TILES = 8,
    GATHER_MAX_TILE_BOUNDS = 20, /* of all tiles together */
    GATHER_TILE_MERGE = -1,      /* the bound `*`: merge this dimension into the next */
    GATHER_SIZE_UNKNOWN = -1     /* a size that `gather_infer` is not told */
};

enum gather_layout_kind { GATHER_LAYOUT_STRIDES = 0, GATHER_LAYOUT_ORDER = 1 };

/*
 * What the padding of a memory order holds: the cells between a size and its padded size. UNKNOWN: they are neither read
 * nor written. What rounding up to tiles, or to the tail, adds is never written, whatever stands here.
 */
#define GATHER_PADDING_LIST(X)                                                                               \
    X(UNKNOWN, "unknown") X(ZERO, "zero") X(ONE, "one") X(LOWEST, "lowest") X(HIGHEST, "highest")

enum gather_padding {
#define GATHER_PADDING_ENUM(id, name) GATHER_PADDING_##id,
    GATHER_PADDING_LIST(GATHER_PADDING_ENUM)
#undef GATHER_PADDING_ENUM
        GATHER_PADDING_COUNT
};

struct gather_layout {
    int32_t kind;      /* an `enum gather_layout_kind` */
    int32_t dtype;     /* an `enum gather_dtype` */
    int32_t rank;      /* 0 to GATHER_MAX_RANK */
    int32_t cell_bits; /* of one cell: the type's own bits, or more */
    int64_t sizes[GATHER_MAX_RANK];
    int64_t place[GATHER_MAX_RANK]; /* strides: in cells; memory order: the padded sizes, each >= its size */
    int64_t offset;                 /* strides: the cell of index 0; memory order: 0 */
    /* strides: bytes of the whole buffer (DirectML's total), 0: as far as the elements reach */
    int64_t total_bytes;
    int64_t tail;         /* memory order: cells are rounded up to a multiple of this; 1 for no rounding */
    int64_t memory_space; /* memory order: XLA's S(n); no effect on addresses */
    /* of all tiles, one after the other; GATHER_TILE_MERGE is `*` */
    int64_t tile_bounds[GATHER_MAX_TILE_BOUNDS];
    uint8_t tile_ranks[GATHER_MAX_TILES];    /* number of bounds of each tile */
    uint8_t minor_to_major[GATHER_MAX_RANK]; /* memory order: the dimension that changes fastest first */
    uint8_t tile_count;
    uint8_t padding;      /* an `enum gather_padding` */
    uint8_t reserved[22]; /* zero */
};

/* What there is to say of a layout at a glance. */
struct gather_layout_summary {
    int64_t elements;                 /* product of the sizes */
    int64_t cells;                    /* of the buffer, with padding, tiles and tail */
    int64_t bytes;                    /* of the buffer */
    bool dense;                       /* every cell holds exactly one element */
    bool strided;                     /* `offset` and `strides` give every cell */
    bool padded;                      /* some padded size is above its size */
    int64_t offset;                   /* if strided */
    int64_t strides[GATHER_MAX_RANK]; /* if strided, in cells */
};

/* The eight spellings: id, name, and the world whose names of types it prints. */
#define GATHER_SPELLING_LIST(X)                                                                              \
    X(XLA, "xla", GATHER_WORLD_XLA)                                                                          \
    X(STRIDES, "strides", GATHER_WORLD_OWN)                                                                  \
    X(NUMPY, "numpy", GATHER_WORLD_OWN)                                                                      \
    X(DIRECTML, "directml", GATHER_WORLD_DIRECTML)                                                           \
    X(ORDER, "order", GATHER_WORLD_OWN)                                                                      \
    X(ONEDNN, "onednn", GATHER_WORLD_OWN)                                                                    \
    X(MEMREF, "memref", GATHER_WORLD_MLIR)                                                                   \
    X(CUTE, "cute", GATHER_WORLD_OWN)

enum gather_spelling {
#define GATHER_SPELLING_ENUM(id, name, world) GATHER_SPELLING_##id,
    GATHER_SPELLING_LIST(GATHER_SPELLING_ENUM)
#undef GATHER_SPELLING_ENUM
        GATHER_SPELLING_COUNT,
    GATHER_SPELLING_ANY = GATHER_SPELLING_COUNT /* for reading: whichever the text is in */
};

/* ---- text (src/spell) ---------------------------------------------------------------------------- */

/*
 * Reads the text of a layout.
 * text, length: not ended by NUL; blanks and comments may stand between tokens.
 * spelling: GATHER_SPELLING_XLA or GATHER_SPELLING_ANY.
 * Returns: OK; FORMAT, OVERFLOW, RANK, UNSUPPORTED for a text that can't be read, else what
 *   `gather_layout_validate` answers. On failure: `at` is the byte where it went wrong, `expected` what
 *   should stand there; *layout is untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_parse(struct gather_layout *layout,
                                                                    const char *text, size_t length,
                                                                    int32_t spelling,
                                                                    struct gather_error *error);

/*
 * Reads the text of a layout alone, for a tensor whose type and sizes are known: what stands behind "]" in
 * the spellings xla, strides, numpy, order and onednn, e.g. "{0,1}" or ":(1,3)". An empty text is row-major.
 * layout: in: dtype, rank, sizes; out: all. Returns and On failure: as `gather_layout_parse`.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_parse_suffix(struct gather_layout *layout,
                                                                           const char *text, size_t length,
                                                                           struct gather_error *error);

/*
 * Prints a layout in a spelling.
 * text: room for `size` bytes, ended by NUL if size > 0; a longer text is cut; GATHER_LAYOUT_TEXT_SIZE
 *   bytes hold every text. length: receives the length of the whole text; may be NULL.
 * Returns: OK; UNSUPPORTED with `lacks` where the notation can't say the layout; ARGUMENT for no spelling.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_print(const struct gather_layout *layout,
                                                                    int32_t spelling, char *text, size_t size,
                                                                    size_t *length,
                                                                    struct gather_error *error);
enum { GATHER_LAYOUT_TEXT_SIZE = 2048 };

/* The name of a spelling ("xla"). Returns: a static string; NULL for no spelling. */
GATHER_API const char *gather_spelling_name(int32_t spelling);

/* The spelling of a name of `length` bytes. Returns: -1 if there is none. */
GATHER_API int32_t gather_spelling_from_name(const char *name, size_t length);

/* ---- making and judging (src/core) --------------------------------------------------------------- */

/*
 * Makes the dense row-major layout of a type and sizes: a memory order N-1..0, cells of the type's own bits.
 * Returns: OK; RANK, DTYPE, SHAPE (a negative size), OVERFLOW. On failure: *layout is untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_init(struct gather_layout *layout,
                                                                   int32_t dtype, int32_t rank,
                                                                   const int64_t *sizes,
                                                                   struct gather_error *error);

/*
 * Makes a layout of strides, in cells of the type's own bits. strides: NULL for row-major.
 * Returns: OK; RANK, DTYPE, SHAPE, OVERFLOW; LAYOUT if a cell would lie below 0. On failure: *layout is
 * untouched.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_layout_init_strides(struct gather_layout *layout, int32_t dtype, int32_t rank, const int64_t *sizes,
                           const int64_t *strides, int64_t offset, struct gather_error *error);

/*
 * Judges every field that a layout's kind has (tail, tile bounds and minor_to_major of strides are not looked
 * at), in the order of the spec (XLA-25, LAY-3).
 * Returns: OK; RANK, DTYPE, SHAPE, LAYOUT, UNSUPPORTED, OVERFLOW, BOUNDS; ARGUMENT for a reserved field that
 * is not zero.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_validate(const struct gather_layout *layout,
                                                                       struct gather_error *error);

/* ---- queries (src/core); none allocates ---------------------------------------------------------- */

/* What there is to say at a glance. Returns: what `gather_layout_validate` answers. */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_describe(const struct gather_layout *layout,
                                                                       struct gather_layout_summary *summary,
                                                                       struct gather_error *error);

/* Elements of the shape; bytes and cells of the buffer, padding included. Returns: at least 0. */
GATHER_API int64_t gather_layout_elements(const struct gather_layout *layout);
GATHER_API int64_t gather_layout_bytes(const struct gather_layout *layout);
GATHER_API int64_t gather_layout_cells(const struct gather_layout *layout);

/*
 * The cell of an index of `rank` entries.
 * Returns: OK; RANK for another number of entries than the layout's; INDEX_RANGE with axis, value, low, high.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_cell(const struct gather_layout *layout,
                                                                   const int64_t *index, int32_t rank,
                                                                   int64_t *cell, struct gather_error *error);

/*
 * The first index, in row-major order, whose element lies in a cell. index: room for the layout's rank.
 * Returns: OK; INDEX_RANGE if the cell holds no element or is none; UNSUPPORTED where strides overlap so
 *   irregularly that the search was given up.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_index(const struct gather_layout *layout,
                                                                    int64_t cell, int64_t *index,
                                                                    struct gather_error *error);

/*
 * Steps to the next index in row-major order. more: false, and the index unchanged, at the last element.
 * Returns: as `gather_layout_cell`; a shape without elements has no index to be wrong: OK, more = false.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_bump(const struct gather_layout *layout,
                                                                   int64_t *index, int32_t rank, bool *more,
                                                                   struct gather_error *error);

/* Whether an index has the layout's rank and lies inside its sizes. */
GATHER_API bool gather_layout_holds(const struct gather_layout *layout, const int64_t *index, int32_t rank);

/* A dimension number -N..N-1 as 0..N-1. Returns: OK, or AXIS with value, low and high. */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_dimension(const struct gather_layout *layout,
                                                                        int64_t number, int32_t *dimension,
                                                                        struct gather_error *error);

/*
 * The stride of a dimension in cells (XLA-43); `number` may count from the end.
 * Returns: OK; AXIS; UNSUPPORTED for a layout with tiles; OVERFLOW, which only a shape without elements can be.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_layout_stride(const struct gather_layout *layout,
                                                                     int64_t number, int64_t *cells,
                                                                     struct gather_error *error);

/*
 * Whether two layouts are the same in every field that a memory order has (XLA-51), or in kind, strides
 * and offset; `compatible`: whether type and sizes are.
 */
GATHER_API bool gather_layout_equal(const struct gather_layout *a, const struct gather_layout *b);
GATHER_API bool gather_layout_compatible(const struct gather_layout *a, const struct gather_layout *b);

/*
 * Whether a reshape, or a transpose, moves nothing (XLA-49): same type, cells and bits, and the n-th element
 * (the element of the permuted index) in the same cell. permutation: dimension k of `to` is permutation[k] of
 * `from`. Returns: OK; ARGUMENT for no permutation; UNSUPPORTED where two tilings are so large and so unlike
 * that the question was given up.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_layout_reshape_is_bitcast(const struct gather_layout *from, const struct gather_layout *to,
                                 bool *answer, struct gather_error *error);
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_layout_transpose_is_bitcast(const struct gather_layout *from, const struct gather_layout *to,
                                   const int64_t *permutation, int32_t count, bool *answer,
                                   struct gather_error *error);

/*
 * DMLCalcBufferTensorSize in exact 64-bit arithmetic (DML-30 to -34). strides: NULL for packed.
 * Returns: OK; DTYPE, RANK, SHAPE, LAYOUT, OVERFLOW. Any number of dimensions is allowed.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_directml_tensor_size(int32_t dtype, int64_t dimension_count, const int64_t *sizes,
                            const int64_t *strides, uint64_t *bytes, struct gather_error *error);

#if GATHER_MAX_RANK == 16
GATHER_STATIC_ASSERT(sizeof(struct gather_layout) == 512, "a layout is 512 bytes");
#endif

#ifdef __cplusplus
}
#endif

#endif
