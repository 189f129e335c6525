/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a fuzz target without a fuzzer, on the files given: the seeds with every test, and an input that was found.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/fuzz_target.h"

enum { MOST_BYTES = 1 << 20 };

int main(int count, char **paths)
{
    for (int k = 1; k < count; k++) {
        FILE *file = fopen(paths[k], "rb");
        uint8_t *bytes = malloc(MOST_BYTES);
        fuzz_must(file != NULL && bytes != NULL, paths[k]);
        size_t size = fread(bytes, 1, MOST_BYTES, file);
        (void)fclose(file);
        uint8_t *exactly = malloc(size > 0 ? size : 1);
        fuzz_must(exactly != NULL, "there is memory");
        for (size_t n = 0; n < size; n++)
            exactly[n] = bytes[n];
        (void)LLVMFuzzerTestOneInput(exactly, size);
        free(exactly);
        free(bytes);
    }
    printf("%d inputs\n", count - 1);
    return count > 1 ? 0 : 1;
}
