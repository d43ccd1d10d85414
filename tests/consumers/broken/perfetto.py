"""A small trace of Perfetto's own format, and for each rule those that break it."""
import wire
from broken.changes import GONE, files_of

GOOD = {"packet": [
    {"trusted_packet_sequence_id": 1,
     "process_tree": {"processes": [{"pid": 7, "ppid": 1, "cmdline": [b"a"], "cmdline_is_comm": 1}],
                      "threads": [{"tid": 8, "tgid": 7, "name": b"worker"}]}},
    {"trusted_packet_sequence_id": 2, "sequence_flags": 1,
     "trace_packet_defaults": {"timestamp_clock_id": 6, "perf_sample_defaults": {
         "timebase": {"period": 1000, "name": b"cycles"}, "followers": [{"name": b"instructions"}]}},
     "interned_data": {"function_names": [{"iid": 1, "str": b"main"}], "mapping_paths": [{"iid": 1, "str": b"bin"}],
                       "build_ids": [{"iid": 1, "str": b"\x00\xff"}], "source_paths": [{"iid": 1, "str": b"a.c"}],
                       "mappings": [{"iid": 1, "start": 1, "end": 9, "build_id": 1, "path_string_ids": [1]}],
                       "frames": [{"iid": 1, "function_name_id": 1, "mapping_id": 1, "rel_pc": 5, "source_path_iid": 1},
                                  {"iid": 2, "rel_pc": 5, "mapping_id": 0}],
                       "callstacks": [{"iid": 1, "frame_ids": [2, 1]}]}},
    {"trusted_packet_sequence_id": 2, "sequence_flags": 2, "timestamp": 50,
     "perf_sample": {"cpu": 0, "pid": 7, "tid": 8, "callstack_iid": 1, "timebase_count": 1000, "follower_counts": [3]}},
    {"trusted_packet_sequence_id": 3, "sequence_flags": 1, "trace_packet_defaults": {
        "stack_sample_defaults": {"primary_descriptor": {"name": b"faults", "unit": 9}}},
     "interned_data": {"function_names": [{"iid": 1, "str": b"main"}], "frames": [{"iid": 1, "function_name_id": 1}],
                       "callstacks": [{"iid": 1, "frame_ids": [1]}]}},
    {"trusted_packet_sequence_id": 3, "sequence_flags": 2, "timestamp": 50,
     "stack_sample": {"task_context": {"pid": 7, "tid": 8}, "callstack_iid": 1, "primary_weight": 4}},
    {"trusted_packet_sequence_id": 2, "sequence_flags": 2, "timestamp": 51,
     "perf_sample": {"cpu": 0, "kernel_records_lost": 3}},
    {"trusted_packet_sequence_id": 4, "sequence_flags": 1,
     "track_descriptor": {"uuid": 1, "thread": {"pid": 7, "tid": 8}}},
    *({"trusted_packet_sequence_id": 4, "timestamp": 52 + kind,
       "track_event": {"type": kind, "track_uuid": 1, "name": b"on CPU"}} for kind in (1, 2, 3)),
    {"trusted_packet_sequence_id": 4, "track_descriptor": {"uuid": 2, "name": b"faults CPU0", "counter": {"unit": 2}}},
    *({"trusted_packet_sequence_id": 4, "timestamp": 10 + value,
       "track_event": {"type": 4, "track_uuid": 2, "counter_value": value}} for value in (1, 2)),
]}
TREE, DATA = ["packet", 0, "process_tree"], ["packet", 1, "interned_data"]
SAMPLE, STACK_SAMPLE = ["packet", 2, "perf_sample"], ["packet", 4, "stack_sample"]
DEFAULTS = ["packet", 1, "trace_packet_defaults"]
CHANGES = {
    "sequence": [(["packet", 0, "trusted_packet_sequence_id"], 0), (["packet", 1, "sequence_flags"], 0)],
    "interned": [(DATA + ["frames", 1, "iid"], 0), (DATA + ["frames", 1, "iid"], 1)],
    "interned-once": (DATA + ["function_names"], [{"iid": 1, "str": b"main"}, {"iid": 2, "str": b"main"}]),
    "reference": [(DATA + ["frames", 0, "function_name_id"], 2), (DATA + ["callstacks", 0, "frame_ids"], [3]),
                  (SAMPLE + ["callstack_iid"], 2), (DATA + ["frames", 0, "mapping_id"], 2),
                  (DATA + ["mappings", 0, "build_id"], 0)],
    "needs-state": (["packet", 2, "sequence_flags"], 0),
    "name": [(DATA + ["function_names", 0, "str"], b"a\x1b"), (DATA + ["source_paths", 0, "str"], b"\xff"),
             (DATA + ["mapping_paths", 0, "str"], b"")],
    "time": [(["packet", 2, "timestamp"], GONE), (DEFAULTS + ["timestamp_clock_id"], 64)],
    "task": [(SAMPLE + ["tid"], 9), (STACK_SAMPLE + ["task_context", "pid"], 9), (TREE + ["threads", 0, "name"], GONE)],
    "thread-once": [(TREE + ["threads"], GOOD["packet"][0]["process_tree"]["threads"] * 2),
                    (TREE + ["processes"], GOOD["packet"][0]["process_tree"]["processes"] * 2)],
    "events": [(SAMPLE + ["follower_counts"], []), (DEFAULTS + ["perf_sample_defaults", "timebase", "name"], GONE),
               (STACK_SAMPLE + ["primary_weight"], GONE),
               (["packet", 3, "trace_packet_defaults", "stack_sample_defaults", "primary_descriptor", "name"], GONE)],
    "frame": [(DATA + ["frames", 1, "rel_pc"], 0), (DATA + ["callstacks", 0, "frame_ids"], [])],
    "mapping": (DATA + ["mappings", 0, "end"], 1),
    "track": [(["packet", 6, "track_descriptor", "uuid"], 2), (["packet", 6, "track_descriptor", "thread", "tid"], 9),
              (["packet", 7, "track_event", "type"], 2), (["packet", 7, "track_event", "name"], GONE),
              (["packet", 8, "timestamp"], 52), (["packet", 8, "track_event", "type"], 3)],
    "counter": [(["packet", 10, "track_descriptor", "uuid"], 1), (["packet", 10, "track_descriptor", "name"], GONE),
                (["packet", 10, "track_descriptor", "counter"], {}), (["packet", 11, "timestamp"], 13),
                (["packet", 12, "track_event", "counter_value"], GONE), (["packet", 12, "timestamp"], GONE)],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield from files_of(GOOD, lambda message: wire.encode("perfetto", "Trace", message), CHANGES)
    yield "message", b"\x12\x00"
