"""A small profile of the Firefox Profiler, and for each rule those that break it: main has work inlined, whose line is
7."""
import gzip

from broken.changes import GONE, as_json, files_of

GOOD = {
    "meta": {"interval": 1, "startTime": 1000, "processType": 0, "product": "prec", "stackwalk": 1, "version": 24,
             "preprocessedProfileVersion": 60, "symbolicated": True,
             "categories": [{"name": "Other", "color": "grey", "subcategories": ["Other"]},
                            {"name": "User", "color": "yellow", "subcategories": ["Other"]}],
             "markerSchema": [{"name": "Lost", "display": ["marker-table"],
                               "fields": [{"key": "count", "label": "Records", "format": "integer"}]}],
             "sampleUnits": {"time": "ms", "eventDelay": "ms", "threadCPUDelta": "ns"}},
    "libs": [{"arch": "", "name": "a", "path": "/bin/a", "debugName": "a", "debugPath": "/bin/a",
              "codeId": "00112233445566778899aabbccddeeff00112233", "breakpadId": "33221100554477668899AABBCCDDEEFF0"}],
    "pages": [],
    "profilerOverhead": [],
    "counters": [{"name": "cycles", "category": "CPU", "description": "", "pid": "7", "mainThreadIndex": 0,
                  "samples": {"length": 2, "time": [1, 2], "count": [5, 6]}}],
    "shared": {
        "stringArray": ["main", "work", "a", "a.c", "lost"],
        "stackTable": {"length": 2, "prefix": [None, 0], "frame": [0, 1]},
        "frameTable": {"length": 2, "address": [16, 16], "inlineDepth": [0, 1], "category": [1, None],
                       "subcategory": [0, 0],
                       "func": [0, 1], "nativeSymbol": [0, 0], "innerWindowID": [0, 0], "line": [3, 7],
                       "column": [None, None]},
        "funcTable": {"length": 2, "name": [0, 1], "isJS": [False, False], "relevantForJS": [False, False],
                      "resource": [0, 0], "source": [0, 0], "lineNumber": [None, None], "columnNumber": [None, None]},
        "resourceTable": {"length": 1, "lib": [0], "name": [2], "host": [None], "type": [1]},
        "nativeSymbols": {"length": 1, "libIndex": [0], "address": [0], "name": [0], "functionSize": [64]},
        "sources": {"length": 1, "uuid": [None], "filename": [3]},
    },
    "threads": [{
        "name": "a", "isMainThread": True, "processType": "default", "processName": "a", "pid": "7", "tid": 7,
        "registerTime": 0, "unregisterTime": 9, "processStartupTime": 0, "processShutdownTime": None,
        "pausedRanges": [],
        "showMarkersInTimeline": True,
        "samples": {"length": 3, "stack": [1, 0, None], "time": [1, 2, 2.5], "weight": [4, 2, 1],
                    "weightType": "samples"},
        "markers": {"length": 1, "name": [4], "startTime": [2], "endTime": [None], "phase": [0], "category": [0],
                    "data": [{"type": "Lost", "count": 3}]},
    }],
}
MARKERS, SAMPLES = ["threads", 0, "markers"], ["threads", 0, "samples"]
CHANGES = {
    "json": (["meta", "interval"], float("inf")),
    "schema": [(["meta", "markerSchema"], GONE), (["threads", 0, "pid"], 7), (["meta", "product"], 1),
               (["shared", "sources"], GONE), (["meta", "interval"], "1"), (["pages"], [{}])],
    "version": (["meta", "preprocessedProfileVersion"], 75),
    "symbolicated": (["meta", "symbolicated"], False),
    "category": [(["meta", "categories", 0, "color"], "green"), (["meta", "categories", 1, "subcategories"], []),
                 (["meta", "categories", 1, "color"], "pink")],
    "library": [(["libs", 0, "path"], ""), (["libs", 0, "codeId"], "0"), (["libs", 0, "breakpadId"], "0" * 33),
                (["libs"], GOOD["libs"] * 2)],
    "columns": [(["shared", "frameTable", "line"], [3]), (SAMPLES + ["weight"], [1]), (MARKERS + ["phase"], []),
                (["counters", 0, "samples", "count"], [5])],
    "index": [(["shared", "stackTable", "frame", 0], 2), (["shared", "funcTable", "name", 0], 5),
              (SAMPLES + ["stack", 0], 2),
              (["shared", "frameTable", "func", 0], None), (MARKERS + ["category", 0], 2),
              (MARKERS + ["data", 0], {"type": "Lost", "cause": {"stack": 2}})],
    "prefix": [(["shared", "stackTable", "prefix", 0], 1), (["shared", "stackTable", "prefix", 1], 1)],
    "string-once": (["shared", "stringArray", 4], "main"),
    "row-once": (["shared", "stackTable"], {"length": 3, "prefix": [None, 0, 0], "frame": [0, 1, 1]}),
    "inlined": [(["shared", "frameTable", "address", 1], 17), (["shared", "frameTable", "inlineDepth", 1], 2),
                (["shared", "stackTable", "prefix", 1], None)],
    "name": [(["shared", "stringArray", 0], "a\nb"), (["threads", 0, "name"], "\x1b[m")],
    "time": [(SAMPLES + ["time", 0], 3), (SAMPLES + ["time", 2], 10), (SAMPLES + ["time", 0], "1"),
             (["threads", 0, "registerTime"], 1.5), (["counters", 0, "samples", "time", 0], 3)],
    "weight": [(SAMPLES + ["weightType"], "cycles"), (SAMPLES + ["weight", 0], 1.5)],
    "thread-once": [(["threads"], GOOD["threads"] * 2),
                    (["threads"], [GOOD["threads"][0], dict(GOOD["threads"][0], tid=8, processName="b")])],
    "marker": [(MARKERS + ["phase", 0], 1), (MARKERS + ["phase", 0], 4), (MARKERS + ["data", 0], {"type": "Other"}),
               (MARKERS + ["data", 0], {"type": "Lost", "more": 1}),
               (["meta", "markerSchema"], GOOD["meta"]["markerSchema"] * 2),
               (["meta", "markerSchema", 0, "fields", 0, "format"], "number"),
               (["meta", "markerSchema", 0, "display"], ["x"])],
    "counter": [(["counters", 0, "pid"], "8"), (["counters", 0, "mainThreadIndex"], 1)],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield from files_of(GOOD, as_json, CHANGES)
    yield None, gzip.compress(as_json(GOOD))
