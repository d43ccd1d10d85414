"""Small files, each with one thing changed."""
import copy
import json


# In the place of a value: what is there goes.
GONE = object()


def files_of(good, pack, changes):
    """(None, the good file packed), then for each change (rule, packed). changes: {rule: (path, value)} or {rule:
    [(path, value), ...]}, a path being keys and indices of dictionaries and lists."""
    yield None, pack(good)
    for rule, change in changes.items():
        for path, value in change if isinstance(change, list) else [change]:
            yield rule, pack(changed(good, path, value))


def changed(good, path, value):
    whole = copy.deepcopy(good)
    place = whole
    for step in path[:-1]:
        place = place[step]
    if value is GONE:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return whole


def as_json(value):
    return json.dumps(value).encode()
