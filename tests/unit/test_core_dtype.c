/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names and widths of types against the table of docs/spec/layouts.md (LAY-7), read from the page itself:
 * what stands there is what the library reads and prints, so the two can't drift apart.
 *
 * A row names types that differ in a number ("iN: 8 16 32 64") or in more ("i2, u2"); a cell then holds a
 * name for each, or one with N in it, or a name for each that has one ("s8 s32 s64"); `-` is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/dtype.h"

#define PAGE "docs/spec/layouts.md"
#define HEAD "| FORMAT.md | bits |"

enum { MAX_LINE = 512, MAX_COLUMNS = 12, MAX_WORDS = 16, MAX_NAME = 32 };

/* The columns of the table behind `bits`, in its order. */
static const int32_t column_world[] = {GATHER_WORLD_XLA,   GATHER_WORLD_DIRECTML, GATHER_WORLD_ONNX,
                                       GATHER_WORLD_NUMPY, GATHER_WORLD_OPENVINO, GATHER_WORLD_SAFETENSORS,
                                       GATHER_WORLD_GGUF,  GATHER_WORLD_ONEDNN,   GATHER_WORLD_MLIR};
enum { WORLDS_IN_TABLE = sizeof column_world / sizeof column_world[0] };

struct words {
    int32_t count;
    char word[MAX_WORDS][MAX_NAME];
};

/* What the page says, gathered from its rows: names[type][world], and bits[type]. */
static struct words names[GATHER_DTYPE_COUNT][GATHER_WORLD_COUNT];
static int32_t bits[GATHER_DTYPE_COUNT];

static struct words split(const char *text, const char *separators)
{
    struct words words = {0};
    char copy[MAX_LINE];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *word = strtok(copy, separators); word != NULL; word = strtok(NULL, separators)) {
        if (words.count == MAX_WORDS || strlen(word) >= MAX_NAME)
            fail_msg("a row of the table with more or longer words than this test has room for: %s", text);
        strcpy(words.word[words.count++], word);
    }
    return words;
}

static void add_name(int32_t dtype, int32_t world, const char *name)
{
    struct words *known = &names[dtype][world];
    strcpy(known->word[known->count++], name);
}

/* A cell of a row of one type: all its names. "(numpy)" says who has it and is no name. */
static void take_names(int32_t dtype, int32_t world, const char *cell)
{
    struct words all = split(cell, " ");
    for (int32_t k = 0; k < all.count; k++)
        if (strcmp(all.word[k], "-") != 0 && strcmp(all.word[k], "(numpy)") != 0)
            add_name(dtype, world, all.word[k]);
}

/*
 * A cell of a row "iN: 8 16 ..": names that end in N are one for each number, others stand for the number in
 * which they end.
 */
static void take_numbered(const struct words *numbers, const int32_t *dtypes, int32_t world, const char *cell)
{
    struct words all = split(cell, " ");
    for (int32_t k = 0; k < numbers->count; k++)
        for (int32_t j = 0; j < all.count; j++) {
            char name[MAX_NAME];
            size_t stem = strcspn(all.word[j], "0123456789");
            bool any = all.word[j][stem] == '\0' && all.word[j][stem - 1] == 'N';
            if (!any && strcmp(all.word[j] + stem, numbers->word[k]) != 0)
                continue;
            strcpy(name, all.word[j]);
            strcpy(name + stem - any, numbers->word[k]);
            add_name(dtypes[k], world, name);
        }
}

static int32_t own_dtype(const char *name)
{
    int32_t dtype = gather_dtype_from_name(GATHER_WORLD_OWN, name, strlen(name));
    if (dtype == GATHER_DTYPE_NONE)
        fail_msg("the library has no type %s", name);
    return dtype;
}

static void take_numbered_row(char columns[MAX_COLUMNS][MAX_LINE])
{
    struct words numbers = split(strchr(columns[0], ':') + 1, " ");
    int32_t dtypes[MAX_WORDS];
    for (int32_t k = 0; k < numbers.count; k++) {
        char name[MAX_NAME] = {columns[0][0], '\0'};
        strcat(name, numbers.word[k]);
        dtypes[k] = own_dtype(name);
        bits[dtypes[k]] = atoi(numbers.word[k]);
    }
    for (int32_t w = 0; w < WORLDS_IN_TABLE; w++)
        if (strcmp(columns[2 + w], "-") != 0)
            take_numbered(&numbers, dtypes, column_world[w], columns[2 + w]);
}

/* One or several types, separated by commas; a cell has as many parts, or is `-` for all. */
static void take_row(char columns[MAX_COLUMNS][MAX_LINE])
{
    struct words types = split(columns[0], ", "), widths = split(columns[1], ", ");
    for (int32_t k = 0; k < types.count; k++) {
        int32_t dtype = own_dtype(types.word[k]);
        bits[dtype] = atoi(widths.word[widths.count == 1 ? 0 : k]);
        for (int32_t w = 0; w < WORLDS_IN_TABLE; w++) {
            const char *cell = columns[2 + w];
            struct words parts = split(cell, ",");
            assert_true(parts.count == types.count || strcmp(cell, "-") == 0);
            take_names(dtype, column_world[w], parts.word[parts.count == 1 ? 0 : k]);
        }
    }
}

/* "| a | b |" -> "a", "b" */
static int32_t cut_row(const char *line, char columns[MAX_COLUMNS][MAX_LINE])
{
    int32_t count = 0;
    for (const char *end; (end = strstr(line + 1, "|")) != NULL && count < MAX_COLUMNS; line = end) {
        const char *first = line + 1;
        while (*first == ' ')
            first++;
        size_t length = (size_t)(end - first);
        while (length > 0 && first[length - 1] == ' ')
            length--;
        memcpy(columns[count], first, length);
        columns[count++][length] = '\0';
    }
    return count;
}

static int read_page(void **state)
{
    static char columns[MAX_COLUMNS][MAX_LINE];
    char line[MAX_LINE];
    int32_t rows = 0;
    FILE *page = fopen(PAGE, "r");
    (void)state;
    if (page == NULL)
        fail_msg("this test runs in the root of the tree, where %s is", PAGE);
    while (fgets(line, sizeof line, page) != NULL && strncmp(line, HEAD, strlen(HEAD)) != 0)
        continue;
    while (fgets(line, sizeof line, page) != NULL && line[0] == '|') {
        assert_int_equal(cut_row(line, columns), 2 + WORLDS_IN_TABLE);
        if (strncmp(columns[0], "---", 3) == 0)
            continue;
        rows++;
        if (strchr(columns[0], ':') != NULL)
            take_numbered_row(columns);
        else
            take_row(columns);
    }
    fclose(page);
    assert_true(rows >= 16);
    return 0;
}

/* Every type but string, which LAY-8 keeps out of the table, has a row. */
static void test_bits(void **state) /* COVERS(LAY-7, LAY-10) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_COUNT; dtype++)
        if (dtype != GATHER_DTYPE_STRING)
            assert_int_equal(gather_dtype_bits(dtype), bits[dtype]);
    assert_int_equal(bits[GATHER_DTYPE_STRING], 0);
    assert_int_equal(gather_dtype_bits(GATHER_DTYPE_NONE), 0);
    assert_int_equal(gather_dtype_bits(GATHER_DTYPE_COUNT), 0);
    assert_int_equal(gather_dtype_bits(-1), 0);
    assert_int_equal(gather_dtype_bits(INT32_MAX), 0);
}

/* Integers are those whose own name is a letter and a number; the letter tells the sign. */
static void test_signs(void **state)
{
    (void)state;
    for (int32_t dtype = -1; dtype <= GATHER_DTYPE_COUNT; dtype++) {
        char name[20] = "";
        gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
        assert_int_equal(gather_dtype_is_signed(dtype), name[0] == 'i');
        assert_int_equal(gather_dtype_is_unsigned(dtype), name[0] == 'u');
    }
}

/* The page's first name is printed; each is read as its type. */
static void test_names_of_the_page(void **state) /* COVERS(LAY-7, XLA-8) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_STRING; dtype++)
        for (int32_t w = 0; w < WORLDS_IN_TABLE; w++) {
            int32_t world = column_world[w];
            const struct words *known = &names[dtype][world];
            char printed[20];
            size_t length = gather_dtype_name(dtype, world, printed, sizeof printed);
            assert_string_equal(printed, known->count > 0 ? known->word[0] : "");
            assert_int_equal(length, strlen(printed));
            for (int32_t k = 0; k < known->count; k++)
                assert_int_equal(gather_dtype_from_name(world, known->word[k], strlen(known->word[k])),
                                 dtype);
        }
}

/* A name that the page gives to no type of a world is read as none: all names of all other worlds, tried. */
static void test_no_other_name(void **state) /* COVERS(LAY-7) */
{
    (void)state;
    for (int32_t dtype = 1; dtype < GATHER_DTYPE_STRING; dtype++)
        for (int32_t world = GATHER_WORLD_XLA; world < GATHER_WORLD_COUNT; world++)
            for (int32_t k = 0; k < names[dtype][world].count; k++) {
                const char *name = names[dtype][world].word[k];
                for (int32_t other = GATHER_WORLD_XLA; other < GATHER_WORLD_COUNT; other++) {
                    int32_t expected = GATHER_DTYPE_NONE;
                    for (int32_t t = 1; t < GATHER_DTYPE_STRING; t++)
                        for (int32_t j = 0; j < names[t][other].count; j++)
                            if (strcmp(names[t][other].word[j], name) == 0)
                                expected = t;
                    assert_int_equal(gather_dtype_from_name(other, name, strlen(name)), expected);
                }
            }
}

static void test_bad_names(void **state) /* COVERS(LAY-8, XLA-9) */
{
    (void)state;
    static const char *const bad[] = {"", " ", "f3", "f321", "F32", "f32 ", "i8 si8", "float", "f8e4m3", "-"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        assert_int_equal(gather_dtype_from_name(GATHER_WORLD_XLA, bad[k], strlen(bad[k])), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_from_name(GATHER_WORLD_MLIR, "i8 si8", 6), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_from_name(GATHER_WORLD_XLA, "f32\0", 4), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_from_name(-1, "f32", 3), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_from_name(GATHER_WORLD_COUNT, "f32", 3), GATHER_DTYPE_NONE);
    assert_int_equal(gather_dtype_from_name(GATHER_WORLD_XLA, "string", 6), GATHER_DTYPE_NONE);
}

/* Hostile list, line 24. */
static void test_hostile_24_unknown_dtype(void **state)
{
    (void)state;
    char text[4] = "???";
    assert_int_equal(gather_dtype_name(GATHER_DTYPE_COUNT, GATHER_WORLD_OWN, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(gather_dtype_name(INT32_MIN, INT32_MIN, text, sizeof text), 0);
    assert_int_equal(gather_dtype_name(GATHER_DTYPE_F32, GATHER_WORLD_COUNT, text, sizeof text), 0);
    assert_int_equal(gather_dtype_name(GATHER_DTYPE_STRING, GATHER_WORLD_XLA, text, sizeof text), 0);
    assert_int_equal(gather_dtype_name(GATHER_DTYPE_STRING, GATHER_WORLD_ONNX, text, sizeof text), 6);
}

/* A name that does not fit is cut, and its whole length answered. */
static void test_short_memory(void **state)
{
    (void)state;
    char text[8] = "???????";
    assert_int_equal(gather_dtype_name(GATHER_DTYPE_F8E4M3FN, GATHER_WORLD_OWN, text, 4), 8);
    assert_string_equal(text, "f8e");
    assert_memory_equal(text + 4, "???", 4);
    assert_int_equal(gather_dtype_name(GATHER_DTYPE_F8E4M3FN, GATHER_WORLD_OWN, NULL, 0), 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_names_of_the_page),
        cmocka_unit_test(test_no_other_name),
        cmocka_unit_test(test_bad_names),
        cmocka_unit_test(test_hostile_24_unknown_dtype),
        cmocka_unit_test(test_short_memory),
    };
    return cmocka_run_group_tests(tests, read_page, NULL);
}
