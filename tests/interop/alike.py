"""Whether prec says the same of a file however it goes about it: with any number of workers, in little memory. Of each
file some views are looked at, of the next one others."""
import itertools
import re
import zlib

import reports

ONE_WORKER = ["-j1"]
# Each view is compared with one of them, each of them with some views; so many of a file.
VIEWS_A_FILE = 2
WAYS = (["-j2"], ["-j8"], ["-j2", "--max-memory", "16M"])
VIEWS = (
    ["--sort", "comm,dso,sym", "-g", "none", "--no-children"],
    ["--sort", "pid,cpu,sym", "-g", "none", "--children"],
    ["--sort", "sym", "-g", "caller", "--children"],
    ["--sort", "dso,sym", "-g", "callee,fractal", "--no-children"],
    ["--sort", "trace,comm", "-g", "none", "--no-children"],
    ["--stats"],
)


def chosen(name):
    """(view, way) of a file, by its name."""
    pairs = list(zip(VIEWS, itertools.cycle(WAYS)))
    first = zlib.crc32(name.encode()) % len(pairs)
    return (pairs + pairs)[first:first + VIEWS_A_FILE]


def differences(prec, name, path, options=()):
    """What differs. name: of the file among others."""
    found = []
    for view, way in chosen(name):
        want, says = (reports.run_program(prec, ["report", "-i", path, *view, *options, *how]) for how in (ONE_WORKER, way))
        if says != want:
            pair = next(pair for pair in itertools.zip_longest(want.split("\n"), says.split("\n")) if pair[0] != pair[1])
            found.append(f"{' '.join(view + way)} of {name}: {pair[1]!r}; one worker: {pair[0]!r}")
        if not re.search("[0-9]", want):
            found.append(f"{' '.join(view)}: nothing is said")
    return found
