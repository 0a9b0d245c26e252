"""A text encoder of 120 kB in the files a hub would give, written by hand: no hub is reachable where tests run."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 64
_FLOAT, _INT64 = 1, 7  # onnx.proto3, TensorProto.DataType
_INTS = 7  # AttributeProto.AttributeType
_PADDING, _UNKNOWN = "[PAD]", "[UNK]"


def write(directory: Path) -> None:
    """Write an encoder that knows which bytes follow which: fixed random vectors, mixed with their neighbours'."""
    tokens = {token: number for number, token in enumerate([_PADDING, _UNKNOWN, *_byte_letters()])}
    random = np.random.default_rng(0)
    table = random.standard_normal((len(tokens), DIMENSIONS)).astype("<f4")
    table[tokens[_PADDING]] = 0  # as if nothing were there
    mixing = random.standard_normal((DIMENSIONS, DIMENSIONS, 3)).astype("<f4") * (5 / DIMENSIONS**0.5)  # bends well
    (directory / "onnx").mkdir(parents=True)
    (directory / "onnx" / "model.onnx").write_bytes(_model(table, mixing))
    texts: Mapping[str, object] = {
        "tokenizer.json": _tokenizer(tokens),
        "tokenizer_config.json": {"model_max_length": 512, "pad_token": _PADDING},
        "special_tokens_map.json": {"pad_token": _PADDING},
        "config.json": {"pad_token_id": tokens[_PADDING]},
    }
    for name, content in texts.items():
        (directory / name).write_text(json.dumps(content), encoding="utf-8")


def _byte_letters() -> list[str]:
    """Return the letters of byte-level tokenizers: printable Latin-1 as it is, the others moved behind it."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    return [chr(code) for code in [*printable, *range(256, 256 + 256 - len(printable))]]


def _tokenizer(tokens: Mapping[str, int]) -> Mapping[str, object]:
    byte_level = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    return {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": byte_level,
        "model": {"type": "BPE", "unk_token": _UNKNOWN, "vocab": tokens, "merges": []},
    }


def _model(table: NDArray[np.float32], mixing: NDArray[np.float32]) -> bytes:
    turned = _integers("perm", [0, 2, 1])
    graph = [
        _bytes(1, _node("Gather", ["table", "input_ids"], "looked_up")),
        _bytes(1, _node("Transpose", ["looked_up"], "by_dimension", turned)),
        _bytes(1, _node("Conv", ["by_dimension", "mixing"], "mixed", _integers("pads", [1, 1]))),
        _bytes(1, _node("Tanh", ["mixed"], "bent")),
        _bytes(1, _node("Transpose", ["bent"], "last_hidden_state", turned)),
        _bytes(2, b"tiny"),
        _bytes(5, _weights("table", table)),
        _bytes(5, _weights("mixing", mixing)),
        _bytes(11, _value("input_ids", _INT64, ["batch", "tokens"])),
        _bytes(11, _value("attention_mask", _INT64, ["batch", "tokens"])),
        _bytes(12, _value("last_hidden_state", _FLOAT, ["batch", "tokens", DIMENSIONS])),
    ]
    # IR version 8 and operator set 13: what every onnxruntime since 2021 reads.
    return _number(1, 8) + _bytes(7, b"".join(graph)) + _bytes(8, _number(2, 13))


def _node(operator: str, inputs: Sequence[str], output: str, attribute: bytes = b"") -> bytes:
    ends = b"".join(_bytes(1, name.encode()) for name in inputs) + _bytes(2, output.encode())
    return ends + _bytes(4, operator.encode()) + (_bytes(5, attribute) if attribute else b"")


def _integers(name: str, values: Sequence[int]) -> bytes:
    return _bytes(1, name.encode()) + b"".join(_number(8, value) for value in values) + _number(20, _INTS)


def _weights(name: str, values: NDArray[np.float32]) -> bytes:
    shape = b"".join(_number(1, size) for size in values.shape)
    return shape + _number(2, _FLOAT) + _bytes(8, name.encode()) + _bytes(9, values.tobytes())


def _value(name: str, element: int, shape: Sequence[str | int]) -> bytes:
    sizes = [_number(1, size) if isinstance(size, int) else _bytes(2, size.encode()) for size in shape]
    tensor = _number(1, element) + _bytes(2, b"".join(_bytes(1, size) for size in sizes))
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, tensor))


def _bytes(field: int, content: bytes) -> bytes:
    """Return a protocol buffer's field that holds bytes, a text or a message."""
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _varint(value: int) -> bytes:
    low, high = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + _varint(high) if high else bytes([low])
