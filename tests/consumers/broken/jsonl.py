"""JSON texts in lines, and for each rule lines that break it."""
GOOD = b'{"time": 1, "comm": "a", "frames": [{"ip": "0xffffffff81000000"}]}\n'
LINES = {
    "text": [b'{"a": "\xff"}\n', b"\n", b"{}"],
    "json": [b"[]\n", b"{\n", b'{"a": NaN}\n', b'{"a": 1, "a": 2}\n'],
    "number": [b'{"a": [{"ip": 18446744071578845184}]}\n'],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield None, GOOD
    for rule, lines in LINES.items():
        for line in lines:
            yield rule, GOOD + line
