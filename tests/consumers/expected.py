"""What prec itself says of a recording, in the form of counted.py: prec script of each sample's stack, prec report of
sums."""
import json
import os
import re
import sys

import counted
import tools
from shapes import nameless

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "interop"))
import machine  # noqa: E402

EVENT = re.compile(r" *(.*?) +(-?\d+)/(-?\d+) +(\d+\.\d+): +(\d+) +(.*?): ( .*)?$")
FRAME = re.compile(r" +([0-9a-f]+) (.*?) \((.*)\)")
# perf script and prec script pad names of events, and say so of groups.
FIELDS = "comm,pid,tid,time,period,event,ip,sym,dso"


def by_script(path, *options):
    """Every stack, inlined functions as frames unless options say --no-inline; for each event also how many samples,
    what is inlined somewhere, and what functions of several files are called."""
    text = tools.run([machine.PREC, "script", "-q", "-i", path, "-F", FIELDS, *options]).decode(errors="replace")
    events, dsos = {}, {}
    for head, frames in samples_of(text.split("\n")):
        _, _, tid, _, period, name = head
        event = events.setdefault(name, dict(counted.event(), samples=0, inlined=set(), counts=counted.event()))
        names = [name_of(symbol, dso) for symbol, dso in frames]
        event["samples"] += 1
        around = None
        for name, (_, dso) in zip(names[::-1], frames[::-1]):
            around = around if dso == "inlined" else dso
            dsos.setdefault(name, set()).add(around)
        event["inlined"] |= {symbol for symbol, dso in frames if dso == "inlined"}
        counted.add(event, names, int(period), tid)
        counted.add(event["counts"], names, 1, tid)
    for event in events.values():
        event["several"] = {name for name in event["functions"] if len(dsos[name]) > 1}
    return {"events": events}


def samples_of(lines):
    """(comm, pid, tid, time, period, event), [(symbol, dso)] of each sample. A chain has a line for each frame, after a
    tab; an address alone is in the sample's own line."""
    head, frames = None, []
    for line in lines + [""]:
        start = None if line.startswith("\t") else EVENT.fullmatch(line)
        if head and (start or not line):
            yield head, frames
            head = None
        if start:
            head, frames = start.groups()[:-1], []
        frame = FRAME.fullmatch((start[7] or "") if start else line.replace("\t", " "))
        if frame:
            frames.append((frame[2], frame[3]))
        elif line and not (start and not start[7]):
            raise tools.Refused(f"prec script: a line that is not known: {line!r}")


def name_of(symbol, dso):
    """As exports call code that has no name."""
    return f"[{os.path.basename(dso).strip('[]')}]" if symbol == "[unknown]" else symbol


def by_report(path):
    """Sums of functions as symbol tables have them, without those that are inlined."""
    words = [machine.PREC, "report", "-q", "-i", path, "--json", "--no-group", "--no-inline", "-s", "dso,sym"]
    text = tools.run([*words, "-g", "none", "--no-children"])
    events = {}
    for event in json.loads(text)["events"]:
        found = events.setdefault(event["name"], dict(counted.event(), samples=0))
        found["samples"] += event["samples"]
        found["total"] += event["period"]
        for row in event["rows"]:
            symbol = row["symbol"]
            name = name_of("[unknown]" if re.match("0x[0-9a-f]", symbol) else symbol, row["dso"])
            found["functions"].setdefault(nameless(name), [0, None])[0] += row["period"]
    return {"events": {name: event for name, event in events.items() if event["samples"]}}
