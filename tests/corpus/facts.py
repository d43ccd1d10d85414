"""What prec shows of a file, and the comparison of facts: both sides are dictionaries, from a key to a value."""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
SOURCE = os.path.abspath(os.environ.get("PREC_SRCDIR", os.path.join(os.path.dirname(__file__), "..", "..")))
BUILD = os.path.abspath(os.environ.get("PREC_BUILDDIR", SOURCE))
REPORTER = os.path.join(BUILD, "prec-report")
SHARED = os.environ.get("PREC_SHARED", os.path.join(SOURCE, "..", "shared"))
CORPUS = os.path.join(SHARED, "corpus")
TIMEOUT_S = 120


class FactError(Exception):
    """No facts are available."""


def prec(command, *options, path):
    """The output of a command of prec about a file; symbols come from the file alone."""
    words = [REPORTER, command, *options, "-i", path]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S, check=False)
    if done.returncode:
        raise FactError(f"prec {command}: exit status {done.returncode}: {done.stderr.decode(errors='replace')[-400:]}")
    return done.stdout.decode(errors="replace")


def dump(path, *options):
    """The objects of prec dump --json."""
    return [json.loads(line) for line in prec("dump", "--json", *options, path=path).splitlines()]


def number(value):
    """A number as prec writes it: addresses are strings. What else is text, as bytes are, stays so."""
    return int(value, 0) if isinstance(value, str) and (value.startswith("0x") or value.isdecimal()) else value


def compare(theirs, mine, excused=None):
    """The facts of theirs that mine has not or has otherwise: (differences, notes). excused(key, their, my) gives the
    reason for a difference on purpose, or None."""
    differences, reasons = [], {}
    for key, value in theirs.items():
        have = mine.get(key)
        if have == value and key in mine:
            continue
        reason = excused(key, value, have) if excused else None
        if reason:
            reasons[reason] = reasons.get(reason, 0) + 1
        else:
            differences.append(f"{'/'.join(map(str, key))}: {have!r}, not {value!r}")
    notes = [f"{count} facts: {reason}" for reason, count in reasons.items()]
    return differences, [f"{len(theirs) - sum(reasons.values())} facts agree", *notes] if not differences else notes


def blind_spots(theirs, mine, excused=None, every=1):
    """Alters the facts one by one: those whose change compare does not see."""
    unseen = []
    for key in list(theirs)[::every]:
        if mine.get(key) != theirs[key]:
            continue
        altered = {key: altered_value(theirs[key])}
        if not compare(altered, mine, excused)[0]:
            unseen.append(f"{'/'.join(map(str, key))}: not seen to be wrong")
    return unseen


def altered_value(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    return [*value, "more"]
