#!/usr/bin/env python3
"""recordings.py FOLDER [KIND...]: makes recordings of twelve kinds, FOLDER/KIND.data each, of programs of
tests/support. Prints KIND, and why there is none if so. PREC_BUILDDIR, PREC_SRCDIR: the build and the source.

The programs stay in FOLDER, so that the recordings have names for as long as it is there."""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "interop"))
import machine  # noqa: E402
from tap import Failure  # noqa: E402

CLOCK = ["-e", "cpu-clock:u", "-c", "1000000"]
# kind: (options of prec record, command); FOLDER is where it works, "inlined" is built of tests/interop/inlined.cc
RECORDED = {
    "frame-pointers": ([*CLOCK, "--call-graph", "fp"], ["burn", "150"]),
    "dwarf": ([*CLOCK, "--call-graph", "dwarf"], ["inlined", "300000"]),
    "kernel": (["-e", "cpu-clock", "-c", "1000000", "-g"], ["syscaller", "150", "1"]),
    "events": (["-e", "cpu-clock:u,page-faults:u,context-switches", "-F", "2000", "-g"], ["blocker", "FOLDER/disk"]),
    "group": (["-e", "{cpu-clock:u,page-faults:u,minor-faults:u}:S", "-c", "1000000", "-g"], ["burn", "60"]),
    "tracepoints": (["-e", "raw_syscalls:sys_enter,sched:sched_switch", "-g"], ["syscaller", "-n", "100", "2"]),
    "off-cpu": (["--off-cpu=0", *CLOCK, "-g"], ["blocker", "FOLDER/disk"]),
    "jit": ([*CLOCK, "-k", "mono", "-g"], ["jitter", "FOLDER", "100"]),
    "threads": ([*CLOCK, "-g"], ["sh", "-c", "burn 20 16 & burn 20 16; wait"]),
    "empty": (["-e", "cpu-clock:u", "-c", "100000000000"], ["burn", "5"]),
}
KINDS = [*RECORDED, "arm64", "lost"]
# Why a recording cannot be made: what it needs.
NEEDS = {"kernel": "root", "tracepoints": "tracefs"}


class Unable(Exception):
    """This machine cannot make the recording; why."""


def make(folder, kind):
    """The path of the recording. Unable, Failure: it could not be made."""
    path = os.path.join(folder, kind + ".data")
    if kind == "lost":
        build_lost(path)
    elif kind == "arm64":
        record_arm64(folder, path)
    else:
        record(folder, kind, path)
    return path


def build_lost(path):
    with open(path, "wb") as file:
        subprocess.run([os.path.join(machine.SUPPORT, "make_fixture"), "odd"], stdout=file, check=True)


def record_arm64(folder, path):
    """As if another machine had recorded it: what it says of its architecture is what decides how files are read."""
    record(folder, "frame-pointers", path)
    own = os.uname().machine.encode()
    with open(path, "r+b") as file:
        data = file.read()
        # A text of a feature is padded to 64 bytes: the name has room.
        there = data.rfind(own + bytes(16 - len(own)))
        if there < 0:
            raise Failure("the recording does not say what machine it is of")
        file.seek(there)
        file.write(b"aarch64".ljust(16, b"\0"))


def record(folder, kind, path):
    why_not(kind)
    options, command = RECORDED[kind]
    command = [word.replace("FOLDER", folder) for word in command]
    if command[0] == "inlined":
        command[0] = build_inlined(folder)
    environment = dict(os.environ, PATH=f"{machine.SUPPORT}:{os.environ['PATH']}")
    words = [machine.PREC, "record", "-q", *options, "-o", path, "--", *command]
    with machine.recording_beside_others(words):
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, env=environment,
                              check=False)
    if done.returncode:
        raise Failure(f"{' '.join(words)}: status {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")


def why_not(kind):
    """Raises Unable."""
    if subprocess.run([os.path.join(machine.SUPPORT, "can_record")], capture_output=True, check=False).returncode:
        raise Unable("needs to record")
    if NEEDS.get(kind) == "root" and os.geteuid():
        raise Unable("needs root: the kernel's frames")
    if NEEDS.get(kind) == "tracefs" and not os.access("/sys/kernel/tracing/events/raw_syscalls/sys_enter/id", os.R_OK):
        raise Unable("needs tracefs: mount -t tracefs nodev /sys/kernel/tracing")


def build_inlined(folder):
    compiler = shutil.which("g++")
    if not compiler:
        raise Unable("needs g++")
    program = os.path.join(folder, "inlined")
    sources = [os.path.join(HERE, "..", "interop", name) for name in ("inlined.cc", "mixed.c")]
    subprocess.run([compiler, "-O2", "-g", "-o", program, sources[0], "-x", "c", sources[1]], check=True)
    return program


def main(words):
    if not words or not set(words[1:]) <= set(KINDS):
        print(f"usage: recordings.py FOLDER [KIND...]; the kinds: {' '.join(KINDS)}", file=sys.stderr)
        return 2
    os.makedirs(words[0], exist_ok=True)
    status = 0
    for kind in words[1:] or KINDS:
        try:
            make(os.path.abspath(words[0]), kind)
            print(kind)
        except Unable as reason:
            print(f"{kind}: {reason}")
        except Failure as error:
            print(f"{kind}: {error}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
