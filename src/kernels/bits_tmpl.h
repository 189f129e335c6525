/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The move kernel of elements below a byte, for the instruction set ISA(name); ISA(square_b1) is there.
 *
 * Where the data is dense along one loop and the output along the other, squares of LINE x LINE elements go
 * through the stack: spread to bytes, turned as bytes, and put together again.
 */
enum { LINE = CACHE_LINE, LEAST_LINE = 8 /* elements a side that are worth a square */ };

static void ISA(turn_cells)(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                            const struct gather__tile *tile, int64_t places, int64_t columns)
{
    _Alignas(CACHE_LINE) uint8_t lines[LINE * LINE] = {0};
    _Alignas(CACHE_LINE) uint8_t turned[LINE * LINE];
    const struct cells read = {places, tile->width, 8, 8, tile->data_step[0]};
    const struct cells written = {columns, tile->width, tile->out_width, tile->out_step[1], 8};
    for (int64_t k = 0; k < columns; k++)
        move_cells(lines + k * LINE, 0, data, data_bit + k * tile->data_step[1], &read);
    ISA(square_b1)(turned, LINE, lines, LINE, (places + 15) / 16);
    for (int64_t k = 0; k < places; k++)
        move_cells(out, out_bit + k * tile->out_step[0], turned + k * LINE, 0, &written);
}

/* Runs of places, as a crossing of bytes goes: the pages of a run stay known while all columns go by. */
static void ISA(cross_cells)(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                             const struct gather__tile *tile)
{
    const int64_t *out_step = tile->out_step, *data_step = tile->data_step;
    for (int64_t begin = 0; begin < tile->count[0]; begin += RUN_PLACES) {
        int64_t end = tile->count[0] - begin < RUN_PLACES ? tile->count[0] : begin + RUN_PLACES;
        for (int64_t j = 0; j < tile->count[1]; j += LINE)
            for (int64_t i = begin; i < end; i += LINE)
                ISA(turn_cells)
        (out, out_bit + i * out_step[0] + j * out_step[1], data,
         data_bit + i * data_step[0] + j * data_step[1], tile, end - i < LINE ? end - i : LINE,
         tile->count[1] - j < LINE ? tile->count[1] - j : LINE);
    }
}

void ISA(gather__move_bits)(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                            const struct gather__tile *tile)
{
    const struct cells along[2] = {
        {tile->count[0], tile->width, tile->out_width, tile->out_step[0], tile->data_step[0]},
        {tile->count[1], tile->width, tile->out_width, tile->out_step[1], tile->data_step[1]}};
    if (tile->count[0] >= LEAST_LINE && tile->count[1] >= LEAST_LINE && is_dense_output(&along[1]) &&
        !is_dense_data(&along[1], data_bit) && is_dense_data(&along[0], data_bit)) {
        ISA(cross_cells)(out, out_bit, data, data_bit, tile);
        return;
    }
    for (int64_t i = 0; i < tile->count[0]; i++)
        move_cells(out, out_bit + i * tile->out_step[0], data, data_bit + i * tile->data_step[0], &along[1]);
}
