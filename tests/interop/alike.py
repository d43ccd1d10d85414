"""Whether prec says the same of a file however it goes about it: with any number of workers, in little memory."""
import itertools
import os
import re

import reports

ONE_WORKER = ["-j1"]
# Each view is compared with one of them, each of them with some views.
WAYS = (["-j2"], ["-j8"], ["-j2", "--max-memory", "16M"])
VIEWS = (
    ["--sort", "comm,dso,sym", "-g", "none", "--no-children"],
    ["--sort", "pid,cpu,sym", "-g", "none", "--children"],
    ["--sort", "sym", "-g", "caller", "--children"],
    ["--sort", "dso,sym", "-g", "callee,fractal", "--no-children"],
    ["--sort", "trace,comm", "-g", "none", "--no-children"],
    ["--stats"],
)


def differences(prec, path, options=()):
    """What differs, and how many outputs were compared."""
    found, compared = [], 0
    for view, way in zip(VIEWS, itertools.cycle(WAYS)):
        want, says = (reports.run_program(prec, ["report", "-i", path, *view, *options, *how]) for how in (ONE_WORKER, way))
        compared += 1
        if says != want:
            pair = next(pair for pair in itertools.zip_longest(want.split("\n"), says.split("\n")) if pair[0] != pair[1])
            found.append(f"{' '.join(view + way)} of {os.path.basename(path)}: {pair[1]!r}; one worker: {pair[0]!r}")
    if compared and not re.search("[0-9]", want):
        found.append("nothing is said")
    return found, compared
