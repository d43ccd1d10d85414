"""What holds for every profile of the Firefox Profiler in processed format 60, whose readers check nothing of it: an
index that is out of range is drawn as something else, and a prefix that points forward makes them go round for ever."""
import re

import texts

RULES = {
    "json": "a JSON text, no member twice, no infinite numbers",
    "schema": "the members of the format, of their types",
    "version": "preprocessedProfileVersion 60, which all readers upgrade",
    "symbolicated": "names are in the file, and no server is asked for them",
    "category": "categories have a color, a first grey one and a first subcategory",
    "library": "a library has a path, and a breakpadId that is that of its codeId",
    "columns": "all columns of a table are as long as it says",
    "index": "what is meant by a number is there",
    "prefix": "a stack comes after its prefix",
    "string-once": "each string is there once",
    "row-once": "each row of a table of frames, functions, stacks, resources and sources is there once",
    "inlined": "an inlined frame is at the address of the frame that it is inlined into, one level deeper",
    "name": "a name has no control characters",
    "time": "samples and counters are in order of time, and within the life of the thread",
    "weight": "weights are whole numbers or milliseconds, of a kind that readers know",
    "thread-once": "threads of a process have ids of their own, and processes one name",
    "marker": "a marker has a known phase, the times that go with it, and a schema",
    "counter": "a counter is that of a thread of its process",
}
COLORS = ("transparent purple green orange yellow lightblue blue brown magenta red lightred darkgrey grey").split()
FORMATS = ("url file-path sanitized-string string unique-string flow-id terminating-flow-id duration time seconds "
           "milliseconds microseconds nanoseconds bytes percentage integer decimal hexadecimal pid tid list").split()
DISPLAYS = ("marker-chart marker-table timeline-overview timeline-memory timeline-ipc timeline-fileio timeline-network "
            "stack-chart").split()
WEIGHTS = ("samples", "tracing-ms", "bytes")
INSTANT, INTERVAL, START, END = range(4)
# table: {column: what it is an index of, or None}; with "?" null or -1 may stand there
TABLES = {
    "stackTable": {"prefix": "stackTable?", "frame": "frameTable"},
    "frameTable": {"address": None, "inlineDepth": None, "category": "categories?", "subcategory": None,
                   "func": "funcTable",
                   "nativeSymbol": "nativeSymbols?", "innerWindowID": None, "line": None, "column": None},
    "funcTable": {"name": "strings", "isJS": None, "relevantForJS": None, "resource": "resourceTable?",
                  "source": "sources?",
                  "lineNumber": None, "columnNumber": None},
    "resourceTable": {"lib": "libs?", "name": "strings", "host": "strings?", "type": None},
    "nativeSymbols": {"libIndex": "libs", "address": None, "name": "strings", "functionSize": None},
    "sources": {"uuid": None, "filename": "strings"},
}


def violations(data):
    try:
        profile = texts.read_json(data)
    except (ValueError, EOFError, OSError) as error:
        yield "json", str(error)
        return
    try:
        sizes = sizes_of(profile)
        broken = list(of_meta(profile)) + list(of_libs(profile["libs"])) + list(of_shared(profile["shared"], sizes))
        yield from broken
        # What follows looks into the tables.
        if not {"columns", "index", "prefix"} & {rule for rule, _ in broken}:
            yield from of_stacks(profile["shared"])
            yield from of_threads(profile, sizes)
            yield from of_counters(profile)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        yield "schema", f"{type(error).__name__}: {error}"


def sizes_of(profile):
    shared = profile["shared"]
    sizes = {table: shared[table]["length"] for table in TABLES}
    return dict(sizes, libs=len(profile["libs"]), strings=len(shared["stringArray"]),
                categories=len(profile["meta"]["categories"]),
                threads=len(profile["threads"]))


def of_meta(profile):
    meta = profile["meta"]
    if meta["preprocessedProfileVersion"] != 60:
        yield "version", repr(meta["preprocessedProfileVersion"])
    if meta.get("symbolicated") is not True:
        yield "symbolicated", repr(meta.get("symbolicated"))
    for name in ("interval", "startTime", "processType", "stackwalk", "version"):
        if not texts.is_number(meta[name]):
            yield "schema", f"meta.{name}: {meta[name]!r}"
    if not isinstance(meta["product"], str) or sorted(meta["sampleUnits"]) != ["eventDelay", "threadCPUDelta", "time"]:
        yield "schema", f"product {meta['product']!r}, sampleUnits {meta['sampleUnits']!r}"
    for at, category in enumerate(meta["categories"]):
        if category["color"] not in COLORS or not category["name"] or not category["subcategories"]:
            yield "category", f"categories[{at}]: {category}"
    if not any(category["color"] == "grey" for category in meta["categories"]):
        yield "category", "none is grey"
    yield from of_schemas(meta["markerSchema"])
    if profile["pages"] != []:
        yield "schema", "pages"


def of_schemas(schemas):
    for at in texts.first_again(schema["name"] for schema in schemas):
        yield "marker", f"markerSchema[{at}]: {schemas[at]['name']} again"
    for at, schema in enumerate(schemas):
        formats = [field["format"] for field in schema["fields"] if not isinstance(field["format"], dict)]
        if not set(formats) <= set(FORMATS) or not set(schema["display"]) <= set(DISPLAYS):
            yield "marker", f"markerSchema[{at}]: {schema}"


def breakpad_of(code):
    """Of a build-id in hex, of a machine whose numbers begin with the lowest byte."""
    raw = bytes.fromhex(code)[:16].ljust(16, b"\0")
    return (raw[3::-1] + raw[5:3:-1] + raw[7:5:-1] + raw[8:]).hex().upper() + "0"


def of_libs(libs):
    for at, lib in enumerate(libs):
        code, breakpad = lib.get("codeId"), lib["breakpadId"]
        if not lib["path"] or not lib["name"] or any(not isinstance(lib[name], str)
                                                     for name in ("arch", "debugName", "debugPath")):
            yield "library", f"libs[{at}]: {lib}"
        elif code and not re.fullmatch(r"([0-9a-f]{2})+", code):
            yield "library", f"libs[{at}]: codeId {code}"
        elif code and breakpad and breakpad not in (breakpad_of(code), code.upper()[:32].ljust(32, "0") + "0"):
            yield "library", f"libs[{at}]: breakpadId {breakpad} of {code}"
    for at in texts.first_again((lib["path"], lib.get("codeId")) for lib in libs):
        yield "library", f"libs[{at}]: again"


def of_shared(shared, sizes):
    strings = shared["stringArray"]
    for at in texts.first_again(strings):
        yield "string-once", f"stringArray[{at}]: {strings[at]!r}"
    for at, text in enumerate(strings):
        if not isinstance(text, str) or texts.has_controls(text):
            yield "name", f"stringArray[{at}]: {text!r}"
    for table, columns in TABLES.items():
        for column, target in columns.items():
            yield from of_column(f"{table}.{column}", shared[table][column], shared[table]["length"], target, sizes)
    for at, prefix in enumerate(shared["stackTable"]["prefix"]):
        if prefix is not None and prefix >= at:
            yield "prefix", f"stackTable.prefix[{at}]: {prefix}"
    for table in ("stackTable", "frameTable", "funcTable", "resourceTable", "sources"):
        for at in texts.first_again(zip(*(shared[table][column] for column in TABLES[table]))):
            yield "row-once", f"{table}[{at}]"


def of_column(name, column, length, target, sizes):
    if len(column) != length:
        yield "columns", f"{name}: {len(column)} of {length}"
    if target:
        limit = sizes[target.rstrip("?")]
        for at, value in enumerate(column):
            if not texts.is_index(value, limit) and not (target.endswith("?") and value in (None, -1)):
                yield "index", f"{name}[{at}]: {value}, of {limit}"


def of_stacks(shared):
    stacks, frames = shared["stackTable"], shared["frameTable"]
    for at, frame in enumerate(stacks["frame"]):
        depth, prefix = frames["inlineDepth"][frame], stacks["prefix"][at]
        if not depth:
            continue
        outer = None if prefix is None else stacks["frame"][prefix]
        alike = outer is not None and all(frames[name][frame] == frames[name][outer]
                                          for name in ("address", "nativeSymbol"))
        if not alike or frames["inlineDepth"][outer] != depth - 1:
            yield "inlined", f"stack {at}"


def of_threads(profile, sizes):
    names, ids = {}, set()
    for at, thread in enumerate(profile["threads"]):
        place, pid = f"threads[{at}]", thread["pid"]
        if not isinstance(pid, str) or not isinstance(thread["name"], str) or thread["pausedRanges"] != []:
            yield "schema", f"{place}: pid {pid!r}, name {thread['name']!r}"
        if texts.has_controls(thread["name"]) or texts.has_controls(thread.get("processName") or ""):
            yield "name", f"{place}: {thread['name']!r}"
        if (pid, thread["tid"]) in ids or names.setdefault(pid, thread.get("processName")) != thread.get("processName"):
            yield "thread-once", f"{place}: pid {pid}, tid {thread['tid']}, process {thread.get('processName')!r}"
        ids.add((pid, thread["tid"]))
        yield from of_samples(place, thread, sizes)
        yield from of_markers(place, thread["markers"], profile, sizes)


def of_samples(place, thread, sizes):
    samples = thread["samples"]
    for column in ("stack", "time", "weight", "threadCPUDelta"):
        if samples.get(column) is not None or column in ("stack", "time"):
            target = "stackTable?" if column == "stack" else None
            yield from of_column(f"{place}.samples.{column}", samples[column], samples["length"], target, sizes)
    if samples["weightType"] not in WEIGHTS:
        yield "weight", f"{place}: {samples['weightType']!r}"
    for at, weight in enumerate(samples["weight"] or []):
        if not texts.is_number(weight) or samples["weightType"] != "tracing-ms" and not isinstance(weight, int):
            yield "weight", f"{place}.samples.weight[{at}]: {weight!r}"
    times = samples["time"]
    if any(not texts.is_number(time) for time in times):
        yield "time", f"{place}: a time is no number"
        return
    if times != sorted(times):
        yield "time", f"{place}: they fall"
    end = thread["unregisterTime"]
    if times and (min(times) < thread["registerTime"] or end is not None and max(times) > end):
        yield "time", f"{place}: samples from {times[0]} to {times[-1]}, its end is {end}"


def of_markers(place, markers, profile, sizes):
    schemas = {schema["name"]: {field["key"] for field in schema["fields"]}
               for schema in profile["meta"]["markerSchema"]}
    for column, target in (("name", "strings"), ("category", "categories"), ("startTime", None), ("endTime", None),
                           ("phase", None), ("data", None)):
        yield from of_column(f"{place}.markers.{column}", markers[column], markers["length"], target, sizes)
    for at, (start, end, phase, data) in enumerate(zip(*(markers[name]
                                                         for name in ("startTime", "endTime", "phase", "data")))):
        wanted = {INSTANT: (1, 0), INTERVAL: (1, 1), START: (1, 0), END: (0, 1)}.get(phase)
        there = tuple(int(texts.is_number(time)) for time in (start, end))
        if wanted != there or phase == INTERVAL and end < start:
            yield "marker", f"{place}.markers[{at}]: phase {phase}, from {start} to {end}"
        if data is not None and (data["type"] not in schemas
                                 or not set(data) <= schemas[data["type"]] | {"type", "cause"}):
            yield "marker", f"{place}.markers[{at}]: {data}"
        if data and "cause" in data and not texts.is_index(data["cause"]["stack"], sizes["stackTable"]):
            yield "index", f"{place}.markers[{at}].data.cause.stack: {data['cause']['stack']}"


def of_counters(profile):
    for at, counter in enumerate(profile["counters"]):
        place, samples, main = f"counters[{at}]", counter["samples"], counter["mainThreadIndex"]
        if not texts.is_index(main, len(profile["threads"])) or profile["threads"][main]["pid"] != counter["pid"]:
            yield "counter", f"{place}: thread {main} of process {counter['pid']}"
        for column in ("time", "count"):
            yield from of_column(f"{place}.samples.{column}", samples[column], samples["length"], None, {})
        if samples["time"] != sorted(samples["time"]):
            yield "time", f"{place}: they fall"
