/* SPDX-License-Identifier: Apache-2.0 */
/* Walking a folder for tests of models: test_dir.h says what is one. */
#define _POSIX_C_SOURCE 200809L
#include "test_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exit_code.h"
#include "output.h"

enum { MOST_DEPTH = 16, MOST_LIST_BYTES = 1 << 22 };

struct walk {
    const char *command;
    size_t root; /* bytes of the path that was given */
    const struct gather_case_listener *listener;
    size_t found;
};

/* ---- names --------------------------------------------------------------------------------------- */

static char *join(const char *folder, const char *name)
{
    size_t length = strlen(folder), size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        (void)snprintf(path, size, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/",
                       name);
    return path;
}

static bool is_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* By bytes: the order of a locale is not asked. */
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

struct names {
    char **list;
    size_t count, room;
};

static bool add_name(struct names *names, const char *name)
{
    if (names->count == names->room) {
        size_t grown = names->room == 0 ? 16 : 2 * names->room;           /* bounded: names in memory */
        char **moved = realloc(names->list, grown * sizeof *names->list); /* bounded: as above */
        if (moved == NULL)
            return false;
        names->list = moved;
        names->room = grown;
    }
    names->list[names->count] = strdup(name);
    if (names->list[names->count] == NULL)
        return false;
    names->count++;
    return true;
}

static void free_names(struct names *names)
{
    for (size_t k = 0; k < names->count; k++)
        free(names->list[k]);
    free(names->list);
}

/* The folders in a folder, sorted. Returns: an exit code. */
static int list_folders(const struct walk *walk, const char *path, struct names *names)
{
    struct dirent *entry;
    DIR *folder = opendir(path);
    int code = EXIT_YES;
    if (folder == NULL)
        return complain_of_file(walk->command, "can't read", path);
    while (code == EXIT_YES && (errno = 0, entry = readdir(folder)) != NULL) {
        struct stat about;
        bool is_folder = entry->d_name[0] != '.' &&
                         fstatat(dirfd(folder), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
                         S_ISDIR(about.st_mode);
        if (is_folder && !add_name(names, entry->d_name))
            code = complain_of_memory(walk->command);
    }
    if (code == EXIT_YES && errno != 0)
        code = complain_of_file(walk->command, "can't read", path);
    closedir(folder);
    if (code == EXIT_YES && names->count > 0)
        qsort(names->list, names->count, sizeof *names->list, by_name);
    return code;
}

/* ---- tests --------------------------------------------------------------------------------------- */

static int run_model(struct walk *walk, const char *path)
{
    const char *name = path + walk->root + strspn(path + walk->root, "/");
    const char *slash = strrchr(path, '/');
    if (*name == '\0') /* the folder that was given is the test */
        name = slash != NULL && slash[1] != '\0' ? slash + 1 : path;
    walk->found++;
    enum gather_status status = gather_model_folder_run(path, name, walk->listener);
    return status == GATHER_STATUS_NO_MEMORY ? complain_of_memory(walk->command) : exit_of_status(status);
}

/* "gather test: a/b: WHAT" */
static int complain_of_limit(const struct walk *walk, const char *path, const char *what)
{
    talk_begin(walk->command);
    talk_safe(path, strlen(path));
    talk(": ");
    talk(what);
    talk("\n");
    return EXIT_LIBRARY;
}

static int run_list(struct walk *walk, const char *folder, const char *path)
{
    struct gather_error error = {0};
    struct gather_memory text = {0};
    struct gather_sink sink = output_memory(&text);
    char piece[4096];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = -1;
    enum gather_status status = GATHER_STATUS_OK;
    walk->found++;
    while (descriptor >= 0 && status == GATHER_STATUS_OK && text.count <= MOST_LIST_BYTES &&
           (count = read(descriptor, piece, sizeof piece)) > 0)
        status = sink.write(sink.context, piece, (size_t)count);
    int code = count < 0 ? complain_of_file(walk->command, "can't read", path) : EXIT_YES;
    if (code == EXIT_YES && text.count > MOST_LIST_BYTES)
        code = complain_of_limit(walk, path, "is longer than 4 MiB, which no list of tests is");
    if (descriptor >= 0)
        close(descriptor);
    if (code == EXIT_YES && status == GATHER_STATUS_OK)
        status = gather_model_list_run(folder, text.bytes, text.count, walk->listener, &error);
    gather_memory_fini(&text);
    if (status == GATHER_STATUS_NO_MEMORY)
        return complain_of_memory(walk->command);
    if (status != GATHER_STATUS_OK)
        talk_failure(walk->command, path, &error);
    return code == EXIT_YES ? exit_of_status(status) : code;
}

/* ---- the walk ------------------------------------------------------------------------------------ */

static int visit(struct walk *walk, const char *path, int depth);

static int visit_folders(struct walk *walk, const char *path, int depth)
{
    struct names names = {NULL, 0, 0};
    int code = list_folders(walk, path, &names);
    if (code == EXIT_YES && names.count > 0 && depth == MOST_DEPTH)
        code = complain_of_limit(walk, path, "has folders more than 16 deep, which are not looked into");
    for (size_t k = 0; k < names.count && code != EXIT_SYSTEM && depth < MOST_DEPTH; k++) {
        char *inner = join(path, names.list[k]);
        code = exit_worse(code,
                          inner != NULL ? visit(walk, inner, depth + 1) : complain_of_memory(walk->command));
        free(inner);
    }
    free_names(&names);
    return code;
}

static int visit(struct walk *walk, const char *path, int depth)
{
    char *model = join(path, "model.onnx"), *list = join(path, "expect.json");
    int code;
    if (model == NULL || list == NULL)
        code = complain_of_memory(walk->command);
    else if (is_there(model))
        code = run_model(walk, path);
    else if (is_there(list))
        code = run_list(walk, path, list);
    else
        code = visit_folders(walk, path, depth);
    free(model);
    free(list);
    return code;
}

int test_dir_run(const char *command, const char *path, const struct gather_case_listener *listener)
{
    struct walk walk = {command, strlen(path), listener, 0};
    int code = visit(&walk, path, 0);
    if (code == EXIT_YES && walk.found == 0) {
        talk_begin(command);
        talk_safe(path, strlen(path));
        talk(": no test is in it: no folder with a model.onnx or an expect.json\n");
        return EXIT_LIBRARY;
    }
    return code;
}
