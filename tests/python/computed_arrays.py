# SPDX-License-Identifier: Apache-2.0
"""What the tests of operators that compute have in common."""

import numpy as np
import pytest

SEED = 20_261_127


@pytest.fixture
def rng(request):
    print("seed", SEED)
    return np.random.default_rng([SEED, *request.node.name.encode()])


def same(got, wanted):
    """Bit for bit, type and shape too."""
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    assert got.tobytes() == wanted.tobytes()
