"""What go tool pprof shows of a profile."""
import re

import counted
import tools

ALL = ["-nodecount=1000000", "-nodefraction=0", "-edgefraction=0"]
ROW = re.compile(r" *(-?[\d.]+)\S* +\S+% +\S+% +(-?[\d.]+)\S* +\S+%  (.*)")
SAMPLE = re.compile(r" +(-?\d+(?: +-?\d+)*): ")


def read(path):
    go = tools.need("go", "golang-go")

    def pprof(*options):
        # HOME: where it would write settings.
        return tools.run([go, "tool", "pprof", *options, path], HOME="/tmp").decode(errors="replace")

    raw = pprof("-raw").split("\n")
    types = types_of(raw)
    found = {name: counted.event() for name, _ in types}
    for name, unit in types:
        options = [*ALL, f"-sample_index={name}", f"-unit={unit}"]
        inlined = set()
        for label, own, total in rows(pprof("-top", *options)):
            function, marked = re.subn(r" \((partial-)?inline\)$", "", label)
            inlined |= {function} if marked else set()
            sums = found[name]["functions"].setdefault(function, [0, 0])
            sums[:] = sums[0] + own, sums[1] + total
        found[name].update(inlined=sorted(inlined), lines=lines_of(pprof("-top", "-lines", *options)))
    count_samples(raw, types, found)
    return {"events": found, "mappings": mappings_of(raw)}


def types_of(raw):
    """[(name, unit)]"""
    return [tuple(word.replace("[dflt]", "").split("/", 1)) for word in raw[raw.index("Samples:") + 1].split()]


def rows(text):
    """(name, self, total) of each row of -top."""
    for line in text.split("\n"):
        row = ROW.fullmatch(line)
        if row:
            yield row[3], number(row[1]), number(row[2])


def number(text):
    return float(text) if "." in text else int(text)


def lines_of(text):
    """{FILE:LINE: self}"""
    found = {}
    for label, own, _ in rows(text):
        line = re.search(r" (\S+:\d+)(?: \((?:partial-)?inline\))?$", label)
        if line and own:
            found[line[1]] = found.get(line[1], 0) + own
    return found


def count_samples(raw, types, found):
    """Totals, and of threads, which are labels in the lines after a sample."""
    values = []
    for line in raw[raw.index("Samples:") + 2:raw.index("Locations")]:
        sample = SAMPLE.match(line)
        label = re.match(r" +(?:\S.* )?tid:\[(\d+)\]", line)
        if sample:
            values = [int(word) for word in sample[1].split()]
            for (name, _), value in zip(types, values):
                found[name]["total"] += value
        elif label:
            for (name, _), value in zip(types, values):
                threads = found[name]["threads"]
                if value:
                    threads[label[1]] = threads.get(label[1], 0) + value


def mappings_of(raw):
    """{file: build-id}"""
    found = {}
    for line in raw[raw.index("Mappings") + 1:]:
        words = line.split()
        if len(words) > 2:
            found[words[2]] = next((word for word in words[3:] if not word.startswith("[")), "")
    return found
