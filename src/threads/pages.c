/* SPDX-License-Identifier: Apache-2.0 */
/* Asking the system for large pages, where it has them and can be asked. */
#define _DEFAULT_SOURCE /* madvise */
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "gather/threads.h"

enum { HUGE_PAGE = 1 << 21 };

#if defined(MADV_HUGEPAGE)

bool gather_advise_huge(struct gather_buffer buffer)
{
    const uintptr_t begin = (uintptr_t)buffer.data,
                    first = (begin + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (buffer.bytes < HUGE_PAGE || buffer.bytes - HUGE_PAGE < first - begin)
        return false; /* no such page fits */
    const size_t whole = (size_t)(buffer.bytes - (first - begin)) & ~(size_t)(HUGE_PAGE - 1);
    return madvise((void *)first, whole, MADV_HUGEPAGE) == 0;
}

#else

bool gather_advise_huge(struct gather_buffer buffer)
{
    (void)buffer;
    return false;
}

#endif
