"""The programs that read exported files. Those of npm are in the folder PREC_CONSUMERS, where ./check.sh consumers puts
them (tests/consumers/install)."""
import os
import shutil
import subprocess

FOLDER = os.environ.get("PREC_CONSUMERS") or os.path.join(os.path.expanduser("~"), ".cache", "prec-consumers")
MODULES = os.path.join(FOLDER, "node_modules")
TIMEOUT_S = 120


class Missing(Exception):
    """A program is not there; what it is of."""


class Refused(Exception):
    """A program does not take the file; what it says."""


def need(name, package):
    """The path of a program."""
    path = shutil.which(name)
    if not path:
        raise Missing(f"needs {name} (package {package})")
    return path


def need_module(*names):
    """The path of a file of an npm package."""
    path = os.path.join(MODULES, *names)
    if not os.path.exists(path):
        raise Missing(f"needs {os.path.join(*names[:2])} from npm: ./check.sh consumers")
    return path


def run(words, stdin=b"", **environment):
    """What a program prints. Refused: it fails, or takes too long."""
    try:
        done = subprocess.run(words, input=stdin, capture_output=True, timeout=TIMEOUT_S, check=False,
                              env=dict(os.environ, LC_ALL="C.UTF-8", **environment))
    except subprocess.TimeoutExpired as error:
        raise Refused(f"{words[0]}: takes longer than {TIMEOUT_S} s") from error
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise Refused(f"{os.path.basename(words[0])}: status {done.returncode}: {said[-400:]}")
    return done.stdout
