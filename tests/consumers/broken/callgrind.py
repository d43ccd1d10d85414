"""A small file of callgrind's format, and for each rule those that break it."""
GOOD = """# callgrind format
version: 1
creator: prec
cmd: ./a
positions: line
event: cycles : CPU cycles
events: samples cycles
summary: 7 700

ob=(1) /bin/a
fl=(1) a.c
fn=(1) main
3 1 100
fi=(2) a.h
7 2 200
fe=(1)
cfn=(2) work
calls=1 9
4 4 400

fn=(2)
9 4 400
"""
# rule: (text, what stands in its place)
CHANGES = {
    "text": [("main", "ma\x1bin"), ("# callgrind format\n", ""), ("\n9 4 400\n", "\n9 4 400")],
    "line": [("cfn=", "xfn="), ("3 1 100", "x 1 100")],
    "header": [("version: 1\n", ""), ("creator: prec\n", "creator: prec\ncreator: prec\n"),
               ("positions: line", "positions: column")],
    "event": [("events: samples cycles", "events: samples cycles:u"),
              ("events: samples cycles", "events: cycles cycles"),
              ("event: cycles", "event: 1")],
    "id": [("cfn=(2) work", "cfn=(2)"), ("cfn=(2) work", "cfn=(1) work"), ("cfn=(2) work", "cfn=(2) main"),
           ("fn=(1) main", "fn=")],
    "function": [("fn=(1) main\n", ""), ("3 1 100", "ob=(1)\n3 1 100")],
    "cost": [("3 1 100", "3 1 100 5"), ("3 1 100", "3 -1 100"), ("3 1 100", "3")],
    "call": [("4 4 400\n", ""), ("cfn=(2) work\n", ""), ("calls=1 9", "calls=1"), ("4 4 400\n\nfn=(2)\n9 4 400\n", "")],
    "summary": [("summary: 7 700", "summary: 7 701"), ("summary: 7 700\n", "")],
    "file": [("fn=(1) main\n", "fi=(1)\nfn=(1) main\n")],
    "cost-once": [("9 4 400", "9 3 300\n9 1 100")],
}


def files():
    """(rule that is broken or None, bytes)"""
    yield None, GOOD.encode()
    for rule, changes in CHANGES.items():
        for old, new in changes:
            yield rule, GOOD.replace(old, new, 1).encode()
    yield "text", GOOD.encode().replace(b"main", b"\xff")
