"""What protoc makes of a file by a description in protos/."""
import os
import sys

import tools
import wire

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "corpus"))
import textproto  # noqa: E402


def read(proto, message, path):
    """A message as a dictionary of lists: of numbers, bytes and messages. Refused: it has fields that the description
    has not."""
    protoc = tools.need("protoc", "protobuf-compiler")
    with open(path, "rb") as file:
        text = tools.run([protoc, f"--decode={proto}.{message}", "-I", wire.PROTOS, proto + ".proto"], file.read())
    with open(path + ".txt", "wb") as file:
        file.write(text)
    found = textproto.parse(path + ".txt")
    os.unlink(path + ".txt")
    unknown = next(unknown_fields(found), None)
    if unknown:
        raise tools.Refused(f"protoc: no field {unknown}")
    return found


def unknown_fields(message):
    """protoc prints a number in the place of a name."""
    for name, values in message.items():
        if name.isdigit():
            yield name
        for value in values:
            if isinstance(value, dict):
                yield from unknown_fields(value)


def one(message, name, default=0):
    return message.get(name, [default])[0]
