"""The form in which all that is read of an exported file is compared:

    {"events": {NAME: {"total": N, "samples": N, "functions": {NAME: [SELF, TOTAL]}, "lines": {"FILE:LINE": SELF},
                       "inlined": [NAME], "threads": {NAME: TOTAL}}}}

each as far as the format holds it. A function is counted once in a stack, and a name stands for all of that name.
"""


def event():
    return {"total": 0, "functions": {}, "threads": {}}


def add(into, names, value, thread=None):
    """Counts a stack, whose names are innermost first; an empty one counts in the total alone."""
    into["total"] += value
    if thread is not None:
        into["threads"][thread] = into["threads"].get(thread, 0) + value
    functions = into["functions"]
    for name in dict.fromkeys(names):
        functions.setdefault(name, [0, 0])[1] += value
    if names:
        functions[names[0]][0] += value
