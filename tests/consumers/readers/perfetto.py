"""What a trace of Perfetto's own format says, by protoc: its trace processor is in no registry here."""
import counted
from readers import protobuf
from readers.protobuf import one


class Sequence:
    """What was interned and what is so by default."""

    def __init__(self):
        self.names, self.frames, self.stacks, self.defaults, self.counts = {}, {}, {}, {}, {}

    def intern(self, data):
        for name in data.get("function_names", []):
            self.names[one(name, "iid")] = one(name, "str", b"").decode(errors="replace")
        for frame in data.get("frames", []):
            self.frames[one(frame, "iid")] = self.names.get(one(frame, "function_name_id"),
                                                            f"0x{one(frame, 'rel_pc'):x}")
        for stack in data.get("callstacks", []):
            # root first
            self.stacks[one(stack, "iid")] = [self.frames[iid] for iid in reversed(stack.get("frame_ids", []))]


def read(path):
    sequences, events = {}, {}
    for packet in protobuf.read("perfetto", "Trace", path).get("packet", []):
        number = one(packet, "trusted_packet_sequence_id")
        if one(packet, "sequence_flags") & 1:
            sequences[number] = Sequence()
        sequence = sequences.setdefault(number, Sequence())
        sequence.intern(one(packet, "interned_data", {}))
        sequence.defaults = one(packet, "trace_packet_defaults", sequence.defaults)
        if "perf_sample" in packet:
            count_perf_sample(packet["perf_sample"][0], sequence, events)
        elif "stack_sample" in packet:
            count_stack_sample(packet["stack_sample"][0], sequence, events)
    return {"events": events}


def count_perf_sample(sample, sequence, events):
    """Samples have what their CPU has counted so far."""
    if "kernel_records_lost" in sample:
        return
    defaults = one(sequence.defaults, "perf_sample_defaults", {})
    name = one(one(defaults, "timebase", {}), "name", b"").decode()
    event = events.setdefault(name, dict(counted.event(), samples=0))
    event["samples"] += 1
    cpu, count = one(sample, "cpu"), one(sample, "timebase_count")
    counted.add(event, sequence.stacks.get(one(sample, "callstack_iid"), []), count - sequence.counts.get(cpu, 0),
                str(one(sample, "tid")))
    sequence.counts[cpu] = count


def count_stack_sample(sample, sequence, events):
    defaults = one(sequence.defaults, "stack_sample_defaults", {})
    name = one(one(sample, "primary_descriptor", one(defaults, "primary_descriptor", {})), "name", b"").decode()
    event = events.setdefault(name, dict(counted.event(), samples=0))
    event["samples"] += 1
    task = one(sample, "task_context", {})
    counted.add(event, sequence.stacks.get(one(sample, "callstack_iid"), []), one(sample, "primary_weight"),
                str(one(task, "tid")))
