"""The events of a file as LinuxTracepoints-Net writes them: JSON, in the order of the file and of time, and text."""
import datetime
import json
import re
import struct

import eventheader
import facts

NAMES = {"ATTR": "HeaderAttr", "FEATURE": "HeaderFeature", "TRACING_DATA": "HeaderTracingData"}
SWITCH = re.compile(r"prev_comm=(.*) prev_pid=(-?\d+) prev_prio=(\d+) prev_state=(\S+) ==> "
                    r"next_comm=(.*) next_pid=(-?\d+) next_prio=(\d+)")
SWITCH_FIELDS = ("prev_comm", "prev_pid", "prev_prio", "prev_state", "next_comm", "next_pid", "next_prio")
# The kernel's states of a task by the letters it prints; its names for 0 and for what was pre-empted.
STATES = {0: "R", 1: "S", 2: "D", 0x10: "X", 0x80: "I", 0x100: "R+"}
USER_EVENT = re.compile(r"user_events:(.+)_L([0-9a-f]+)K([0-9a-f]+)(?:G\w+)?")


def flat(prefix, value):
    """A value's scalars by their paths."""
    if isinstance(value, dict):
        return {k: v for key, each in value.items() for k, v in flat((*prefix, key), each).items()}
    if isinstance(value, list):
        found = {(*prefix, "count"): len(value)}
        found.update({k: v for at, each in enumerate(value) for k, v in flat((*prefix, at), each).items()})
        return found
    return {prefix: value}


def clock_offset(objects):
    """Nanoseconds from the clock of the records to the time of day, as the feature CLOCK_DATA has them."""
    clock = next(o["fields"] for o in objects if o["type"] == "CLOCK_DATA")
    return clock["wall_time"] - clock["clock_time"]


def stamp(nanoseconds):
    """Their way to write a time: to 100 ns, without the zeros after."""
    text = datetime.datetime.fromtimestamp(nanoseconds // 10**9, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{text}.{nanoseconds % 10**9 // 100:07}".rstrip("0").rstrip(".") + "Z"


def meta_of(where, offset):
    found = {"time": stamp(where["time"] + offset), "cpu": where["cpu"], "pid": where["pid"]}
    return {**found, "tid": where["tid"]} if where["tid"] != where["pid"] else found


def other_record(record, offset):
    words = record["type"].split("_")
    name = NAMES.get(record["type"], "".join(word.capitalize() for word in words))
    found = {"NonSample": name, "size": record["size"] + record.get("data_behind", 0)}
    where = record["fields"].get("sample_id")
    return {**found, **(meta_of(where, offset) if where and where["time"] else {})}


def sample(record, offset, traces):
    fields = record["fields"]
    meta = meta_of(fields, offset)
    user = USER_EVENT.fullmatch(record["event"])
    trace = traces[fields["time"], fields["tid"]]
    if not user:
        values = dict(zip(SWITCH_FIELDS, SWITCH.fullmatch(trace).groups()))
        return {"n": record["event"], **{k: as_number(k, v) for k, v in values.items()}, "meta": meta}
    name, header, values = eventheader.decode(bytes.fromhex(fields["raw"]["hex"]))
    shown = dict(word.split("=") for word in trace.split())
    header["level"] = int(shown["level"])  # as prec script shows it
    if int(user[3], 16):
        header["keyword"] = f"0x{int(user[3], 16):X}"
    return {"n": f"{user[1]}:{name}", **values, "meta": {**meta, **header}}


def as_number(key, value):
    """They write pids as hexadecimal numbers."""
    if key.endswith("_pid"):
        return f"0x{int(value):X}"
    return int(value) if key.endswith("_prio") else value


def trace_texts(path):
    """The trace of each sample by its time and thread, from prec script."""
    lines = facts.prec("script", "--ns", "-F", "tid,time,trace", path=path).splitlines()
    found = [re.fullmatch(r"\s*(-?\d+)\s+(\d+)\.(\d{9}):\s*(.*?)\s*", line).groups() for line in lines]
    return {(int(seconds + nano), int(tid)): text for tid, seconds, nano, text in found}


def in_time_order(records):
    """Sorted by time from one FINISHED_INIT or FINISHED_ROUND to the next."""
    out, round_ = [], []
    for record in records:
        round_.append(record)
        if record["type"] in ("FINISHED_INIT", "FINISHED_ROUND"):
            out += sorted(round_[:-1], key=moment_of) + round_[-1:]
            round_ = []
    return out + sorted(round_, key=moment_of)


def moment_of(record):
    fields = record["fields"]
    return fields["time"] if record["type"] == "SAMPLE" else fields.get("sample_id", {}).get("time", 0)


def my_events(path):
    """Two lists of events as theirs: in the order of the file, and of time."""
    objects = facts.dump(path, "--hex")
    offset, traces = clock_offset(objects), trace_texts(path)
    records = [o for o in objects if o["kind"] == "record"]
    return [[sample(record, offset, traces) if record["type"] == "SAMPLE" else other_record(record, offset)
             for record in list_] for list_ in (records, in_time_order(records))]


def with_state(event):
    """The number of a task's state as the letter the kernel's own text has."""
    if "prev_state" in event:
        return {**event, "prev_state": STATES.get(event["prev_state"], event["prev_state"])}
    return event


def their_events(golden):
    with open(golden, encoding="utf-8-sig") as file:
        text = file.read()
    list_ = [with_state(event) for event in json.loads(re.sub(r"/\*.*?\*/", "", text))]
    return [list_[:len(list_) // 2], list_[len(list_) // 2:]]


def collect(golden, path):
    theirs, mine = {}, {}
    for order, their, my in zip(("file", "time"), their_events(golden), my_events(path)):
        theirs.update(flat((order,), their))
        mine.update(flat((order,), my))
    return theirs, mine


def text_event(block):
    """An event of the text: a line with its name, then a line each for its size, the "meta" of JSON and the fields."""
    head, *lines = block.split("\n")
    kind, name = head.split(": ", 1)
    found = {"name": name, "size": int(lines[0].removeprefix("  size = "))}
    for line in lines[1:]:
        key, value = line[2:].split(" = ", 1)
        value = json.loads(value)
        if key == "info":
            value["time"] = re.sub(r"\.?0*Z$", "Z", value["time"])
        found["meta" if key == "info" else key] = value
    return with_state(found) if kind == "Sample" else found


def my_text_event(record, offset, traces):
    if record["type"] != "SAMPLE":
        found = other_record(record, offset)
        where = {key: value for key, value in found.items() if key not in ("NonSample", "size")}
        return {"name": found["NonSample"], "size": record["size"], **({"meta": where} if where else {})}
    found = sample(record, offset, traces)
    found = {key.split(";tag=")[0]: value for key, value in found.items()}
    return {**found, "name": record["event"], "size": record["size"]}


def same_float(_, their, my):
    """Their text has 9 digits of numbers of 32 bits, the JSON as many as are needed."""
    if isinstance(their, float) and isinstance(my, float) and struct.pack("<f", their) == struct.pack("<f", my):
        return "the same number of 32 bits with more digits"
    return None


def collect_text(golden, path):
    """The text is in the order of time."""
    with open(golden, encoding="utf-8-sig") as file:
        blocks = re.split(r"\n(?=(?:Non)?Sample: )", file.read().rstrip("\n"))
    objects = facts.dump(path, "--hex")
    offset, traces = clock_offset(objects), trace_texts(path)
    records = in_time_order([o for o in objects if o["kind"] == "record"])
    theirs = flat((), [text_event(block) for block in blocks])
    return theirs, flat((), [my_text_event(record, offset, traces) for record in records]), same_float
