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
 * Landlock (Linux 5.13, Documentation/userspace-api/landlock.rst). The numbers are defined here, so that a build on an
 * old system knows those of newer kernels; only those of the kernel's ABI version are used.
 */
/* Equal on every architecture that prec is built for. */
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
	FS_REFER = 1 << 13,     /* ABI 2; always refused before */
	FS_TRUNCATE = 1 << 14,  /* ABI 3 */
	FS_IOCTL_DEV = 1 << 15, /* ABI 5 */
};

/* Reading files and directories stays allowed. */
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

static uint64_t directory_access(const struct sandbox_directory *p)
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

/* False: a directory would lack its rights, which is worse than no Landlock. */
static bool add_directories(int fd, const struct sandbox_directory *directories, unsigned n_directories,
			    const struct ruleset *r)
{
	for (unsigned i = 0; i < n_directories; i++) {
		struct path_beneath rule = { .allowed = directory_access(&directories[i]) & r->fs,
					     .fd = directories[i].fd };

		if (syscall(CALL_ADD_RULE, fd, RULE_PATH_BENEATH, &rule, 0))
			return false;
	}
	return true;
}

bool sandbox_landlock(const struct sandbox_directory *directories, unsigned n_directories)
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
	entered = add_directories(fd, directories, n_directories, &r) && syscall(CALL_RESTRICT_SELF, fd, 0) == 0;
	close(fd);
	return entered;
}

/*
 * Root keeps the right to read files of others, and addresses in /proc/kallsyms, but not to write to files of others.
 */
#define KEPT_CAPABILITIES (1ull << CAP_DAC_READ_SEARCH | 1ull << CAP_SYSLOG)

void sandbox_init(struct sandbox *s)
{
	*s = (struct sandbox){ 0 };
}

void sandbox_allow_terminal(struct sandbox *s)
{
	s->has_terminal = true;
}

void sandbox_allow_open(struct sandbox *s, int directory, unsigned rights)
{
	if (s->n_directories < SANDBOX_DIRECTORIES_MAX)
		s->directories[s->n_directories++] = (struct sandbox_directory){ .fd = directory, .rights = rights };
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

/* Calls capset(2), whose sets are 64 bits in two words. False: it failed. */
static bool sandbox_capabilities(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	/* Fails only on kernels before 4.3, which have no ambient set. */
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
	while (s->n_directories)
		close(s->directories[--s->n_directories].fd);
}

unsigned sandbox_enter(struct sandbox *s)
{
	bool may_write = s->n_directories > 0;
	unsigned parts = 0;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		parts |= SANDBOX_NO_NEW_PRIVILEGES;
	if (sandbox_capabilities())
		parts |= SANDBOX_CAPABILITIES;
	if (sandbox_landlock(s->directories, s->n_directories))
		parts |= SANDBOX_LANDLOCK;
	sandbox_fini(s);
	/* Last, since it refuses calls that the other parts need. */
	if (sandbox_seccomp(may_write, s->has_terminal))
		parts |= SANDBOX_SECCOMP;
	return parts;
}

void sandbox_confine(void)
{
	struct sandbox s;

	sandbox_init(&s);
	sandbox_enter(&s);
}
