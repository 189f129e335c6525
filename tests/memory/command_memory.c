/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line 74 of the hostile list, for the command: each of its allocations fails, alone, and then with all behind it. It
 * answers as it does with memory, or ends with 5 and says why, in JSON too; and no file is left that is not whole.
 *
 *     command_memory SHIM    failing_malloc, as a file; $GATHER is the command
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/npy_by_hand.h"
#include "support/scratch.h"
#include "support/zip_by_hand.h"

enum { MOST_ALLOCATIONS = 1000, MOST_WORDS = 16, MOST_BYTES = 1 << 16, EXIT_OF_MEMORY = 5 };

/* The words of a command, with blanks between them; and the file or folder it makes, "" for none. */
static const struct trial {
    const char *words, *made;
} trials[] = {
    {"check a.npz", ""},
    {"check a.npz --json", ""},
    {"check nan.npz --values", ""},
    {"check nan.npz --values --json", ""},
    {"check a.npy -i i.txt", ""},
    {"check a.npy -i 0,9 --json", ""},
    {"check model.onnx --json", ""},
    {"check model.onnx --for all", ""},
    {"check model.onnx --for webnn,xla --json", ""},
    {"check parts.onnx", ""},
    {"check shown.onnx --json", ""},
    {"check broken.onnx", ""},
    {"check broken.onnx --json", ""},
    {"check folder --json", ""},
    {"ls a.npz", ""},
    {"ls folder --json", ""},
    {"ls gone --json", ""},
    {"ls a.npy --stats", ""},
    {"ls a.npy --stats --json", ""},
    {"take a.npy -i i.txt", ""},
    {"take a.npz:x -i i.txt --json", ""},
    {"take a.npy -i i.txt -o -.txt", ""},
    {"take a.npz -i 0,1 -o made.npz --json", "made.npz"},
    {"take folder:a -i 0", ""},
    {"convert a.npz -o made/", "made"},
    {"convert shards -o made.npz", "made.npz"},
    {"convert a.npy -o made.npy", "made.npy"},
    {"convert a.npz -o made.safetensors --json", "made.safetensors"},
    {"explain a.npy -i i.txt", ""},
    {"explain a.npy -i i.txt --dialect all --json", ""},
    {"explain f32[3,2]", ""},
    {"explain f32[3,2] -i 0,1 --svg made.svg", "made.svg"},
    {"layout f32[3,2] --json --svg made.svg", "made.svg"},
    {"layout f32[3,2]", ""},
    {"diff a.npz nan.npz", ""},
    {"diff a.npy columns.npy", ""},
    {"diff a.npy nan.npz:x --json", ""},
    {"run --op take a.npy i.txt --json", ""},
    {"run --op take a.npy 0 -a axxis=0 --json", ""},
    {"run input.onnx -i table=long.npy -o made.npz", "made.npz"},
    {"run model.onnx --json", ""},
    {"test case.jsonl --only wrong", ""},
    {"test case.jsonl --json --junit made.xml", "made.xml"},
};

/* What a run comes to. */
struct outcome {
    int code;        /* -1 for one that a signal ended */
    bool has_failed; /* an allocation */
    int entries;
    size_t out_count, err_count, made_count;
    char out[MOST_BYTES], err[MOST_BYTES], made[MOST_BYTES];
};

static const char *command, *shim;

/* One that passes, one that fails, and one that is not run. */
#define CASE(name, op, value)                                                                                \
    "{\"name\":\"" name "\",\"source\":\"by hand\",\"covers\":[],\"dialect\":\"numpy\",\"op\":\"" op         \
    "\",\"attrs\":{},"                                                                                       \
    "\"inputs\":[{\"name\":\"a\",\"dtype\":\"i64\",\"shape\":[3],\"values\":[1,2,3]},"                       \
    "{\"name\":\"indices\",\"dtype\":\"i64\",\"shape\":[1],\"values\":[-1]}],"                               \
    "\"expect\":{\"outputs\":[{\"dtype\":\"i64\",\"shape\":[1],\"values\":[" value "]}]}}\n"
static const char cases[] =
    CASE("right", "take", "3") CASE("wrong", "take", "4") CASE("other", "nothing", "3");

/* ---- files --------------------------------------------------------------------------------------- */

static void make_npz(const char *path, const struct npy_by_hand *x, const struct npy_by_hand *y)
{
    static struct zip_by_hand zip;
    memset(&zip, 0, sizeof zip);
    zip_begin(&zip, false);
    zip_add(&zip, "x.npy", x->bytes, x->count, true);
    zip_add(&zip, "y.npy", y->bytes, y->count, false);
    zip_end(&zip);
    scratch_write(path, zip.bytes, zip.count);
}

static bool make_models(const char *root)
{
    char line[2048];
    static const char *const kinds[] = {"model", "broken", "input", "parts", "shown"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        (void)snprintf(line, sizeof line, "sh '%s/tests/cli/check/support/model.sh' %s", root, kinds[k]);
        if (system(line) != 0) /* NOLINT(bugprone-command-processor): a script of the tests' own */
            return false;
    }
    return true;
}

static bool make_files(const char *root)
{
    static const char map[] = "{\"weight_map\":{\"x\":\"one.npz\",\"y\":\"one.npz\"}}";
    static const uint8_t nan[] = {0, 0, 0xC0, 0x7F};
    static struct npy_by_hand a, b;
    npy_of_shape(&a, "'<f4'", "(4, 3)", 48);
    npy_of_shape(&b, "'<f4'", "(4, 3)", 48);
    memcpy(b.bytes + b.data + 4, nan, sizeof nan);
    scratch_write("a.npy", a.bytes, a.count);
    make_npz("a.npz", &a, &a);
    make_npz("nan.npz", &b, &a);
    npy_of_shape(&b, "'<f4'", "(12, 3)", 144);
    scratch_write("long.npy", b.bytes, b.count);
    scratch_write("i.txt", "0\n2\n", 4);
    scratch_write("case.jsonl", cases, sizeof cases - 1);
    npy_by_hand(&b, 1, "{'descr': '<f4', 'fortran_order': True, 'shape': (4, 3), }", 48);
    scratch_write("columns.npy", b.bytes, b.count);
    if (mkdir("folder", 0777) != 0 || mkdir("shards", 0777) != 0 || mkdir("gone", 0777) != 0)
        return false;
    make_npz("shards/one.npz", &a, &b);
    scratch_write("shards/x.npz.index.json", map, sizeof map - 1);
    scratch_write("gone/x.npz.index.json", map, sizeof map - 1);
    scratch_write("folder/a.npy", a.bytes, a.count);
    scratch_write("folder/cut.npy", a.bytes, a.count - 1);
    return make_models(root);
}

/* ---- running ------------------------------------------------------------------------------------- */

/* Takes words apart. */
static void split(char *text, char **words)
{
    size_t count = 0;
    words[count++] = (char *)(uintptr_t)command;
    for (char *rest = NULL, *word = strtok_r(text, " ", &rest); word != NULL && count < MOST_WORDS;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count] = NULL;
}

/* The child: does not return. */
static void become(const struct trial *trial, int failing, bool fails_on, const int files[3])
{
    char text[256], number[32], descriptor[32], *words[MOST_WORDS + 1];
    (void)snprintf(text, sizeof text, "%s", trial->words);
    (void)snprintf(number, sizeof number, "%d", failing);
    (void)snprintf(descriptor, sizeof descriptor, "%d", files[2]);
    split(text, words);
    if (dup2(files[0], STDOUT_FILENO) < 0 || dup2(files[1], STDERR_FILENO) < 0)
        _exit(126);
    if (failing >= 0 && (setenv("LD_PRELOAD", shim, 1) != 0 || setenv("MALLOC_FAILS_AFTER", number, 1) != 0 ||
                         setenv("MALLOC_FAILED_TO", descriptor, 1) != 0 ||
                         (fails_on && setenv("MALLOC_FAILS_ON", "1", 1) != 0)))
        _exit(126);
    execv(command, words);
    _exit(127);
}

/* What a file holds, from its beginning; it is empty then. */
static size_t drain(int file, char *bytes)
{
    ssize_t count = pread(file, bytes, MOST_BYTES - 1, 0);
    bytes[count > 0 ? count : 0] = '\0';
    (void)!ftruncate(file, 0);
    (void)lseek(file, 0, SEEK_SET);
    return count > 0 ? (size_t)count : 0;
}

/* Reads what was made, of a folder its first file, and removes it. */
static void take_made(const char *made, struct outcome *outcome)
{
    char path[64];
    struct stat there;
    outcome->made_count = 0;
    if (*made == '\0' || stat(made, &there) != 0)
        return;
    const bool is_folder = S_ISDIR(there.st_mode);
    (void)snprintf(path, sizeof path, is_folder ? "%s/x.npy" : "%s", made);
    outcome->made_count = scratch_read(path, outcome->made, MOST_BYTES);
    (void)remove(path);
    if (!is_folder)
        return;
    (void)snprintf(path, sizeof path, "%s/y.npy", made);
    (void)remove(path);
    (void)remove(made);
}

/* failing: the allocation that does, below 0 for none. */
static void run(const struct trial *trial, int failing, bool fails_on, const int files[3],
                struct outcome *outcome)
{
    static char told[MOST_BYTES];
    int state = 0;
    pid_t child = fork();
    if (child == 0)
        become(trial, failing, fails_on, files);
    outcome->code =
        child > 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    outcome->out_count = drain(files[0], outcome->out);
    outcome->err_count = drain(files[1], outcome->err);
    outcome->has_failed = drain(files[2], told) > 0;
    take_made(trial->made, outcome);
    outcome->entries = scratch_entries();
}

/* ---- judging ------------------------------------------------------------------------------------- */

static bool is_same(const struct outcome *a, const struct outcome *b)
{
    return a->code == b->code && a->out_count == b->out_count && a->err_count == b->err_count &&
           a->made_count == b->made_count && memcmp(a->out, b->out, a->out_count) == 0 &&
           memcmp(a->err, b->err, a->err_count) == 0 && memcmp(a->made, b->made, a->made_count) == 0;
}

/* What is wrong with an outcome; NULL for nothing. */
static const char *wrong_with(const struct trial *trial, const struct outcome *whole,
                              const struct outcome *got)
{
    if (got->entries != whole->entries)
        return "something is left behind";
    if (is_same(whole, got))
        return NULL;
    if (got->code != EXIT_OF_MEMORY)
        return "it answers something else";
    if (strstr(got->err, "memory") == NULL)
        return "nobody says why";
    if (got->made_count > 0)
        return "a file is made all the same";
    if (strstr(trial->words, "--json") != NULL &&
        (strstr(got->out, "\"NO_MEMORY\"") == NULL || strcmp(got->out + got->out_count - 2, "}\n") != 0))
        return "its JSON does not say why";
    return NULL;
}

/* Returns: how many outcomes are wrong. */
static int try_all(const struct trial *trial, bool fails_on, const int files[3])
{
    static struct outcome whole, got;
    int wrong = 0, k = 0;
    run(trial, -1, false, files, &whole);
    for (bool more = whole.code >= 0; more && k < MOST_ALLOCATIONS; k++) {
        run(trial, k, fails_on, files, &got);
        more = got.has_failed || got.code < 0;
        const char *what = wrong_with(trial, &whole, &got);
        wrong += what != NULL;
        if (what != NULL)
            printf("gather %s: allocation %d%s: %s: exit %d\n%.300s%.300s\n", trial->words, k,
                   fails_on ? " and all behind" : "", what, got.code, got.out, got.err);
    }
    if (k == MOST_ALLOCATIONS)
        printf("gather %s: there are more allocations than are tried\n", trial->words);
    if (k < 2)
        printf("gather %s: exit %d, and no allocation fails\n%.300s\n", trial->words, whole.code, whole.err);
    return wrong + (k < 2) + (k == MOST_ALLOCATIONS);
}

int main(int count, char **words)
{
    char root[1024];
    int files[3], wrong = 0;
    command = getenv("GATHER");
    shim = count > 1 ? words[1] : NULL;
    if (command == NULL || shim == NULL || getcwd(root, sizeof root) == NULL)
        return EXIT_FAILURE;
    scratch_begin();
    for (int k = 0; k < 3; k++) {
        static const char *const names[] = {"stdout", "stderr", "failed"};
        files[k] = open(names[k], O_RDWR | O_CREAT, 0600);
    }
    bool is_ready = files[0] >= 0 && files[1] >= 0 && files[2] >= 0 && make_files(root);
    for (size_t k = 0; is_ready && k < sizeof trials / sizeof *trials; k++)
        wrong += try_all(&trials[k], false, files) + try_all(&trials[k], true, files);
    scratch_end();
    printf("%d wrong\n", wrong);
    return is_ready && wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
