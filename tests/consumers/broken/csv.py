"""A small file of values between commas, and for each rule those that break it."""
GOOD = b'time,comm,ip\r\n1,a,5\r\n2,"b, ""c""",6\r\n'
CHANGES = {
    "text": [(b"1,a", b"1,\xff"), (b",6\r\n", b",6"), (b"1,a", b"1,\x1b")],
    "header": [(b"comm,ip", b"ip,ip"), (b"comm", b"")],
    "columns": [(b"1,a,5", b"1,a"), (b"1,a", b"1,a,a")],
    "quote": [(b'""",6', b'""x,6'), (b'""",6', b'"",6')],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield None, GOOD
    for rule, changes in CHANGES.items():
        for old, new in changes:
            yield rule, GOOD.replace(old, new)
