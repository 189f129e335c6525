/* SPDX-License-Identifier: Apache-2.0 */
/* The machine: bench_machine.h says what of it. Where Linux tells nothing, it is unknown. */
#define _GNU_SOURCE /* madvise, sched_getaffinity */
#include "bench_machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "gather/threads.h"

enum { HUGE_PAGE = 2 << 20, LINE = 256, KIBI = 1024 };

/* ---- what the system tells ------------------------------------------------------------------------------ */

/* The rest of the first line of a file that begins with `key`, without blanks around. Returns: false for none. */
static bool read_after(const char *path, const char *key, char *text, size_t size)
{
    char line[LINE];
    bool is_found = false;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    while (!is_found && fgets(line, sizeof line, file) != NULL)
        is_found = strncmp(line, key, strlen(key)) == 0;
    (void)fclose(file);
    if (!is_found)
        return false;
    const char *rest = line + strlen(key);
    rest += strspn(rest, " \t:");
    (void)snprintf(text, size, "%.*s", (int)strcspn(rest, "\n"), rest);
    return *text != '\0';
}

/* A file of one cache of the first processor: its "level", "type" or "size". */
static bool read_cache(int number, const char *what, char *text, size_t size)
{
    char path[LINE];
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", number, what);
    return read_after(path, "", text, size);
}

/* "48 KiB L1, 2 MiB L2, 260 MiB L3"; the caches of instructions are left out. */
static void ask_caches(struct bench_machine *machine)
{
    char level[32], type[32], bytes[32];
    size_t length = 0;
    for (int k = 0; read_cache(k, "level", level, sizeof level) && length < sizeof machine->caches; k++) {
        if (!read_cache(k, "type", type, sizeof type) || !read_cache(k, "size", bytes, sizeof bytes) ||
            strcmp(type, "Instruction") == 0)
            continue;
        long kibibytes = strtol(bytes, NULL, 10);
        bool in_mebibytes = kibibytes >= KIBI && kibibytes % KIBI == 0;
        machine->last_cache = (int64_t)kibibytes * KIBI;
        length += (size_t)snprintf(machine->caches + length, sizeof machine->caches - length, "%s%ld %s L%s",
                                   length > 0 ? ", " : "", in_mebibytes ? kibibytes / KIBI : kibibytes,
                                   in_mebibytes ? "MiB" : "KiB", level);
    }
    if (length == 0)
        (void)snprintf(machine->caches, sizeof machine->caches, "unknown caches");
}

struct bench_machine bench_machine_ask(void)
{
    struct bench_machine machine = {.processors = 1};
    cpu_set_t usable;
    if (sched_getaffinity(0, sizeof usable, &usable) == 0)
        machine.processors = CPU_COUNT(&usable);
    if (!read_after("/proc/cpuinfo", "model name", machine.processor, sizeof machine.processor))
        (void)snprintf(machine.processor, sizeof machine.processor, "an unknown processor");
    ask_caches(&machine);
    return machine;
}

int64_t bench_memory_free(void)
{
    char text[64];
    if (!read_after("/proc/meminfo", "MemAvailable:", text, sizeof text))
        return INT64_MAX;
    return strtoll(text, NULL, 10) * KIBI;
}

int64_t bench_page_bytes(bool is_huge) { return is_huge ? HUGE_PAGE : sysconf(_SC_PAGESIZE); }

/* ---- memory --------------------------------------------------------------------------------------------- */

bool bench_pages_take(struct bench_pages *pages, int64_t bytes, bool is_huge)
{
    size_t page = (size_t)bench_page_bytes(is_huge);
    pages->map_bytes =
        ((size_t)bytes / page + 2) * page; /* bounded: below memory, and one page to begin in */
    pages->map = mmap(NULL, pages->map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages->map == MAP_FAILED) {
        *pages = (struct bench_pages){NULL, NULL, 0};
        return false;
    }
    /* What the system answers does not matter: without such pages it gives others. */
    if (is_huge)
        (void)gather_advise_huge((struct gather_buffer){pages->map, pages->map_bytes});
    else
        (void)madvise(pages->map, pages->map_bytes, MADV_NOHUGEPAGE);
    pages->data = (unsigned char *)pages->map + (page - (uintptr_t)pages->map % page) % page;
    memset(pages->data, 1, (size_t)bytes);
    return true;
}

void bench_pages_give(struct bench_pages *pages)
{
    if (pages->map != NULL)
        (void)munmap(pages->map, pages->map_bytes);
    *pages = (struct bench_pages){NULL, NULL, 0};
}

int64_t bench_clock(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
