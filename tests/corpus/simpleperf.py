"""The folded stacks of simpleperf's stackcollapse, "comm;frame;...;frame count", beside the stacks of prec script.

simpleperf hides frames: the innermost one always, those of the Java runtime next to Java methods, and one of the two of
a method that was replaced while it ran. prec shows all. So a stack of prec belongs to the golden one that is left when
only such frames are left out (to the longest of them), and each golden one must have exactly the periods of those that
belong to it."""
import re

import facts

RUNTIME = ("libart.so", "boot.oat", "base.vdex")
KERNEL = "[kernel.kallsyms]"
JIT = "jit_app_cache"
HEAD = re.compile(r"\s*(\S+)\s+(\d+)/(\d+)\s+(\d+)\s*")
FRAME = re.compile(r"\s+[0-9a-f]+ (.*) \((.*)\)")


def parse(path):
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            stack, count = line.rstrip("\n").rsplit(" ", 1)
            found[stack] = int(count)
    return found


def my_stacks(path):
    """(comm, pid, frames, period) of each sample; a frame is its name and object, the outermost first."""
    text = facts.prec("script", "-F", "comm,pid,tid,period,ip,sym,dso", path=path)
    stacks = []
    for block in filter(None, text.split("\n\n")):
        head, *lines = block.strip("\n").split("\n")
        comm, pid, _, period = HEAD.fullmatch(head).groups()
        frames = [FRAME.fullmatch(line).groups() for line in reversed(lines)]
        stacks.append((comm, pid, frames, int(period)))
    return stacks


def same(word, frame):
    """Whether their word is a frame of prec: its name, and _[k] and _[j] the kind of its object."""
    name, kind = re.fullmatch(r"(.*?)(?:_\[([kj])\])?", word).groups()
    wanted = {"k": KERNEL, "j": JIT, None: ""}[kind]
    return wanted in frame[1] and (name == frame[0] or (name == "unknown" and frame[0] == "[unknown]"))


def may_hide(frames, index):
    replaced = JIT in frames[index][1] and any(name == frames[index][0] and object_.endswith(RUNTIME)
                                               for name, object_ in frames[:index])
    return replaced or frames[index][1].endswith(RUNTIME)


def belongs(frames, words):
    """Whether words are left of the frames when those that may be hidden are."""
    reached = {0}
    for index, frame in enumerate(frames):
        reached = ({at + 1 for at in reached if at < len(words) and same(words[at], frame)}
                   | (reached if may_hide(frames, index) else set()))
    return len(words) in reached


def collect(golden, path):
    their = parse(golden)
    theirs = {("period of", stack): count for stack, count in their.items()}
    theirs["periods that belong to no stack",] = 0
    mine = dict.fromkeys(theirs, 0)
    for comm, pid, frames, period in my_stacks(path):
        fitting = [stack for stack in their
                   if stack.split(";")[0] in (comm, f"{comm}-{pid}") and belongs(frames[:-1], stack.split(";")[1:])]
        best = max(fitting, key=lambda stack: stack.count(";"), default=None)
        mine[("period of", best) if best else ("periods that belong to no stack",)] += period
    return theirs, mine
