/* SPDX-License-Identifier: Apache-2.0 */
/* Ops by the words that name them, kept: named_op.h says why. All of this happens under Python's lock. */
#include "named_op.h"

#include <string.h>

/* The type of data whose fill values are of a unit: ops of it are not kept. */
enum { TIMES = -1 };

/* ---- words ------------------------------------------------------------------------------------------------ */

bool op_words_add(struct op_words *words, PyObject *const *added, size_t count)
{
    if (count > WORDS_MAX - words->count) {
        PyErr_SetString(PyExc_TypeError, "too many attributes");
        return false;
    }
    for (size_t k = 0; k < count; k++)
        words->at[words->count++] = added[k];
    return true;
}

/* An int that is nothing else, of 64 bits. */
static bool is_integer(PyObject *word, int64_t *number)
{
    int overflow = 1;
    if (PyLong_CheckExact(word))
        *number = PyLong_AsLongLongAndOverflow(word, &overflow);
    return overflow == 0;
}

static bool mix_tuple(PyObject *word, uint64_t *hash)
{
    const Py_ssize_t count = PyTuple_Size(word);
    *hash = hash_mix(*hash, count);
    for (Py_ssize_t k = 0; k < count; k++) {
        int64_t number;
        if (!is_integer(PyTuple_GetItem(word, k), &number))
            return false;
        *hash = hash_mix(*hash, number);
    }
    return true;
}

/* Returns: false for a word that may change, or mean another thing the next time. */
static bool mix_word(PyObject *word, uint64_t *hash)
{
    int64_t number;
    if (is_integer(word, &number)) {
        *hash = hash_mix(*hash, number);
        return true;
    }
    if (PyTuple_CheckExact(word))
        return mix_tuple(word, hash);
    *hash = hash_mix(*hash, (int64_t)(uintptr_t)word);
    return PyUnicode_CheckExact(word) || PyBool_Check(word) || word == Py_None || word == Py_NotImplemented ||
           PyFloat_CheckExact(word);
}

/* Returns: 0 for words that are not kept. */
static uint64_t hash_of(const struct op_words *words)
{
    uint64_t hash = words->count;
    for (size_t k = 0; k < words->count; k++)
        if (!mix_word(words->at[k], &hash))
            return 0;
    return hash | 1;
}

/* Of words that are kept: one object, or integers alike. */
static bool are_alike(PyObject *a, PyObject *b)
{
    int64_t numbers[2];
    if (a == b)
        return true;
    if (is_integer(a, &numbers[0]))
        return is_integer(b, &numbers[1]) && numbers[0] == numbers[1];
    if (!PyTuple_CheckExact(a) || !PyTuple_CheckExact(b) || PyTuple_Size(a) != PyTuple_Size(b))
        return false;
    for (Py_ssize_t k = PyTuple_Size(a) - 1; k >= 0; k--)
        if (!are_alike(PyTuple_GetItem(a, k), PyTuple_GetItem(b, k)))
            return false;
    return true;
}

static bool is_named_so(const struct named_op *named, const struct op_words *words)
{
    if (named->words.count != words->count)
        return false;
    for (size_t k = 0; k < words->count; k++)
        if (!are_alike(named->words.at[k], words->at[k]))
            return false;
    return true;
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

/* The attributes as a dict. */
static PyObject *attributes_of(const struct op_words *words)
{
    PyObject *attributes = PyDict_New();
    for (size_t k = WORDS_ATTRIBUTES; attributes != NULL && k + 1 < words->count; k += 2)
        if (PyDict_SetItem(attributes, words->at[k], words->at[k + 1]) != 0)
            Py_CLEAR(attributes);
    return attributes;
}

static bool read_words(struct module_state *state, const struct op_words *words,
                       const struct request *request, struct gather_op *op)
{
    PyObject *version = words->at[WORDS_VERSION], *dialect = words->at[WORDS_DIALECT];
    PyObject *said = PyLong_CheckExact(version) ? value_text(version) : PyObject_Str(version), *whole = NULL;
    if (said != NULL)
        whole =
            version == Py_None ? PyUnicode_FromObject(dialect) : PyUnicode_FromFormat("%S@%U", dialect, said);
    PyObject *attributes = whole != NULL ? attributes_of(words) : NULL;
    const char *text = attributes != NULL ? name_text(whole) : NULL;
    const char *name = text != NULL ? name_text(words->at[WORDS_NAME]) : NULL;
    const bool is_read = name != NULL && op_read(state, text, name, attributes, request, op);
    Py_XDECREF(attributes);
    Py_XDECREF(said);
    Py_XDECREF(whole);
    return is_read;
}

/* ---- keeping ---------------------------------------------------------------------------------------------- */

static struct named_op **place_of(struct module_state *state, uint64_t hash)
{
    return &state->named[(hash >> 32) % NAMED_KEPT];
}

struct named_op *named_op_find(struct module_state *state, const struct op_words *words)
{
    const uint64_t hash = hash_of(words);
    struct named_op *found = *place_of(state, hash);
    if (hash == 0 || found == NULL || found->hash != hash || !is_named_so(found, words))
        return NULL;
    found->references++;
    return found;
}

void named_op_release(struct named_op *named)
{
    if (named == NULL || --named->references > 0)
        return;
    for (size_t k = 0; k < named->words.count; k++)
        Py_DECREF(named->words.at[k]);
    PyMem_Free(named);
}

static void keep(struct module_state *state, struct named_op *made)
{
    struct named_op **place = place_of(state, made->hash), *before = *place;
    if (made->hash == 0 || made->dtype == TIMES)
        return;
    made->references++;
    *place = made;
    named_op_release(before);
}

static int32_t dtype_of(const struct request *request)
{
    const struct operand *data = &request->inputs[request->data_at];
    return operand_time(data) != NULL ? TIMES : data->is.dtype;
}

static bool fills(const struct op_words *words)
{
    for (size_t k = WORDS_ATTRIBUTES; k < words->count; k += 2)
        if (PyUnicode_Check(words->at[k]) &&
            PyUnicode_CompareWithASCIIString(words->at[k], "fill_value") == 0)
            return true;
    return false;
}

static struct named_op *make(struct module_state *state, const struct op_words *words,
                             const struct request *request)
{
    struct named_op *made = PyMem_Malloc(sizeof *made);
    if (made == NULL)
        return (struct named_op *)PyErr_NoMemory();
    if (!read_words(state, words, request, &made->op)) {
        PyMem_Free(made);
        return NULL;
    }
    made->references = 1;
    made->hash = hash_of(words);
    made->row = named_op_row(words, NULL);
    made->data_at = op_data_at(made->row);
    made->dtype = fills(words) ? dtype_of(request) : GATHER_DTYPE_NONE;
    made->words = *words;
    for (size_t k = 0; k < words->count; k++)
        Py_INCREF(words->at[k]);
    keep(state, made);
    return made;
}

const struct gather_op_name *named_op_row(const struct op_words *words, const struct named_op *found)
{
    if (found != NULL)
        return found->row;
    const char *dialect = PyUnicode_AsUTF8AndSize(words->at[WORDS_DIALECT], NULL);
    const char *name = dialect != NULL ? PyUnicode_AsUTF8AndSize(words->at[WORDS_NAME], NULL) : NULL;
    PyErr_Clear(); /* what is no text is refused where it is read */
    return name != NULL ? op_find(dialect, name) : NULL;
}

size_t named_op_data_at(const struct op_words *words, const struct named_op *found)
{
    return found != NULL ? found->data_at : op_data_at(named_op_row(words, NULL));
}

struct named_op *named_op_for(struct module_state *state, const struct op_words *words,
                              struct named_op *found, const struct request *request, bool *has_run_code)
{
    if (found != NULL && (found->dtype == GATHER_DTYPE_NONE || found->dtype == dtype_of(request)))
        return found;
    named_op_release(found);
    *has_run_code = true; /* of attributes */
    return make(state, words, request);
}

void named_op_forget(struct module_state *state)
{
    for (size_t k = 0; k < NAMED_KEPT; k++) {
        named_op_release(state->named[k]);
        state->named[k] = NULL;
    }
}
