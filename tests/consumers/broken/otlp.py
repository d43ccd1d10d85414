"""A small ProfilesData of OpenTelemetry, and for each rule those that break it."""
import wire
from broken.changes import GONE, files_of

STRINGS = [b"", b"samples", b"{sample}", b"main", b"/bin/a", b"a.c", b"thread.id", b"process.executable.build_id.gnu",
           b"00ff"]
GOOD = {
    "resource_profiles": [{
        "resource": {"attributes": [{"key": b"process.pid", "value": {"int_value": 7}}]},
        "scope_profiles": [{"scope": {"name": b"prec"}, "profiles": [{
            "sample_type": {"type_strindex": 1, "unit_strindex": 2}, "time_unix_nano": 1000, "duration_nano": 50,
            "profile_id": bytes(range(16)),
            "samples": [{"stack_index": 1, "attribute_indices": [2], "values": [4, 5],
                         "timestamps_unix_nano": [1001, 1050]}],
        }]}],
    }],
    "dictionary": {
        "mapping_table": [{}, {"memory_start": 4096, "memory_limit": 8192, "filename_strindex": 4,
                               "attribute_indices": [1]}],
        "location_table": [{}, {"mapping_index": 1, "address": 4100, "lines": [{"function_index": 1, "line": 3}]}],
        "function_table": [{}, {"name_strindex": 3, "filename_strindex": 5}],
        "link_table": [{}],
        "string_table": STRINGS,
        "attribute_table": [{}, {"key_strindex": 7, "value": {"string_value_strindex": 8}},
                            {"key_strindex": 6, "value": {"int_value": 8}}],
        "stack_table": [{}, {"location_indices": [1]}],
    },
}
SCOPE = ["resource_profiles", 0, "scope_profiles", 0, "profiles"]
PROFILE = SCOPE + [0]
SAMPLE = PROFILE + ["samples", 0]
THE_PROFILE = GOOD["resource_profiles"][0]["scope_profiles"][0]["profiles"][0]
CHANGES = {
    "message": (["dictionary", "string_table", 3], b"\xff"),
    "zero": [(["dictionary", "string_table", 0], b"x"), (["dictionary", "link_table"], []),
             (["dictionary", "stack_table"], [])],
    "once": [(["dictionary", "string_table", 8], b"main"),
             (["dictionary", "stack_table"], [{}, {"location_indices": [1]}] * 2)],
    "index": [(SAMPLE + ["stack_index"], 2), (["dictionary", "stack_table", 1], {"location_indices": [2]}),
              (["dictionary", "function_table", 1, "filename_strindex"], 9), (SAMPLE + ["link_index"], 1),
              (["dictionary", "location_table", 1, "mapping_index"], -1), (SAMPLE + ["attribute_indices"], [3])],
    "orphan": [(["dictionary", "string_table"], STRINGS + [b"more"]), (SAMPLE + ["attribute_indices"], GONE)],
    "attribute": [(["dictionary", "attribute_table", 1, "key_strindex"], GONE),
                  (["dictionary", "attribute_table", 1, "value"], {}),
                  (SAMPLE + ["attribute_indices"], [2, 2]),
                  (["dictionary", "mapping_table", 1, "attribute_indices"], [1, 0]),
                  (["resource_profiles", 0, "resource", "attributes"], [{"key": b"a"}] * 2)],
    "sample": [(SAMPLE + ["stack_index"], 0), (SAMPLE + ["values"], [4]),
               (PROFILE + ["samples", 0], {"stack_index": 1, "attribute_indices": [2]})],
    "sample-once": (PROFILE + ["samples"], THE_PROFILE["samples"] * 2),
    "profile": [(PROFILE + ["profile_id"], bytes(16)), (PROFILE + ["profile_id"], b"x"),
                (PROFILE + ["sample_type"], {}),
                (PROFILE + ["time_unix_nano"], 0), (SCOPE, [THE_PROFILE] * 2)],
    "profile-type": (SCOPE, [THE_PROFILE, dict(THE_PROFILE, profile_id=bytes(range(1, 17)))]),
    "time": [(SAMPLE + ["timestamps_unix_nano"], [999, 1050]), (SAMPLE + ["timestamps_unix_nano"], [1001, 1051])],
    "function": (["dictionary", "function_table", 1], {"filename_strindex": 5}),
    "mapping": [(["dictionary", "mapping_table", 1, "memory_limit"], 4096),
                (["dictionary", "mapping_table", 1, "filename_strindex"], 0)],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield from files_of(GOOD, lambda message: wire.encode("otlp", "ProfilesData", message), CHANGES)
