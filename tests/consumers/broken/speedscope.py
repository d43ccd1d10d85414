"""A small file of speedscope, and for each rule those that break it."""
from broken.changes import GONE, as_json, files_of

GOOD = {
    "$schema": "https://www.speedscope.app/file-format-schema.json",
    "activeProfileIndex": 0,
    "shared": {"frames": [{"name": "main", "file": "a.c"}, {"name": "work", "file": "a.c", "line": 7}]},
    "profiles": [
        {"type": "sampled", "name": "cycles", "unit": "none", "startValue": 0, "endValue": 6, "samples": [[0, 1], [0]],
         "weights": [4, 2]},
        {"type": "evented", "name": "a 7/7", "unit": "nanoseconds", "startValue": 0, "endValue": 9,
         "events": [{"type": "O", "frame": 0, "at": 1}, {"type": "O", "frame": 1, "at": 1},
                    {"type": "C", "frame": 1, "at": 2}, {"type": "C", "frame": 0, "at": 9}]},
    ],
}
CHANGES = {
    "json": (["name"], float("nan")),
    "schema": [(["$schema"], "other"), (["profiles"], GONE), (["shared", "frames", 0], {}),
               (["profiles", 0, "type"], "x"),
               (["profiles", 0, "endValue"], "6"), (["shared", "frames", 0, "line"], "7")],
    "unit": (["profiles", 0, "unit"], "cycles"),
    "frame": [(["shared", "frames", 0, "name"], ""), (["shared", "frames", 0, "name"], 1)],
    "frame-once": (["shared", "frames", 0], GOOD["shared"]["frames"][1]),
    "index": [(["profiles", 0, "samples", 1], [2]), (["profiles", 1, "events", 0, "frame"], -1),
              (["activeProfileIndex"], 2)],
    "columns": (["profiles", 0, "weights"], [6]),
    "weight": [(["profiles", 0, "weights", 0], -4), (["profiles", 0, "endValue"], 7)],
    "order": [(["profiles", 1, "events", 2, "frame"], 0), (["profiles", 1, "events", 2, "at"], 0.5),
              (["profiles", 1, "events", 3], GONE), (["profiles", 1, "events", 3, "at"], 10)],
    "profile-once": (["profiles", 1, "name"], "cycles"),
}


def files():
    """(rule that is broken or None, bytes)"""
    yield from files_of(GOOD, as_json, CHANGES)
    yield "json", b'{"name": 1, "name": 2}'
