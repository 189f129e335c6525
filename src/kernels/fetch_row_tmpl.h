/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fetch kernels of wide blocks, rows; included once with
 *     VECTOR          bytes of the widest load, 16, 32 or 64
 *     LOAD STORE STREAM   VECTOR bytes, at any address; STREAM at one divisible by VECTOR
 *     ISA(name)       names for this instruction set
 *
 * A row is copied in whole vectors, the last of which overlaps the one before. All lines of a row are asked for
 * some rows before it is copied, so that many lines are on their way at once: asking for the first line of each
 * alone gains nothing.
 */

/* Rows that are on their way: about 8 KiB, but not so few that a short row comes late. */
static inline int64_t ISA(rows_ahead)(int64_t width)
{
    int64_t rows = 8192 / width;
    return rows < 4 ? 4 : rows > 64 ? 64 : rows;
}

static inline void ISA(ask)(const uint8_t *row, int64_t width)
{
    for (int64_t at = 0; at < width; at += CACHE_LINE)
        PREFETCH(row + at);
    PREFETCH(row + width - 1);
}

static inline void ISA(copy)(uint8_t *out, const uint8_t *row, int64_t width)
{
    const int64_t pair = (int64_t)2 * VECTOR;
    int64_t at = 0;
    for (; at + pair <= width; at += pair) {
        STORE(out + at, LOAD(row + at));
        STORE(out + at + VECTOR, LOAD(row + at + VECTOR));
    }
    if (at + VECTOR <= width)
        STORE(out + at, LOAD(row + at));
    if (width % VECTOR != 0)
        STORE(out + width - VECTOR, LOAD(row + width - VECTOR));
}

/* Past the caches: `out` and `width` are divisible by VECTOR. */
static inline void ISA(stream)(uint8_t *out, const uint8_t *row, int64_t width)
{
    for (int64_t at = 0; at < width; at += VECTOR)
        STREAM(out + at, LOAD(row + at));
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

static void ISA(fetch_rows)(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                            int64_t width)
{
    bool asks = offsets->is_far && width <= offsets->tuning->asked_bytes;
    int64_t ahead = asks ? ISA(rows_ahead)(width) : offsets->count;
    bool streams = offsets->streams && width % VECTOR == 0 && offsets->out == NULL &&
                   offsets->out_step % VECTOR == 0 &&
                   ((uintptr_t)out + (uintptr_t)offsets->out_begin) % VECTOR == 0;
    for (int64_t k = 0; k < ahead && k < offsets->count && asks; k++)
        ISA(ask)(data + offsets->data[k], width);
    for (int64_t k = 0; k < offsets->count;) {
        int64_t rows = ISA(together)(offsets, k, width);
        uint8_t *to = out + gather__out_offset(offsets, k);
        for (int64_t j = k + ahead; j < k + ahead + rows && j < offsets->count; j++)
            ISA(ask)(data + offsets->data[j], width);
        if (streams)
            ISA(stream)(to, data + offsets->data[k], rows * width); /* bounded: bytes of the output */
        else
            ISA(copy)(to, data + offsets->data[k], rows * width); /* bounded: bytes of the output */
        k += rows;
    }
    if (streams)
        stream_end();
}
