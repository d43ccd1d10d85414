"""The library that shows what Linux perf opens, tests/support/open_any.c."""
import os
import shutil
import subprocess

import machine

OPEN_ANY = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "support", "open_any.c")


def build_library(folder):
    """open_any.so, or None and what lacks."""
    perf = machine.newest_perf()
    compiler = shutil.which("cc")
    if not perf or machine.version_of(perf)[0] != "7" or not compiler:
        return None, None, "needs perf 7 (PREC_SHARED/tools/newest-perf), root and cc"
    library = os.path.join(folder, "open_any.so")
    subprocess.run([compiler, "-D_GNU_SOURCE", "-shared", "-fPIC", "-O1", "-o", library, OPEN_ANY, "-ldl"], check=True)
    return perf, library, ""
