/* SPDX-License-Identifier: Apache-2.0 */
/* No asserts where there is nobody to tell; those of the compiler all the same. */
#undef assert
#define assert(condition) ((void)0)
#undef static_assert
#define static_assert _Static_assert
