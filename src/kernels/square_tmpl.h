/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A square turned in registers; included once a width with
 *     WIDTH       1, 2, 4, 8 or 16: bytes of an element
 *     NAME        NAME(stage): of the function
 *     REGISTER    a vector of LANES parts of 16 bytes
 *     LOAD_PARTS  (from, step): a part from each of LANES addresses
 *     STORE       (to, register)
 *     LOAD_LISTED (from, step, at): a part from bytes `at` on of each step-th of LANES addresses in a list; for 4 and 8
 *                 bytes, of which squares need not be whole
 *     STORE_SOME  (to, register, bytes): likewise the first bytes of a register, or all; where it is not defined, they go
 *                 by way of the stack
 *     STREAM_PART (to, register): past the caches, to a line or a part of one; where STREAMS_SQUARES is defined
 *     LOW, HIGH   (a, b): in each part, the elements of the lower or upper halves of a and b by turns; not for
 *                 16 bytes, which are a part each
 *
 * A part is a small square's row of PART elements; each lane turns small squares of its own, and the lanes
 * together make a row of the output:
 *
 *     a0 a1   LOW(a, b)  -> a0 b0        log2 PART rounds of LOW and HIGH of the register of number k with
 *     b0 b1   HIGH(a, b) -> a1 b1        that of k + PART / 2 turn PART registers
 */
#define PART (16 / WIDTH)

/* PART registers of small squares, turned. */
INLINED void NAME(turn_parts)(REGISTER *x)
{
#if WIDTH < 16
    REGISTER y[PART];
    UNROLLED
    for (int64_t round = 1; round < PART; round *= 2) {
        UNROLLED
        for (int64_t k = 0; k < PART / 2; k++) {
            y[2 * k] = LOW(x[k], x[k + PART / 2]);
            y[2 * k + 1] = HIGH(x[k], x[k + PART / 2]);
        }
        UNROLLED
        for (int64_t k = 0; k < PART; k++)
            x[k] = y[k];
    }
#else
    (void)x;
#endif
}

#if defined(STREAMS_SQUARES) && WIDTH < 4
#define PUT(to, x) (streams ? STREAM_PART(to, x) : STORE(to, x))
#else
#define PUT(to, x) STORE(to, x)
#endif

/* Whole lines `from`, SIDE of them, into parts * PART whole lines `to`. */
INLINED void NAME(square_to)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step,
                             int64_t parts, bool streams)
{
    (void)streams;
    for (int64_t part = 0; part < parts; part++) {
        UNROLLED
        for (int64_t half = 0; half < 4; half += LANES) {
            const uint8_t *corner = from + 16 * part + half * PART * from_step;
            REGISTER x[PART];
            UNROLLED
            for (int64_t k = 0; k < PART; k++)
                x[k] = LOAD_PARTS(corner + k * from_step, PART * from_step);
            NAME(turn_parts)(x);
            UNROLLED
            for (int64_t k = 0; k < PART; k++)
                PUT(to + (part * PART + k) * to_step + 16 * half, x[k]);
        }
    }
}

#undef PUT

#if defined(STREAMS_SQUARES) && WIDTH < 4 /* with many stores: one copy of them for both */
OUTLINED void NAME(square_either)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step,
                                  int64_t parts, bool streams)
{
    NAME(square_to)(to, to_step, from, from_step, parts, streams);
}

static inline void NAME(square)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step,
                                int64_t parts)
{
    NAME(square_either)(to, to_step, from, from_step, parts, false);
}

static inline void NAME(stream_square)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step)
{
    NAME(square_either)(to, to_step, from, from_step, 4, true);
}
#else
OUTLINED void NAME(square)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step,
                           int64_t parts)
{
    NAME(square_to)(to, to_step, from, from_step, parts, false);
}

#ifdef STREAMS_SQUARES
/* All registers of a line one after the other, for a line that is written in parts at different times is written twice. */
OUTLINED void NAME(stream_square)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step)
{
    enum { REGISTERS = 4 / LANES };
    const int64_t bytes = (int64_t)16 * LANES; /* of a register */
    for (int64_t part = 0; part < 4; part++) {
        REGISTER x[REGISTERS][PART];
        UNROLLED
        for (int64_t r = 0; r < REGISTERS; r++) {
            const uint8_t *corner = from + 16 * part + r * LANES * PART * from_step;
            UNROLLED
            for (int64_t k = 0; k < PART; k++)
                x[r][k] = LOAD_PARTS(corner + k * from_step, PART * from_step);
            NAME(turn_parts)(x[r]);
        }
        UNROLLED
        for (int64_t k = 0; k < PART; k++) {
            uint8_t *line = to + (part * PART + k) * to_step;
            UNROLLED
            for (int64_t r = 0; r < REGISTERS; r++)
                STREAM_PART(line + r * bytes, x[r][k]); /* bounded: of a line */
        }
    }
}
#endif
#endif

#if WIDTH == 4 || WIDTH == 8
#ifdef STORE_SOME
#define STORE_PARTS STORE_SOME
#else
#define STORE_PARTS NAME(store_some)
INLINED void NAME(store_some)(uint8_t *to, REGISTER x, int64_t bytes)
{
    uint8_t line[CACHE_LINE]; /* more than is used: or gcc -O1 warns of what copy_short would do with it */
    if (bytes >= (int64_t)16 * LANES) {
        STORE(to, x);
        return;
    }
    STORE(line, x);
    copy_short(to, line, bytes, WIDTH);
}
#endif

/*
 * Of columns at a step, at most SIDE, a square's `places`, PART or more. Columns that there are not are the last one
 * again; the last part of places begins before it would go over the edge.
 */
static inline void NAME(edge_square)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step,
                                     int64_t places, int64_t columns)
{
    enum { SIDE = 4 * PART };
    const uint8_t *column[SIDE];
    UNROLLED
    for (int64_t k = 0; k < SIDE; k++)
        column[k] = from + (k < columns ? k : columns - 1) * from_step;
    for (int64_t i = 0; i < places; i += PART) {
        const int64_t at = (i + PART <= places ? i : places - PART) * WIDTH; /* bounded: of a line */
        for (int64_t half = 0; half < 4 && half * PART < columns; half += LANES) {
            uint8_t *corner = to + at / WIDTH * to_step + 16 * half;
            REGISTER x[PART];
            UNROLLED
            for (int64_t k = 0; k < PART; k++)
                x[k] = LOAD_LISTED(column + half * PART + k, PART, at);
            NAME(turn_parts)(x);
            UNROLLED
            for (int64_t k = 0; k < PART; k++)
                STORE_PARTS(corner + k * to_step, x[k], columns * WIDTH - 16 * half);
        }
    }
}

#undef STORE_PARTS
#endif

#undef PART
