"""browsing: drives the browser of prec report on a terminal, and says how long what it shows takes.

What a screen holds is not parsed: the page of the header (key i) needs all rows and begins with a line that nothing
else has, so that whatever was typed before it is done when that line comes.
"""
import fcntl
import os
import pty
import select
import struct
import termios
import time

FIRST, LAST = b"quit", b"captured on"
COLUMNS, LINES = 120, 40
PAGE_DOWN = b"\033[6~"
PATIENCE = 300  # seconds


class Browser:
    """One that runs until it is closed."""

    def __init__(self, words):
        self.start = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if not self.pid:
            for name in ("COLUMNS", "LINES", "PREC_BROWSER", "NO_COLOR"):
                os.environ.pop(name, None)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
            os.execvp(words[0], words)

    def wait(self, text):
        """Reads until the text comes; returns the time of that."""
        output = b""
        while text not in output:
            if not select.select([self.terminal], [], [], PATIENCE)[0]:
                raise SystemExit(f"bench: the browser does not show {text!r}")
            output = output[-len(text):] + os.read(self.terminal, 65536)
        return time.perf_counter()

    def take(self, keys):
        """Seconds from the first of these keys until the last is done, and the header is shown and left."""
        begin = time.perf_counter()
        os.write(self.terminal, keys + b"i")
        end = self.wait(LAST)
        os.write(self.terminal, b"q")
        return end - begin

    def close(self):
        os.write(self.terminal, b"q")
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


def measure(words, pages):
    """{what: seconds} of one session: the first screen, all rows, a page down of so many, rows in another order, other
    sort keys."""
    browser = Browser(words)
    found = {"first screen": browser.wait(FIRST) - browser.start}
    browser.take(b"")
    found["all rows"] = time.perf_counter() - browser.start
    own = min(browser.take(b"") for _ in range(3))
    found["page down"] = (browser.take(PAGE_DOWN * pages) - own) / pages
    found["another order"] = browser.take(b">") - own
    found["other keys"] = browser.take(b"osym\r") - own
    browser.close()
    return found
