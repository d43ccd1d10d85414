"""Those of otlp.py as JSON, and what is wrong in JSON alone."""
import json

import wire
from broken import otlp
from broken.changes import files_of

GOOD = wire.to_json("otlp", "ProfilesData", otlp.GOOD)
PROFILE = ["resourceProfiles", 0, "scopeProfiles", 0, "profiles", 0]
CHANGES = {
    "json": [(["dictionary", "string_table"], []), (PROFILE + ["durationNano"], 50), (PROFILE + ["profileId"], "?"),
             (PROFILE + ["samples", 0, "values"], [4]), (PROFILE + ["samples", 0, "stackIndex"], "1"),
             (["resourceProfiles"], {}), (["more"], 1)],
}


def files():
    """(rule that is broken or None, bytes)"""
    for rule, data in otlp.files():
        if rule != "message":
            message = wire.decode("otlp", "ProfilesData", data)
            yield rule, json.dumps(wire.to_json("otlp", "ProfilesData", message)).encode()
    yield from list(files_of(GOOD, lambda whole: json.dumps(whole).encode(), CHANGES))[1:]
