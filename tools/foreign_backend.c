/* SPDX-License-Identifier: Apache-2.0 */
/* Somebody else's kernels: foreign_backend.h says what they may be. */
#define _POSIX_C_SOURCE 200809L
#include "foreign_backend.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "exit_code.h"
#include "interrupt.h"
#include "output.h"

static enum gather_status answer(void *context, const char *line, size_t length, struct gather_sink reply,
                                 struct gather_error *error)
{
    return line_process_ask(context, line, length, reply, error);
}

static int start_program(struct foreign_backend *backend, const char *command, const char *path,
                         int64_t limit)
{
    backend->process = (struct line_process){.path = path, .limit = limit, .to = -1, .from = -1};
    backend->own = (struct gather_backend){
        .size = sizeof backend->own, .name = path, .context = &backend->process, .answer = answer};
    backend->table = &backend->own;
    interrupt_catch();
    errno = line_process_start(&backend->process);
    return errno == 0 ? EXIT_YES : complain_of_file(command, "can't run", path);
}

static int complain_of_library(const char *command, const char *path, const char *what)
{
    talk_begin(command);
    complaint_note_status(GATHER_STATUS_IO);
    talk("can't load '");
    talk_safe(path, strlen(path));
    talk("': ");
    talk_safe(what, strlen(what));
    talk("\n");
    return EXIT_SYSTEM;
}

#ifdef GATHER_STATIC_COMMAND

static int load_library(struct foreign_backend *backend, const char *command, const char *path)
{
    (void)backend;
    return complain_of_library(command, path, "this gather is static, and asks programs alone");
}

static void unload_library(struct foreign_backend *backend) { (void)backend; }

#else

/* A name without a folder is one of this folder, as that of any file. */
static void *load(const char *path)
{
    size_t size = strlen(path) + 3;
    char *here = malloc(size);
    if (here == NULL)
        return NULL;
    (void)snprintf(here, size, "./%s", path);
    void *library = dlopen(strchr(path, '/') != NULL ? path : here, RTLD_NOW | RTLD_LOCAL);
    free(here);
    return library;
}

static int load_library(struct foreign_backend *backend, const char *command, const char *path)
{
    const size_t least = offsetof(struct gather_backend, query) + sizeof backend->own.query;
    backend->library = load(path);
    if (backend->library == NULL)
        return complain_of_library(command, path, dlerror());
    backend->table = dlsym(backend->library, "gather_backend");
    if (backend->table == NULL)
        return complain_of_library(command, path, "it has no gather_backend");
    if (backend->table->size < least || backend->table->answers == NULL)
        return complain_of_library(command, path, "its gather_backend is no table of functions");
    return EXIT_YES;
}

static void unload_library(struct foreign_backend *backend)
{
    if (backend->library != NULL)
        (void)dlclose(backend->library);
}

#endif

static bool is_library(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".so") == 0;
}

int foreign_backend_open(struct foreign_backend *backend, const char *command, const char *path,
                         int64_t limit)
{
    memset(backend, 0, sizeof *backend);
    return is_library(path) ? load_library(backend, command, path)
                            : start_program(backend, command, path, limit);
}

void foreign_backend_close(struct foreign_backend *backend)
{
    line_process_end(&backend->process);
    unload_library(backend);
    interrupt_end();
}
