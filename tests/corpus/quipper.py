"""The text form of quipper's PerfDataProto, and its facts beside those of prec dump."""
import hashlib
import re

import facts
import textproto

TYPES = {1: "MMAP", 2: "LOST", 3: "COMM", 4: "EXIT", 7: "FORK", 9: "SAMPLE", 10: "MMAP2", 11: "AUX", 12: "ITRACE_START",
         14: "SWITCH", 15: "SWITCH_CPU_WIDE", 68: "FINISHED_ROUND", 69: "ID_INDEX", 70: "AUXTRACE_INFO", 71: "AUXTRACE",
         73: "THREAD_MAP", 79: "TIME_CONV"}
MODES = ["unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user"]
MISC_BITS = {"exact_ip": 0x4000, "out": 0x2000, "preempt": 0x4000, "exec": 0x2000, "data": 0x2000, "build_id": 0x4000}
SAMPLE_TYPE = ["ip", "tid", "time", "addr", "read", "callchain", "id", "cpu", "period", "stream_id", "raw",
               "branch_stack", "regs_user", "stack_user", "weight", "data_src", "identifier"]
READ_FORMAT = ["total_time_enabled", "total_time_running", "id", "group", "lost"]
PROT = {"read": 1, "write": 2, "exec": 4}
MAP = {"shared": 1, "private": 2, "fixed": 0x10, "anonymous": 0x20, "growsdown": 0x100, "denywrite": 0x800,
       "executable": 0x1000, "locked": 0x2000, "noreserve": 0x4000}
CHAIN_MARKS = {"hypervisor": 2**64 - 32, "kernel": 2**64 - 128, "user": 2**64 - 512, "guest": 2**64 - 2048,
               "guest_kernel": 2**64 - 2176, "guest_user": 2**64 - 2560}
ATTR_TYPES = {"hardware": 0, "software": 1, "tracepoint": 2, "hw_cache": 3, "raw": 4, "breakpoint": 5}
AUXTRACE_TYPES = {"intel_pt": 1, "intel_bts": 2}
# Their word for a field, where it is another one than prec's.
WORDS = {"start": "addr", "fork_time_ns": "time", "sample_time_ns": "time", "size": "data_size"}
SPEC = {"none": 0, "wrong_path": 1, "non_spec_correct_path": 2, "spec_correct_path": 3}
ATTR_WORDS = ["type", "sample_type", "read_format"]
ATTR_NUMBERS = ["config", "sample_period", "precise_ip", "wakeup_events", "bp_type", "branch_sample_type",
                "sample_regs_user", "sample_stack_user"]
ATTR_FLAGS = ["disabled", "inherit", "pinned", "exclusive", "exclude_user", "exclude_kernel", "exclude_hv",
              "exclude_idle", "mmap", "comm", "freq", "inherit_stat", "enable_on_exec", "task", "watermark",
              "mmap_data", "sample_id_all", "exclude_host", "exclude_guest", "exclude_callchain_kernel",
              "exclude_callchain_user", "mmap2", "comm_exec", "use_clockid", "context_switch", "write_backward",
              "namespaces", "ksymbol", "cgroup"]
STRINGS = {"hostname": "HOSTNAME", "kernel_version": "OSRELEASE", "perf_version": "VERSION", "architecture": "ARCH",
           "cpu_description": "CPUDESC", "cpu_id": "CPUID"}
# quipper sets this bit of addresses in a callchain that it finds in no mapping.
UNMAPPED = 1 << 63
CANONICAL = (0, (1 << 17) - 1)


def without_mark(address):
    """What no program can have as an address is compared without the bit quipper may have set."""
    return address if address >> 47 in CANONICAL else address & ~UNMAPPED


def md5_prefix(text):
    return int.from_bytes(hashlib.md5(text.encode()).digest()[:8], "big")


def their_branch(branch):
    return [branch[k][0] for k in ("from_ip", "to_ip", "mispredicted", "predicted", "in_transaction", "abort", "cycles",
                                   "type", "spec")]


def my_branch(branch):
    flags = branch["flags"]
    words = [int(word in flags) for word in ("mispred", "predicted", "in_tx", "abort")]
    kind = 0 if branch["type"] == "unknown" else branch["type"]
    return [facts.number(branch["from"]), facts.number(branch["to"]), *words, branch["cycles"], kind,
            SPEC.get(branch["spec"], branch["spec"])]


def their_fields(event):
    """One of their events, in prec's words."""
    fields = {"size": event["header"][0]["size"][0], "misc": event["header"][0]["misc"][0]}
    for name, bodies in event.items():
        if name == "timestamp":
            fields["timestamp"] = bodies[0]
        if name in ("header", "timestamp"):
            continue
        body = bodies[0]
        for key, values in body.items():
            if key.startswith("root_path"):
                continue  # made of the file's name by quipper
            if key == "sample_info":
                fields.update({f"sample_id.{WORDS.get(k, k)}": v[0] for k, v in values[0].items()})
            elif key == "callchain":
                fields[key] = [without_mark(value) for value in values]
            elif key == "branch_stack":
                fields[key] = [their_branch(branch) for branch in values]
            elif key == "entries":
                fields[key] = [{k: v[0] for k, v in entry.items() if not k.startswith("comm")} for entry in values]
            elif key == "unparsed_binary_blob_priv_data":
                fields["priv"] = values
            elif isinstance(values[0], bytes):
                fields[key] = values[0].hex() if key == "trace_data" else values[0].decode(errors="replace")
            else:
                fields[WORDS.get(key, key)] = values[0]
    return fields


def flag_bits(words, bits):
    return sum(bits[word] if word in bits else facts.number(word) for word in words)


def my_fields(record):
    """A record of prec dump; what it says in words as the numbers these stand for."""
    known = {"size": record["size"],
             "misc": MODES.index(record["mode"]) + flag_bits(record.get("misc", []), MISC_BITS)}
    fields = {**record["fields"], **{f"sample_id.{k}": v for k, v in record["fields"].get("sample_id", {}).items()}}
    for key, value in fields.items():
        if key == "callchain":
            known[key] = [CHAIN_MARKS[v] if v in CHAIN_MARKS else without_mark(facts.number(v)) for v in value]
        elif key == "branch_stack":
            known[key] = [my_branch(branch) for branch in value["branches"]]
            known["no_hw_idx"] = int("hw_idx" not in value)
            known["branch_stack_hw_idx"] = facts.number(value.get("hw_idx", 0))
        elif key in ("entries", "threads"):
            known["entries"] = [{k: v for k, v in entry.items() if k != "comm"} for entry in value]
        elif key == "prot":
            known[key] = flag_bits(value, PROT)
        elif key == "flags" and record["type"] == "MMAP2":
            known[key] = flag_bits(value, MAP)
        elif key == "flags":
            known.update({f"is_{word}": int(word in value) for word in ("truncated", "overwrite", "partial")})
        elif key == "priv":
            known[key] = [facts.number(v) for v in value]
        elif isinstance(value, str) and re.fullmatch(r"0x[0-9a-f]+", value):
            known[key] = facts.number(value)
        elif key == "type":
            known[key] = AUXTRACE_TYPES.get(value, value)
        else:
            known[key] = value
    if "identifier" in known:
        known["id"] = known["identifier"]
    known.update({f"{key}_md5_prefix": md5_prefix(known[key]) for key in ("filename", "comm") if key in known})
    known["timestamp"] = moment(known, record["type"])
    known["is_out"] = int("out" in record.get("misc", []))
    return known


def moment(fields, kind):
    return fields.get("time" if kind == "SAMPLE" else "sample_id.time", 0)


def number_events(events):
    """Facts of events, each a type and fields: those of a type in the order of time, and of one time as they came."""
    found = {}
    kinds = {}
    for kind, fields in events:
        kinds.setdefault(kind, []).append(fields)
    for kind, list_ in kinds.items():
        found["count", kind] = len(list_)
        list_.sort(key=lambda fields, kind=kind: moment(fields, kind))
        for index, fields in enumerate(list_):
            found.update({(kind, index, key): value for key, value in fields.items()})
    return found


def their_attrs(root):
    found = {}
    for index, (each, type_) in enumerate(zip(root["file_attrs"], root["event_types"])):
        attr = each["attr"][0]
        found.update({("attr", index, key): attr[key][0] for key in ATTR_WORDS + ATTR_NUMBERS + ATTR_FLAGS
                      if key in attr})
        found["attr", index, "ids"] = each.get("ids", [])
        found["attr", index, "name"] = type_["name"][0].decode()
    return found


def my_attrs(objects):
    found = {}
    for each in (o for o in objects if o["kind"] == "event"):
        attr, index = each["fields"]["attr"], each["number"]
        found.update({("attr", index, key): facts.number(attr[key]) for key in ATTR_NUMBERS})
        found["attr", index, "type"] = ATTR_TYPES.get(attr["type"], attr["type"])
        found["attr", index, "sample_type"] = sum(1 << SAMPLE_TYPE.index(word) for word in attr["sample_type"])
        found["attr", index, "read_format"] = sum(1 << READ_FORMAT.index(word) for word in attr["read_format"])
        found.update({("attr", index, flag): int(flag in attr["flags"]) for flag in ATTR_FLAGS})
        found["attr", index, "ids"] = each["fields"]["ids"]
        found["attr", index, "name"] = each["fields"]["name"]
    return found


def their_metadata(root):
    found = {}
    for index, each in enumerate(root.get("build_ids", [])):
        found["build_id", index] = f"{each['build_id_hash'][0].hex()} {each['filename'][0].decode()}"
    strings = root["string_metadata"][0]
    for theirs, mine in STRINGS.items():
        if theirs in strings:
            found[mine,] = strings[theirs][0]["value"][0].decode()
    tokens = [token["value"][0].decode() for token in strings["perf_command_line_token"]]
    found["CMDLINE",] = " ".join(tokens)
    for each in root["uint32_metadata"]:
        found["NRCPUS",] = each["data"]
    found["TOTAL_MEM",] = root["uint64_metadata"][0]["data"][0]
    topology = root["cpu_topology"][0]
    for key in ("core_siblings", "thread_siblings"):
        found[key,] = [text.decode() for text in topology[key]]
    if "available_cpus" in topology:
        found["cpus",] = [[cpu["core_id"][0], cpu["socket_id"][0]] for cpu in topology["available_cpus"]]
    for each in root.get("numa_topology", []):
        found["numa", each["id"][0]] = [each["total_memory"][0], each["free_memory"][0], each["cpu_list"][0].decode()]
    for each in root.get("hybrid_topology", []):
        found["hybrid", each["pmu_name"][0].decode()] = each["cpus"][0].decode()
    found["PMU_MAPPINGS",] = [f"{pmu['name'][0].decode()} = {pmu['type'][0]}" for pmu in root["pmu_mappings"]]
    return found


def my_metadata(objects):
    features = {o["type"]: o["fields"] for o in objects if o["kind"] == "feature"}
    found = {(key,): features[key].get(key.lower(), "") for key in STRINGS.values() if key in features}
    for index, file in enumerate(features.get("BUILD_ID", {}).get("build_ids", [])):
        found["build_id", index] = f"{file['build_id']} {file['filename']}"
    found["CMDLINE",] = " ".join(features["CMDLINE"]["arguments"])
    found["NRCPUS",] = [features["NRCPUS"]["available"], features["NRCPUS"]["online"]]
    found["TOTAL_MEM",] = features["TOTAL_MEM"]["total_kib"]
    topology = features["CPU_TOPOLOGY"]
    found["core_siblings",] = topology["sibling_sockets"]
    found["thread_siblings",] = topology["sibling_threads"]
    found["cpus",] = [[cpu["core_id"], cpu["socket_id"]] for cpu in topology["cpus"]]
    for node in features.get("NUMA_TOPOLOGY", {}).get("nodes", []):
        found["numa", node["node"]] = [node["total_kib"], node["free_kib"], node["cpus"]]
    for pmu in features.get("HYBRID_TOPOLOGY", {}).get("pmus", []):
        found["hybrid", pmu["name"]] = pmu["cpus"]
    found["PMU_MAPPINGS",] = [f"{pmu['name']} = {pmu['type']}" for pmu in features["PMU_MAPPINGS"]["pmus"]]
    return found


def is_huge_part(before, record, behind_it):
    """quipper takes "//anon" between two mappings of a file, right after the first, for huge pages of that file."""
    if any(each is None or each["type"] != "MMAP" for each in (before, record, behind_it)):
        return False
    first, middle, last = (each["fields"] for each in (before, record, behind_it))
    return (middle["filename"] == "//anon" and first["filename"] == last["filename"]
            and facts.number(first["addr"]) + facts.number(first["len"]) == facts.number(middle["addr"]))


def joined(records):
    """The records with such huge pages in one mapping, as quipper writes them."""
    out = []
    for record, behind_it in zip(records, [*records[1:], None]):
        if out and is_huge_part(out[-1], record, behind_it):
            length = facts.number(out[-1]["fields"]["len"]) + facts.number(record["fields"]["len"])
            out[-1] = {**out[-1], "fields": {**out[-1]["fields"], "len": length}}
        else:
            out.append(record)
    return out


def with_trace(record, data):
    """An AUXTRACE record has the bytes after it: what prec says about where they are is used to find them."""
    if record["type"] != "AUXTRACE":
        return record
    start = record["offset"] + record["size"]
    return {**record, "fields": {**record["fields"], "trace_data": data[start:start + record["data_behind"]].hex()}}


def scripted(path):
    """Thread and time of each sample in the order of prec script, which is that of time."""
    lines = facts.prec("script", "--ns", "-F", "tid,time", path=path).splitlines()
    found = [re.fullmatch(r"\s*(\d+)\s+(\d+)\.(\d{9}):\s*", line).groups() for line in lines]
    return {("script", index): [int(tid), int(seconds + nano)] for index, (tid, seconds, nano) in enumerate(found)}


def collect(golden, path):
    """The facts of a golden file and prec's."""
    root = textproto.parse(golden)
    theirs = number_events((TYPES[event["header"][0]["type"][0]], their_fields(event)) for event in root["events"])
    theirs.update(their_attrs(root))
    theirs.update(their_metadata(root))
    objects = facts.dump(path)
    with open(path, "rb") as file:
        data = file.read()
    records = joined([with_trace(o, data) for o in objects if o["kind"] == "record"])
    mine = number_events((record["type"], my_fields(record)) for record in records)
    mine.update(my_attrs(objects))
    mine.update(my_metadata(objects))
    mine.update(scripted(path))
    for index in range(theirs["count", "SAMPLE"]):
        theirs["script", index] = [theirs["SAMPLE", index, "tid"], theirs["SAMPLE", index, "time"]]
    return theirs, mine
