# SPDX-License-Identifier: Apache-2.0
"""Embedding bags and GatherTree, against references that go index by index."""

import copy
import pickle

import libgather as lg
import ml_dtypes
import numpy as np
import pytest
from computed_arrays import rng, same  # noqa: F401 - rng is a fixture

TYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", ml_dtypes.bfloat16, "f4", "f8"]


def numbers(rng, shape, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        information = np.iinfo(dtype)
        return rng.integers(information.min, information.max, shape, dtype, endpoint=True)
    return rng.standard_normal(shape).astype(dtype)


def bag_of(table, indices, weights, is_mean):
    """One bag: from +0 on, in the order of the indices, in the type that is added in, rounded once at the end."""
    dtype = table.dtype
    wide = dtype if dtype.kind in "iu" or dtype.itemsize >= 4 else np.dtype("f4")
    if dtype.kind in "iu":
        wide = np.dtype("u8")  # modulo 2^64
    total = np.zeros(table.shape[1:], wide)
    for place, index in enumerate(indices):
        row = table[index].astype(np.dtype("i8") if dtype.kind == "i" else wide).astype(wide)
        if weights is not None:
            row = row * weights[place].astype(np.dtype("i8") if dtype.kind == "i" else wide).astype(wide)
        total = total + row
    if is_mean and len(indices):
        if dtype.kind in "iu":
            exact = total.view("i8") if dtype.kind == "i" else total
            whole = [int(one) for one in exact.reshape(-1)]
            quotients = [abs(one) // len(indices) * (1 if one >= 0 else -1) for one in whole]  # toward zero
            return np.array(quotients, exact.dtype).reshape(total.shape).astype(dtype)
        total = total / wide.type(len(indices))
    return total.astype(dtype)


def bags(table, groups, places, weights=None, is_mean=False, default=-1):
    rows = []
    for group, place in zip(groups, places, strict=True):
        if len(group):
            rows.append(bag_of(table, group, None if weights is None else weights[place], is_mean))
        else:
            rows.append(np.zeros(table.shape[1:], table.dtype) if default < 0 else table[default])
    return np.array(rows, table.dtype).reshape(len(rows), *table.shape[1:])


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_bags_of_a_list(rng, dtype):
    for each in range(6):
        table = numbers(rng, (9, 5, 3)[: 1 + each % 3], dtype)
        count = int(rng.integers(0, 40))
        kind = "i8" if each % 2 else "i4"
        indices = rng.integers(0, 9, count).astype(kind)
        offsets = np.sort(rng.integers(0, count + 1, 7)).astype(kind)
        ends = [*offsets[1:], count]
        places = [slice(begin, end) for begin, end in zip(offsets, ends, strict=True)]
        groups = [indices[place] for place in places]
        weights = numbers(rng, count, dtype)
        default = int(rng.integers(-1, 9))
        call, total = lg.openvino.embedding_bag_offsets, lg.openvino.embedding_bag_offsets_sum
        for function in (call, total):
            same(function(table, indices, offsets), bags(table, groups, places))
            same(function(table, indices, offsets, default), bags(table, groups, places, default=default))
            same(function(table, indices, offsets, None, weights), bags(table, groups, places, weights))
            wanted = bags(table, groups, places, weights, default=default)
            same(function(table, indices, offsets, default, weights), wanted)
            same(function(table[::-1][::-1], indices.tolist(), offsets, np.int64(default), weights), wanted)
        wanted = bags(table, groups, places, is_mean=True, default=default)
        same(call(table, indices, offsets, default, reduction="mean"), wanted)
        turned = np.asfortranarray(np.repeat(table, 2, 0))[::2]
        same(call(turned, np.repeat(indices, 3)[1::3], offsets, default, reduction="mean"), wanted)


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_bags_of_a_table(rng, dtype):
    table = numbers(rng, (9, 6), dtype)
    for width in (0, 1, 4):
        indices = rng.integers(0, 9, (5, width))
        weights = numbers(rng, (5, width), dtype)
        for given in (indices, indices.astype("i4"), np.asfortranarray(indices)):
            for function in (lg.openvino.embedding_bag_packed, lg.openvino.embedding_bag_packed_sum):
                same(function(table, given), bags(table, indices, range(5)))
                same(function(table, given, weights), bags(table, indices, range(5), weights))
        got = lg.openvino.embedding_bag_packed(table, indices, reduction="mean")
        same(got, bags(table, indices, range(5), is_mean=True))


def test_many_on_threads(rng):
    table = rng.standard_normal((500, 64)).astype("f4")
    indices, weights = rng.integers(0, 500, 20_000), rng.standard_normal(20_000).astype("f4")
    offsets = np.sort(rng.integers(0, 20_000, 900))
    one = lg.openvino.embedding_bag_offsets(table, indices, offsets, -1, weights, threads=1)
    places = [slice(begin, end) for begin, end in zip(offsets, [*offsets[1:], 20_000], strict=True)]
    same(one[:50], bags(table, [indices[place] for place in places[:50]], places[:50], weights))
    out = np.zeros((64, 900), "f4").T
    for threads in (2, 5):
        same(lg.openvino.embedding_bag_offsets(table, indices, offsets, -1, weights, threads=threads), one)
        lg.openvino.embedding_bag_offsets(table, indices, offsets, None, weights, threads=threads, out=out)
        same(np.ascontiguousarray(out), one)


# ---- GatherTree ----


def walk(steps, parents, lengths, end):
    made = np.full_like(steps, end)
    levels, batches, beams = steps.shape
    for n in range(batches):
        length = min(levels, int(lengths[n]))
        for w in range(beams):
            parent = w
            for level in range(length - 1, -1, -1):
                made[level, n, w] = steps[level, n, parent]
                parent = int(parents[level, n, parent])
            ended = False
            for level in range(length):
                if ended:
                    made[level, n, w] = end
                ended = ended or made[level, n, w] == end
    return made


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_trees(rng, dtype):
    for _ in range(5):
        shape = tuple(rng.integers(1, 7, 3))
        steps = rng.integers(0, 12, shape).astype(dtype)
        parents = rng.integers(0, shape[2], shape).astype(dtype)
        lengths = rng.integers(0, shape[0] + 2, shape[1])
        wanted = walk(steps, parents, lengths, np.array(7).astype(dtype))
        typed = lengths.astype(dtype), np.array(7).astype(dtype)
        same(lg.openvino.gather_tree(steps, parents, *typed), wanted)
        same(lg.openvino.gather_tree(steps, parents, lengths.tolist(), 7), wanted)
        lists = parents.astype("i8").tolist(), tuple(lengths.tolist())
        same(lg.openvino.gather_tree(steps, *lists, np.int64(7)), wanted)
        same(lg.openvino.gather_tree(np.asfortranarray(steps), parents[:, ::-1][:, ::-1], *typed, threads=2), wanted)


# ---- operands, plans, refusals ----

TABLE = np.arange(12, dtype="f4").reshape(4, 3)
AT, OFFSETS, WEIGHTS = np.array([3, 1, 0, 2], "i4"), np.array([0, 2, 2], "i4"), np.array([1, 2, 3, 4], "f4")
WANTED = np.stack([TABLE[3] + 2 * TABLE[1], TABLE[1], 3 * TABLE[0] + 4 * TABLE[2]])


def test_results_are_of_the_kind_of_the_table(tmp_path):
    operands = (AT, OFFSETS, 1, WEIGHTS)
    same(lg.openvino.embedding_bag_offsets(TABLE, *operands), WANTED)
    np.save(tmp_path / "table.npy", TABLE)
    with lg.open(tmp_path / "table.npy") as file:
        (tensor,) = file.values()
        for table in (lg.Array(TABLE), memoryview(TABLE), lg.relayout(TABLE, "{1,0:T(2,2)}"), tensor):
            got = lg.openvino.embedding_bag_offsets(table, *operands)
            assert type(got) is lg.Array
            same(np.asarray(got), WANTED)
            got = lg.openvino.embedding_bag_packed(table, [[3, 1]], reduction="mean")
            assert type(got) is lg.Array and got.tolist() == [[6, 7, 8]]
    half = TABLE.astype(ml_dtypes.bfloat16)
    got = lg.openvino.embedding_bag_offsets(half, AT, OFFSETS, 1, lg.Array(WEIGHTS.astype(ml_dtypes.bfloat16)))
    same(got, WANTED.astype(ml_dtypes.bfloat16))


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    table, at, offsets, weights = (torch.from_numpy(one) for one in (TABLE, AT, OFFSETS, WEIGHTS))
    got = lg.openvino.embedding_bag_offsets_sum(table, at, offsets, 1, weights)
    assert type(got) is torch.Tensor
    same(got.numpy(), WANTED)
    bag = torch.nn.functional.embedding_bag(at, table, offsets, mode="mean")
    mean = lg.openvino.embedding_bag_offsets(table, at, offsets, reduction="mean")
    assert torch.equal(bag, mean) and torch.equal(mean[0], (table[3] + table[1]) / 2)
    packed = lg.openvino.embedding_bag_packed(table, at.reshape(2, 2), weights.reshape(2, 2))
    assert type(packed) is torch.Tensor and packed.shape == (2, 3)
    tree = lg.openvino.gather_tree(at.reshape(2, 1, 2), torch.zeros(2, 1, 2, dtype=torch.int32), [2], 9)
    assert type(tree) is torch.Tensor and tree.tolist() == [[[3, 3]], [[0, 2]]]


def test_numbers_have_the_type_of_the_arrays_beside_them():
    for kind in ("i4", "i8"):
        at, offsets = AT.astype(kind), OFFSETS.astype(kind)
        for operands in (
            (at, [0, 2, 2], 1), (at, (0, 2, 2), np.int8(1)), (AT.tolist(), offsets, True + 0),
            (AT.tolist(), OFFSETS.tolist(), np.array(1, kind)), (AT.tolist(), OFFSETS.tolist(), 1),
            (at, offsets, np.array(1, kind)), (lg.Array(at), range(0, 4, 2), 1),
        ):  # fmt: skip
            got = lg.openvino.embedding_bag_offsets(TABLE, *operands, WEIGHTS)
            same(got[0], WANTED[0])
    with pytest.raises(TypeError, match="^type of offsets = i64 is not i32") as caught:
        lg.openvino.embedding_bag_offsets(TABLE, AT, OFFSETS.astype("i8"))
    assert caught.value.dtype == "int64"
    with pytest.raises(TypeError, match="^type of offsets = i64 is not i32"):
        lg.openvino.embedding_bag_offsets(TABLE, AT, [0, 1 << 40])
    steps = np.zeros((1, 1, 2), "u1")
    with pytest.raises(TypeError, match="^type of end_token = "):
        lg.openvino.gather_tree(steps, steps, [1], 256)
    assert lg.openvino.gather_tree(steps, steps, [1], 255).tolist() == [[[0, 0]]]


def test_plans():
    plan = lg.plan("openvino@15", "EmbeddingBagOffsets", TABLE, AT, "s32[3]", "s32[]", WEIGHTS)
    assert [str(one) for one in plan.inputs[2:]] == ["s32[3]{0}", "s32[]", "f32[4]{0}"]
    out, one = np.zeros((3, 3), "f4"), np.array(1, "i4")
    for made in (plan, copy.copy(plan), pickle.loads(pickle.dumps(plan))):
        for _ in range(3):
            same(made(TABLE, AT, OFFSETS, one, WEIGHTS), WANTED)
            same(made(TABLE, AT.tolist(), OFFSETS.tolist(), 1, WEIGHTS), WANTED)
            out[:] = 0
            assert made(TABLE, AT, OFFSETS, one, WEIGHTS, out=out) is out
            same(out, WANTED)
    with pytest.raises(TypeError, match="^a plan takes 5 operands, and 4 were given"):
        plan(TABLE, AT, OFFSETS, 1)
    with pytest.raises(ValueError, match=r"^the plan is for offsets s32\[3\]"):
        plan(TABLE, AT, OFFSETS[:2], 1, WEIGHTS)
    with pytest.raises(TypeError, match="^default_index is of type NoneType"):
        plan(TABLE, AT, OFFSETS, None, WEIGHTS)
    with pytest.raises(ValueError, match="^out shares memory with per_sample_weights"):
        memory = np.zeros(40, "f4")
        plan(TABLE, AT, OFFSETS, 1, memory[5:9], out=memory[:9].reshape(3, 3))
    packed = lg.plan("openvino", "EmbeddingBagPacked", TABLE, "s64[2,2]", reduction="mean")
    for indices in (np.array([[0, 1], [2, 3]]), [[0, 1], [2, 3]]) * 2:
        same(packed(TABLE, indices), np.stack([TABLE[:2].mean(0), TABLE[2:].mean(0)]))
    tree = lg.plan("openvino", "GatherTree", "f32[2,1,2]", "f32[2,1,2]", "f32[1]", "f32[]")
    steps, parents = np.array([[[1, 2]], [[3, 4]]], "f4"), np.array([[[0, 0]], [[1, 0]]], "f4")
    assert tree(steps, parents, [2], 9).tolist() == [[[2, 1]], [[3, 4]]]


def bag(*operands, **named):
    return lg.openvino.embedding_bag_offsets(*operands, **named)


OUTSIDE = [
    (lambda: bag(TABLE, [0, 4], [0]), "indices", (1,), 4, 0, 3),
    (lambda: bag(TABLE, [-1], [1]), "indices", (0,), -1, 0, 3),
    (lambda: bag(TABLE, AT, [1, 0]), "offsets", (1,), 0, 1, 4),
    (lambda: bag(TABLE, AT, [0, 5]), "offsets", (1,), 5, 0, 4),
    (lambda: bag(TABLE, AT, OFFSETS, 4), "default_index", (), 4, -1, 3),
    (lambda: bag(TABLE, AT, OFFSETS, -2, WEIGHTS), "default_index", (), -2, -1, 3),
    (lambda: bag(TABLE, [0], [1 << 70]), "offsets", (0,), 1 << 70, -(1 << 63), (1 << 63) - 1),
    (lambda: bag(TABLE, [0], [0], -(1 << 70)), "default_index", (), -(1 << 70), -(1 << 63), (1 << 63) - 1),
    (lambda: lg.openvino.embedding_bag_packed(TABLE, [[0], [9]]), "indices", (1, 0), 9, 0, 3),
    (lambda: lg.openvino.gather_tree(TREE, TREE + 3, [2], 0), "parent_ids", (1, 0, 0), 4, 0, 1),
]
TREE = np.ones((2, 1, 2), "i4")


@pytest.mark.parametrize("call, operand, position, value, low, high", OUTSIDE)
def test_what_is_outside(call, operand, position, value, low, high):
    with pytest.raises(lg.IndexRangeError, match=f"^{operand}") as caught:
        call()
    found = caught.value
    assert (found.operand, found.position, found.value, found.low, found.high) == (operand, position, value, low, high)


REFUSED = [
    (lambda: bag(TABLE, AT, [[0]]), ValueError, "^rank of offsets = 2"),
    (lambda: bag(TABLE, AT, [0.5]), TypeError, r"^offsets\[0\] is of type float, and no integer"),
    (lambda: bag(TABLE, AT, [[0], 1]), ValueError, "^offsets are lists of unequal lengths"),
    (lambda: bag(TABLE, AT, OFFSETS, [1]), ValueError, "^rank of default_index = 1"),
    (lambda: bag(TABLE, AT, OFFSETS, "1"), TypeError, "^default_index is of type str, neither an array"),
    (lambda: bag(TABLE, AT, OFFSETS, 1, WEIGHTS[:2]), ValueError, "per_sample_weights"),
    (lambda: bag(TABLE, AT, OFFSETS, 1, WEIGHTS.astype("f8")), TypeError, "^type of per_sample_weights = f64 is not f32"),
    (lambda: bag(TABLE, AT, OFFSETS, 1, [1.0] * 4), TypeError, "^per_sample_weights is of type list"),
    (lambda: bag(TABLE, AT, OFFSETS, 1, WEIGHTS, reduction="mean"), ValueError, "^reduction"),
    (lambda: bag(TABLE, AT, OFFSETS, reduction="max"), ValueError, "^reduction"),
    (lambda: bag(TABLE, AT, OFFSETS, reduction=1), TypeError, "^reduction"),
    (lambda: bag(TABLE, AT, OFFSETS, opset=14), NotImplementedError, "14"),
    (lambda: bag(TABLE, AT, OFFSETS, policy="zero"), ValueError, "^policy"),
    (lambda: bag(TABLE.astype("M8[s]"), AT, OFFSETS), TypeError, "^emb_table is an array of dtype datetime64"),
    (lambda: lg.openvino.embedding_bag_packed(TABLE.astype("m8[s]"), [[0]]), TypeError, "^emb_table is an array of"),
    (lambda: bag(TABLE.tolist(), AT, OFFSETS), TypeError, "^emb_table is of type list"),
    (lambda: bag(TABLE, AT, None), ValueError, "^offsets: missing"),
    (lambda: lg.openvino.embedding_bag_offsets_sum(TABLE, AT, OFFSETS, reduction="sum"), TypeError, "reduction"),
    (lambda: lg.openvino.embedding_bag_packed(TABLE, AT), ValueError, "^rank of indices = 1"),
    (lambda: lg.openvino.gather_tree(TREE, TREE, [1, 2], 0), ValueError, "max_seq_len"),
    (lambda: lg.openvino.gather_tree(TREE, TREE.astype("i8"), [1], 0), TypeError, "^type of parent_ids = "),
    (lambda: lg.openvino.gather_tree(TREE, TREE, [1], 0.5), TypeError, "^end_token is of type float"),
    (lambda: lg.plan("openvino", "GatherTree", TREE, TREE), ValueError, "^max_seq_len: missing"),
]


@pytest.mark.parametrize("call, error, words", REFUSED)
def test_refusals(call, error, words):
    for _ in range(2):
        with pytest.raises(error, match=words):
            call()


def test_lists_of_numbers_are_themselves():
    steps = np.arange(3 * 4096, dtype="f2").reshape(3, 1, 4096)
    with pytest.raises(TypeError, match="^type of end_token = "):
        lg.openvino.gather_tree(steps, np.zeros_like(steps), np.array([3], "f2"), 2049)
    assert lg.openvino.gather_tree(steps, np.zeros_like(steps), np.array([3], "f2"), 4096).shape == (3, 1, 4096)
