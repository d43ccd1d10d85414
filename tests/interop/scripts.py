"""What `script`, and `report --tasks` and `--mmaps`, of prec and of the newest perf print, line by line.

What differs on purpose is in DIFFERENCES, with its reason: a line of ours and one of perf's that both match are equal.
"""
import csv
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


def on_purpose(theirs, mine):
    """The reason for which the two lines may differ, or None."""
    for perf, prec, reason in DIFFERENCES:
        a, b = re.fullmatch(perf, theirs), re.fullmatch(prec, mine)
        if a and b and a.groups() == b.groups():
            return reason
    return None


def compare(theirs, mine):
    """(differences, notes) of two outputs."""
    found, notes = [], {}
    for number, (a, b) in enumerate(itertools.zip_longest(theirs, mine), 1):
        if a == b:
            continue
        reason = a is not None and b is not None and on_purpose(a, b)
        if reason:
            notes[reason] = notes.get(reason, 0) + 1
        else:
            found += [f"line {number}: perf: {a!r}", f"line {number}: prec: {b!r}"]
        if len(found) > 20:
            break
    return found, [f"{n} lines: {reason}" for reason, n in notes.items()]


def corpus_files(tap, scene, not_compared):
    """(label, path of a copy perf may own) of the undamaged files of others. not_compared: why not, by name."""
    index = os.path.join(machine.SHARED, "corpus", "INDEX.tsv")
    if not os.path.exists(index):
        tap.skip("corpus", "there is no corpus: see PREC_SHARED")
        return
    with open(index, newline="", encoding="utf-8") as table:
        names = [row["file"] for row in csv.DictReader(table, delimiter="\t")]
    for name in names:
        label = f"corpus {name}"
        if name.startswith("damaged/") or not tap.wants(label):
            continue
        if name in not_compared:
            tap.skip(label, not_compared[name])
            continue
        path = scene.path("corpus", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(os.path.join(machine.SHARED, "corpus", name), path)
        yield label, path
