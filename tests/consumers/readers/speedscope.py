"""What speedscope shows of a file: of its own format, of pprof's, of folded stacks, callgrind's, perf script's text and
traces."""
import json
import os

import tools

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "speedscope.js")


def read(path):
    return of_shown(read_all([path])[0])


def of_shown(shown):
    if "error" in shown or shown["schema"]:
        raise tools.Refused(f"speedscope: {shown.get('error') or shown['schema']}")
    return {"events": {profile["name"]: profile for profile in shown["profiles"]}, "kind": shown["kind"]}


def read_all(paths):
    """One browser for many files. Of each what speedscope.js says."""
    for package in ("speedscope", "puppeteer-core"):
        tools.need_module(package, "package.json")
    words = ["node", PAGE, tools.need("chromium", "chromium"), *map(os.path.abspath, paths)]
    lines = tools.run(words, NODE_PATH=tools.MODULES).decode().splitlines()
    return [json.loads(line) for line in lines]
