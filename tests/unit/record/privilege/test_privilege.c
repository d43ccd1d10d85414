#include "record/privilege/privilege.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define BIT(capability)    (1ull << (capability))
#define CAPABILITY_PERFMON 38
#define NOBODY             65534
#define README             (BIT(CAPABILITY_PERFMON) | BIT(CAP_SYS_PTRACE) | BIT(CAP_SYSLOG))

struct sets {
	uint64_t effective, permitted, inheritable;
};

static struct sets sets_get(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { 0 };

	syscall(SYS_capget, &header, data);
	return (struct sets){ (uint64_t)data[1].effective << 32 | data[0].effective,
			      (uint64_t)data[1].permitted << 32 | data[0].permitted,
			      (uint64_t)data[1].inheritable << 32 | data[0].inheritable };
}

static int sets_put(struct sets sets)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	for (unsigned i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
		data[i] = (struct __user_cap_data_struct){ .effective = (uint32_t)(sets.effective >> 32 * i),
							   .permitted = (uint32_t)(sets.permitted >> 32 * i),
							   .inheritable = (uint32_t)(sets.inheritable >> 32 * i) };
	return syscall(SYS_capset, &header, data) ? -errno : 0;
}

/* What stays false in a child fails the case here; its line is the exit status, of which 8 bits are left. */
#define WANT(condition)                            \
	do {                                       \
		if (!(condition))                  \
			_exit(__LINE__ % 255 + 1); \
	} while (0)

/* Capabilities are given up for good, so a case runs in a process of its own. */
static void in_child(void (*run)(void))
{
	pid_t pid;
	int status;

	if (geteuid() || (sets_get().permitted & (README | BIT(CAP_SETUID))) != (README | BIT(CAP_SETUID)))
		test_skip("needs root with its capabilities");
	pid = fork();
	if (!pid) {
		run();
		_exit(0);
	}
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFEXITED(status));
	if (WEXITSTATUS(status))
		test_fail(__FILE__, WEXITSTATUS(status) - 1, "the child ended here (the line, modulo 255)");
}

/* A user who runs a program that has capabilities: a file that cannot be read stands for what is not his. */
static void become_nobody(uint64_t capabilities)
{
	WANT(!prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0));
	WANT(!setresgid(NOBODY, NOBODY, NOBODY) && !setresuid(NOBODY, NOBODY, NOBODY));
	WANT(!sets_put((struct sets){ capabilities, capabilities, 0 }));
}

static bool may_read(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void file_capabilities(void)
{
	struct privilege_held outer, inner;

	become_nobody(README | BIT(CAP_DAC_OVERRIDE) | BIT(CAP_DAC_READ_SEARCH));
	WANT(may_read("/etc/shadow"));
	WANT(privilege_init() == 0);
	WANT(sets_get().effective == 0 && sets_get().permitted == README);
	WANT(!may_read("/etc/shadow"));
	WANT(privilege_has_events());

	outer = privilege_raise(PRIVILEGE_EVENTS);
	WANT(sets_get().effective == BIT(CAPABILITY_PERFMON));
	inner = privilege_raise(PRIVILEGE_PROCESSES);
	WANT(sets_get().effective == (BIT(CAPABILITY_PERFMON) | BIT(CAP_SYS_PTRACE)));
	errno = EBADMSG;
	privilege_drop(&inner);
	WANT(errno == EBADMSG);
	WANT(sets_get().effective == BIT(CAPABILITY_PERFMON));
	privilege_drop(&outer);
	WANT(sets_get().effective == 0 && sets_get().permitted == README);

	outer = privilege_raise(PRIVILEGE_KERNEL);
	WANT(sets_get().effective == BIT(CAP_SYSLOG));
	privilege_drop(&outer);
	/* What it does not have cannot be raised. */
	outer = privilege_raise(PRIVILEGE_BUFFERS);
	WANT(sets_get().effective == 0 && !outer.raised);
	privilege_drop(&outer);
	outer = privilege_raise(PRIVILEGE_NONE);
	WANT(sets_get().effective == 0 && !outer.raised);
	privilege_drop(&outer);
	WANT(sets_get().effective == 0);
}

TEST(capabilities_of_a_file)
{
	if (!may_read("/etc/shadow"))
		test_skip("needs /etc/shadow");
	in_child(file_capabilities);
}

static void older_kernel(void)
{
	struct privilege_held held;

	become_nobody(BIT(CAP_SYS_ADMIN) | BIT(CAP_SYS_PTRACE));
	WANT(privilege_init() == 0);
	WANT(privilege_has_events());
	held = privilege_raise(PRIVILEGE_EVENTS);
	WANT(sets_get().effective == (BIT(CAP_SYS_ADMIN) | BIT(CAP_SYS_PTRACE)));
	privilege_drop(&held);
	WANT(sets_get().effective == 0);
}

/* Before Linux 5.8 there was no CAP_PERFMON. */
TEST(capabilities_of_an_older_kernel)
{
	in_child(older_kernel);
}

static void no_capabilities(void)
{
	struct privilege_held held;

	become_nobody(0);
	WANT(privilege_init() == 0);
	WANT(!privilege_has_events());
	held = privilege_raise(PRIVILEGE_EVENTS);
	WANT(!held.raised && sets_get().effective == 0);
	privilege_drop(&held);
}

TEST(nothing_to_raise)
{
	in_child(no_capabilities);
}

static void ambient(void)
{
	const uint64_t own = BIT(CAPABILITY_PERFMON) | BIT(CAP_CHOWN);
	struct privilege_held held;

	become_nobody(README | BIT(CAP_CHOWN));
	WANT(!sets_put((struct sets){ README | BIT(CAP_CHOWN), README | BIT(CAP_CHOWN), own }));
	WANT(!prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAPABILITY_PERFMON, 0, 0));
	WANT(!prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_CHOWN, 0, 0));
	WANT(privilege_init() == 0);
	WANT(sets_get().effective == own);
	WANT(sets_get().permitted == (README | BIT(CAP_CHOWN)) && sets_get().inheritable == own);
	held = privilege_raise(PRIVILEGE_EVENTS);
	WANT(!held.raised && sets_get().effective == own);
	held = privilege_raise(PRIVILEGE_PROCESSES);
	WANT(sets_get().effective == (own | BIT(CAP_SYS_PTRACE)));
	privilege_drop(&held);
	WANT(sets_get().effective == own);
	WANT(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, CAP_CHOWN, 0, 0) == 1);
}

/* The user has these in every program. */
TEST(ambient_capabilities_stay)
{
	in_child(ambient);
}

static void root(void)
{
	const struct sets before = sets_get();
	struct privilege_held held;

	WANT(privilege_init() == 0);
	WANT(sets_get().effective == before.effective && sets_get().permitted == before.permitted);
	held = privilege_raise(PRIVILEGE_EVENTS);
	WANT(!held.raised);
	privilege_drop(&held);
	WANT(sets_get().effective == before.effective);
}

TEST(root_keeps_its_capabilities)
{
	in_child(root);
}

static void root_by_name(void)
{
	if (prctl(PR_SET_SECUREBITS, SECBIT_NOROOT, 0, 0, 0))
		return;
	WANT(privilege_init() == 0);
	WANT(sets_get().effective == 0);
}

/* With the securebit an exec gives root nothing, so what it has came with the program. */
TEST(root_without_its_rights)
{
	in_child(root_by_name);
}

static void set_user_id(void)
{
	WANT(!setresgid(NOBODY, 0, 0) && !setresuid(NOBODY, 0, 0));
	WANT(may_read("/etc/shadow"));
	WANT(privilege_init() == 0);
	WANT(geteuid() == NOBODY && getegid() == NOBODY && setresuid(0, 0, 0) < 0);
	WANT(sets_get().effective == 0 && (sets_get().permitted & README) == README);
	WANT(!(sets_get().permitted & (BIT(CAP_DAC_OVERRIDE) | BIT(CAP_SETUID) | BIT(CAP_CHOWN))));
	WANT(!may_read("/etc/shadow"));
}

TEST(set_user_id_program)
{
	if (!may_read("/etc/shadow"))
		test_skip("needs /etc/shadow");
	in_child(set_user_id);
}
