/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The spellings: one list, in the order in which a text is tried against them (LAY-2), a file for each.
 *
 * To add one: a row in GATHER_SPELLING_LIST (its name and world), a row here, and spell_<name>.c with
 *   starts whether the token to come begins it, at its place in the text
 *   read   the rest of the text, from that token on, into reading->layout, and the judging of its values
 *   print  the whole text of a layout, or what the notation lacks
 */
#ifndef GATHER_SPELL_SPELL_H
#define GATHER_SPELL_SPELL_H

#include "spell/printing.h"
#include "spell/reading.h"

/* Where in a text a spelling shows: at its start, behind the type, or behind the type and "[sizes]". */
enum gather__spell_place { GATHER__AT_START, GATHER__AFTER_TYPE, GATHER__AFTER_SIZES };

#define GATHER__SPELL_LIST(X)                                                                                \
    X(MEMREF, memref, AT_START)                                                                              \
    X(CUTE, cute, AFTER_TYPE)                                                                                \
    X(DIRECTML, directml, AFTER_TYPE)                                                                        \
    X(XLA, xla, AFTER_SIZES)                                                                                 \
    X(STRIDES, strides, AFTER_SIZES)                                                                         \
    X(NUMPY, numpy, AFTER_SIZES)                                                                             \
    X(ORDER, order, AFTER_SIZES)                                                                             \
    X(ONEDNN, onednn, AFTER_SIZES)

#define GATHER__SPELL_DECLARE(id, name, place)                                                               \
    bool gather__starts_##name(const struct gather__scan *scan);                                             \
    enum gather_status gather__read_##name(struct gather__reading *reading);                                 \
    enum gather_status gather__print_##name(struct gather__printing *printing);
GATHER__SPELL_LIST(GATHER__SPELL_DECLARE)
#undef GATHER__SPELL_DECLARE

#endif
