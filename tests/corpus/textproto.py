"""Protobuf messages in their text form, one field a line."""
import re

ESCAPES = {"n": 10, "r": 13, "t": 9}


def unescape(text):
    """The bytes of a quoted string."""
    out = bytearray()
    for plain, octal, letter in re.findall(r"([^\\]+)|\\([0-7]{1,3})|\\(.)", text):
        if plain:
            out += plain.encode()
        else:
            out.append(int(octal, 8) if octal else ESCAPES.get(letter, ord(letter)))
    return bytes(out)


def scalar(text):
    if text.startswith('"'):
        return unescape(text[1:-1])
    if text in ("true", "false"):
        return int(text == "true")
    return int(text) if text.lstrip("-").isdigit() else float(text)


def parse(path):
    """A message as a dictionary of lists: of numbers, bytes and messages."""
    root = {}
    stack = [root]
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if line.endswith("{") and '"' not in line:
                message = {}
                stack[-1].setdefault(line[:-1].strip(), []).append(message)
                stack.append(message)
            elif line == "}":
                stack.pop()
            elif line:
                key, value = line.split(": ", 1)
                stack[-1].setdefault(key, []).append(scalar(value))
    return root
