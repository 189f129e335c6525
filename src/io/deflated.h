/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deflated bytes of a file, as `made` of a source: source.h.
 *
 *     few                       all into memory when the first is read, and then their check is compared
 *     many, read in order       a window after the other, in bounded memory; the check is compared where the last
 *                               byte is among them
 *     many, and read again      on from the nearest of the points at which the state of unpacking was kept; where that
 *                               goes on, all into memory, if they fit there
 */
#ifndef GATHER_IO_DEFLATED_H
#define GATHER_IO_DEFLATED_H

#include "io/source.h"

enum gather_status gather__deflated_make(const struct gather__source *source, uint8_t *memory,
                                         struct gather_error *error);
enum gather_status gather__deflated_read(struct gather__source *source, int64_t offset, void *memory,
                                         size_t count, struct gather_error *error);
void gather__deflated_end(void *reader);

#endif
