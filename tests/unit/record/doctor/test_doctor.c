/* What is said where perf_event_open(2) is refused, as a seccomp filter in a child process does it. */

#include "record/doctor/doctor.h"
#include "record/doctor/machine.h"
#include "tests/support/deny.h"
#include "tests/support/test.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(what_is_needed)
{
	struct doctor_check checks[] = { { .needed = true, .state = DOCTOR_PARTLY }, { .state = DOCTOR_FAILS } };

	CHECK(doctor_approves(checks, 2));
	checks[0].state = DOCTOR_FAILS;
	CHECK(!doctor_approves(checks, 2));
}

/* 0 as it should be, or what is not. */
static int examine_denied(void)
{
	struct doctor_check checks[DOCTOR_CHECKS_MAX];
	size_t n = doctor_examine(checks);
	struct machine machine;
	bool filtered;

	machine_read(&machine);
	filtered = machine.seccomp_filter;
	machine_fini(&machine);
	if (!filtered)
		return 1;
	for (size_t i = 0; i < n; i++) {
		bool opens = !!strcmp(checks[i].name, "kernel-names") && !!strcmp(checks[i].name, "other-users") &&
			     !!strcmp(checks[i].name, "cgroups");

		if (opens && checks[i].state != DOCTOR_FAILS)
			return 2;
		if (checks[i].state == DOCTOR_FAILS && !checks[i].why[0])
			return 3;
		if (!strcmp(checks[i].name, "programs") && !strstr(checks[i].why, "CONFIG_PERF_EVENTS"))
			return 4;
	}
	return doctor_approves(checks, n) ? 5 : 0;
}

TEST(without_the_interface)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(deny_perf_events(ENOSYS) ? examine_denied() : 77);
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	CHECK(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		test_skip("no seccomp filters here");
	CHECK_EQ_I64(WEXITSTATUS(status), 0);
}

static const struct doctor_check *find_check(const struct doctor_check *checks, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(checks[i].name, name))
			return &checks[i];
	return NULL;
}

/* As nobody, who sees his own processes only, and where no hierarchy of cgroups is mounted. 0, 77, or what is not so.
 */
static int examine_container(void)
{
	struct doctor_check checks[DOCTOR_CHECKS_MAX];
	const struct doctor_check *check;
	size_t n;

	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount("proc", "/proc", "proc", 0, "hidepid=2") ||
	    mount("/dev/null", "/proc/self/mounts", NULL, MS_BIND, NULL) || setgid(65534) || setuid(65534) ||
	    prctl(PR_SET_DUMPABLE, 1))
		return 77;
	n = doctor_examine(checks);
	check = find_check(checks, n, "other-users");
	if (check->state != DOCTOR_PARTLY || !strstr(check->why, "no process of another one"))
		return 1;
	check = find_check(checks, n, "cgroups");
	return check->state != DOCTOR_FAILS || strncmp(check->why, "no hierarchy of cgroups is mounted;", 35) ? 2 : 0;
}

static int examine_in_namespaces(void)
{
	pid_t pid;
	int status;

	if (unshare(CLONE_NEWPID | CLONE_NEWNS))
		return 77;
	pid = fork();
	if (!pid)
		_exit(examine_container());
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

TEST(what_was_not_tried)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(examine_in_namespaces());
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	CHECK(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77)
		test_skip("no namespaces here");
	CHECK_EQ_I64(WEXITSTATUS(status), 0);
}

/* What this process reads in kallsyms is what the check says. */
TEST(names_of_the_kernel)
{
	struct doctor_check checks[DOCTOR_CHECKS_MAX];
	size_t n = doctor_examine(checks);
	unsigned long long address = 0;
	FILE *file = fopen("/proc/kallsyms", "re");
	bool found = false;

	if (!file || fscanf(file, "%llx", &address) != 1)
		test_skip("needs a kernel with kallsyms");
	fclose(file);
	for (size_t i = 0; i < n; i++) {
		if (strcmp(checks[i].name, "kernel-names") != 0)
			continue;
		found = true;
		CHECK_EQ_U64(checks[i].state, address ? DOCTOR_WORKS : DOCTOR_FAILS);
		CHECK(!strstr(checks[i].why, "has no"));
	}
	CHECK(found);
}

TEST(settings_of_this_machine)
{
	struct machine machine;
	bool found = false;

	machine_read(&machine);
	CHECK(machine.n_settings <= MACHINE_SETTINGS_MAX);
	for (size_t i = 0; i < machine.n_settings; i++)
		found |= !strcmp(machine.settings[i].name, "ulimit -n") && machine.settings[i].is_known;
	CHECK(found);
	machine_fini(&machine);
}
