/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program of somebody else's that lets the ready threads add up 0..999.
 */
#include <gather/gather.h>
#include <gather/threads.h>
#include <stdatomic.h>
#include <string.h>

static void add(void *sum, uint64_t begin, uint64_t end)
{
    for (; begin < end; begin++)
        atomic_fetch_add((atomic_uint *)sum, (unsigned)begin);
}

int main(void)
{
    atomic_uint sum = 0;
    struct gather_pool *pool;

    if (gather_pool_create(&pool, 2) != GATHER_STATUS_OK)
        return 1;
    struct gather_threads threads = gather_pool_threads(pool);
    int answer = threads.parallel_for(threads.context, add, &sum, 1000, 10);
    gather_pool_destroy(pool);
    return answer == 0 && sum == 499500 && strcmp(gather_status_name(GATHER_STATUS_OK), "OK") == 0 ? 0 : 2;
}
