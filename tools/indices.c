/* SPDX-License-Identifier: Apache-2.0 */
/* Indices as the command line gives them: indices.h says how. */
#include "indices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block_axis.h"
#include "exit_code.h"
#include "input_tensor.h"
#include "layout_text.h"
#include "memory_option.h"
#include "output.h"
#include "tensor_values.h"

/* A few characters make no more than this many numbers, 128 MiB of them: memory follows the input's length. */
enum { MOST_IN_RANGES = 1 << 24 };

#define BLANKS " \t\r\n"

/* How many numbers can be at all. */
#define MOST (SIZE_MAX / sizeof(int64_t) / 2)

/* Numbers on their way in. Those beyond 2^63-1 make all of them unsigned, which none below 0 may be then. */
struct numbers {
    int64_t *values; /* owned */
    size_t count, capacity;
    uint64_t most;
    bool has_negative, has_huge;
    bool no_memory, range_too_long, too_many;
    enum { NOTHING, NUMBER, COMMA } before; /* what came last: a comma may behind a number alone */
    enum { NONE, OPEN, CLOSED } bracket;    /* around all of them */
};

/* A number as its sign and its size. */
struct number {
    bool negative;
    uint64_t size;
};

/* ---- numbers ------------------------------------------------------------------------------------- */

/* Makes room for so many more. */
static bool reserve(struct numbers *numbers, uint64_t more)
{
    numbers->too_many |= more > numbers->most || numbers->count > numbers->most - more;
    if (numbers->no_memory || numbers->too_many)
        return false;
    if (numbers->count + more <= numbers->capacity)
        return true;
    size_t wanted = numbers->count + (size_t)more, capacity = numbers->capacity * 2; /* bounded: by MOST */
    capacity = capacity < wanted ? wanted : capacity;
    int64_t *values = realloc(numbers->values, capacity * sizeof *values); /* bounded: by MOST */
    numbers->no_memory = values == NULL;
    if (values == NULL)
        return false;
    numbers->values = values;
    numbers->capacity = capacity;
    return true;
}

static void add(struct numbers *numbers, int64_t value, bool huge)
{
    if (!reserve(numbers, 1))
        return;
    numbers->values[numbers->count++] = value;
    numbers->has_negative |= !huge && value < 0;
    numbers->has_huge |= huge;
}

/* Reads a number and goes behind it. Returns: NULL if there is none, or it is beyond 64 bits. */
static const char *read_number(const char *text, struct number *number)
{
    number->negative = *text == '-';
    number->size = 0;
    text += *text == '-' || *text == '+';
    if (*text < '0' || *text > '9')
        return NULL;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (number->size > (UINT64_MAX - digit) / 10)
            return NULL;
        number->size = number->size * 10 + digit; /* bounded: the line before */
    }
    bool fits = !number->negative || number->size <= (uint64_t)INT64_MAX + 1;
    return fits ? text : NULL;
}

static int64_t bits_of(struct number number)
{
    return (int64_t)(number.negative ? 0 - number.size : number.size);
}

/* The same within 63 bits, which is what ranges are made of. */
static const char *read_bound(const char *text, int64_t *bound)
{
    struct number number;
    text = read_number(text, &number);
    if (text == NULL || (!number.negative && number.size > INT64_MAX))
        return NULL;
    *bound = bits_of(number);
    return text;
}

/* How many numbers a range has; step is not 0. */
static uint64_t range_count(int64_t begin, int64_t end, int64_t step)
{
    bool up = step > 0;
    uint64_t stride = up ? (uint64_t)step : 0 - (uint64_t)step;
    if (up ? begin >= end : begin <= end)
        return 0;
    uint64_t distance = up ? (uint64_t)end - (uint64_t)begin : (uint64_t)begin - (uint64_t)end;
    return (distance - 1) / stride + 1;
}

/* begin, begin + step, .. before end. Returns: whether there is such a range. */
static bool add_range(struct numbers *numbers, int64_t begin, int64_t end, int64_t step)
{
    uint64_t count = step != 0 ? range_count(begin, end, step) : 0;
    numbers->range_too_long |= count > MOST_IN_RANGES || numbers->count + count > MOST_IN_RANGES;
    if (numbers->range_too_long)
        return true;
    if (step == 0 || !reserve(numbers, count))
        return step != 0;
    for (uint64_t k = 0; k < count; k++) /* bounded: between begin and end */
        add(numbers, (int64_t)((uint64_t)begin + k * (uint64_t)step), false);
    return true;
}

/* Reads "5", "0:10" or "0:10:2" and goes behind it. Returns: NULL if there is none. */
static const char *read_item(struct numbers *numbers, const char *text)
{
    struct number number;
    int64_t begin, end, step = 1;
    const char *behind = read_number(text, &number);
    if (behind == NULL || *behind != ':') {
        if (behind != NULL)
            add(numbers, bits_of(number), !number.negative && number.size > INT64_MAX);
        return behind;
    }
    behind = read_bound(text, &begin);
    behind = behind != NULL ? read_bound(behind + 1, &end) : NULL;
    if (behind != NULL && *behind == ':')
        behind = read_bound(behind + 1, &step);
    return behind != NULL && add_range(numbers, begin, end, step) ? behind : NULL;
}

/* ---- lists --------------------------------------------------------------------------------------- */

/* Whether an item ends before a character, or the end. */
static bool is_between(char character) { return strchr(",[]" BLANKS, character) != NULL; }

static bool may_stand_here(const struct numbers *numbers, char character)
{
    switch (character) {
    case ',':
        return numbers->before == NUMBER;
    case '[':
        return numbers->before == NOTHING && numbers->bracket == NONE;
    case ']':
        return numbers->before != COMMA && numbers->bracket == OPEN;
    default:
        return true;
    }
}

/* Goes behind a blank, a comma or a bracket. Returns: NULL where there may be none. */
static const char *read_between(struct numbers *numbers, const char *text)
{
    if (!may_stand_here(numbers, *text))
        return NULL;
    if (*text == ',')
        numbers->before = COMMA;
    if (*text == '[')
        numbers->bracket = OPEN;
    if (*text == ']') {
        numbers->bracket = CLOSED;
        numbers->before = NOTHING;
    }
    return text + 1;
}

/* An item that something stands behind that may. Returns: NULL for anything else. */
static const char *read_word(struct numbers *numbers, const char *text)
{
    text = numbers->bracket != CLOSED ? read_item(numbers, text) : NULL;
    if (text == NULL || !is_between(*text))
        return NULL;
    numbers->before = NUMBER;
    return text;
}

/*
 * Items with a comma or blanks between them, all in brackets or none, in a text that ends by NUL. Returns: its end, or
 * what may not stand there.
 */
static const char *read_words(struct numbers *numbers, const char *text)
{
    while (*text != '\0') {
        const char *behind = is_between(*text) ? read_between(numbers, text) : read_word(numbers, text);
        if (behind == NULL)
            return text;
        text = behind;
    }
    return text;
}

/* Whether all of a text is a list. */
static bool read_list(struct numbers *numbers, const char *text)
{
    return *read_words(numbers, text) == '\0' && numbers->before != COMMA && numbers->bracket != OPEN;
}

/* ---- stdin --------------------------------------------------------------------------------------- */

/* Where the last item of a text begins that may go on behind it. */
static size_t last_item(const char *text, size_t count)
{
    while (count > 0 && !is_between(text[count - 1]))
        count--;
    return count;
}

enum { TEXT_BYTES = 1 << 16 };

/* What is read of stdin and not yet taken. */
struct stdin_text {
    char text[TEXT_BYTES + 1];
    size_t kept;
    int64_t at; /* where it begins, of all of stdin */
    bool is_end;
};

static void drop(struct stdin_text *from, size_t count)
{
    from->kept -= count;
    from->at += (int64_t)count;
    memmove(from->text, from->text + count, from->kept);
    from->text[from->kept] = '\0';
}

/* Takes the items that are whole; at the end of stdin all are. Returns: false where the text now begins otherwise. */
static bool take_items(struct numbers *numbers, struct stdin_text *from)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* of UTF-8, which tables begin with that are made by Excel */
    if (from->at == 0 && strncmp(from->text, mark, sizeof mark - 1) == 0)
        drop(from, sizeof mark - 1);
    size_t whole = from->is_end ? from->kept : last_item(from->text, from->kept);
    char next = from->text[whole];
    from->text[whole] = '\0';
    size_t taken = (size_t)(read_words(numbers, from->text) - from->text);
    from->text[whole] = next;
    drop(from, taken);
    const bool is_ended = !from->is_end || numbers->bracket != OPEN;
    return taken == whole && from->kept < TEXT_BYTES && is_ended;
}

/* what: "more indices than fit into" */
static int complain_of_many(const struct arguments *arguments, const char *what, int64_t allowed)
{
    talk_begin(arguments->command->name);
    talk("stdin has ");
    talk(what);
    talk(" ");
    memory_option_tell(arguments, allowed);
    talk("\n");
    return EXIT_LIBRARY;
}

/* What would have to stand where a comma or a bracket does. */
static const char *expected_for_mark(const struct numbers *numbers, char mark)
{
    if (mark == '[')
        return "one list of indices: those of several dimensions are read of a file";
    if (mark == ',')
        return "a number before the comma";
    return numbers->bracket == OPEN ? "a number before the ]" : "a [ before all indices";
}

static const char *expected_for(const struct numbers *numbers, const struct stdin_text *from)
{
    const char *text = from->text;
    const char *digits = text + (*text == '-' || *text == '+');
    size_t length = strspn(digits, "0123456789");
    if (from->kept == 0)
        return "a ] behind the indices";
    if (from->at == 0 && (strncmp(text, "\x93NUMPY", 6) == 0 || strncmp(text, "PK\3\4", 4) == 0))
        return "numbers as a text: a tensor from stdin is -.npy, -.npz and so on";
    if (numbers->bracket == CLOSED)
        return "the end, or blanks up to it";
    if (*text != '\0' && is_between(*text))
        return expected_for_mark(numbers, *text);
    if (length > 0 && is_between(digits[length]))
        return "a number of 64 bits";
    return "an index such as 5 or -1, or a range such as 0:100:2";
}

static int complain_of_text(const struct arguments *arguments, const struct numbers *numbers,
                            const struct stdin_text *from)
{
    const struct gather_error error = {.status = GATHER_STATUS_FORMAT,
                                       .has = GATHER_ERROR_HAS_AT,
                                       .at = from->at,
                                       .part = -1,
                                       .expected = expected_for(numbers, from)};
    talk_failure(arguments->command->name, "stdin", &error);
    return exit_of_status(GATHER_STATUS_FORMAT);
}

static bool read_more(struct stdin_text *from)
{
    int descriptor = 0;
    size_t received = 0;
    struct gather_source source = input_source(&descriptor);
    if (source.read(source.context, from->text + from->kept, TEXT_BYTES - from->kept, &received) !=
        GATHER_STATUS_OK)
        return false;
    from->is_end = received == 0;
    from->kept += received;
    from->text[from->kept] = '\0';
    return true;
}

/*
 * Of what is read only the numbers are kept, and of these no more than memory allows: stdin may have no end. Nor does
 * more than that pass without a number.
 */
static int read_stdin(struct numbers *numbers, const struct arguments *arguments)
{
    static struct stdin_text from;
    int64_t allowed, number_at = 0; /* behind the last number */
    int code = memory_option_allowed(arguments, &allowed);
    if (code != EXIT_YES)
        return code;
    numbers->most = (uint64_t)allowed / sizeof *numbers->values;
    from.kept = 0; /* the command may run several times in one process */
    from.at = 0;
    from.is_end = false;
    while (!from.is_end && !numbers->no_memory && !numbers->range_too_long) {
        size_t before = numbers->count;
        if (!read_more(&from))
            return complain_of_file(arguments->command->name, "can't read", "-");
        if (!take_items(numbers, &from))
            return complain_of_text(arguments, numbers, &from);
        if (numbers->too_many)
            return complain_of_many(arguments, "more indices than fit into", allowed);
        number_at = numbers->count == before ? number_at : from.at;
        if (from.at - number_at > allowed)
            return complain_of_many(arguments, "no index in more than", allowed);
    }
    return EXIT_YES;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static int keep_numbers(struct indices *indices, struct numbers *numbers, const struct arguments *arguments)
{
    int64_t count = (int64_t)numbers->count;
    struct gather_error error = {0};
    if (numbers->no_memory || numbers->too_many)
        return complain_of_memory(arguments->command->name);
    if (numbers->range_too_long)
        return arguments_misused(arguments->command,
                                 "ranges hold 16777216 indices at most: more go through a file", NULL);
    if (numbers->has_huge && numbers->has_negative)
        return arguments_misused(arguments->command,
                                 "no type holds both an index below 0 and one above 2^63-1", NULL);
    enum gather_status status = gather_layout_init(
        &indices->layout, numbers->has_huge ? GATHER_DTYPE_U64 : GATHER_DTYPE_I64, 1, &count, &error);
    indices->is_plain = !numbers->has_huge;
    indices->values = numbers->values;
    numbers->values = NULL;
    return exit_of_status(status);
}

/* Tables are read from stdin alone: of a file its name must say what it is, as that of a .txt does. */
static bool is_text_file(const char *text)
{
    static const char *const endings[] = {".csv", ".tsv"};
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (strlen(text) >= strlen(endings[k]) &&
            strcmp(text + strlen(text) - strlen(endings[k]), endings[k]) == 0)
            return true;
    return false;
}

static void talk_of_text_file(const char *text)
{
    talk("indices in a text are read of a .txt, or from stdin: -i - < ");
    talk_safe(text, strlen(text));
    talk("\n");
}

static int complain_of_text_file(const struct arguments *arguments, const char *text)
{
    talk_begin(arguments->command->name);
    talk_of_text_file(text);
    return EXIT_USAGE;
}

/* Who indexes with a mask finds rows 0 and 1, and no word of it. */
static void tell_of_mask(const char *command, const char *text)
{
    talk_begin_note(command);
    talk_safe(text, strlen(text));
    talk(
        ": these indices are bool, and where bool may index, as in numpy.take, they are 0 and 1, not a mask; "
        "numpy.flatnonzero(mask) gives the indices of one\n");
}

bool indices_are_listed(const char *text) { return text[strspn(text, "0123456789-+:,[]" BLANKS)] == '\0'; }

/* Whether a number stands in a range, whose ends and step are of 63 bits. */
static bool is_bound(const char *text, const char *number, size_t length)
{
    return number[length] == ':' || (number > text && number[-1] == ':');
}

/* The first number of a text that is too large for what it is, of *length bytes. Returns: NULL for none. */
static const char *find_too_large(const char *text, size_t *length)
{
    const char *begin = text + strcspn(text, "-0123456789");
    for (; *begin != '\0'; begin += *length, begin += strcspn(begin, "-0123456789")) {
        const size_t sign = *begin == '-', digits = strspn(begin + sign, "0123456789");
        struct number number;
        int64_t bound;
        *length = sign + digits;
        if (digits > 0 && (is_bound(text, begin, *length) ? read_bound(begin, &bound)
                                                          : read_number(begin, &number)) == NULL)
            return begin;
    }
    return NULL;
}

static int complain_of_number(const struct arguments *arguments, const char *text, const char *number,
                              size_t length)
{
    char word[64]; /* of a longer one its begin */
    (void)snprintf(word, sizeof word, "%.*s%s", (int)(length < 60 ? length : 60), number,
                   length > 60 ? ".." : "");
    return arguments_misused(arguments->command,
                             is_bound(text, number, length)
                                 ? "the ends and the step of a range are from -2^63 to 2^63-1, not"
                                 : "indices are of 64 bits, from -2^63 to 2^64-1, not",
                             word);
}

/* What is wrong with a text that is no list, and no file either. */
static const char *misuse_of(const char *text)
{
    if (!indices_are_listed(text))
        return "indices are 0,5,-1 or 0:100:2 or FILE or -, and no file is there:";
    return strchr(text, ':') == NULL
               ? "indices are 0,5,-1 or 0:100:2 or FILE or -, not"
               : "indices are 0,5,-1 or 0:100:2, with both ends and a step other than 0, not";
}

static int complain_of_list(const struct arguments *arguments, const char *text)
{
    size_t length;
    const char *number = indices_are_listed(text) ? find_too_large(text, &length) : NULL;
    return number != NULL ? complain_of_number(arguments, text, number, length)
                          : arguments_misused(arguments->command, misuse_of(text), text);
}

/* Indices are all in memory, however many rows of the data are. */
static int judge_memory(const struct arguments *arguments, const struct input_tensor *input)
{
    struct gather_layout dense = tensor_values_layout(&input->tensor.layout);
    int64_t allowed, needed = gather_layout_bytes(&dense);
    int code = memory_option_allowed(arguments, &allowed);
    return code != EXIT_YES || needed <= allowed
               ? code
               : memory_option_exceeded(arguments, input->path, needed, allowed);
}

/* The options --layout and --view are about the data, not about the indices. */
static int read_file(struct indices *indices, const struct arguments *arguments, const char *text)
{
    struct arguments none = {arguments->command, NULL, 0, 0};
    struct input_tensor input;
    int code = input_tensor_open(&input, &none, text);
    if (code == EXIT_USAGE && input.file != NULL && gather_file_format(input.file) == GATHER_FILE_RAW &&
        strchr(text, '@') == NULL) {
        talk_begin_note(arguments->command->name);
        talk_of_text_file(text);
    }
    if (code == EXIT_YES)
        code = block_axis_judge_whole(arguments, &input, "indices");
    if (code == EXIT_YES)
        code = judge_memory(arguments, &input);
    if (code == EXIT_YES)
        code = tensor_values_read(&input, arguments->command->name, &indices->layout, &indices->values);
    if (code == EXIT_YES && indices->layout.dtype == GATHER_DTYPE_BOOL)
        tell_of_mask(arguments->command->name, text);
    input_tensor_close(&input);
    return code;
}

static int read_numbers(struct indices *indices, const struct arguments *arguments, const char *text)
{
    struct numbers numbers = {.most = MOST};
    int code = EXIT_YES;
    if (strcmp(text, "-") == 0)
        code = read_stdin(&numbers, arguments);
    else if (text[strspn(text, BLANKS)] == '\0')
        code =
            arguments_misused(arguments->command, "no indices are given; an empty list is written []", NULL);
    else if (!read_list(&numbers, text))
        code = complain_of_list(arguments, text);
    if (code == EXIT_YES)
        code = keep_numbers(indices, &numbers, arguments);
    free(numbers.values);
    return code;
}

int indices_read(struct indices *indices, const struct arguments *arguments, const char *text)
{
    memset(indices, 0, sizeof *indices);
    if (!indices_are_listed(text) && input_tensor_exists(text))
        return is_text_file(text) ? complain_of_text_file(arguments, text)
                                  : read_file(indices, arguments, text);
    return read_numbers(indices, arguments, text);
}

void indices_fini(struct indices *indices) { free(indices->values); }
