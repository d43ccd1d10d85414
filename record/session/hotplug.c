#include "record/session/hotplug.h"

#include "common/cpulist.h"

#include <ctype.h>
#include <errno.h>
#include <linux/netlink.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define UEVENT_MAX          8192 /* the kernel's are up to 2 KiB and a path (UEVENT_BUFFER_SIZE) */
#define UEVENT_GROUP_KERNEL 1    /* the other is that of udev */

int hotplug_open(void)
{
	const struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = UEVENT_GROUP_KERNEL };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);

	if (fd < 0)
		return -errno;
	if (bind(fd, (const struct sockaddr *)&address, sizeof(address))) {
		int code = -errno;

		close(fd);
		return code;
	}
	return fd;
}

/* The number of the CPU whose path the text is; -1 where it is none. */
static int parse_cpu(const char *text)
{
	static const char path[] = "/devices/system/cpu/cpu";
	const char *digits = text + sizeof(path) - 1;
	char *end;
	long cpu;

	if (strncmp(text, path, sizeof(path) - 1) != 0 || !isdigit((unsigned char)*digits))
		return -1;
	errno = 0;
	cpu = strtol(digits, &end, 10);
	return errno || *end || cpu > CPULIST_MAX_CPU ? -1 : (int)cpu;
}

/* "ACTION@PATH", then "KEY=VALUE" each, all ended by NUL. */
bool hotplug_parse(const char *uevent, size_t size, struct hotplug_change *ret_change)
{
	const char *path = memchr(uevent, '@', size);
	struct hotplug_change change;

	if (!path || !memchr(path, 0, size - (size_t)(path - uevent)))
		return false;
	change.online = path - uevent == strlen("online") && !memcmp(uevent, "online", strlen("online"));
	if (!change.online && (path - uevent != strlen("offline") || memcmp(uevent, "offline", strlen("offline")) != 0))
		return false;
	change.cpu = parse_cpu(path + 1);
	if (change.cpu < 0)
		return false;
	*ret_change = change;
	return true;
}

int hotplug_next(int fd, struct hotplug_change *ret_change)
{
	for (;;) {
		struct sockaddr_nl from = { 0 };
		socklen_t from_size = sizeof(from);
		char uevent[UEVENT_MAX];
		ssize_t n = recvfrom(fd, uevent, sizeof(uevent), 0, (struct sockaddr *)&from, &from_size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno == EAGAIN ? 0 : -errno;
		/* Messages of other processes are not the kernel's. */
		if (!from.nl_pid && hotplug_parse(uevent, (size_t)n, ret_change))
			return 1;
	}
}
