/* SPDX-License-Identifier: Apache-2.0 */
/* A row of a file that is longer than what is read between two reports: nobody waits for all of it to be heard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/scratch.h"

enum { NUMBERS = (20 << 20) + 1, BYTES = 4 * NUMBERS, WAVE = (64 << 20) / 4 };

struct heard {
    int64_t calls, last, cancel_at;
};

static int hear(void *context, int64_t done, int64_t total)
{
    struct heard *heard = context;
    assert_int_equal(total, NUMBERS);
    heard->calls++;
    heard->last = done;
    return done >= heard->cancel_at;
}

/* Takes the second of two such rows, of a file whose bytes are all 0. */
static enum gather_status take(const struct gather_file *file, struct gather_buffer buffer,
                               struct heard *heard)
{
    const int64_t sizes[] = {2, NUMBERS}, taken[] = {1, NUMBERS}, row = 1;
    struct gather_take_options options = {sizeof options, NULL, hear, heard};
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    struct gather_layout from, to;
    assert_int_equal(gather_layout_init(&from, GATHER_DTYPE_U32, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(&to, GATHER_DTYPE_U32, 2, taken, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_tensor_lay(&tensor, &from, NULL), GATHER_STATUS_OK);
    return gather_io_take(file, &tensor, 0, &row, 1, &to, buffer, &options, NULL, NULL);
}

static void test_a_long_row_is_heard_of_amid(void **state)
{
    struct heard heard = {.cancel_at = INT64_MAX};
    struct gather_file *file = NULL;
    struct gather_buffer buffer = {malloc(BYTES), BYTES};
    uint32_t last = 1;
    (void)state;
    assert_non_null(buffer.data);
    memset(buffer.data, 1, BYTES);
    scratch_begin();
    scratch_write_sparse("long.raw", 2 * (int64_t)BYTES);
    assert_int_equal(gather_file_open(&file, "long.raw", GATHER_FILE_RAW, NULL), GATHER_STATUS_OK);
    assert_int_equal(take(file, buffer, &heard), GATHER_STATUS_OK);
    assert_int_equal(heard.calls, 3); /* at the beginning, behind a wave, at the end */
    assert_int_equal(heard.last, NUMBERS);
    memcpy(&last, (uint8_t *)buffer.data + BYTES - 4, 4);
    assert_int_equal(last, 0);
    heard = (struct heard){.cancel_at = 1};
    assert_int_equal(take(file, buffer, &heard), GATHER_STATUS_CANCELLED);
    assert_int_equal(heard.last, WAVE);
    gather_file_close(file);
    free(buffer.data);
    scratch_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_long_row_is_heard_of_amid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
