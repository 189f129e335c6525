# SPDX-License-Identifier: Apache-2.0
from array import array
from collections.abc import Iterator, Mapping, Sequence
from mmap import mmap
from typing import Any, ClassVar, Self, SupportsIndex, TypeAlias, TypeVar, final, overload

import numpy as np  # where there is none, arrays are Any
import numpy.typing as npt
from typing_extensions import disjoint_base

from libgather._operators import Mode

_Scalar = TypeVar("_Scalar", bound=np.generic)
_Out = TypeVar("_Out")
_Indices: TypeAlias = Any  # an array or buffer of integers, an int, or nested lists of them; by axes one for each
_Memory: TypeAlias = bytes | bytearray | memoryview | array[Any] | mmap
_Numbers: TypeAlias = complex | list[Any] | tuple[Any, ...]  # nested lists of Python's numbers, or one

_Axis: TypeAlias = SupportsIndex | tuple[SupportsIndex, ...] | None

__version__: str

class AxisError(ValueError, IndexError):
    status: str
    operand: str
    value: int
    low: int
    high: int

class IndexRangeError(IndexError):
    status: str
    operand: str
    position: tuple[int, ...]
    value: int
    axis: int | None
    low: int
    high: int

@final
class Layout:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> str: ...
    @property
    def elements(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def strides(self) -> tuple[int, ...] | None: ...
    def __new__(cls, text_or_array: Any, /) -> Layout: ...
    def to(self, notation: str, /) -> str: ...
    def spellings(self) -> dict[str, str]: ...
    @classmethod
    def _in_cells(cls, text: str, bits: int, /) -> Layout: ...
    def cell(self, index: Sequence[SupportsIndex], /) -> int: ...
    def index(self, cell: SupportsIndex, /) -> tuple[int, ...]: ...
    def is_bitcast(self, other: Layout | str, /) -> bool: ...
    def offsets(self) -> Array: ...
    def draw(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Array:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> str: ...
    @property
    def ndim(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def T(self) -> Array: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def readonly(self) -> bool: ...
    def __new__(cls, object: Any, /, layout: Layout | str | None = None) -> Array: ...
    def tolist(self) -> Any: ...
    def item(self, *index: Any) -> Any: ...
    def copy(self) -> Array: ...
    def __complex__(self) -> complex: ...
    def __format__(self, format_spec: str, /) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _word(self, index: tuple[int, ...], /) -> str: ...
    def __getitem__(self, key: Any, /) -> Any: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __index__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def _plain(self) -> Array: ...
    def _view(self, first: int, sizes: tuple[int, ...], strides: tuple[int, ...], /) -> Array: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __dlpack__(
        self,
        *,
        stream: None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

@final
class Plan:
    @property
    def inputs(self) -> tuple[Layout, ...]: ...
    @property
    def output(self) -> Layout: ...
    def __new__(
        cls,
        dialect: str,
        name: str,
        inputs: tuple[Any, ...],
        attributes: Mapping[str, Any],
        out: Any,
        fused: bool = False,
        /,
    ) -> Plan: ...
    def __call__(
        self, data: Any, indices: Any, /, *more: Any, out: Any = None, threads: SupportsIndex | None = None
    ) -> Any: ...
    def describe(self) -> dict[str, Any]: ...

@final
class File:
    def __new__(
        cls, path: Any, map: bool = False, view: str | None = None, broken: list[Exception] | None = None, /
    ) -> File: ...
    def tensors(self) -> list[tuple[str, Layout, str | None, int, str | None]]: ...
    def metadata(self) -> dict[str, str]: ...
    def format(self) -> str: ...
    def read(self, place: int, ranges: tuple[tuple[int, int, int], ...] | None, /) -> Array: ...
    def close(self) -> None: ...

@disjoint_base
class FileTensor:
    def __new__(cls, file: File, place: int, /, *rest: Any) -> Self: ...

@overload
def take(
    x: np.generic,  # some are Python's numbers too
    indices: _Indices,
    /,
    axis: _Axis = None,
    *,
    mode: Mode = "raise",
    fill_value: Any = None,
    allow_fill: bool | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> npt.NDArray[Any]: ...
@overload
def take(
    x: Array | FileTensor | _Memory | _Numbers,
    indices: _Indices,
    /,
    axis: _Axis = None,
    *,
    mode: Mode = "raise",
    fill_value: Any = None,
    allow_fill: bool | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> Array: ...
@overload
def take(
    x: npt.NDArray[_Scalar],
    indices: _Indices,
    /,
    axis: _Axis = None,
    *,
    mode: Mode = "raise",
    fill_value: Any = None,
    allow_fill: bool | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> npt.NDArray[_Scalar]: ...
@overload
def take(
    x: Any,
    indices: _Indices,
    /,
    axis: _Axis = None,
    *,
    mode: Mode = "raise",
    fill_value: Any = None,
    allow_fill: bool | None = None,
    out: None = None,
    threads: SupportsIndex | None = None,
) -> Any: ...
@overload
def take(
    x: Any,
    indices: _Indices,
    /,
    axis: _Axis = None,
    *,
    mode: Mode = "raise",
    fill_value: Any = None,
    allow_fill: bool | None = None,
    out: _Out,
    threads: SupportsIndex | None = None,
) -> _Out: ...
@overload
def relayout(x: Any, /, layout: Layout | str, *, threads: SupportsIndex | None = None) -> Array: ...
@overload
def relayout(x: Any, /, layout: None = None, *, out: _Out, threads: SupportsIndex | None = None) -> _Out: ...
def call(
    dialect: str,
    version: int | str | None,
    name: str,
    first: Any,
    second: Any,
    out: Any,
    threads: SupportsIndex | None,
    options: dict[str, Any] | None,
    /,
    *attributes: Any,
) -> Any: ...
def call_more(
    dialect: str,
    version: int | str | None,
    name: str,
    inputs: tuple[Any, ...],
    out: Any,
    threads: SupportsIndex | None,
    options: dict[str, Any] | None,
    /,
    *attributes: Any,
) -> Any: ...
def explain(
    x: Any, indices: _Indices, axis: SupportsIndex, dialect: str | None, got: Any, tolerance: float, /
) -> tuple[str, str, str]: ...
def command(words: list[str], /) -> int: ...
def set_threads(number: SupportsIndex, /) -> None: ...
def get_threads() -> int: ...
