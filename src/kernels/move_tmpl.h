/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The move kernel of one width; included once a width with
 *     WIDTH   1, 2, 4, 8 or 16: bytes of an element
 *     NAME    NAME(stage): of the functions, of the kernels move and turn; NAME(turned), NAME(square) and NAME(zip) are
 *             there
 *
 * Where the data is contiguous along one loop and the output along the other, going straight would touch a
 * cache line for every element: that goes by squares, or by a few planes at once. All else goes straight. What way a
 * tile goes is found once, for all that there are more of: small matrices that are transposed are many.
 */

/* A line of one element over and over. */
INLINED void NAME(fill_line)(uint8_t *restrict line, const uint8_t *restrict data)
{
    for (int64_t k = 0; k < CACHE_LINE / WIDTH; k++)
        memcpy(line + k * WIDTH, data, WIDTH); /* bounded: inside the line */
}

/* One element over and over: whole lines, the last of which ends with it. */
static void NAME(repeat)(uint8_t *restrict out, const uint8_t *restrict data, int64_t count)
{
    uint8_t line[CACHE_LINE];
    int64_t bytes = count * WIDTH, at = 0; /* bounded: of the output */
    if (count <= 0)
        return;
    NAME(fill_line)(line, data);
    if (bytes < CACHE_LINE) {
        copy_short(out, line, bytes, WIDTH);
        return;
    }
    for (; at + CACHE_LINE < bytes; at += CACHE_LINE)
        memcpy(out + at, line, CACHE_LINE);
    memcpy(out + bytes - CACHE_LINE, line, CACHE_LINE);
}

INLINED void NAME(reverse_few)(uint8_t *restrict out, const uint8_t *restrict data, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(out + k * WIDTH, data - k * WIDTH, WIDTH); /* bounded: inside the operands */
}

/*
 * Elements in the other order. The compiler makes long vectors of it, and takes what is left one by one: so rows of
 * narrow elements that are shorter than a cache line go by short vectors, the last of which ends with the row.
 */
VECTORIZED static void NAME(reverse)(uint8_t *restrict out, const uint8_t *restrict data, int64_t count)
{
    enum { FEW = 16 / WIDTH };
    if (WIDTH > 2 || count < FEW || count >= CACHE_LINE / WIDTH) {
        NAME(reverse_few)(out, data, count);
        return;
    }
    const int64_t last = count - FEW;
    for (int64_t k = 0; k < last; k += FEW)
        NAME(reverse_few)(out + k * WIDTH, data - k * WIDTH, FEW);   /* bounded: inside the operands */
    NAME(reverse_few)(out + last * WIDTH, data - last * WIDTH, FEW); /* bounded: likewise */
}

/* Every other element. */
VECTORIZED static void NAME(halve)(uint8_t *restrict out, const uint8_t *restrict data, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(out + k * WIDTH, data + 2 * k * WIDTH, WIDTH); /* bounded: inside the operands */
}

/* Whether a row that is contiguous in the output goes by vectors, for the steps through the data are such. */
static inline bool NAME(has_vectors)(int64_t count, int64_t out_step, int64_t data_step)
{
    if (out_step != WIDTH)
        return false;
    if (data_step == -WIDTH || data_step == (int64_t)2 * WIDTH)
        return count >= LEAST_VECTOR / (WIDTH == 1 ? 1 : 2);
    return data_step == 0 || data_step == WIDTH;
}

OUTLINED void NAME(row)(uint8_t *out, const uint8_t *data, int64_t count, int64_t out_step, int64_t data_step)
{
    if (out_step == WIDTH && data_step == WIDTH) {
        memcpy(out, data, (size_t)count * WIDTH); /* bounded: bytes of the operands */
    } else if (!NAME(has_vectors)(count, out_step, data_step)) {
        const struct gather__tile tile = {
            .count = {1, count}, .out_step = {0, out_step}, .data_step = {0, data_step}};
        GATHER__PACE(WIDTH)(out, data, &tile, 1);
    } else if (data_step == 0) {
        NAME(repeat)(out, data, count);
    } else if (data_step == -WIDTH) {
        NAME(reverse)(out, data, count);
    } else {
        NAME(halve)(out, data, count);
    }
}

/*
 * Whether panels of squares pay: not for short loops, and not where straight on reads each line once too, and has no line
 * that is written in two parts; of wide elements they save nothing but that. Where near squares do, they go first.
 */
static inline bool NAME(fills_squares)(const struct crossing *crossing)
{
    if (stays_near(crossing, WIDTH) &&
        (WIDTH >= 8 || crossing->places < PART_SIDE || crossing->columns < PART_SIDE))
        return false;
    return crossing->places >= LEAST_SIDE && crossing->columns >= LEAST_SIDE &&
           crossing->places * crossing->columns >= LEAST_ELEMENTS; /* bounded: elements of the output */
}

/* The crossing that a tile is. Places that lie backwards in the data are gone through from the last one on. */
static struct crossing NAME(crossing_of)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    struct crossing crossing = {.out = out,
                                .data = data,
                                .from = tile->from,
                                .to = tile->to,
                                .out_step = tile->out_step[0],
                                .data_step = tile->data_step[1],
                                .places = tile->count[0],
                                .columns = tile->count[1],
                                .streams = tile->streams};
    if (tile->data_step[0] == -WIDTH) {
        crossing.out += (tile->count[0] - 1) * tile->out_step[0];   /* bounded: inside the output */
        crossing.data += (tile->count[0] - 1) * tile->data_step[0]; /* bounded: inside the data */
        crossing.out_step = -tile->out_step[0];
    }
    return crossing;
}

/* Whether the data is contiguous along one loop of a tile, and the output along the other. */
static inline bool NAME(crosses)(const struct gather__tile *tile)
{
    if (tile->from != NULL || tile->to != NULL)
        return true;
    return tile->count[0] > 1 && tile->out_step[1] == WIDTH &&
           gather__magnitude(tile->data_step[0]) == WIDTH && tile->data_step[1] != WIDTH;
}

#if defined(REGISTER) && (WIDTH == 4 || WIDTH == 8)
/* Whether squares as they lie pay, where straight on would read each line once too: not for short loops. */
static inline bool NAME(fills_near_squares)(const struct crossing *crossing)
{
    return crossing->places >= NEAR_PLACES &&
           crossing->columns >= (WIDTH == 8 ? NEAR_COLUMNS : NEAR_PLACES) &&
           (!crossing->streams || is_small(crossing, WIDTH)) && stays_near(crossing, WIDTH);
}

/* Squares as they lie, without regard to lines. Those at an edge begin before it, or are not whole. */
OUTLINED void NAME(near_squares)(const struct crossing *crossing)
{
    enum { SIDE = CACHE_LINE / WIDTH, LEAST = 16 / WIDTH };
    const int64_t places = crossing->places, columns = crossing->columns;
    for (int64_t i = 0; i < places; i += SIDE) {
        const int64_t left = places - i, here = left >= SIDE ? SIDE : left > LEAST ? left : LEAST;
        const int64_t place = i + here <= places ? i : places - here;
        for (int64_t j = 0; j < columns; j += SIDE) {
            const int64_t wide = columns < SIDE ? columns : SIDE;
            const int64_t column = j + wide <= columns ? j : columns - wide;
            uint8_t *to = crossing->out + place * crossing->out_step + column * WIDTH;
            const uint8_t *from = crossing->data + column * crossing->data_step + place * WIDTH;
            if (here == SIDE && wide == SIDE) {
                NAME(square)(to, crossing->out_step, from, crossing->data_step, 4);
            } else {
                NAME(edge_square)(to, crossing->out_step, from, crossing->data_step, here, wide);
            }
        }
    }
}
#else
static inline bool NAME(fills_near_squares)(const struct crossing *crossing)
{
    (void)crossing;
    return false;
}
static inline void NAME(near_squares)(const struct crossing *crossing) { (void)crossing; }
#endif

static enum way NAME(way_of)(const struct crossing *crossing)
{
    if (crossing->from != NULL || crossing->to != NULL)
        return NAME(fills_lines)(crossing) ? BY_LINES : BY_SQUARES;
    if (NAME(zips)(crossing))
        return BY_ZIP;
    if (NAME(unzips)(crossing))
        return BY_UNZIP;
    if (NAME(fills_near_squares)(crossing))
        return BY_NEAR_SQUARES;
    if (NAME(fills_lines)(crossing))
        return BY_LINES;
    return NAME(fills_squares)(crossing) ? BY_SQUARES : STRAIGHT;
}

/* Returns: whether the tiles are crossings that do not go straight on, and were moved. */
static bool NAME(crossed)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    struct crossing crossing = NAME(crossing_of)(out, data, tile);
    enum way way = NAME(way_of)(&crossing);
    if (way == BY_LINES && tile->more > 0 && tile->more_out % WIDTH != 0)
        way = BY_SQUARES; /* lines of other tiles begin within elements */
    if (way == STRAIGHT)
        return false;
    if (way == BY_SQUARES && is_small(&crossing, WIDTH) && stays_near(&crossing, WIDTH))
        crossing.streams = false;
    for (int64_t k = 0; k <= tile->more; k++) {
        if (way == BY_ZIP)
            NAME(zip)(&crossing);
        else if (way == BY_UNZIP)
            NAME(unzip)(&crossing);
        else if (way == BY_NEAR_SQUARES)
            NAME(near_squares)(&crossing);
        else if (way == BY_LINES)
            NAME(lines)(crossing);
        else
            NAME(turned)(crossing);
        crossing.out += tile->more_out;
        crossing.data += tile->more_data;
    }
    return true;
}

/*
 * A few of each element, one element's behind the other's: whole lines of it are written, the rest of which the
 * next ones write over; but for the last of them.
 */
static void NAME(spread)(uint8_t *restrict out, const uint8_t *restrict data, const struct gather__tile *tile)
{
    int64_t bytes = tile->out_step[0], count = tile->count[0],
            last = count - gather__divide_up(CACHE_LINE, bytes);
    for (int64_t i = 0; i < last; i++)
        NAME(fill_line)(out + i * bytes, data + i * tile->data_step[0]); /* bounded: inside the operands */
    for (int64_t i = last < 0 ? 0 : last; i < count; i++)
        /* bounded: inside the operands */
        NAME(repeat)(out + i * bytes, data + i * tile->data_step[0], tile->count[1]);
}

/* One loop inside the other, as much of it at once as is near, of elements that have vectors or lie far apart. */
static void NAME(rows)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile, int inner,
                       int64_t most)
{
    const int outer = 1 - inner;
    const int64_t out_step = tile->out_step[inner], data_step = tile->data_step[inner],
                  count = tile->count[inner], asked = most >= count ? asked_of_row(tile, inner, WIDTH) : 0;
    for (int64_t j = 0; j < count; j += most)
        for (int64_t i = 0; i < tile->count[outer]; i++) {
            ask_for_row(data, tile, inner, i + ROWS_AHEAD, asked, WIDTH);
            const uint8_t *from = data + i * tile->data_step[outer] + j * data_step;
            uint8_t *to = out + i * tile->out_step[outer] + j * out_step;
            NAME(row)(to, from, count - j < most ? count - j : most, out_step, data_step);
        }
}

/* Whether each element stands a few times, one element's behind the other's. */
static inline bool NAME(spreads)(const struct gather__tile *tile)
{
    const int64_t row = tile->count[1] * WIDTH; /* bounded: of the output */
    return tile->data_step[1] == 0 && tile->out_step[1] == WIDTH && tile->out_step[0] == row && row > 0 &&
           row <= CACHE_LINE;
}

/* Which loop goes inside, and how much of it at once, so that rows are long and lines near. */
static void NAME(go_straight)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    const int inner = inner_loop(tile, WIDTH);
    const int64_t most = near_count(tile, inner);
    const bool spreads = NAME(spreads)(tile);
    if (!spreads && most >= tile->count[inner] &&
        !NAME(has_vectors)(tile->count[inner], tile->out_step[inner], tile->data_step[inner])) {
        GATHER__PACE(WIDTH)(out, data, tile, inner);
        return;
    }
    for (int64_t k = 0; k <= tile->more; k++, out += tile->more_out, data += tile->more_data)
        if (spreads)
            NAME(spread)(out, data, tile);
        else
            NAME(rows)(out, data, tile, inner, most);
}

static void NAME(move)(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    const bool is_row = tile->count[0] == 1 && tile->more == 0 && tile->from == NULL && tile->to == NULL;
    if (is_row)
        NAME(row)(out, data, tile->count[1], tile->out_step[1], tile->data_step[1]);
    else if (!NAME(crosses)(tile) || !NAME(crossed)(out, data, tile))
        NAME(go_straight)(out, data, tile);
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
    if (NAME(fills_lines)(&crossing))
        NAME(lines)(crossing);
    else
        NAME(turned)(crossing);
}
