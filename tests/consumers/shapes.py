"""The formats of prec export: how their files are named, which tools read them, and what these call the events of a
recording and count of them.

A shape takes what a reader found and what is wanted, {event: counts} each, and returns both in the same form: without
what the format or the reader does not hold."""
import re

import counted


class Format:
    """readers: {name of a reader: shape}. single: a file holds one event. options: of prec export."""

    def __init__(self, suffix, single=False, options=(), **readers):
        self.suffix, self.single, self.options, self.readers = suffix, single, options, readers


def plain(event, *without):
    """A copy of what is found or wanted, without what cannot be compared, and the place of code without a name."""
    functions = {}
    for name, (own, total) in event["functions"].items():
        sums = functions.get(nameless(name), [0, 0])
        functions[nameless(name)] = [sums[0] + own, sums[1] + total]
    return {name: value for name, value in dict(event, functions=functions).items() if name not in without}


def nameless(name):
    """One name for all code of a file that has none: of its functions prec may know the bounds, "[libc.so.6+0x10]" in
    exports, "libc.so.6[+0x10]" in reports."""
    return re.sub(r"^\[?([^\[]+)\[?\+0x[0-9a-f]+\]$", r"[\1]", name)


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


def callgrind(found, wanted):
    """A column for each event, by a word of letters and digits, also of functions that have none of it."""
    several = several_of(wanted)

    def told(event):
        functions = {name: sums for name, sums in plain(event)["functions"].items()
                     if sums != [0, 0] and name not in several}
        return {"total": event["total"], "functions": functions}

    words = {re.sub("[^A-Za-z0-9]", "", re.sub(":[ukhGHpPSDWeIb]+$", "", name)): event for name, event in wanted.items()}
    return ({name: told(event) for name, event in found["events"].items()},
            {name: told(event) for name, event in words.items()})


def several_of(wanted):
    """Names that several functions have, for what tells these apart: a stack may have both."""
    return set().union(*(event["several"] for event in wanted.values()))


def one_event(found, wanted):
    """Stacks of functions alone, of one event that has no name there."""
    return ({name: plain(found["events"][""], "threads") for name in wanted},
            {name: plain(event, "threads", "samples", "inlined") for name, event in wanted.items()})


def one_event_counted(found, wanted):
    """Samples are counted, not what they weigh; code without a name is not told apart by files."""
    several = several_of(wanted)

    def told(event):
        functions = {name: sums for name, sums in plain(event)["functions"].items()
                     if name not in several and name[0] != "["}
        return {"total": event["total"], "functions": functions}

    return ({name: told(found["events"][""]) for name in wanted},
            {name: told(event["counts"]) for name, event in wanted.items()})


def rows(found, wanted):
    """Rows of named functions: those of nameless code have no sum of all that they call, and what was sampled in an
    inlined function is that of the one around it."""
    several = several_of(wanted)

    def named(event):
        functions = {name: total for name, (_, total) in plain(event)["functions"].items()
                     if name[0] != "[" and name not in several}
        return {"total": event["total"], "functions": functions}

    return ({name: named(event) for name, event in found["events"].items()},
            {name: named(event) for name, event in wanted.items()})


def firefox(found, wanted):
    """Of clocks the reader has ms, else what was counted; a thread has a number for each of its events, "42.1"."""
    events, wanted = {}, {name: plain(event) for name, event in wanted.items()}
    for name, event in found["events"].items():
        scale = 1e6 if event["unit"] == "tracing-ms" else 1
        functions = plain(event)["functions"]
        ns = {key: [round(own * scale), round(total * scale)] for key, (own, total) in functions.items()}
        threads = {}
        for tid, total in event["threads"].items():
            threads[tid.split(".")[0]] = round(total * scale)
        # One event has no name.
        name = name or next(iter(wanted))
        events[name] = {"total": round(event["total"] * scale), "functions": ns, "threads": threads}
        for several in event["several"]:
            ns[several][1] = None
            if several in wanted.get(name, event)["functions"]:
                wanted[name]["functions"][several][1] = None
    return events, wanted


def chrome(found, wanted):
    """All samples with their periods; of functions the names alone."""
    return found["events"], {name: plain(event, "counts", "inlined") for name, event in wanted.items()}


def weighted(found, wanted):
    """A file that has events by their names, and their weights."""
    return ({name: plain(event) for name, event in found["events"].items()},
            {name: plain(event, "samples", "counts", "inlined") for name, event in wanted.items()})


FORMATS = {
    "chrome": Format(".trace.json", chrome=chrome),
    "firefox": Format(".firefox.json", firefox=firefox),
    "callgrind": Format(".callgrind", callgrind=callgrind),
    "csv": Format(".csv", options=["-s", "dso,sym"], csv_rows=rows),
    "flamescope": Format(".stacks", single=True, firefox=one_event_counted),
    "folded": Format(".folded", single=True, options=["-s", "sym", "--weight", "period"], folded=one_event),
    "jsonl": Format(".jsonl", options=["-s", "dso,sym"], jsonl_rows=rows),
    "perfetto": Format(".pftrace", perfetto=chrome),
    "otlp": Format(".otlp", otlp=weighted),
    "otlp-json": Format(".otlp.json", **{"otlp-json": weighted}),
    "pprof": Format(".pb.gz", pprof=pprof),
    "speedscope": Format(".speedscope.json", speedscope=speedscope),
}
