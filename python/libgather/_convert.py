# SPDX-License-Identifier: Apache-2.0
"""Arrays to numpy, where the buffer protocol does not say enough: types of ml_dtypes, and layouts with tiles; to
pickle; parts of arrays, by integers and slices; arrays as text; lists as arrays; fill values and indices as numbers;
and what there is in place of a name that nobody knows."""

import math
import operator
import pickle
import re
import sys
from array import array as packed

# An array of many elements is told by this many at each end of a dimension, in lines of so many columns, as numpy does.
MANY, EDGE, COLUMNS = 1000, 3, 79

# Python's numbers: as what an array.array keeps them, and what ours calls it. As many lists as arrays have dimensions.
NUMBERS = ((bool, "b", "bool"), (int, "q", "i64"), (float, "d", "f64"), (complex, "d", "c128"))
FLOAT, COMPLEX, MOST_DEEP = 2, 3, 16


def to_numpy(array, dtype=None, copy=None):
    """The array as numpy's. copy: None for one if it has to be; False refuses that."""
    import numpy

    plain = array._plain()
    made = numpy.asarray(memoryview(plain))
    is_copied = not numpy.shares_memory(made, numpy.asarray(memoryview(_bytes(array)))) and made.size > 0
    if made.dtype.name != array.dtype:
        made = made.view(dtype_of(array.dtype))
    if copy is False and (is_copied or (dtype is not None and numpy.dtype(dtype) != made.dtype)):
        raise ValueError("the array can't be numpy's without a copy")
    if dtype is not None:
        made = made.astype(dtype, copy=False)
    return made.copy() if copy and not is_copied else made


def reduce_array(array, protocol):
    """What pickle and copy keep: the memory, once and out of band where that is possible, under the layout."""
    from libgather._core import Array

    memory = _bytes(array)
    if protocol >= 5:
        kept = pickle.PickleBuffer(memory)
    else:
        kept = (bytes if array.readonly else bytearray)(memory)
    return Array, (kept, array.layout)


def part_of(array, key):
    """An element as a number, or a part of the same memory."""
    ranges, left = ranges_of(key, array.shape)
    strides, shape = array.layout.strides, shape_of(ranges, left)
    first = array.layout.cell([begin for begin, size, step in ranges]) if 0 not in shape else 0
    if left and strides is None:
        raise ValueError("a layout with tiles has elements, but no other parts: relayout() makes one that has")
    steps = (0 if dimension is None else strides[dimension] * ranges[dimension][2] for dimension in left)
    part = array._view(first, shape, tuple(steps))
    return part if left else part.tolist()


def shape_of(ranges, left):
    """The sizes of a part, of what `ranges_of` gives."""
    return tuple(1 if dimension is None else ranges[dimension][1] for dimension in left)


def ranges_of(key, shape):
    """(begin, size, step) of each dimension; and which of them an integer does not name, None for a new one."""
    keys = list(key) if isinstance(key, tuple) else [key]
    if sum(one is Ellipsis for one in keys) > 1:
        raise IndexError("an index has one ellipsis at most")
    given = sum(one is not Ellipsis and one is not None for one in keys)
    rest = len(shape) - given
    if rest < 0:
        raise IndexError(f"{given} indices for {len(shape)} dimensions")
    place = next((place for place, one in enumerate(keys) if one is Ellipsis), len(keys))
    keys[place : place + 1] = [slice(None)] * rest
    ranges, left = [], []
    for one in keys:
        if one is None:
            left.append(None)
            continue
        dimension = len(ranges)
        size = shape[dimension]
        if isinstance(one, slice):
            part = range(size)[one]
            # a step that leads nowhere may be any number
            ranges.append((part.start if len(part) else 0, len(part), part.step if len(part) > 1 else 1))
            left.append(dimension)
        else:
            number = _integer_of(one)
            if not -size <= number < size:
                raise IndexError(f"index {_said(number)} is outside {-size}..{size - 1} of axis {dimension}")
            ranges.append((number % size, 1, 1))
    return tuple(ranges), left


def _integer_of(key):
    if not isinstance(key, bool):
        try:
            return operator.index(key)
        except TypeError:
            pass
    raise TypeError(
        f"an index of type {type(key).__name__}: integers, slices, None and an ellipsis are allowed; lists and arrays "
        "are for take()"
    )


def transposed(array):
    """The same memory with the dimensions the other way round."""
    strides, rank = array.layout.strides, array.ndim
    if strides is None:
        raise ValueError("a layout with tiles has no other order of its dimensions: relayout() makes one that has")
    first = array.layout.cell([0] * rank) if array.size else 0
    return array._view(first, tuple(reversed(array.shape)), tuple(reversed(strides)))


def item_of(array, places):
    """item(), item(number of the element) and item(index)."""
    if not places and array.size != 1:
        raise ValueError(f"only an array of one element is a number, and this one has {array.size}")
    if not places:
        return array[(0,) * array.ndim]
    index = places[0] if len(places) == 1 and isinstance(places[0], tuple) else places
    if len(places) == 1 and index is places:
        return array[_index_of(_integer_of(places[0]), array)]
    if len(index) != array.ndim:
        raise IndexError(f"{len(index)} indices for {array.ndim} dimensions")
    return array[tuple(map(_integer_of, index))]


def _index_of(number, array):
    """Of an element that is counted row by row."""
    if not -array.size <= number < array.size:
        raise IndexError(f"element {_said(number)} is outside {-array.size}..{array.size - 1}")
    number, index = number % array.size, ()
    for size in reversed(array.shape):
        number, place = divmod(number, size)
        index = (place, *index)
    return index


def text_of(array):
    """lg.Array(f32[2,3], [[0, 1, 2], ..): the layout, without what is plain in it, and the elements."""
    layout, rank, elements = str(array.layout), array.ndim, math.prod(array.shape)
    head = f"lg.Array({layout.removesuffix('{' + ','.join(map(str, reversed(range(rank)))) + '}')}, "
    if elements == 0:
        return head + "[])"
    words = _words(array, (), EDGE if elements > MANY else max(array.shape, default=1))
    column = len(head)
    if column > COLUMNS // 2 and rank > 0:
        head, column = head.rstrip() + "\n    ", 4
    return head + _text(words, _width(words), column) + ")"


def number_of(value):
    """A scalar of numpy's, torch's or our own as a number of Python's; what is none as it is."""
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind in ("M", "m"):
        raise TypeError(f"{value!r} is a time, and no number")
    if kind == "c":
        return complex(value)
    return value.tolist() if getattr(value, "ndim", None) == 0 else value


def time_of(value, dtype):
    """A fill value of times as an integer, exactly: a time of their kind, an integer, or None."""
    try:
        made = _exact_time(value, dtype)
    except (TypeError, ValueError, OverflowError) as error:
        made, why = None, error
    else:
        why = None
    if made is None:
        allowed = "a time that this unit tells exactly, an integer and None are allowed"
        raise ValueError(f"fill_value is {_said(value)}, and no element of {dtype}: {allowed}") from why
    return made


def _exact_time(value, dtype):
    import numpy

    if getattr(value, "tzinfo", None) is not None:
        return None  # its zone would be lost
    if type(value).__name__ == "NaTType":
        value = None  # pandas' own stands for either kind
    value = getattr(value, "asm8", value)  # pandas' others: Python's classes, which they are, know no nanoseconds
    given = numpy.asarray(value)
    if given.dtype.kind in "iu" and not given.ndim:
        given = numpy.asarray(int(given), dtype)
    elif given.dtype.kind in "OU":  # of Python's, in a unit that is fine enough
        made = numpy.asarray(value, f"{dtype.kind}8")
        if given.dtype.kind == "O" and made.item() != value:
            return None  # a timedelta of 300,000 years
        given = made
    if given.dtype.kind != dtype.kind or given.ndim:
        return None
    if numpy.datetime_data(dtype)[0] == "generic" and given.dtype != dtype and not numpy.isnat(given):
        return None  # its unit would be lost
    made = given.astype(dtype, casting="same_kind")
    return int(made.view("i8")) if made.astype(given.dtype).tobytes() == given.tobytes() else None


def lists_of(indices):
    """Nested lists that have arrays in them, as lists alone."""
    if isinstance(indices, (list, tuple, range)):
        return [lists_of(one) for one in indices]
    return indices.tolist() if hasattr(indices, "tolist") else indices


def array_of(numbers, name):
    """Nested lists of Python's numbers, or one, as an array of the first type of `NUMBERS` that has them all."""
    from libgather._core import Array

    flat, shape = _flat_of(numbers, name)
    kinds = {type(one) for one in flat}
    kind = max((_kind_of(one, flat, shape, name) for one in kinds), default=FLOAT)
    number, code, word = NUMBERS[kind]
    try:
        if kind == COMPLEX:
            memory = packed(code, [part for one in map(complex, flat) for part in (one.real, one.imag)])
        else:
            memory = packed(code, flat)
    except OverflowError:
        raise _too_large(number, code, flat, shape, name) from None
    return Array(memory, f"{word}[{','.join(map(str, shape))}]")


def _too_large(number, code, flat, shape, name):
    for place, one in enumerate(flat):
        try:
            packed(code, [one] if number is not complex else [complex(one).real])
        except OverflowError:
            kept = "integers" if number is int else "floats"
            value = _value(one)
            return ValueError(
                f"{_where(place, shape, name)}{value} is outside of 64-bit {kept}, as which the numbers of lists are "
                "read: give an array of a type that has it"
            )
    return ValueError(f"{name} has numbers that are too large")


def _value(number):
    try:
        return f" = {number}"
    except ValueError:  # more digits than Python prints
        return ""


def _said(value):
    try:
        return repr(value)
    except ValueError:
        return "an int of more digits than Python prints"


def _flat_of(numbers, name):
    flat, shape = [numbers], []
    while any(isinstance(one, (list, tuple)) for one in flat):
        lengths = {len(one) if isinstance(one, (list, tuple)) else None for one in flat}
        if len(lengths) > 1:
            raise ValueError(f"{name} are lists of unequal lengths")
        if len(shape) == MOST_DEEP:
            raise ValueError(f"{name} are lists nested more than {MOST_DEEP} deep")
        shape += lengths
        flat = [element for one in flat for element in one]
    return flat, shape


def _kind_of(kind, flat, shape, name):
    for number, known in enumerate(NUMBERS):
        if issubclass(kind, known[0]):
            return number
    place = next(place for place, one in enumerate(flat) if type(one) is kind)
    word = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    raise TypeError(f"{_where(place, shape, name)} is of type {word}, and no number of Python's")


def _where(place, shape, name):
    position = ()
    for size in reversed(shape):
        place, at = divmod(place, size)
        position = (at, *position)
    return f"{name}[{', '.join(map(str, position))}]" if position else name


def integers_of(values):
    """As a tuple, which nothing changes."""
    return tuple(map(operator.index, values))


def _words(array, index, edge):
    if len(index) == array.ndim:
        return _word(array, index)
    size = array.shape[len(index)]
    places = range(size) if size <= 2 * edge else (*range(edge), None, *range(size - edge, size))
    return ["..." if place is None else _words(array, (*index, place), edge) for place in places]


def _word(array, index):
    word = array._word(index)
    return word.capitalize() if array.dtype == "bool" else word


def _width(words):
    if isinstance(words, str):
        return 0 if words == "..." else len(words)
    return max(map(_width, words))


def _text(words, width, column):
    """column: where it begins."""
    if isinstance(words, str):
        return words
    if not isinstance(words[0], str):
        return "[" + f",\n{' ' * (column + 1)}".join(_text(row, width, column + 1) for row in words) + "]"
    lines, line = [], ""
    for number, word in enumerate(words):
        word = (word if word == "..." else word.rjust(width)) + ("," if number + 1 < len(words) else "]")
        if line and column + 1 + len(line) + 1 + len(word) > COLUMNS:
            lines.append(line)
            line = ""
        line += f" {word}" if line else word
    return "[" + f"\n{' ' * (column + 1)}".join([*lines, line])


def _bytes(array):
    from libgather._core import Array

    return Array(array, f"u8[{array.nbytes}]C")


def dtype_of(name):
    """numpy's type of a name, or ml_dtypes'."""
    import numpy

    if hasattr(numpy, name):
        return numpy.dtype(name)
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(f"numpy has no type {name}; ml_dtypes, which is not installed, has it") from None
    return numpy.dtype(getattr(ml_dtypes, name))


def nearest_of(word, known):
    """Words for the one that a misspelt name may mean, of those that a text lists; none if it is like none."""
    import difflib

    names = {name.lower(): name for name in known.split(", ")}
    nearest = difflib.get_close_matches(word.lower(), names, 1)
    return f" (did you mean '{names[nearest[0]]}'?)" if nearest else ""


def arguments_of(dialect, name):
    """Words for the arguments that a world's function takes, by the name of its operator; none if it is not known."""
    import inspect

    called = re.sub("(?<=[a-z])(?=[A-Z])", "_", str(name)).lower()
    function = getattr(sys.modules.get(f"libgather.{dialect}"), called, None)
    if function is None:
        return ""
    known = [one.name for one in inspect.signature(function).parameters.values() if one.kind != one.VAR_KEYWORD]
    options = "beside the library's options policy, fill_value and strict where it has them"
    return f"; known are {', '.join(known)}, {options}"
