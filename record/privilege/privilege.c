#include "record/privilege/privilege.h"

#include "common/bytes.h"

#include <ctype.h>
#include <errno.h>
#include <linux/securebits.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Linux 5.8 and 5.9; headers may be older than the kernel. */
#define CAPABILITY_PERFMON            38
#define CAPABILITY_CHECKPOINT_RESTORE 40

#define BIT(capability) (1ull << (capability))

/*
 * The capabilities of each privilege. Before CAP_PERFMON, CAP_SYS_ADMIN was needed, and CAP_SYS_PTRACE for other users'
 * threads.
 */
static const uint64_t privilege_sets[] = {
	[PRIVILEGE_NONE] = 0,
	[PRIVILEGE_EVENTS] = BIT(CAPABILITY_PERFMON) | BIT(CAP_SYS_ADMIN) | BIT(CAP_SYS_PTRACE),
	[PRIVILEGE_PROBES] = BIT(CAPABILITY_PERFMON) | BIT(CAP_SYS_ADMIN),
	[PRIVILEGE_BUFFERS] = BIT(CAP_IPC_LOCK),
	[PRIVILEGE_FILE_LIMIT] = BIT(CAP_SYS_RESOURCE),
	[PRIVILEGE_PROCESSES] = BIT(CAP_SYS_PTRACE),
	[PRIVILEGE_FILES] = BIT(CAP_SYS_PTRACE) | BIT(CAPABILITY_CHECKPOINT_RESTORE) | BIT(CAP_SYS_ADMIN),
	[PRIVILEGE_KERNEL] = BIT(CAP_SYSLOG) | BIT(CAP_SYS_ADMIN),
};

/* The sets of this thread, by capget(2) and capset(2) without a library: a set is 64 bits in two words. */
static int sets_get(struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3])
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };

	return syscall(SYS_capget, &header, sets) ? -errno : 0;
}

static int sets_put(const struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3])
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };

	return syscall(SYS_capset, &header, sets) ? -errno : 0;
}

static uint64_t sets_permitted(const struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3])
{
	return (uint64_t)sets[1].permitted << 32 | sets[0].permitted;
}

/* Only kernels before 4.3 have no ambient set. */
static uint64_t ambient_set(void)
{
	uint64_t set = 0;

	for (unsigned long i = 0; i < 64; i++)
		if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, i, 0, 0) == 1)
			set |= BIT(i);
	return set;
}

/* An exec gives root every capability there is; a securebit ends that. */
static bool is_root(void)
{
	return !getuid() && !geteuid() && !(prctl(PR_GET_SECUREBITS, 0, 0, 0, 0) & SECBIT_NOROOT);
}

/* A set-user-ID program needs only the capabilities: files are opened as the user. */
static int take_real_user(void)
{
	uid_t uid = getuid();
	gid_t gid = getgid();

	if (uid == geteuid() && gid == getegid())
		return 0;
	if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) || setresgid(gid, gid, gid) || setresuid(uid, uid, uid))
		return -errno;
	return 0;
}

int privilege_init(void)
{
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
	struct __user_cap_data_struct before[_LINUX_CAPABILITY_U32S_3];
	uint64_t own, kept;
	int result = take_real_user();

	if (result || is_root())
		return result;
	result = sets_get(before);
	if (result)
		return result;
	memcpy(sets, before, sizeof(sets));
	own = kept = ambient_set();
	for (size_t i = 0; i < ARRAY_SIZE(privilege_sets); i++)
		kept |= privilege_sets[i];
	for (unsigned i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		sets[i].permitted &= (uint32_t)(kept >> 32 * i);
		sets[i].effective &= (uint32_t)(own >> 32 * i);
	}
	/* A seccomp filter may forbid the call, also where nothing changes. */
	return memcmp(sets, before, sizeof(sets)) ? sets_put(sets) : 0;
}

/* With CAP_PERFMON nothing else is needed. */
static uint64_t wanted_set(enum privilege privilege, uint64_t permitted)
{
	if (privilege == PRIVILEGE_EVENTS && permitted & BIT(CAPABILITY_PERFMON))
		return BIT(CAPABILITY_PERFMON);
	return privilege_sets[privilege] & permitted;
}

struct privilege_held privilege_raise(enum privilege privilege)
{
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
	struct privilege_held held = { .raised = false };
	uint64_t wanted;

	if (!privilege_sets[privilege] || sets_get(held.sets))
		return held;
	wanted = wanted_set(privilege, sets_permitted(held.sets));
	for (unsigned i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		sets[i] = held.sets[i];
		sets[i].effective |= (uint32_t)(wanted >> 32 * i);
		held.raised |= sets[i].effective != held.sets[i].effective;
	}
	/* If the kernel refuses, the error of the call itself is reported. */
	held.raised = held.raised && !sets_put(sets);
	return held;
}

void privilege_drop(const struct privilege_held *held)
{
	int code = errno;

	if (held->raised && sets_put(held->sets))
		abort();
	errno = code;
}

static bool has_any(uint64_t capabilities)
{
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];

	return !sets_get(sets) && sets_permitted(sets) & capabilities;
}

bool privilege_has_events(void)
{
	return has_any(BIT(CAPABILITY_PERFMON) | BIT(CAP_SYS_ADMIN));
}

bool privilege_has_probes(void)
{
	return has_any(BIT(CAP_SYS_ADMIN));
}

/* Reads the number of a user or group from a variable of sudo. */
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
