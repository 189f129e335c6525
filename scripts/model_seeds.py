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


def value(number, name, kind, sizes):
    dims = b"".join(field(1, field(1, size) if isinstance(size, int) else field(2, size)) for size in sizes)
    return field(number, field(1, name) + field(2, field(1, field(1, kind) + field(2, dims))))


def node(kind, inputs, output, *attributes):
    """kind: the type, or type and domain."""
    kind, domain = kind if isinstance(kind, tuple) else (kind, None)
    ends = b"".join(field(1, name) for name in inputs) + field(2, output)
    said = b"".join(field(5, field(1, name) + field(3, number) + field(20, 2)) for name, number in attributes)
    return field(1, ends + field(4, kind) + said + (field(7, domain) if domain else b""))


def onnx_model():
    data = field(5, tensor(b"w", 1, (3, 2), field(4, bytes(range(24)))))
    indices = field(5, tensor(b"i", 7, (2,), field(7, varint(1) + varint(-2))))
    pairs = field(5, tensor(b"p", 7, (2, 1), field(7, varint(1) + varint(0))))
    wide = field(5, tensor(b"w", 1, (3, 8), field(4, bytes(range(96)))))  # rows are read from the file one by one
    halves = field(5, tensor(b"w", 21, (4, 32), field(9, bytes(range(64)))))  # of these too
    halves += field(5, tensor(b"s", 1, (4, 2), field(4, bytes(32))))
    halves += field(5, tensor(b"z", 21, (4, 2), field(9, b"zero")))
    quantized = b"GatherBlockQuantized", b"com.microsoft"
    graphs = [
        wide + value(11, b"ids", 7, (b"n",)) + node(b"Gather", (b"w", b"ids"), b"y"),
        wide + indices + node(b"Gather", (b"w", b"i"), b"y", (b"axis", -2)),
        data + value(11, b"ids", 7, (b"n",)) + node(b"Gather", (b"w", b"ids"), b"y", (b"axis", -2)),
        data + pairs + node(b"GatherElements", (b"w", b"p"), b"y", (b"axis", 0)),
        data + pairs + node(b"GatherND", (b"w", b"p"), b"y", (b"batch_dims", 0)),
        data + indices + node(b"Gather", (b"w", b"i"), b"a") + node(b"Identity", (b"a",), b"b")
        + node(b"Shape", (b"b",), b"y", (b"start", 1), (b"end", -1)),
        data + node(b"Relu", (b"w",), b"r") + node(b"Identity", (b"r",), b"y"),
        data + indices + node(b"Relu", (b"w",), b"r") + node(b"Gather", (b"r", b"i"), b"y")
        + value(13, b"r", 1, (b"n", 2)) + value(13, b"y", 1, (2, 2)) + value(13, b"i", 7, (3,)),
        data + field(1, field(2, b"y") + field(4, b"Loop") + field(5, field(1, b"body") + field(6, data))),
        data + node(b"Gather", (b"w", b"y"), b"y"),
        data + node(b"Gather", (b"w", b"none"), b"y"),
        data + node(b"Gather", (b"w", b""), b"y"),
        data + indices + node(b"Gather", (b"w", b"i"), b"w"),
        data + field(1, constant(b"y", b"value_ints", field(8, 3) + field(8, -1))),
        halves + indices + node(quantized, (b"w", b"i", b"s", b"z"), b"y", (b"block_size", 16)),
        halves + indices + node(quantized, (b"w", b"i", b"s", b""), b"y", (b"bits", 4)),
        halves + value(11, b"ids", 7, (b"n",)) + node(quantized, (b"w", b"ids", b"", b"z"), b"y"),
    ]
    tail = field(8, field(1, b"") + field(2, 17)) + field(8, field(1, b"com.microsoft") + field(2, 1))
    return [field(1, 8) + field(7, graph + value(12, b"y", 1, (2, b"m"))) + tail for graph in graphs]


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


def ir_model():
    data = ir_layer(0, "Const", '<data element_type="i32" shape="4, 2" offset="24" size="32"/>')
    axis = ir_layer(1, "Const", '<data element_type="i8" shape="" offset="1" size="1"/>')
    ids = ir_layer(2, "Parameter", '<data shape="?" element_type="i32"/>')
    wide = data.replace("4, 2", "2, 8").replace('"24"', '"0"').replace('"32"', '"64"')  # rows are read one by one
    result = ir_layer(4, "Result", "", 1, 0)
    operators = (
        ("Gather", '<data batch_dims="0"/>', (0, 2, 1)),
        ("GatherND", '<data batch_dims="0"/>', (0, 2)),
        ("GatherElements", '<data axis="0"/>', (0, 0)),
        ("ShapeOf", '<data output_type="i32"/>', (0,)),
        ("Identity", "", (2,)),
        ("Relu", "", (0,)),
        ("Gather", '<data axis="x"/>', (3, 2, 1)),
        ("EmbeddingBagPackedSum", "", (0, 0)),
        ("EmbeddingBagOffsetsSum", "", (0, 2, 2)),
        ("EmbeddingBagOffsetsSum", "", (0, 2, 2, 1, 0)),
        ("GatherTree", "", (0, 0, 2, 1)),
    )
    texts = []
    for kind, attributes, feeds in operators:
        ports = "".join(f'<port id="{k}"/>' for k in range(len(feeds)))
        given = ' precision="I32"><dim>4</dim><dim>-1</dim></port>' if kind in ("Relu", "GatherElements") else "/>"
        layer = (
            f'<layer id="3" name="g" type="{kind}" version="opset8">{attributes}<input>{ports}</input>'
            f'<output><port id="9"{given}</output></layer>'
        )
        edges = "".join(
            f'<edge from-layer="{feed}" from-port="{9 if feed == 3 else 1}" to-layer="3" to-port="{k}"/>'
            for k, feed in enumerate(feeds)
        )
        end = '<edge from-layer="3" from-port="9" to-layer="4" to-port="0"/>'
        for table in (data, wide):
            layers = table + axis + ids + layer + result
            texts.append(f'<net version="11"><layers>{layers}</layers><edges>{edges}{end}</edges></net>'.encode())
    return texts


SEEDS = {"ir_model": ir_model, "onnx_model": onnx_model, "gguf": gguf, "ir": ir, "onnx": onnx, "pb": tensors}
