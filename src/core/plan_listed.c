/* SPDX-License-Identifier: Apache-2.0 */
/* Which points of short runs are listed together, and where their data lies. */
#include "core/plan_listed.h"

#include "core/arith.h"

enum { SHORT_RUN = 31 /* points: a longer run costs little to set up beside them */ };

_Static_assert((int)SHORT_RUN <= (int)GATHER__LISTED_STEP_POINTS, "a block holds a short run");

/* Whether a loop goes on in the output and in the indices where the next inner one ends. */
static bool goes_on(const struct gather__loop *loop, int64_t inner_extent)
{
    const struct gather__loop *inner = loop + 1;
    return loop->out == inner_extent * inner->out &&       /* bounded: inside the output */
           loop->indices == inner_extent * inner->indices; /* bounded: inside the indices */
}

/* Bytes from the first of some steps to the last. */
static int64_t span_of(const struct gather__loop *loop, int64_t steps)
{
    return (steps - 1) * (int64_t)gather__magnitude(loop->data); /* bounded: inside the data */
}

struct gather__listed gather__listed_of(const struct gather__loop *loops, const int64_t *extents,
                                        int32_t count)
{
    struct gather__listed listed = {.loop = count - 1, .inner = 1};
    while (listed.loop > 0 &&
           extents[listed.loop] <=
               (listed.inner > 1 ? GATHER__LISTED_STEP_POINTS / listed.inner : SHORT_RUN) &&
           goes_on(&loops[listed.loop - 1], extents[listed.loop])) {
        listed.span += span_of(&loops[listed.loop], extents[listed.loop]);
        listed.inner *= extents[listed.loop]; /* bounded: of a list */
        listed.loop--;
    }
    if (listed.inner == 1)
        return (struct gather__listed){
            .loop = -1, .span = count > 0 ? span_of(&loops[count - 1], extents[count - 1]) : 0};
    /* lists of about the same length */
    const int64_t extent = extents[listed.loop], most = GATHER__LISTED_POINTS / listed.inner;
    listed.steps = gather__divide_up(extent, gather__divide_up(extent, most));
    listed.span += span_of(&loops[listed.loop], extent < most ? extent : most);
    return listed;
}

void gather__list_places(const struct gather__listed *listed, const struct gather__loop *loops,
                         const int64_t *extents, int32_t count, int64_t *places)
{
    int64_t points = 1;
    places[0] = 0;
    for (int32_t k = count - 1; k >= listed->loop; k--) {
        const int64_t steps = k > listed->loop ? extents[k] : listed->steps;
        for (int64_t step = 1; step < steps; step++)
            for (int64_t point = 0; point < points; point++)
                places[step * points + point] =
                    places[point] + step * loops[k].data; /* bounded: of the data */
        points *= steps;                                  /* bounded: of a list */
    }
}
