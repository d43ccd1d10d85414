#!/usr/bin/env python3
"""find_secret.py WORD [FILE]: which secrets are in the bytes of a file or of standard input (secrets.c).

Prints the letters of places whose secret is there, and ? if a piece of WORD is there in another way: eight bytes of it
from any place on, as they are, reversed (a number of the other byte order), or in UTF-16. Nothing: there are none."""
import sys

word = sys.argv[1].encode()
data = open(sys.argv[2], "rb").read() if len(sys.argv) > 2 else sys.stdin.buffer.read()


def forms(piece):
    yield piece
    yield piece[::-1]
    yield piece.decode().encode("utf-16-le")
    yield piece.decode().encode("utf-16-be")


def is_there(piece):
    return any(form in data for form in forms(piece))


places = [chr(c) for c in range(ord("A"), ord("Z") + 1) if is_there(bytes([c]) + word[:7])]
if not places and any(is_there(word[i:i + 8]) for i in range(len(word) - 7)):
    places = ["?"]
print("".join(places))
