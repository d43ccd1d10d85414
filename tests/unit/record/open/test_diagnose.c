/*
 * Every error of perf_event_open(2), as the kernel returns it: a seccomp filter in a child process is the kernel here.
 * Each message names the event or thread, and what helps.
 */
#include "record/open/diagnose.h"

#include "record/events/event_parse.h"
#include "record/sampler/sampler.h"
#include "tests/support/deny.h"
#include "tests/support/test.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What opening the event of -e for a thread says; in memory that the child shares with the test. */
static void event_fd(struct error *err, const char *event, int *ret_result)
{
	const pid_t self = getpid();
	const struct target_config config = { .kind = TARGET_THREADS, .ids = &self, .n_ids = 1 };
	struct sampler_config how = { .interval.period = 1000, .fields.callgraph.max_stack = 77 };
	struct event_list list;
	struct sampler sampler;
	struct target target;

	event_list_init(&list);
	*ret_result = event_list_parse(&list, event, NULL, err);
	if (*ret_result)
		return;
	*ret_result = target_init(&target, &config, err);
	if (!*ret_result)
		*ret_result = sampler_open(&sampler, &list, &how, &target, NULL, err);
}

struct outcome {
	struct error err;
	int result;
};

/* The callers of the library get the same words, and have no options of programs. What is to be typed has a line. */
static void check_no_options(const char *message)
{
	CHECK(!strstr(message, "prec record"));
	for (const char *line = message; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		for (const char *at = line; *line != ' ' && *at && *at != '\n'; at++)
			if (*at == '-' && isalpha((unsigned char)at[1]) && (at == line || strchr(" (-", at[-1])))
				test_fail(__FILE__, __LINE__, "an option in '%s'", message);
	}
}

static void forced(const char *event, int code, const char *const *words)
{
	struct outcome *outcome =
		mmap(NULL, sizeof(*outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t pid;

	CHECK(outcome != MAP_FAILED);
	outcome->err = (struct error)ERROR_INIT;
	pid = fork();
	if (!pid) {
		if (!deny_perf_events(code))
			_exit(77);
		event_fd(&outcome->err, event, &outcome->result);
		_exit(0);
	}
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		test_skip("no seccomp filters here");
	CHECK(WIFEXITED(status) && !WEXITSTATUS(status));
	CHECK_EQ_I64(outcome->result, -code);
	for (; *words; words++)
		if (!strstr(outcome->err.message, *words))
			CHECK_STR(outcome->err.message, *words);
	check_no_options(outcome->err.message);
	munmap(outcome, sizeof(*outcome));
}

#define FORCED(event, code, ...) forced(event, code, (const char *const[]){ __VA_ARGS__, NULL })

TEST(what_the_machine_lacks)
{
	FORCED("cpu-clock:u", ENOENT, "event 'cpu-clock:u'", "this kernel or CPU does not have it");
	FORCED("cycles:u", ENOENT, "event 'cycles:u'", "no such hardware counter", "a software event: cpu-clock");
	FORCED("cycles:u", ENODEV, "event 'cycles:u'", "no such hardware counter");
	FORCED("cycles:u", EOPNOTSUPP, "event 'cycles:u'", "no such hardware counter");
	FORCED("cycles/call-graph=lbr/u", EOPNOTSUPP, "records no branches", "those of dwarf");
	FORCED("cpu-clock:u", ENOSYS, "CONFIG_PERF_EVENTS", "seccomp");
}

TEST(what_is_not_allowed)
{
	FORCED("cpu-clock:u", EACCES, "event 'cpu-clock:u'");
	FORCED("cpu-clock:u", EPERM, "event 'cpu-clock:u'");
}

TEST(what_is_used_up)
{
	FORCED("cpu-clock:u", EMFILE, "too many open files", "ulimit -n");
	FORCED("cpu-clock:u", EBUSY, "event 'cpu-clock:u'", "EBUSY", "sysctl kernel.nmi_watchdog=0");
	FORCED("mem:0x1000:w:u", ENOSPC, "event 'mem:0x1000:w:u'", "all breakpoint registers are in use");
	FORCED("cpu-clock:u", ENOSPC, "event 'cpu-clock:u'", "no room for one more event");
	FORCED("cpu-clock:u", EOVERFLOW, "chains of 77 callers", "sysctl kernel.perf_event_max_stack=77");
	FORCED("cpu-clock:u", ENOMEM, "event 'cpu-clock:u'", "no memory");
}

TEST(what_is_wrong_with_an_event)
{
	FORCED("cycles:ppu", EINVAL, "event 'cycles:ppu'", "its precision (modifier p)");
	FORCED("{cpu-clock:u,cs:u}", EINVAL, "its group (braces)");
	FORCED("cpu-clock/call-graph=dwarf/u", EINVAL, "call graphs of dwarf");
	FORCED("mem:0x1000:w:u", EINVAL, "the breakpoint");
	FORCED("cpu-clock/freq=100/u", EINVAL, "its frequency");
	FORCED("cpu-clock:u", E2BIG, "event 'cpu-clock:u'", "too old", "E2BIG");
	FORCED("cpu-clock:u", EBADF, "event 'cpu-clock:u'", "leader of its group", "EBADF");
	FORCED("cpu-clock:u", EFAULT, "event 'cpu-clock:u'", "EFAULT");
	FORCED("cpu-clock:u", EINTR, "event 'cpu-clock:u'", "EINTR", "try again");
}

/* What locked memory limits: rings and the areas of traces. */
TEST(what_does_not_fit)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(diagnose_mmap(&err, -EPERM, 1 << 20), -EPERM);
	CHECK(strstr(err.message, "kernel.perf_event_mlock_kb and 'ulimit -l'") && strstr(err.message, "-m 16 "));
	CHECK(strstr(err.message, "sysctl kernel.perf_event_mlock_kb=5120"));
	diagnose_mmap(&err, -ENOMEM, 1 << 20);
	CHECK(strstr(err.message, "no memory for buffers of 1048576 bytes") && strstr(err.message, "-m 16"));
	diagnose_mmap_area(&err, -EACCES, 1 << 20, false);
	CHECK(strstr(err.message, "-m ,64K ") && strstr(err.message, "sysctl kernel.perf_event_mlock_kb=5120"));
	diagnose_mmap_area(&err, -EOPNOTSUPP, 1 << 20, false);
	CHECK(strstr(err.message, "no AUX area"));
	diagnose_mmap_area(&err, -ENOMEM, 1 << 20, false);
	CHECK(strstr(err.message, "-m ,64K"));
}

/* A thread that ends is left out, and all of them are an error. */
TEST(what_has_ended)
{
	struct error err = ERROR_INIT;
	struct set_event event = { .name = (char *)"cs" };
	const struct diagnose_open what = { .event = &event, .tid = 77 };

	FORCED("cpu-clock:u", ESRCH, "the processes or threads to record have ended");
	CHECK_EQ_I64(diagnose_open(&err, -ESRCH, &what), -ESRCH);
	CHECK_STR(err.message, "thread 77 has ended");
}

TEST(cgroups)
{
	struct error err = ERROR_INIT;
	struct event_spec spec = { .cgroup = (char *)"build" };
	struct set_event event = { .name = (char *)"cs", .spec = &spec };
	const struct diagnose_open what = { .event = &event, .system_wide = true, .tid = -1 };

	CHECK_EQ_I64(diagnose_open(&err, -EBADF, &what), -EBADF);
	CHECK(strstr(err.message, "'build' is no cgroup of a hierarchy that has the controller perf_event"));
	CHECK_EQ_I64(diagnose_open(&err, -EINVAL, &what), -EINVAL);
	CHECK(strstr(err.message, "its cgroup, which"));
}

/* What is advised for an area is not refused by the next message. */
TEST(areas_that_cannot_be_mapped)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(diagnose_mmap_area(&err, -EPERM, 1 << 20, false), -EPERM);
	CHECK(strstr(err.message, "prec record -m ,64K ...\n") && !strstr(err.message, "-S"));
	CHECK_EQ_I64(diagnose_mmap_area(&err, -EPERM, 1 << 20, true), -EPERM);
	CHECK(strstr(err.message, "-m ,64K ... (-S: 64K at most)\n"));
	CHECK_EQ_I64(diagnose_mmap_area(&err, -ENOMEM, 64 * 1024, true), -ENOMEM);
	CHECK(strstr(err.message, "-m ,8K (-S and --aux-sample: 8K at most)"));
}
