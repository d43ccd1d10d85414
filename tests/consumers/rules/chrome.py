"""What holds for every trace in Chrome's JSON, in the form of an object: Perfetto and speedscope read it."""
import texts

RULES = {
    "json": "a JSON text, no member twice, no infinite numbers",
    "schema": "the members of the format, of their types",
    "phase": "an event is of a known kind, and has what that kind needs",
    "time": "times are no less than 0, and so are durations",
    "nesting": "slices of a thread lie within each other or apart, and what begins ends",
    "stack": "a frame has a name and a parent that is there, and none is its own",
    "sample": "samples have frames that are there, and come in order of time",
    "thread": "each process and thread that something is of has a name, once",
    "counter": "a counter has numbers",
}
NAMED = ("process_name", "thread_name", "process_sort_index", "thread_sort_index", "process_labels")
# Thousandths of what the times are in.
NEAR = 0.0005


def violations(data):
    try:
        trace = texts.read_json(data)
    except (ValueError, EOFError, OSError) as error:
        yield "json", str(error)
        return
    try:
        events = trace["traceEvents"]
        if trace.get("displayTimeUnit", "ns") not in ("ms", "ns"):
            yield "schema", f"displayTimeUnit {trace['displayTimeUnit']!r}"
        for at, event in enumerate(events):
            yield from of_event(f"traceEvents[{at}]", event)
        yield from of_names(events, trace.get("samples", []))
        yield from of_slices(events)
        yield from of_stacks(trace.get("stackFrames", {}))
        yield from of_samples(trace.get("samples", []), trace.get("stackFrames", {}))
    except (KeyError, TypeError, AttributeError) as error:
        yield "schema", f"{type(error).__name__}: {error}"


def of_event(place, event):
    phase = event["ph"]
    if phase == "M":
        if event["name"] not in NAMED or not isinstance(event["args"], dict) or not isinstance(event["pid"], int):
            yield "phase", f"{place}: {event}"
        return
    if phase not in ("X", "B", "E", "i", "C", "P") or phase != "E" and not event.get("name"):
        yield "phase", f"{place}: {event}"
        return
    if phase != "C" and not isinstance(event["tid"], int) or not isinstance(event["pid"], int):
        yield "schema", f"{place}: {event}"
    for name in ("ts", "dur") if phase == "X" else ("ts",):
        if not texts.is_number(event.get(name)) or event[name] < 0:
            yield "time", f"{place}: {name} {event.get(name)!r}"
    if phase == "C" and (not event.get("args") or not all(texts.is_number(value) for value in event["args"].values())):
        yield "counter", f"{place}: {event.get('args')}"
    if phase == "i" and event.get("s", "t") not in ("t", "p", "g"):
        yield "phase", f"{place}: {event}"


def of_names(events, samples):
    names = [(event["pid"], event.get("tid") if event["name"] == "thread_name" else None) for event in events
             if event["ph"] == "M" and event["name"] in ("thread_name", "process_name")]
    for at in texts.first_again(names):
        yield "thread", f"process {names[at][0]}, thread {names[at][1]}: named twice"
    wanted = {(event["pid"], event["tid"]) for event in events if event["ph"] not in ("M", "C")}
    for pid, tid in sorted(wanted - set(names)):
        yield "thread", f"process {pid}, thread {tid}: no name"
    tids = {tid for _, tid in names}
    for tid in sorted({sample["tid"] for sample in samples} - tids):
        yield "thread", f"thread {tid}: no name"


def of_slices(events):
    ends, opened = {}, {}
    slices = [event for event in events if event["ph"] == "X" and texts.is_number(event["ts"])
              and texts.is_number(event["dur"])]
    for event in sorted(slices, key=lambda event: (event["ts"], -event["dur"])):
        outer = ends.setdefault((event["pid"], event["tid"]), [])
        while outer and outer[-1] <= event["ts"] + NEAR:
            outer.pop()
        end = event["ts"] + event["dur"]
        if outer and end > outer[-1] + NEAR:
            yield "nesting", f"{event} ends after {outer[-1]}"
        outer.append(end)
    for event in events:
        if event["ph"] in "BE":
            thread = (event["pid"], event["tid"])
            opened[thread] = opened.get(thread, 0) + (1 if event["ph"] == "B" else -1)
            if opened[thread] < 0:
                yield "nesting", f"{event} ends nothing"
    for thread, number in opened.items():
        if number > 0:
            yield "nesting", f"{number} of thread {thread} do not end"


def of_stacks(frames):
    # What leads to a root without going round.
    good = set()
    for name, frame in frames.items():
        if not isinstance(frame.get("name"), str) or not frame["name"]:
            yield "stack", f"{name}: {frame}"
        way, at = [], name
        while at is not None and at not in good and at not in way:
            way.append(at)
            at = str(frames[at]["parent"]) if at in frames and frames[at].get("parent") is not None else None
            if at is not None and at not in frames:
                yield "stack", f"{name}: no frame {at}"
                return
        if at in way:
            yield "stack", f"{name}: comes back to {at}"
            return
        good.update(way)


def of_samples(samples, frames):
    last = 0
    for at, sample in enumerate(samples):
        if str(sample.get("sf")) not in frames or not texts.is_number(sample["ts"]) or sample["ts"] < last:
            yield "sample", f"samples[{at}]: {sample}"
        kinds = isinstance(sample["tid"], int) and isinstance(sample["name"], str)
        if not kinds or not texts.is_number(sample["weight"]):
            yield "schema", f"samples[{at}]: {sample}"
        last = sample["ts"] if texts.is_number(sample["ts"]) else last
