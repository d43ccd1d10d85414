"""Whether prec says the same of a file however it goes about it: with any number of workers, in little memory, with and
without the block index that prec's own recordings have."""
import os
import re
import shutil

import reports

WAYS = (["-j1"], ["-j2"], ["-j8"], ["-j2", "--max-memory", "16M"])
VIEWS = (
    ["--sort", "comm,dso,sym", "-g", "none", "--no-children"],
    ["--sort", "pid,cpu,sym", "-g", "none", "--children"],
    ["--sort", "sym", "-g", "caller", "--children"],
    ["--sort", "dso,sym", "-g", "callee,fractal", "--no-children"],
    ["--stats"],
)
INDEX_FEATURE = 200
HEADER_FEATURES = 72  # offset of the bitmap


def without_index(path, copy):
    """Whether copy has been made of a file that has a block index, without it."""
    if os.path.isdir(path):
        return False
    with open(path, "rb") as f:
        head = bytearray(f.read(HEADER_FEATURES + 32))
    place = HEADER_FEATURES + INDEX_FEATURE // 8
    bit = 1 << INDEX_FEATURE % 8
    if head[:8] != b"PERFILE2" or len(head) <= place or not head[place] & bit:
        return False
    shutil.copyfile(path, copy)
    with open(copy, "r+b") as f:
        f.seek(place)
        f.write(bytes([head[place] & ~bit]))
    return True


def differences(prec, path, folder, options=()):
    """What differs, and how many outputs were compared."""
    found, compared = [], 0
    ways = [(path, way) for way in WAYS]
    copy = os.path.join(folder, "without-index.data")
    if without_index(path, copy):
        ways.append((copy, ["-j2"]))
    for view in VIEWS:
        want = None
        for file, way in ways:
            says = reports.run_program(prec, ["report", "-i", file, *view, *options, *way])
            want = says if want is None else want
            compared += 1
            if says != want:
                found.append(f"{' '.join(view + way)} of {os.path.basename(file)}: not what {WAYS[0][0]} says")
    if compared and not re.search("[0-9]", want):
        found.append("nothing is said")
    return found, compared
