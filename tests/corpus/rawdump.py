"""The raw dump of Linux perf, perf script -D: what it found in each record at its place."""
import re
import subprocess

import facts

# CPU, time, offset, size, type: "0 1001000 0x380 [0x60]: PERF_RECORD_SAMPLE(IP, 0x1): 100/100: ..."
RECORD = re.compile(r"-?\d+ -?\d+ (?P<at>0x[0-9a-f]+) \[(?P<size>0x[0-9a-f]+)\]: PERF_RECORD_(?P<type>[A-Z_0-9]+)(?P<rest>.*)")
FIELDS = {
    "SAMPLE": re.compile(r"\(IP, 0x[0-9a-f]+\): (?P<pid>-?\d+)/(?P<tid>-?\d+): (?P<ip>0x[0-9a-f]+) period: (?P<period>\d+) .*"),
    "MMAP": re.compile(r" (?P<pid>-?\d+)/(?P<tid>-?\d+): \[(?P<addr>0x[0-9a-f]+)\((?P<len>0x[0-9a-f]+)\) @ "
                       r"(?P<pgoff>0x[0-9a-f]+|0)\]: [rx-]+ (?P<filename>.*)"),
    "MMAP2": re.compile(r" (?P<pid>-?\d+)/(?P<tid>-?\d+): \[(?P<addr>0x[0-9a-f]+)\((?P<len>0x[0-9a-f]+)\) @ "
                        r"(?P<pgoff>0x[0-9a-f]+|0) .*\]: [rwxps-]+ (?P<filename>.*)"),
    "COMM": re.compile(r"(?: exec)?: (?P<comm>.*):(?P<pid>\d+)/(?P<tid>\d+)"),
    "FORK": re.compile(r"\((?P<pid>\d+):(?P<tid>\d+)\):\((?P<ppid>\d+):(?P<ptid>\d+)\)"),
    "KSYMBOL": re.compile(r" addr (?P<addr>[0-9a-f]+) len (?P<len>\d+) .* name (?P<name>.*)"),
    "LOST": re.compile(r": id:(?P<id>\d+): lost:(?P<lost>\d+)"),
}
FIELDS["EXIT"] = FIELDS["FORK"]
# Within a sample: "... FP chain: nr:4", then ".....  0: ffffffffffffff80". The processor's own calls look alike.
CHAIN = re.compile(r"\.\.\. (?P<what>FP chain|LBR call chain|branch callstack): nr:\d+")
FRAME = re.compile(r"\.{5} +\d+: ([0-9a-f]{16})")
CONTEXTS = {"hypervisor": -32, "kernel": -128, "user": -512, "guest": -2048, "guest_kernel": -2176, "guest_user": -2560}
# Records that perf itself writes: prec shows what they say as features and events.
OF_PERF = ("ATTR", "FEATURE", "TRACING_DATA", "BUILD_ID", "EVENT_TYPE", "FINISHED_ROUND", "FINISHED_INIT")
# Fields that perf shows wrong of files of the other byte order.
UNSWAPPED, EXCHANGED = ("addr", "len"), {"pid": "tid", "tid": "pid"}
PIPE_HEADER_SIZE = 16  # before which perf counts the place of a record in a stream
NUMBER = 1 << 64
WORD = 1 << 32
TEXTS = ("filename", "comm", "name")


def first_line(text):
    """Of a name with several, which perf prints as they are."""
    return text.split("\n")[0]


def is_pipe(path):
    with open(path, "rb") as file:
        return sum(file.read(16)[8:]) == PIPE_HEADER_SIZE


def value(type_, name, text):
    if name in TEXTS:
        return first_line(text)
    if type_ == "KSYMBOL" and name == "addr":
        return int(text, 16)
    return int(text, 0) % (WORD if name in ("pid", "tid", "ppid", "ptid") else NUMBER)


def their_facts(path):
    """Of the records in the file, by offset; none of what perf makes up, which has no place."""
    done = subprocess.run(["perf", "script", "-D", "-i", path], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=facts.TIMEOUT_S, check=False)
    found, at, chain, start = {}, None, None, PIPE_HEADER_SIZE if is_pipe(path) else 0
    for line in done.stdout.decode(errors="replace").splitlines():
        record, frame = RECORD.fullmatch(line), FRAME.fullmatch(line)
        chain = CHAIN.fullmatch(line) or chain
        if record:
            at, type_ = int(record["at"], 16) + start, record["type"]
            if type_ in OF_PERF:
                at = None
                continue
            found[at, "type"], found[at, "size"] = type_, int(record["size"], 16)
            fields = FIELDS[type_].fullmatch(record["rest"]) if type_ in FIELDS else None
            if fields:
                found.update({(at, name): value(type_, name, text) for name, text in fields.groupdict().items()})
        elif frame and at is not None and chain and chain["what"] == "FP chain":
            found.setdefault((at, "callchain"), []).append(int(frame[1], 16))
    return found


def my_value(name, field):
    if name == "callchain":
        return [CONTEXTS[word] % NUMBER if word in CONTEXTS else facts.number(word) for word in field]
    if name in TEXTS:
        return first_line(field)
    return facts.number(field) if re.match(r"[0-9]", str(field)) else field


def my_facts(path):
    found = {}
    for record in facts.dump(path):
        if record["kind"] == "record":
            at = record["offset"]
            found.update({(at, name): my_value(name, field) for name, field in record["fields"].items()})
            found[at, "type"], found[at, "size"] = record["type"], record["size"]
    return found


def collect(path):
    """perf's facts, prec's, and what may differ."""
    theirs, mine = their_facts(path), my_facts(path)

    def excused(key, their, my):
        at, name = key
        other = at, EXCHANGED.get(name)
        if "swapped" in path and (their, my) == (mine.get(other), theirs.get(other)):
            return "perf swaps 8 bytes where there are two fields of 4"
        if "swapped" in path and name in UNSWAPPED and theirs.get((at, "type")) == "KSYMBOL":
            return "perf does not swap the fields of KSYMBOL"
        return None

    return theirs, mine, excused
