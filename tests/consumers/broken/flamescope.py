"""A small file for FlameScope, and for each rule those that break it."""
import gzip

GOOD = b"""# ========
# hostname : a
# ========
#
a 7/8 [000] 1.500000: 1000 cycles:u:
\t        1234 work (inlined)
\t        1234 main+0x4 (/bin/a)

a b 7/8 [001] 1.600000: cpu-clock:
\tffffffff81000000 [unknown] ([kernel.kallsyms])

"""
CHANGES = {
    "text": [(b"main", b"\xff"), (b"main", b"\x1b"), (b"allsyms])\n\n", b"allsyms])")],
    "event": [(b"1.500000:", b"1:"), (b"7/8 [000]", b"x"), (b"cycles:u:", b"")],
    "frame": [(b"1234 main", b"main"), (b" (/bin/a)", b"")],
    "blank": [(b"(/bin/a)\n\n", b"(/bin/a)\n"), (b"allsyms])\n\n", b"allsyms])\n")],
    "time": [(b"1.600000", b"1.400000")],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield None, GOOD
    yield None, gzip.compress(GOOD)
    for rule, changes in CHANGES.items():
        for old, new in changes:
            yield rule, GOOD.replace(old, new)
