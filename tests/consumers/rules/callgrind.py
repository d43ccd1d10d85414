"""What holds for every file of callgrind's format: callgrind_annotate and KCachegrind take much of what is wrong
without a word. The grammar: valgrind's cl-format."""
import re

RULES = {
    "text": "lines of UTF-8 without control characters, the first one says what it is",
    "line": "each line is one of the format's",
    "header": "version, creator, positions and events come before all costs, each once",
    "event": "events have names of letters and digits, each once",
    "id": "a number in brackets has a name the first time, and each name one number",
    "function": "costs are those of a function",
    "cost": "a cost has its positions, and not more numbers than there are events",
    "call": "a call has a target, and costs in the line after it",
    "summary": "the summary is the sum of all costs that are not of calls",
    "file": "fi= and fe= change the file within a function",
    "cost-once": "a place of a function has its costs in one line",
}
HEADERS = ("version", "creator", "pid", "cmd", "part", "desc", "event", "positions", "events", "summary", "totals")
SPACES = {"ob": "ob", "cob": "ob", "fl": "fl", "fi": "fl", "fe": "fl", "cfi": "fl", "cfl": "fl", "fn": "fn",
          "cfn": "fn"}
NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")
POSITION = re.compile(r"[+-]?(?:0x[0-9a-fA-F]+|\d+)|\*")


class File:
    """What is known at a line."""

    def __init__(self):
        self.headers, self.events, self.n_positions = {}, [], 1
        self.names = {"ob": {}, "fl": {}, "fn": {}}
        self.at = {"ob": None, "fl": None, "fn": None, "file": None}
        self.last, self.sums, self.places = [0, 0], [], set()
        self.target = self.call = None

    def line(self, text):
        header = re.fullmatch(r"(\w+): ?(.*)", text)
        name = re.fullmatch(r"(\w+)=(.*)", text)
        if header and header[1] in HEADERS:
            return self.header(header[1], header[2])
        if name and name[1] == "calls":
            return self.calls(name[2])
        if name and name[1] in SPACES:
            return self.name(name[1], name[2])
        if POSITION.match(text):
            return self.costs(text.split())
        return [("line", text)] if text and not text.startswith("#") else []

    def header(self, name, value):
        found = []
        if name in self.headers and name not in ("desc", "event"):
            found.append(("header", f"{name} again"))
        self.headers[name] = value
        if name == "positions":
            self.n_positions = len(value.split())
            if not set(value.split()) <= {"instr", "bb", "line"}:
                found.append(("header", f"positions: {value}"))
        if name == "events":
            self.events = value.split()
            self.sums = [0] * len(self.events)
        if name == "event" and not re.fullmatch(r"[A-Za-z][A-Za-z0-9]* *(=.*|:.*)", value):
            found.append(("event", value))
        return found

    def name(self, kind, value):
        found = []
        if self.call:
            found.append(("call", f"{kind}={value} after calls="))
        key = self.named(kind, value, found)
        if kind in ("cob", "cfi", "cfl", "cfn"):
            self.target = key if kind == "cfn" else self.target
            return found
        if kind in ("fi", "fe"):
            if self.at["fn"] is None:
                found.append(("file", f"{kind}={value}"))
            self.at["file"] = key
            return found
        self.at[SPACES[kind]] = key
        self.at["file"] = self.at["fl"]
        if kind in ("ob", "fl"):
            self.at["fn"] = None
        return found

    def named(self, kind, value, found):
        """The name, of which a number may stand for it."""
        numbers = self.names[SPACES[kind]]
        parts = re.fullmatch(r"\((\d+)\)(?: (.+))?", value)
        if not parts:
            if not value:
                found.append(("id", f"{kind}= without a name"))
            return value
        number, name = parts.groups()
        if name is None and number not in numbers:
            found.append(("id", f"{kind}={value} has no name yet"))
        elif name is not None and (number in numbers or name in numbers.values()):
            found.append(("id", f"{kind}={value} again"))
        if name is not None:
            numbers[number] = name
        return numbers.get(number, value)

    def calls(self, value):
        words = value.split()
        found = [("call", f"calls={value} without cfn=")] if self.target is None or self.call else []
        good = NUMBER.fullmatch(words[0]) and all(map(POSITION.fullmatch, words[1:]))
        if len(words) != 1 + self.n_positions or not good:
            found.append(("call", f"calls={value}"))
        self.call, self.target = self.target or "?", None
        return found

    def costs(self, words):
        found = []
        positions, costs = words[:self.n_positions], words[self.n_positions:]
        good = all(map(POSITION.fullmatch, positions)) and all(map(NUMBER.fullmatch, costs))
        if not good or not costs or len(costs) > len(self.events):
            found.append(("cost", " ".join(words)))
            self.call = None
            return found
        self.move(positions)
        if not {"version", "creator", "events"} <= set(self.headers):
            found.append(("header", "costs before version, creator and events"))
        if self.at["fn"] is None:
            found.append(("function", " ".join(words)))
        if self.call:
            self.call = None
            return found
        place = (self.at["ob"], self.at["fl"], self.at["fn"], self.at["file"], *self.last[:self.n_positions])
        if place in self.places:
            found.append(("cost-once", f"{place}"))
        self.places.add(place)
        for at, cost in enumerate(costs):
            self.sums[at] += int(cost, 0)
        return found

    def move(self, positions):
        for at, text in enumerate(positions):
            if text != "*":
                value = int(text.lstrip("+-"), 0)
                self.last[at] = {"+": self.last[at] + value, "-": self.last[at] - value}.get(text[0], value)

    def end(self):
        """What the whole lacks."""
        if self.call:
            yield "call", "calls= in the last line"
        if not self.events or len(set(self.events)) != len(self.events):
            yield "event", f"events: {self.events}"
        for name in self.events:
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name):
                yield "event", name
        for name in ("summary", "totals"):
            if name in self.headers:
                numbers = [int(word) if word.isdigit() else word for word in self.headers[name].split()]
                if numbers + [0] * (len(self.sums) - len(numbers)) != self.sums:
                    yield "summary", f"{name} says {numbers}, the costs are {self.sums}"
        if not {"summary", "totals"} & set(self.headers):
            yield "summary", "there is none"


def violations(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        yield "text", str(error)
        return
    if not text.startswith("# callgrind format\n") or not text.endswith("\n"):
        yield "text", f"it begins with {text[:30]!r} and ends with {text[-1:]!r}"
    file = File()
    for number, line in enumerate(text.split("\n"), 1):
        if any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in line):
            yield "text", f"line {number}: {line!r}"
        for rule, what in file.line(line):
            yield rule, f"line {number}: {what}"
    yield from file.end()
