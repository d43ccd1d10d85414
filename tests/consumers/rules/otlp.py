"""What holds for every ProfilesData of OpenTelemetry, of which nothing that runs here reads profiles: the
specification's words."""
import wire

RULES = {
    "message": "a ProfilesData of known fields, its strings UTF-8",
    "zero": "the first element of each table is there and is nothing",
    "once": "no element of a table is there twice",
    "index": "what is meant by a number is there",
    "orphan": "each element of a table is used",
    "attribute": "an attribute has a key and a value, and what has attributes has each key once",
    "sample": "a sample has a stack, and values or times, and as many of one as of the other if it has both",
    "sample-once": "samples of a profile with the same stack, attributes and link are one",
    "profile": "a profile has an id of its own, a type with a unit, and a time",
    "profile-type": "a resource has one profile of each type",
    "time": "times of samples lie within the time of their profile",
    "function": "a function has a name",
    "mapping": "a mapping has a file and is not empty, or says nothing of where it is",
}
TABLES = {"mapping": "mapping_table", "location": "location_table", "function": "function_table", "link": "link_table",
          "string": "string_table", "attribute": "attribute_table", "stack": "stack_table"}
ID_SIZE = 16


def violations(data):
    try:
        whole = wire.decode("otlp", "ProfilesData", data)
    except wire.Broken as error:
        yield "message", str(error)
        return
    dictionary = whole.get("dictionary", {})
    tables = {kind: dictionary.get(name, []) for kind, name in TABLES.items()}
    for kind, table in tables.items():
        if not table or table[0]:
            yield "zero", f"{TABLES[kind]} begins with {table[:1]}"
        seen = set()
        for at, element in enumerate(table):
            what = repr(element)
            if what in seen:
                yield "once", f"{TABLES[kind]}[{at}]: {what}"
            seen.add(what)
    used = {kind: {0} for kind in TABLES}
    for place, kind, number in meant(whole, tables):
        used[kind].add(number)
        if not 0 <= number < len(tables[kind]):
            yield "index", f"{place}: {kind} {number} of {len(tables[kind])}"
    for kind, table in tables.items():
        for at in sorted(set(range(len(table))) - used[kind]):
            yield "orphan", f"{TABLES[kind]}[{at}]: {table[at]}"
    yield from of_elements(tables)
    yield from of_profiles(whole, tables)


def meant(whole, tables):
    """(place, kind of element, its number)"""
    for at, location in enumerate(tables["location"]):
        place = f"location_table[{at}]"
        yield place, "mapping", location.get("mapping_index", 0)
        yield from ((place, "function", line.get("function_index", 0)) for line in location.get("lines", []))
        yield from ((place, "attribute", number) for number in location.get("attribute_indices", []))
    for at, mapping in enumerate(tables["mapping"]):
        yield f"mapping_table[{at}]", "string", mapping.get("filename_strindex", 0)
        yield from ((f"mapping_table[{at}]", "attribute", number) for number in mapping.get("attribute_indices", []))
    for at, function in enumerate(tables["function"]):
        for name in ("name_strindex", "system_name_strindex", "filename_strindex"):
            yield f"function_table[{at}].{name}", "string", function.get(name, 0)
    for at, attribute in enumerate(tables["attribute"]):
        place = f"attribute_table[{at}]"
        yield place, "string", attribute.get("key_strindex", 0)
        yield place, "string", attribute.get("unit_strindex", 0)
        yield place, "string", attribute.get("value", {}).get("string_value_strindex", 0)
    for at, stack in enumerate(tables["stack"]):
        yield from ((f"stack_table[{at}]", "location", number) for number in stack.get("location_indices", []))
    for place, _, profile in profiles_of(whole):
        for kind in ("sample_type", "period_type"):
            for name in ("type_strindex", "unit_strindex"):
                yield f"{place}.{kind}.{name}", "string", profile.get(kind, {}).get(name, 0)
        yield from ((place, "attribute", number) for number in profile.get("attribute_indices", []))
        for at, sample in enumerate(profile.get("samples", [])):
            yield f"{place}.samples[{at}]", "stack", sample.get("stack_index", 0)
            yield f"{place}.samples[{at}]", "link", sample.get("link_index", 0)
            yield from ((f"{place}.samples[{at}]", "attribute", number)
                        for number in sample.get("attribute_indices", []))


def profiles_of(whole):
    """(place, number of the resource, profile)"""
    for at, resource in enumerate(whole.get("resource_profiles", [])):
        for scope in resource.get("scope_profiles", []):
            for number, profile in enumerate(scope.get("profiles", [])):
                yield f"resource_profiles[{at}].profiles[{number}]", at, profile


def of_elements(tables):
    for at, function in enumerate(tables["function"][1:], 1):
        if not function.get("name_strindex"):
            yield "function", f"function_table[{at}]"
    for at, mapping in enumerate(tables["mapping"][1:], 1):
        start, limit = mapping.get("memory_start", 0), mapping.get("memory_limit", 0)
        if not mapping.get("filename_strindex") or (start or limit) and start >= limit:
            yield "mapping", f"mapping_table[{at}]: {mapping}"
    for at, attribute in enumerate(tables["attribute"][1:], 1):
        if not attribute.get("key_strindex") or len(attribute.get("value", {})) != 1:
            yield "attribute", f"attribute_table[{at}]: {attribute}"
    for kind in ("location", "mapping"):
        for at, element in enumerate(tables[kind]):
            yield from keys_twice(f"{TABLES[kind]}[{at}]", element, tables)


def keys_twice(place, element, tables):
    attributes = tables["attribute"]
    numbers = element.get("attribute_indices", [])
    keys = [attributes[number].get("key_strindex", 0) for number in numbers if 0 <= number < len(attributes)]
    if len(set(keys)) != len(keys) or 0 in numbers:
        yield "attribute", f"{place}: {numbers}"


def of_profiles(whole, tables):
    ids, types = set(), set()
    for place, resource, profile in profiles_of(whole):
        kind, number = profile.get("sample_type", {}), profile.get("profile_id", b"")
        if len(number) != ID_SIZE or not any(number) or number in ids:
            yield "profile", f"{place}: id {number.hex()}"
        if not kind.get("type_strindex") or not kind.get("unit_strindex") or not profile.get("time_unix_nano"):
            yield "profile", f"{place}: {kind} at {profile.get('time_unix_nano', 0)}"
        if (resource, repr(kind)) in types:
            yield "profile-type", f"{place}: {kind}"
        ids.add(number)
        types.add((resource, repr(kind)))
        yield from of_samples(place, profile, tables)
        yield from keys_twice(place, profile, tables)
    for at, resource in enumerate(whole.get("resource_profiles", [])):
        keys = [attribute.get("key", b"") for attribute in resource.get("resource", {}).get("attributes", [])]
        if len(set(keys)) != len(keys) or b"" in keys:
            yield "attribute", f"resource_profiles[{at}]: {keys}"


def of_samples(place, profile, tables):
    start = profile.get("time_unix_nano", 0)
    end = start + profile.get("duration_nano", 0)
    seen = set()
    for at, sample in enumerate(profile.get("samples", [])):
        values, times = sample.get("values", []), sample.get("timestamps_unix_nano", [])
        if not sample.get("stack_index") or not values and not times or values and times and len(values) != len(times):
            yield "sample", f"{place}.samples[{at}]: {sample}"
        if times and not start <= min(times) <= max(times) <= end:
            yield "time", f"{place}.samples[{at}]: from {min(times)} to {max(times)}, the profile from {start} to {end}"
        what = (sample.get("stack_index", 0), tuple(sorted(sample.get("attribute_indices", []))),
                sample.get("link_index", 0))
        if what in seen:
            yield "sample-once", f"{place}.samples[{at}]: {what}"
        seen.add(what)
        yield from keys_twice(f"{place}.samples[{at}]", sample, tables)
