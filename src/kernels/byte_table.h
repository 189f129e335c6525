/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers of bytes by indices of a byte, from a table that registers hold: when, and how its rule fits into bytes. */
#ifndef GATHER_KERNELS_BYTE_TABLE_H
#define GATHER_KERNELS_BYTE_TABLE_H

#include "core/kernel.h"

enum { TABLE_BYTES = 256 };

static inline bool is_byte_table(const struct gather__picking *picking)
{
    return picking->run.scale == 1 && picking->run.slope == 0 && picking->run.step == 1 &&
           picking->rule.limit >= 0 && picking->rule.limit < TABLE_BYTES && picking->rule.size <= TABLE_BYTES;
}

/*
 * What is added to an index below 0; then it is outside if, as an unsigned number, it is beyond the limit. Sums are of
 * 8 bits, and right: a negative index and a size of at most 256 stay below it or are still negative, which as an
 * unsigned number is beyond the limit; unless the limit is beyond all negative ones, and so the sums. Where no index
 * counts from the end, what has a sign is as an unsigned number beyond 127.
 */
struct byte_rule {
    uint8_t more, limit;
};

static inline struct byte_rule byte_rule_of(const struct gather__rule *rule, bool has_sign)
{
    const bool ends_early = has_sign && !rule->is_negative && rule->limit > INT8_MAX;
    return (struct byte_rule){.more = rule->is_negative ? (uint8_t)rule->size : 0,
                              .limit = ends_early ? INT8_MAX : (uint8_t)rule->limit};
}

#endif
