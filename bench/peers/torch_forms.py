# SPDX-License-Identifier: Apache-2.0
"""torch: index_select, gather, take, embedding and indexing, with an output where there is one."""

from functools import partial

import numpy as np

from .cases import for_each, joined
from .settings import Form

form = partial(Form, "torch")
torch = None
SIGNED = {np.dtype(np.uint16): np.int16, np.dtype(np.uint32): np.int32, np.dtype(np.uint64): np.int64}


def load(settings):
    global torch
    import torch as imported

    torch = imported
    torch.set_num_threads(settings.threads)
    torch.set_num_interop_threads(1)
    torch.set_grad_enabled(False)
    return torch


def tensor(array, kind=None):
    """The same memory; unsigned types as signed ones, since torch does little with them."""
    made = torch.from_numpy(array.view(SIGNED.get(array.dtype, array.dtype)))
    return made.view(torch.bfloat16) if kind == "bf16" else made


def read(made):
    return (made.view(torch.int16) if made.dtype == torch.bfloat16 else made).numpy()


def of_tables(case):
    tables, chosen, outputs = (
        list(map(tensor, arrays)) for arrays in (case.data, case.indices, case.outputs)
    )

    def into(table, indices, output):
        torch.index_select(table, 0, indices, out=output)

    yield form("index_select(out), one by one", for_each(into, tables, chosen, outputs))
    yield form("embedding, one by one", for_each(torch.nn.functional.embedding, chosen, tables), joined)


def of_relayout(case):
    turned, output = tensor(case.base).permute(case.order), tensor(case.output)
    yield form("copy_", lambda: output.copy_(turned))
    yield form("contiguous", lambda: turned.contiguous(), read)


def of_twice(case):
    data, output = tensor(case.data), tensor(case.output)
    rows, columns = map(tensor, case.indices)
    upright = rows[:, None]

    def selected():
        torch.index_select(torch.index_select(data, 1, rows), 2, columns, out=output)

    pixels, made, numbers = map(tensor, case.pixels())
    yield form("index_select, index_select(out)", selected)
    yield form("index_select(out) of pixels", lambda: torch.index_select(pixels, 1, numbers, out=made))
    yield form("x[:, rows, columns]", lambda: data[:, upright, columns], read)


def of_transposed(case):
    base, chosen, output = tensor(case.base), tensor(case.indices), tensor(case.output)
    data = base.T
    yield form("index_select(out)", lambda: torch.index_select(data, 1, chosen, out=output))
    yield form("index_select", lambda: torch.index_select(data, 1, chosen), read)
    yield form("index_select of the base, copy_", lambda: output.copy_(torch.index_select(base, 0, chosen).T))


def of_batches(case):
    data, chosen, output = tensor(case.data), tensor(case.indices), tensor(case.output)
    wide = chosen[:, :, None].expand(-1, -1, data.shape[2])
    batches = torch.arange(data.shape[0])[:, None]
    yield form("gather(out) of expanded indices", lambda: torch.gather(data, 1, wide, out=output))
    yield form("gather of expanded indices", lambda: torch.gather(data, 1, wide), read)
    yield form("x[batches, indices]", lambda: data[batches, chosen], read)


def of_narrow_indices(case):
    """Indices of a type that torch does not take are converted first, which is timed."""
    data, chosen, output = tensor(case.data), tensor(case.indices), tensor(case.output)
    yield form("long, index_select(out)", lambda: torch.index_select(data, 0, chosen.long(), out=output))
    yield form("int, index_select(out)", lambda: torch.index_select(data, 0, chosen.int(), out=output))
    yield form("long, index_select", lambda: torch.index_select(data, 0, chosen.long()), read)


def of_rows(case, data, chosen, flat_output):
    """Embedding tables, of rank 2."""
    flat = chosen.reshape(-1)
    yield form("embedding", lambda: torch.nn.functional.embedding(chosen, data), read)
    if data.dtype.is_floating_point and chosen.dtype == torch.int64:
        wide = flat[:, None].expand(-1, data.shape[1])
        yield form("gather(out) of expanded indices", lambda: torch.gather(data, 0, wide, out=flat_output))


def of_take(case):
    data, chosen, axis = tensor(case.data, case.kind), tensor(case.indices), case.axis
    output, flat = tensor(case.output, case.kind), chosen.reshape(-1)
    flat_output = output.view(data.shape[:axis] + (flat.numel(),) + data.shape[axis + 1 :])
    picked = case.leading + (chosen,)
    yield form("x[indices]", lambda: data[picked], read)
    if data.dim() == 1 and chosen.dtype == torch.int64:
        yield form("take(out)", lambda: torch.take(data, chosen, out=output))
    if case.has_negative:
        return
    yield form("index_select(out)", lambda: torch.index_select(data, axis, flat, out=flat_output))
    yield form("index_select", lambda: torch.index_select(data, axis, flat), read)
    if data.dim() == 2 and axis == 0 and chosen.dim() > 0:
        yield from of_rows(case, data, chosen, flat_output)
    if data.dim() == 1 and chosen.dim() == 1 and chosen.dtype == torch.int64:
        yield form("gather(out)", lambda: torch.gather(data, 0, chosen, out=output))


def of_elements(case):
    data, chosen, output = tensor(case.data), tensor(case.indices), tensor(case.output)
    axis = case.axis
    yield form("gather(out)", lambda: torch.gather(data, axis, chosen, out=output))
    yield form("take_along_dim(out)", lambda: torch.take_along_dim(data, chosen, axis, out=output))
    yield form("gather", lambda: torch.gather(data, axis, chosen), read)


def of_tuples(case):
    data, chosen, output = tensor(case.data), tensor(case.indices), tensor(case.output)
    count, batch_dims = chosen.shape[-1], case.batch_dims
    batches = torch.arange(data.shape[0]).view((-1,) + (1,) * (chosen.dim() - 2))
    taken = data.shape[: batch_dims + count]
    flat_data = data.view((-1,) + tuple(data.shape[batch_dims + count :]))
    flat_output = output.view((-1,) + tuple(data.shape[batch_dims + count :]))

    def indexed():
        parts = chosen.unbind(-1)
        return data[(batches,) + parts] if batch_dims else data[parts]

    def selected():
        place = batches if batch_dims else 0
        for k in range(count):
            place = place * taken[batch_dims + k] + chosen[..., k]
        torch.index_select(flat_data, 0, place.reshape(-1), out=flat_output)

    yield form("x[tuple]", indexed, read)
    yield form("one index of each tuple, index_select(out)", selected)


def packed_by_rows(case):
    """A table as embedding_bag_byte has it: numbers, and behind each row's a scale and what is added."""
    scales = tensor(case.scales)
    shared = torch.cat([scales, -case.zero * scales], 1).contiguous()
    return torch.cat([tensor(case.data), shared.view(torch.uint8)], 1).contiguous()


def of_scaled(case):
    data, chosen, scales, output = map(tensor, (case.data, case.indices, case.scales, case.output))
    blocks = case.blocks(output)

    def numbers():
        taken = torch.index_select(data, 0, chosen)
        if case.is_float:
            return taken.view(torch.float8_e4m3fn).to(torch.float32)
        if case.row["bits"] == 4:
            taken = torch.stack([taken & 15, taken >> 4], -1)
        return taken.to(torch.float32).sub_(case.zero)

    def scaled():
        taken = torch.index_select(scales, 0, chosen)[:, :, None]
        torch.mul(numbers().view(blocks.shape), taken, out=blocks)

    yield form("index_select, to, sub_, mul(out)", scaled)
    if case.zero and case.row["bits"] == 8:
        packed, bags = packed_by_rows(case), torch.arange(chosen.numel())
        dequantised = torch.ops.quantized.embedding_bag_byte_rowwise_offsets
        yield form("embedding_bag_byte of rows packed before", lambda: dequantised(packed, chosen, bags), read)


FAMILIES = {
    "tables": of_tables,
    "relayout": of_relayout,
    "twice": of_twice,
    "elements": of_elements,
    "tuples": of_tuples,
    "scaled": of_scaled,
}


def forms(case, settings):
    if case.family in FAMILIES:
        return FAMILIES[case.family](case)
    if case.is_transposed:
        return of_transposed(case)
    if case.batch_dims:
        return of_batches(case)
    if case.indices.dtype not in (np.int32, np.int64):
        return of_narrow_indices(case)
    return of_take(case)
