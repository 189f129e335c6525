/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A folder of files of tensors, as if it were one file: the shards that its index names, else all files whose
 * names tell a format, in the order of their names.
 *
 *     model.safetensors.index.json    {"weight_map": {"tensor": "model-1.safetensors", ..}}
 *
 * What the index names comes from a stranger (source_beside.c); what lies in the folder is what the user named.
 * A tensor without a name has that of its file. No name may be there twice.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "io/formats.h"
#include "io/io_error.h"
#include "io/json.h"

enum { MOST_INDEX_BYTES = 1 << 28 };

static const char map_name[] = "weight_map";

/* A member of an index's map; its texts are the map's. */
struct member {
    const char *shard, *tensor;
    size_t number; /* from 1 */
};

/* What is read, and how far reading has come. */
struct reading {
    struct gather_file *file;
    struct gather_error *error;
    enum gather_status status;
    char **names; /* of files: entries of the folder that matter, then shards; owned */
    size_t count, capacity;
    struct gather__json *seen;    /* names of tensors */
    struct gather__source *index; /* the file that names the others; owned */
    char *text;                   /* of the index; owned */
    size_t length;
    int64_t map_at;                 /* where the map stands in it; 0 if it does not */
    const struct gather__json *map; /* tensor: file; NULL without an index */
    struct member *members;         /* that are texts, shard by shard, as they stand in the map; owned */
    size_t members_count;
    size_t member, found; /* of the map, from 1: the one that is read, and one before, .. */
    int64_t found_at;     /* .. which begins here */
};

static bool fail(struct reading *reading, enum gather_status status, const char *expected)
{
    reading->status = gather__io_fail(reading->error, status, NULL, expected);
    return false;
}

/* From here on an error is the file's that was opened last. */
static void blame_part(struct reading *reading)
{
    gather__io_fail_part(reading->error, reading->file->source_count);
}

/* Whether what was refused is passed, for somebody hears of it; also what the system refused of one file alone. */
static bool passes(struct reading *reading, const char *tensor)
{
    const struct gather_file_options *options = &reading->file->options;
    if (reading->status == GATHER_STATUS_NO_MEMORY || gather__io_lacks_descriptors(reading->error))
        return false;
    if (options->broken != NULL) {
        options->broken(options->context, tensor, reading->error);
        reading->status = GATHER_STATUS_OK;
    } else if (options->lacks != NULL) {
        options->lacks(options->context, tensor);
    }
    return reading->status == GATHER_STATUS_OK;
}

/* "folder/name". Returns: NULL without memory; owned by the caller. */
static char *path_of(const struct reading *reading, const char *name)
{
    const char *folder = reading->file->sources[0]->path;
    size_t length = strlen(folder);
    char *path = malloc(length + strlen(name) + 2);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, length + 1);
    path[length] = '/';
    memcpy(path + length + (folder[length - 1] != '/'), name, strlen(name) + 1);
    return path;
}

/* An error is that of a file which could not be opened; without memory to say of which, that is the error. */
static void blame_name(struct reading *reading, const char *name)
{
    const struct gather_file_options *options = &reading->file->options;
    char *path = path_of(reading, name);
    if (path == NULL) {
        fail(reading, GATHER_STATUS_NO_MEMORY, NULL);
        return;
    }
    if (options->opening != NULL)
        options->opening(options->context, path);
    blame_part(reading);
    free(path);
}

/* ---- the entries --------------------------------------------------------------------------------- */

static const char index_end[] = ".index.json";

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), count = strlen(end);
    return length > count && memcmp(name + length - count, end, count) == 0;
}

static bool is_of_tensors(const char *name)
{
    int32_t format = gather__format_of_name(name);
    bool may_be = format != GATHER_FILE_ANY && format != GATHER_FILE_RAW &&
                  format != GATHER_FILE_TEXT; /* a text that lies there says something to people */
    return may_be && gather_file_format_name(format) != NULL;
}

/*
 * An index of files that can be read: "model.safetensors.index.json", but not of others that lie beside them, as
 * "pytorch_model.bin.index.json" does in many a cache of models.
 */
static bool is_index(const char *name)
{
    char stem[256];
    size_t length = strlen(name);
    if (!ends_with(name, index_end) || length - strlen(index_end) >= sizeof stem)
        return false;
    memcpy(stem, name, length - strlen(index_end));
    stem[length - strlen(index_end)] = '\0';
    return is_of_tensors(stem);
}

static bool keep_name(struct reading *reading, const char *name)
{
    if (reading->count == reading->capacity) {
        size_t capacity =
            reading->capacity == 0 ? 16 : 2 * reading->capacity;          /* bounded: names are in memory */
        char **grown = realloc(reading->names, capacity * sizeof *grown); /* bounded: as above */
        if (grown == NULL)
            return fail(reading, GATHER_STATUS_NO_MEMORY, NULL);
        reading->names = grown;
        reading->capacity = capacity;
    }
    reading->names[reading->count] = strdup(name);
    return reading->names[reading->count] != NULL ? (reading->count++, true)
                                                  : fail(reading, GATHER_STATUS_NO_MEMORY, NULL);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool read_entries(struct reading *reading)
{
    DIR *folder = opendir(reading->file->sources[0]->path);
    const struct dirent *entry;
    if (folder == NULL) {
        reading->status = gather__io_fail_system(reading->error, errno);
        return false;
    }
    while (reading->status == GATHER_STATUS_OK && (errno = 0, entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.' && (is_index(entry->d_name) || is_of_tensors(entry->d_name)))
            (void)keep_name(reading, entry->d_name);
    if (reading->status == GATHER_STATUS_OK && errno != 0)
        reading->status = gather__io_fail_system(reading->error, errno);
    closedir(folder);
    if (reading->count > 0)
        qsort(reading->names, reading->count, sizeof *reading->names, compare_names);
    return reading->status == GATHER_STATUS_OK;
}

/* ---- parts --------------------------------------------------------------------------------------- */

/* "a" of "folder/a.npy". */
static bool name_by_file(struct reading *reading, struct gather_tensor *tensor, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path,
               *dot = strrchr(name, '.');
    size_t length = dot != NULL ? (size_t)(dot - name) : strlen(name);
    reading->status = gather__file_text(reading->file, name, length, &tensor->name, reading->error);
    return reading->status == GATHER_STATUS_OK;
}

/* Whether the second tensor of a name is left out: it is in the file that was opened last. */
static bool pass_name(struct reading *reading, const struct gather_tensor *tensor)
{
    fail(reading, GATHER_STATUS_FORMAT,
         "each name once in a folder: open the files one by one, or rename one of the two tensors");
    if (reading->error != NULL)
        reading->error->reason = "a file before this one has a tensor of this name";
    gather__io_fail_at(reading->error, GATHER_STATUS_FORMAT, tensor->offset);
    blame_part(reading);
    return passes(reading, tensor->name);
}

static bool judge_names(struct reading *reading, struct gather_file *part)
{
    size_t kept = 0;
    for (size_t k = 0; k < part->count; k++) {
        struct gather_tensor *tensor = &part->tensors[k];
        if (tensor->name[0] == '\0' && !name_by_file(reading, tensor, part->sources[0]->path))
            return false;
        enum gather_status status = gather__json_set_add(&reading->seen, tensor->name);
        if (status == GATHER_STATUS_NO_MEMORY)
            return fail(reading, status, NULL);
        if (status != GATHER_STATUS_OK && !pass_name(reading, tensor))
            return false;
        if (status == GATHER_STATUS_OK)
            part->tensors[kept++] = *tensor;
    }
    part->count = kept;
    return true;
}

/* ---- what an index says -------------------------------------------------------------------------- */

/* Refuses what the index says at a byte, which is then the file that is meant. */
static bool refuse_index(struct reading *reading, const char *expected, int64_t at)
{
    const struct gather_file_options *options = &reading->file->options;
    if (options->opening != NULL)
        options->opening(options->context, reading->index->path);
    fail(reading, GATHER_STATUS_FORMAT, expected);
    gather__io_fail_at(reading->error, GATHER_STATUS_FORMAT, at);
    blame_part(reading);
    return false;
}

/* Where the first member of the map begins. */
static void find_first(struct reading *reading)
{
    const char *text = reading->text;
    const char *brace = memchr(text + reading->map_at, '{', reading->length - (size_t)reading->map_at);
    reading->found = 1;
    reading->found_at = brace + 1 - text;
}

/* Likewise a member of the map, which is looked for from one before, if one was. */
static bool refuse_member(struct reading *reading, const char *expected)
{
    if (reading->member < reading->found)
        find_first(reading);
    reading->found_at = gather__json_member_at(reading->text, (int64_t)reading->length, reading->found_at,
                                               reading->member - reading->found);
    reading->found = reading->member;
    return refuse_index(reading, expected, reading->found_at);
}

/* Calls `visit`, which counts them, for each member of the map, until it answers false. */
static void visit_members(struct reading *reading,
                          bool (*visit)(void *context, const char *key, struct gather__json *value),
                          void *context)
{
    reading->member = 0;
    gather__json_members(reading->map, visit, context);
}

static int compare_members(const void *a, const void *b)
{
    const struct member *one = a, *other = b;
    const int order = strcmp(one->shard, other->shard);
    return order != 0 ? order : (one->number > other->number) - (one->number < other->number);
}

static bool keep_member(void *context, const char *key, struct gather__json *value)
{
    struct reading *reading = context;
    size_t length;
    const char *shard = gather__json_string(value, &length);
    reading->member++;
    if (shard != NULL)
        reading->members[reading->members_count++] = (struct member){shard, key, reading->member};
    return true;
}

static bool sort_members(struct reading *reading)
{
    reading->members = calloc(gather__json_count(reading->map) + 1, sizeof *reading->members);
    if (reading->members == NULL)
        return fail(reading, GATHER_STATUS_NO_MEMORY, NULL);
    visit_members(reading, keep_member, reading);
    qsort(reading->members, reading->members_count, sizeof *reading->members, compare_members);
    return true;
}

/* The members that name a shard. Returns: behind the last of them; *first is the first. */
static size_t members_of(const struct reading *reading, const char *shard, size_t *first)
{
    size_t low = 0, high = reading->members_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(reading->members[middle].shard, shard) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (high < reading->members_count && strcmp(reading->members[high].shard, shard) == 0)
        high++;
    return high;
}

/* What comes next is about the part again. */
static bool pass_member(struct reading *reading, const struct gather_file *part, const char *tensor)
{
    const struct gather_file_options *options = &reading->file->options;
    bool good = passes(reading, tensor);
    if (good && options->opening != NULL)
        options->opening(options->context, part->sources[0]->path);
    return good;
}

/* What the index says of a part is compared with what is there. */
static bool check_map(struct reading *reading, const struct gather_file *part, const char *shard)
{
    size_t first = 0;
    const size_t end = shard != NULL ? members_of(reading, shard, &first) : 0;
    for (size_t k = first; k < end; k++) {
        const struct member *member = &reading->members[k];
        if (gather_file_find(part, member->tensor, strlen(member->tensor)) != NULL)
            continue;
        reading->member = member->number;
        refuse_member(reading, "tensors that are in the files it names");
        if (!pass_member(reading, part, member->tensor))
            return false;
    }
    return true;
}

/* Adds the tensors of a file that was opened. */
static bool add_part(struct reading *reading, struct gather__source *source, const char *shard)
{
    struct gather_file_options options = reading->file->options;
    struct gather_file *part = NULL;
    options.format = GATHER_FILE_ANY;
    reading->status = gather__file_of_source(&part, source, &options, reading->error);
    if (reading->status != GATHER_STATUS_OK) {
        blame_part(reading);
        return passes(reading, NULL);
    }
    if ((!part->lacks && !check_map(reading, part, shard)) || !judge_names(reading, part)) {
        gather_file_close(part);
        return false;
    }
    reading->status = gather__file_adopt(reading->file, part, reading->error);
    return reading->status == GATHER_STATUS_OK;
}

/* ---- an index ------------------------------------------------------------------------------------ */

/* Passes a shard that can't be opened, if somebody hears of it, and says which tensors are left out for it. */
static bool pass_shard(struct reading *reading, const char *name)
{
    const struct gather_file_options *options = &reading->file->options;
    size_t first;
    const size_t end = members_of(reading, name, &first);
    if (!passes(reading, NULL))
        return false;
    for (size_t k = first; k < end && options->lacks != NULL; k++)
        options->lacks(options->context, reading->members[k].tensor);
    return true;
}

static bool add_shard(struct reading *reading, const char *name)
{
    const struct gather_file_options *options = &reading->file->options;
    struct gather__source *source = NULL;
    reading->status = gather__source_beside(&source, reading->index, name, strlen(name),
                                            options->no_links != 0, reading->error);
    if (reading->status == GATHER_STATUS_OK)
        return add_part(reading, source, name);
    if (reading->error != NULL && reading->error->reason != NULL && reading->error->expected == NULL)
        reading->error->expected = "the file that the *.index.json of this folder names";
    blame_name(reading, name);
    return pass_shard(reading, name);
}

/* The files that a map names, each once. */
struct shards {
    struct reading *reading;
    struct gather__json *seen;
};

static bool keep_shard(void *context, const char *key, struct gather__json *value)
{
    struct shards *shards = context;
    size_t length;
    const char *name = gather__json_string(value, &length);
    shards->reading->member++;
    if (name == NULL)
        return refuse_member(shards->reading, "a text, the name of a file") || passes(shards->reading, key);
    enum gather_status status = gather__json_set_add(&shards->seen, name);
    if (status == GATHER_STATUS_NO_MEMORY)
        return fail(shards->reading, status, NULL);
    if (status != GATHER_STATUS_OK)
        return true;
    if (gather__source_is_name_below(name, length))
        return keep_name(shards->reading, name);
    return refuse_member(shards->reading, gather__source_name_below) || pass_shard(shards->reading, name);
}

static void forget_names(struct reading *reading)
{
    while (reading->count > 0)
        free(reading->names[--reading->count]);
}

static bool is_before_map(void *context, const char *key, struct gather__json *value)
{
    struct reading *reading = context;
    (void)value;
    reading->member++;
    return strcmp(key, map_name) != 0;
}

/* Where the map stands in the text. */
static void find_map(struct reading *reading, const struct gather__json *root)
{
    gather__json_members(root, is_before_map, reading);
    reading->map_at = gather__json_member_at(reading->text, (int64_t)reading->length, 0, reading->member - 1);
}

static void add_shards(struct reading *reading, const struct gather__json *root)
{
    struct shards shards = {reading, NULL};
    reading->map = gather__json_member(root, map_name);
    if (reading->map != NULL)
        find_map(reading, root);
    if (gather__json_kind(reading->map) != GATHER__JSON_OBJECT) {
        (void)refuse_index(reading, "an object \"weight_map\"", reading->map_at);
        return;
    }
    forget_names(reading);
    find_first(reading);
    if (sort_members(reading))
        visit_members(reading, keep_shard, &shards);
    gather__json_free(shards.seen);
    for (size_t k = 0; k < reading->count && reading->status == GATHER_STATUS_OK; k++)
        (void)add_shard(reading, reading->names[k]);
}

static void read_index(struct reading *reading)
{
    struct gather__json *root = NULL;
    const struct gather__source *index = reading->index;
    const struct gather_file_options *options = &reading->file->options;
    if (options->opening != NULL)
        options->opening(options->context, index->path);
    if (index->bytes > MOST_INDEX_BYTES) {
        (void)refuse_index(reading, "an index of at most 256 MiB", 0);
        return;
    }
    reading->text = malloc((size_t)index->bytes + 1);
    if (reading->text == NULL) {
        (void)fail(reading, GATHER_STATUS_NO_MEMORY, NULL);
        return;
    }
    reading->status = gather__source_read(index, 0, reading->text, (size_t)index->bytes, reading->error);
    if (reading->status == GATHER_STATUS_OK) {
        reading->length = (size_t)index->bytes;
        reading->status =
            gather__json_read(reading->text, reading->length, MOST_INDEX_BYTES, &root, reading->error);
    }
    if (reading->status == GATHER_STATUS_OK)
        add_shards(reading, root);
    else
        blame_part(reading);
    free(reading->members); /* whose texts go with the map */
    reading->members = NULL;
    gather__json_free(root);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* Opens an entry of the folder: the user named the folder, so a link in it is followed. */
static bool open_entry(struct reading *reading, const char *name, struct gather__source **source)
{
    char *path = path_of(reading, name);
    enum gather__source_kind kind;
    if (path == NULL)
        return fail(reading, GATHER_STATUS_NO_MEMORY, NULL);
    reading->status =
        gather__source_open(source, path, reading->file->options.no_links != 0, &kind, reading->error);
    if (reading->status == GATHER_STATUS_OK && kind == GATHER__SOURCE_FOLDER) {
        gather__source_close(*source);
        *source = NULL;
        reading->status = gather__io_fail_reason(reading->error, "it is a directory", "a regular file");
    }
    free(path);
    if (reading->status != GATHER_STATUS_OK)
        blame_name(reading, name);
    return reading->status == GATHER_STATUS_OK;
}

static void read_all(struct reading *reading)
{
    for (size_t k = 0; k < reading->count && reading->status == GATHER_STATUS_OK; k++) {
        struct gather__source *source = NULL;
        if (open_entry(reading, reading->names[k], &source))
            (void)add_part(reading, source, NULL);
        else
            (void)passes(reading, NULL);
    }
}

/* The one index among the entries; NULL if there is none. */
static bool find_index(struct reading *reading, const char **found)
{
    *found = NULL;
    for (size_t k = 0; k < reading->count; k++) {
        if (!is_index(reading->names[k]))
            continue;
        if (*found != NULL)
            return fail(reading, GATHER_STATUS_FORMAT, "a folder with one *.index.json");
        *found = reading->names[k];
    }
    return true;
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct reading reading = {.file = file, .error = error, .status = GATHER_STATUS_OK};
    const char *index = NULL;
    if (read_entries(&reading) && reading.count == 0)
        (void)fail(&reading, GATHER_STATUS_FORMAT,
                   "a folder with files of tensors: .npy, .npz, .safetensors, ..");
    if (reading.status == GATHER_STATUS_OK && find_index(&reading, &index)) {
        if (index == NULL)
            read_all(&reading);
        else if (open_entry(&reading, index, &reading.index))
            read_index(&reading);
    }
    if (reading.status == GATHER_STATUS_OK)
        reading.status = gather__file_tell_once(file, error);
    forget_names(&reading);
    free(reading.names);
    free(reading.text);
    gather__json_free(reading.seen);
    gather__source_close(reading.index);
    return reading.status;
}

const struct gather__format gather__format_folder = {.list = list};
