/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a file through a window: window.h says why. */
#include "io/window.h"

#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"

struct gather__window *gather__window_create(const struct gather__source *source, struct gather_error *error)
{
    struct gather__window *window = malloc(sizeof *window);
    if (window == NULL) {
        gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
        return NULL;
    }
    window->source = source;
    window->error = error;
    window->begin = 0;
    window->count = 0;
    window->next = GATHER__WINDOW_LEAST;
    return window;
}

static bool holds(const struct gather__window *window, int64_t place)
{
    return place >= window->begin && place - window->begin < (int64_t)window->count;
}

/* Makes the window begin at a place of the file. */
static enum gather_status move(struct gather__window *window, int64_t place)
{
    int64_t left = window->source->bytes - place;
    bool goes_on = place == window->begin + (int64_t)window->count;
    size_t count = goes_on ? window->next : GATHER__WINDOW_LEAST;
    if ((int64_t)count > left)
        count = left > 0 ? (size_t)left : 1; /* nothing is left: that one byte is refused */
    window->count = 0;
    enum gather_status status =
        gather__source_read(window->source, place, window->bytes, count, window->error);
    if (status != GATHER_STATUS_OK)
        return status;
    window->begin = place;
    window->count = count;
    window->next = goes_on && window->next < GATHER__WINDOW_MOST ? 2 * window->next : window->next;
    if (!goes_on)
        window->next = (size_t)2 * GATHER__WINDOW_LEAST; /* bounded: two constants */
    return GATHER_STATUS_OK;
}

enum gather_status gather__window_byte(struct gather__window *window, int64_t place, uint8_t *byte)
{
    enum gather_status status = holds(window, place) ? GATHER_STATUS_OK : move(window, place);
    if (status == GATHER_STATUS_OK)
        *byte = window->bytes[place - window->begin];
    return status;
}

enum gather_status gather__window_copy(struct gather__window *window, int64_t place, void *memory,
                                       size_t count)
{
    uint8_t *next = memory;
    while (count > 0) {
        enum gather_status status = holds(window, place) ? GATHER_STATUS_OK : move(window, place);
        if (status != GATHER_STATUS_OK)
            return status;
        size_t skipped = (size_t)(place - window->begin);
        size_t piece = window->count - skipped < count ? window->count - skipped : count;
        memcpy(next, window->bytes + skipped, piece);
        next += piece;
        place += (int64_t)piece;
        count -= piece;
    }
    return GATHER_STATUS_OK;
}
