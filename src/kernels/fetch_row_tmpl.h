/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fetch kernels of wide blocks, rows; included once with
 *     VECTOR          bytes of the widest load, 16, 32 or 64
 *     LOAD STORE STREAM   VECTOR bytes, at any address; STREAM at one divisible by VECTOR
 *     ISA(name)       names for this instruction set
 *
 * Rows are copied four abreast, a cache line of each in turn: the memory behind the caches serves several streams
 * faster than one. A long run of neighbouring rows is copied as four parts. Lines of the rows after are asked for on
 * the way. A row goes in whole vectors, the last of which overlaps the one before.
 */
enum { ABREAST = 4, LEAST_PARTED = 1024 };

struct ISA(rows) {
    uint8_t *to[ABREAST];
    const uint8_t *from[ABREAST];
    const uint8_t *next[ABREAST]; /* what is asked for meanwhile */
};

/* Rows that are on their way: about 8 KiB, but not so few that a short row comes late. */
static inline int64_t ISA(rows_ahead)(int64_t width)
{
    int64_t rows = 8192 / width / ABREAST * ABREAST;
    return rows < ABREAST ? ABREAST : rows > 64 ? 64 : rows;
}

static inline void ISA(ask)(const uint8_t *row, int64_t width)
{
    for (int64_t at = 0; at < width; at += CACHE_LINE)
        PREFETCH(row + at);
    PREFETCH(row + width - 1);
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

INLINED void ISA(copy_abreast)(const struct ISA(rows) * rows, int64_t width, bool streams, bool asks)
{
    int64_t at = 0;
    for (; at + CACHE_LINE <= width; at += CACHE_LINE) {
        UNROLLED for (int64_t j = 0; j < ABREAST; j++)
        {
            if (asks)
                PREFETCH(rows->next[j] + at);
            ISA(copy)(rows->to[j] + at, rows->from[j] + at, 0, CACHE_LINE, streams);
        }
    }
    UNROLLED for (int64_t j = 0; j < ABREAST; j++)
    {
        if (asks)
            PREFETCH(rows->next[j] + width - 1);
        ISA(copy)(rows->to[j], rows->from[j], at, width, streams);
    }
}

/* One row, or a run of them that follow each other in the data as in the output. */
INLINED void ISA(copy_run)(uint8_t *to, const uint8_t *from, int64_t bytes, bool streams)
{
    const int64_t part = bytes / ABREAST / CACHE_LINE * CACHE_LINE;
    struct ISA(rows) parts = {{NULL}, {NULL}, {NULL}};
    if (bytes >= LEAST_PARTED) {
        for (int64_t j = 0; j < ABREAST; j++) {
            parts.to[j] = to + j * part;     /* bounded: inside the run */
            parts.from[j] = from + j * part; /* bounded: inside the run */
        }
        ISA(copy_abreast)(&parts, part, streams, false);
    }
    ISA(copy)(to, from, bytes >= LEAST_PARTED ? part * ABREAST : 0, bytes, streams);
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

INLINED void ISA(fetch_abreast)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                                int64_t k, int64_t ahead, int64_t width, bool streams)
{
    struct ISA(rows) rows;
    for (int64_t j = k; j < k + ABREAST; j++) {
        rows.to[j - k] = out + gather__out_offset(offsets, j);
        rows.from[j - k] = data + offsets->data[j];
        rows.next[j - k] = data + offsets->data[j + ahead < offsets->count ? j + ahead : j];
    }
    if (ahead > 0)
        ISA(copy_abreast)(&rows, width, streams, true);
    else
        ISA(copy_abreast)(&rows, width, streams, false);
}

INLINED void ISA(fetch_in)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                           int64_t width, bool streams)
{
    const bool asks = offsets->is_far && width <= offsets->tuning->asked_bytes;
    const int64_t ahead = asks ? ISA(rows_ahead)(width) : 0, count = offsets->count;
    for (int64_t k = 0; k < ahead && k < count; k++)
        ISA(ask)(data + offsets->data[k], width);
    for (int64_t k = 0; k < count;) {
        int64_t rows = ISA(together)(offsets, k, width);
        if (rows < ABREAST && k + ABREAST <= count) {
            ISA(fetch_abreast)(out, data, offsets, k, ahead, width, streams);
            k += ABREAST;
            continue;
        }
        for (int64_t j = k + (rows > ahead ? rows : ahead); j < k + ahead + rows && j < count && asks; j++)
            ISA(ask)(data + offsets->data[j], width);
        uint8_t *to = out + gather__out_offset(offsets, k);
        const int64_t bytes = rows * width; /* bounded: of the output */
        ISA(copy_run)(to, data + offsets->data[k], bytes, streams);
        k += rows;
    }
}

/* Rows of two or four lines, as many embeddings are, by loops that are written out. */
INLINED void ISA(fetch_place)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width, bool streams)
{
    const int64_t line = CACHE_LINE;
    if (width == 2 * line)
        ISA(fetch_in)(out, data, offsets, 2 * line, streams);
    else if (width == 4 * line)
        ISA(fetch_in)(out, data, offsets, 4 * line, streams);
    else
        ISA(fetch_in)(out, data, offsets, width, streams);
}

static void ISA(fetch_rows)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                            int64_t width)
{
    const bool streams = offsets->streams && width % VECTOR == 0 && offsets->out == NULL &&
                         offsets->out_step % VECTOR == 0 && offsets->more_out % VECTOR == 0 &&
                         ((uintptr_t)out + (uintptr_t)offsets->out_begin) % VECTOR == 0;
    for (int64_t place = 0; place <= offsets->more; place++) {
        uint8_t *to = out_at(out, offsets, place);
        const uint8_t *from = data_at(data, offsets, place);
        if (streams)
            ISA(fetch_place)(to, from, offsets, width, true);
        else
            ISA(fetch_place)(to, from, offsets, width, false);
    }
}
