#include "tests/support/breakpoint.h"

#include "formats/record/attr.h"

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <sys/syscall.h>
#include <unistd.h>

int breakpoint_is_hit(void)
{
	static volatile uint64_t watched;
	const struct event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = ATTR_SIZE_VER7,
		.flags = ATTR_EXCLUDE_KERNEL,
		.bp_type = HW_BREAKPOINT_W,
		.config1 = (uintptr_t)&watched,
		.config2 = HW_BREAKPOINT_LEN_8,
	};
	const struct event_attr own = attr_to_kernel(&attr);
	const int fd = (int)syscall(SYS_perf_event_open, &own, 0, -1, -1, 0);
	uint64_t hits = 0;

	if (fd < 0)
		return -errno;
	watched = 1;
	if (read(fd, &hits, sizeof(hits)) != sizeof(hits))
		hits = 0;
	close(fd);
	return hits == 1;
}
