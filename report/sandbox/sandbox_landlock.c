/*
 * Landlock (Linux 5.13, Documentation/userspace-api/landlock.rst). The numbers are written down here, so that a build
 * on an old system knows those of newer kernels; a kernel is asked for none that its ABI version does not have.
 */
#include "report/sandbox/sandbox_landlock.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same on every architecture that prec is built for. */
enum {
	CALL_CREATE_RULESET = 444,
	CALL_ADD_RULE = 445,
	CALL_RESTRICT_SELF = 446,
};

#define CREATE_RULESET_VERSION 1u
#define RULE_PATH_BENEATH      1

/* LANDLOCK_ACCESS_FS_* */
enum {
	FS_EXECUTE = 1 << 0,
	FS_WRITE_FILE = 1 << 1,
	FS_REMOVE_DIR = 1 << 4,
	FS_REMOVE_FILE = 1 << 5,
	FS_MAKE_CHAR = 1 << 6,
	FS_MAKE_DIR = 1 << 7,
	FS_MAKE_REG = 1 << 8,
	FS_MAKE_SOCK = 1 << 9,
	FS_MAKE_FIFO = 1 << 10,
	FS_MAKE_BLOCK = 1 << 11,
	FS_MAKE_SYM = 1 << 12,
	FS_REFER = 1 << 13,     /* ABI 2; before, it is always refused */
	FS_TRUNCATE = 1 << 14,  /* ABI 3 */
	FS_IOCTL_DEV = 1 << 15, /* ABI 5 */
};

/* Reading files and directories is not among them: that stays free. */
#define FS_ABI_1                                                                                                  \
	(FS_EXECUTE | FS_WRITE_FILE | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_CHAR | FS_MAKE_DIR | FS_MAKE_REG | \
	 FS_MAKE_SOCK | FS_MAKE_FIFO | FS_MAKE_BLOCK | FS_MAKE_SYM)

#define NET_BIND_TCP    1u
#define NET_CONNECT_TCP 2u

#define SCOPE_ABSTRACT_SOCKETS 1u
#define SCOPE_SIGNALS          2u

struct ruleset {
	uint64_t fs;
	uint64_t net;    /* ABI 4 */
	uint64_t scoped; /* ABI 6 */
};

struct path_beneath {
	uint64_t allowed;
	int32_t fd;
} __attribute__((packed));

static struct ruleset ruleset_of(long abi)
{
	struct ruleset r = { .fs = FS_ABI_1 };

	if (abi >= 2)
		r.fs |= FS_REFER;
	if (abi >= 3)
		r.fs |= FS_TRUNCATE;
	if (abi >= 4)
		r.net = NET_BIND_TCP | NET_CONNECT_TCP;
	if (abi >= 5)
		r.fs |= FS_IOCTL_DEV;
	if (abi >= 6)
		r.scoped = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS;
	return r;
}

static uint64_t place_access(const struct sandbox_place *p)
{
	uint64_t access = 0;

	if (p->rights & SANDBOX_WRITE)
		access |= FS_WRITE_FILE | FS_TRUNCATE;
	if (p->rights & SANDBOX_MAKE_FILES)
		access |= FS_MAKE_REG | FS_REMOVE_FILE;
	if (p->rights & SANDBOX_MAKE_LINKS)
		access |= FS_MAKE_SYM;
	return access;
}

/* False: some place would not have what it was left, which is worse than no sandbox of this kind. */
static bool add_places(int fd, const struct sandbox_place *places, unsigned n_places, const struct ruleset *r)
{
	for (unsigned i = 0; i < n_places; i++) {
		struct path_beneath rule = { .allowed = place_access(&places[i]) & r->fs, .fd = places[i].fd };

		if (syscall(CALL_ADD_RULE, fd, RULE_PATH_BENEATH, &rule, 0))
			return false;
	}
	return true;
}

bool sandbox_landlock(const struct sandbox_place *places, unsigned n_places)
{
	long abi = syscall(CALL_CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
	struct ruleset r = ruleset_of(abi);
	size_t size = abi < 4 ? offsetof(struct ruleset, net) : abi < 6 ? offsetof(struct ruleset, scoped) : sizeof(r);
	bool entered;
	int fd;

	if (abi < 1)
		return false;
	fd = (int)syscall(CALL_CREATE_RULESET, &r, size, 0);
	if (fd < 0)
		return false;
	entered = add_places(fd, places, n_places, &r) && syscall(CALL_RESTRICT_SELF, fd, 0) == 0;
	close(fd);
	return entered;
}
