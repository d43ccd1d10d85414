#!/usr/bin/env python3
"""show.py FILE: a profile of pprof as text, which golden outputs have: strings and ids in the place of their numbers, stacks
outermost first. Times of the file, which are not in it, are left out."""
import gzip
import os
import sys

sys.dont_write_bytecode = True
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import wire  # noqa: E402


class Profile:
    def __init__(self, whole):
        self.whole = whole
        self.strings = [text.decode() for text in whole["string_table"]]
        self.mappings, self.locations, self.functions = (
            {one["id"]: one for one in whole.get(table, [])} for table in ("mapping", "location", "function"))

    def text(self, message, name):
        return self.strings[message.get(name, 0)]

    def kind(self, message):
        return f"{self.text(message, 'type')}/{self.text(message, 'unit')}"

    def lines(self):
        whole = self.whole
        yield "types", *map(self.kind, whole["sample_type"]), f"({self.text(whole, 'default_sample_type')})"
        yield "period", self.kind(whole.get("period_type", {})), whole.get("period", 0)
        yield "duration", whole.get("duration_nanos", 0)
        for number in whole.get("comment", []):
            yield "comment", self.strings[number]
        for mapping in self.mappings.values():
            flags = [name[4:] for name in mapping if name.startswith("has_")]
            yield ("mapping", self.text(mapping, "filename"), self.text(mapping, "build_id") or "-",
                   f"{mapping.get('memory_start', 0):x}-{mapping['memory_limit']:x}+{mapping.get('file_offset', 0):x}", *flags)
        for number, location in self.locations.items():
            yield f"location {number}", self.place(location)
        for sample in whole.get("sample", []):
            stack = [self.names(number) for number in reversed(sample.get("location_id", []))]
            labels = [f"{self.text(label, 'key')}={self.text(label, 'str') or label.get('num', 0)}" for label in sample["label"]]
            yield "sample", *sample["value"], ";".join(stack), *labels

    def place(self, location):
        file = self.mappings.get(location.get("mapping_id", 0))
        name = self.text(file, "filename").rpartition("/")[2] if file else "no mapping"
        return f"{location.get('address', 0):x} {name} {self.lines_of(location)}".rstrip()

    def lines_of(self, location):
        return " < ".join(self.line(line) for line in location.get("line", []))

    def line(self, line):
        function = self.functions[line["function_id"]]
        names = " = ".join(filter(None, (self.text(function, "name"), self.text(function, "system_name"))))
        return f"{names} {self.text(function, 'filename')}:{line.get('line', 0)}"

    def names(self, number):
        location = self.locations[number]
        names = [self.text(self.functions[line["function_id"]], "name") for line in location.get("line", [])]
        return ";".join(reversed(names)) or f"({number})"


def main(words):
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    with gzip.open(words[0]) as file:
        for line in Profile(wire.decode("pprof", "Profile", file.read())).lines():
            print(*line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
