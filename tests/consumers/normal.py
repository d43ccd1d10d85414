#!/usr/bin/env python3
"""normal.py READER FILE: what a program that reads exported files makes of one, in the form of counted.py, as JSON. The
readers are in readers/. Exit status 77: the program is not there; 1: it does not take the file."""
import importlib
import json
import os
import sys

sys.dont_write_bytecode = True
import tools  # noqa: E402

READERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "readers")


def readers():
    return sorted(name[:-3] for name in os.listdir(READERS) if name.endswith(".py") and name != "protobuf.py")


def read(reader, path):
    return importlib.import_module("readers." + reader).read(path)


def main(words):
    if len(words) != 2 or words[0] not in readers():
        print(f"usage: normal.py READER FILE; the readers: {' '.join(readers())}", file=sys.stderr)
        return 2
    try:
        print(json.dumps(read(*words), indent=1))
    except tools.Missing as error:
        print(error, file=sys.stderr)
        return 77
    except tools.Refused as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
