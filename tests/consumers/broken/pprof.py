"""A small profile of pprof, and for each rule one that breaks it."""
import gzip

import wire

from broken.changes import files_of

STRINGS = [b"", b"samples", b"count", b"cycles", b"/bin/a", b"main", b"inlined", b"a.c", b"thread", b"worker", b"tid"]


def good():
    return {
        "sample_type": [{"type": 1, "unit": 2}, {"type": 3, "unit": 2}],
        "sample": [{"location_id": [1, 2], "value": [3, 3000], "label": [{"key": 8, "str": 9}, {"key": 10, "num": 7}]},
                   {"location_id": [2], "value": [1, 900]}],
        "mapping": [{"id": 1, "memory_start": 0x1000, "memory_limit": 0x2000, "filename": 4, "has_functions": 1,
                     "has_line_numbers": 1, "has_inline_frames": 1}],
        "location": [{"id": 1, "mapping_id": 1, "address": 0x1100, "line": [{"function_id": 2, "line": 5},
                                                                            {"function_id": 1, "line": 9}]},
                     {"id": 2, "mapping_id": 1, "address": 0x1200, "line": [{"function_id": 1, "line": 9}]}],
        "function": [{"id": 1, "name": 5, "filename": 7}, {"id": 2, "name": 6, "filename": 7}],
        "string_table": list(STRINGS),
        "period_type": {"type": 3, "unit": 2},
        "period": 1000,
    }


def packed(profile):
    return gzip.compress(wire.encode("pprof", "Profile", profile))


CHANGES = {
    "string-first": (["string_table", 0], b"x"),
    "string-once": (["string_table", 9], b"main"),
    "string-index": (["function", 0, "filename"], 99),
    "id": (["mapping", 0, "id"], 0),
    "reference": (["sample", 1, "location_id"], [2, 3]),
    "values": (["sample", 1, "value"], [1]),
    "type": (["sample_type", 1], {"type": 1, "unit": 2}),
    "sample-once": (["sample", 0], {"location_id": [2], "value": [1, 1]}),
    "label": (["sample", 0, "label", 0], {"key": 8, "str": 9, "num": 1}),
    "location": (["location", 1], {"id": 2, "mapping_id": 1}),
    "location-once": (["location", 1], dict(good()["location"][0], id=2)),
    "function": (["function", 0, "name"], 0),
    "function-once": (["function", 1], {"id": 2, "name": 5, "filename": 7}),
    "orphan": (["sample", 0, "location_id"], [2]),
    "mapping": (["mapping", 0, "memory_limit"], 0x1000),
    "flags": (["mapping", 0, "has_inline_frames"], 0),
    "period": (["period"], -1),
}


def files():
    """(rule that is broken or None, bytes)"""
    yield from files_of(good(), packed, CHANGES)
    yield None, wire.encode("pprof", "Profile", good())
    yield "gzip", packed(good()) + packed(good())
    yield "message", packed(dict(good(), string_table=STRINGS + [b"\xff"]))
