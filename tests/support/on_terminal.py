#!/usr/bin/env python3
"""on_terminal.py [OPTION...] COLUMNSxROWS COMMAND...: runs the command on a terminal of its own of that size, which it
controls, and prints what comes out there, without the terminal's carriage returns, then the exit status if it is not 0
(128 and the number for a signal). What prec says of a sandbox that is not complete is left out.

    --keys TEXT=KEYS  when TEXT has come out, types KEYS (with Python's escapes); may be given several times, for one
                      after the other
    --errors FILE     standard error goes to FILE
    --screen          prints the last screen, as far as the text and a few movements make it, not all that came out
    --other-session        the terminal is not the command's own, as if it were another session's

Nothing waits for a time to pass: what is typed depends on what has come out. Only where nothing comes any more is the
end after two minutes."""
import argparse
import codecs
import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios

# What less, more and shells send: CSI sequences, keypad and character-set modes.
ESCAPE = re.compile(rb"\x1b\[([?0-9;]*)([A-Za-z])|\x1b[=>78M]|\x1b\(B")

# What prec says on a terminal where a kernel or a build with sanitizers has no whole sandbox.
SANDBOX_NOTE = re.compile(rb"prec \w+: the sandbox is not complete here[^\n]*\n")


def child(options, slave, size):
    """Becomes the command."""
    # What a shell starts in the background ignores these, and hands that down.
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    if not options.other_session:
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    # Else what a program answers to ^C may be thrown away with what it has written before.
    modes = termios.tcgetattr(slave)
    modes[3] |= termios.NOFLSH
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    for fd in (0, 1, 2):
        os.dup2(slave, fd)
    if options.errors:
        os.dup2(os.open(options.errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), 2)
    os.closerange(3, 64)
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "LESS")}
    try:
        os.execvpe(options.command[0], options.command, dict(environment, TERM=os.environ.get("TERMINAL", "xterm")))
    except OSError as error:
        os.write(2, f"{options.command[0]}: {error}\n".encode())
    os._exit(127)


def converse(master, keys):
    """Everything that comes out, until the other side is closed."""
    output = b""
    seen = 0
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            return output
        if not piece:
            return output
        output += piece
        while keys and keys[0][0] in output[seen:]:
            seen = output.index(keys[0][0], seen) + len(keys[0][0])
            os.write(master, keys.pop(0)[1])


def show(output, size):
    """The screen after all of it: enough of a terminal for less with -X."""
    lines, row, column, at = [""], 0, 0, 0
    while at < len(output):
        escape = ESCAPE.match(output, at)
        if escape:
            at = escape.end()
            if escape.group(2) == b"K":
                lines[row] = lines[row][:column]
            elif escape.group(2) == b"H":
                row, column = max(0, len(lines) - size[1]), 0
            elif escape.group(2) == b"J":
                lines[row:] = [lines[row][:column]]
            continue
        end = at + 1
        while end < len(output) and output[end] & 0xc0 == 0x80:
            end += 1
        letter = output[at:end].decode(errors="replace")
        at = end
        if letter == "\r":
            column = 0
        elif letter == "\b":
            column = max(0, column - 1)
        elif letter == "\n" or column == size[0]:
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        if letter >= " ":
            lines[row] = lines[row][:column].ljust(column) + letter + lines[row][column + 1:]
            column += 1
    return "".join(line.rstrip() + "\n" for line in lines[-size[1]:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys", action="append", default=[])
    parser.add_argument("--errors")
    parser.add_argument("--screen", action="store_true")
    parser.add_argument("--other-session", action="store_true")
    parser.add_argument("size")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    signal.alarm(120)
    size = [int(number) for number in options.size.split("x")]
    keys = [[codecs.escape_decode(part.encode())[0] for part in pair.split("=", 1)] for pair in options.keys]
    master, slave = pty.openpty()
    pid = os.fork()
    if not pid:
        os.close(master)
        child(options, slave, size)
    os.close(slave)
    output = SANDBOX_NOTE.sub(b"", converse(master, keys))
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    text = show(output, size) if options.screen else output.replace(b"\r\n", b"\n").decode(errors="surrogateescape")
    sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
    if keys:
        print(f"nothing that would end in {keys[0][0]!r} has come out")
    if status:
        print(f"exit status {status if status > 0 else 128 - status}")


if __name__ == "__main__":
    main()
