/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A square turned in registers; included once a width with
 *     WIDTH       1, 2, 4, 8 or 16: bytes of an element
 *     NAME        NAME(stage): of the function
 *     REGISTER    a vector of LANES parts of 16 bytes
 *     LOAD_PARTS  (from, step): a part from each of LANES addresses
 *     STORE       (to, register)
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

/* Whole lines `from`, SIDE of them, into parts * PART whole lines `to`. */
static inline void NAME(square)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step,
                                int64_t parts)
{
    for (int64_t part = 0; part < parts; part++)
        for (int64_t half = 0; half < 4; half += LANES) {
            const uint8_t *corner = from + 16 * part + half * PART * from_step;
            REGISTER x[PART];
            UNROLLED
            for (int64_t k = 0; k < PART; k++)
                x[k] = LOAD_PARTS(corner + k * from_step, PART * from_step);
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
#endif
            UNROLLED
            for (int64_t k = 0; k < PART; k++)
                STORE(to + (part * PART + k) * to_step + 16 * half, x[k]);
        }
}

#undef PART
