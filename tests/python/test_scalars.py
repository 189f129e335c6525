# SPDX-License-Identifier: Apache-2.0
"""numpy's scalars as data."""

import sys

import libgather as lg
import ml_dtypes
import numpy as np
import pytest


@pytest.mark.parametrize("kind", ["f4", "i8", "?", "c16", "M8[s]"])
def test_scalars_of_numpy(kind):
    """Results are numpy's own, as of arrays."""
    scalar = np.ones(1, "i8").astype(kind)[0]
    got = lg.take(scalar, [0, 0])
    assert type(got) is np.ndarray and got.dtype == scalar.dtype and got.tolist() == np.take(scalar, [0, 0]).tolist()
    assert lg.take(scalar, [0], axis=0, out=np.zeros(1, kind)).tolist() == [scalar.tolist()]
    blocks = []
    for _ in range(2):  # what Python and numpy keep for later is there after the first thousand
        for _ in range(1000):
            lg.take(scalar, [0, 0])
        blocks.append(sys.getallocatedblocks())
    assert blocks[1] - blocks[0] < 500  # the arrays that are made of them are given back


def test_other_scalars_of_numpy():
    got = lg.take(ml_dtypes.bfloat16(1.5), [0])
    assert type(got) is np.ndarray and got.dtype == ml_dtypes.bfloat16 and got.tolist() == [1.5]
    assert lg.Array(np.float32(2.5)).tolist() == 2.5 and str(lg.Layout(np.int16(1))) == "s16[]"
    with pytest.raises(TypeError, match="dtype .U1, which is not supported"):
        lg.take(np.str_("a"), [0])
