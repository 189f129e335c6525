/* SPDX-License-Identifier: Apache-2.0 */
/* Names of worlds: world_name.h says how they are used. */
#include "world_name.h"

#include <string.h>

#include "exit_code.h"
#include "gather/study.h"
#include "output.h"

enum { A_LINE = 6 };

/* ---- lists of names ------------------------------------------------------------------------------ */

static const char *any_world(const void *unused, size_t k)
{
    (void)unused;
    return gather_behaviour_at(k) != NULL ? gather_behaviour_at(k)->id : NULL;
}

static const char *any_dialect(const void *unused, size_t k)
{
    (void)unused;
    const struct gather_behaviour *behaviour;
    for (size_t place = 0; (behaviour = gather_behaviour_at(place)) != NULL; place++)
        if (behaviour->dialect != NULL && k-- == 0)
            return behaviour->id;
    return NULL;
}

/* All names are in small letters. */
static const char *nearest_of(const char *name, const char *(*next)(const void *names, size_t k))
{
    char small[GATHER_BEHAVIOUR_NAME_SIZE];
    size_t length = strlen(name);
    if (length >= GATHER_BEHAVIOUR_NAME_SIZE)
        return NULL;
    for (size_t k = 0; k <= length; k++)
        small[k] = name[k] >= 'A' && name[k] <= 'Z' ? (char)(name[k] - 'A' + 'a') : name[k];
    return nearest_name(small, next, NULL);
}

static void talk_of_names(const char *begin, const char *(*next)(const void *names, size_t k))
{
    talk(begin);
    for (size_t k = 0; next(NULL, k) != NULL; k++) {
        talk(k % A_LINE == 0 ? (k > 0 ? ",\n  " : "\n  ") : ", ");
        talk(next(NULL, k));
    }
    talk("\n");
}

/* "there is no world 'onxn'; did you mean 'onnx'?" */
static void talk_of_unknown(const char *command, const char *what, const char *name, const char *nearest)
{
    talk_begin(command);
    talk(what);
    talk(" '");
    talk_safe(name, strlen(name));
    talk(nearest != NULL ? "'; did you mean '" : "'");
    talk(nearest != NULL ? nearest : "");
    talk(nearest != NULL ? "'?\n" : "\n");
}

/* ---- names that mean nothing --------------------------------------------------------------------- */

bool world_is(const char *name) { return gather_behaviour_find(name, false) != NULL; }

int world_unknown(const char *command, const char *name, bool with_all)
{
    talk_of_unknown(command, "there is no world", name, nearest_of(name, any_world));
    talk_of_names(with_all ? "there are: all," : "there are:", any_world);
    return EXIT_USAGE;
}

int world_names_judge(const struct arguments *arguments, const char *option, const char *names)
{
    char name[GATHER_BEHAVIOUR_NAME_SIZE];
    if (*names == '\0')
        return arguments_misused(arguments->command, "no world is named behind", option);
    const char *all = names;
    while (gather_names_next(&names, name, sizeof name)) {
        if (*name == '\0')
            return arguments_misused(arguments->command, "a name is missing beside a comma:", all);
        if (strcmp(name, "all") != 0 && !world_is(name))
            return world_unknown(arguments->command->name, name, true);
    }
    return EXIT_YES;
}

enum gather_status world_operator(const struct gather_behaviour *world, const char *name,
                                  const struct gather_take *take, struct gather_op *op,
                                  struct gather_layout inputs[2], struct gather_layout *output,
                                  struct gather_error *error)
{
    struct gather_attribute version;
    (void)gather_dialect_read(name, &version);
    enum gather_status status = gather_behaviour_op(
        world, version.kind != GATHER_ATTRIBUTE_NONE ? &version : NULL, take, op, inputs, error);
    return status == GATHER_STATUS_OK ? gather_infer(op, inputs, 2, output, error) : status;
}

int world_versions_judge(const struct arguments *arguments, const char *names, const struct gather_take *take)
{
    char name[GATHER_BEHAVIOUR_NAME_SIZE];
    enum gather_status status = GATHER_STATUS_OK;
    struct gather_take typed = *take;
    if (take->is_plain)
        typed.indices.dtype = GATHER_DTYPE_I64;
    while (status == GATHER_STATUS_OK && gather_names_next(&names, name, sizeof name)) {
        struct gather_op op;
        struct gather_layout inputs[2], output;
        struct gather_error error = {0};
        if (strchr(name, '@') != NULL)
            status =
                world_operator(gather_behaviour_find(name, true), name, &typed, &op, inputs, &output, &error);
        if (status != GATHER_STATUS_OK)
            talk_failure(arguments->command->name, name, &error);
    }
    return exit_of_status(status);
}

/* The dialect whose name a world's begins with: openvino of openvino-cpu. */
static const char *dialect_of_world(const char *name)
{
    const char *dialect;
    for (size_t k = 0; (dialect = any_dialect(NULL, k)) != NULL; k++)
        if (strncmp(name, dialect, strlen(dialect)) == 0 && name[strlen(dialect)] == '-')
            return dialect;
    return NULL;
}

int world_no_dialect(const char *command, const char *name)
{
    const char *near = world_is(name) ? dialect_of_world(name) : nearest_of(name, any_dialect);
    if (!world_is(name)) {
        talk_of_unknown(command, "there is no dialect", name, near);
    } else {
        talk_begin(command);
        talk("the library has no operator of '");
        talk_safe(name, strlen(name));
        talk("', which only explain knows");
        talk(near != NULL ? "; use --dialect " : "");
        talk(near != NULL ? near : "");
        talk("\n");
    }
    talk_of_names("there are:", any_dialect);
    return EXIT_USAGE;
}
