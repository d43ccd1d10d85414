"""TAP for the tests in Python: cases counted and printed, and cases that run side by side printed in their order."""
import concurrent.futures
import os
import sys


class Failure(Exception):
    """A case cannot go on, and counts as failed: a program did not do its work, or said what nobody understands."""


class Tap:
    """Counts and prints cases. patterns: a case is wanted if one of them is a part of its name, or if there are none.
    """

    def __init__(self, patterns=()):
        self.number, self.failed, self.patterns = 0, 0, patterns

    def wants(self, name):
        return not self.patterns or any(p in name for p in self.patterns)

    def result(self, name, differences, notes=()):
        """A case that passes if there are no differences; notes are printed either way. The first difference is also beside
        the name: of a long log, what is kept may be the result lines alone.
        """
        differences = list(differences)
        self.number += 1
        self.failed += bool(differences)
        print(f"not ok {self.number} - {name}: {first_words(differences)}" if differences else f"ok {self.number} - {name}")
        for line in list(notes)[:20]:
            print(f"# noted {name}: {line}")
        for line in differences[:30]:
            print(f"# FAIL {name}: {line}")
        sys.stdout.flush()

    def skip(self, name, reason):
        self.number += 1
        print(f"ok {self.number} - {name} # SKIP {reason}")

    def check(self, name, function):
        """function returns differences, or (differences, notes)."""
        try:
            found = function()
        except Failure as error:
            found = [str(error)]
        self.result(name, *(found if isinstance(found, tuple) else (found,)))

    def done(self):
        """Prints the plan; returns the exit status. Nothing is tested where there was no case."""
        if not self.number:
            self.result("has cases", ["the list of cases is empty"])
        print(f"1..{self.number}")
        return 1 if self.failed else 0


def first_words(differences):
    return str(differences[0]).split("\n", 1)[0].replace("#", "")[:300]


class Kept:
    """Results that are not printed yet."""

    def __init__(self):
        self.results = []

    def result(self, name, differences, notes=()):
        self.results.append(("result", name, differences, notes))

    def skip(self, name, reason):
        self.results.append(("skip", name, reason))

    check = Tap.check

    def print_to(self, tap):
        for what, *rest in self.results:
            getattr(tap, what)(*rest)


def together(tap, jobs):
    """Runs functions that each take a Tap, as many at a time as there are CPUs. Their results come in their order."""
    def work(job):
        kept = Kept()
        job(kept)
        return kept

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for kept in pool.map(work, jobs):
            kept.print_to(tap)


def skip_all(reason):
    """The plan of a test that cannot run."""
    print(f"1..0 # SKIP {reason}")
