/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A move kernel of blocks; included once a width with
 *     MOVE    its name
 *     COPY    (to, from): one block of `tile`; or, where rows of them go faster together,
 *     ROW     (to, from, columns, tile): of blocks as the inner loop has them
 *
 * Where the data is nearer along the outer loop, blocks go by patches: their cache lines are then still near when
 * the next block of each is taken.
 */
#ifdef COPY
#define ROW(to, from, columns, tile)                                                                         \
    for (int64_t j = 0; j < (columns); j++, (to) += (tile)->out_step[1], (from) += (tile)->data_step[1])     \
        COPY(to, from);
#endif
#include "core/outlined.h"

#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)

/* asked: bytes of each row that is asked for. A call of its own: within its caller pixels of 3 bytes took twice as long. */
OUTLINED void JOIN(MOVE, _patch)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile,
                                 int64_t rows, int64_t columns, int64_t asked)
{
    for (int64_t i = 0; i < rows; i++) {
        ask_for_row(data, tile, 1, i + ROWS_AHEAD, asked, tile->width);
        uint8_t *to = out + i * tile->out_step[0];
        const uint8_t *from = data + i * tile->data_step[0];
        ROW(to, from, columns, tile);
    }
}

static void JOIN(MOVE, _patches)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    const int64_t rows = PATCH_BYTES / tile->width + 1;
    for (int64_t i = 0; i < tile->count[0]; i += rows)
        for (int64_t j = 0; j < tile->count[1]; j += PATCH_COLUMNS) {
            int64_t here = tile->count[0] - i, columns = tile->count[1] - j;
            uint8_t *to = out + i * tile->out_step[0] + j * tile->out_step[1];
            const uint8_t *from = data + i * tile->data_step[0] + j * tile->data_step[1];
            columns = columns < PATCH_COLUMNS ? columns : PATCH_COLUMNS;
            JOIN(MOVE, _patch)(to, from, tile, here < rows ? here : rows, columns, 0);
        }
}

void MOVE(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    const bool is_patched = gather__magnitude(tile->data_step[0]) < gather__magnitude(tile->data_step[1]);
    const int64_t asked = asked_of_row(tile, 1, tile->width);
    for (int64_t k = 0; k <= tile->more; k++, out += tile->more_out, data += tile->more_data)
        if (is_patched)
            JOIN(MOVE, _patches)(out, data, tile);
        else
            JOIN(MOVE, _patch)(out, data, tile, tile->count[0], tile->count[1], asked);
}

#undef ROW
#undef COPY
#undef MOVE
#undef JOIN
#undef JOIN_NAMES
