"""What readers of perf.data demand of recordings: rules.py has a row for each rule; file.py and those beside it read a file
by them; kinds.py makes recordings of all kinds, and broken.py copies that each break a rule."""
from .file import File, is_pipe  # noqa: F401
