"""What holds for every profile of pprof: what its readers refuse, and what they take without a word and show
wrongly."""
import gzip
import re
import zlib

import wire

RULES = {
    "gzip": "one member of gzip with nothing behind it, or none at all",
    "message": "a Profile of known fields, its strings UTF-8",
    "string-first": "the first string is empty",
    "string-once": "each string is there once",
    "string-index": "a string that is meant is there",
    "id": "mappings, locations and functions have an id that is theirs alone, and not 0",
    "reference": "what is meant by an id is there, and a line has a function",
    "values": "a sample has a value for each type",
    "type": "each type has a name of its own and a unit, and the default one is among them",
    "sample-once": "samples with the same stack and labels are one",
    "label": "a label has a key, once in a sample, and either a text or a number",
    "location": "a location says something: an address, or a function",
    "location-once": "each location is there once",
    "function": "a function has a name",
    "function-once": "each function is there once",
    "orphan": "what is in a table is used",
    "mapping": "a mapping has a file and is not empty",
    "flags": "a mapping says that its locations have functions, lines and inlined ones",
    "period": "period and duration are not negative, and a period has a type",
}


def violations(data):
    try:
        profile = wire.decode("pprof", "Profile", unpacked(data))
    except (wire.Broken, ValueError, zlib.error) as error:
        yield "gzip" if not isinstance(error, wire.Broken) else "message", str(error)
        return
    yield from strings(profile)
    yield from tables(profile)
    yield from types(profile)
    yield from samples(profile)


def unpacked(data):
    if data[:2] != b"\x1f\x8b":
        return data
    member = zlib.decompressobj(wbits=31)
    plain = member.decompress(data)
    if not member.eof or member.unused_data:
        raise ValueError("the member is cut off" if not member.eof else "bytes behind the member")
    return plain


def read(data):
    """The message, for readers that trust it."""
    return wire.decode("pprof", "Profile", gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def of(table):
    """Numbers of strings that a message of this kind has."""
    return {"sample_type": ("type", "unit"), "mapping": ("filename", "build_id"),
            "function": ("name", "system_name", "filename"), "label": ("key", "str", "num_unit")}[table]


def strings(profile):
    table = profile.get("string_table", [])
    if not table or table[0]:
        yield "string-first", f"it is {table[0]!r}" if table else "there is none"
    seen = set()
    for number, text in enumerate(table):
        if text in seen:
            yield "string-once", f"{number}: {text!r}"
        seen.add(text)
    for place, number in meant(profile):
        if not 0 <= number < len(table):
            yield "string-index", f"{place}: {number} of {len(table)}"


def meant(profile):
    """(place, number of a string)"""
    for table in ("sample_type", "mapping", "function"):
        for at, message in enumerate(profile.get(table, [])):
            for field in of(table):
                yield f"{table}[{at}].{field}", message.get(field, 0)
    for at, sample in enumerate(profile.get("sample", [])):
        for label in sample.get("label", []):
            for field in of("label"):
                yield f"sample[{at}].label.{field}", label.get(field, 0)
    for field in of("sample_type"):
        yield f"period_type.{field}", profile.get("period_type", {}).get(field, 0)
    for field in ("drop_frames", "keep_frames", "default_sample_type", "doc_url"):
        yield field, profile.get(field, 0)
    for number in profile.get("comment", []):
        yield "comment", number


def tables(profile):
    known = {}
    for table in ("mapping", "location", "function"):
        known[table] = set()
        for at, message in enumerate(profile.get(table, [])):
            number = message.get("id", 0)
            if not number or number in known[table]:
                yield "id", f"{table}[{at}]: {number}"
            known[table].add(number)
    used = {"location": set(), "function": set(), "mapping": known["mapping"]}
    for at, sample in enumerate(profile.get("sample", [])):
        for number in sample.get("location_id", []):
            used["location"].add(number)
            if number not in known["location"]:
                yield "reference", f"sample[{at}]: no location {number}"
    flags = {message.get("id", 0): message for message in profile.get("mapping", [])}
    for at, location in enumerate(profile.get("location", [])):
        mapping, lines = location.get("mapping_id", 0), location.get("line", [])
        if mapping and mapping not in known["mapping"]:
            yield "reference", f"location[{at}]: no mapping {mapping}"
        if not lines and not location.get("address"):
            yield "location", f"location[{at}]"
        for line in lines:
            used["function"].add(line.get("function_id", 0))
            if line.get("function_id", 0) not in known["function"]:
                yield "reference", f"location[{at}]: no function {line.get('function_id', 0)}"
        yield from flag_missing(at, lines, flags.get(mapping))
    yield from once(profile)
    for table, numbers in used.items():
        for number in sorted(known[table] - numbers):
            yield "orphan", f"{table} {number}"
    for at, mapping in enumerate(profile.get("mapping", [])):
        if not mapping.get("filename") or mapping.get("memory_start", 0) >= mapping.get("memory_limit", 0):
            yield "mapping", f"mapping[{at}]: {mapping}"


def once(profile):
    for at, function in enumerate(profile.get("function", [])):
        if not function.get("name"):
            yield "function", f"function[{at}]"
    for table in ("location", "function"):
        seen = set()
        for at, message in enumerate(profile.get(table, [])):
            what = repr(sorted((name, value) for name, value in message.items() if name != "id"))
            if what in seen:
                yield table + "-once", f"{table}[{at}]: {what}"
            seen.add(what)


def flag_missing(at, lines, mapping):
    if mapping is None or not lines:
        return
    wanted = [("has_functions", True), ("has_line_numbers", any(line.get("line") for line in lines)),
              ("has_inline_frames", len(lines) > 1)]
    for flag, is_due in wanted:
        if is_due and not mapping.get(flag):
            yield "flags", f"location[{at}]: {flag} of its mapping is not set"


def types(profile):
    names = [kind.get("type", 0) for kind in profile.get("sample_type", [])]
    if not names:
        yield "type", "there is none"
    for at, kind in enumerate(profile.get("sample_type", [])):
        if not kind.get("type") or not kind.get("unit") or names.count(kind.get("type")) > 1:
            yield "type", f"sample_type[{at}]: {kind}"
    default = profile.get("default_sample_type", 0)
    if default and default not in names:
        yield "type", f"default_sample_type {default}"
    if profile.get("period", 0) < 0 or profile.get("duration_nanos", 0) < 0:
        yield "period", f"period {profile.get('period', 0)}, duration {profile.get('duration_nanos', 0)}"
    if profile.get("period") and not profile.get("period_type", {}).get("type"):
        yield "period", f"{profile['period']} of nothing"


def samples(profile):
    n_types = len(profile.get("sample_type", []))
    table = profile.get("string_table", [])
    seen = set()
    for at, sample in enumerate(profile.get("sample", [])):
        if len(sample.get("value", [])) != n_types:
            yield "values", f"sample[{at}]: {len(sample.get('value', []))} of {n_types}"
        labels = sample.get("label", [])
        keys = [label.get("key", 0) for label in labels]
        for label in labels:
            key = label.get("key", 0)
            both = "str" in label and ("num" in label or "num_unit" in label)
            name = table[key] if 0 <= key < len(table) else b""
            if not key or keys.count(key) > 1 or both or re.match(rb"pprof::(?!base$)", name):
                yield "label", f"sample[{at}]: {label}"
        what = (tuple(sample.get("location_id", [])), repr(sorted(repr(sorted(label.items())) for label in labels)))
        if what in seen:
            yield "sample-once", f"sample[{at}]"
        seen.add(what)
