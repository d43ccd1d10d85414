"""Writes a recording with branch stacks, such as a CPU with LBR makes, of a program that is not position-independent.

The walk of each stack goes through the jumps of a function, as objdump shows them: a jump is taken or not, and one that
is no condition always; from the function's end it goes to its start. Its cycles are made up. Linux perf and prec read it like any other.
"""
import os
import random
import re
import struct
import subprocess

# <linux/perf_event.h>
RECORD_MMAP, RECORD_COMM, RECORD_SAMPLE = 1, 3, 9
SAMPLE_IP, SAMPLE_TID, SAMPLE_TIME, SAMPLE_PERIOD, SAMPLE_BRANCH_STACK = 1, 2, 4, 1 << 8, 1 << 11
BRANCH_USER, BRANCH_ANY = 1, 8
ATTR_SIZE, HEADER_SIZE, DEPTH = 128, 104, 32
FEATURE_BRANCH_STACK = 15
USER, PID = 2, 4711
START = re.compile(r"^([0-9a-f]{16}) <")
JUMP = re.compile(r"^ *([0-9a-f]+):\t(j\w+) +([0-9a-f]+) <")


def jumps_of(program, function):
    """Where a function begins, and [(address, target, is it a condition)] of the jumps within it, ascending."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", f"--disassemble={function}", program],
                          capture_output=True, text=True, check=True).stdout
    start = next(int(START.match(line).group(1), 16) for line in text.splitlines() if START.match(line))
    found = [JUMP.match(line) for line in text.splitlines()]
    return start, [(int(match.group(1), 16), int(match.group(3), 16), match.group(2) != "jmp") for match in found if match]


def caller_of(program):
    """An address in main."""
    text = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[0], 16) for line in text.splitlines() if line.endswith(" T main"))


def walk(caller, start, jumps, rng):
    """A stack of branches: [(from, to, flags)], the newest first."""
    at, stack = rng.choice(jumps)[1], []
    while len(stack) < DEPTH:
        after = [jump for jump in jumps if jump[0] >= at]
        if not after:
            stack.insert(0, (caller, start, 2 | 7 << 4))
            at = start
            continue
        jump = after[0]
        if jump[2] and rng.random() < 0.4:
            at = jump[0] + 1
            continue
        predicted = rng.random() < 0.9
        stack.insert(0, (jump[0], jump[1], (2 if predicted else 1) | rng.randrange(1, 60) << 4))
        at = jump[1]
    return stack


def record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def padded(name):
    data = name.encode() + b"\0"
    return data + b"\0" * (-len(data) % 8)


def write(path, program, function, samples=500):
    """Writes the recording; what it has depends on the program alone."""
    rng = random.Random(31)
    caller = caller_of(program)
    start, jumps = jumps_of(program, function)
    kind = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_PERIOD | SAMPLE_BRANCH_STACK
    # cycles, period 1000, disabled, exclude_kernel, comm, task, sample_id_all
    attr = struct.pack("<IIQQQQQIIQQQ", 0, ATTR_SIZE, 0, 1000, kind, 0, 1 | 1 << 5 | 1 << 9 | 1 << 13 | 1 << 18, 0, 0, 0, 0,
                       BRANCH_USER | BRANCH_ANY)
    attr += b"\0" * (ATTR_SIZE - len(attr))
    low, size = 0x400000, (os.path.getsize(program) + 4095) & ~4095
    ident = struct.pack("<IIQ", PID, PID, 1)
    data = record(RECORD_COMM, 0, struct.pack("<II", PID, PID) + padded("made") + ident)
    data += record(RECORD_MMAP, USER, struct.pack("<IIQQQ", PID, PID, low, size, 0) + padded(program) + ident)
    for number in range(samples):
        stack = walk(caller, start, jumps, rng)
        body = struct.pack("<QIIQQQ", stack[0][1], PID, PID, 1000 + number, 1000, len(stack))
        data += record(RECORD_SAMPLE, USER, body + b"".join(struct.pack("<QQQ", *branch) for branch in stack))
    begin = HEADER_SIZE + ATTR_SIZE + 16
    header = b"PERFILE2" + struct.pack("<QQQQQQQQQ", HEADER_SIZE, ATTR_SIZE + 16, HEADER_SIZE, ATTR_SIZE + 16, begin,
                                       len(data), 0, 0, 1 << FEATURE_BRANCH_STACK)
    with open(path, "wb") as file:
        file.write(header + b"\0" * (HEADER_SIZE - len(header)) + attr + struct.pack("<QQ", 0, 0) + data +
                   struct.pack("<QQ", begin + len(data) + 16, 0))
