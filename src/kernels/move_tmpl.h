/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The move kernel of one width; included once a width with
 *     WIDTH   1, 2, 4, 8 or 16: bytes of an element
 *     NAME    NAME(stage): of the functions, of the kernels move and turn; NAME(turned) and NAME(zipped) are there
 *
 * Where the data is contiguous along one loop and the output along the other, going straight would touch a
 * cache line for every element: that goes by squares, or by a few planes at once. All else goes straight.
 */

/* Elements in the other order. The compiler makes vectors of it. */
static void NAME(reverse)(uint8_t *restrict out, const uint8_t *restrict data, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(out + k * WIDTH, data - k * WIDTH, WIDTH); /* bounded: inside the operands */
}

/* Every other element. */
static void NAME(halve)(uint8_t *restrict out, const uint8_t *restrict data, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(out + k * WIDTH, data + 2 * k * WIDTH, WIDTH); /* bounded: inside the operands */
}

static void NAME(row)(uint8_t *out, const uint8_t *data, int64_t count, int64_t out_step, int64_t data_step)
{
    if (out_step == WIDTH && data_step == WIDTH) {
        memcpy(out, data, (size_t)count * WIDTH); /* bounded: bytes of the operands */
        return;
    }
    if (out_step == WIDTH && data_step == -WIDTH) {
        NAME(reverse)(out, data, count);
        return;
    }
    if (out_step == WIDTH && data_step == (int64_t)2 * WIDTH) {
        NAME(halve)(out, data, count);
        return;
    }
    for (int64_t k = 0; k < count; k++, out += out_step, data += data_step)
        memcpy(out, data, WIDTH);
}

/* Whether both loops are long enough for squares to pay. */
static inline bool NAME(fills_squares)(const struct crossing *crossing)
{
    return crossing->places >= LEAST_SIDE && crossing->columns >= LEAST_SIDE &&
           crossing->places * crossing->columns >= LEAST_ELEMENTS; /* bounded: elements of the output */
}

/* Returns: whether the tile is a crossing, and was moved. */
static bool NAME(crossed)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    const struct crossing crossing = {.out = out,
                                      .data = data,
                                      .from = tile->from,
                                      .to = tile->to,
                                      .out_step = tile->out_step[0],
                                      .data_step = tile->data_step[1],
                                      .places = tile->count[0],
                                      .columns = tile->count[1],
                                      .streams = tile->streams};
    bool is_listed = crossing.from != NULL || crossing.to != NULL;
    if (!is_listed) {
        if (tile->out_step[1] != WIDTH || tile->data_step[0] != WIDTH || tile->data_step[1] == WIDTH)
            return false;
        if (NAME(zipped)(&crossing))
            return true;
        if (!NAME(fills_squares)(&crossing))
            return false;
    }
    NAME(turned)(crossing);
    return true;
}

static void NAME(move)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    if (NAME(crossed)(out, data, tile))
        return;
    for (int64_t i = 0; i < tile->count[0]; i++)
        NAME(row)
    (out + i * tile->out_step[0], data + i * tile->data_step[0], tile->count[1], tile->out_step[1],
     tile->data_step[1]);
}

static void NAME(turn)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                       int64_t count, int64_t step)
{
    const struct crossing crossing = {.out = out + offsets->out_begin,
                                      .data = data,
                                      .from = offsets->data,
                                      .out_step = step,
                                      .places = count,
                                      .columns = offsets->count,
                                      .streams = offsets->streams};
    NAME(turned)(crossing);
}
