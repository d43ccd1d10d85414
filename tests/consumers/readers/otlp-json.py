"""What the JSON form of ProfilesData says: as otlp.py, in whose form it is first brought."""
import json
import os

import tools
import wire
from readers import otlp


def read(path):
    with open(path, "rb") as file:
        try:
            packed = wire.encode("otlp", "ProfilesData", wire.from_json("otlp", "ProfilesData", json.load(file)))
        except (ValueError, wire.Broken) as error:
            raise tools.Refused(str(error)) from error
    with open(path + ".pb", "wb") as file:
        file.write(packed)
    try:
        return otlp.read(path + ".pb")
    finally:
        os.unlink(path + ".pb")
