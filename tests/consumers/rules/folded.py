"""What holds for every file of folded stacks: FlameGraph, inferno, speedscope, Perfetto and the Firefox Profiler read
them."""
import re

import texts

RULES = {
    "text": "lines of UTF-8, the last one ended, without control characters",
    "line": "frames, a space, a whole number that is more than 0",
    "frame": "no frame without a name",
    "stack-once": "each stack is there once",
}


def violations(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        yield "text", str(error)
        return
    if text and not text.endswith("\n"):
        yield "text", "the last line has no end"
    seen = set()
    for number, line in enumerate(text.split("\n")[:-1], 1):
        found = re.fullmatch(r"(.+) (\d+)", line)
        if texts.has_controls(line):
            yield "text", f"line {number}: {line!r}"
        elif not found or not int(found[2]):
            yield "line", f"line {number}: {line!r}"
        else:
            if "" in found[1].split(";"):
                yield "frame", f"line {number}: {line!r}"
            if found[1] in seen:
                yield "stack-once", f"line {number}: {line!r}"
            seen.add(found[1])
