"""What a recorder would open for an event, as one line of text that can be compared: of prec by --dry-run, of Linux perf
by what perf record -vv prints while tests/support/open_any.c takes every event."""
import json
import shlex
import struct
import subprocess

# Of the attr: what the text of an event decides, but for modifier S, whose counts tests/kernel compares. What tells all events of a recorder from those of another is left out.
FLAGS = ("inherit", "pinned", "exclusive", "exclude_user", "exclude_kernel", "exclude_hv", "exclude_idle",
         "exclude_host", "exclude_callchain_kernel", "exclude_callchain_user", "write_backward", "aux_output", "cgroup")
SHORT = {"exclude_user": "!user", "exclude_kernel": "!kernel", "exclude_hv": "!hv", "exclude_idle": "!idle",
         "exclude_host": "!host", "exclude_callchain_kernel": "!callchain_kernel",
         "exclude_callchain_user": "!callchain_user"}
SAMPLE = ("addr", "callchain", "raw", "branch_stack", "regs_user", "stack_user", "weight", "data_src", "phys_addr",
          "aux", "data_page_size", "weight_struct")
TYPES = {"hardware": 0, "software": 1, "tracepoint": 2, "hw_cache": 3, "raw": 4, "breakpoint": 5}
NUMBERS = ("bp_type", "config1", "config2", "config3", "config4", "branch_sample_type", "sample_regs_user",
           "sample_stack_user", "sample_max_stack", "aux_sample_size", "aux_action")


def number(text):
    return text if isinstance(text, int) else int(text, 0)


def ranges(cpus):
    """0,1,2,5 is 0-2,5."""
    parts = []
    for cpu in sorted(cpus):
        if parts and parts[-1][1] == cpu - 1:
            parts[-1][1] = cpu
        else:
            parts.append([cpu, cpu])
    return ",".join(f"{a}-{b}" if a != b else f"{a}" for a, b in parts)


def text_of(attr, cpus, leader):
    """attr: type, config, sample_period, sample_type (a set), precise_ip, flags (a set) and NUMBERS."""
    words = [f"{attr['type']}:{attr['config']:#x}"]
    words += [f"{'freq' if 'freq' in attr['flags'] else 'period'}={attr['sample_period']}"]
    words += [f"{name}={attr[name]:#x}" for name in NUMBERS if attr.get(name)]
    words += [f"precise={attr['precise_ip']}"] if attr["precise_ip"] else []
    words += [SHORT.get(f, f) for f in FLAGS if f in attr["flags"]]
    words += [s for s in SAMPLE if s in attr["sample_type"]]
    words += [f"cpus={ranges(cpus)}"]
    words += [f"of={leader}"] if leader is not None else []
    return " ".join(words)


def words_of(event, of_perf):
    """What follows the program's name: record -e EVENT, or where the event is a whole command that command. Of A = B
    prec runs A, and perf B, where perf could run A on the CPU of the machine alone."""
    if not event.startswith("mem record"):
        return ["record"], ["-e", event]
    ours, _, theirs = event.partition(" = ")
    words = shlex.split(theirs if of_perf and theirs else ours)
    split = 2 if words[0] == "mem" else 1
    return words[:split], words[split:]


def of_prec(program, event, env):
    """The texts of the events that prec would open, or None and its message where it refuses."""
    command, words = words_of(event, False)
    done = subprocess.run([*program, *command, "--dry-run=json", "-a", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=env, check=False)
    if done.returncode:
        return None, done.stderr.decode(errors="replace").strip()
    run = json.loads(done.stdout)
    found = []
    for i, event in enumerate(run["events"][:-1]):
        attr = dict(event["attr"])
        attr["type"] = TYPES.get(attr["type"], attr["type"])
        attr["flags"], attr["sample_type"] = set(attr["flags"]), set(attr["sample_type"])
        for name in ("config", *NUMBERS):
            attr[name] = number(attr[name])
        opens = [o for o in run["opens"] if o["event"] == i]
        leader = next((o["leader"] for o in opens if "leader" in o), None)
        found.append(text_of(attr, [o["cpu"] for o in opens], leader))
    return found, ""


# struct perf_event_attr, linux/perf_event.h.
MEMBERS = ("type", "size", "config", "sample_period", "sample_type", "read_format", "flags", "wakeup_events", "bp_type",
           "config1", "config2", "branch_sample_type", "sample_regs_user", "sample_stack_user", "clockid",
           "sample_regs_intr", "aux_watermark", "sample_max_stack", "reserved", "aux_sample_size", "aux_action",
           "sig_data", "config3", "config4")
LAYOUT = struct.Struct("<IIQQQQQIIQQQQIiQIHHIIQQQ")
FLAG_BITS = {"inherit": 1, "pinned": 2, "exclusive": 3, "exclude_user": 4, "exclude_kernel": 5, "exclude_hv": 6,
             "exclude_idle": 7, "mmap": 8, "freq": 10, "task": 13, "watermark": 14, "exclude_host": 19,
             "exclude_guest": 20, "exclude_callchain_kernel": 21, "exclude_callchain_user": 22, "write_backward": 27,
             "bpf_event": 30, "aux_output": 31, "cgroup": 32, "text_poke": 33}
SAMPLE_BITS = {"addr": 3, "callchain": 5, "raw": 10, "branch_stack": 11, "regs_user": 12, "stack_user": 13,
               "weight": 14, "data_src": 15, "phys_addr": 19, "aux": 20, "data_page_size": 22, "weight_struct": 24}


def attr_of(data):
    """The fields of an attr's bytes; those its writer did not know are 0."""
    attr = dict(zip(MEMBERS, LAYOUT.unpack(data.ljust(LAYOUT.size, b"\0")[:LAYOUT.size])))
    attr["precise_ip"] = attr["flags"] >> 15 & 3
    attr["flags"] = {name for name, bit in FLAG_BITS.items() if attr["flags"] >> bit & 1}
    attr["sample_type"] = {name for name, bit in SAMPLE_BITS.items() if attr["sample_type"] >> bit & 1}
    return attr


def calls_in(text):
    """(attr, bytes, pid, cpu, group_fd, fd) of each line that open_any.so wrote."""
    for line in text.splitlines():
        pid, cpu, group, _, fd, data = line.split(" ")
        data = bytes.fromhex(data)
        yield attr_of(data), data, int(pid), int(cpu), int(group), int(fd)


def is_probe(attr, group, leads=False):
    """Not recorded: asks what the kernel can. Of those that are recorded, a trace or slots may leave the sampling to a
    member of their group."""
    return not attr["size"] or (not attr["sample_period"] and group < 0 and not (leads and attr["type"] != 1))


def is_sideband(attr):
    """perf's own event for mappings, or for BPF programs."""
    return attr["type"] == 1 and attr["config"] == 9 and bool(attr["flags"] & {"task", "bpf_event", "text_poke"})


def of_perf(program, event, env, scratch):
    """The same of Linux perf, which runs with open_any.so. scratch: a file for what that writes."""
    with open(scratch, "w", encoding="ascii"):
        pass
    command, words = words_of(event, True)
    done = subprocess.run([*program, *command, "-o", "/dev/null", "-a", *words, "true"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=env, check=False)
    with open(scratch, encoding="ascii") as f:
        calls = list(calls_in(f.read()))
    leaders = {call[4] for call in calls}
    calls = [c for c in calls if c[2] < 0 <= c[3] and not is_probe(c[0], c[4], c[5] in leaders)]
    found = []  # [attr, bytes, cpus, group_fd of the first, {descriptors}]; a CPU twice is another event of the same
    for attr, data, _, cpu, group, fd in calls:
        if not found or found[-1][1] != data or cpu in found[-1][2]:
            found.append([attr, data, [], group, set()])
        found[-1][2].append(cpu)
        found[-1][4].add(fd)
    asked = [f for f in found if not is_sideband(f[0])] or found[:1]
    if not asked:
        return None, done.stdout.decode(errors="replace").strip()
    leaders = {}
    texts = []
    for i, (attr, _, cpus, group, fds) in enumerate(asked):
        texts.append(text_of(attr, cpus, leaders.get(group)))
        leaders.update(dict.fromkeys(fds, i))
    return texts, ""
