"""What holds for every file of values between commas: RFC 4180, with a line of names."""
import csv
import io

import texts

RULES = {
    "text": "lines of UTF-8, the last one ended, without control characters",
    "header": "a first line of names, each once",
    "columns": "each line has as many values as there are names",
    "quote": "quotes begin and end a value",
}


def violations(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        yield "text", str(error)
        return
    if not text.endswith("\n"):
        yield "text", "the last line has no end"
    if texts.has_controls(text.replace("\r\n", "").replace("\n", "")):
        yield "text", "control characters"
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        yield "quote", str(error)
        return
    names = rows[0] if rows else []
    if not names or not all(names) or len(set(names)) != len(names):
        yield "header", f"{names}"
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(names):
            yield "columns", f"row {number}: {len(row)} of {len(names)}"
