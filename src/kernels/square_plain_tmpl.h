/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A square turned element by element, in portable C; included once a width with
 *     WIDTH   bytes of an element
 *     NAME    NAME(stage): of the function
 */
static inline void NAME(square)(uint8_t *to, int64_t to_step, const uint8_t *from, int64_t from_step,
                                int64_t parts)
{
    for (int64_t i = 0; i < parts * (16 / WIDTH); i++)
        for (int64_t j = 0; j < CACHE_LINE / WIDTH; j++)
            memcpy(to + i * to_step + j * WIDTH, from + j * from_step + i * WIDTH, WIDTH);
}
