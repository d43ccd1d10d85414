"""The samples as perfparser (of hotspot) writes them for its tests: "comm pid tid seconds", "event: period", frames."""
import re

import facts

COMM_LATER = "perfparser names a thread by its last comm, prec by the one at the time of the sample"
FIRST_COMM = re.compile(r"perf(-exec)?")
KERNEL = 1 << 63
# Where a frame was; then come the symbol it lies in, and what was inlined there.
FRAME = re.compile(r"\t([1-9a-f][0-9a-f]*) (?:\1\t.*|0\t0 0)\n")


def parse(path):
    """Samples: comm, pid, tid, nanoseconds, event, period, and the addresses of their frames."""
    samples = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            head = re.fullmatch(r"(\S.*)\t(\d+)\t(\d+)\t(\d+)\.(\d{9})\n", line)
            cost = re.fullmatch(r"\t([^\t]+): (\d+)\n", line)
            frame = FRAME.fullmatch(line)
            if head:
                samples.append({"comm": head[1], "pid": int(head[2]), "tid": int(head[3]),
                                "time": int(head[4] + head[5]), "frames": []})
            elif cost:
                samples[-1].update({"event": cost[1], "period": int(cost[2])})
            elif frame:
                samples[-1]["frames"].append(int(frame[1], 16))
    return samples


def comms(path):
    """The comm of each sample, in the order of time."""
    lines = facts.prec("script", "--ns", "-F", "comm,tid,time", path=path).splitlines()
    found = [re.fullmatch(r"\s*(.*?)\s+(\d+)\s+(\d+)\.(\d{9}):\s*", line) for line in lines]
    return [(match[1], int(match[3] + match[4])) for match in found if match]


def numbers(words):
    return [facts.number(word) for word in words if word.startswith("0x")]


def once(frames):
    """What was inlined at a function's very beginning looks like more frames there."""
    return [frame for frame, before in zip(frames, [None, *frames]) if frame != before]


def branch_frames(sample):
    """The frames perfparser makes of a branch stack: the chain's part in the kernel, the sample's own place, then the
    last call and all callers, or without any the chain's part in the program."""
    chain = numbers(sample["callchain"])
    branches = sample["branch_stack"]["branches"]
    kernel = [address for address in chain if address >= KERNEL]
    user = [address for address in chain if address < KERNEL]
    callers = [branches[0]["to"], *(branch["from"] for branch in branches)] if branches else []
    return kernel + [facts.number(sample["ip"])] + (numbers(callers) or user)


def collect(golden, path):
    objects = facts.dump(path)
    event = next(o["fields"]["name"] for o in objects if o["kind"] == "event")
    samples = sorted((o["fields"] for o in objects if o["type"] == "SAMPLE"), key=lambda fields: fields["time"])
    their_samples = parse(golden)
    theirs, mine = {("count",): len(their_samples)}, {("count",): len(samples)}
    for index, (their, my, (comm, time)) in enumerate(zip(their_samples, samples, comms(path))):
        for key in ("pid", "tid", "time", "period"):
            theirs[index, key], mine[index, key] = their[key], my[key]
        theirs[index, "script time"], mine[index, "script time"] = their["time"], time
        theirs[index, "comm"], mine[index, "comm"] = their["comm"], comm[:15]
        theirs[index, "event"], mine[index, "event"] = their["event"], event
        frames = their["frames"]
        kernel = [address for address in frames if address >= KERNEL]
        if "branch_stack" in my:
            theirs[index, "frames"], mine[index, "frames"] = once(frames), once(branch_frames(my))
        else:
            # What is unwound from the stack's bytes is not in the file as addresses, but where the thread was is.
            theirs[index, "kernel frames"] = kernel
            mine[index, "kernel frames"] = [address for address in numbers(my["callchain"]) if address >= KERNEL]
            theirs[index, "first frame"] = frames[0]
            mine[index, "first frame"] = facts.number(my["ip"])
    renamed = max(o["fields"]["sample_id"]["time"] for o in objects if o["type"] == "COMM")
    return theirs, mine, lambda key, their, my: excused(key, their, my, mine.get((key[0], "time"), 0) < renamed)


def excused(key, their, my, before_exec):
    if key[1:] == ("comm",) and before_exec and FIRST_COMM.fullmatch(my) and their != my:
        return COMM_LATER
    return None
