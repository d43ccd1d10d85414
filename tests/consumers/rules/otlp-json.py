"""What holds for the JSON form of ProfilesData: it is one in the names and types of JSON, and all that holds for the other form
(otlp.py)."""
import json

import wire
from rules import otlp

RULES = dict({rule: text for rule, text in otlp.RULES.items() if rule != "message"},
             json="JSON of known fields, in lowerCamelCase, whose numbers of 64 bits are texts")


def violations(data):
    try:
        whole = wire.from_json("otlp", "ProfilesData", json.loads(data))
        packed = wire.encode("otlp", "ProfilesData", whole)
    except (ValueError, wire.Broken) as error:
        yield "json", str(error)
        return
    yield from otlp.violations(packed)
