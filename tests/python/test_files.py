# SPDX-License-Identifier: Apache-2.0
"""Files of tensors: lazy, by name, every format that numpy or these few lines can write."""

import errno
import json
import os
import struct
import threading
from pathlib import Path

import libgather as lg
import numpy as np
import pytest

DATA = np.arange(60, dtype="f4").reshape(5, 4, 3)


@pytest.fixture
def model(tmp_path):
    header, body = {"__metadata__": {"made": "here"}}, b""
    for name, array in (("a", DATA), ("b", np.arange(3, dtype="i8")), ("none", np.zeros((0, 2), "f4"))):
        kind = {"f": "F32", "i": "I64"}[array.dtype.kind]
        begin, body = len(body), body + array.tobytes()
        header[name] = {"dtype": kind, "shape": array.shape, "data_offsets": [begin, len(body)]}
    text = json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)
    return path


def test_names_and_what_they_are(model):
    with lg.open(model) as file:
        assert set(file) == {"a", "b", "none"} and len(file) == 3 and file.format == "safetensors"
        assert file.metadata == {"made": "here"}
        tensor = file["a"]
        assert (tensor.name, tensor.shape, tensor.dtype, tensor.nbytes, len(tensor)) == (
            "a",
            (5, 4, 3),
            "float32",
            240,
            5,
        )
        assert str(tensor.layout) == "f32[5,4,3]{2,1,0}" and tensor.blocks is None and tensor.ndim == 3
        with pytest.raises(KeyError, match="there is no tensor 'c'; the file has 'a', 'b', 'none'"):
            file["c"]
        assert "c" not in file and file.get("c") is None
    assert file.closed and repr(file).endswith(", closed>")
    with pytest.raises(ValueError, match="closed"):
        tensor.read()
    file.close()


@pytest.mark.parametrize("mapped", [False, True])
def test_take(model, mapped):
    file = lg.open(str(model), map=mapped)
    for axis in range(-3, 3):
        size = DATA.shape[axis]
        for indices in ([size - 1, 0, size - 1], [[-1], [-size]], 1, [], np.array([1, 0], "i2")[::-1]):
            wanted = np.take(DATA, np.array(indices, int), axis=axis)
            got = np.asarray(file["a"].take(indices, axis=axis))
            assert got.shape == wanted.shape and got.tobytes() == wanted.tobytes()
    assert file["a"].take([9, -9], mode="clip").tolist() == DATA[[4, 0]].tolist()
    assert file["a"].take([9, -1], mode="wrap").tolist() == DATA[[4, 4]].tolist()
    assert file["none"].take([1], axis=1).shape == (0, 1)
    with pytest.raises(IndexError) as caught:
        file["a"].take([[0], [5]])
    assert caught.value.position == (1, 0) and caught.value.value == 5 and caught.value.high == 4
    for indices, options, kind in (
        ([0], {"axis": 3}, IndexError),
        ([0.5], {}, TypeError),
        (np.array([0.5]), {}, TypeError),
        ([0], {"mode": "nothing"}, ValueError),
    ):
        with pytest.raises(kind):
            file["a"].take(indices, **options)


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("kind", ["<f4", ">f4"])
def test_takes_of_much(tmp_path, mapped, kind):
    """As much as a tensor holds, or less of it that is dense: the same elements, and the same refusals."""
    data = np.arange(3000 * 7, dtype=kind).reshape(3000, 7)
    np.save(tmp_path / "much.npy", data)
    tensor = lg.open(tmp_path / "much.npy", map=mapped)[""]
    for count in (70, 900, 3000, 20000):
        indices = np.arange(count) * 1231 % 2900 + 50
        assert np.asarray(tensor.take(indices)).tobytes() == data[indices].astype("<f4").tobytes()
        assert np.asarray(tensor.take(indices % 7, axis=1)).tobytes() == data[:, indices % 7].astype("<f4").tobytes()
        out = np.full((count, 7), 5, "f4")
        indices[count // 2] = indices[-1] = 3000
        with pytest.raises(IndexError) as caught:
            tensor.take(indices, out=out)
        assert caught.value.position == (count // 2,) and caught.value.value == 3000 and (out == 5).all()
        assert np.asarray(tensor.take(indices, mode="clip")).tobytes() == (
            data[indices.clip(0, 2999)].astype("<f4").tobytes()
        )
        indices[-1] = indices[count // 2] = -1
        wanted = np.where(indices[:, None] < 0, 9, data[indices]).astype("<f4")
        assert np.asarray(tensor.take(indices, allow_fill=True, fill_value=9)).tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    "key",
    [
        1,
        -1,
        slice(1, 3),
        slice(None, None, -1),
        (slice(None), 2),
        (..., 0),
        (0, ..., slice(2, 0, -2)),
        (slice(3, 1), 1),
        ...,
        (),
        np.int8(2),
        None,
        (1, None, slice(None, 2), None),
        (None, 1, 2, 0),
    ],
    ids=str,
)
def test_slices(model, key):
    got, wanted = np.asarray(lg.open(model)["a"][key]), DATA[key]
    assert got.shape == wanted.shape and got.tobytes() == np.ascontiguousarray(wanted).tobytes()


def test_parts_of_packed_elements(tmp_path):
    """Of fewer dimensions, or of more, they stay packed."""
    (tmp_path / "four.pb").write_bytes(bytes.fromhex("0802080410154a0421436587"))
    with lg.open(tmp_path / "four.pb") as file:
        (tensor,) = file.values()
        rows = [[1, 2, 3, 4], [5, 6, 7, 8]]
        for key, wanted in ((0, rows[0]), ((slice(None), 1), [2, 6]), (None, [rows]), ((0, slice(1, 3)), [2, 3])):
            assert tensor[key].tolist() == wanted


def test_an_element_is_a_number(model):
    element = lg.open(model)["a"][1, 2, 0]
    assert type(element) is type(DATA.item(0)) and element == DATA[1, 2, 0]


def test_iterating(tmp_path):
    """By rows, as arrays are; what has no dimension has none."""
    np.save(tmp_path / "x.npy", np.arange(6).reshape(3, 2))
    np.save(tmp_path / "one.npy", np.float32(5))
    with lg.open(tmp_path / "x.npy") as file:
        assert [row.tolist() for row in file[""]] == [[0, 1], [2, 3], [4, 5]]
    with lg.open(tmp_path / "one.npy") as file:
        for use in (list, iter, lambda tensor: 5.0 in tensor):
            with pytest.raises(TypeError, match="without dimensions|not iterable"):
                use(file[""])


def test_slices_that_are_none(model):
    tensor = lg.open(model)["a"]
    for key, kind in (
        (5, IndexError),
        ((0, 0, 0, 0), IndexError),
        ((..., ...), IndexError),
        ("x", TypeError),
        (0.5, TypeError),
    ):
        with pytest.raises(kind):
            tensor[key]


def test_to_numpy(model):
    tensor = lg.open(model)["a"]
    assert np.asarray(tensor).tolist() == DATA.tolist() and np.from_dlpack(tensor).tolist() == DATA.tolist()
    assert np.array(tensor, dtype="f8").dtype == "f8"
    with pytest.raises(ValueError):
        np.array(tensor, copy=False)


def test_formats_of_numpy(tmp_path):
    np.save(tmp_path / "x.npy", np.asfortranarray(DATA))
    np.savez(tmp_path / "x.npz", first=DATA, second=DATA.astype(">i4"))
    np.savez_compressed(tmp_path / "c.npz", first=DATA)
    (name,) = lg.open(tmp_path / "x.npy")
    assert lg.open(tmp_path / "x.npy")[name].take([3, 1], axis=1).tolist() == DATA[:, [3, 1]].tolist()
    for path in ("x.npz", "c.npz"):
        assert lg.open(tmp_path / path)["first"].take([4]).tolist() == DATA[[4]].tolist()
    assert lg.open(tmp_path / "x.npz")["second"].take([4]).tolist() == DATA[[4]].tolist()


def calls_that_read(tensor):
    yield lambda: lg.take(tensor, [0])
    yield lambda: lg.take(tensor, ([0],), axis=(0,))
    yield lambda: lg.take(np.arange(3), tensor)
    yield lambda: lg.take(np.arange(3), [0], out=tensor)
    yield lambda: lg.Array(tensor)
    yield lambda: lg.Layout(tensor)
    yield lambda: lg.relayout(tensor, "C")
    yield lambda: tensor.take([0])
    yield lambda: tensor.read()
    yield lambda: tensor[0]
    yield lambda: np.asarray(tensor)


def test_strings_are_named(tmp_path):
    """No notation has a type of no width; an ONNX tensor of two strings is told in words all the same."""
    (tmp_path / "words.pb").write_bytes(b"\x08\x02\x10\x08\x32\x01a\x32\x01bB\x01s")
    with lg.open(tmp_path / "words.pb") as file:
        (tensor,) = file.values()
        assert (tensor.blocks, tensor.unread) == ("string", "numbers: its elements are strings")
        assert repr(tensor) == "<libgather.Tensor 's': string, not read>"
        assert repr(tensor.layout) == "<libgather.Layout string of sizes (2,)>"
        for call in calls_that_read(tensor):
            with pytest.raises(NotImplementedError, match="'s' is of type string, which is not read"):
                call()
        # An element in memory is a pointer, which bytes of somebody else's are none of.
        for memory in (bytes(64), lg.Array(bytearray(b"A" * 64))):
            with pytest.raises(TypeError, match="an Array has no strings"):
                lg.Array(memory, tensor.layout)
        with pytest.raises((TypeError, ValueError)):
            lg.relayout(np.arange(2), tensor.layout)


def test_tensors_that_are_not_read(tmp_path):
    """They can be told, and keep nobody from the others."""
    np.savez(tmp_path / "x.npz", words=np.array(["a", "bb"]), numbers=np.arange(3), wide=np.zeros(2, "g"))
    with lg.open(tmp_path / "x.npz") as file:
        assert set(file) == {"words", "numbers", "wide"} and file["numbers"].unread is None
        assert lg.take(file["numbers"], [2, 0]).tolist() == [2, 0]
        words = file["words"]
        assert "strings" in words.unread and repr(words) == f"<libgather.Tensor 'words': {words.blocks}, not read>"
        for name in ("words", "wide"):
            for call in calls_that_read(file[name]):
                with pytest.raises(NotImplementedError, match="not read"):
                    call()


def test_types_that_the_file_does_not_say(tmp_path):
    """As the command: refused on use with what would say it; `view` says it."""
    bits = np.arange(0x3F80, 0x3F86, dtype="<u2").reshape(3, 2)
    np.save(tmp_path / "b.npy", bits.view("V2"))
    np.savez(tmp_path / "several.npz", wide=bits.view("V2"), narrow=np.zeros(2, "V1"), said=bits)
    tensor = lg.open(tmp_path / "b.npy")[""]
    assert "view='bf16'" in tensor.unread and repr(tensor) == "<libgather.Tensor '': u16?, not read>"
    for call in calls_that_read(tensor):
        with pytest.raises(TypeError, match=r"does not say what its elements of 2 bytes are; .*view='bf16'"):
            call()
    with lg.open(tmp_path / "several.npz") as file:
        assert file["said"].take([2]).tolist() == bits[[2]].tolist()
        with pytest.raises(TypeError, match=r"'narrow': .* of 1 byte are; .*view='s8' or 'f8e4m3fn'"):
            file["narrow"].read()

    for mapped in (False, True):
        tensor = lg.open(tmp_path / "b.npy", map=mapped, view="bf16")[""]
        assert tensor.unread is None and str(tensor.layout) == "bf16[3,2]{1,0}"
        got = tensor.take([2, 0])
        assert got.dtype == "bfloat16" and got.tolist() == [[1.03125, 1.0390625], [1.0, 1.0078125]]
        assert lg.take(tensor, [1], axis=1).tolist() == [[1.0078125], [1.0234375], [1.0390625]]
        assert tensor.read().tolist()[0] == [1.0, 1.0078125] and tensor[2].tolist() == [1.03125, 1.0390625]


def test_views(tmp_path):
    """Of one tensor, whatever it is; of several, of those that the file does not say the type of."""
    words = np.arange(6, dtype="<u2")
    np.save(tmp_path / "said.npy", words)
    np.savez(tmp_path / "several.npz", a=words.view("V2"), b=words, c=words.astype("u1"))
    np.savez(tmp_path / "all_said.npz", a=words, b=words)
    assert lg.open(tmp_path / "said.npy", view="f16")[""].dtype == "float16"
    assert lg.open(tmp_path / "said.npy", view="int16")[""].take([5]).tolist() == [5]
    with lg.open(tmp_path / "several.npz", view="f16") as file:
        assert [tensor.dtype for tensor in file.values()] == ["float16", "uint16", "uint8"]
    for path, view, kind, sentence in (
        ("said.npy", "f32", TypeError, r"said\.npy: type of view = f32 .*same width"),
        ("several.npz", "u1", ValueError, "'u1', and there is no such type"),
        ("several.npz", "u8", TypeError, "same width"),
        ("all_said.npz", "f16", ValueError, "no place for view"),
        ("said.npy", 7, TypeError, "str"),
    ):
        with pytest.raises(kind, match=sentence):
            lg.open(tmp_path / path, view=view)


def test_a_folder(model, tmp_path):
    np.save(tmp_path / "x.npy", DATA)
    with lg.open(tmp_path) as file:
        assert {"a", "b"} <= set(file) and file.format == "folder"


def test_files_that_are_none(tmp_path):
    (tmp_path / "x.safetensors").write_bytes(b"\xff" * 40)
    (tmp_path / "x.npy").write_bytes(b"")
    for path, kind in (("x.safetensors", ValueError), ("x.npy", ValueError), ("gone.npy", FileNotFoundError)):
        with pytest.raises(kind):
            lg.open(tmp_path / path)
    with pytest.raises(TypeError):
        lg.open(5.5)
    with pytest.raises(ValueError):
        lg.open("a\0b")


def test_a_file_that_shrinks(model):
    file, table = lg.open(model), model.with_name("table.npy")
    model.write_bytes(model.read_bytes()[:-200])
    for read in (
        file["b"].read,
        lambda: file["a"].take([4, 0]),
        lambda: file["a"][1:4, ::2],
        lambda: lg.take_along_axis(file["a"], [59], axis=None),
        lambda: lg.relayout(file["a"], "{0,1,2}"),
        lambda: np.asarray(file["a"]),
    ):
        with pytest.raises(OSError, match=r"/model\.safetensors: [ab]: at byte .* shorter"):
            read()
    np.save(table, DATA)
    (tensor,) = lg.open(table).values()
    os.truncate(table, 200)
    with pytest.raises(OSError, match=r"/table\.npy: at byte 200: .* shorter"):
        tensor.read()


def test_an_archive_that_changes(tmp_path):
    path = tmp_path / "x.npz"
    np.savez(path, x=DATA)
    file = lg.open(path)
    with path.open("r+b") as bytes:
        bytes.seek(300)
        bytes.write(b"other")
    with pytest.raises(ValueError, match=r"/x\.npz: x: .* CRC-32"):
        file["x"].read()


def test_closing_while_others_read(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(3_000_000))
    file = lg.open(tmp_path / "x.npy")
    (tensor,) = file.values()
    wrong = []

    def read():
        try:
            for _ in range(50):
                if np.asarray(tensor.read())[-1] != 2_999_999:
                    wrong.append("other bytes")
        except ValueError:
            pass

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    file.close()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_file_that_is_broken_is_named(tmp_path):
    path = tmp_path / "cut.npy"
    np.save(path, np.arange(12, dtype="f4"))
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(ValueError, match=r"cut\.npy: .*at byte"):
        lg.open(path)
    whole = tmp_path / "a.npy"
    np.save(whole, np.arange(3))
    for bad in (path.read_bytes(), b"garbage"):
        path.write_bytes(bad)
        with pytest.raises(ValueError, match=r"/cut\.npy: at byte"):
            lg.open(tmp_path)
    path.unlink()
    (tmp_path / "model.safetensors.index.json").write_text('{"weight_map": 5}')
    with pytest.raises(ValueError, match=r"index\.json: at byte"):
        lg.open(tmp_path)


def test_what_is_broken_is_left_out(model, tmp_path):
    """By those who ask for it: the rest is there, and each thing that is not has its exception."""
    folder = tmp_path / "folder"
    folder.mkdir()
    np.save(folder / "a.npy", DATA)
    np.save(folder / "c.npy", DATA + 1)
    (folder / "b.npy").write_bytes((folder / "a.npy").read_bytes()[:-1])
    (folder / "d.npz").write_bytes(b"PK")
    np.save(folder / "texts.npy", np.array(["x"]))
    with pytest.raises(ValueError, match="b.npy") as caught:
        lg.open(folder)
    assert caught.value.__notes__ == ["libgather.open(.., partial=True) leaves out what can't be read, where the rest can be"]
    for options in ({"view": "nothing"}, {"view": "bf16", "partial": True}):
        with pytest.raises(ValueError, match="view is|no place for view") as caught:
            lg.open(folder, **options)
        assert not hasattr(caught.value, "__notes__")
    with lg.open(folder, partial=True) as file:
        assert sorted(file) == ["a", "c", "texts"] and file["c"].take([4]).tolist() == (DATA + 1)[[4]].tolist()
        assert [type(error) for error in file.broken] == [ValueError, ValueError]
        assert [Path(str(error).split(":")[0]).name for error in file.broken] == ["b.npy", "d.npz"]
        assert file.broken[0].status == "FORMAT"
        with pytest.raises(KeyError, match="; broken says why there is no more"):
            file["b"]
    assert lg.open(model, partial=True).broken == () and lg.open(model).broken == ()
    (folder / "index").mkdir()
    shards = {"weight_map": {"x": "one.safetensors", "y": "two.safetensors"}}
    (folder / "index" / "m.safetensors.index.json").write_text(json.dumps(shards))
    (folder / "index" / "one.safetensors").write_bytes(model.read_bytes().replace(b'"a"', b'"x"'))
    with lg.open(folder / "index", partial=True) as file:
        assert "x" in file and any("two.safetensors" in str(error) for error in file.broken)
        assert any(isinstance(error, OSError) for error in file.broken)
    with pytest.raises(FileNotFoundError):
        lg.open(tmp_path / "nothing", partial=True)


def test_a_shard_that_is_missing(model, tmp_path):
    """It has Python's class and attributes, whoever asks, and says what wanted it."""
    shards = {"weight_map": {"a": "model.safetensors", "y": "two.safetensors"}}
    (tmp_path / "m.safetensors.index.json").write_text(json.dumps(shards))
    with pytest.raises(FileNotFoundError) as caught:
        lg.open(tmp_path)
    for error in (caught.value, *lg.open(tmp_path, partial=True).broken):
        assert (error.errno, error.filename) == (errno.ENOENT, str(tmp_path / "two.safetensors"))
        assert "the file that the *.index.json of this folder names" in str(error)
    with pytest.raises(FileNotFoundError) as caught:
        lg.open(tmp_path / "gone")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(tmp_path / "gone"))
    with pytest.raises(OSError, match="it is a device") as caught:
        lg.open("/dev/null")
    assert caught.value.errno is None


def test_entries_of_an_index_that_are_wrong(model, tmp_path):
    """Each stands where it begins in the text, and keeps nobody from the others."""
    index = tmp_path / "m.safetensors.index.json"
    text = (
        '{"metadata": {"weight_map": {"z": 1}, "a": "weight_map"}, "weight_map" : { "a": "model.safetensors",\n'
        '"c,": ["model.safetensors"], "d\\"{": "model.safetensors", "b" :5, "e": "gone.safetensors"}}'
    )
    index.write_text(text)
    with lg.open(tmp_path, partial=True) as file:
        assert set(file) == {"a", "b", "none"} and file["a"].take([4]).tolist() == DATA[[4]].tolist()
        wrong, places = file.broken, [text.index(name) for name in ('"c,"', '"b"', '"d')]
        assert [error.at for error in wrong[:3]] == places and isinstance(wrong[3], FileNotFoundError)
        starts = [f"{index}: {name}: at byte" for name in ("c,", "b", 'd"{')]
        assert [str(error).startswith(start) for error, start in zip(wrong, starts)] == [True] * 3
    with pytest.raises(ValueError) as caught:
        lg.open(tmp_path)
    assert str(caught.value) == str(wrong[0])
    index.write_text('{"metadata": {"weight_map": {}}, "weight_map" :5}')
    for partial in (True, False):
        with pytest.raises(ValueError, match='at byte 33: .* an object "weight_map"') as caught:
            lg.open(tmp_path, partial=partial)
        assert not hasattr(caught.value, "__notes__")  # which would not help


def test_what_is_compressed_in_a_folder_is_told_by_its_file(tmp_path):
    np.savez_compressed(tmp_path / "a.npz", x=DATA)
    np.save(tmp_path / "b.npy", DATA)
    with lg.open(tmp_path) as file:
        with (tmp_path / "a.npz").open("r+b") as spoilt:
            spoilt.seek(60)
            spoilt.write(b"\xff" * 8)
        with pytest.raises(ValueError, match="a.npz: x: at byte"):
            file["x"].read()


def test_a_tensor_that_is_broken_is_left_out(model):
    whole = model.read_bytes()
    model.write_bytes(whole.replace(b'"I64"', b'"Q64"'))
    with lg.open(model, partial=True) as file:  # a type that the format does not have: told, and there
        assert set(file) == {"a", "b", "none"} and file["b"].unread
        assert [": b: " in str(error) for error in file.broken] == [True]
    model.write_bytes(whole.replace(b"[240, 264]", b"[240, 999]"))
    with pytest.raises(ValueError, match="model.safetensors: b: at byte") as caught:
        lg.open(model)
    assert "partial=True" in caught.value.__notes__[0]
    with lg.open(model, partial=True) as file:
        assert set(file) == {"a", "none"} and file["a"].take([4]).tolist() == DATA[[4]].tolist()
        assert str(file.broken[0]) == str(caught.value)  # nor are its bytes as many as its shape asks for
        assert [": b: " in str(error) for error in file.broken] == [True, True]
    model.write_bytes(whole + b"x")  # a rule that is no tensor's
    with pytest.raises(ValueError, match="model.safetensors: at byte") as caught:
        lg.open(model)
    assert "partial=True" in caught.value.__notes__[0] and len(lg.open(model, partial=True)) == 3
    model.write_bytes(whole[:20])  # one behind which nothing can be read
    for partial in (False, True):
        with pytest.raises(ValueError, match="model.safetensors: at byte") as caught:
            lg.open(model, partial=partial)
        assert not hasattr(caught.value, "__notes__")


def test_texts_are_viewed_as_nothing_else(tmp_path):
    np.save(tmp_path / "c.npy", np.ones(2, "<c16"))
    with pytest.raises(TypeError, match="texts are none"):
        lg.open(tmp_path / "c.npy", view="string")


def test_a_name_that_is_not_there(tmp_path):
    np.savez(tmp_path / "many.npz", **{f"x{number}": DATA for number in range(12)})
    np.savez(tmp_path / "none.npz")
    for name, told in (("many", "'x0', 'x1', 'x2', 'x3', 'x4' and 7 more"), ("none", "none")):
        with lg.open(tmp_path / f"{name}.npz") as file, pytest.raises(KeyError) as caught:
            file["c"]
        assert caught.value.args == (f"there is no tensor 'c'; the file has {told}",) and not caught.value.__cause__
