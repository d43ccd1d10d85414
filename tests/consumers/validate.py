#!/usr/bin/env python3
"""validate.py FORMAT FILE: what an exported file breaks of the rules that its readers need, most of which they do not
check themselves. Prints RULE: what, the first ones of each rule, and has exit status 1 if there is anything. The rules
of a format are in rules/FORMAT.py. validate.py --rules prints them all."""
import importlib
import os
import sys

sys.dont_write_bytecode = True
RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rules")
SHOWN = 5


def formats():
    return sorted(name[:-3] for name in os.listdir(RULES) if name.endswith(".py"))


def rules_of(name):
    return importlib.import_module("rules." + name)


def violations(name, data):
    """[(rule, what)], the first ones of each rule."""
    found = {}
    for rule, what in rules_of(name).violations(data):
        found.setdefault(rule, []).append(what)
    return [(rule, what) for rule, every in found.items() for what in every[:SHOWN]]


def main(words):
    if words == ["--rules"]:
        for name in formats():
            print(*(f"{name} {rule}: {text}" for rule, text in rules_of(name).RULES.items()), sep="\n")
        return 0
    if len(words) != 2 or words[0] not in formats():
        print(f"usage: validate.py FORMAT FILE, or --rules; the formats: {' '.join(formats())}", file=sys.stderr)
        return 2
    with open(words[1], "rb") as file:
        found = violations(words[0], file.read())
    for rule, what in found:
        print(f"{rule}: {what}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
