"""What Python's csv says of rows, texts in quotes, all else numbers."""
import csv
import re

import counted


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return of_rows(csv.DictReader(file, strict=True, quoting=csv.QUOTE_NONNUMERIC))


def of_rows(found):
    """The sums of each function of each event, in the form of counted.py; inlined ones go by their names."""
    events = {}
    for row in found:
        event = events.setdefault(row["event"], counted.event())
        name = row["symbol"].removesuffix(" (inlined)")
        if re.fullmatch("(0x)?[0-9a-f]{16}", name):
            name = f"[{row['dso'].strip('[]')}]"
        sums = event["functions"].setdefault(name, [0, 0])
        event["total"] += int(row["period"])
        sums[0] += int(row["period"])
        sums[1] += int(row.get("children_period", row["period"]))
    return {"events": events}
