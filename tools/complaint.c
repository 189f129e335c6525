/* SPDX-License-Identifier: Apache-2.0 */
/* The worst complaint: complaint.h says for whom it is kept. */
#include "complaint.h"

#include <stdio.h>
#include <string.h>

#include "exit_code.h"

enum { LONGEST = 1024 };

static struct complaint {
    struct gather_error error; /* of status OK where the library said nothing; texts are static, but for */
    char operand[LONGEST];     /* a name that the caller gave, which is gone by the end; "" for none */
    char message[LONGEST];
    size_t length;
    bool is_one;  /* not a note, nor nothing yet */
    bool is_open; /* its line goes on */
} worst, last;

static bool has_lost, has_told_memory;

void complaint_init(void)
{
    memset(&worst, 0, sizeof worst);
    memset(&last, 0, sizeof last);
    has_lost = has_told_memory = false;
}

/* The exit code that goes with it. One that says no more is taken for one of the library's. */
static int exit_of(const struct complaint *complaint)
{
    if (!complaint->is_one)
        return EXIT_YES;
    return complaint->error.status == GATHER_STATUS_OK
               ? EXIT_LIBRARY
               : exit_of_status((enum gather_status)complaint->error.status);
}

/* How bad it is. Without memory nothing else that is said of the system is sure. */
static int badness_of(const struct complaint *complaint)
{
    return 2 * exit_of(complaint) + (complaint->error.status == GATHER_STATUS_NO_MEMORY);
}

/* The last one is as it stays: of those that are as bad the first is kept. */
static void keep_worst(void)
{
    if (badness_of(&last) > badness_of(&worst))
        worst = last;
}

void complaint_begin(void)
{
    complaint_begin_note();
    last.is_one = last.is_open = true;
}

void complaint_begin_note(void)
{
    keep_worst();
    memset(&last, 0, sizeof last);
}

void complaint_add(const char *bytes, size_t count)
{
    for (size_t k = 0; k < count && last.is_open; k++) {
        last.is_open = bytes[k] != '\n' && last.length < LONGEST;
        if (last.is_open)
            last.message[last.length++] = bytes[k];
    }
}

void complaint_note(const struct gather_error *error)
{
    last.error = *error;
    (void)snprintf(last.operand, sizeof last.operand, "%s", error->operand != NULL ? error->operand : "");
    has_told_memory = has_told_memory || error->status == GATHER_STATUS_NO_MEMORY;
}

void complaint_note_status(enum gather_status status)
{
    const struct gather_error error = {.status = status, .part = -1};
    complaint_note(&error);
}

void complaint_lose(void) { has_lost = true; }

bool complaint_lacks_memory(void) { return has_lost || has_told_memory; }

bool complaint_is_due(void) { return has_lost && !has_told_memory; }

/* What is lost and not complained of yet, as it will be. */
static struct complaint lost(void)
{
    static const char message[] = "out of memory";
    struct complaint complaint = {.error = {.status = GATHER_STATUS_NO_MEMORY, .part = -1},
                                  .length = sizeof message - 1};
    memcpy(complaint.message, message, sizeof message - 1);
    return complaint;
}

/* What an exit code says of a complaint that says no more. */
static enum gather_status status_of_exit(int code)
{
    switch (code) {
    case EXIT_INDEX:
        return GATHER_STATUS_INDEX_RANGE;
    case EXIT_SYSTEM:
        return GATHER_STATUS_IO;
    default:
        return GATHER_STATUS_ARGUMENT;
    }
}

void complaint_write_json(struct gather_json *json, int code)
{
    if (code == EXIT_YES && !complaint_lacks_memory())
        return;
    keep_worst();
    struct complaint told = complaint_is_due() ? lost() : worst;
    struct gather_error error = told.error;
    error.operand = told.operand[0] != '\0' ? told.operand : NULL;
    if (error.status == GATHER_STATUS_OK)
        error = (struct gather_error){.status = status_of_exit(code), .part = -1};
    gather_json_object(json, "error");
    gather_json_error(json, &error);
    if (told.length > 0)
        gather_json_string(json, "message", told.message, told.length);
    gather_json_end(json);
}

void complaint_write_object(const char *command, int code, struct gather_sink sink)
{
    char schema[64];
    struct gather_json json = gather_json_to(sink);
    (void)snprintf(schema, sizeof schema, "gather.%s/1", command);
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", schema);
    complaint_write_json(&json, code);
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
}
