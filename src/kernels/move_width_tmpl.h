/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All that moves elements of one width; included once a width with
 *     WIDTH BITS      of an element: 1, 2, 4, 8 or 16 bytes
 *     NAME(stage)     names of the functions
 *     REGISTER        a vector of LANES parts of 16 bytes; where there is none, squares are turned element by
 *                     element
 *     LOAD_PARTS      (from, step): a part from each of LANES addresses
 *     STORE           (to, register)
 *     LOAD_LISTED, STORE_SOME, STREAM_PART     as square_tmpl.h has them
 *     UNPACK          (half, bits): the instruction that takes the elements of the lower (lo) or upper (hi) half
 *                     of each part of two registers by turns
 *     PART_UNPACK     the same for vectors of 16 bytes, by which planes are zipped
 *     ZIPS_GROUPS     defined where the instructions of NEON zip planes; where there is neither, nothing does
 */
#include "core/outlined.h"
#include "kernels/pace.h"
#include "kernels/sides.h"

/* Squares go past the caches as they are turned: any, where a register is a line; else those that gain by it. */
#if defined(STREAM_PART) && (LANES == 4 || WIDTH == 4 || WIDTH == 8)
#define STREAMS_SQUARES
#endif
#ifdef REGISTER
#define LOW(a, b) UNPACK(lo, BITS)(a, b)
#define HIGH(a, b) UNPACK(hi, BITS)(a, b)
#include "kernels/square_tmpl.h"
#undef LOW
#undef HIGH
#else
#include "kernels/square_plain_tmpl.h"
#endif
#include "kernels/turned_tmpl.h"

#include "kernels/lines_tmpl.h"
#if defined(PART_UNPACK) && WIDTH < 16
#define LOW(a, b) PART_UNPACK(lo, BITS)(a, b)
#define HIGH(a, b) PART_UNPACK(hi, BITS)(a, b)
#include "kernels/zip_tmpl.h"
#undef LOW
#undef HIGH
#elif defined(ZIPS_GROUPS) && WIDTH < 16
#include "kernels/arm/zip_neon_tmpl.h"
#else
static inline bool NAME(zips)(const struct crossing *crossing)
{
    (void)crossing;
    return false;
}
static inline bool NAME(unzips)(const struct crossing *crossing) { return NAME(zips)(crossing); }
static inline void NAME(zip)(const struct crossing *crossing) { (void)crossing; }
static inline void NAME(unzip)(const struct crossing *crossing) { (void)crossing; }
#endif
#include "kernels/move_tmpl.h"
#undef STREAMS_SQUARES
#undef NAME
#undef BITS
#undef WIDTH
