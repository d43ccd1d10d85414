"""What `report --stdio` of prec and of Linux perf print, read into rows and compared.

Used by `compare` (one file by hand) and `run` (the test).
"""
import collections
import copy
import os
import re
import shlex
import subprocess

from tap import Failure

SEPARATOR = "\x01"
TIMEOUT_S = 120
# Percentages are compared to 0.01: half a unit of rounding on either side is no difference.
PERCENT_TOLERANCE = 0.0101
# A symbol perf has no name for: an address, or a PLT entry whose function it does not find out.
ADDRESS = re.compile(r"^(\[.\] )?((0x)?[0-9a-f]{4,16}|@plt)$")
LEVEL = re.compile(r"^\[.\] ")

# What is known to be wrong in a perf, so that rows which differ by no more than that are no difference:
# PLT: before 6.3, PLT entries of binaries with .plt.sec have the names of other functions, or of _init before them.
PLT = "plt"
# LEVEL_LOST: 7.3 shows kernel symbols of callers as [.] with --children.
LEVEL_LOST = "level"
SECTION = re.compile(r"^# Samples: (?P<rounded>\S+)\s+of events? '(?P<event>.*?)'")
EVENT_COUNT = re.compile(r"^# Event count \(approx\.\): (\d+)")

Section = collections.namedtuple("Section", "event rounded count columns rows")


# Where every program can stand: the newest perf may live in a tree of its own that shares little more.
FOLDER = "/tmp"


# The home folder of the programs, if it is not that of the user.
HOME = None


def environment():
    """In which programs say the same everywhere."""
    found = dict(os.environ, LC_ALL="C", TZ="UTC", DEBUGINFOD_URLS="", PAGER="cat")
    if HOME:
        found["HOME"] = HOME
        for name in ("XDG_CACHE_HOME", "PREC_LINE_CACHE"):
            found.pop(name, None)
    return found


def run_program(command, arguments):
    """Standard output of a program; command may be several words."""
    words = (shlex.split(command) if isinstance(command, str) else list(command)) + list(arguments)
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S,
                              env=environment(), cwd=FOLDER, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failure(f"{' '.join(words)}: {error}") from error
    if done.returncode:
        raise Failure(f"{' '.join(words)}: exit status {done.returncode}: "
                          f"{done.stderr.decode(errors='replace').strip()[-400:]}")
    return done.stdout.decode(errors="replace")


def event_name(text):
    """Without the modifiers G and H, which perf versions show differently for one attr."""
    name, colon, modifiers = text.rpartition(":")
    if not colon or not re.match(r"^[ukhpGHISDWeb]+$", modifiers):
        return text
    modifiers = re.sub("[GH]", "", modifiers)
    return f"{name}:{modifiers}" if modifiers else name


class Row:
    """One line of a report: percentages, sample count, and the words of the sort keys."""

    def __init__(self, cells, columns):
        # of a group of events a cell has a number for each
        self.percents = [float(part[:-1]) for c, name in zip(cells, columns) if name in PERCENTS for part in c.split()]
        self.counts = tuple(int(part) for c, name in zip(cells, columns) if name == "Samples" for part in c.split())
        self.samples = sum(self.counts)
        self.keys = tuple(c for c, name in zip(cells, columns) if name not in PERCENTS and name != "Samples")
        self.symbol = next((c for c, name in zip(cells, columns) if name == "Symbol"), None)
        self.others = tuple(c for c, name in zip(cells, columns)
                            if name not in PERCENTS and name not in ("Samples", "Symbol"))

    def __str__(self):
        percents = " ".join(f"{p:.2f}%" for p in self.percents)
        return f"{percents} {' '.join(map(str, self.counts))} {' | '.join(self.keys)}"

    def close_to(self, other):
        return (self.keys == other.keys and self.counts == other.counts
                and len(self.percents) == len(other.percents)
                and all(abs(a - b) <= PERCENT_TOLERANCE for a, b in zip(self.percents, other.percents)))

    @property
    def self_percent(self):
        return self.percents[-max(len(self.counts), 1)] if self.percents else 0.0

    def is_unnamed(self, quirks):
        return self.symbol is not None and (bool(ADDRESS.match(self.symbol))
                                            or PLT in quirks and self.symbol.endswith(("@plt", " _init")))

    def without_level(self):
        row = copy.copy(self)
        row.keys = tuple(LEVEL.sub("", key) for key in self.keys)
        row.symbol = self.symbol and LEVEL.sub("", self.symbol)
        return row


PERCENTS = ("Overhead", "Children", "Self")


def parse_report(text):
    """The sections of a report printed with -t SEPARATOR, one an event; those without rows are left out."""
    sections, event, rounded, count, columns = [], "", "", None, None
    for line in text.splitlines():
        found = SECTION.match(line)
        if found:
            event, rounded, count, columns = event_name(found["event"]), found["rounded"], None, None
        elif EVENT_COUNT.match(line):
            count = int(EVENT_COUNT.match(line)[1])
        elif line.startswith("# ") and SEPARATOR in line or re.match(r"^# (Overhead|Children) *$", line):
            columns = [cell.strip() for cell in line[2:].split(SEPARATOR)]
            sections.append(Section(event, rounded, count, columns, []))
        elif line.strip() and not line.startswith("#"):
            if not columns:
                raise Failure(f"a row before the columns: {line!r}")
            cells = [cell.strip() for cell in line.split(SEPARATOR)]
            if len(cells) != len(columns):
                raise Failure(f"{len(cells)} cells for {len(columns)} columns: {line!r}")
            sections[-1].rows.append(Row(cells, columns))
    return [s for s in sections if s.rows]


def report(program, path, options):
    return parse_report(run_program(program, ["report", "-i", path, "--stdio", "-t", SEPARATOR, "--percent-limit",
                                              "0", "-n", *options]))


def leftovers(mine, theirs):
    """The rows of each side that have no equal row on the other."""
    open_rows = collections.defaultdict(list)
    for row in theirs:
        open_rows[row.keys].append(row)
    mine_left = []
    for row in mine:
        match = next((other for other in open_rows[row.keys] if row.close_to(other)), None)
        if match:
            open_rows[row.keys].remove(match)
        else:
            mine_left.append(row)
    return mine_left, [row for rows in open_rows.values() for row in rows]


def explained(mine, theirs, quirks):
    """Whether rows that differ do so because prec has a name where perf has an address.

    Then what perf shows under addresses has moved to names, within the same words of the other keys: the sums agree,
    and no row that perf names has become smaller.
    """
    if not any(row.is_unnamed(quirks) for row in theirs):
        return False
    if abs(sum(r.self_percent for r in mine) - sum(r.self_percent for r in theirs)) > 0.01 * (len(mine) + len(theirs)):
        return False
    if sum(r.samples for r in mine) != sum(r.samples for r in theirs):
        return False
    largest = collections.Counter()
    for row in mine:
        largest[row.symbol] += row.samples
    return all(row.is_unnamed(quirks) or largest[row.symbol] >= row.samples for row in theirs)


def is_cut(row, other):
    """Whether perf's row is ours with one word cut short: it measures a column before a thread has its last name."""
    if row.samples != other.samples or len(row.keys) != len(other.keys) or row.keys == other.keys:
        return False
    cut = [(a, b) for a, b in zip(row.keys, other.keys) if a != b]
    return len(cut) == 1 and len(cut[0][1]) >= 4 and cut[0][1][0] != "[" and cut[0][0].startswith(cut[0][1]) \
        and all(abs(a - b) <= PERCENT_TOLERANCE for a, b in zip(row.percents, other.percents))


def take_cut(mine, theirs):
    """Takes the pairs of is_cut out of both lists, and returns their lines."""
    lines = []
    for other in list(theirs):
        row = next((row for row in mine if is_cut(row, other)), None)
        if row:
            mine.remove(row)
            theirs.remove(other)
            lines += [f"prec: {row}", f"perf: {other}"]
    return lines


def compare_rows(mine, theirs, quirks):
    """(differences, improvements), each a list of lines."""
    if LEVEL_LOST in quirks:
        mine, theirs = ([row.without_level() for row in rows] for rows in (mine, theirs))
    mine, theirs = leftovers(mine, theirs)
    cut = take_cut(mine, theirs)
    groups = collections.defaultdict(lambda: ([], []))
    for row in mine:
        groups[row.others][0].append(row)
    for row in theirs:
        groups[row.others][1].append(row)
    differences, improvements = [], cut
    for ours, perfs in groups.values():
        lines = [f"prec: {row}" for row in ours] + [f"perf: {row}" for row in perfs]
        (improvements if explained(ours, perfs, quirks) else differences).extend(lines)
    return differences, improvements


def compare_sections(mine, theirs, quirks=frozenset()):
    differences, improvements = [], []
    if [s.event for s in mine] != [s.event for s in theirs]:
        return [f"prec: events {[s.event for s in mine]}", f"perf: events {[s.event for s in theirs]}"], []
    for ours, perfs in zip(mine, theirs):
        for what in ("rounded", "count", "columns"):
            if getattr(ours, what) != getattr(perfs, what):
                differences.append(f"{ours.event}: {what}: prec {getattr(ours, what)}, perf {getattr(perfs, what)}")
        more, better = compare_rows(ours.rows, perfs.rows, quirks)
        differences += [f"{ours.event}: {line}" for line in more]
        improvements += [f"{ours.event}: {line}" for line in better]
    return differences, improvements


def quirks_of(version, options):
    """Of a perf version as `perf --version` says it ("6.1.187"), for a report with these options."""
    numbers = tuple(int(n) for n in re.findall(r"\d+", version)[:2])
    found = set()
    if numbers < (6, 3):
        found.add(PLT)
    if numbers >= (7, 0) and "--children" in options:
        found.add(LEVEL_LOST)
    return found


def parse_stats(text):
    """{(event or "", record type): count} of report --stats."""
    counts, event = {}, ""
    for line in text.splitlines():
        found = re.match(r"^\s+([A-Z_0-9]+) events:\s+(\d+)", line)
        if found:
            counts[event, found[1]] = int(found[2])
        elif line.strip().endswith("stats:"):
            event = "" if line.startswith("Aggregated") else event_name(line.strip()[:-len(" stats:")])
    if not counts:
        raise Failure("no statistics")
    return counts


def stats(program, path):
    return parse_stats(run_program(program, ["report", "-i", path, "--stats"]))


def compare_stats(mine, theirs):
    """Differences in the number of records. TOTAL counts what a reader makes up on its own, so it is left out."""
    return [f"{' '.join(filter(None, key))}: prec {mine.get(key, 0)}, perf {theirs.get(key, 0)}"
            for key in sorted(set(mine) | set(theirs)) if key[1] != "TOTAL" and mine.get(key, 0) != theirs.get(key, 0)]
