# SPDX-License-Identifier: Apache-2.0
"""Seeds of the fuzz targets that read models: GGUF, ONNX, OpenVINO IR; right, or wrong in one place."""

import struct

# ---- GGUF


def counted(text):
    return struct.pack("<Q", len(text)) + text


def gguf_tensor(name, sizes, kind, offset):
    return (
        counted(name)
        + struct.pack("<I", len(sizes))
        + b"".join(struct.pack("<Q", size) for size in sizes)
        + struct.pack("<IQ", kind, offset)
    )


def gguf_file(version, pairs, tensors, data):
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(pairs)) + b"".join(pairs + tensors)
    return head + bytes(-len(head) % 32) + bytes(range(data))


def gguf_pair(key, kind, value):
    return counted(key) + struct.pack("<I", kind) + value


def gguf():
    pairs = [
        gguf_pair(b"general.architecture", 8, counted(b"llama")),
        gguf_pair(b"general.alignment", 4, struct.pack("<I", 32)),
        gguf_pair(b"a", 6, struct.pack("<f", 1e-5)),
        gguf_pair(b"b", 12, struct.pack("<d", 0.1)),
        gguf_pair(b"c", 9, struct.pack("<IQhh", 3, 2, -1, 2)),
        gguf_pair(b"d", 9, struct.pack("<IQ", 8, 2) + counted(b"x") + counted(b"yz")),
        gguf_pair(b"e", 9, struct.pack("<IQIQB", 9, 1, 0, 1, 7)),
        gguf_pair(b"f", 7, b"\1"),
    ]
    tensors = [
        gguf_tensor(b"t", (3, 2), 0, 0),
        gguf_tensor(b"q", (32, 2), 2, 32),
        gguf_tensor(b"s", (), 27, 96),
    ]
    seeds = [gguf_file(version, pairs, tensors, 104) for version in (1, 2, 3)]
    seeds += [gguf_file(3, [pair], [], 0) for pair in pairs]
    seeds += [gguf_file(3, [], [tensor], 104) for tensor in tensors]
    return seeds


# ---- ONNX


def varint(number):
    number %= 1 << 64
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def tensor(name, kind, sizes, *data):
    dims = b"".join(field(1, size) for size in sizes)
    return dims + field(2, kind) + field(8, name) + b"".join(data)


def tensors():
    packed = varint(1) + varint(0)
    return [
        tensor(b"raw", 1, (2,), field(9, bytes(8))),
        tensor(b"floats", 1, (2,), field(4, bytes(8))),
        tensor(b"pieces", 1, (2,), field(4, bytes(4)), field(4, bytes(4))),
        tensor(b"halves", 10, (2,), field(5, packed)),
        tensor(b"nibbles", 22, (3,), field(5, packed)),
        tensor(b"int64", 7, (2,), field(7, packed)),
        tensor(b"doubles", 11, (1,), field(10, bytes(8))),
        tensor(b"uint64", 13, (2,), field(11, packed)),
        tensor(b"texts", 8, (2,), field(6, b"a"), field(6, b"bc")),
        tensor(b"other", 2, (2,), field(14, 1), field(13, field(1, b"location") + field(2, b"x.bin"))),
        tensor(b"none", 2, (0, 3)),
        tensor(b"wrong", 27, (2,), field(9, bytes(8))),
    ]


def constant(name, attribute, value):
    return field(2, name) + field(4, b"Constant") + field(5, field(1, attribute) + value)


def onnx():
    nodes = [
        constant(b"c", b"value", field(5, tensors()[0])),
        constant(b"i", b"value_ints", field(8, 3) + field(8, -1)),
        constant(b"s", b"value_strings", field(9, b"x") + field(9, b"yz")),
        field(1, b"x") + field(2, b"y") + field(4, b"Identity"),
    ]
    opset = field(8, field(1, b"") + field(2, 21)) + field(8, field(1, b"ai.onnx.ml") + field(2, 3))
    graphs = [field(5, one) for one in tensors()] + [field(1, node) for node in nodes]
    initializers = b"".join(field(5, one) for one in tensors()[:9])
    graphs.append(initializers + b"".join(field(1, node) for node in nodes))
    return [field(1, 10) + field(2, b"me") + field(7, graph) + opset for graph in graphs]


# ---- OpenVINO IR


def ir_layer(number, kind, data, inputs=0, outputs=1):
    def ports(name, first, count):
        return f"<{name}>" + f'<port id="{first}"><dim>2</dim></port>' * count + f"</{name}>" if count else ""

    return (
        f'<layer id="{number}" name="{kind}{number}" type="{kind}" version="opset8">{data}'
        f'{ports("input", 0, inputs)}{ports("output", 1, outputs)}</layer>'
    )


def ir():
    constants = [
        ("u8", "4", 0, 4),
        ("i32", "2, 3", 40, 24),
        ("string", "3", 0, 23),
        ("nf4", "3", 0, 2),
        ("u3", "2,8", 1, 6),
        ("i64", "", 8, 8),
        ("f32", "9", 60, 36),
    ]
    layers = [
        ir_layer(n, "Const", f'<data element_type="{t}" shape="{shape}" offset="{offset}" size="{size}"/>')
        for n, (t, shape, offset, size) in enumerate(constants)
    ]
    layers.append(ir_layer(7, "Parameter", '<data shape="?,1..3" element_type="f32"/>'))
    layers.append(ir_layer(8, "Result", "", 1, 0))
    edge = '<edge from-layer="0" from-port="1" to-layer="8" to-port="0"/>'
    texts = [f'<net version="11"><layers>{layer}</layers><edges/></net>' for layer in layers]
    joined = f'<net version="10"><layers>{layers[0]}{layers[8]}</layers><edges>{edge}</edges></net>'
    texts.append('<?xml version="1.0"?>' + joined)
    texts.append('<!DOCTYPE net [<!ENTITY a "b">]><net version="11">&a;</net>')
    return [text.encode() for text in texts]


SEEDS = {"gguf": gguf, "ir": ir, "onnx": onnx, "pb": tensors}
