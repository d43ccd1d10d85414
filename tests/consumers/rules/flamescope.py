"""What holds for every file for FlameScope, which is perf script's text: the patterns are those of FlameScope, of the
Firefox Profiler and of speedscope, each of which leaves out what does not match."""
import gzip
import re

RULES = {
    "text": "lines of UTF-8, the last one ended, without control characters but tabs",
    "event": "each sample has a line of a name, a thread, a time in seconds and an event",
    "frame": "each frame has an address, a name and a file in brackets",
    "blank": "an empty line ends each sample",
    "time": "samples come in order of time",
}
EVENT = re.compile(r"(\S.*?)\s+(\d+)(?:/(\d+))?\s+(?:\[\d+\]\s+)?(\d+\.\d+):\s+(?:(\d+)\s+)?(\S+?):+(?:\s.*)?$")
FRAME = re.compile(r"\s+([0-9a-f]+) (.+) \((.+)\)(?: \(inlined\))?$")


def violations(data):
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
    except (UnicodeDecodeError, OSError, EOFError) as error:
        yield "text", str(error)
        return
    if text and not text.endswith("\n"):
        yield "text", "the last line has no end"
    last, within = 0.0, False
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if any(ord(letter) < 32 and letter != "\t" or 127 <= ord(letter) < 160 for letter in line):
            yield "text", f"line {number}: {line!r}"
        if line.startswith("#") and not within:
            continue
        if not line:
            within = False
        elif not within:
            event = EVENT.match(line)
            within = True
            if not event:
                yield "event", f"line {number}: {line!r}"
                continue
            if float(event[4]) < last:
                yield "time", f"line {number}: {event[4]} after {last}"
            last = float(event[4])
        elif EVENT.match(line):
            yield "blank", f"line {number}: {line!r}"
        elif not FRAME.match(line):
            yield "frame", f"line {number}: {line!r}"
    if within:
        yield "blank", "at the end"
