"""Protobuf messages to dictionaries and back, by the .proto files in protos/.

A dictionary has the fields that the message has: lists of repeated ones, numbers, bytes for strings (which may be no
UTF-8) and dictionaries of messages. Of a .proto file it understands messages of single, optional and repeated fields,
oneof and comments; of the encoding what is there since proto3: https://protobuf.dev/programming-guides/encoding/ """
import base64
import functools
import os
import re
import struct

PROTOS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "protos")
VARINT, EIGHT, BYTES, FOUR = 0, 1, 2, 5
WIRE_TYPES = {"int32": VARINT, "int64": VARINT, "uint32": VARINT, "uint64": VARINT, "bool": VARINT, "fixed64": EIGHT,
              "double": EIGHT, "string": BYTES, "bytes": BYTES}
UNSIGNED = 1 << 64


class Broken(Exception):
    """The bytes are no message of that kind."""


class Field:
    def __init__(self, words, kind, name, number):
        self.repeated, self.kind, self.name, self.number = "repeated" in words, kind, name, int(number)
        self.wire_type = WIRE_TYPES.get(kind, BYTES)


@functools.lru_cache(maxsize=None)
def messages_of(proto):
    """{message: [Field]} of protos/PROTO.proto."""
    with open(os.path.join(PROTOS, proto + ".proto"), encoding="utf-8") as file:
        text = re.sub(r"//.*", "", file.read())
    found = {}
    for name, body in re.findall(r"message (\w+) \{((?:[^{}]|\{[^{}]*\})*)\}", text):
        fields = re.findall(r"((?:(?:optional|repeated) )?)(\w+) (\w+) = (\d+);", body)
        found[name] = [Field(*field) for field in fields]
    return found


def decode(proto, message, data):
    """Broken: a field is unknown or has another type, a string is no UTF-8, or the bytes end too early."""
    messages = messages_of(proto)
    fields = {field.number: field for field in messages[message]}
    found, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        field = fields.get(tag >> 3)
        if not field:
            raise Broken(f"{message} has no field {tag >> 3}")
        packed = field.repeated and tag & 7 == BYTES and field.wire_type != BYTES
        if tag & 7 != field.wire_type and not packed:
            raise Broken(f"{message}.{field.name} has wire type {tag & 7}")
        if packed:
            size, at = varint(data, at)
            end = at + size
            while at < end:
                value, at = single(proto, field, data, at)
                found.setdefault(field.name, []).append(value)
            continue
        value, at = single(proto, field, data, at)
        if field.repeated:
            found.setdefault(field.name, []).append(value)
        elif field.name in found:
            raise Broken(f"{message}.{field.name} is there twice")
        else:
            found[field.name] = value
    return found


def single(proto, field, data, at):
    """(value, where it ends)"""
    if field.wire_type == VARINT:
        value, at = varint(data, at)
        signed = field.kind in ("int32", "int64") and value >= UNSIGNED // 2
        return (value - UNSIGNED if signed else value), at
    size = 8
    if field.wire_type == BYTES:
        size, at = varint(data, at)
    if at + size > len(data):
        raise Broken(f"{field.name} at byte {at} ends behind its message")
    value = bytes(data[at:at + size])
    if field.wire_type == EIGHT:
        value = struct.unpack("<d" if field.kind == "double" else "<Q", value)[0]
    elif field.kind == "string":
        try:
            value.decode()
        except UnicodeDecodeError as error:
            raise Broken(f"{field.name} is no UTF-8: {value!r}") from error
    elif field.kind != "bytes":
        value = decode(proto, field.kind, memoryview(value))
    return value, at + size


def varint(data, at):
    value = shift = 0
    while at < len(data) and shift < 70:
        value |= (data[at] & 127) << shift
        at += 1
        if data[at - 1] < 128:
            return value % UNSIGNED, at
        shift += 7
    raise Broken(f"no number at byte {at}")


def encode(proto, message, values):
    """The bytes of a dictionary as decode() returns it."""
    out = bytearray()
    for field in messages_of(proto)[message]:
        if field.name not in values:
            continue
        every = values[field.name] if field.repeated else [values[field.name]]
        if field.repeated and field.wire_type != BYTES:
            out += to_varint(field.number << 3 | BYTES) + sized(b"".join(bare(proto, field, value) for value in every))
        else:
            out += b"".join(to_varint(field.number << 3 | field.wire_type) + bare(proto, field, value)
                            for value in every)
    return bytes(out)


def bare(proto, field, value):
    if field.wire_type == VARINT:
        return to_varint(value % UNSIGNED)
    if field.wire_type == EIGHT:
        return struct.pack("<d" if field.kind == "double" else "<Q", value)
    return sized(value if isinstance(value, bytes) else encode(proto, field.kind, value))


def sized(data):
    return to_varint(len(data)) + data


def to_varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def from_json(proto, message, values):
    """What decode() returns, from an object as JSON has it: names in lowerCamelCase, numbers of 64 bits as texts, bytes by
    base64 (https://protobuf.dev/programming-guides/json/). Broken: it is none."""
    if not isinstance(values, dict):
        raise Broken(f"{message} is no object: {values!r:.60}")
    fields = {camel_case(field.name): field for field in messages_of(proto)[message]}
    found = {}
    for name, value in values.items():
        field = fields.get(name)
        if not field or field.repeated and not isinstance(value, list):
            raise Broken(f"{message} has no {'list' if field else 'field'} {name}")
        found[field.name] = ([json_value(proto, field, one) for one in value] if field.repeated
                             else json_value(proto, field, value))
    return found


def json_value(proto, field, value):
    """A value of a field as decode() has it."""
    if field.kind in ("string", "bytes") and isinstance(value, str):
        return value.encode() if field.kind == "string" else base64.b64decode(value, validate=True)
    if field.kind in ("int64", "uint64", "fixed64"):
        if not isinstance(value, str) or not re.fullmatch(r"-?\d+", value):
            raise Broken(f"{field.name} is no text of a number: {value!r:.60}")
        return int(value)
    if field.wire_type in (VARINT, EIGHT) and isinstance(value, (int, float)):
        return value
    if field.wire_type != BYTES or field.kind in ("string", "bytes"):
        raise Broken(f"{field.name} is of another type: {value!r:.60}")
    return from_json(proto, field.kind, value)


def to_json(proto, message, values):
    """An object for JSON of a dictionary as decode() returns it."""
    fields = {field.name: field for field in messages_of(proto)[message]}

    def one(field, value):
        if field.kind == "bytes":
            return base64.b64encode(value).decode()
        if field.kind == "string":
            return value.decode(errors="surrogateescape")
        if field.kind in ("int64", "uint64", "fixed64"):
            return str(value)
        return to_json(proto, field.kind, value) if isinstance(value, dict) else value

    return {camel_case(name): [one(fields[name], each) for each in value] if fields[name].repeated
            else one(fields[name], value) for name, value in values.items()}


def camel_case(name):
    return re.sub(r"_(\w)", lambda letter: letter[1].upper(), name)
