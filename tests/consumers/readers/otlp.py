"""What a ProfilesData of OpenTelemetry says, by protoc: nothing that runs here shows profiles of it."""
import counted
from readers import protobuf
from readers.protobuf import one


def read(path):
    whole = protobuf.read("otlp", "ProfilesData", path)
    dictionary = one(whole, "dictionary", {})
    strings = [text.decode(errors="replace") for text in dictionary.get("string_table", [])]
    stacks = [names_of(stack, dictionary, strings) for stack in dictionary.get("stack_table", [])]
    threads = [thread_of(attribute, strings) for attribute in dictionary.get("attribute_table", [])]
    events = {}
    for resource in whole.get("resource_profiles", []):
        for profile in one(resource, "scope_profiles", {}).get("profiles", []):
            name = strings[one(one(profile, "sample_type", {}), "type_strindex")]
            event = events.setdefault(name, counted.event())
            for sample in profile.get("samples", []):
                thread = next(filter(None, (threads[number] for number in sample.get("attribute_indices", []))), None)
                value = sum(sample.get("values", [])) or len(sample.get("timestamps_unix_nano", []))
                counted.add(event, stacks[one(sample, "stack_index")], value, thread)
    return {"events": events}


def names_of(stack, dictionary, strings):
    """Innermost first; of a location without functions its mapping's file in brackets."""
    found = []
    for number in stack.get("location_indices", []):
        location = dictionary["location_table"][number]
        lines = location.get("lines", [])
        for line in lines:
            function = dictionary["function_table"][one(line, "function_index")]
            found.append(strings[one(function, "name_strindex")])
        if not lines:
            mapping = dictionary["mapping_table"][one(location, "mapping_index")]
            found.append(f"[{strings[one(mapping, 'filename_strindex')].rpartition('/')[2].strip('[]')}]")
    return found


def thread_of(attribute, strings):
    is_thread = strings[one(attribute, "key_strindex")] == "thread.id"
    return str(one(one(attribute, "value", {}), "int_value")) if is_thread else None
