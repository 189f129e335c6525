/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crossing by lines; included once a width with
 *     WIDTH, NAME     as turned_tmpl.h has them; NAME(stream_square) turns SIDE whole lines into as many that go past the
 *                     caches, where STREAMS_SQUARES is defined; elsewhere nothing goes by lines
 *
 * Squares go past the caches as they are turned: runs of places, some columns after the others.
 *
 *               columns ->   a square's; STAGED_COLUMNS where they are staged
 *     places    +--------+------------------------+--
 *      |        | part   | sq  sq  sq  sq  ..     |        part: up to where lines of the output begin
 *      v        |        | sq  sq  sq  sq  ..     |
 *
 * What is read of so many columns is a line of each; what is written then lies side by side, as memory likes it best.
 * Columns whose lines would push each other out of the nearest cache are staged: their lines are copied side by side first.
 * Others go a square's at a time: on a Zen 4 that takes .5 to .83 of the time that STAGED_COLUMNS at once take.
 */
#ifdef STREAMS_SQUARES
#define SIDE (CACHE_LINE / WIDTH)

/* Whether columns are read as they lie: a line of as many of them as a square has stays near. */
static inline bool NAME(lies_near)(const struct crossing *crossing)
{
    return crossing->from == NULL && fits_near(crossing, WIDTH);
}

/* Elements before the first line that begins in the output. */
static inline int64_t NAME(before_lines)(const struct crossing *crossing)
{
    return (int64_t)(-(uintptr_t)crossing->out % CACHE_LINE) / WIDTH;
}

/*
 * Whether places of few columns are whole lines that follow each other directly, and begin within lines: each of these
 * has the last columns of a place, and the first of the next one.
 */
static inline bool NAME(go_around)(const struct crossing *crossing)
{
    return crossing->to == NULL && crossing->columns <= MOST_AROUND && crossing->columns % SIDE == 0 &&
           crossing->out_step == crossing->columns * WIDTH && crossing->places > SIDE &&
           NAME(before_lines)(crossing) > 0;
}

/* Columns that are enough: of a few lines; or, where lines come out whole, of one. */
static inline int64_t NAME(least_columns)(const struct crossing *crossing)
{
    const bool one_will_do =
        crossing->columns % SIDE == 0 && (NAME(before_lines)(crossing) == 0 || NAME(go_around)(crossing));
    return (one_will_do ? 1 : LEAST_LINES) * (int64_t)SIDE;
}

/*
 * Whether the places of a crossing that goes past the caches all begin alike, between elements, and there are enough lines
 * of them. Elements below 4 bytes gain nothing by being staged: on a Zen 4 they take 1.0 to 1.2 times as long.
 */
static inline bool NAME(fills_lines)(const struct crossing *crossing)
{
    return crossing->streams && crossing->to == NULL && lie_alike(crossing) &&
           (uintptr_t)crossing->out % WIDTH == 0 && crossing->places >= SIDE &&
           crossing->columns >= NAME(least_columns)(crossing) && !is_small(crossing, WIDTH) &&
           (WIDTH >= 4 || NAME(lies_near)(crossing));
}

/* Columns j..end-1, which are less than a line, of places begin..stop-1. */
static void NAME(part_lines)(const struct crossing *crossing, int64_t begin, int64_t stop, int64_t j,
                             int64_t end)
{
    for (int64_t i = begin; i < stop && j < end; i += SIDE)
        NAME(part_square)
    (place_of(crossing, i) + j * WIDTH, crossing->out_step, crossing, i, j, stop - i < SIDE ? stop - i : SIDE,
     end - j);
}

/* One square, as it lies. */
static inline void NAME(lines_as_they_lie)(const struct crossing *crossing, int64_t place, int64_t j)
{
    /* What comes next: of short columns other ones, else what they go on with. */
    const int64_t step = crossing->data_step,
                  ahead = is_short(crossing, WIDTH) ? 2 * step * SIDE : (int64_t)2 * CACHE_LINE;
    const uint8_t *from = crossing->data + j * step + place * WIDTH; /* bounded: inside the data */
    for (int64_t k = 0; k < SIDE; k++)
        PREFETCH((const void *)((uintptr_t)from + (uintptr_t)(k * step + ahead)));
    NAME(stream_square)(place_of(crossing, place) + j * WIDTH, crossing->out_step, from, step);
}

/*
 * Columns j..end-1 of a square's places by lines of the stack; what follows is asked for some columns ahead, at the last
 * ones the next places.
 */
static void NAME(lines_staged)(const struct crossing *crossing, int64_t place, int64_t j, int64_t end)
{
    enum { MOST_AHEAD = 16 };
    const int64_t count = end - j, ahead = count < MOST_AHEAD ? count : MOST_AHEAD;
    const int64_t last = crossing->places - SIDE, next = place + SIDE < last ? place + SIDE : last;
    _Alignas(CACHE_LINE) uint8_t lines[STAGED_COLUMNS * CACHE_LINE];
    for (int64_t k = j; k < end; k++) {
        const bool goes_on = k + ahead < end;
        const uint8_t *column = column_of(crossing, goes_on ? k + ahead : k + ahead - count);
        PREFETCH(column + (goes_on ? place : next) * WIDTH);
        memcpy(lines + (k - j) * CACHE_LINE, column_of(crossing, k) + place * WIDTH, CACHE_LINE);
    }
    for (int64_t k = j; k < end; k += SIDE)
        NAME(stream_square)
    (place_of(crossing, place) + k * WIDTH, crossing->out_step, lines + (k - j) * CACHE_LINE, CACHE_LINE);
}

/*
 * Whole squares, columns j..end-1 of places begin..stop-1; the last squares begin before the edge. Of columns that are not
 * staged they are a square's.
 */
static void NAME(whole_lines)(const struct crossing *crossing, int64_t begin, int64_t stop, int64_t j,
                              int64_t end, bool stages)
{
    const int64_t last = crossing->places - SIDE;
    for (int64_t i = begin; i < stop; i += SIDE) {
        const int64_t place = i < last ? i : last;
        if (stages)
            NAME(lines_staged)(crossing, place, j, end);
        else
            NAME(lines_as_they_lie)(crossing, place, j);
    }
}

static void NAME(lines_of_places)(struct crossing crossing)
{
    const int64_t before = NAME(before_lines)(&crossing), whole = (crossing.columns - before) / SIDE * SIDE,
                  end = before + whole;
    const bool stages = !NAME(lies_near)(&crossing);
    const int64_t at_once = stages ? STAGED_COLUMNS : SIDE;
    crossing.height = 1;
    for (int64_t begin = 0; begin < crossing.places; begin += RUN_PLACES) {
        const int64_t left = crossing.places - begin, stop = begin + (left < RUN_PLACES ? left : RUN_PLACES);
        NAME(part_lines)(&crossing, begin, stop, 0, before);
        for (int64_t j = before; j < end; j += at_once)
            NAME(whole_lines)(&crossing, begin, stop, j, end - j < at_once ? end : j + at_once, stages);
        NAME(part_lines)(&crossing, begin, stop, end, crossing.columns);
    }
}

/*
 * Places that go around lines: as ones of the same columns, of which the first ones come last, and from the next place.
 *
 *     place 0     a b|c d e f        place 0   c d e f a'b'       ' of the next place
 *     place 1     a b|c d e f        place 1   c d e f a'b'
 *                    | a line begins; what stands before the first one, and behind the last one, is moved for itself
 */
static void NAME(lines_around)(struct crossing crossing)
{
    const int64_t columns = crossing.columns, before = NAME(before_lines)(&crossing),
                  last = crossing.places - 1;
    int64_t from[MOST_AROUND];
    for (int64_t j = 0; j < columns; j += SIDE) {
        NAME(part_lines)(&crossing, 0, 1, j, j + SIDE < before ? j + SIDE : before);
        NAME(part_lines)(&crossing, last, last + 1, j > before ? j : before, j + SIDE);
    }
    for (int64_t j = 0; j < columns; j++) {
        const bool is_next = j + before >= columns;
        from[j] = column_of(&crossing, is_next ? j + before - columns : j + before) - crossing.data +
                  (is_next ? WIDTH : 0); /* bounded: inside the data */
    }
    crossing.from = from;
    crossing.out += before * WIDTH; /* bounded: a line */
    crossing.places = last;
    NAME(lines_of_places)(crossing);
}

static void NAME(lines)(struct crossing crossing)
{
    if (NAME(go_around)(&crossing))
        NAME(lines_around)(crossing);
    else
        NAME(lines_of_places)(crossing);
}

#undef SIDE
#else
static inline bool NAME(fills_lines)(const struct crossing *crossing)
{
    (void)crossing;
    return false;
}
static inline void NAME(lines)(struct crossing crossing) { (void)crossing; }
#endif
