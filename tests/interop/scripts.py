"""What `script`, and `report --tasks` and `--mmaps`, of prec and of the newest perf print, line by line.

What differs on purpose is in DIFFERENCES, with its reason: a line of ours and one of perf's that both match are equal.
"""
import itertools
import os
import re
import shlex
import shutil
import subprocess

import machine
import reports

# perf's line, prec's line, why they may differ; what is in parentheses is the same in both
DIFFERENCES = [
    (r"(\t *[0-9a-f]+)(?: \[unknown\])?(?: \(\[unknown\]\))?", r"(\t *[0-9a-f]+)(?: \S+)?(?: \(/.*\))?",
     "a process that has exited keeps its mappings"),
    (r" *:\d+( +\d.*| +[0-9a-f]{8,} .*| *)", r" *\S.*?( +\d.*| +[0-9a-f]{8,} .*| *)",
     "a thread that has exited keeps its comm"),
    (r" *\S.*?( +0 (?:\[\d+\] )? +0\.0+: PERF_RECORD_(?:FORK|MMAP2?).*)",
     r" *\S.*?( +0 (?:\[\d+\] )? +0\.0+: PERF_RECORD_(?:FORK|MMAP2?).*)",
     "what has the same time (that of the beginning: 0) is known as a whole, so threads have their comm from the first"),
    (r"(.*[0-9a-f]) \[unknown\]( \(\[vdso\](?:\+\w+)?\))?", r"(.*[0-9a-f]) __vdso_\S+( \(\[vdso\](?:\+\w+)?\))?",
     "the vdso of the running kernel is at hand"),
    (r"(.*[0-9a-f]) \S+ \(/tmp/perf-vdso\.so-\w{6}(\+\w+)?\)", r"(.*[0-9a-f]) __vdso_\S+ \(\[vdso\](\+\w+)?\)",
     "perf shows the name of the copy that it made of the vdso"),
    (r"(.*[0-9a-f] \[unknown\]) \(/tmp/perf-vdso\.so-\w{6}(\+\w+)?\)", r"(.*[0-9a-f] \[unknown\]) \(\[vdso\](\+\w+)?\)",
     "perf shows the name of the copy that it made of the vdso, also where no function is"),
    (r"(.*[ \t])offset_0x[0-9a-f]+@plt(\+.*)", r"(.*[ \t])\S+@plt(\+.*)",
     "a PLT entry is named by the function it leads to"),
]
# The same of an old perf, beside these.
OLD_DIFFERENCES = [
    (r"(.*[0-9a-f]) (?:\[unknown\]|_init|\S*@plt)(?:\+0x[0-9a-f]+)?( \(.*\))?",
     r"(.*[0-9a-f]) (?:\S+@plt|\.plt)(?:\+0x[0-9a-f]+)?( \(.*\))?",
     "PLT entries of binaries with .plt.sec had the names of other functions, or none"),
]
# A line about a process that is no sample: of which one.
ABOUT = re.compile(r".*PERF_RECORD_(?:COMM(?: exec)?: .*:|FORK\(|EXIT\(|MMAP2? |NAMESPACES |SWITCH)(\d+)[/:]\d+.*")


def lines(program, path, options, from_pipe=False, command="script"):
    """(lines, None) or (None, why not)."""
    words = shlex.split(program) + [command, "-i", "-" if from_pipe else path, *options]
    feeder = subprocess.Popen(["cat", path], stdout=subprocess.PIPE) if from_pipe else None
    try:
        done = subprocess.run(words, stdin=feeder.stdout if feeder else subprocess.DEVNULL, capture_output=True,
                              timeout=reports.TIMEOUT_S, env=reports.environment(), cwd=reports.FOLDER, check=False)
    except subprocess.TimeoutExpired as error:
        return None, str(error)
    finally:
        if feeder:
            feeder.stdout.close()
            feeder.wait()
    if done.returncode:
        return None, done.stderr.decode(errors="replace").strip()[-200:] or f"exit status {done.returncode}"
    return done.stdout.decode(errors="replace").split("\n"), None


def of_processes(pids):
    """A function that leaves out the lines about other processes than these."""
    def keep(text):
        return [line for line in text for about in [ABOUT.fullmatch(line)] if not about or int(about[1]) in pids]
    return keep


class Oracle:
    """A perf to compare with, and what its version is known to show otherwise.

    Before 6.2 perf script showed offsets within files in the place of addresses in callchains, and threads in a column of
    five, not seven; before 6.3 wrong names of PLT entries. Sooner or later came retire_lat, more about branches and in
    headers, and attrs that count guests without the modifiers G and H. What is before 7.0 counts as old: of its lines and
    prec's blanks count as one, and a frame has an address only where that of x86's kernel is, which is mapped as it
    stands in its file.
    """

    MATURE = (7, 0)
    FRAME = re.compile(r"\t *(?!ffffffff[89ab])[0-9a-f]+(?=(?: .*)?$)", re.MULTILINE)
    ADDRESS = "\t0"
    BLANKS = re.compile("^ +|(?<= ) +", re.MULTILINE)
    # G and H, which it shows of attrs that count guests.
    MODIFIERS = re.compile(r":[GH]+(?=: )")

    def __init__(self, command):
        self.command, self.version = command, machine.version_of(command)
        self.is_old = tuple(int(n) for n in re.findall(r"\d+", self.version)[:2]) < self.MATURE
        self.known = DIFFERENCES + (OLD_DIFFERENCES if self.is_old else [])

    def alike(self, text):
        """What of lines both show alike."""
        if not self.is_old:
            return text
        text = self.MODIFIERS.sub("", self.FRAME.sub(self.ADDRESS, "\n".join(text)))
        return self.BLANKS.sub("", text).split("\n")

    def leaves_out(self, options):
        """Options with which prec leaves out what this perf has not among the fields it shows by default."""
        return ["-F", "raw:-retire_lat"] if self.is_old and not any("raw:" in word for word in options) else []

    def cannot_show(self, options):
        """Why it shows something else with these options, or None."""
        for word, reason in (("brstack", "branches were shown otherwise"), ("--header", "headers said less"),
                             ("data_src", "levels of memory were shown otherwise"),
                             ("srcline", "lines came from files of debug information apart")):
            if self.is_old and any(word in option for option in options):
                return "before 7.0 " + reason
        return None


def on_purpose(theirs, mine, known):
    """The reason for which the two lines may differ, or None."""
    for perf, prec, reason in known:
        a, b = re.fullmatch(perf, theirs), re.fullmatch(prec, mine)
        if a and b and a.groups() == b.groups():
            return reason
    return None


def compare(theirs, mine, known=DIFFERENCES):
    """(differences, notes) of two outputs. known: what differs on purpose."""
    found, notes = [], {}
    for number, (a, b) in enumerate(itertools.zip_longest(theirs, mine), 1):
        if a == b:
            continue
        reason = a is not None and b is not None and on_purpose(a, b, known)
        if reason:
            notes[reason] = notes.get(reason, 0) + 1
        else:
            found += [f"line {number}: perf: {a!r}", f"line {number}: prec: {b!r}"]
        if len(found) > 20:
            break
    return found, [f"{n} lines: {reason}" for reason, n in notes.items()]


def corpus_files(tap, scene, not_compared):
    """(label, path of a copy perf may own) of the undamaged files of all corpora. not_compared: why not, by name."""
    for row, source in machine.undamaged_files(tap, scene, "perf script"):
        name = row["file"]
        label = f"corpus {name}"
        if not tap.wants(label):
            continue
        if name in not_compared:
            tap.skip(label, not_compared[name])
            continue
        path = scene.path("corpus", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(source, path)
        yield label, path
