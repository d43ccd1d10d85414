"""built.py FOLDER: the project's own corpus, files that the builders of tests/support make, with an INDEX.tsv like that of
a corpus of files from outside.

Of the samples of each file the index has two counts, neither of which is prec's: of the records as they stand in the
file, by record_samples() here, and by the installed perf, if it reads the file. Compressed files that it does not read
are left out. What is damaged lies below damaged/.
"""
import os
import re
import shutil
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
SOURCE = os.path.abspath(os.environ.get("PREC_SRCDIR", os.path.join(os.path.dirname(__file__), "..", "..")))
SUPPORT = os.path.join(os.path.abspath(os.environ.get("PREC_BUILDDIR", SOURCE)), "tests", "support")
COLUMNS = ("file", "bytes", "mode", "endian", "arch", "raw_sample_records", "perf_7.3_samples", "features", "golden_files",
           "license", "origin")

# name of the file, words of its builder after which the path comes
BUILT = {
    "script/file": ["script_file"],
    "script/swapped": ["script_file", "--swap"],
    "script/pipe": ["script_file", "--pipe"],
    "header/file": ["header_file"],
    "header/swapped": ["header_file", "--swap"],
    "header/pipe": ["header_file", "--pipe"],
    "header/unknown": ["header_file", "--unknown"],
    "records/file": ["dump_file"],
    "records/swapped": ["dump_file", "--swap"],
    "records/frames": ["dump_file", "--frames"],
    "records/damaged": ["dump_file", "--damage"],
}
DAMAGED = re.compile(r"damaged|truncated|expanding")

# What cannot be compared of them, by what they are compared with: pattern of names, reason.
SWAPPED = (r"swapped", "perf swaps only some of the fields of files of the other byte order")
GUESTS = (r"guests", "perf versions give guests' samples different names")
NOT_COMPARED = {
    "perf script": [SWAPPED, GUESTS, (r"^script/", "tests/interop/script makes it itself")],
    "perf script -D": [(r"^script/pipe", "perf script ends at the tracepoint of a stream"),
                       (r"/stream$", "what is compressed has no place in the file")],
    "perf report": [SWAPPED, GUESTS,
                    (r"/group$", "perf versions show different members of a group of which some counted nothing"),
                    (r"(group|odd)-pipe|script/pipe", "perf does not count the events of a pipe one by one")],
    "prec convert": [(r"odd|^header/", "prec convert says that not all of it can be kept"),
                     (r"simpleperf", "what simpleperf adds does not fit into a stream, as prec convert says")],
}

SAMPLE, TRACING_DATA, AUXTRACE, COMPRESSED = 9, 66, 71, (81, 83)
MAGICS, PIPE_HEADER_SIZE = (b"PERFILE2", b"PERFFILE"), 16

# Names that are no UTF-8: JSON has other characters in their place, and so has no fact of theirs to compare.
ESCAPED = ("odd-names",)


def record_samples(data):
    """How many samples stand in a file or stream as they are, and whether others are compressed. By perf.data's layout: a
    header of 16 bytes before a stream, or one with the place of the data section at 40."""
    order = "<" if data[:8] in MAGICS else ">"
    size = struct.unpack_from(order + "Q", data, 8)[0]
    at, end = size, len(data)
    if size > PIPE_HEADER_SIZE:
        at, length = struct.unpack_from(order + "QQ", data, 40)
        end = at + length if length else end
    samples, compressed = 0, False
    while at + 8 <= end:
        kind, _, size = struct.unpack_from(order + "IHH", data, at)
        samples += kind == SAMPLE
        compressed |= kind in COMPRESSED
        if kind in (TRACING_DATA, AUXTRACE):
            size += struct.unpack_from(order + ("I" if kind == TRACING_DATA else "Q"), data, at + 8)[0]
        if size < 8:
            break
        at += size
    return samples, compressed


def why_not_compared(row, with_what):
    """The reason for which a file of the index is not compared with a command of perf or prec convert, or None."""
    if with_what.startswith("perf") and row["perf_7.3_samples"] == "0":
        return "perf reads no sample of it"
    return next((reason for pattern, reason in NOT_COMPARED.get(with_what, ()) if re.search(pattern, row["file"])), None)


def perf_samples(path):
    """How many samples the installed perf finds; 0 where it does not read the file, or where there is no perf."""
    if not shutil.which("perf"):
        return 0
    done = subprocess.run(["perf", "report", "--stats", "-i", path], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60, check=False)
    found = re.search(r"^ +SAMPLE events: +(\d+)", done.stdout.decode(errors="replace"), re.M)
    return int(found[1]) if found and not done.returncode else 0


def make_files(folder):
    """Makes all; returns their names."""
    made = os.path.join(folder, "made")
    os.makedirs(made)
    subprocess.run([os.path.join(SUPPORT, "make_fixture"), "--all", made], check=True)
    names = ["made/" + name for name in sorted(os.listdir(made)) if name not in ESCAPED]
    for name, (builder, *words) in BUILT.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        subprocess.run([os.path.join(SUPPORT, builder), *words, os.path.join(folder, name)], check=True)
    return names + list(BUILT)


def move_damaged(folder, name):
    """Returns the new name."""
    moved = os.path.join("damaged", name.replace("/", "-"))
    os.makedirs(os.path.join(folder, "damaged"), exist_ok=True)
    os.rename(os.path.join(folder, name), os.path.join(folder, moved))
    return moved


def counts(path):
    """(samples as they stand, samples by perf), or None if nobody can tell."""
    with open(path, "rb") as file:
        plain, compressed = record_samples(file.read())
    by_perf = perf_samples(path)
    return None if compressed and not by_perf else (plain, by_perf)


def build(folder):
    """Makes the files and their index in a folder that is there."""
    lines = [COLUMNS]
    for name in make_files(folder):
        damaged = DAMAGED.search(name)
        name = move_damaged(folder, name) if damaged else name
        path = os.path.join(folder, name)
        found = (0, 0) if damaged else counts(path)
        if found:
            row = {"file": name, "bytes": os.path.getsize(path), "raw_sample_records": found[0],
                   "perf_7.3_samples": found[1], "origin": "tests/support"}
            lines.append([str(row.get(column, "")) for column in COLUMNS])
    with open(os.path.join(folder, "INDEX.tsv"), "w", encoding="utf-8") as index:
        index.writelines("\t".join(line) + "\n" for line in lines)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    build(sys.argv[1])
