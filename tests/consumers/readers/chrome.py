"""What a trace in Chrome's JSON says of samples."""
import json

import counted


def read(path):
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)
    frames, events = trace.get("stackFrames", {}), {}
    for sample in trace.get("samples", []):
        names, at = [], sample["sf"]
        while at is not None:
            names.append(frames[str(at)]["name"])
            at = frames[str(at)].get("parent")
        event = events.setdefault(sample["name"], dict(counted.event(), samples=0))
        event["samples"] += 1
        counted.add(event, names, sample["weight"], str(sample["tid"]))
    return {"events": events}
