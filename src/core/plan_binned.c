/* SPDX-License-Identifier: Apache-2.0 */
/* Points by where their data lies: plan_binned.h says why. */
#include "core/plan_binned.h"

#include <string.h>

#include "core/once.h"
#include "core/plan_listed.h"

enum {
    ENTRY = sizeof(uint64_t),
    PLACE_BITS = 24,      /* of an entry: which point it is; above: where its data lies */
    MOST_BYTES = 8 << 20, /* of all bins: what the caches of some cores hold */
    PART_OF_OUTPUT = 2,   /* the bins are no more than half of it */
    SPARSE = 1 << 14, /* bytes of the data a point on its way: with fewer points pages are not used again */
    LEAST_TIMED = 1 << 16, /* points: among fewer it takes too long to see how long they take */
    WIDEST = 256,          /* bytes of a block */
    MOST_LOCAL = 16,       /* blocks of points that lie so that bins win nothing, before there are none */
    FETCHED = GATHER_BLOCK < 512 ? GATHER_BLOCK : 512 /* blocks at once */
};

/* ---- where bins lie ------------------------------------------------------------------------------ */

/* The least power of two of which the data has no more parts than there are bins. */
static int32_t shift_of(int64_t bytes)
{
    int32_t shift = 0;
    while ((bytes - 1) >> shift >= GATHER__BINS)
        shift++;
    return shift;
}

/* Entries that there are at least, in bins for all of the data. */
static int64_t least_entries(int64_t data_bytes) { return data_bytes / SPARSE + GATHER__BINS; }

/* Points that there are at least. */
static int64_t least_points(int64_t data_bytes, const struct gather__tuning *tuning)
{
    const int64_t least = least_entries(data_bytes);
    return least < LEAST_TIMED && tuning->bin_time > 0 ? LEAST_TIMED : least;
}

/* Entries of all bins at the end of so many bytes of the output. */
static int64_t entries_of(int64_t output_bytes)
{
    const int64_t most = output_bytes / PART_OF_OUTPUT;
    return (most < MOST_BYTES ? most : MOST_BYTES) / ENTRY;
}

/* Whether there may be bins for blocks of such data, as far as that hangs on them. */
static bool is_binned(int64_t data_bytes, int64_t width, const struct gather__tuning *tuning)
{
    return tuning->bin_time < INT64_MAX && data_bytes > tuning->near_bytes &&
           least_entries(data_bytes) <= MOST_BYTES / ENTRY && width > 0 && width <= WIDEST;
}

int64_t gather__binned_part(const struct gather_plan *plan, const struct gather__step *step,
                            const int64_t *extents)
{
    const struct gather__loop *loops = gather__step_loops(step);
    const int32_t points = step->front_count, inner = points - 1;
    int64_t block = plan->width;
    if (step->kind != GATHER__STEP_GATHER || plan->unit_bits != 8 || plan->skips || step->digit_count > 0 ||
        points == 0 || gather__grow_loops(loops, points, step->loop_count, &block) > points)
        return 0;
    if (gather__listed_of(loops, extents, points).loop >= 0 ||
        (inner > 0 && gather__strip_columns(plan, step, extents[inner - 1], extents[inner]) > 0))
        return 0;
    int64_t beside = block;
    for (int32_t k = inner; k >= 0; k--) {
        if (extents[k] > 1 && loops[k].out != beside)
            return 0;
        beside *= extents[k]; /* bounded: of the output */
    }
    return block;
}

int64_t gather__binned_block(const struct gather_plan *plan, const struct gather__step *step)
{
    const struct gather__loop *loops = gather__step_loops(step);
    int64_t extents[GATHER__MAX_LOOPS];
    for (int32_t k = 0; k < step->front_count; k++)
        extents[k] = loops[k].extent;
    return gather__binned_part(plan, step, extents);
}

int64_t gather__binned_task(const struct gather_plan *plan, const struct gather__kernels *kernels)
{
    const struct gather__tuning *tuning = gather__plan_tuning(plan, kernels);
    const struct gather__step *step = gather__plan_first_step(plan);
    const int64_t data = plan->data.high - plan->data.low;
    int64_t width = 0;
    for (int32_t k = 0; k < plan->step_count && width == 0; k++, step = gather__step_next(step))
        width = gather__binned_block(plan, step);
    if (!is_binned(data, width, tuning))
        return 0;
    const int64_t least = least_points(data, tuning) * width;              /* bounded: WIDEST times 2^20 */
    const int64_t most = 2 * least_entries(data) * ENTRY * PART_OF_OUTPUT; /* bounded: some MOST_BYTES */
    return least > most ? least : most;
}

bool gather__suits_bins(const struct gather__walk *walk, int64_t points, int64_t width)
{
    const struct gather__tuning *tuning = gather__plan_tuning(walk->plan, walk->kernels);
    const int64_t data = walk->reach->high - walk->reach->low;
    return is_binned(data, width, tuning) && points >= least_points(data, tuning) &&
           entries_of(points * width) >= least_entries(data); /* bounded: of the output */
}

void gather__bins_begin(struct gather__bins *bins, const struct gather__walk *walk, int64_t begin,
                        int64_t points, int64_t width)
{
    const int64_t data = walk->reach->high - walk->reach->low, most = INT64_C(1) << PLACE_BITS;
    const int64_t output = points * width; /* bounded: of the output */
    const int32_t shift = shift_of(data);
    const int64_t used = ((data - 1) >> shift) + 1, each = entries_of(output) / used;
    const int64_t before = output - each * used * ENTRY; /* bounded: of the output */
    *bins = (struct gather__bins){.walk = walk,
                                  .kernel = gather__fetch_kernel_for(walk->kernels, width),
                                  .width = width,
                                  .begin = begin,
                                  .points = before / width < most ? before / width : most,
                                  .entries = walk->out + begin + before,
                                  .each = each,
                                  .shift = shift};
}

/* ---- entries ------------------------------------------------------------------------------------- */

static inline uint8_t *entry_at(const struct gather__bins *bins, int64_t bin, int64_t k)
{
    return bins->entries + (bin * bins->each + k) * ENTRY; /* bounded: inside the bins */
}

static void empty(struct gather__bins *bins, int64_t bin)
{
    const struct gather__walk *walk = bins->walk;
    const struct gather__reach *data = walk->reach;
    const int64_t top = data->high - data->low - bins->width; /* bounded: in memory */
    int64_t from[FETCHED], to[FETCHED];
    struct gather__offsets offsets = {.data = from,
                                      .out = to,
                                      .end = walk->data + data->high,
                                      .tuning = gather__plan_tuning(walk->plan, walk->kernels),
                                      .is_far = true,
                                      .streams = gather__streams(walk)};
    for (int64_t first = 0; first < bins->counts[bin]; first += offsets.count) {
        const int64_t left = bins->counts[bin] - first;
        offsets.count = left < FETCHED ? left : FETCHED;
        for (int64_t k = 0; k < offsets.count; k++) {
            uint64_t entry;
            memcpy(&entry, entry_at(bins, bin, first + k), ENTRY);
            entry = (uint64_t)gather__keep_value((int64_t)entry);
            /* the output is the caller's: what somebody else writes there meanwhile leads nowhere else */
            const int64_t at = (int64_t)(entry >> PLACE_BITS), place = (int64_t)(entry % (1 << PLACE_BITS));
            from[k] = data->low + (at <= top ? at : 0); /* bounded: inside the data */
            to[k] =
                bins->begin + (place < bins->points ? place : 0) * bins->width; /* bounded: of the output */
        }
        bins->kernel->fetch(walk->out, walk->data, &offsets, bins->width);
    }
    bins->counts[bin] = 0;
}

bool gather__bins_add(struct gather__bins *bins, const int64_t *offsets, int64_t count)
{
    const int64_t low = bins->walk->reach->low, each = bins->each, done = bins->done;
    int64_t last = -1, switches = 0;
    for (int64_t k = 0; k < count; k++) {
        const uint64_t at = (uint64_t)(offsets[k] - low); /* bounded: of the data */
        const uint64_t entry = at << PLACE_BITS | (uint64_t)(done + k);
        const int64_t bin = (int64_t)(at >> bins->shift);
        switches += bin != last;
        last = bin;
        memcpy(entry_at(bins, bin, bins->counts[bin]), &entry, ENTRY);
        if (++bins->counts[bin] == each)
            empty(bins, bin);
    }
    bins->done += count;
    bins->local = switches < count / 2 ? bins->local + 1 : 0;
    return bins->local < MOST_LOCAL;
}

void gather__bins_empty(struct gather__bins *bins)
{
    for (int64_t bin = 0; bin < GATHER__BINS; bin++)
        empty(bins, bin);
}
