"""What holds for every file of speedscope, beyond its JSON schema."""
import texts

RULES = {
    "json": "a JSON text, no member twice, no infinite numbers",
    "schema": "the members that the schema wants, of their types",
    "unit": "a unit that speedscope knows",
    "frame": "a frame has a name",
    "frame-once": "each frame is there once",
    "index": "frames and the active profile are there",
    "columns": "as many weights as samples",
    "weight": "weights are no less than 0, and their sum is the range of the profile",
    "order": "what is opened is closed, the last one first, and no time falls",
    "profile-once": "each profile has a name of its own",
}
SCHEMA = "https://www.speedscope.app/file-format-schema.json"
UNITS = ("none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes")
# The sum of a million numbers may be a little off.
NEAR = 1e-9


def violations(data):
    try:
        whole = texts.read_json(data)
    except (ValueError, EOFError, OSError) as error:
        yield "json", str(error)
        return
    try:
        yield from of_whole(whole)
    except (KeyError, TypeError, AttributeError) as error:
        yield "schema", f"{type(error).__name__}: {error}"


def of_whole(whole):
    if whole["$schema"] != SCHEMA:
        yield "schema", f"$schema is {whole['$schema']!r}"
    frames, profiles = whole["shared"]["frames"], whole["profiles"]
    for at, frame in enumerate(frames):
        if not isinstance(frame["name"], str) or not frame["name"]:
            yield "frame", f"frames[{at}]: {frame['name']!r}"
        numbers = [frame.get(name, 1) for name in ("line", "col")]
        if not all(isinstance(number, int) for number in numbers) or not isinstance(frame.get("file", ""), str):
            yield "schema", f"frames[{at}]: {frame}"
    for at in texts.first_again(sorted(frame.items()) for frame in frames):
        yield "frame-once", f"frames[{at}]: {frames[at]}"
    if whole.get("activeProfileIndex") is not None and not texts.is_index(whole["activeProfileIndex"], len(profiles)):
        yield "index", f"activeProfileIndex {whole['activeProfileIndex']}"
    for at in texts.first_again(profile["name"] for profile in profiles):
        yield "profile-once", f"profiles[{at}]: {profiles[at]['name']!r}"
    for at, profile in enumerate(profiles):
        for rule, what in of_profile(profile, len(frames)):
            yield rule, f"profiles[{at}]: {what}"


def of_profile(profile, n_frames):
    if profile["unit"] not in UNITS:
        yield "unit", repr(profile["unit"])
    start, end = profile["startValue"], profile["endValue"]
    if not texts.is_number(start) or not texts.is_number(end) or not isinstance(profile["name"], str):
        yield "schema", f"from {start!r} to {end!r}, named {profile['name']!r}"
    elif profile["type"] == "sampled":
        yield from of_samples(profile, n_frames, end - start)
    elif profile["type"] == "evented":
        yield from of_events(profile["events"], n_frames, start, end)
    else:
        yield "schema", f"type {profile['type']!r}"


def of_samples(profile, n_frames, whole):
    samples, weights = profile["samples"], profile["weights"]
    if len(samples) != len(weights):
        yield "columns", f"{len(samples)} samples, {len(weights)} weights"
    for at, sample in enumerate(samples):
        if any(not texts.is_index(frame, n_frames) for frame in sample):
            yield "index", f"samples[{at}]: {sample}"
    if any(not texts.is_number(weight) or weight < 0 for weight in weights):
        yield "weight", "one is negative or no number"
    elif abs(sum(weights) - whole) > NEAR * max(1, abs(whole)):
        yield "weight", f"their sum is {sum(weights)}, the range {whole}"


def of_events(events, n_frames, start, end):
    opened, last = [], start
    for at, event in enumerate(events):
        if not texts.is_index(event["frame"], n_frames):
            yield "index", f"events[{at}]: {event}"
        if not last <= event["at"] <= end:
            yield "order", f"events[{at}]: {event} after {last}"
        last = event["at"]
        if event["type"] == "O":
            opened.append(event["frame"])
        elif event["type"] != "C" or not opened or opened.pop() != event["frame"]:
            yield "order", f"events[{at}]: {event}"
    if opened:
        yield "order", f"still open at the end: {opened}"
