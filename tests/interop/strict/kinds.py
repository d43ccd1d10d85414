"""The kinds of recordings that tests/interop/readers makes: how, and what file.py is given of them."""
import os
import re
import signal
import struct
import subprocess
import time

import machine
import reports
from tap import Failure

CLOCKS = ["-e", "cpu-clock", "-e", "task-clock"]
SWITCH, SYSCALLS = ["-e", "sched:sched_switch"], ["-e", "raw_syscalls:sys_enter"]
SOFTWARE = ["-e", "cpu-clock,task-clock,page-faults,context-switches,cpu-migrations,minor-faults,major-faults,"
            "alignment-faults,emulation-faults"]
GROUP = ["-e", "{cpu-clock,task-clock}"]
READING_GROUP = ["-e", "{cpu-clock,task-clock}:S"]

# How a recording ends, if not with its command, or what is done to it.
PIPE, KILLED, EARLY, STOPPED, RECOVERED, BUNDLED, SHORT, SYSCALLER = (
    "into a pipe", "killed", "killed at its beginning", "stopped", "killed and recovered", "made a bundle of",
    "a command of no time", "a command of system calls")

# name, options, how
KINDS = [
    ("command -z0", ["-z0"], ""),
    ("command", [], ""),
    ("command -z22", ["-z22"], ""),
    ("chains -z0", ["-z0", "-g"], ""),
    ("chains", ["-g"], ""),
    ("user chains", ["--user-callchains", *CLOCKS], ""),
    ("kernel chains", ["--kernel-callchains"], ""),
    ("all -z0", ["-z0", "-a"], ""),
    ("all", ["-a"], ""),
    ("all chains -z0", ["-z0", "-a", "-g"], ""),
    ("all chains", ["-a", "-g"], ""),
    ("all events chains", ["-a", "-g", *CLOCKS], ""),
    ("one CPU", ["-z0", "-C", "0"], ""),
    ("process -z0", ["-z0", "-p", "PID"], ""),
    ("process chains", ["-g", "-p", "PID"], ""),
    ("thread", ["-z0", "-t", "PID"], ""),
    ("user", ["-z0", "-u", "0"], ""),
    ("events -z0", ["-z0", *CLOCKS], ""),
    ("events chains", ["-g", *CLOCKS], ""),
    ("many events -z0", ["-z0", *SOFTWARE, *SWITCH, *SYSCALLS], ""),
    ("many events", ["-g", *SOFTWARE, *SWITCH, *SYSCALLS], ""),
    ("group -z0", ["-z0", *GROUP], ""),
    ("reading group -z0", ["-z0", *READING_GROUP], ""),
    ("reading group chains", ["-g", *READING_GROUP], ""),
    ("tracepoint -z0", ["-z0", *SYSCALLS], ""),
    ("tracepoints chains", ["-g", *SWITCH, *SYSCALLS], ""),
    ("all tracepoints", ["-a", *SWITCH, *SYSCALLS], ""),
    ("all tracepoint and clock", ["-z0", "-a", "-g", *SWITCH, "-e", "cpu-clock"], ""),
    ("lost records", ["-z0", "-m", "1", *SYSCALLS, "-c", "1"], SYSCALLER),
    ("lost records of events", ["-m", "1", *SYSCALLS, *SWITCH, "-c", "1"], SYSCALLER),
    ("count", ["-z0", "-e", "cpu-clock", "-c", "1000000"], ""),
    ("highest rate", ["-F", "max"], ""),
    ("addresses", ["-z0", "-d", "-e", "cpu-clock,page-faults"], ""),
    ("contents -z0", ["-z0", "-d", "-W", "--phys-data", "--data-page-size", "--code-page-size", "--transaction", "-R",
                      "--user-regs", "--intr-regs", "-e", "cpu-clock,page-faults"], ""),
    ("off-CPU -z0", ["-z0", "-g", "--off-cpu=0", "-e", "cpu-clock"], ""),
    ("nothing of what runs -z0", ["-z0", "-p", "PID", "--synth=no"], ""),
    ("latency and data mappings", ["-g", "--latency", "--data-mmap", "-e", "cpu-clock"], ""),
    ("off-CPU and switches", ["-g", "--off-cpu", "--switch-events", "-e", "cpu-clock"], ""),
    ("pipe of off-CPU", ["-g", "--off-cpu=0", "-e", "cpu-clock"], PIPE),
    ("killed off-CPU", ["-g", "--off-cpu=0", "-e", "cpu-clock"], KILLED),
    ("counts of threads", ["-z0", "-s", *CLOCKS], ""),
    ("no samples", ["-z0", "-n"], ""),
    ("other clock", ["-z0", "-k", "monotonic_raw"], ""),
    ("a ring a thread", ["-z0", "--per-thread"], ""),
    ("no children", ["-z0", "-i"], ""),
    ("no build-ids", ["-z0", "-B", "-a"], ""),
    ("no periods", ["-z0", "--no-period", "--sample-cpu"], ""),
    ("delay", ["-z0", "-D", "20"], ""),
    ("no BPF", ["-z0", "--no-bpf-event"], ""),
    ("a command of no time", [], SHORT),
    ("pipe -z0", ["-z0"], PIPE),
    ("pipe", ["-g"], PIPE),
    ("pipe of tracepoints", ["-z0", "-a", *SWITCH, "-e", "cpu-clock"], PIPE),
    ("pipe of a group", [*READING_GROUP], PIPE),
    ("killed -z0", ["-z0"], KILLED),
    ("killed", ["-g", *CLOCKS], KILLED),
    ("killed all tracepoints", ["-a", *SWITCH, *SYSCALLS], KILLED),
    ("killed at its beginning", ["-z0"], EARLY),
    ("stopped", ["-a", "-g"], STOPPED),
    ("recovered", ["-g", *CLOCKS], RECOVERED),
    ("bundle of chains -z0", ["-g", *CLOCKS], BUNDLED),
    ("bundle of all -z0", ["-a", "-g"], BUNDLED),
    ("bundle of stack copies -z0", ["--call-graph", "dwarf", *CLOCKS], BUNDLED),
    ("recovered all", ["-a", *SWITCH, "-e", "cpu-clock"], RECOVERED),
]
# With a delay a busy machine may end the command before sampling begins.
NO_SAMPLES = ("no samples", "killed at its beginning", "a command of no time", "delay")
TRACEPOINT = re.compile(r"(sched|raw_syscalls):")

# What perf itself records, of which no rule may think ill. perf 7.3 is given them, too.
OF_PERF = [
    ("command", [], ""),
    ("chains", ["-g"], ""),
    ("all chains", ["-a", "-g"], ""),
    ("process", ["-p", "PID"], ""),
    ("events chains", ["-g", *CLOCKS], ""),
    ("many events", [*SOFTWARE, *SYSCALLS], ""),
    ("reading group", READING_GROUP, ""),
    ("tracepoint and clock", ["-a", *SWITCH, "-e", "cpu-clock"], ""),
    ("compressed", ["-z", "-g"], ""),
    ("pipe", [*SWITCH, "-e", "cpu-clock"], PIPE),
    ("pipe of a group", READING_GROUP, PIPE),
]

FLUSHES = 2


def is_traced(options):
    return any(TRACEPOINT.match(option) or ",sched:" in option for option in options)


def data_size(path):
    """Of the data section, as the header has it; 0 if there is none."""
    try:
        with open(path, "rb") as file:
            head = file.read(56)
    except FileNotFoundError:
        return 0
    return struct.unpack_from("<Q", head, 48)[0] if len(head) == 56 else 0


def kill_after(scene, words, path, flushes, number):
    """Sends a signal to a recorder when the file has grown that often; its command goes with it."""
    burn = scene.program("burn")
    recorder = scene.start(words, [burn, machine.FOREVER], path)
    sizes, begun = set(), time.monotonic()
    try:
        while len(sizes) < flushes:
            sizes.add(data_size(path))
            sizes.discard(0)
            if recorder.poll() is not None or time.monotonic() - begun > reports.TIMEOUT_S:
                raise Failure(f"{' '.join(words)}: wrote nothing in time")
            time.sleep(0.001)
        os.kill(recorder.pid, number)
        return recorder.wait(reports.TIMEOUT_S)
    finally:
        try:
            os.killpg(recorder.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        recorder.wait()
        recorder.stderr.close()


def work_of(scene, how):
    if how == SHORT:
        return ["true"]
    if how == SYSCALLER:
        return [os.path.join(machine.SUPPORT, "syscaller"), "-n", "20000", "2"]
    burn = scene.program("burn")
    return [scene.program("sh"), "-c", f"{burn} 15 2 >/dev/null; {burn} 5 >/dev/null"]


def make(scene, recorder, options, how, path):
    """Makes a recording of one kind. recorder: words. Raises Failure."""
    words = [*recorder, "record", "-q", *options]
    if how in (KILLED, EARLY, STOPPED, RECOVERED):
        with machine.recording_beside_others(words):
            kill_after(scene, words, path, 1 if how == EARLY else FLUSHES + 1,
                       signal.SIGINT if how == STOPPED else signal.SIGKILL)
    else:
        scene.record(words, path, how == PIPE, work_of(scene, how))
    command = {RECOVERED: ["recover"], BUNDLED: ["bundle", "-z0"]}.get(how)
    if command:
        done = subprocess.run([*recorder, *command, "-q", path, "-o", path + ".made"], capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise Failure(f"{command[0]}: exit status {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}")
        os.replace(path + ".made", path)
