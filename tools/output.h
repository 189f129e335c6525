/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where things go: data to stdout, talk to stderr, files whole or not at all.
 */
#ifndef GATHER_TOOLS_OUTPUT_H
#define GATHER_TOOLS_OUTPUT_H

#include "gather/io.h"
#include "gather/study.h"

/* Once, before anything else: no file that is opened later may become stdin, stdout or stderr. */
void output_init(void);

/* stdout as a sink; what fails is kept for `output_end`. */
struct gather_sink output_stdout(void);

/* Whether anything was written to stdout. */
bool output_has_begun(void);

/* Once, at the end. Returns: the code; EXIT_SYSTEM if stdout could not take everything, which is said. */
int output_end(int code);

/* How to draw on stdout: colour and lines as the terminal and the environment allow; in a pipe they are ASCII. */
struct gather_drawing output_drawing(void);

/* Whether the environment says that who reads takes UTF-8; texts that somebody else wrote then stay what they are. */
bool output_is_utf8(void);

/* Writes such a text to stdout. */
void output_write_safe(struct gather_writer *writer, const char *text);

/* How wide text for people is: 80 columns, or 60 to 80 where stdout is a narrower terminal. */
size_t output_columns(void);

/* Talk, on stderr, line by line; what is to be seen before its line ends is flushed. */
struct gather_sink output_stderr(void);
void talk_begin(const char *command);      /* "gather layout: ", and a complaint */
void talk_begin_note(const char *command); /* likewise, and a note, which sets no exit code */
void talk(const char *text);
void talk_flush(void);
void talk_safe(const char *text, size_t length); /* what somebody else wrote */
void talk_caret(const char *text, size_t length, const struct gather_error *error);

/* "gather layout: 5,0: index = 5 is outside 0..1": an error's sentence, and what it is about, if not NULL. */
void talk_failure(const char *command, const char *about, const struct gather_error *error);

/* The same of a tensor of it; NULL, or "" for one without a name: of it all. */
void talk_failure_in(const char *command, const char *about, const char *tensor,
                     const struct gather_error *error);

/* An error as members of an object that is open, and its sentence as "message". */
void output_json_error(struct gather_json *json, const struct gather_error *error);

/* The same as a note. */
void talk_note_in(const char *command, const char *about, const char *tensor,
                  const struct gather_error *error);

/*
 * What is told by way of memory: a sink that keeps it, and a copy of a text, owned by the caller. Where there is no room
 * for it, it is lost, and `output_settle` says so: nobody else has to look.
 */
struct gather_sink output_memory(struct gather_memory *memory);
char *output_copy(const char *text); /* NULL without memory */

/* Before JSON ends, and once at the end. Returns: the code; EXIT_SYSTEM if anything was lost, which is said once. */
int output_settle(const char *command, int code);

/* Complain of the system. Each returns: EXIT_SYSTEM. */
int complain_of_memory(const char *command);
int complain_of_file(const char *command, const char *what, const char *path); /* with errno's reason */

/*
 * Writes a file that appears whole or not at all, also where a signal ends the command; a device, a pipe or the
 * like is written as it comes. Returns: an exit code; what failed was said. After a failure the file is as it
 * was.
 */
int output_file_write(const char *command, const char *path, const struct gather_memory *content);

/* Whether it is none that is written as it comes: a regular file, a folder, or nothing yet. */
bool output_file_is_plain(const char *path);

/*
 * Whether such a file could be written, before what is to stand in it costs time. Returns: as above.
 */
int output_file_judge(const char *command, const char *path);

/* Where a file is, or would be, without links and dots. Returns: NULL if nowhere; owned by the caller. */
char *output_file_place(const char *path);

/* A source that reads a file descriptor. */
struct gather_source input_source(int *descriptor);

#endif
