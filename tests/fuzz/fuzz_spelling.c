/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any text as a layout: refused with a reason inside it, or a valid layout, which in every spelling that can say it
 * is the same layout again.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz_target.h"
#include "gather/layout.h"

static void check_refusal(const struct gather_error *error, enum gather_status status, size_t size)
{
    char sentence[512];
    fuzz_must(error->status == (int32_t)status, "the error is the status");
    fuzz_must((error->has & GATHER_ERROR_HAS_AT) != 0 && error->at >= 0 && (size_t)error->at <= size,
              "a refusal says where");
    fuzz_must(gather_error_format(error, sentence, sizeof sentence) > 0, "a refusal is a sentence");
}

/* LAY-38: read, print and read again is the same layout; print again the same text. */
static void check_spelling(const struct gather_layout *layout, int32_t spelling)
{
    static char text[GATHER_LAYOUT_TEXT_SIZE], again[GATHER_LAYOUT_TEXT_SIZE];
    struct gather_layout read;
    struct gather_error error = {0};
    size_t length = 0;
    enum gather_status status = gather_layout_print(layout, spelling, text, sizeof text, &length, &error);
    if (status != GATHER_STATUS_OK) {
        fuzz_must(status == GATHER_STATUS_UNSUPPORTED && error.lacks != NULL,
                  "a spelling says what it lacks");
        return;
    }
    fuzz_must(length < sizeof text, "every text fits");
    fuzz_must(gather_layout_parse(&read, text, length, GATHER_SPELLING_ANY, NULL) == GATHER_STATUS_OK,
              "what is printed can be read");
    fuzz_must(gather_layout_compatible(&read, layout), "type and sizes come back");
    fuzz_must(gather_layout_print(&read, spelling, again, sizeof again, NULL, NULL) == GATHER_STATUS_OK &&
                  strcmp(text, again) == 0,
              "the same text is printed again");
}

static void check_layout(const struct gather_layout *layout)
{
    struct gather_layout_summary summary;
    fuzz_must(gather_layout_validate(layout, NULL) == GATHER_STATUS_OK, "what is read is valid");
    fuzz_must(gather_layout_describe(layout, &summary, NULL) == GATHER_STATUS_OK, "it can be described");
    fuzz_must(summary.bytes == gather_layout_bytes(layout) &&
                  summary.elements == gather_layout_elements(layout),
              "both count the same");
    for (int32_t k = 0; k < GATHER_SPELLING_COUNT; k++)
        check_spelling(layout, k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int32_t spellings[] = {GATHER_SPELLING_ANY, GATHER_SPELLING_XLA};
    char *text = malloc(size + 1); /* exactly as long as it is, and not ended by NUL */
    struct gather_layout layout;
    fuzz_must(text != NULL, "there is memory");
    memcpy(text, data, size);
    for (int k = 0; k < 2; k++) {
        struct gather_error error = {0};
        enum gather_status status = gather_layout_parse(&layout, text, size, spellings[k], &error);
        if (status == GATHER_STATUS_OK)
            check_layout(&layout);
        else
            check_refusal(&error, status, size);
    }
    struct gather_layout given = {
        .dtype = GATHER_DTYPE_F32, .rank = 2, .sizes = {5, 7}, .cell_bits = 32, .tail = 1};
    struct gather_error error = {0};
    enum gather_status status = gather_layout_parse_suffix(&given, text, size, &error);
    if (status == GATHER_STATUS_OK)
        check_layout(&given);
    else
        check_refusal(&error, status, size);
    free(text);
    return 0;
}
