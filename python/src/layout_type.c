/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather.Layout: a value, immutable. It is read from any of the eight notations, and says itself in each that can.
 */
#include "layout_type.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

#include "array_type.h"
#include "gather/io.h"
#include "gather/study.h"

struct layout {
    PyObject_HEAD struct gather_layout is;
    PyObject *weak; /* references, of Python's */
};

static const struct gather_layout *of(PyObject *self) { return &((struct layout *)self)->is; }

PyObject *layout_new(struct module_state *state, const struct gather_layout *layout)
{
    struct layout *made = object_allocate(state->layout_type);
    if (made != NULL)
        made->is = *layout;
    return (PyObject *)made;
}

PyObject *dtype_name(int32_t dtype)
{
    char name[32];
    if (gather_dtype_name(dtype, GATHER_WORLD_NUMPY, name, sizeof name) == 0)
        gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
    return PyUnicode_FromString(name);
}

/* ---- reading ---------------------------------------------------------------------------------------------- */

/* name: of the argument that the text is, for errors; NULL for one that can only be a layout. */
static bool read_text(struct module_state *state, PyObject *text, const char *name,
                      struct gather_layout *layout)
{
    struct gather_error error = {0};
    Py_ssize_t length;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &length);
    if (bytes == NULL)
        return false;
    if (gather_layout_parse(layout, bytes, (size_t)length, GATHER_SPELLING_ANY, &error) == GATHER_STATUS_OK)
        return true;
    char said[512];
    gather_error_format(&error, said, sizeof said);
    PyObject *sentence =
        PyUnicode_FromFormat("%s%s%R: %s", name != NULL ? name : "", name != NULL ? " is " : "", text, said);
    if (sentence != NULL)
        raise_sentence(state, &error, sentence);
    Py_XDECREF(sentence);
    return false;
}

bool layout_read(struct module_state *state, PyObject *object, struct gather_layout *layout)
{
    if (Py_TYPE(object) == state->layout_type) {
        *layout = *of(object);
        return true;
    }
    if (PyUnicode_Check(object))
        return read_text(state, object, NULL, layout);
    PyErr_SetString(PyExc_TypeError, "a layout is a libgather.Layout or its text, as 'f32[2,3]{0,1}'");
    return false;
}

static int32_t read_spelling(PyObject *name)
{
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(name, &length);
    int32_t spelling = text != NULL ? gather_spelling_from_name(text, (size_t)length) : -1;
    if (text != NULL && spelling < 0)
        PyErr_Format(
            PyExc_ValueError,
            "there is no notation %R: they are xla, strides, numpy, directml, order, onednn, memref and cute",
            name);
    return spelling;
}

/* Of an array, or of a tensor of a file, of which nothing is read. */
static bool layout_of_object(struct module_state *state, PyObject *object, struct gather_layout *layout)
{
    struct operand operand;
    struct gather_error error = {0};
    bool is_read = operand_read_as(state, object, ROLE_LAYOUT, "text_or_array", &operand);
    if (is_read && operand.opened != NULL)
        *layout = operand.tensor->layout;
    else if (is_read && operand_layout(&operand, layout, &error) != GATHER_STATUS_OK)
        is_read = raise_error(state, &error) != NULL;
    operand_end(&operand);
    return is_read;
}

static PyObject *construct(PyTypeObject *type, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"", NULL};
    struct module_state *state = PyType_GetModuleState(type);
    struct gather_layout layout;
    PyObject *object;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O", names, &object))
        return NULL;
    if (Py_TYPE(object) == state->layout_type || PyUnicode_Check(object))
        return layout_read(state, object, &layout) ? layout_new(state, &layout) : NULL;
    return layout_of_object(state, object, &layout) ? layout_new(state, &layout) : NULL;
}

/* ---- as text ---------------------------------------------------------------------------------------------- */

static PyObject *print(struct module_state *state, const struct gather_layout *layout, int32_t spelling)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    struct gather_error error = {0};
    if (gather_layout_print(layout, spelling, text, sizeof text, NULL, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error);
    return PyUnicode_FromString(text);
}

static PyObject *to(PyObject *self, PyObject *name)
{
    int32_t spelling = read_spelling(name);
    return spelling < 0 ? NULL : print(state_of_object(self), of(self), spelling);
}

static bool has_wide_cells(const struct gather_layout *layout)
{
    return layout->kind == GATHER_LAYOUT_STRIDES && layout->cell_bits != gather_dtype_bits(layout->dtype);
}

/* XLA's notation for a memory order, that of strides for strides: each can say all of its kind, but for cells that are
 * wider than what strides step over, whose width stands beside. No notation has types without a width. */
static PyObject *to_exact_text(PyObject *self)
{
    struct gather_layout layout = *of(self);
    layout.cell_bits = has_wide_cells(&layout) ? gather_dtype_bits(layout.dtype) : layout.cell_bits;
    return print(state_of_object(self), &layout,
                 layout.kind == GATHER_LAYOUT_ORDER ? GATHER_SPELLING_XLA : GATHER_SPELLING_STRIDES);
}

/* In words where there is no text. is_exact: whether it can be read back. */
static PyObject *say(PyObject *self, bool *is_exact)
{
    PyObject *text = to_exact_text(self), *made = NULL;
    *is_exact = text != NULL && !has_wide_cells(of(self));
    if (*is_exact)
        return text;
    if (text != NULL) {
        made = PyUnicode_FromFormat("%U in cells of %d bits", text, (int)of(self)->cell_bits);
    } else if (PyErr_ExceptionMatches(PyExc_NotImplementedError)) {
        PyErr_Clear();
        PyObject *name = dtype_name(of(self)->dtype), *sizes = tuple_of(of(self)->sizes, of(self)->rank);
        if (name != NULL && sizes != NULL)
            made = PyUnicode_FromFormat("%U of sizes %R", name, sizes);
        Py_XDECREF(name);
        Py_XDECREF(sizes);
    }
    Py_XDECREF(text);
    return made;
}

static PyObject *to_text(PyObject *self)
{
    bool is_exact;
    return say(self, &is_exact);
}

static PyObject *represent(PyObject *self)
{
    bool is_exact;
    PyObject *text = say(self, &is_exact), *represented = NULL;
    if (text != NULL)
        represented = PyUnicode_FromFormat(is_exact ? "Layout('%U')" : "<libgather.Layout %U>", text);
    Py_XDECREF(text);
    return represented;
}

/* For pickle and copy: its text says it all, with the width of cells that no text of strides can say. */
static PyObject *reduce(PyObject *self, PyObject *nothing)
{
    PyObject *text = to_exact_text(self);
    (void)nothing;
    if (text == NULL || !has_wide_cells(of(self)))
        return text != NULL ? Py_BuildValue("O(N)", Py_TYPE(self), text) : NULL;
    PyObject *make = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "_in_cells");
    if (make != NULL)
        return Py_BuildValue("N(Ni)", make, text, (int)of(self)->cell_bits);
    Py_DECREF(text);
    return NULL;
}

/* The layout of a text in cells of a width. */
static PyObject *in_cells(PyObject *type, PyObject *arguments)
{
    struct module_state *state = PyType_GetModuleState((PyTypeObject *)type);
    struct gather_layout layout;
    struct gather_error error = {0};
    PyObject *text;
    int bits;
    if (!PyArg_ParseTuple(arguments, "Ui", &text, &bits) || !layout_read(state, text, &layout))
        return NULL;
    layout.cell_bits = bits;
    if (gather_layout_validate(&layout, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error);
    return layout_new(state, &layout);
}

static PyObject *spellings(PyObject *self, PyObject *nothing)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    PyObject *all = PyDict_New();
    (void)nothing;
    for (int32_t k = 0; all != NULL && k < GATHER_SPELLING_COUNT; k++) {
        if (gather_layout_print(of(self), k, text, sizeof text, NULL, NULL) != GATHER_STATUS_OK)
            continue;
        PyObject *value = PyUnicode_FromString(text);
        if (value == NULL || PyDict_SetItemString(all, gather_spelling_name(k), value) != 0)
            Py_CLEAR(all);
        Py_XDECREF(value);
    }
    return all;
}

/* ---- as pictures ------------------------------------------------------------------------------------------ */

static PyObject *draw(PyObject *self, PyObject *nothing)
{
    struct gather_memory memory = {0};
    struct gather_drawing drawing = {.utf8 = true};
    (void)nothing;
    enum gather_status status = gather_layout_draw_text(of(self), &drawing, gather_memory_sink(&memory));
    return text_of_memory(state_of_object(self), status, &memory);
}

static PyObject *draw_svg(PyObject *self, PyObject *nothing)
{
    struct gather_memory memory = {0};
    Py_ssize_t length;
    (void)nothing;
    PyObject *title = to_text(self);
    const char *text = title != NULL ? PyUnicode_AsUTF8AndSize(title, &length) : NULL;
    PyObject *svg = NULL;
    if (text != NULL)
        svg = text_of_memory(
            state_of_object(self),
            gather_layout_draw_svg(of(self), text, (size_t)length, gather_memory_sink(&memory)), &memory);
    Py_XDECREF(title);
    return svg;
}

static PyObject *draw_html(PyObject *self, PyObject *nothing)
{
    PyObject *svg = draw_svg(self, nothing), *html = NULL;
    if (svg != NULL)
        html = PyUnicode_FromFormat("<div class=\"libgather-layout\">%U</div>", svg);
    Py_XDECREF(svg);
    return html;
}

/* ---- as numbers ------------------------------------------------------------------------------------------- */

/* How many numbers an index has; -1 with an exception. */
static Py_ssize_t count_index(PyObject *self, PyObject *index)
{
    const Py_ssize_t count = PySequence_Size(index);
    if (count > GATHER_MAX_RANK) {
        PyErr_Format(PyExc_ValueError, "an index of %zd numbers", count);
        return -1;
    }
    if (count >= 0 || !PyErr_ExceptionMatches(PyExc_TypeError))
        return count;
    PyErr_Clear();
    PyObject *name = PyType_GetName(Py_TYPE(index));
    if (name != NULL)
        PyErr_Format(PyExc_TypeError,
                     "index is of type %U; expected a tuple of integers, one for each of %d dimensions", name,
                     (int)of(self)->rank);
    Py_XDECREF(name);
    return -1;
}

/* One of them, or a cell's. position: of `rank` numbers, where it stands. */
static bool read_number(PyObject *self, const char *name, const int64_t *position, int32_t rank,
                        PyObject *number, int64_t *read)
{
    struct module_state *state = state_of_object(self);
    int overflow = 0;
    *read = -1;
    if (!PyIndex_Check(number))
        return raise_type(state, name, position, rank, number) != NULL;
    *read = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow != 0)
        raise_index_beyond(state, name, position, rank, number);
    return !PyErr_Occurred();
}

static PyObject *cell(PyObject *self, PyObject *index)
{
    struct gather_error error = {0};
    int64_t at[GATHER_MAX_RANK], found;
    Py_ssize_t count = count_index(self, index);
    if (count < 0)
        return NULL;
    for (int64_t d = 0; d < count; d++) {
        PyObject *item = PySequence_GetItem(index, d);
        const bool is_read = item != NULL && read_number(self, "index", &d, 1, item, &at[d]);
        Py_XDECREF(item);
        if (!is_read)
            return NULL;
    }
    if (gather_layout_cell(of(self), at, (int32_t)count, &found, &error) != GATHER_STATUS_OK)
        return raise_error(state_of_object(self), &error);
    return PyLong_FromLongLong(found);
}

static PyObject *index_of(PyObject *self, PyObject *number)
{
    struct gather_error error = {0};
    int64_t index[GATHER_MAX_RANK] = {0}, wanted;
    if (!read_number(self, "cell", index, 0, number, &wanted))
        return NULL;
    if (gather_layout_index(of(self), wanted, index, &error) != GATHER_STATUS_OK)
        return raise_error(state_of_object(self), &error);
    return tuple_of(index, of(self)->rank);
}

static PyObject *is_bitcast(PyObject *self, PyObject *other)
{
    struct module_state *state = state_of_object(self);
    struct gather_layout layout;
    struct gather_error error = {0};
    bool answer;
    if (!layout_read(state, other, &layout))
        return NULL;
    if (gather_layout_reshape_is_bitcast(of(self), &layout, &answer, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error);
    return PyBool_FromLong(answer);
}

static PyObject *offsets(PyObject *self, PyObject *nothing)
{
    struct module_state *state = state_of_object(self);
    struct gather_layout layout;
    struct gather_error error = {0};
    int64_t index[GATHER_MAX_RANK] = {0};
    (void)nothing;
    if (gather_layout_init(&layout, GATHER_DTYPE_I64, of(self)->rank, of(self)->sizes, &error) !=
        GATHER_STATUS_OK)
        return raise_error(state, &error);
    PyObject *made = array_new(state, &layout);
    int64_t *cells = made != NULL ? array_buffer(made).data : NULL;
    bool more = made != NULL && gather_layout_elements(of(self)) > 0;
    while (more) {
        if (gather_layout_cell(of(self), index, layout.rank, cells++, &error) != GATHER_STATUS_OK ||
            gather_layout_bump(of(self), index, layout.rank, &more, &error) != GATHER_STATUS_OK) {
            Py_DECREF(made);
            return raise_error(state, &error);
        }
    }
    return made;
}

bool layout_or_operand_read(struct module_state *state, PyObject *object, enum operand_role role,
                            const char *name, struct operand *operand, struct gather_layout *room)
{
    if (!PyUnicode_Check(object) && Py_TYPE(object) != state->layout_type)
        return operand_read_as(state, object, role, name, operand);
    memset(operand, 0, sizeof *operand);
    operand->name = name;
    const bool is_read = PyUnicode_Check(object) ? read_text(state, object, operand_name(operand, role), room)
                                                 : layout_read(state, object, room);
    if (!is_read)
        return false;
    operand_of_layout(room, role, operand);
    return true;
}

static PyObject *get_shape(PyObject *self, void *nothing)
{
    (void)nothing;
    return tuple_of(of(self)->sizes, of(self)->rank);
}

static PyObject *get_dtype(PyObject *self, void *nothing)
{
    (void)nothing;
    return dtype_name(of(self)->dtype);
}

static PyObject *get_bytes(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLongLong(gather_layout_bytes(of(self)));
}

static PyObject *get_cells(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLongLong(gather_layout_cells(of(self)));
}

static PyObject *get_elements(PyObject *self, void *nothing)
{
    (void)nothing;
    return PyLong_FromLongLong(gather_layout_elements(of(self)));
}

static PyObject *get_strides(PyObject *self, void *nothing)
{
    struct gather_layout_summary summary;
    (void)nothing;
    if (gather_layout_describe(of(self), &summary, NULL) != GATHER_STATUS_OK || !summary.strided)
        Py_RETURN_NONE;
    return tuple_of(summary.strides, of(self)->rank);
}

/* ---- as a value ------------------------------------------------------------------------------------------- */

static PyObject *compare(PyObject *a, PyObject *b, int how)
{
    if ((how != Py_EQ && how != Py_NE) || Py_TYPE(a) != Py_TYPE(b))
        Py_RETURN_NOTIMPLEMENTED;
    bool is_equal = gather_layout_compatible(of(a), of(b)) && gather_layout_equal(of(a), of(b));
    return PyBool_FromLong(is_equal == (how == Py_EQ));
}

static Py_hash_t hash(PyObject *self)
{
    PyObject *shape = get_shape(self, NULL);
    Py_hash_t made = shape != NULL ? PyObject_Hash(shape) : -1;
    Py_XDECREF(shape);
    return made;
}

static void finish(PyObject *self)
{
    if (((struct layout *)self)->weak != NULL)
        PyObject_ClearWeakRefs(self);
    object_release(self);
}

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(struct layout, weak), READONLY, NULL}, {NULL, 0, 0, 0, NULL}};

static PyGetSetDef attributes[] = {
    {"shape", get_shape, NULL, "The size of each dimension.", NULL},
    {"dtype", get_dtype, NULL, "The name of the elements' type, as numpy and ml_dtypes have it.", NULL},
    {"elements", get_elements, NULL, "The number of elements.", NULL},
    {"cells", get_cells, NULL, "The number of cells, padding included.", NULL},
    {"nbytes", get_bytes, NULL, "The bytes that the layout takes, padding included.", NULL},
    {"strides", get_strides, NULL, "The strides in cells; None where tiles decide.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef methods[] = {
    {"to", to, METH_O,
     "to($self, notation, /)\n--\n\n"
     "The text in another notation: xla, strides, numpy, directml, order, onednn, memref or cute.\n\n"
     ">>> import libgather as lg\n"
     ">>> lg.Layout('f32[3,5]{0,1}').to('strides')\n"
     "'f32[3,5]:(1,3)'\n"},
    {"spellings", spellings, METH_NOARGS,
     "spellings($self, /)\n--\n\n"
     "The text in each notation that can say the layout, as a dict."},
    {"cell", cell, METH_O,
     "cell($self, index, /)\n--\n\n"
     "The cell in which the element of an index lies.\n\n"
     ">>> import libgather as lg\n"
     ">>> lg.Layout('f32[3,5]{1,0:T(2,2)}').cell((2, 3))\n"
     "17\n"},
    {"index", index_of, METH_O,
     "index($self, cell, /)\n--\n\n"
     "The index of the element that lies in a cell, as a tuple."},
    {"is_bitcast", is_bitcast, METH_O,
     "is_bitcast($self, other, /)\n--\n\n"
     "Whether a tensor of this layout is one of the other as it lies: the same type, and the n-th element\n"
     "of both in the same cell. Sizes may differ, as of a reshape. == compares how the two are written.\n\n"
     ">>> import libgather as lg\n"
     ">>> ours = lg.Layout('f32[3,5]:(1,3)')\n"
     ">>> ours.is_bitcast('f32[3,5]{0,1}'), ours == lg.Layout('f32[3,5]{0,1}')\n"
     "(True, False)\n"},
    {"offsets", offsets, METH_NOARGS,
     "offsets($self, /)\n--\n\n"
     "The cell of every element, an Array of the layout's shape.\n\n"
     ">>> import libgather as lg\n"
     ">>> lg.Layout('f32[2,3]{0,1}').offsets().tolist()\n"
     "[[0, 2, 4], [1, 3, 5]]\n"},
    {"draw", draw, METH_NOARGS,
     "draw($self, /)\n--\n\n"
     "The layout drawn as text: its elements, their cells, and its memory."},
    {"__reduce__", reduce, METH_NOARGS, "What pickle keeps: the text, and the width of cells beside it."},
    {"_in_cells", in_cells, METH_VARARGS | METH_CLASS, "The layout of a text, in cells of a number of bits."},
    {"_repr_svg_", draw_svg, METH_NOARGS, "The layout drawn as SVG, for notebooks."},
    {"_repr_html_", draw_html, METH_NOARGS, "The same inside of HTML."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Layout(text_or_array, /)\n--\n\n"
                "Where each element of a shape lies: read from any of eight notations, or an array's own.\n\n"
                ">>> import libgather as lg\n"
                ">>> lg.Layout('f32[3,5]{0,1:T(2,2)}').shape\n"
                "(3, 5)\n"},
    {Py_tp_new, construct},
    {Py_tp_dealloc, finish},
    {Py_tp_repr, represent},
    {Py_tp_str, to_text},
    {Py_tp_richcompare, compare},
    {Py_tp_hash, hash},
    {Py_tp_getset, attributes},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {0, NULL}};

static PyType_Spec spec = {"libgather.Layout", (int)sizeof(struct layout), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};

bool layout_type_init(PyObject *module, struct module_state *state)
{
    state->layout_type = module_add_type(module, &spec, "Layout");
    return state->layout_type != NULL;
}
