/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fetch kernel of one fixed width; included once a width with
 *     WIDTH   bytes of a block, 1 to 32
 *     FETCH   its name
 *
 * Where the data is far, a block is asked for BLOCKS_AHEAD blocks before it is copied. An odd width is two copies that
 * overlap; the compiler makes them of memcpy. Three bytes go as four where many places have the same blocks: the next
 * block writes over the last of them.
 */
#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)

/* Blocks begin..end-1 to a contiguous output, `copied` bytes of each but the last. */
INLINED void JOIN(FETCH, _run)(uint8_t *out, const uint8_t *data, const int64_t *from, int64_t begin,
                               int64_t end, struct soon *soon, size_t copied)
{
    const int64_t last = copied > WIDTH ? end - 1 : end;
    int64_t k = begin;
    for (; k + 8 <= last; k += 8) { /* eight at a time: counting costs as much as moving */
        ask_for_soon(soon, 8);
        memcpy(out + (k + 0) * WIDTH, data + from[k + 0], copied);
        memcpy(out + (k + 1) * WIDTH, data + from[k + 1], copied);
        memcpy(out + (k + 2) * WIDTH, data + from[k + 2], copied);
        memcpy(out + (k + 3) * WIDTH, data + from[k + 3], copied);
        memcpy(out + (k + 4) * WIDTH, data + from[k + 4], copied);
        memcpy(out + (k + 5) * WIDTH, data + from[k + 5], copied);
        memcpy(out + (k + 6) * WIDTH, data + from[k + 6], copied);
        memcpy(out + (k + 7) * WIDTH, data + from[k + 7], copied);
    }
    ask_for_soon(soon, end - k);
    for (; k < end; k++)
        memcpy(out + k * WIDTH, data + from[k], WIDTH);
}

static void JOIN(FETCH, _far)(uint8_t *out, const uint8_t *data, const int64_t *from, int64_t count,
                              bool nearest)
{
    struct soon none = {0};
    int64_t last = count > BLOCKS_AHEAD ? count - BLOCKS_AHEAD : 0;
    for (int64_t k = 0; k < BLOCKS_AHEAD && k < count; k++)
        ask_far_block(data + from[k], WIDTH, nearest);
    for (int64_t k = 0; k < last; k++) {
        ask_far_block(data + from[k + BLOCKS_AHEAD], WIDTH, nearest);
        memcpy(out + k * WIDTH, data + from[k], WIDTH);
    }
    JOIN(FETCH, _run)(out, data, from, last, count, &none, WIDTH);
}

/* Blocks to places of the output that lie apart; four at a time, for counting costs as much as moving. */
static void JOIN(FETCH, _apart)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets)
{
    const int64_t *from = offsets->data, step = offsets->out_step, count = offsets->count;
    int64_t k = 0;
    if (offsets->out != NULL) {
        const int64_t *to = offsets->out, last = offsets->is_far ? count - BLOCKS_AHEAD : 0;
        const bool nearest = offsets->tuning->nearest;
        for (int64_t n = 0; n < BLOCKS_AHEAD && n < count && offsets->is_far; n++)
            ask_far_block(data + from[n], WIDTH, nearest);
        for (; k < last; k++) {
            ask_far_block(data + from[k + BLOCKS_AHEAD], WIDTH, nearest);
            memcpy(out + to[k], data + from[k], WIDTH);
        }
        for (; k < count; k++)
            memcpy(out + to[k], data + from[k], WIDTH);
        return;
    }
    out += offsets->out_begin;
    for (; k + 4 <= count; k += 4, out += 4 * step) { /* bounded: inside the output */
        memcpy(out, data + from[k], WIDTH);
        memcpy(out + step, data + from[k + 1], WIDTH);
        memcpy(out + 2 * step, data + from[k + 2], WIDTH);
        memcpy(out + 3 * step, data + from[k + 3], WIDTH);
    }
    for (; k < count; k++, out += step)
        memcpy(out, data + from[k], WIDTH);
}

static inline int64_t JOIN(FETCH, _highest)(const struct gather__offsets *offsets)
{
    int64_t high = offsets->data[0];
    for (int64_t k = 1; k < offsets->count; k++)
        high = offsets->data[k] > high ? offsets->data[k] : high;
    return high;
}

/*
 * The same blocks at many places, of which the compiler knows how many: where they are few, to count them takes longer
 * than to move them.
 */
INLINED void JOIN(FETCH, _few)(uint8_t *out, const uint8_t *data, const int64_t *from, int64_t count,
                               int64_t places, int64_t step, int64_t out_step)
{
    int64_t here[FEW_BLOCKS];
    UNROLLED for (int64_t k = 0; k < count; k++) here[k] = from[k];
    for (int64_t place = 0; place < places; place++)
        UNROLLED for (int64_t k = 0; k < count; k++)
            /* bounded: inside the operands */
            memcpy(out + place * out_step + k * WIDTH, data + place * step + here[k], WIDTH);
}

/* One to FEW_BLOCKS of them, or FEW_BLOCKS of more. */
static void JOIN(FETCH, _column)(uint8_t *out, const uint8_t *data, const int64_t *from, int64_t count,
                                 int64_t places, int64_t step, int64_t out_step)
{
#define COUNT(number)                                                                                        \
    case number:                                                                                             \
        JOIN(FETCH, _few)(out, data, from, number, places, step, out_step);                                  \
        break
    switch (count) {
        COUNT(1);
        COUNT(2);
        COUNT(3);
        COUNT(4);
        COUNT(5);
        COUNT(6);
        COUNT(7);
    default:
        JOIN(FETCH, _few)(out, data, from, FEW_BLOCKS, places, step, out_step);
    }
#undef COUNT
}

/* A few columns of the places at a time, and some places, whose lines stay near until the last column. */
static void JOIN(FETCH, _columns)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets)
{
    const int64_t count = offsets->count, all = offsets->more + 1;
    const int64_t step = offsets->more_data, out_step = offsets->more_out;
    const int64_t most = count > FEW_BLOCKS ? column_places(offsets) : all;
    for (int64_t place = 0, places; place < all; place += places) {
        uint8_t *to = out_at(out, offsets, place);
        const uint8_t *from = data_at(data, offsets, place);
        places = all - place < most ? all - place : most;
        for (int64_t k = 0; k < count; k += FEW_BLOCKS)
            JOIN(FETCH, _column)(to + k * WIDTH, from, offsets->data + k, count - k, places, step, out_step);
    }
}

void FETCH(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets, int64_t width)
{
    const bool is_contiguous = offsets->out == NULL && offsets->out_step == WIDTH;
    if (goes_by_columns(offsets, WIDTH)) {
        JOIN(FETCH, _columns)(out + offsets->out_begin, data, offsets);
        return;
    }
    const int64_t count = offsets->count, ahead = places_ahead(count);
    const bool overlaps = WIDTH == 3 && is_contiguous && offsets->more >= MANY_PLACES;
    const int64_t high = overlaps ? JOIN(FETCH, _highest)(offsets) : 0;
    struct soon soon = soon_of(data, offsets);
    (void)width; /* the table's row says it */
    for (int64_t place = 0; place <= offsets->more; place++) {
        uint8_t *to = out_at(out, offsets, place);
        const uint8_t *from = data_at(data, offsets, place);
        if (offsets->is_far && place + ahead <= offsets->more && count < BLOCKS_AHEAD)
            ask_for_place(from, offsets, ahead);
        if (!is_contiguous)
            JOIN(FETCH, _apart)(to, from, offsets);
        else if (offsets->is_far && count >= BLOCKS_AHEAD)
            JOIN(FETCH, _far)(to + offsets->out_begin, from, offsets->data, count, offsets->tuning->nearest);
        else if (overlaps && offsets->end - from > high + WIDTH)
            JOIN(FETCH, _run)(to + offsets->out_begin, from, offsets->data, 0, count, &soon, WIDTH + 1);
        else
            JOIN(FETCH, _run)(to + offsets->out_begin, from, offsets->data, 0, count, &soon, WIDTH);
        go_on_soon(&soon, offsets);
    }
}

#undef JOIN
#undef JOIN_NAMES
#undef FETCH
#undef WIDTH
