#include "record/privilege/sudo_user.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* The number of a user or group in a variable of sudo's. */
static bool read_id(const char *name, unsigned *ret_id)
{
	const char *text = getenv(name);
	unsigned long id;
	char *end;

	if (!text || !isdigit((unsigned char)*text))
		return false;
	errno = 0;
	id = strtoul(text, &end, 10);
	*ret_id = (unsigned)id;
	return !errno && !*end && id < UINT32_MAX;
}

bool sudo_user(uid_t *ret_uid, gid_t *ret_gid)
{
	return !getuid() && !geteuid() && read_id("SUDO_UID", ret_uid) && *ret_uid && read_id("SUDO_GID", ret_gid);
}
