"""The output of an old perf report: the header, and the shares and samples of each event's rows."""
import re

import facts

HEADER = re.compile(r"# ([^:]+?)\s* : (.*?)\s*")
EVENT = re.compile(r"name = ([^,]+).* type = (\d+).* config = (0x[0-9a-f]+|\d+)")
IDS = re.compile(r"\bid = { ([\d, ]+) }")
# Of a header's line. The times of files differ; the events are written otherwise now and compared by their parts.
NOT_COMPARED = ("captured on", "event")


def header(text):
    found = {}
    for line in text.splitlines():
        match = HEADER.fullmatch(line)
        if match and match[1] not in NOT_COMPARED and not line.startswith("# Samples"):
            found["header", match[1]] = match[2]
        if match and match[1] == "event":
            name, type_, config = EVENT.search(line).groups()
            ids = re.sub(r"\s", "", IDS.search(line)[1])
            found["event", name] = f"{type_} {int(config, 0)} {ids}"
    return found


def their_rows(text):
    """Their rows have marks where the columns end: overhead, samples, comm, object, symbol. Symbols were known to them
    alone: rows of one object are put together."""
    found, event = {}, None
    for line in text.splitlines():
        head = re.fullmatch(r"# Events: (\d+)\s+(\S+)", line)
        cells = [cell.strip() for cell in line.split("\x01")]
        if head:
            event = head[2]
            found["samples", event] = int(head[1])
        elif len(cells) == 5 and event and cells[1].isdigit():
            add_row(found, (event, *cells[2:4]), cells[0], cells[1])
    return found


def add_row(found, key, share, count):
    found[(*key, "samples")] = found.get((*key, "samples"), 0) + int(count)
    found[(*key, "share")] = found.get((*key, "share"), 0) + round(100 * float(share))


def my_rows(path):
    """Events without samples have no table."""
    found = {("samples", o["fields"]["name"]): 0 for o in facts.dump(path) if o["kind"] == "event"}
    event = None
    text = facts.prec("report", "--header", "-n", "-s", "comm,dso", "-t", ";", path=path)
    for line in text.splitlines():
        head = re.fullmatch(r"# Samples: (\d+)\s+of event '(.*)'", line)
        cells = [cell.strip() for cell in line.split(";")]
        if head:
            event = head[2]
            found["samples", event] = int(head[1])
        elif len(cells) == 4 and cells[0].endswith("%"):
            add_row(found, (event, *cells[2:]), cells[0][:-1], cells[1])
    return found, text


def collect(golden, path):
    with open(golden, encoding="utf-8", errors="replace") as file:
        text = file.read()
    rows, mine = my_rows(path)
    mine = {**header(mine), **rows}
    return {**header(text), **their_rows(text)}, mine, lambda key, their, my: excused(mine, key, their)


def excused(mine, key, their):
    """Only a row of the workload that prec has as one of perf, which it was before its exec."""
    if len(key) == 4 and key[1] == "hellotest" and mine.get((key[0], "perf", *key[2:])) == their:
        return "old perf named a thread by its last comm, prec and newer perf by the one at the time of the sample"
    return None
