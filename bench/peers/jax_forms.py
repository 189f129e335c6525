# SPDX-License-Identifier: Apache-2.0
"""jax: compiled functions on the memory of the case, through DLPack; each answer is a new array."""

import numpy as np

from .cases import joined
from .settings import Form

jax = None


def load(settings):
    global jax
    import jax as imported
    import jax.numpy

    jax = imported
    jax.config.update("jax_enable_x64", True)
    return jax


def form(name, function, *arrays):
    compiled = jax.jit(function)
    return Form("jax", name, lambda: compiled(*arrays).block_until_ready(), np.asarray)


def array(given):
    return jax.dlpack.from_dlpack(given)


def of_tables(case):
    tables, chosen = list(map(array, case.data)), list(map(array, case.indices))
    compiled = jax.jit(
        lambda xs, indices: [jax.numpy.take(x, i, axis=0, mode="clip") for x, i in zip(xs, indices)]
    )
    yield Form(
        "jax",
        "take(clip) of all tables",
        lambda: jax.block_until_ready(compiled(tables, chosen)),
        joined,
    )


def take(axis):
    return lambda x, i: jax.numpy.take(x, i, axis=axis, mode="clip")


def of_tuples(case):
    def picked(x, i):
        return x.at[tuple(i[..., k] for k in range(i.shape[-1]))].get(mode="clip")

    return form(
        "at[tuple].get(clip)",
        jax.vmap(picked) if case.batch_dims else picked,
        array(case.data),
        array(case.indices),
    )


def of_scaled(case):
    def picked(x, i, scales):
        numbers = take(0)(x, i)
        if case.is_float:
            numbers = jax.lax.bitcast_convert_type(numbers, jax.numpy.float8_e4m3fn)
        elif case.row["bits"] == 4:
            numbers = jax.numpy.stack([numbers & 15, numbers >> 4], -1).reshape(numbers.shape[0], -1)
        made = case.blocks(numbers.astype(jax.numpy.float32) - case.zero) * take(0)(scales, i)[:, :, None]
        return made.reshape(numbers.shape)

    operands = map(array, (case.data, case.indices, case.scales))
    return form("take(clip), astype, subtract, multiply", picked, *operands)


def forms(case, settings):
    axis = case.axis
    if case.family == "tables":
        yield from of_tables(case)
        return
    if case.family == "scaled":
        yield of_scaled(case)
        return
    base = array(case.base)
    if case.family == "relayout":
        yield form("transpose", lambda x: jax.numpy.transpose(x, case.order), base)
    elif case.family == "twice":
        first, second = map(array, case.indices)
        yield form(
            "take(clip), take(clip)", lambda x, i, j: take(axis + 1)(take(axis)(x, i), j), base, first, second
        )
    elif case.is_transposed:
        yield form("take(clip) of the transposed", lambda x, i: take(1)(x.T, i), base, array(case.indices))
    elif case.family == "elements":
        yield form(
            "take_along_axis(clip)",
            lambda x, i: jax.numpy.take_along_axis(x, i, axis=axis, mode="clip"),
            base,
            array(case.indices),
        )
    elif case.family == "tuples":
        yield of_tuples(case)
    elif case.batch_dims:
        yield form("vmap of take(clip)", jax.vmap(take(0)), base, array(case.indices))
    else:
        chosen = array(case.indices)
        if not case.has_negative:
            yield form("take(clip)", take(axis), base, chosen)
        promised = "promise_in_bounds"
        yield form(
            f"at.get({promised})", lambda x, i: x.at[case.leading + (i,)].get(mode=promised), base, chosen
        )
