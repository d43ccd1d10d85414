"""What the Firefox Profiler shows of a profile, by its command line, which has the front end's own code for reading
files and for call trees. It reads folded stacks and perf script's text, too."""
import collections
import contextlib
import json
import os
import re
import tempfile
import time

import counted
import tools

TRIES = 20


def read(path):
    """The event of a thread is what its name or its process's ends with in brackets, or ""."""
    with session(path) as ask:
        return everything(ask)


@contextlib.contextmanager
def session(path):
    """A function that asks the command line of a profile."""
    node = tools.need_module("node", "bin", "node")
    program = tools.need_module("@firefox-devtools", "profiler-cli", "dist", "profiler-cli.js")
    with tempfile.TemporaryDirectory(prefix="prec-firefox.") as folder:
        def ask(*words):
            return tools.run([node, program, *words], PROFILER_CLI_SESSION_DIR=folder)

        load(ask, os.path.abspath(path))
        try:
            yield ask
        finally:
            stop(ask)


def load(ask, path):
    """On a busy machine it says that its daemon did not become ready, which then does."""
    try:
        ask("load", path)
    except tools.Refused as error:
        if "did not become ready" not in str(error):
            raise
        for _ in range(TRIES):
            time.sleep(0.5)
            try:
                ask("status")
                return
            except tools.Refused:
                pass
        raise


def stop(ask):
    """One that spins does not stop; its pid is its own."""
    try:
        ask("stop")
    except tools.Refused:
        for pid in re.findall(rb"daemon pid: (\d+)", ask("session", "list")):
            os.kill(int(pid), 9)


def everything(ask):
    events = {}
    threads = json.loads(ask("thread", "list", "--limit", "0", "--json"))["threads"]
    for thread in threads:
        shown = json.loads(ask("thread", "functions", "--thread", thread["threadHandle"], "--limit", "0",
                               "--include-idle", "--json"))
        event = events.setdefault(event_of(thread), dict(counted.event(), unit=shown["weightType"], several=[]))
        rows = collections.Counter(row["name"] for row in shown["functions"])
        # Functions of one name in several files: how often they are in one stack is not said.
        event["several"] += [name for name, number in rows.items() if number > 1]
        total = 0
        for row in shown["functions"]:
            sums = event["functions"].setdefault(row["name"], [0, 0])
            sums[:] = sums[0] + row["selfSamples"], sums[1] + row["totalSamples"]
            total += row["selfSamples"]
        event["total"] += total
        event["threads"][str(thread["tid"])] = event["threads"].get(str(thread["tid"]), 0) + total
    return {"events": events, "threads": sorted({(thread["name"], thread["pid"], str(thread["tid"]))
                                                 for thread in threads})}


def event_of(thread):
    named = re.search(r"\(([^()]+)\)$", thread["name"]) or re.search(r"\(([^()]+)\)$", thread.get("processName") or "")
    return named[1] if named else ""
