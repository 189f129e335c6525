/* SPDX-License-Identifier: Apache-2.0 */
/* The table of what worlds do with an index, and what it says of one value: behaviours.def is the table. */
#include <string.h>

#include "gather/study.h"
#include "study/refuse.h"
#include "study/worlds/take.h"

/* ---- the table ----------------------------------------------------------------------------------- */

#define TYPE(id) (UINT32_C(1) << GATHER_DTYPE_##id)
enum {
    TYPES_I32 = TYPE(I32),
    TYPES_I32_I64 = TYPE(I32) | TYPE(I64),
    TYPES_I16_I32_I64 = TYPE(I16) | TYPE(I32) | TYPE(I64),
    TYPES_COREML = TYPE(I16) | TYPE(I32) | TYPE(U16),
    TYPES_WEBNN = TYPE(I32) | TYPE(U32) | TYPE(I64),
    TYPES_DIRECTML = TYPE(I32) | TYPE(U32) | TYPE(I64) | TYPE(U64),
    TYPES_ANY = TYPE(I8) | TYPE(I16) | TYPE(I32) | TYPE(I64) | TYPE(U8) | TYPE(U16) | TYPE(U32) | TYPE(U64),
    TYPES_XLA = TYPES_ANY | TYPE(I2) | TYPE(I4) | TYPE(U2) | TYPE(U4)
};

static const struct gather_behaviour behaviours[] = {
#define X(row_id, row_name, row_rule, row_negative, row_reading, types, empty, how, row_version,             \
          row_dialect, row_op, row_op_version, row_source, row_note)                                         \
    {.id = row_id,                                                                                           \
     .name = row_name,                                                                                       \
     .rule = GATHER_RULE_##row_rule,                                                                         \
     .negative = GATHER_NEGATIVE_##row_negative,                                                             \
     .reading = GATHER_READING_##row_reading,                                                                \
     .on_empty = GATHER_RULE_##empty,                                                                        \
     .known = GATHER_##how,                                                                                  \
     .index_types = TYPES_##types,                                                                           \
     .version = row_version,                                                                                 \
     .dialect = row_dialect,                                                                                 \
     .op = row_op,                                                                                           \
     .op_version = row_op_version,                                                                           \
     .source = row_source,                                                                                   \
     .note = row_note},
#include "study/worlds/behaviours.def"
#undef X
};

enum { COUNT = sizeof behaviours / sizeof *behaviours };

const struct gather_behaviour *gather_behaviour_at(size_t position)
{
    return position < COUNT ? &behaviours[position] : NULL;
}

const char *gather_rule_word(int32_t rule)
{
    static const char *const words[] = {
#define WORD(id, word) word,
        GATHER_RULE_LIST(WORD)
#undef WORD
    };
    return words[rule];
}

const char *gather_knowledge_word(int32_t known)
{
    static const char *const words[] = {"measured", "documented", "reported"};
    return words[known];
}

/* ---- what becomes of a value --------------------------------------------------------------------- */

static int64_t low_32_signed(int64_t value)
{
    uint32_t low = (uint32_t)((uint64_t)value & UINT32_MAX);
    return low > INT32_MAX ? (int64_t)low - INT64_C(0x100000000) : (int64_t)low;
}

/* What a world makes of a value; `huge`: it is unsigned and beyond 2^63-1, and `value` its bits. */
struct reading {
    int64_t value;
    bool huge;
};

static struct reading read_value(const struct gather_behaviour *behaviour, int32_t dtype, int64_t value)
{
    struct reading reading = {value, false};
    switch (behaviour->reading) {
    case GATHER_READING_AS_I32:
        reading.value = low_32_signed(value);
        break;
    case GATHER_READING_LOW_32:
        reading.value =
            gather_dtype_is_unsigned(dtype) ? (int64_t)((uint64_t)value & UINT32_MAX) : low_32_signed(value);
        break;
    case GATHER_READING_VALUE:
        reading.huge = dtype == GATHER_DTYPE_U64 && value < 0;
        break;
    default: /* as signed 64 bits: what the bits say */
        break;
    }
    return reading;
}

static struct gather_outcome outcome_of(int32_t kind, int64_t row)
{
    struct gather_outcome outcome = {kind, row};
    return outcome;
}

static int64_t nearest(struct reading index, int64_t size)
{
    return !index.huge && index.value < 0 ? 0 : size - 1;
}

static int64_t wrapped(struct reading index, int64_t size)
{
    if (index.huge)
        return (int64_t)((uint64_t)index.value % (uint64_t)size);
    int64_t rest = index.value % size;
    return rest < 0 ? rest + size : rest;
}

/* Outside, of an axis with `size` rows; where there is none, there is none to take either. */
static struct gather_outcome outside(int32_t rule, struct reading index, int64_t size)
{
    if (size <= 0 && (rule == GATHER_RULE_CLAMP || rule == GATHER_RULE_WRAP))
        return outcome_of(GATHER_OUTCOME_UNDEFINED, -1);
    switch (rule) {
    case GATHER_RULE_ERROR:
        return outcome_of(GATHER_OUTCOME_ERROR, -1);
    case GATHER_RULE_ZERO:
        return outcome_of(GATHER_OUTCOME_ZERO, -1);
    case GATHER_RULE_FILL:
        return outcome_of(GATHER_OUTCOME_FILL, -1);
    case GATHER_RULE_CLAMP:
        return outcome_of(GATHER_OUTCOME_ROW, nearest(index, size));
    case GATHER_RULE_WRAP:
        return outcome_of(GATHER_OUTCOME_ROW, wrapped(index, size));
    default:
        return outcome_of(GATHER_OUTCOME_UNDEFINED, -1);
    }
}

static bool counts_from_end(const struct gather_behaviour *behaviour, int32_t dtype)
{
    return behaviour->negative == GATHER_NEGATIVE_END ||
           (behaviour->negative == GATHER_NEGATIVE_END_IF_SIGNED && !gather_dtype_is_unsigned(dtype));
}

void gather_outcome_write(struct gather_writer *writer, struct gather_outcome outcome)
{
    static const char *const words[] = {[GATHER_OUTCOME_ROW] = "row ",
                                        [GATHER_OUTCOME_ERROR] = "error",
                                        [GATHER_OUTCOME_ZERO] = "zero",
                                        [GATHER_OUTCOME_FILL] = "fill",
                                        [GATHER_OUTCOME_UNDEFINED] = "undefined"};
    gather_write_text(writer, words[outcome.kind]);
    if (outcome.kind == GATHER_OUTCOME_ROW)
        gather_write_integer(writer, outcome.row);
}

struct gather_outcome gather_behaviour_outcome(const struct gather_behaviour *behaviour, int32_t index_dtype,
                                               int64_t value, int64_t size)
{
    struct reading index = read_value(behaviour, index_dtype, value);
    if (size == 0)
        return outside(behaviour->on_empty, index, size);
    if (!index.huge && index.value >= 0 && index.value < size)
        return outcome_of(GATHER_OUTCOME_ROW, index.value);
    if (!index.huge && index.value < 0 && index.value >= -size && counts_from_end(behaviour, index_dtype))
        return outcome_of(GATHER_OUTCOME_ROW, index.value + size);
    return outside(behaviour->rule, index, size);
}

/* ---- the operator that follows it ---------------------------------------------------------------- */

static enum gather_status with_leading_ones(struct gather_layout *layout, const struct gather_layout *from,
                                            int32_t rank, struct gather_error *error)
{
    int64_t sizes[GATHER_MAX_RANK] = {0};
    for (int32_t d = 0; d < rank; d++)
        sizes[d] = d < rank - from->rank ? 1 : from->sizes[d - (rank - from->rank)];
    return gather_layout_init(layout, from->dtype, rank, sizes, error);
}

/* DirectML's tensors all have as many dimensions, and room in them for those of the output (DML-43). */
static enum gather_status pad_operands(const struct gather_take *take, struct gather_layout operands[2],
                                       struct gather_error *error)
{
    int32_t q = take->indices.rank, rank = take->data.rank + (q > 1 ? q - 1 : 0);
    rank = rank < q ? q : rank;
    if (rank > GATHER_MAX_RANK)
        return gather__refuse(error, GATHER_STATUS_RANK, "output", "at most 16 dimensions");
    enum gather_status status = with_leading_ones(&operands[0], &take->data, rank, error);
    return status == GATHER_STATUS_OK ? with_leading_ones(&operands[1], &take->indices, rank, error) : status;
}

static enum gather_status list_indices(const struct gather_take *take, struct gather_layout operands[2],
                                       struct gather_error *error)
{
    int64_t count = gather_layout_elements(&take->indices);
    return gather_layout_init(&operands[1], take->indices.dtype, 1, &count, error);
}

/* The operands as a dialect writes them; axis: of the data, in its own numbers. */
static enum gather_status write_operands(const char *dialect, const struct gather_take *take,
                                         struct gather_layout operands[2], int64_t *axis,
                                         struct gather_error *error)
{
    int32_t own;
    enum gather_status status = gather__take_axis(take, &own, error);
    if (status != GATHER_STATUS_OK)
        return status;
    operands[0] = take->data;
    operands[1] = take->indices;
    if (strcmp(dialect, "directml") == 0)
        status = pad_operands(take, operands, error);
    else if (strcmp(dialect, "torch") == 0)
        status = list_indices(take, operands, error);
    *axis = own + (int64_t)operands[0].rank - take->data.rank;
    return status;
}

static struct gather_attribute integer_attribute(const char *name, int64_t value)
{
    struct gather_attribute attribute = {.name = name, .kind = GATHER_ATTRIBUTE_INTEGER, .integer = value};
    return attribute;
}

static const char *axis_name(const char *dialect)
{
    if (strcmp(dialect, "directml") == 0)
        return "Axis";
    return strcmp(dialect, "torch") == 0 || strcmp(dialect, "xla") == 0 ? "dim" : "axis";
}

/* numpy's name of a rule. */
static struct gather_attribute mode_attribute(int32_t rule)
{
    int32_t policy = rule == GATHER_RULE_WRAP    ? GATHER_POLICY_WRAP
                     : rule == GATHER_RULE_CLAMP ? GATHER_POLICY_CLAMP
                                                 : GATHER_POLICY_ERROR;
    const char *mode = gather_policy_word(policy, GATHER_WORLD_NUMPY);
    struct gather_attribute attribute = {
        .name = "mode", .kind = GATHER_ATTRIBUTE_TEXT, .text = mode, .count = strlen(mode)};
    return attribute;
}

/* Whether newer versions of a row's operator do as it says, up to the newest that is known. */
static bool goes_on(const struct gather_behaviour *behaviour)
{
    for (size_t k = 0; k < COUNT; k++)
        if (behaviours[k].dialect != NULL && strcmp(behaviours[k].dialect, behaviour->dialect) == 0 &&
            behaviours[k].op_version > behaviour->op_version)
            return false;
    return true;
}

/* version: NULL for the newest that the row is about. axis: in the dialect's own numbers; rank: of the indices. */
static enum gather_status make_op(const struct gather_behaviour *behaviour,
                                  const struct gather_attribute *version, int64_t axis, int32_t rank,
                                  struct gather_op *op, struct gather_error *error)
{
    struct gather_attribute attributes[2], own = integer_attribute("version", behaviour->op_version);
    size_t count = 0;
    attributes[count++] = integer_attribute(axis_name(behaviour->dialect), axis);
    if (strcmp(behaviour->dialect, "numpy") == 0)
        attributes[count++] = mode_attribute(behaviour->rule);
    if (strcmp(behaviour->dialect, "directml") == 0)
        attributes[count++] = integer_attribute("IndexDimensions", rank);
    if (version == NULL && !goes_on(behaviour))
        version = &own;
    return gather_op_from_names(op, behaviour->dialect, behaviour->op, version, attributes, count, error);
}

enum gather_status gather_behaviour_op(const struct gather_behaviour *behaviour,
                                       const struct gather_attribute *version, const struct gather_take *take,
                                       struct gather_op *op, struct gather_layout operands[2],
                                       struct gather_error *error)
{
    int64_t axis;
    if (behaviour->dialect == NULL)
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, NULL, "a world that has a dialect here");
    enum gather_status status = write_operands(behaviour->dialect, take, operands, &axis, error);
    return status == GATHER_STATUS_OK ? make_op(behaviour, version, axis, take->indices.rank, op, error)
                                      : status;
}

/* ---- names --------------------------------------------------------------------------------------- */

bool gather_names_next(const char **names, char *name, size_t size)
{
    if (*names == NULL)
        return false;
    size_t length = strcspn(*names, ","), kept = length < size ? length : size - 1;
    memcpy(name, *names, kept);
    name[kept] = '\0';
    *names = (*names)[length] == ',' ? *names + length + 1 : NULL;
    return true;
}

static bool is_id(const char *name)
{
    for (size_t k = 0; k < COUNT; k++)
        if (strcmp(behaviours[k].id, name) == 0)
            return true;
    return false;
}

static bool is_family(const struct gather_behaviour *behaviour, const char *name)
{
    size_t length = strlen(name);
    return length > 0 && strncmp(behaviour->id, name, length) == 0 && behaviour->id[length] == '-';
}

/* Of the rows of a dialect the one of the newest version that is not newer. */
static bool is_version(const struct gather_behaviour *behaviour, const char *dialect, size_t length,
                       const struct gather_attribute *version)
{
    const struct gather_behaviour *newest = NULL;
    for (size_t k = 0; k < COUNT; k++) {
        const struct gather_behaviour *row = &behaviours[k];
        struct gather_op op;
        bool fits = row->dialect != NULL && strlen(row->dialect) == length &&
                    memcmp(row->dialect, dialect, length) == 0 &&
                    make_op(row, version, 0, 0, &op, NULL) == GATHER_STATUS_OK &&
                    row->op_version <= op.version;
        if (fits && (newest == NULL || row->op_version > newest->op_version))
            newest = row;
    }
    return newest == behaviour;
}

const struct gather_behaviour *gather_behaviour_find(const char *name, bool has_op)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if ((behaviour->dialect != NULL || !has_op) && gather_behaviour_is(behaviour, name))
            return behaviour;
    return NULL;
}

bool gather_behaviour_is(const struct gather_behaviour *behaviour, const char *name)
{
    struct gather_attribute version;
    size_t length = gather_dialect_read(name, &version);
    if (version.kind != GATHER_ATTRIBUTE_NONE)
        return is_version(behaviour, name, length, &version);
    if (is_id(name))
        return strcmp(behaviour->id, name) == 0;
    return is_family(behaviour, name);
}

bool gather_behaviour_is_among(const struct gather_behaviour *behaviour, const char *names)
{
    char name[GATHER_BEHAVIOUR_NAME_SIZE];
    while (gather_names_next(&names, name, sizeof name))
        if (strcmp(name, "all") == 0 || gather_behaviour_is(behaviour, name))
            return true;
    return false;
}
