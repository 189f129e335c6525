/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two, three or four planes to elements side by side, and back, both dense, as zip_tmpl.h draws it; included once a
 * width with
 *     WIDTH BITS   of an element: 1, 2, 4 or 8 bytes
 *     NAME         NAME(stage): of the functions
 *
 * One instruction of NEON loads or stores elements side by side as so many vectors: 48 bytes of three planes take 8
 * instructions, as gcc 12 makes them; byte by byte they take some 1900.
 */
#define PART (16 / WIDTH)
#define VECTOR_TYPE JOIN(JOIN(LANES_, BITS), _t)
#define GROUP_TYPE(n) JOIN(JOIN(LANES_, BITS), x##n##_t)
#define ELEMENT_TYPE JOIN(JOIN(uint, BITS), _t)

/* PART elements of every plane at a time. Returns: where it ended. */
#define ZIP_GROUPS(n)                                                                                        \
    static int64_t NAME(zip_##n)(const struct crossing *crossing)                                            \
    {                                                                                                        \
        const int64_t end = crossing->places / PART * PART, step = crossing->data_step;                      \
        const uint8_t *from = crossing->data;                                                                \
        uint8_t *to = crossing->out;                                                                         \
        for (int64_t k = 0; k < end; k += PART, from += 16, to += n * 16) {                                  \
            GROUP_TYPE(n) group;                                                                             \
            UNROLLED                                                                                         \
            for (int64_t p = 0; p < n; p++)                                                                  \
                group.val[p] = (VECTOR_TYPE)vld1q_u8(from + p * step);                                       \
            JOIN(vst##n##q_u, BITS)((ELEMENT_TYPE *)(void *)to, group);                                      \
        }                                                                                                    \
        return end;                                                                                          \
    }
ZIP_GROUPS(2)
ZIP_GROUPS(3)
ZIP_GROUPS(4)
#undef ZIP_GROUPS

#define UNZIP_GROUPS(n)                                                                                      \
    static int64_t NAME(unzip_##n)(const struct crossing *crossing)                                          \
    {                                                                                                        \
        const int64_t end = crossing->columns / PART * PART, step = crossing->out_step;                      \
        const uint8_t *from = crossing->data;                                                                \
        uint8_t *to = crossing->out;                                                                         \
        for (int64_t k = 0; k < end; k += PART, from += n * 16, to += 16) {                                  \
            const GROUP_TYPE(n) group = JOIN(vld##n##q_u, BITS)((const ELEMENT_TYPE *)(const void *)from);   \
            UNROLLED                                                                                         \
            for (int64_t p = 0; p < n; p++)                                                                  \
                vst1q_u8(to + p * step, (uint8x16_t)group.val[p]);                                           \
        }                                                                                                    \
        return end;                                                                                          \
    }
UNZIP_GROUPS(2)
UNZIP_GROUPS(3)
UNZIP_GROUPS(4)
#undef UNZIP_GROUPS

/* Elements of planes i..last-1 and columns j..end-1, one by one. */
static void NAME(straight)(const struct crossing *crossing, int64_t i, int64_t last, int64_t j, int64_t end)
{
    for (; i < last; i++)
        for (int64_t k = j; k < end; k++)
            memcpy(crossing->out + i * crossing->out_step + k * WIDTH,
                   crossing->data + k * crossing->data_step + i * WIDTH, WIDTH);
}

static inline bool NAME(are_planes)(int64_t planes) { return planes >= 2 && planes <= 4; }

static inline bool NAME(zips)(const struct crossing *crossing)
{
    return NAME(are_planes)(crossing->columns) && crossing->out_step == crossing->columns * WIDTH;
}

static inline bool NAME(unzips)(const struct crossing *crossing)
{
    return NAME(are_planes)(crossing->places) && crossing->data_step == crossing->places * WIDTH;
}

static void NAME(zip)(const struct crossing *crossing)
{
    static int64_t (*const zips[])(const struct crossing *) = {NAME(zip_2), NAME(zip_3), NAME(zip_4)};
    const int64_t begin = zips[crossing->columns - 2](crossing);
    NAME(straight)(crossing, begin, crossing->places, 0, crossing->columns);
}

static void NAME(unzip)(const struct crossing *crossing)
{
    static int64_t (*const unzips[])(const struct crossing *) = {NAME(unzip_2), NAME(unzip_3), NAME(unzip_4)};
    const int64_t begin = unzips[crossing->places - 2](crossing);
    NAME(straight)(crossing, 0, crossing->places, begin, crossing->columns);
}

#undef ELEMENT_TYPE
#undef GROUP_TYPE
#undef VECTOR_TYPE
#undef PART
