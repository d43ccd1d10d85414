"""The formats of prec export: how their files are named, which tools read them, and what these call the events of a
recording and count of them.

A shape takes what a reader found and what is wanted, {event: counts} each, and returns both in the same form: without
what the format or the reader does not hold."""
import re

import counted


class Format:
    """readers: {name of a reader: shape}. single: a file holds one event."""

    def __init__(self, suffix, single=False, **readers):
        self.suffix, self.single, self.readers = suffix, single, readers


def plain(event, *without):
    """A copy of what is found or wanted, without what cannot be compared, and the place of code without a name."""
    functions = {}
    for name, (own, total) in event["functions"].items():
        # Of the nameless functions of a file prec export knows the bounds.
        name = re.sub(r"^\[(.+)\+0x[0-9a-f]+\]$", r"[\1]", name)
        sums = functions.get(name, [0, 0])
        functions[name] = [sums[0] + own, sums[1] + total]
    return {name: value for name, value in dict(event, functions=functions).items() if name not in without}


def speedscope(found, wanted):
    """A profile "EVENT, all threads" and one for each thread."""
    events = {}
    for name, profile in found["events"].items():
        event, _, part = name.rpartition(", ")
        thread = re.search(r"\(-?\d+/(-?\d+)\)$", part)
        if thread:
            events[event]["threads"][thread[1]] = profile["total"]
        else:
            events[event] = dict(plain(profile), threads={})
    return events, {name: plain(event) for name, event in wanted.items()}


def pprof(found, wanted):
    """A type for each event, also one without samples, and "samples", the number of them of all events."""
    events = {name: plain(event, "lines") for name, event in found["events"].items() if event["total"] or name in wanted}
    shown = {name: plain(event, "samples", "counts") for name, event in wanted.items()}
    if wanted:
        shown["samples"] = dict(plain(summed([event["counts"] for event in wanted.values()])),
                                inlined=sorted(set().union(*(event["inlined"] for event in wanted.values()))))
    return events, shown


def summed(events):
    """The sum of counts, each in the form of counted.py."""
    into = counted.event()
    for event in events:
        into["total"] += event["total"]
        for name, (own, total) in event["functions"].items():
            sums = into["functions"].setdefault(name, [0, 0])
            sums[:] = sums[0] + own, sums[1] + total
        for name, total in event["threads"].items():
            into["threads"][name] = into["threads"].get(name, 0) + total
    return into


FORMATS = {
    "pprof": Format(".pb.gz", pprof=pprof),
    "speedscope": Format(".speedscope.json", speedscope=speedscope),
}
