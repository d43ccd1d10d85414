"""What holds for every file of JSON texts in lines."""
import json

import texts

RULES = {
    "text": "lines of UTF-8, the last one ended, none empty",
    "json": "each line is an object, no member twice, no infinite numbers",
    "number": "whole numbers are exact where all numbers are doubles, or else texts",
}
# Of a whole number above it a reader that has doubles alone sees another one: RFC 8259, section 6.
EXACT = 1 << 53


def violations(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        yield "text", str(error)
        return
    lines = text.split("\n")
    if lines.pop():
        yield "text", "the last line has no end"
    for number, line in enumerate(lines, 1):
        if not line:
            yield "text", f"line {number} is empty"
            continue
        try:
            found = json.loads(line, object_pairs_hook=texts.once, parse_constant=texts.no_number)
        except ValueError as error:
            yield "json", f"line {number}: {error}"
            continue
        if not isinstance(found, dict):
            yield "json", f"line {number}: no object"
        for name, value in inexact(found):
            yield "number", f"line {number}: {name} is {value}"


def inexact(value, name=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from inexact(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from inexact(inner, name)
    elif isinstance(value, int) and abs(value) > EXACT:
        yield name, value
