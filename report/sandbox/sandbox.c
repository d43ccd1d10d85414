#include "report/sandbox/sandbox.h"

#include "report/sandbox/sandbox_seccomp.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * What root keeps: reading the files of others, and the addresses in /proc/kallsyms. Writing to the files of others is
 * not among it.
 */
#define KEPT_CAPABILITIES (1ull << CAP_DAC_READ_SEARCH | 1ull << CAP_SYSLOG)

void sandbox_init(struct sandbox *s)
{
	s->n_places = 0;
}

void sandbox_allow_open(struct sandbox *s, int directory, unsigned rights)
{
	if (s->n_places < SANDBOX_PLACES_MAX)
		s->places[s->n_places++] = (struct sandbox_place){ .fd = directory, .rights = rights };
	else
		close(directory);
}

void sandbox_allow(struct sandbox *s, const char *directory, unsigned rights)
{
	int fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		sandbox_allow_open(s, fd, rights);
}

const char *sandbox_part_name(unsigned part)
{
	static const char *const names[] = { "no new privileges", "capabilities", "Landlock", "seccomp" };

	return part < sizeof(names) / sizeof(names[0]) ? names[part] : NULL;
}

/* capset(2) without a library: a set is 64 bits in two words. False when the kernel does not let go of them. */
static bool sandbox_capabilities(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	/* Only kernels before 4.3 have no ambient set, and then there is nothing in it. */
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	if (syscall(SYS_capget, &header, data))
		return false;
	for (unsigned i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		uint32_t kept = (uint32_t)(KEPT_CAPABILITIES >> 32 * i);

		data[i].permitted &= kept;
		data[i].effective &= kept;
		data[i].inheritable = 0;
	}
	return syscall(SYS_capset, &header, data) == 0;
}

static void sandbox_fini(struct sandbox *s)
{
	while (s->n_places)
		close(s->places[--s->n_places].fd);
}

unsigned sandbox_enter(struct sandbox *s)
{
	bool may_write = s->n_places > 0;
	unsigned parts = 0;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		parts |= SANDBOX_NO_NEW_PRIVILEGES;
	if (sandbox_capabilities())
		parts |= SANDBOX_CAPABILITIES;
	if (sandbox_landlock(s->places, s->n_places))
		parts |= SANDBOX_LANDLOCK;
	sandbox_fini(s);
	/* Last: it refuses what the others need. */
	if (sandbox_seccomp(may_write))
		parts |= SANDBOX_SECCOMP;
	return parts;
}
