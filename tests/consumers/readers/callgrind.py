"""What callgrind_annotate shows of a file."""
import os
import re
import tempfile

import counted
import tools

HEAD = re.compile(r"Events shown: +(.*)")
NUMBER = r"(?:[\d,]+|\.)(?: \( *[\d.]+%\))?"


def read(path):
    annotate = tools.need("callgrind_annotate", "valgrind")
    events = []
    for at, inclusive in enumerate(("no", "yes")):
        words = [annotate, "--threshold=100", f"--inclusive={inclusive}", "--tree=none", "--auto=no", path]
        # The names of source files are cut off by the working folder's, but not those of called functions.
        with tempfile.TemporaryDirectory(prefix="prec-callgrind.") as folder:
            text = tools.run(["env", "-C", folder, *words[:-1], os.path.abspath(path)])
        names, totals, rows = parse(text.decode(errors="replace"))
        events = events or [(name, counted.event()) for name in names]
        for number, (_, event) in enumerate(events):
            event["total"] = totals[number]
            for function, costs in rows:
                if function == "[all]":
                    continue
                sums = event["functions"].setdefault(function, [0, 0])
                # A function is shown once for each file that it has lines of. If it is called, as all are by prec's
                # root, its total is that of its own file, and in the others what is called from their lines.
                is_whole = at and any(name == "[all]" for name, _ in rows)
                sums[at] = max(sums[at], costs[number]) if is_whole else sums[at] + costs[number]
    return {"events": dict(events)}


def parse(text):
    """Names of events, totals, [(function, costs)]."""
    names = HEAD.search(text)[1].split()
    line = re.compile(rf" *({NUMBER}(?: +{NUMBER}){{{len(names) - 1}}})  (.*)")
    totals, rows = [0] * len(names), []
    for found in filter(None, map(line.fullmatch, text.split("\n"))):
        words = re.findall(r"[\d,]+|\.", re.sub(r"\([^)]*\)", "", found[1]))
        costs = [0 if word == "." else int(word.replace(",", "")) for word in words]
        if found[2] == "PROGRAM TOTALS":
            totals = costs
        else:
            rows.append((function_of(found[2]), costs))
    return names, totals, rows


def function_of(text):
    """"file:function [object]", "'" and a number after a name are of recursion. Of lines in a file of another function no
    object is shown, and "[clone .isra.0]" is a part of the name."""
    text = re.sub(r" \[(?!clone )(?:[^\[\]]|\[[^\[\]]*\])*\](?: \(.*\))?$", "", text)
    return text.split(":", 1)[1] if ":" in text else text
