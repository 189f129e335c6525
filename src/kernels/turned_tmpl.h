/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crossing by squares; included once a width with
 *     WIDTH   1, 2, 4, 8 or 16: bytes of an element
 *     NAME    NAME(stage): of the functions; NAME(square) turns SIDE whole lines
 *
 * A square has one cache line a side: whole lines are read, and whole lines written. One that would go over an edge
 * begins before it, and does some again, for that costs less than a part of one; parts, of a side that is shorter, go
 * through the stack. A panel is a row of a few squares, which are written at once:
 *
 *               columns ->   panel    panel
 *     places    +--------+--------+--
 *      |        | sq  sq | sq  sq |        for each run of places:
 *      v        +--------+--------+--          for each panel:
 *               | sq  sq | sq  sq |                for each square's places of the run
 *
 * That reads from no more columns at once than the processor's own prefetching follows, along pages; and a run's
 * pages of the output stay known while all columns go by. A large output is put together in a panel on the stack
 * and stored past the caches, for it is then not read before it is written. Such a panel is several squares high where
 * columns lie pages apart: of a page that is read anyway, the next lines come sooner than lines of others.
 *
 * Where lines of the output begin between elements, squares may go past the caches as they are turned: lines_tmpl.h.
 *
 * Elements of 16 bytes have nothing to turn in registers. Where they do not go past the caches, two lines of each of
 * many columns go to eight places at once, which are written from end to end.
 */
#define SIDE (CACHE_LINE / WIDTH)
/* Squares that a panel may be high; those of wide elements gain nothing by it. */
#define MOST_SQUARES (WIDTH >= 8 ? 1 : WIDTH >= 2 ? 4 : 2)
/* From a column's line to the one that comes next. */
#define AFTER ((MOST_SQUARES > 1 ? crossing->height : 1) * CACHE_LINE)

/* Parts of columns into lines; what comes next in each column is asked for. */
static inline void NAME(read_lines)(uint8_t *lines, const struct crossing *crossing, int64_t i, int64_t j,
                                    int64_t columns, int64_t bytes)
{
    for (int64_t k = 0; k < columns; k++) {
        const uint8_t *from = column_of(crossing, j + k) + i * WIDTH;
        PREFETCH(from + AFTER);
        copy_short(lines + k * CACHE_LINE, from, bytes, WIDTH);
    }
}

static void NAME(part_square)(uint8_t *to, int64_t to_step, const struct crossing *crossing, int64_t i,
                              int64_t j, int64_t places, int64_t columns)
{
    _Alignas(CACHE_LINE) uint8_t lines[SIDE * CACHE_LINE] = {0};
    _Alignas(CACHE_LINE) uint8_t turned[SIDE * CACHE_LINE];
    NAME(read_lines)(lines, crossing, i, j, columns, places * WIDTH);
    NAME(square)(turned, CACHE_LINE, lines, CACHE_LINE, (places * WIDTH + 15) / 16);
    for (int64_t k = 0; k < places; k++)
        copy_short(to + k * to_step, turned + k * CACHE_LINE, columns * WIDTH, WIDTH);
}

static void NAME(whole_square)(uint8_t *to, int64_t to_step, const struct crossing *crossing, int64_t i,
                               int64_t j)
{
    _Alignas(CACHE_LINE) uint8_t lines[SIDE * CACHE_LINE];
    if (crossing->is_direct) {
        const uint8_t *from = column_of(crossing, j) + i * WIDTH;
        for (int64_t k = 0; WIDTH < 16 && crossing->is_large && k < SIDE; k++)
            PREFETCH(from + k * crossing->data_step + AFTER);
        NAME(square)(to, to_step, from, crossing->data_step, 4);
        return;
    }
    NAME(read_lines)(lines, crossing, i, j, SIDE, CACHE_LINE);
    NAME(square)(to, to_step, lines, CACHE_LINE, 4);
}

static void NAME(squares)(uint8_t *to, int64_t to_step, const struct crossing *crossing, int64_t i, int64_t j,
                          int64_t places, int64_t columns)
{
    for (int64_t k = 0; k < columns; k += SIDE) {
        int64_t begin = columns - k < SIDE && columns > SIDE ? columns - SIDE : k;
        /* of wide elements one, and no loop */
        for (int64_t at = 0; at == 0 || (MOST_SQUARES > 1 && at < places); at += SIDE) {
            uint8_t *corner = to + begin * WIDTH + at * to_step;
            const int64_t some = MOST_SQUARES > 1 && places - at > SIDE ? SIDE : places - at;
            if (crossing->to == NULL)
                ask_for_output(crossing, corner, some);
            if (some == SIDE && columns >= SIDE)
                NAME(whole_square)(corner, to_step, crossing, i + at, j + begin);
            else
                NAME(part_square)
            (corner, to_step, crossing, i + at, j + begin, some, columns < SIDE ? columns : SIDE);
        }
    }
}

/* shared: bytes of this panel that the next one has too. */
static void NAME(panel)(const struct crossing *crossing, int64_t i, int64_t j, int64_t places,
                        int64_t columns, int64_t shared)
{
    _Alignas(CACHE_LINE) uint8_t stage[MOST_SQUARES * SIDE * WIDEST_PANEL];
    int64_t bytes = columns * WIDTH;
    if (!crossing->streams && crossing->to == NULL) {
        uint8_t *to = place_of(crossing, i) + j * WIDTH;
        NAME(squares)(to, crossing->out_step, crossing, i, j, places, columns);
        return;
    }
    NAME(squares)(stage, bytes, crossing, i, j, places, columns);
    if (crossing->to == NULL && crossing->out_step == bytes) { /* one place behind the other */
        bytes *= places;                                       /* bounded: of the panel */
        places = 1;
    }
    for (int64_t k = 0; k < places; k++) {
        const uint8_t *from = stage + k * bytes; /* bounded: inside the panel */
        uint8_t *to = place_of(crossing, i + k) + j * WIDTH;
        if (crossing->streams)
            stream_part(to, from, bytes, j == 0, shared);
        else
            memcpy(to, from, (size_t)bytes);
    }
}

/* One panel through all places of a run; the first of them up to a line of the data. Each side has whole squares. */
static void NAME(panels)(const struct crossing *crossing, int64_t begin, int64_t first, int64_t end,
                         int64_t j, int64_t columns, int64_t shared)
{
    const int64_t high = crossing->height * SIDE;
    for (int64_t i = begin, step = first; i < end; i += step, step = end - i < high ? SIDE : high) {
        const int64_t most = step < SIDE ? SIDE : step;
        if (end - i < SIDE && end >= SIDE)
            i = end - SIDE;
        NAME(panel)(crossing, i, j, end - i < most ? end - i : most, columns, shared);
    }
}

/* Places begin..end-1 of all columns. A last panel that is narrower than a square begins before it, as squares do. */
static void NAME(run)(const struct crossing *crossing, int64_t begin, int64_t first, int64_t end)
{
    for (int64_t j = 0; j < crossing->columns;) {
        const uint8_t *to = place_of(crossing, begin) + j * WIDTH;
        int64_t columns = panel_bytes(crossing, to, WIDTH) / WIDTH, shared = shared_bytes(crossing);
        int64_t next = j + columns - shared / WIDTH;
        if (columns >= crossing->columns - j) {
            next = crossing->columns;
            shared = 0;
            if (next - j < SIDE && next >= SIDE)
                j = next - SIDE;
            columns = next - j;
        } else if (columns < SIDE && !crossing->streams) {
            columns = crossing->columns - j < SIDE ? crossing->columns - j : SIDE;
        }
        NAME(panels)(crossing, begin, first, end, j, columns, shared);
        j = next;
    }
}

#if WIDTH == 16
enum {
    WIDE_PLACES = 8,   /* two lines of a column */
    WIDE_COLUMNS = 256 /* whose lines are as much as the nearest cache, and a place's elements a page */
};

/* Columns j..end-1 of `places` places from i on, at most WIDE_PLACES. */
static void NAME(wide_places)(const struct crossing *crossing, int64_t i, int64_t places, int64_t j,
                              int64_t end)
{
    const int64_t bytes = (int64_t)WIDE_PLACES * WIDTH;
    uint8_t *to[WIDE_PLACES] = {NULL};
    for (int64_t k = 0; k < places; k++)
        to[k] = place_of(crossing, i + k);
    for (; j < end; j++) {
        const uint8_t *from = column_of(crossing, j) + i * WIDTH;
        for (int64_t at = 0; at < bytes; at += CACHE_LINE)
            PREFETCH(from + bytes + at);
        if (places == WIDE_PLACES)
            UNROLLED for (int64_t k = 0; k < WIDE_PLACES; k++)
                memcpy(to[k] + j * WIDTH, from + k * WIDTH, WIDTH);
        else
            for (int64_t k = 0; k < places; k++)
                memcpy(to[k] + j * WIDTH, from + k * WIDTH, WIDTH);
    }
}

/* Elements of 16 bytes need no square in registers: each is one load and one store. */
static void NAME(wide)(const struct crossing *crossing)
{
    for (int64_t j = 0; j < crossing->columns; j += WIDE_COLUMNS)
        for (int64_t i = 0; i < crossing->places; i += WIDE_PLACES) {
            const int64_t columns = crossing->columns - j, places = crossing->places - i;
            const int64_t end = j + (columns < WIDE_COLUMNS ? columns : WIDE_COLUMNS);
            NAME(wide_places)(crossing, i, places < WIDE_PLACES ? places : WIDE_PLACES, j, end);
        }
}
#endif

static void NAME(turned)(struct crossing crossing)
{
#if WIDTH == 16
    if (!crossing.streams) {
        NAME(wide)(&crossing);
        return;
    }
#endif
    look_at(&crossing, WIDTH);
    if (crossing.streams && lie_pages_apart(&crossing))
        crossing.height = MOST_SQUARES;
    int64_t first = first_places(&crossing, WIDTH);
    for (int64_t i = 0, end = first + RUN_PLACES; i < crossing.places;
         i = end, end += RUN_PLACES, first = SIDE)
        NAME(run)(&crossing, i, first, end < crossing.places ? end : crossing.places);
}

#undef AFTER
#undef MOST_SQUARES
#undef SIDE
