/*
 * What the programs of prec do for themselves, and a library does not for its caller: it raises no capability and no
 * limit of the process, and needs those that the caller has made effective. These stand in the place of
 * record/privilege/privilege.c and record/open/file_limit.c.
 */
#include "record/open/file_limit.h"
#include "record/privilege/privilege.h"

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CAPABILITY_PERFMON 38 /* Linux 5.8; headers may be older */

struct privilege_held privilege_raise(enum privilege privilege)
{
	(void)privilege;
	return (struct privilege_held){ .raised = false };
}

void privilege_drop(const struct privilege_held *held)
{
	(void)held;
}

static bool has_any(uint64_t capabilities)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];

	return !syscall(SYS_capget, &header, sets) &&
	       ((uint64_t)sets[1].effective << 32 | sets[0].effective) & capabilities;
}

bool privilege_has_events(void)
{
	return has_any(1ull << CAPABILITY_PERFMON | 1ull << CAP_SYS_ADMIN);
}

bool privilege_has_probes(void)
{
	return has_any(1ull << CAP_SYS_ADMIN);
}

bool file_limit_raise(void)
{
	return false;
}

void file_limit_keep_spare(size_t n)
{
	(void)n;
}
