# SIGTERM ends a recording properly: a finished file that everybody reads.
ends_properly TERM 143
