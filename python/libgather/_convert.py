# SPDX-License-Identifier: Apache-2.0
"""Arrays to numpy, where the buffer protocol does not say enough: types of ml_dtypes, and layouts with tiles; and to
pickle."""

import pickle


def to_numpy(array, dtype=None, copy=None):
    """The array as numpy's. copy: None for one if it has to be; False refuses that."""
    import numpy

    plain = array._plain()
    made = numpy.asarray(memoryview(plain))
    is_copied = not numpy.shares_memory(made, numpy.asarray(memoryview(_bytes(array)))) and made.size > 0
    if made.dtype.name != array.dtype:
        made = made.view(_dtype(array.dtype))
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


def _bytes(array):
    from libgather._core import Array

    return Array(array, f"u8[{array.nbytes}]C")


def _dtype(name):
    import numpy

    try:
        import ml_dtypes
    except ImportError:
        raise TypeError(f"numpy has no type {name}; ml_dtypes, which is not installed, has it") from None
    return numpy.dtype(getattr(ml_dtypes, name))
