"""Folded stacks, and for each rule lines that break it."""
GOOD = b"a;main;work 10\na;main 5\n"
LINES = {
    "text": [b"a \xff 1\n", b"a;\x1b[m 1\n", b"a;c 1"],
    "line": [b"a;c 0\n", b"a;c 1.5\n", b"a;c -1\n", b"a;c\n", b"\n"],
    "frame": [b"a;;c 1\n", b";a 1\n"],
    "stack-once": [b"a;main 7\n"],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield None, GOOD
    yield None, b""
    for rule, lines in LINES.items():
        for line in lines:
            yield rule, GOOD + line
