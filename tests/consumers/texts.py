"""What the rules of the formats that are text have in common."""
import gzip
import json


def read_json(data):
    """A JSON text, packed or not. ValueError: it is none by RFC 8259, or a member is there twice."""
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return json.loads(data.decode("utf-8"), object_pairs_hook=once, parse_constant=no_number)


def once(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"a member twice: {[name for name in names if names.count(name) > 1][0]!r}")
    return found


def no_number(word):
    raise ValueError(f"{word} is no number of JSON")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_index(value, size):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < size


def first_again(values):
    """The places of what was there before, by their repr."""
    seen = set()
    for at, value in enumerate(values):
        if repr(value) in seen:
            yield at
        seen.add(repr(value))


def has_controls(text):
    return any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in text)
