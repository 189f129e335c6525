/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the two texts of a gather, HLO and StableHLO, are read with: the attributes, each once, and shapes.
 */
#ifndef GATHER_SPELL_HLO_TEXT_H
#define GATHER_SPELL_HLO_TEXT_H

#include "gather/xla_text.h"
#include "spell/scan.h"

/* The attributes by their names, that both have. */
enum gather__hlo_attribute {
    GATHER__HLO_OFFSET_DIMS,
    GATHER__HLO_COLLAPSED_SLICE_DIMS,
    GATHER__HLO_START_INDEX_MAP,
    GATHER__HLO_OPERAND_BATCHING_DIMS,
    GATHER__HLO_START_INDICES_BATCHING_DIMS,
    GATHER__HLO_SLICE_SIZES,
    GATHER__HLO_INDEX_VECTOR_DIM,
    GATHER__HLO_INDICES_ARE_SORTED,
    GATHER__HLO_ATTRIBUTES
};

struct gather__hlo_reading {
    struct gather__scan scan;
    struct gather_xla_text read; /* as far as it is read; zeroed before */
    uint32_t seen;               /* bits by `enum gather__hlo_attribute` */
};

/* Letters, digits and `_ . -`, beginning with anything of these; length 0 for none. Not taken. */
struct gather__word gather__hlo_word(const struct gather__scan *scan);

/* "%x.1"; is_any: may begin with a digit. Returns: OK or FORMAT. */
enum gather_status gather__hlo_take_name(struct gather__scan *scan, bool is_any);

/* The attribute of a name. Returns: GATHER__HLO_ATTRIBUTES for none. */
enum gather__hlo_attribute gather__hlo_find(const struct gather__scan *scan, struct gather__word name);

/* Notes that an attribute was given; `at` is where. Returns: OK; FORMAT if it was given before. */
enum gather_status gather__hlo_note(struct gather__hlo_reading *reading, enum gather__hlo_attribute attribute,
                                    size_t at);

/* The value of an attribute: a list between such signs, a number, or true and false. */
enum gather_status gather__hlo_take_value(struct gather__hlo_reading *reading,
                                          enum gather__hlo_attribute attribute, char open, char close);

/* Keeps the numbers of a list that was read. Returns: OK; RANK for more than there is room for. */
enum gather_status gather__hlo_keep(struct gather__hlo_reading *reading, enum gather__hlo_attribute attribute,
                                    const struct gather__numbers *numbers);

/* Fails for the first needed attribute, by these bits, that was not given. Returns: OK or FORMAT. */
enum gather_status gather__hlo_need(const struct gather__hlo_reading *reading, uint32_t needed);

/* A string in quotes. Returns: OK or FORMAT. */
enum gather_status gather__hlo_take_string(struct gather__scan *scan, struct gather__word *content);

/* What stands behind the word "stablehlo.gather" in quotes, to the end of the text. */
enum gather_status gather__read_stablehlo(struct gather__hlo_reading *reading);

#endif
