/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The move kernel of one fixed width; included once a width with
 *     WIDTH   1, 2, 4, 8 or 16: bytes of an element
 *     UNIT    an unsigned type of that width, or a struct of two for 16
 *     NAME    NAME(stage): of the functions, of the kernels move and turn
 *
 * Where the data is contiguous along one loop and the output along the other, going straight would touch a
 * cache line for every element. Then it goes by squares of SIDE x SIDE elements, one line a side: SIDE whole
 * lines are read, turned on the stack, and SIDE whole lines written.
 *
 *     data  a b c d      square  a e i m      out  a e i m        SIDE = 64 / WIDTH
 *           e f g h  ->          b f j n  ->       b f j n
 *           i j k l              c g k o           c g k o
 *           m n o p              d h l p           d h l p
 *
 * Squares are taken in blocks of BLOCK x BLOCK, so that the pages of a block stay known to the processor.
 */
#define SIDE (64 / WIDTH)
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)

/* One loop of constant steps. */
static void JOIN(NAME(move), _row)(uint8_t *out, const uint8_t *data, int64_t count, int64_t out_step,
                                   int64_t data_step)
{
    if (out_step == WIDTH && data_step == WIDTH) {
        memcpy(out, data, (size_t)count * WIDTH); /* bounded: bytes of the operands */
        return;
    }
    for (int64_t k = 0; k < count; k++, out += out_step, data += data_step)
        memcpy(out, data, WIDTH);
}

/* One square, whole: data contiguous along i, output along j. ahead: the data that comes next, or NULL. */
static void JOIN(NAME(move), _square)(uint8_t *out, const uint8_t *data, const uint8_t *ahead,
                                      int64_t out_step, int64_t data_step, bool streams)
{
    UNIT square[SIDE][SIDE], line[SIDE];
    for (int j = 0; j < SIDE; j++) {
        memcpy(line, data + j * data_step, sizeof line);
        if (ahead != NULL)
            PREFETCH(ahead + j * data_step);
        for (int i = 0; i < SIDE; i++)
            square[i][j] = line[i];
    }
    for (int i = 0; i < SIDE; i++)
        if (streams)
            stream_line(out + i * out_step, square[i]);
        else
            memcpy(out + i * out_step, square[i], sizeof square[i]);
}

/* One block of squares, from i and j on, up to the last whole square. */
static void JOIN(NAME(move), _block)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile,
                                     int64_t rows, int64_t columns, bool streams)
{
    for (int64_t j = 0; j < columns; j += SIDE)
        for (int64_t i = 0; i < rows; i += SIDE) {
            const uint8_t *from = data + i * WIDTH + j * tile->data_step[1];
            JOIN(NAME(move), _square)
            (out + i * tile->out_step[0] + j * WIDTH, from, i + SIDE < rows ? from + 64 : NULL,
             tile->out_step[0], tile->data_step[1], streams);
        }
}

/* All of it by blocks of squares; what is left at the edges goes straight. */
static void JOIN(NAME(move), _turned)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    int64_t rows = tile->count[0] - tile->count[0] % SIDE, columns = tile->count[1] - tile->count[1] % SIDE;
    int64_t span = (int64_t)BLOCK * SIDE;
    bool streams = can_stream(out, tile->out_step[0]) && rows >= STREAM_BYTES / WIDTH / columns;
    for (int64_t i = 0; i < rows; i += span)
        for (int64_t j = 0; j < columns; j += span)
            JOIN(NAME(move), _block)
    (out + i * tile->out_step[0] + j * WIDTH, data + i * WIDTH + j * tile->data_step[1], tile,
     rows - i < span ? rows - i : span, columns - j < span ? columns - j : span, streams);
    if (streams)
        stream_end();
    for (int64_t i = 0; i < tile->count[0]; i++) {
        int64_t begin = i < rows ? columns : 0;
        JOIN(NAME(move), _row)
        (out + i * tile->out_step[0] + begin * WIDTH, data + i * WIDTH + begin * tile->data_step[1],
         tile->count[1] - begin, WIDTH, tile->data_step[1]);
    }
}

static void NAME(move)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    if (tile->out_step[1] == WIDTH && tile->data_step[0] == WIDTH && tile->data_step[1] != WIDTH &&
        tile->count[0] >= SIDE && tile->count[1] >= SIDE) {
        JOIN(NAME(move), _turned)(out, data, tile);
        return;
    }
    for (int64_t i = 0; i < tile->count[0]; i++)
        JOIN(NAME(move), _row)
    (out + i * tile->out_step[0], data + i * tile->data_step[0], tile->count[1], tile->out_step[1],
     tile->data_step[1]);
}

/* One square of columns: `side` of them from `from` on. */
static void JOIN(NAME(turn), _square)(uint8_t *out, const uint8_t *data, const int64_t *from, int64_t step)
{
    UNIT square[SIDE][SIDE], line[SIDE];
    for (int j = 0; j < SIDE; j++) {
        memcpy(line, data + from[j], sizeof line);
        PREFETCH(data + from[j] + 64);
        for (int i = 0; i < SIDE; i++)
            square[i][j] = line[i];
    }
    for (int i = 0; i < SIDE; i++)
        memcpy(out + i * step, square[i], sizeof square[i]);
}

static void NAME(turn)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                       int64_t count, int64_t step)
{
    int64_t places = count - count % SIDE, columns = offsets->count - offsets->count % SIDE;
    out += offsets->out_begin;
    for (int64_t j = 0; j < columns; j += SIDE)
        for (int64_t i = 0; i < places; i += SIDE)
            JOIN(NAME(turn), _square)(out + i * step + j * WIDTH, data + i * WIDTH, offsets->data + j, step);
    for (int64_t i = 0; i < count; i++)
        for (int64_t j = i < places ? columns : 0; j < offsets->count; j++)
            memcpy(out + i * step + j * WIDTH, data + offsets->data[j] + i * WIDTH, WIDTH);
}

#undef JOIN
#undef JOIN_NAMES
#undef SIDE
#undef NAME
#undef UNIT
#undef WIDTH
