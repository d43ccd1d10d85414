/*
 * deny_perf: runs a command in which perf_event_open(2) fails with EPERM or another errno, see tests/support/deny.h.
 *
 *	deny_perf [-e ERRNO] COMMAND [ARGS]
 */
#include "tests/support/deny.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int error = EPERM;
	int first = 1;

	if (argc > 3 && !strcmp(argv[1], "-e")) {
		error = atoi(argv[2]);
		first = 3;
	}
	if (argc <= first) {
		fprintf(stderr, "usage: deny_perf [-e ERRNO] COMMAND [ARGS]\n");
		return 2;
	}
	if (!deny_perf_events(error)) {
		fprintf(stderr, "deny_perf: seccomp: %s\n", strerror(errno));
		return 77;
	}
	execvp(argv[first], argv + first);
	fprintf(stderr, "deny_perf: %s: %s\n", argv[first], strerror(errno));
	return 127;
}
