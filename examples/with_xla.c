/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XLA gather: windows of 2 by 3 from an array that lies in tiles. A window that would leave the array is moved
 * inside whole.
 */
#include <gather/gather.h>
#include <stdio.h>
#include <string.h>

static const char tiled[] = "s16[4,6]{1,0:T(2,4)}", dense[] = "s16[4,6]", starts_text[] = "s32[3,2]";

static enum gather_status parse(struct gather_layout *layout, const char *text, struct gather_error *error)
{
    return gather_layout_parse(layout, text, strlen(text), GATHER_SPELLING_XLA, error);
}

int main(void)
{
    /* The result is [window, 2, 3]; both components of an index vector move the window. */
    static const struct gather_xla_dimension_numbers numbers = {{2, {1, 2}}, {0, {0}}, {2, {0, 1}},
                                                                {0, {0}},    {0, {0}}, 1};
    static const int64_t window[] = {2, 3};
    int16_t rows[4 * 6], tiles[4 * 8], windows[3][2][3];
    int32_t starts[] = {0, 0, 1, 2, 99, -5};
    const struct gather_op lay = gather_relayout(), gather = gather_xla_gather(&numbers, 2, window);
    const struct gather_buffer plain = {rows, sizeof rows}, array = {tiles, sizeof tiles};
    const struct gather_buffer inputs[] = {array, {starts, sizeof starts}};
    const struct gather_buffer out = {windows, sizeof windows};
    struct gather_layout layouts[2], from, output;
    struct gather_error error;
    char sentence[200];
    for (int k = 0; k < 4 * 6; k++)
        rows[k] = (int16_t)(k / 6 * 10 + k % 6);
    enum gather_status status = parse(&layouts[0], tiled, &error);
    if (status == GATHER_STATUS_OK)
        status = parse(&from, dense, &error);
    if (status == GATHER_STATUS_OK)
        status = parse(&layouts[1], starts_text, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&lay, &from, &plain, 1, &layouts[0], array, NULL, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&gather, layouts, 2, &output, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&gather, layouts, inputs, 2, &output, out, NULL, &error);
    if (status != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        puts(sentence);
        return 1;
    }
    const int32_t *start = starts;
    for (int k = 0; k < 3; k++, start += 2)
        for (int y = 0; y < 2; y++)
            printf("window at %2d,%2d: %4d%4d%4d\n", (int)start[0], (int)start[1], windows[k][y][0],
                   windows[k][y][1], windows[k][y][2]);
    return 0;
}
