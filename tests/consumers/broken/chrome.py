"""A small trace in Chrome's JSON, and for each rule those that break it."""
from broken.changes import GONE, as_json, files_of

GOOD = {
    "displayTimeUnit": "ns",
    "traceEvents": [
        {"ph": "M", "name": "process_name", "pid": 7, "args": {"name": "a"}},
        {"ph": "M", "name": "thread_name", "pid": 7, "tid": 8, "args": {"name": "a"}},
        {"ph": "X", "name": "running", "cat": "sched", "pid": 7, "tid": 8, "ts": 1.5, "dur": 8},
        {"ph": "X", "name": "within", "cat": "sched", "pid": 7, "tid": 8, "ts": 2, "dur": 7.5},
        {"ph": "C", "name": "cycles", "pid": 7, "ts": 2, "args": {"cycles": 5}},
        {"ph": "B", "name": "more", "pid": 7, "tid": 8, "ts": 20},
        {"ph": "E", "pid": 7, "tid": 8, "ts": 21},
        {"ph": "i", "name": "lost", "pid": 7, "tid": 8, "ts": 22, "s": "g"},
    ],
    "stackFrames": {"1": {"name": "main"}, "2": {"name": "work", "category": "a", "parent": "1"}},
    "samples": [{"cpu": 0, "tid": 8, "ts": 1, "name": "cycles", "sf": 2, "weight": 4},
                {"cpu": 1, "tid": 8, "ts": 3, "name": "cycles", "sf": "1", "weight": 2}],
}
CHANGES = {
    "json": (["more"], float("nan")),
    "schema": [(["traceEvents"], GONE), (["displayTimeUnit"], "us"), (["traceEvents", 2, "tid"], "8"),
               (["samples", 0, "weight"], "4")],
    "phase": [(["traceEvents", 0, "name"], "name"), (["traceEvents", 2, "ph"], "Q"), (["traceEvents", 2, "name"], ""),
              (["traceEvents", 7, "s"], "x")],
    "time": [(["traceEvents", 2, "ts"], -1), (["traceEvents", 2, "dur"], GONE)],
    "nesting": [(["traceEvents", 3, "dur"], 9), (["traceEvents", 5], GOOD["traceEvents"][6]),
                (["traceEvents", 6], GOOD["traceEvents"][5])],
    "stack": [(["stackFrames", "1", "name"], ""), (["stackFrames", "2", "parent"], "3"),
              (["stackFrames", "1", "parent"], "2")],
    "sample": [(["samples", 0, "sf"], 3), (["samples", 1, "ts"], 0.5)],
    "thread": [(["traceEvents", 1], GOOD["traceEvents"][0]), (["traceEvents", 2, "tid"], 9),
               (["samples", 0, "tid"], 9)],
    "counter": [(["traceEvents", 4, "args"], {}), (["traceEvents", 4, "args"], {"cycles": "5"})],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield from files_of(GOOD, as_json, CHANGES)
