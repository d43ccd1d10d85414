"""Mutants: a few bytes of a file are others; and prec run on them, which may say messages and nothing else."""
import os
import subprocess

BUILD = os.path.abspath(os.environ.get("PREC_BUILDDIR", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")))
# How many mutants, and the number of the first, so that a finding can be had again.
COUNT, FIRST = int(os.environ.get("PREC_MUTANTS", "60")), int(os.environ.get("PREC_FIRST", "0"))
SECONDS_MAX = 120


def mutate(data, first, size, rng):
    """A few bytes or words from first on are others."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 9)):
        at = first + rng.randrange(size)
        kind = rng.randrange(4)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF))
        elif kind == 2:
            width = min(rng.choice((2, 4, 8)), first + size - at)
            data[at:at + width] = rng.choice((b"\xff", b"\0", b"\x80")) * width
        else:
            data[at] = rng.randrange(256)
    return bytes(data)


def run(arguments, home):
    """(what is wrong or None, what it prints, what it says) of prec with these arguments."""
    environment = dict(os.environ, DEBUGINFOD_URLS="", LC_ALL="C", HOME=home)
    try:
        done = subprocess.run([os.path.join(BUILD, "prec"), *arguments], capture_output=True, timeout=SECONDS_MAX,
                              check=False, env=environment, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"takes more than {SECONDS_MAX} s", "", ""
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1) or "Sanitizer" in said or "runtime error" in said:
        return f"exit status {done.returncode}: {said[-400:]}", "", said
    return None, done.stdout.decode(errors="replace"), said
