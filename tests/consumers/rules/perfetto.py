"""What holds for every trace of Perfetto's own format with samples: of a packet that lacks something its reader counts
an error, and shows the rest."""
import wire

RULES = {
    "message": "a Trace of known fields",
    "sequence": "each packet is of a sequence, which begins with its state cleared",
    "interned": "what is interned has a number of its own in the sequence, and not 0",
    "interned-once": "what is interned is so once",
    "reference": "what is meant by a number was interned before, or in the same packet",
    "needs-state": "a packet that means something interned says so",
    "name": "what is interned has a name without control characters, in UTF-8",
    "time": "a sample has a time, on a clock that readers know",
    "task": "the process and the thread of a sample have names",
    "thread-once": "each process and thread is described once",
    "events": "the event of samples has a name and a period or frequency, and each other one a count in every sample",
    "frame": "a frame has a function or an address, and a callstack has frames",
    "mapping": "a mapping is not empty",
    "track": "an event has a name and a track, that of a thread that has a name; slices begin and end in turn",
    "counter": "a counter has a track of its own with a name and a unit, values alone, and these in the order of time",
}
BEGIN, END, INSTANT, COUNTER = 1, 2, 3, 4
CLEARED, NEEDS_STATE = 1, 2
# kind of what is interned: {field: the kind that it means}
KINDS = {
    "function_names": {}, "build_ids": {}, "mapping_paths": {}, "source_paths": {},
    "mappings": {"build_id": "build_ids", "path_string_ids": "mapping_paths"},
    "frames": {"function_name_id": "function_names", "mapping_id": "mappings", "source_path_iid": "source_paths"},
    "callstacks": {"frame_ids": "frames"},
}
BUILTIN_CLOCKS = {1, 3, 5, 6}


class Sequence:
    def __init__(self):
        self.cleared, self.defaults = False, {}
        self.known = {kind: set() for kind in KINDS}
        self.contents = {kind: set() for kind in KINDS}


def violations(data):
    try:
        packets = wire.decode("perfetto", "Trace", data).get("packet", [])
    except wire.Broken as error:
        yield "message", str(error)
        return
    threads = list(of_processes(packets))
    yield from (found for found in threads if isinstance(found[0], str))
    named = {found for found in threads if not isinstance(found[0], str)}
    clocks = BUILTIN_CLOCKS | {clock.get("clock_id") for packet in packets
                               for clock in packet.get("clock_snapshot", {}).get("clocks", [])}
    sequences = {}
    for at, packet in enumerate(packets):
        number = packet.get("trusted_packet_sequence_id", 0)
        sequence = sequences.setdefault(number, Sequence())
        for rule, what in of_packet(packet, number, sequence, clocks, named):
            yield rule, f"packet {at}: {what}"
    yield from of_tracks([packet for packet in packets if not is_of_counter(packet)], named)
    yield from of_counters(packets)


def is_of_counter(packet):
    return "counter" in packet.get("track_descriptor", {}) or packet.get("track_event", {}).get("type") == COUNTER


def of_counters(packets):
    tracks, others = {}, {packet["track_descriptor"].get("uuid") for packet in packets
                          if "track_descriptor" in packet and not is_of_counter(packet)}
    for at, packet in enumerate(packets):
        if not is_of_counter(packet):
            continue
        track, event = packet.get("track_descriptor"), packet.get("track_event", {})
        if track:
            unit = track["counter"].get("unit_name") or track["counter"].get("unit")
            if not track.get("uuid") or track["uuid"] in others | {*tracks} or not track.get("name") or not unit:
                yield "counter", f"packet {at}: {track}"
            tracks[track.get("uuid")] = 0
            continue
        uuid, time = event.get("track_uuid"), packet.get("timestamp")
        values = {"counter_value", "double_counter_value"} & set(event)
        if uuid not in tracks or time is None or len(values) != 1 or time < tracks[uuid]:
            yield "counter", f"packet {at}: {packet}"
        tracks[uuid] = time or 0


def of_tracks(packets, named):
    tracks, opened = {}, {}
    for at, packet in enumerate(packets):
        if "track_descriptor" in packet:
            track, thread = packet["track_descriptor"], packet["track_descriptor"].get("thread", {})
            ids = (thread.get("pid", 0), thread.get("tid", 0))
            if not track.get("uuid") or track["uuid"] in tracks or ids not in named:
                yield "track", f"packet {at}: {track}"
            tracks[track.get("uuid")] = ids
        event = packet.get("track_event")
        if event is None:
            continue
        kind, uuid = event.get("type"), event.get("track_uuid")
        if kind not in (BEGIN, END, INSTANT) or uuid not in tracks or "timestamp" not in packet:
            yield "track", f"packet {at}: {packet}"
        elif kind != END and not event.get("name"):
            yield "track", f"packet {at}: no name"
        elif kind in (BEGIN, END):
            last, time = opened.get(uuid, (END, 0)), packet["timestamp"]
            if last[0] == kind or last[1] > time:
                yield "track", f"packet {at}: after {last}: {packet}"
            opened[uuid] = (kind, time)
    for uuid, (kind, _) in opened.items():
        if kind == BEGIN:
            yield "track", f"a slice of track {uuid} does not end"


def of_processes(packets):
    """Violations, and (pid, tid) of each thread that has a name."""
    pids, tids = set(), set()
    for packet in packets:
        tree = packet.get("process_tree", {})
        for process in tree.get("processes", []):
            if process.get("pid", 0) in pids:
                yield "thread-once", f"process {process.get('pid', 0)}"
            pids.add(process.get("pid", 0))
            if any(process.get("cmdline", [])):
                yield process.get("pid", 0), None
        for thread in tree.get("threads", []):
            if thread.get("tid", 0) in tids:
                yield "thread-once", f"thread {thread.get('tid', 0)}"
            tids.add(thread.get("tid", 0))
            if thread.get("name"):
                yield thread.get("tgid", 0), thread.get("tid", 0)


def of_packet(packet, number, sequence, clocks, named):
    flags = packet.get("sequence_flags", 0)
    if flags & CLEARED:
        sequence.__init__()
        sequence.cleared = True
    if not number or not sequence.cleared and (flags & NEEDS_STATE or "interned_data" in packet):
        yield "sequence", f"sequence {number}, flags {flags}"
    sequence.defaults = packet.get("trace_packet_defaults", sequence.defaults)
    yield from of_interned(packet.get("interned_data", {}), sequence)
    for kind in ("perf_sample", "stack_sample"):
        if kind in packet:
            yield from of_sample(packet, kind, sequence, clocks, named)


def of_interned(interned, sequence):
    for kind, every in interned.items():
        for element in every:
            iid = element.get("iid", 0)
            if not iid or iid in sequence.known[kind]:
                yield "interned", f"{kind} {iid}"
            content = repr(sorted((name, value) for name, value in element.items() if name != "iid"))
            if content in sequence.contents[kind]:
                yield "interned-once", f"{kind} {iid}: {content}"
            sequence.known[kind].add(iid)
            sequence.contents[kind].add(content)
    for kind, every in interned.items():
        for element in every:
            yield from of_element(kind, element, sequence.known)


def of_element(kind, element, known):
    place = f"{kind} {element.get('iid', 0)}"
    for field, meant in KINDS[kind].items():
        numbers = element.get(field, [])
        for number in numbers if isinstance(numbers, list) else [numbers]:
            # A frame may have no mapping.
            if number not in known[meant] and (number or meant != "mappings"):
                yield "reference", f"{place}: {meant} {number}"
    if kind == "frames" and not element.get("function_name_id") and not element.get("rel_pc"):
        yield "frame", place
    if kind == "callstacks" and not element.get("frame_ids"):
        yield "frame", place
    start, end = element.get("start", 0), element.get("end", 0)
    if kind == "mappings" and (start or end) and start >= end:
        yield "mapping", place
    if not KINDS[kind] and kind != "build_ids":
        text = element.get("str", b"").decode("utf-8", errors="replace")
        if not text or "\ufffd" in text or any(ord(letter) < 32 or ord(letter) == 127 for letter in text):
            yield "name", f"{place}: {element.get('str')!r}"


def of_sample(packet, kind, sequence, clocks, named):
    sample = packet[kind]
    task = sample.get("task_context", {}) if kind == "stack_sample" else sample
    clock = packet.get("timestamp_clock_id", sequence.defaults.get("timestamp_clock_id"))
    if "timestamp" not in packet or clock is not None and clock not in clocks:
        yield "time", f"at {packet.get('timestamp')}, clock {clock}"
    pid, tid = task.get("pid", 0), task.get("tid", 0)
    if "kernel_records_lost" in sample:
        return
    # The tree has a thread once: one that ends has another's number in its last samples.
    is_named = (pid, tid) in named or tid in {other for _, other in named}
    if not is_named or (pid, None) not in named:
        yield "task", f"process {pid}, thread {tid}"
    if "callstack_iid" in sample:
        if sample["callstack_iid"] not in sequence.known["callstacks"]:
            yield "reference", f"callstack {sample['callstack_iid']}"
        if not packet.get("sequence_flags", 0) & NEEDS_STATE:
            yield "needs-state", f"flags {packet.get('sequence_flags', 0)}"
    if kind == "perf_sample":
        yield from of_counts(sample, sequence.defaults.get("perf_sample_defaults", {}))
    elif "primary_weight" not in sample or not name_of_event(sample, sequence):
        yield "events", f"weight {sample.get('primary_weight')} of {name_of_event(sample, sequence)!r}"


def name_of_event(sample, sequence):
    defaults = sequence.defaults.get("stack_sample_defaults", {})
    return sample.get("primary_descriptor", defaults.get("primary_descriptor", {})).get("name")


def of_counts(sample, defaults):
    timebase, followers = defaults.get("timebase", {}), defaults.get("followers", [])
    if not timebase.get("name") or not ("period" in timebase or "frequency" in timebase):
        yield "events", f"timebase {timebase}"
    counts = sample.get("follower_counts", [])
    if len(counts) != len(followers) or any(not follower.get("name") for follower in followers):
        yield "events", f"{len(counts)} counts of {len(followers)} followers"
