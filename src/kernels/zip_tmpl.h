/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A few planes to elements side by side, and back, both dense; included once a width with
 *     WIDTH       1, 2, 4 or 8: bytes of an element
 *     NAME        NAME(stage): of the functions
 *     LOW, HIGH   (a, b): the elements of the lower or upper halves of two vectors of 16 bytes by turns
 *
 *     planes  a0 a1 a2 a3 ..      zip ->     a0 b0 c0 a1 b1 c1 a2 b2 c2 a3 b3 c3 ..
 *             b0 b1 b2 b3 ..      <- unzip
 *             c0 c1 c2 c3 ..
 *
 * A vector of each plane becomes as many vectors of the other side. Two, four and eight planes are woven: in a
 * round the vector of number k and that of k + planes / 2 become LOW and HIGH of both. That rotates the bits of
 * an element's number by one, so zipping takes log2 planes rounds, and unzipping log2 PART. Three are mixed:
 * each vector of the result picks bytes from all three.
 */
#define PART (16 / WIDTH)

INLINED void NAME(weave)(__m128i *x, int64_t planes, int64_t places)
{
    __m128i y[8];
    UNROLLED
    for (int64_t round = 1; round < places; round *= 2) {
        UNROLLED
        for (int64_t k = 0; k < planes / 2; k++) {
            y[2 * k] = LOW(x[k], x[k + planes / 2]);
            y[2 * k + 1] = HIGH(x[k], x[k + planes / 2]);
        }
        UNROLLED
        for (int64_t k = 0; k < planes; k++)
            x[k] = y[k];
    }
}

/* picks[to][from]: the bytes that vector `to` of the result takes from vector `from`. */
INLINED void NAME(mix)(__m128i *x, __m128i picks[3][3])
{
    __m128i y[3];
    UNROLLED
    for (int to = 0; to < 3; to++)
        y[to] = _mm_or_si128(
            _mm_or_si128(_mm_shuffle_epi8(x[0], picks[to][0]), _mm_shuffle_epi8(x[1], picks[to][1])),
            _mm_shuffle_epi8(x[2], picks[to][2]));
    UNROLLED
    for (int64_t k = 0; k < 3; k++)
        x[k] = y[k];
}

/* Byte b of plane p is byte `dense` of the zipped vectors. */
static void NAME(pick_threes)(__m128i picks[3][3], bool zips)
{
    uint8_t bytes[3][3][16];
    memset(bytes, 0x80, sizeof bytes); /* nothing */
    for (int p = 0; p < 3; p++)
        for (int b = 0; b < 16; b++) {
            int dense = (b / WIDTH * 3 + p) * WIDTH + b % WIDTH;
            if (zips)
                bytes[dense / 16][p][dense % 16] = (uint8_t)b;
            else
                bytes[p][dense / 16][b] = (uint8_t)(dense % 16);
        }
    memcpy(picks, bytes, sizeof bytes);
}

static inline void NAME(put)(uint8_t *to, __m128i x, bool streams)
{
    if (streams)
        _mm_stream_si128((__m128i *)(void *)to, x);
    else
        _mm_storeu_si128((__m128i *)(void *)to, x);
}

static inline __m128i NAME(get)(const uint8_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

/* Elements begin.. of all planes, PART at a time. Returns: where it ended. */
INLINED int64_t NAME(zip_some)(const struct crossing *crossing, int64_t planes, int64_t begin, bool streams)
{
    __m128i x[8], picks[3][3];
    int64_t k = begin;
    if (planes == 3)
        NAME(pick_threes)(picks, true);
    for (; k + PART <= crossing->places; k += PART) {
        UNROLLED
        for (int64_t p = 0; p < planes; p++)
            x[p] = NAME(get)(crossing->data + p * crossing->data_step + k * WIDTH);
        if (planes == 3)
            NAME(mix)(x, picks);
        else
            NAME(weave)(x, planes, planes);
        UNROLLED
        for (int64_t p = 0; p < planes; p++)
            NAME(put)(crossing->out + k * planes * WIDTH + 16 * p, x[p], streams);
    }
    return k;
}

INLINED int64_t NAME(unzip_some)(const struct crossing *crossing, int64_t planes, int64_t begin, bool streams)
{
    __m128i x[8], picks[3][3];
    int64_t k = begin;
    if (planes == 3)
        NAME(pick_threes)(picks, false);
    for (; k + PART <= crossing->columns; k += PART) {
        UNROLLED
        for (int64_t p = 0; p < planes; p++)
            x[p] = NAME(get)(crossing->data + k * planes * WIDTH + 16 * p);
        if (planes == 3)
            NAME(mix)(x, picks);
        else
            NAME(weave)(x, planes, PART);
        UNROLLED
        for (int64_t p = 0; p < planes; p++)
            NAME(put)(crossing->out + p * crossing->out_step + k * WIDTH, x[p], streams);
    }
    return k;
}

/* Whether what goes past the caches is much more than the lines at its ends, of which a part goes. */
static inline bool NAME(pays_streaming)(const struct crossing *crossing)
{
    return crossing->streams && crossing->places * crossing->columns * WIDTH >= PAGE; /* bounded: output */
}

/* The first element whose place in every plane is divisible by 16; 16 if none of the first is. */
static inline int64_t NAME(first_aligned)(const uint8_t *to, int64_t step)
{
    int64_t k = 0;
    while (k < 16 && ((uintptr_t)to + (uintptr_t)(k * step)) % 16 != 0)
        k++;
    return k;
}

/* Elements of planes i..last-1 and columns j..end-1, one by one. */
static void NAME(straight)(const struct crossing *crossing, int64_t i, int64_t last, int64_t j, int64_t end)
{
    for (; i < last; i++)
        for (int64_t k = j; k < end; k++)
            memcpy(crossing->out + i * crossing->out_step + k * WIDTH,
                   crossing->data + k * crossing->data_step + i * WIDTH, WIDTH);
}

static void NAME(zip)(const struct crossing *crossing)
{
    int64_t planes = crossing->columns, begin = NAME(first_aligned)(crossing->out, planes * WIDTH);
    bool streams = NAME(pays_streaming)(crossing) && begin < 16 && begin < crossing->places;
    begin = streams ? begin : 0;
    NAME(straight)(crossing, 0, begin, 0, planes);
    if (planes == 2)
        begin = NAME(zip_some)(crossing, 2, begin, streams);
    else if (planes == 3)
        begin = NAME(zip_some)(crossing, 3, begin, streams);
    else if (planes == 4 && PART >= 4)
        begin = NAME(zip_some)(crossing, 4, begin, streams);
    else if (PART >= 8)
        begin = NAME(zip_some)(crossing, 8, begin, streams);
    NAME(straight)(crossing, begin, crossing->places, 0, planes);
}

static void NAME(unzip)(const struct crossing *crossing)
{
    int64_t planes = crossing->places, begin = NAME(first_aligned)(crossing->out, WIDTH);
    bool streams = NAME(pays_streaming)(crossing) && begin < 16 && begin < crossing->columns &&
                   crossing->out_step % 16 == 0;
    begin = streams ? begin : 0;
    NAME(straight)(crossing, 0, planes, 0, begin);
    if (planes == 2)
        begin = NAME(unzip_some)(crossing, 2, begin, streams);
    else if (planes == 3)
        begin = NAME(unzip_some)(crossing, 3, begin, streams);
    else if (planes == 4 && PART >= 4)
        begin = NAME(unzip_some)(crossing, 4, begin, streams);
    else if (PART >= 8)
        begin = NAME(unzip_some)(crossing, 8, begin, streams);
    NAME(straight)(crossing, 0, planes, begin, crossing->columns);
}

/* Whether so many planes, of `count` elements each, are worth it: for three there are vectors to be made first. */
static inline bool NAME(are_planes)(int64_t planes, int64_t count)
{
    if (planes == 3)
        return count >= LEAST_OF_THREE;
    return count >= PART && (planes == 2 || (planes == 4 && PART >= 4) || (planes == 8 && PART >= 8));
}

static inline bool NAME(zips)(const struct crossing *crossing)
{
    return NAME(are_planes)(crossing->columns, crossing->places) &&
           crossing->out_step == crossing->columns * WIDTH;
}

static inline bool NAME(unzips)(const struct crossing *crossing)
{
    return NAME(are_planes)(crossing->places, crossing->columns) &&
           crossing->data_step == crossing->places * WIDTH;
}

#undef PART
