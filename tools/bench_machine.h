/* SPDX-License-Identifier: Apache-2.0 */
/* The machine that is measured: what it is called, its caches, and memory in pages of a kind. */
#ifndef GATHER_TOOLS_BENCH_MACHINE_H
#define GATHER_TOOLS_BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench_machine {
    char processor[128], caches[128]; /* "unknown" where the system does not tell */
    int32_t processors;               /* that this process may use */
    int64_t last_cache;               /* bytes; 0: not known */
};

struct bench_machine bench_machine_ask(void);

/* The bytes of a page, base or huge. */
int64_t bench_page_bytes(bool is_huge);

/* Bytes that may be taken now; INT64_MAX where the system does not tell. */
int64_t bench_memory_free(void);

/* Memory in pages of one kind, as far as the system gives them. All zero: none. */
struct bench_pages {
    unsigned char *data; /* begins with a page */
    void *map;
    size_t map_bytes;
};

/* Takes memory, all of which is there when this returns. Returns: false if there is none; for 0 bytes there is. */
bool bench_pages_take(struct bench_pages *pages, int64_t bytes, bool is_huge);
void bench_pages_give(struct bench_pages *pages);

/* Nanoseconds of a clock that never goes back. */
int64_t bench_clock(void);

#endif
