# SIGINT ends a recording properly: a finished file that everybody reads.
ends_properly INT 130
