/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fetch kernels of wide blocks, rows; included once with
 *     VECTOR          bytes of the widest load, 16, 32 or 64
 *     ROW_REGISTER    what holds them
 *     LOAD STORE STREAM   VECTOR bytes, at any address; STREAM at one divisible by VECTOR
 *     HELD            vectors of a short row, all of them in registers at once: 8; or 4, and rows of two and four lines
 *                     have no loops of their own, where code is to be small
 *     SINGLE_LINES    cache lines of the longest rows that go one by one wherever they lie; 1 where it is unmeasured
 *     STAGGERS        1: rows that would meet go from different places on; 0 where that loses, or is unmeasured
 *     ISA(name)       names for this instruction set
 *
 * A row goes in whole vectors, the last of which overlap those before. Where the data is far, rows of up to
 * `asked_bytes` are asked for before they are copied. Rows are copied
 *
 *     four abreast   past the caches or asked for, where all of them lie on vectors of the output, and of more lines
 *                    than SINGLE_LINES; a long run of neighbours as four parts; those that would meet, each from
 *                    another quarter of a page on, and then from its beginning up to there; and where the caches keep
 *                    a part of what goes past them, one of each quarter of all rows, those of the first quarter through
 *                    them
 *     one by one     those of no more lines, likewise past the caches or asked for; all that are near; and all that
 *                    cross vectors of the output, which costs more four abreast: long ones past the caches but for their
 *                    ends
 */
enum {
    LONGEST_SINGLE = SINGLE_LINES * CACHE_LINE, /* bytes */
    LEAST_PARTED = 1024,                        /* bytes of a run */
    LEAST_STREAMED = 512,   /* likewise, and past the caches: below, its ends are too much of it */
    LEAST_QUARTERED = 2048, /* of a row; shorter ones take up to 1.25 times as long by quarters */
    /*
     * Of each of the first rows, which are copied at once, that are asked for: four of 8 KiB out of memory take 8.6 us on a
     * Zen 4, and 13 where all of them is asked for; out of the second cache .83 and 1.0.
     */
    FIRST_ASKED = 512,
};

struct ISA(rows) {
    uint8_t *to[ABREAST];
    const uint8_t *from[ABREAST];
    const uint8_t *next[ABREAST]; /* what is asked for meanwhile */
    bool nearest;                 /* into which cache */
    bool keeps;                   /* the first goes through the caches where the others go past them */
};

/* Rows that are on their way: about 8 KiB, but not so few that a short row comes late. */
static inline int64_t ISA(rows_ahead)(int64_t width)
{
    int64_t rows = 8192 / width / ABREAST * ABREAST;
    return rows < ABREAST ? ABREAST : rows > 64 ? 64 : rows;
}

static inline bool ISA(is_asked)(const struct gather__offsets *offsets, int64_t width)
{
    return offsets->is_far && width <= offsets->tuning->asked_bytes;
}

INLINED void ISA(ask)(const uint8_t *row, int64_t width, bool nearest)
{
    for (int64_t at = 0; at < width; at += CACHE_LINE)
        ask_far(row + at, nearest);
    ask_far(row + width - 1, nearest);
}

/*
 * The first rows; of those that are copied at once where they begin. Returns: how many rows ahead later ones are asked for; 0:
 * none are.
 */
INLINED int64_t ISA(ask_first)(const uint8_t *data, const struct gather__offsets *offsets, int64_t width)
{
    const int64_t ahead = ISA(is_asked)(offsets, width) ? ISA(rows_ahead)(width) : 0;
    const int64_t part = width < FIRST_ASKED ? width : FIRST_ASKED;
    for (int64_t k = 0; k < ahead && k < offsets->count; k++)
        ISA(ask)(data + offsets->data[k], k < ABREAST ? part : width, offsets->tuning->nearest);
    return ahead;
}

/* Before `rows` rows from k on are copied: as many, `ahead` rows later. */
INLINED void ISA(ask_behind)(const uint8_t *data, const struct gather__offsets *offsets, int64_t k,
                             int64_t rows, int64_t ahead, int64_t width)
{
    for (int64_t j = k + (rows > ahead ? rows : ahead);
         j < k + ahead + rows && j < offsets->count && ahead > 0; j++)
        ISA(ask)(data + offsets->data[j], width, offsets->tuning->nearest);
}

/* From byte `at` on; `width` is at least a vector. Past the caches where `to` and `width` are divisible by one. */
INLINED void ISA(copy)(uint8_t *to, const uint8_t *from, int64_t at, int64_t width, bool streams)
{
    for (; at + VECTOR <= width; at += VECTOR)
        if (streams)
            STREAM(to + at, LOAD(from + at));
        else
            STORE(to + at, LOAD(from + at));
    if (at < width)
        STORE(to + width - VECTOR, LOAD(from + width - VECTOR));
}

/*
 * A line of each row. All are loaded before any is stored: rows of the output often lie pages apart, and a load waits for
 * each store before it that has the same place in a page; where stores go past the caches, as long as those take.
 */
INLINED void ISA(copy_lines)(const struct ISA(rows) * rows, int64_t at, bool streams)
{
    enum { VECTORS = CACHE_LINE / VECTOR, ALL = ABREAST * VECTORS };
    ROW_REGISTER lines[ALL];
    UNROLLED for (int64_t k = 0; k < ALL; k++) lines[k] =
        LOAD(rows->from[k / VECTORS] + at + k % VECTORS * VECTOR);
    UNROLLED for (int64_t k = 0; k < ALL; k++)
    {
        uint8_t *to = rows->to[k / VECTORS] + at + k % VECTORS * VECTOR;
        if (streams && (k >= VECTORS || !rows->keeps))
            STREAM(to, lines[k]);
        else
            STORE(to, lines[k]);
    }
}

INLINED void ISA(move_on)(struct ISA(rows) * rows, int64_t j, int64_t bytes)
{
    rows->to[j] += bytes;
    rows->from[j] += bytes;
    rows->next[j] += bytes;
}

/* Lines from byte `at` to byte `end`. */
INLINED void ISA(copy_stretch)(const struct ISA(rows) * rows, int64_t at, int64_t end, bool streams,
                               bool asks)
{
    for (; at < end; at += CACHE_LINE) {
        if (asks)
            UNROLLED for (int64_t j = 0; j < ABREAST; j++) ask_far(rows->next[j] + at, rows->nearest);
        ISA(copy_lines)(rows, at, streams);
    }
}

/* What is behind the last whole line. */
INLINED void ISA(copy_ends)(const struct ISA(rows) * rows, int64_t at, int64_t width, bool streams, bool asks)
{
    UNROLLED for (int64_t j = 0; j < ABREAST; j++)
    {
        if (asks)
            ask_far(rows->next[j] + width - 1, rows->nearest);
        ISA(copy)(rows->to[j], rows->from[j], at, width, streams && (j > 0 || !rows->keeps));
    }
}

INLINED void ISA(copy_abreast)(const struct ISA(rows) * rows, int64_t width, bool streams, bool asks)
{
    const int64_t lines = width / CACHE_LINE * CACHE_LINE;
    ISA(copy_stretch)(rows, 0, lines, streams, asks);
    ISA(copy_ends)(rows, lines, width, streams, asks);
}

/* Rows of a page and more that would meet. From stretch to stretch another one of them goes on from its beginning. */
INLINED void ISA(copy_staggered)(const struct ISA(rows) * rows, int64_t width, bool streams, bool asks)
{
    const int64_t lines = width / CACHE_LINE * CACHE_LINE, quarter = PAGE / ABREAST;
    struct ISA(rows) moved = *rows;
    for (int64_t j = 0; j < ABREAST; j++)
        ISA(move_on)(&moved, j, j * quarter);
    for (int64_t j = ABREAST - 1, at = 0; j >= 0; j--) {
        ISA(copy_stretch)(&moved, at, lines - j * quarter, streams, asks);
        ISA(move_on)(&moved, j, -lines);
        at = lines - j * quarter;
    }
    ISA(copy_ends)(rows, lines, width, streams, asks);
}

/* One row, or a run of them that follow each other in the data as in the output. */
INLINED void ISA(copy_run)(uint8_t *to, const uint8_t *from, int64_t bytes, bool streams)
{
    const int64_t part = bytes >= LEAST_PARTED ? part_of(bytes) : 0;
    struct ISA(rows) parts = {{NULL}, {NULL}, {NULL}, false, false};
    if (bytes >= LEAST_PARTED) {
        for (int64_t j = 0; j < ABREAST; j++) {
            parts.to[j] = to + j * part;     /* bounded: inside the run */
            parts.from[j] = from + j * part; /* bounded: inside the run */
        }
        ISA(copy_abreast)(&parts, part, streams, false);
    }
    ISA(copy)(to, from, part * ABREAST, bytes, streams);
}

/* How many blocks from k on follow each other in the data as in the output: they are one longer block. */
static inline int64_t ISA(together)(const struct gather__offsets *offsets, int64_t k, int64_t width)
{
    const int64_t *from = offsets->data;
    int64_t end = k + 1;
    if (offsets->out == NULL && offsets->out_step == width)
        while (end < offsets->count && from[end] == from[end - 1] + width)
            end++;
    return end - k;
}

/* Whether rows of the output, so many apart, would meet, and begin at different places therefore. */
static inline bool ISA(staggers)(const struct gather__offsets *offsets, int64_t width, int64_t apart)
{
    return STAGGERS && width >= PAGE && offsets->out == NULL &&
           rows_meet(apart * offsets->out_step); /* bounded: inside the output */
}

/* Row k and three more, each `apart` rows behind the one before. ahead: so many rows later ones are asked for. */
INLINED void ISA(fetch_four)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t k, int64_t apart, int64_t ahead, int64_t width, bool streams,
                             bool staggers)
{
    struct ISA(rows) rows;
    rows.nearest = offsets->tuning->nearest;
    rows.keeps = apart > 1;
    for (int64_t j = 0; j < ABREAST; j++, k += apart) { /* bounded: they are in the run */
        rows.to[j] = out + gather__out_offset(offsets, k);
        rows.from[j] = data + offsets->data[k];
        rows.next[j] = data + offsets->data[k + ahead < offsets->count ? k + ahead : k];
    }
    if (staggers)
        ISA(copy_staggered)(&rows, width, streams, ahead > 0);
    else if (ahead > 0)
        ISA(copy_abreast)(&rows, width, streams, true);
    else
        ISA(copy_abreast)(&rows, width, streams, false);
}

/*
 * Past the caches but for the first quarter of the rows, of each quarter one. With a neighbour for the one that goes through
 * them rows of 512 to 2,048 bytes took 1.4 to 2 times as long: what lies behind it is where others go past them.
 */
INLINED void ISA(fetch_quarters)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                                 int64_t width)
{
    const int64_t quarter = offsets->count / ABREAST;
    const int64_t ahead = ISA(is_asked)(offsets, width) ? ISA(rows_ahead)(width) / ABREAST : 0;
    const bool staggers = ISA(staggers)(offsets, width, quarter);
    for (int64_t k = 0; k < quarter; k++)
        ISA(fetch_four)(out, data, offsets, k, quarter, ahead, width, true, staggers);
    for (int64_t k = quarter * ABREAST; k < offsets->count; k++)
        ISA(copy)(out + gather__out_offset(offsets, k), data + offsets->data[k], 0, width, true);
}

INLINED void ISA(fetch_in)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                           int64_t width, bool streams)
{
    const int64_t ahead = ISA(ask_first)(data, offsets, width), count = offsets->count;
    const bool staggers = ISA(staggers)(offsets, width, 1);
    for (int64_t k = 0; k < count;) {
        int64_t rows = ISA(together)(offsets, k, width);
        if (rows < ABREAST && k + ABREAST <= count) {
            ISA(fetch_four)(out, data, offsets, k, 1, ahead, width, streams, staggers);
            k += ABREAST;
            continue;
        }
        ISA(ask_behind)(data, offsets, k, rows, ahead, width);
        uint8_t *to = out + gather__out_offset(offsets, k);
        const int64_t bytes = rows * width; /* bounded: of the output */
        ISA(copy_run)(to, data + offsets->data[k], bytes, streams);
        k += rows;
    }
}

/* `width` bytes, whole vectors, at most LONGEST_SINGLE: a choice for each vector instead of a loop. */
INLINED void ISA(copy_few)(uint8_t *to, const uint8_t *from, int64_t width, bool streams)
{
    UNROLLED for (int64_t at = 0; at < LONGEST_SINGLE; at += VECTOR)
    {
        if (at >= width)
            break;
        ISA(copy)(to + at, from + at, 0, VECTOR, streams);
    }
}

/*
 * Rows of few lines, one by one, each with few instructions, and none of a loop's: as many rows are on their way as fit
 * into the processor's window of them. In the loop of copy_singly those of three and four lines took 1.1 to 1.25 times
 * as long; with loops over their lines, as compilers leave them in a small build, up to twice as long. Whether rows
 * cross lines is judged by the first; those of another pitch are asked for in part.
 */
INLINED void ISA(fetch_lines)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width, bool streams)
{
    const int64_t ahead = ISA(ask_first)(data, offsets, width);
    const int64_t *from = offsets->data, *places = offsets->out, count = offsets->count;
    const int64_t last = ahead > 0 && ahead < count ? count - ahead : 0;
    const int64_t step = places == NULL ? offsets->out_step : 0;
    const bool nearest = offsets->tuning->nearest;
    const bool crosses =
        last > 0 && (width % CACHE_LINE != 0 || ((uintptr_t)data + (uintptr_t)from[0]) % CACHE_LINE != 0);
    out += places == NULL ? offsets->out_begin : 0;
    for (int64_t k = 0; k < last; k++, out += step) {
        UNROLLED for (int64_t at = 0; at < LONGEST_SINGLE; at += CACHE_LINE)
        {
            if (at >= width)
                break;
            ask_far(data + from[k + ahead] + at, nearest);
        }
        if (crosses)
            ask_far(data + from[k + ahead] + width - 1, nearest);
        ISA(copy_few)(places == NULL ? out : out + places[k], data + from[k], width, streams);
    }
    for (int64_t k = last; k < count; k++, out += step)
        ISA(copy_few)(places == NULL ? out : out + places[k], data + from[k], width, streams);
}

INLINED void ISA(fetch_even_of)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                                int64_t width, bool streams)
{
    if (width <= LONGEST_SINGLE)
        ISA(fetch_lines)(out, data, offsets, width, streams);
    else if (streams && offsets->keeps && width >= LEAST_QUARTERED && offsets->count / ABREAST > 1)
        ISA(fetch_quarters)(out, data, offsets, width);
    else
        ISA(fetch_in)(out, data, offsets, width, streams);
}

/* Where HELD is 8, rows of two or four lines, as many embeddings are, by loops that are written out. */
INLINED void ISA(fetch_even)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t width, bool streams)
{
    const int64_t line = CACHE_LINE;
    if (HELD == 8 && width == 2 * line)
        ISA(fetch_even_of)(out, data, offsets, 2 * line, streams);
    else if (HELD == 8 && width == 4 * line)
        ISA(fetch_even_of)(out, data, offsets, 4 * line, streams);
    else
        ISA(fetch_even_of)(out, data, offsets, width, streams);
}

/* ---- one by one ------------------------------------------------------------------------------------- */

/*
 * Bytes in so many vectors, at most HELD, the last of which may overlap the one before. All are loaded before any is
 * stored.
 */
INLINED void ISA(copy_vectors)(uint8_t *to, const uint8_t *from, int64_t bytes, int vectors)
{
    ROW_REGISTER held[HELD];
    const int64_t last = bytes - VECTOR;
    UNROLLED for (int k = 0; k < vectors; k++) held[k] =
        LOAD(from + (k + 1 < vectors ? (int64_t)k * VECTOR : last));
    UNROLLED for (int k = 0; k < vectors; k++)
        STORE(to + (k + 1 < vectors ? (int64_t)k * VECTOR : last), held[k]);
}

/* A row of more than HELD vectors: by fours; what is left by the last two or four of the row. */
INLINED void ISA(copy_long)(uint8_t *to, const uint8_t *from, int64_t width)
{
    enum { TWO = 2 * VECTOR, FOUR = 4 * VECTOR };
    int64_t at = 0;
    for (; at + FOUR <= width; at += FOUR)
        ISA(copy_vectors)(to + at, from + at, FOUR, 4);
    if (at + TWO < width)
        ISA(copy_vectors)(to + width - FOUR, from + width - FOUR, FOUR, 4);
    else if (at < width)
        ISA(copy_vectors)(to + width - TWO, from + width - TWO, TWO, 2);
}

/* vectors: that a row goes in; 0: more than HELD. ahead: so many rows later ones are asked for; 0: none are. */
INLINED void ISA(copy_singly)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width, int64_t ahead, int vectors)
{
    const int64_t *from = offsets->data, *places = offsets->out;
    const int64_t count = offsets->count, step = places == NULL ? offsets->out_step : 0;
    const int64_t last = ahead > 0 ? count - ahead : 0;
    out += places == NULL ? offsets->out_begin : 0;
    for (int64_t k = 0; k < count; k++, out += step) {
        uint8_t *to = places == NULL ? out : out + places[k];
        if (k < last)
            ISA(ask)(data + from[k + ahead], width, offsets->tuning->nearest);
        if (vectors > 0)
            ISA(copy_vectors)(to, data + from[k], width, vectors);
        else
            ISA(copy_long)(to, data + from[k], width);
    }
}

/* Rows of up to HELD vectors by loops that are written out. */
static void ISA(fetch_singly)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width)
{
    const int64_t ahead = ISA(ask_first)(data, offsets, width);
    switch ((width + VECTOR - 1) / VECTOR) { /* bounded: in memory */
#define ROWS_OF(vectors)                                                                                     \
    case vectors:                                                                                            \
        ISA(copy_singly)(out, data, offsets, width, ahead, vectors);                                         \
        return;
        ROWS_OF(1)
        ROWS_OF(2)
        ROWS_OF(3)
        ROWS_OF(4)
#if HELD == 8
        ROWS_OF(5)
        ROWS_OF(6)
        ROWS_OF(7)
        ROWS_OF(8)
#endif
#undef ROWS_OF
    default:
        ISA(copy_singly)(out, data, offsets, width, ahead, 0);
    }
}

/* Bytes past the caches, but for the ends. */
INLINED void ISA(stream_run)(uint8_t *to, const uint8_t *from, int64_t bytes)
{
    int64_t at = (int64_t)(-(uintptr_t)to % VECTOR);
    memcpy(to, from, (size_t)at);
    for (; at + VECTOR <= bytes; at += VECTOR)
        STREAM(to + at, LOAD(from + at));
    memcpy(to + at, from + at, (size_t)(bytes - at));
}

/* Long rows so, and runs of short ones. */
static void ISA(stream_singly)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                               int64_t width)
{
    const int64_t ahead = ISA(ask_first)(data, offsets, width);
    for (int64_t k = 0, rows; k < offsets->count; k += rows) {
        uint8_t *to = out + gather__out_offset(offsets, k);
        const uint8_t *from = data + offsets->data[k];
        rows = ISA(together)(offsets, k, width);
        ISA(ask_behind)(data, offsets, k, rows, ahead, width);
        const int64_t bytes = rows * width; /* bounded: of the output */
        if (bytes < LEAST_STREAMED)
            ISA(copy)(to, from, 0, bytes, false);
        else
            ISA(stream_run)(to, from, bytes);
    }
}

/* ---- the kernel ------------------------------------------------------------------------------------- */

/* Whether all rows lie on vectors of the output; those at listed places, which are apart, on whole lines. */
static inline bool ISA(is_even)(const uint8_t *out, const struct gather__offsets *offsets, int64_t width)
{
    if (offsets->out == NULL)
        return width % VECTOR == 0 && offsets->out_step % VECTOR == 0 && offsets->more_out % VECTOR == 0 &&
               ((uintptr_t)out + (uintptr_t)offsets->out_begin) % VECTOR == 0;
    uint64_t places = (uint64_t)(uintptr_t)out | (uint64_t)width | (uint64_t)offsets->more_out;
    for (int64_t k = 0; k < offsets->count; k++)
        places |= (uint64_t)offsets->out[k];
    return places % CACHE_LINE == 0;
}

static void ISA(fetch_rows)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                            int64_t width)
{
    const bool is_even = ISA(is_even)(out, offsets, width), asks = ISA(is_asked)(offsets, width);
    /* Short rows go past the caches only where they begin as a run. */
    const bool streams_singly =
        !is_even && offsets->streams && ISA(together)(offsets, 0, width) * width >= LEAST_STREAMED;
    for (int64_t place = 0; place <= offsets->more; place++) {
        uint8_t *to = out_at(out, offsets, place);
        const uint8_t *from = data_at(data, offsets, place);
        if (is_even && offsets->streams)
            ISA(fetch_even)(to, from, offsets, width, true);
        else if (streams_singly)
            ISA(stream_singly)(to, from, offsets, width);
        else if (is_even && asks)
            ISA(fetch_even)(to, from, offsets, width, false);
        else
            ISA(fetch_singly)(to, from, offsets, width);
    }
}
