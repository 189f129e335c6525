/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts what the program allocates, and lets one allocation fail. To be included by one file of a program,
 * for it defines malloc and its like; under a sanitizer, which has its own, it counts through the sanitizer's
 * hooks and nothing can be made to fail. The C library must be glibc.
 */
#ifndef GATHER_TESTS_COUNTED_MALLOC_H
#define GATHER_TESTS_COUNTED_MALLOC_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GATHER_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GATHER_SANITIZED 1
#endif
#endif

/* Allocations so far; those not yet freed; how many more succeed before one fails, below 0: all. */
static atomic_llong malloc_calls, malloc_live, malloc_fails_after = -1;

#ifdef GATHER_SANITIZED

/* Every sanitizer's library has it, but not every system has its header. */
extern int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                                     void (*on_free)(const volatile void *));

enum { MALLOC_CAN_FAIL = 0 };

static void count_malloc(const volatile void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
    malloc_calls++;
    malloc_live++;
}

static void count_free(const volatile void *memory)
{
    if (memory != NULL)
        malloc_live--;
}

static inline void malloc_count_begin(void)
{
    (void)__sanitizer_install_malloc_and_free_hooks(count_malloc, count_free);
}

#else

enum { MALLOC_CAN_FAIL = 1 };

/* Whether all that come behind the one that fails do so too. */
static atomic_bool malloc_fails_on;

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *memory, size_t bytes);
extern void __libc_free(void *memory);

static inline void malloc_count_begin(void) {}

/* Counts a call. Returns: whether it is to succeed. */
static bool count_malloc(void)
{
    malloc_calls++;
    if (malloc_fails_after < 0 || malloc_fails_after-- > 0)
        return true;
    if (malloc_fails_on)
        malloc_fails_after = 0;
    errno = ENOMEM;
    return false;
}

__attribute__((visibility("default"))) void *malloc(size_t bytes)
{
    void *memory = count_malloc() ? __libc_malloc(bytes) : NULL;
    malloc_live += memory != NULL;
    return memory;
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t bytes)
{
    void *memory = count_malloc() ? __libc_calloc(count, bytes) : NULL;
    malloc_live += memory != NULL;
    return memory;
}

__attribute__((visibility("default"))) void *realloc(void *memory, size_t bytes)
{
    void *moved = count_malloc() ? __libc_realloc(memory, bytes) : NULL;
    malloc_live += memory == NULL && moved != NULL;
    return moved;
}

__attribute__((visibility("default"))) void free(void *memory)
{
    malloc_live -= memory != NULL;
    __libc_free(memory);
}

#endif

#endif
