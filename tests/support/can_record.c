/*
 * can_record: whether this system lets this user count an event at all; so that a test skips for a missing
 * permission and not because the program under test failed.
 *
 *	can_record [-a | -b]
 *
 * -a: system-wide. -b: whether a breakpoint is hit. Exit status 0, or 77 with the reason on standard output. Asks the
 * kernel itself, with its own structure of the smallest size.
 */
#include "formats/record/attr.h"
#include "tests/support/breakpoint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int all = argc > 1 && !strcmp(argv[1], "-a");
	const struct event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = ATTR_SIZE_VER0,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.flags = ATTR_DISABLED | (all ? 0 : ATTR_EXCLUDE_KERNEL),
	};
	const struct event_attr own = attr_to_kernel(&attr);
	long fd = syscall(SYS_perf_event_open, &own, all ? -1 : 0, all ? 0 : -1, -1, 0);

	if (argc > 1 && !strcmp(argv[1], "-b") && breakpoint_is_hit() <= 0) {
		printf("needs a machine that reports hits of breakpoints\n");
		return 77;
	}
	if (fd < 0) {
		printf("needs perf_event_open%s: %s\n", all ? " for all processes" : "", strerror(errno));
		return 77;
	}
	close((int)fd);
	return 0;
}
