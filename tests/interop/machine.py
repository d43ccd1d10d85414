"""The programs of the tests against Linux perf, and recordings of processes that these tests start.

What is compared must not depend on what else the machine does, so
- the programs have names of their own in each recording, and of one of the whole machine only the rows of processes with
  these names are compared. None of them exits before such a recording ends: perf 7.3 shows what is left of a thread
  after its EXIT record as another one.
- perf and prec have a home folder of their own: perf takes symbols from the cache of build-ids that it keeps there.
- both name the kernel's addresses from one copy of /proc/kallsyms: a short one, which they see in its place.
- the whole machine is recorded with events that have a timer of their own (cpu-clock, task-clock) and with tracepoints.
  Of one page fault or context switch Linux gives each recorder's sample the id and the size of the first one's.

PREC_BUILDDIR, PREC_SRCDIR: the build and the source. PREC and PREC_RECORDER name other programs in the place of prec
("perf" compares perf with itself). PREC_SHARED: a folder with a `corpus` and tools/newest-perf, `shared` beside the
source if it is not set. PREC_NEWEST_PERF: the command of the newest perf, else that tool is tried. PREC_WITHOUT_PERF: if
set, perf records what prec reads, and is not compared with.
"""
import contextlib
import csv
import ctypes
import fcntl
import functools
import itertools
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import reports
import strict
from tap import Failure

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpus"))
import built  # noqa: E402

SOURCE = os.path.abspath(os.environ.get("PREC_SRCDIR", os.path.join(os.path.dirname(__file__), "..", "..")))
BUILD = os.path.abspath(os.environ.get("PREC_BUILDDIR", SOURCE))
PREC = os.environ.get("PREC", os.path.join(BUILD, "prec"))
RECORDER = os.environ.get("PREC_RECORDER", PREC)
SHARED = os.environ.get("PREC_SHARED", os.path.join(SOURCE, "..", "shared"))
SUPPORT = os.path.join(BUILD, "tests", "support")
INSTALLED = "perf"

PROGRAMS = {"sh": "/bin/sh", "burn": os.path.join(SUPPORT, "burn"), "ls": shutil.which("ls")}
# The CPU time that processes spend in a recording that they outlive.
WANTED_TICKS = 8
FOREVER = "600000"
# See tests/support/recording_lock.sh.
RECORDING_LOCKS = ("/sys/bus/event_source", "/sys/bus/event_source/devices")
SOFTWARE_LOCK = "/sys/bus/event_source/drivers"
# Those events are counted by the kernel's software, one at a time for all who sample them.
SOFTWARE = re.compile("faults|switches|migrations|off-cpu|bpf-output")
# Of the kernel's symbols a perf spends nearly all its time on: one of so many is in the short copy.
KERNEL_SYMBOLS = 40
# <sched.h>
CLONE_NEWNS = 0x20000
# The tree of the newest perf, which has a /proc of its own.
PEER_ROOT = os.environ.get("PEER_ROOT", "/opt/peer-perf")


@functools.lru_cache(maxsize=None)
def newest_perf():
    """The newest perf's command, or None. The tool looks after its tree each time it runs; once is enough for a test."""
    named = os.environ.get("PREC_NEWEST_PERF")
    tool = os.path.join(SHARED, "tools", "newest-perf")
    if not named and not (os.path.exists(tool) and os.geteuid() == 0):
        return None
    command = named or os.path.realpath(tool)
    if not runs(command):
        return None
    direct = f"chroot {shlex.quote(PEER_ROOT)} perf"
    return direct if not named and runs(direct) and version_of(direct) == version_of(command) else command


def runs(perf):
    try:
        return bool(version_of(perf))
    except Failure:
        return False


def without_perf():
    """Whether what other programs make of recordings is compared elsewhere."""
    return bool(os.environ.get("PREC_WITHOUT_PERF"))


def perfs():
    """{version: command} of the perfs to compare with, the installed one and the newest; none if PREC_WITHOUT_PERF is set.
    """
    if without_perf():
        return {}
    found = filter(None, (INSTALLED if shutil.which(INSTALLED) else None, newest_perf()))
    return {version_of(perf): perf for perf in found}


@functools.lru_cache(maxsize=None)
def version_of(perf):
    return reports.run_program(perf, ["--version"]).split()[-1]


def why_not(program):
    """Why nothing can be compared, or None. program: the one of the build that is needed."""
    if not os.path.exists(os.path.join(BUILD, program)) and "PREC" not in os.environ:
        return f"{program} is not built"
    return None


def is_sanitized():
    """Whether prec was built with a sanitizer, whose library has to be loaded before any other."""
    linked = subprocess.run(["ldd", os.path.join(BUILD, "prec-record")], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False).stdout
    return b"asan" in linked or b"tsan" in linked


def can_record(*options):
    """With -a: the whole machine."""
    words = [os.path.join(SUPPORT, "can_record"), *options]
    return bool(shutil.which(INSTALLED)) and not subprocess.run(words, capture_output=True, check=False).returncode


def corpora(scene):
    """Folders of files with an INDEX.tsv: the project's own and, if it is there, the one of others."""
    own = scene.path("corpus.built")
    if not os.path.exists(own):
        os.mkdir(own)
        built.build(own)
    folders = own, os.path.join(SHARED, "corpus")
    return [folder for folder in folders if os.path.exists(os.path.join(folder, "INDEX.tsv"))]


def undamaged_files(tap, scene, with_what=""):
    """(row of the index, path) of the undamaged files of all corpora that can be compared with what is named."""
    folders = corpora(scene)
    if len(folders) < 2:
        tap.skip("corpus of others", "there is none: see PREC_SHARED")
    for folder in folders:
        own = folder.startswith(scene.folder)
        with open(os.path.join(folder, "INDEX.tsv"), newline="", encoding="utf-8") as index:
            for row in csv.DictReader(index, delimiter="\t"):
                path = os.path.join(folder, row["file"])
                if row["file"].startswith("damaged/") or not os.path.exists(path):
                    continue
                reason = own and built.why_not_compared(row, with_what)
                if not reason:
                    yield row, path
                elif tap.wants(f"corpus {row['file']}"):
                    tap.skip(f"corpus {row['file']}", reason)


def cpu_ticks(pid):
    """CPU time of a process so far, in ticks of 10 ms."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        return sum(int(n) for n in file.read().rpartition(")")[2].split()[11:13])


def wait_until(condition, recorder):
    """Looks every 10 ms. Failure: the recorder has ended, or takes too long."""
    end = time.monotonic() + reports.TIMEOUT_S
    while not condition():
        if recorder.poll() is not None:
            finish(recorder)
            raise Failure(f"{' '.join(recorder.args)}: ended before its command")
        if time.monotonic() > end:
            raise Failure(f"{' '.join(recorder.args)}: no progress")
        time.sleep(0.01)


class Cast:
    """The programs under the names that they have in one recording."""

    def __init__(self, scene, number):
        # comms have 15 characters at most
        self.comms = {name: f"t{name}{os.getpid() % 100000:05}{number:04}" for name in PROGRAMS}
        self.paths = {name: scene.path("cast", comm) for name, comm in self.comms.items()}
        for name, path in self.paths.items():
            os.symlink(scene.program(name), path)
        # of what runs in recordings of the whole machine
        self.living = ",".join(self.comms[name] for name in ("sh", "burn"))
        self.pids = set()

    def work(self):
        """A command that ends: two threads, forks, execs and many system calls."""
        shell, burn, ls = (self.paths[name] for name in ("sh", "burn", "ls"))
        return [shell, "-c", f"{burn} 25 2 >/dev/null; {ls} -l /usr/include/linux/netfilter >/dev/null; {burn} 10 >/dev/null"]


class Machine:
    """A folder under /tmp, where the newest perf's own tree sees it, with the programs to record. A context manager."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="prec-interop.", dir="/tmp")
        os.chmod(self.folder, 0o755)
        reports.HOME = self.path("home")
        os.mkdir(reports.HOME)
        os.mkdir(self.path("bin"))
        os.mkdir(self.path("cast"))
        self.numbers = itertools.count()
        for name, program in PROGRAMS.items():
            shutil.copy(program, self.program(name))
        self.symfs = []
        self._copy_kallsyms()
        show_instead_of_kallsyms(self.few_kallsyms)
        return self

    def __exit__(self, *_):
        reports.HOME = None
        shutil.rmtree(self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def program(self, name):
        return self.path("bin", name)

    def _copy_kallsyms(self):
        """All of them; and one of so many, those that say where the kernel is, and those of modules."""
        self.kallsyms, self.few_kallsyms = self.path("kallsyms"), self.path("kallsyms.few")
        with open("/proc/kallsyms", "rb") as file:
            every = file.read()
        with open(self.kallsyms, "wb") as file:
            file.write(every)
        modules = every.find(b"\t[")
        modules = every.rfind(b"\n", 0, modules) + 1 if modules >= 0 else len(every)
        some = every[:modules].splitlines(keepends=True)[::KERNEL_SYMBOLS]
        named = re.findall(rb"^\w+ [tT] _(?:text|stext|etext)\n", every, re.MULTILINE)
        with open(self.few_kallsyms, "wb") as file:
            file.writelines(sorted({*named, *(line for line in some if line.split()[1] in b"tTwW")}))
            file.write(every[modules:])

    def mirror(self):
        """Copies the files of what is recorded. symfs: options with which the newest perf, in a tree of its own, names
        symbols from them; none before."""
        tree = self.path("symfs")
        for program in (self.program(name) for name in PROGRAMS):
            libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=False).stdout
            for name in [program, *(word for word in libraries.split() if word.startswith("/"))]:
                for place in {name, os.path.realpath(name)}:
                    os.makedirs(os.path.dirname(tree + place), exist_ok=True)
                    shutil.copyfile(name, tree + place)
        self.symfs = ["--symfs", tree]

    def empty(self):
        """An empty folder."""
        folder = self.path("empty")
        os.makedirs(folder, exist_ok=True)
        return folder

    def record(self, words, path, to_pipe=False, work=None):
        """Makes a recording. words: recorder and options, among which PID stands for a process that runs already.
        Raises Failure. to_pipe: the recorder writes to a pipe, whose content the file gets. work: the command, of which
        also a recording of the whole machine sees the end. Returns the Cast, with the pids of the processes that the
        recording does not see the end of."""
        cast = Cast(self, next(self.numbers))
        with recording_beside_others(words):
            if "PID" in words or "-a" in words and not work:
                self._record_living(cast, words, path, to_pipe)
            else:
                finish(self.start(words, work or cast.work(), path, to_pipe))
        return cast

    def start(self, words, work, path, to_pipe=False):
        """Starts a recorder in a process group of its own. Beside others, so within recording_beside_others."""
        cat, out = None, subprocess.DEVNULL
        if to_pipe:
            # A pipe it must be: a recorder to whom standard output is a file writes no pipe mode.
            with open(path, "wb") as file:
                cat = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=file)
            out = cat.stdin
        words = [*words, "-o", "-" if to_pipe else path, "--", *work]
        recorder = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE,
                                    env=reports.environment(), cwd=reports.FOLDER, start_new_session=True)
        recorder.cat = cat
        if cat:
            cat.stdin.close()
        return recorder

    def _record_living(self, cast, words, path, to_pipe):
        """Processes that the recording does not see the end of: one from before it, and a shell that forks and execs in
        it. It ends when these have run for a while, and been stopped."""
        burn = cast.paths["burn"]
        before = spawn(burn, FOREVER, "2")
        living = [before]
        gate = path + ".gate"
        os.mkfifo(gate)
        recorder = None
        try:
            # It has begun, and takes no time from a recorder that begins.
            wait_until(lambda: cpu_ticks(before.pid), before)
            os.killpg(before.pid, signal.SIGSTOP)
            words = [str(before.pid) if word == "PID" else word for word in words]
            recorder = self.start(words, ["cat", gate], path, to_pipe)
            opened = open_gate(gate, recorder)
            os.killpg(before.pid, signal.SIGCONT)
            if "-a" in words:
                living.append(spawn(cast.paths["sh"], "-c", f"{burn} {FOREVER} & exec {burn} {FOREVER}"))
            enough = [(process, cpu_ticks(process.pid) + WANTED_TICKS) for process in living]
            wait_until(lambda: all(cpu_ticks(process.pid) >= ticks for process, ticks in enough), recorder)
            cast.pids = set().union(*(pids_of_session(process.pid) for process in living))
            for process in living:
                os.killpg(process.pid, signal.SIGSTOP)
            os.close(opened)
            finish(recorder)
        finally:
            os.unlink(gate)
            for process in living:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            if recorder and recorder.poll() is None:
                recorder.kill()
                recorder.wait()


def show_instead_of_kallsyms(path):
    """From here on this process and those that it starts see the file as /proc/kallsyms, all of which a perf reads for
    each recording and each report: it takes ten times as long as the rest. All of it stays where a user may not do that."""
    if os.geteuid() or ctypes.CDLL(None).unshare(CLONE_NEWNS):
        return
    quietly = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
    subprocess.run(["mount", "--make-rprivate", "/"], **quietly)
    for root in ("", PEER_ROOT):
        subprocess.run(["mount", "--bind", path, root + "/proc/kallsyms"], **quietly)


@contextlib.contextmanager
def recording_beside_others(words=()):
    """Not while a case of tests/kernel has the machine for itself, and of those that sample the kernel's software counters
    one at a time: see tests/support/recording_lock.sh. words: the recorder's."""
    with contextlib.ExitStack() as opened:
        if any(SOFTWARE.search(word) for word in words):
            fcntl.flock(opened.enter_context(open_folder(SOFTWARE_LOCK)), fcntl.LOCK_EX)
        turn, whole = (opened.enter_context(open_folder(name)) for name in RECORDING_LOCKS)
        fcntl.flock(turn, fcntl.LOCK_EX)
        fcntl.flock(whole, fcntl.LOCK_SH)
        fcntl.flock(turn, fcntl.LOCK_UN)
        yield


@contextlib.contextmanager
def open_folder(name):
    number = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield number
    finally:
        os.close(number)


def pids_of_session(leader):
    found = set()
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.getsid(int(name)) == leader:
                found.add(int(name))
        except ProcessLookupError:
            pass
    return found


def spawn(*words):
    """A process that leads a session, and so a process group."""
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)


def open_gate(gate, recorder):
    """Opens a FIFO for writing when the command of a recorder has opened it for reading."""
    opened = []

    def attempt():
        try:
            opened.append(os.open(gate, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC))
        except OSError:
            return False
        return True

    wait_until(attempt, recorder)
    return opened[0]


def finish(recorder):
    """Waits for a recorder. Failure: it failed."""
    try:
        _, error = recorder.communicate(timeout=reports.TIMEOUT_S)
    except subprocess.TimeoutExpired as timeout:
        recorder.kill()
        raise Failure(str(timeout)) from timeout
    if recorder.cat:
        recorder.cat.wait()
    if recorder.returncode:
        raise Failure(f"{' '.join(recorder.args)}: exit status {recorder.returncode}: "
                      f"{error.decode(errors='replace')[-400:]}")


def record_by(scene, tap, name, recorder, words, path, to_pipe=False):
    """Machine.record for a case. Returns the Cast; None: it has failed, or there is nothing to compare, and that is reported.
    """
    try:
        cast = scene.record(words, path, to_pipe)
    except Failure as error:
        if recorder == INSTALLED:
            tap.skip(name, "perf itself fails: " + str(error).splitlines()[0][-150:])
        else:
            tap.result(name, [str(error)])
        return None
    if recorder == INSTALLED and has_late_records(path):
        tap.skip(name, "perf wrote records later than perf wants to read them")
        return None
    return cast


def has_late_records(path):
    """Whether a CPU stood still so long that what it wrote came rounds later. perf ends a round every few ms, and then
    reads such records out of order, and misses what they say of processes. Of directories it is not known."""
    if os.path.isdir(path):
        return False
    with open(path, "rb") as data:
        return bool(strict.File(data.read(), "perf 6.1").has_late_records)


def recorder_words(program, *options):
    """What to give to Machine.record. A program may be several words.

    With build-ids in mappings perf 6.1 writes the times of the first and last sample only if it is asked to.

    perf has to ask for build-ids in MMAP2 records. While any recorder of the machine does, as prec does, Linux gives
    the flag that says so to the records of those who do not, too, and perf 6.1 dies of what it takes for a build-id.
    """
    words = [*shlex.split(program), "record", *filter(None, options)]
    return words + (["--buildid-mmap", "--timestamp-boundary"] if program == INSTALLED else [])
