# SPDX-License-Identifier: Apache-2.0
"""Files of tensors, read where they are asked: every format and folder that the command reads."""

import os
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Self, SupportsIndex

from libgather import _core
from libgather._convert import dtype_of, ranges_of, shape_of
from libgather._operators import Mode

NAMES_TOLD = 5  # where one is asked for that there is not

PathLike = str | bytes | os.PathLike[str] | os.PathLike[bytes]


class File(Mapping[str, "Tensor"]):
    """The tensors of a file or folder by name. It is closed at the end of a `with`, or when nobody has it any more.

    closed: whether it is. broken: an exception for each rule that the file breaks, of open(.., partial=True).
    """

    def __init__(self, path: PathLike, *, map: bool = False, view: str | None = None, partial: bool = False) -> None:
        broken: list[Exception] = []
        self._file = _core.File(path, map, view, broken if partial else None)
        self.broken = tuple(broken)
        self.closed = False
        self.path = path
        self.format = self._file.format()
        self.metadata = self._file.metadata()
        self._tensors: dict[str, Tensor] = {}
        for place, (name, *told) in enumerate(self._file.tensors()):
            self._tensors.setdefault(name, Tensor(self._file, place, name, *told))

    def __getitem__(self, name: str) -> "Tensor":
        try:
            return self._tensors[name]
        except KeyError:
            raise KeyError(f"there is no tensor {name!r}; the file has {self._told()}") from None

    def _told(self) -> str:
        names = [repr(name) for name in islice(self, NAMES_TOLD)]
        more = len(self) - len(names)
        told = (", ".join(names) or "none") + (f" and {more} more" if more else "")
        return told + ("; broken says why there is no more" if self.broken else "")

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = ", closed" if self.closed else ""
        return f"<libgather.File {self.path!r}: {self.format}, {len(self)} tensor{'s'[len(self) == 1 :]}{state}>"

    def __reduce__(self) -> Any:
        raise TypeError("an open file can't be pickled or copied: its path can, for libgather.open")

    def close(self) -> None:
        """Closes the file; its tensors can't be read any more."""
        self._file.close()
        self.closed = True


class Tensor(_core.FileTensor):
    """A tensor of a file: nothing of it is read before it is asked for.

    Given to a function as data it stays in its file, where what the function asks for is rows, as take and the worlds'
    gathers do, of quantised tables too, another layout, or the layout alone; else the whole tensor is read.

    name, layout, shape, ndim, dtype, size, nbytes; blocks: the file's own word where it is a type of blocks, and the
    elements are then the blocks' bytes. unread: None; or what would have to be so for its elements to be read, as of
    strings, and then `blocks` is their type, and the layout that of their bytes, or of strings. Likewise where the file
    does not say what the elements are, as an .npy does not of bf16, and open() was given no `view`.
    """

    def __init__(
        self,
        file: _core.File,
        place: int,
        name: str,
        layout: _core.Layout,
        blocks: str | None,
        nbytes: int,
        unread: str | None,
    ) -> None:
        self._file, self._place = file, place
        self.name, self.layout, self.blocks, self.nbytes, self.unread = name, layout, blocks, nbytes, unread
        self.shape, self.ndim, self.dtype = layout.shape, len(layout.shape), layout.dtype
        self.size = layout.elements

    def __repr__(self) -> str:
        of = f"{self.blocks} in {self.layout}" if self.blocks else self.layout
        return f"<libgather.Tensor {self.name!r}: {f'{self.blocks}, not read' if self.unread else of}>"

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a tensor without dimensions has no length")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))

    def __reduce__(self) -> Any:
        raise TypeError("a tensor of an open file can't be pickled or copied: what read() and take() give can")

    def read(self) -> _core.Array:
        """The whole tensor, an Array of the file's own layout."""
        return self._file.read(self._place, None)

    def take(
        self,
        indices: Any,
        /,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = 0,
        *,
        mode: Mode = "raise",
        fill_value: Any = None,
        allow_fill: bool | None = False,
        out: Any = None,
        threads: SupportsIndex | None = None,
    ) -> Any:
        """The slices that the indices name along an axis, an Array or `out`: libgather.take, which reads only these."""
        return _core.take(
            self,
            indices,
            axis=axis,
            mode=mode,
            fill_value=fill_value,
            allow_fill=allow_fill,
            out=out,
            threads=threads,
        )

    def __getitem__(self, key: Any) -> Any:
        """An element, or a part of the tensor as an Array, by integers, slices, None and an ellipsis.

        Only what lies between the ends of a part is read.
        """
        ranges, left = ranges_of(key, self.shape)
        part = self._file.read(self._place, ranges)
        if not left:
            return part.item()
        if left == list(range(self.ndim)):
            return part
        shape = ",".join(map(str, shape_of(ranges, left)))
        return _core.Array(part, f"{str(part.layout).split('[')[0]}[{shape}]C")

    @property
    def __numpy_dtype__(self) -> Any:
        return dtype_of(self.dtype)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("a tensor of a file can't be an array without being read")
        import numpy

        return numpy.asarray(self.read(), dtype=dtype)

    def __dlpack__(self, **options: Any) -> Any:
        return self.read().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def open(path: PathLike, /, *, map: bool = False, view: str | None = None, partial: bool = False) -> File:
    """Opens a file of tensors, or a folder of them: .safetensors, .npy, .npz, .gguf, .onnx, .pb, OpenVINO's .xml.

    A .txt is whole numbers, and whatever else a row of bytes.

    map: the file stays mapped while it is open, so that `take` reads nothing, from the second time on that it takes
    what the system has in memory: many rows cost about what they cost of an array. A file that is cut short meanwhile
    then ends the process by a signal, which nothing catches; without it that is an OSError.

    view: a type, 'bf16', that elements of the same width are looked at as: those of which the file does not say what
    they are, as an .npy does not of bf16 and f8; of a file of one tensor, those of that one. Without it the former are
    not read.

    partial: what can't be read is left out, such as one file of a folder, or a tensor that reaches behind the file's
    end; `broken` has an exception for each rule that is broken. Without it the first of them is raised, as it is of a
    file that is one tensor, such as an .npy, of which nothing would be left.

    A file that gives its tensor no name, as an .npy does not, has it as the name ''.

    >>> import libgather as lg
    >>> with lg.open("model.safetensors") as model:             # doctest: +SKIP
    ...     rows = model["wte.weight"].take([464, 3290])
    """
    return File(path, map=map, view=view, partial=partial)
