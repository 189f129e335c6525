/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fetch kernels of every width, for the instruction set that the including file has chosen: it defines what
 * fetch_row_tmpl.h wants, ISA(name) among it. FETCH_ROWS lists them for a table, with FETCH_B1, FETCH_B2, FETCH_B3,
 * FETCH_B4 and FETCH_B8 in place of those of their widths, where these are defined.
 */
#define WIDTH 1
#define FETCH ISA(fetch_b1)
#include "kernels/fetch_tmpl.h"
#define WIDTH 2
#define FETCH ISA(fetch_b2)
#include "kernels/fetch_tmpl.h"
#define WIDTH 3
#define FETCH ISA(fetch_b3)
#include "kernels/fetch_tmpl.h"
#define WIDTH 4
#define FETCH ISA(fetch_b4)
#include "kernels/fetch_tmpl.h"
#define WIDTH 6
#define FETCH ISA(fetch_b6)
#include "kernels/fetch_tmpl.h"
#define WIDTH 8
#define FETCH ISA(fetch_b8)
#include "kernels/fetch_tmpl.h"
#define WIDTH 12
#define FETCH ISA(fetch_b12)
#include "kernels/fetch_tmpl.h"
#define WIDTH 16
#define FETCH ISA(fetch_b16)
#include "kernels/fetch_tmpl.h"
#define WIDTH 24
#define FETCH ISA(fetch_b24)
#include "kernels/fetch_tmpl.h"
#define WIDTH 32
#define FETCH ISA(fetch_b32)
#include "kernels/fetch_tmpl.h"

#include "kernels/fetch_row_tmpl.h"

#ifndef FETCH_B4
#define FETCH_B1 fetch_b1
#define FETCH_B2 fetch_b2
#define FETCH_B3 fetch_b3
#define FETCH_B4 fetch_b4
#define FETCH_B8 fetch_b8
#endif
#define FETCH_ROW(name, function, least, most)                                                               \
    {                                                                                                        \
        ISA_TEXT(name), least, most, ISA(function)                                                           \
    }
#define FETCH_ROWS                                                                                           \
    FETCH_ROW(fetch_b1, FETCH_B1, 1, 1), FETCH_ROW(fetch_b2, FETCH_B2, 2, 2),                                \
        FETCH_ROW(fetch_b3, FETCH_B3, 3, 3), FETCH_ROW(fetch_b4, FETCH_B4, 4, 4),                            \
        FETCH_ROW(fetch_b6, fetch_b6, 6, 6), FETCH_ROW(fetch_b8, FETCH_B8, 8, 8),                            \
        FETCH_ROW(fetch_b12, fetch_b12, 12, 12), FETCH_ROW(fetch_b16, fetch_b16, 16, 16),                    \
        FETCH_ROW(fetch_b24, fetch_b24, 24, 24), FETCH_ROW(fetch_b32, fetch_b32, 32, 32),                    \
        FETCH_ROW(fetch_rows, fetch_rows, VECTOR, INT64_MAX)
