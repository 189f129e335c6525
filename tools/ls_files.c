/* SPDX-License-Identifier: Apache-2.0 */
/* Names of the files that tensors lie in: ls_files.h says how they are shortened. */
#include "ls_files.h"

#include <string.h>

#include "output.h"

enum { MOST_SHOWN = 24, BEGIN_SHOWN = 8, END_SHOWN = 14 };

/* The name of another file than the one that is listed, below the folder if it is one; NULL for none. */
static const char *name_of(const struct ls_work *work, int32_t source)
{
    const char *path = source > 0 ? gather_file_source(work->input.file, source) : NULL;
    size_t length = strlen(work->input.path);
    if (path == NULL)
        return NULL;
    bool is_below = strncmp(path, work->input.path, length) == 0 &&
                    (path[length] == '/' || (length > 0 && path[length - 1] == '/'));
    if (is_below)
        return path + length + strspn(path + length, "/");
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

/* Takes away from both ends what another name does not have. */
static void narrow(struct ls_files *files, const char *name)
{
    size_t length = strlen(name), of_first = strlen(files->first), begin = 0, end = 0;
    while (begin < files->before && name[begin] == files->first[begin])
        begin++;
    while (end < files->after && end < length && name[length - 1 - end] == files->first[of_first - 1 - end])
        end++;
    files->before = begin;
    files->after = end;
}

/* Numbers are told whole, and no character of the shortest name twice. */
static void keep_numbers(struct ls_files *files, size_t shortest)
{
    const char *end = files->first + strlen(files->first);
    while (files->before > 0 && is_digit(files->first[files->before - 1]))
        files->before--;
    if (files->after > shortest - files->before)
        files->after = shortest - files->before;
    while (files->after > 0 && is_digit(end[-(ptrdiff_t)files->after]))
        files->after--;
}

/* Of one file beside the one that is listed all is told. */
static void shorten(struct ls_files *files, bool is_one, size_t shortest)
{
    if (is_one)
        files->before = files->after = 0;
    else
        keep_numbers(files, shortest);
}

/* Whether every tensor is called as its file is: then the line above the table says it all. */
static bool names_tell(const struct ls_files *files)
{
    for (size_t k = 0; k < files->work->count; k++) {
        const struct gather_tensor *tensor = files->work->chosen[k];
        const char *name = name_of(files->work, tensor->source);
        size_t length = strlen(tensor->name);
        if (name == NULL || strlen(name) != files->before + length + files->after ||
            memcmp(name + files->before, tensor->name, length) != 0)
            return false;
    }
    return true;
}

struct ls_files ls_files_of(const struct ls_work *work)
{
    struct ls_files files = {.work = work};
    bool has_own = false, is_one = true;
    size_t shortest = SIZE_MAX;
    for (size_t k = 0; k < work->count; k++) {
        const char *name = name_of(work, work->chosen[k]->source);
        has_own = has_own || work->chosen[k]->source == 0;
        if (name == NULL)
            continue;
        size_t length = strlen(name);
        if (files.first == NULL) {
            files.first = name;
            files.before = files.after = length;
        }
        is_one = is_one && strcmp(name, files.first) == 0;
        shortest = length < shortest ? length : shortest;
        narrow(&files, name);
    }
    files.is_one = is_one && !has_own;
    if (files.first != NULL)
        shorten(&files, is_one, shortest);
    files.has_cells = files.first != NULL && !files.is_one && !names_tell(&files);
    return files;
}

void ls_files_write(const struct ls_files *files, struct gather_writer *writer)
{
    bool utf8 = output_is_utf8();
    if (files->first == NULL || (!files->is_one && files->before + files->after == 0))
        return;
    if (files->is_one) {
        gather_write_text(writer, "file = ");
        gather_write_safe(writer, files->first, strlen(files->first), utf8);
        gather_write_text(writer, "\n");
        return;
    }
    gather_write_text(writer, "files = ");
    gather_write_safe(writer, files->first, files->before, utf8);
    gather_write_text(writer, "*");
    gather_write_safe(writer, files->first + strlen(files->first) - files->after, files->after, utf8);
    gather_write_text(writer, "\n");
}

static void write_short(const struct ls_files *files, const char *name, struct gather_writer *writer)
{
    bool utf8 = output_is_utf8();
    size_t length = strlen(name) - files->before - files->after; /* bounded: all names have both */
    name += files->before;
    if (length <= MOST_SHOWN) {
        gather_write_safe(writer, name, length, utf8);
        return;
    }
    gather_write_safe(writer, name, BEGIN_SHOWN, utf8);
    gather_write_text(writer, "..");
    gather_write_safe(writer, name + length - END_SHOWN, END_SHOWN, utf8);
}

void ls_files_write_cell(const struct ls_files *files, int32_t low, int32_t high,
                         struct gather_writer *writer)
{
    const char *from = name_of(files->work, low), *to = name_of(files->work, high);
    if (!files->has_cells || from == NULL || to == NULL)
        return;
    write_short(files, from, writer);
    if (low == high)
        return;
    gather_write_text(writer, "..");
    write_short(files, to, writer);
}
