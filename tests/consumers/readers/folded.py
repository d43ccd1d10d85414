"""What folded stacks say; they have one event, which has no name."""
import counted


def read(path):
    event = counted.event()
    with open(path, encoding="utf-8") as file:
        for line in file:
            stack, _, value = line.rpartition(" ")
            counted.add(event, stack.split(";")[::-1], int(value))
    return {"events": {"": event}}
