/*
 * sandbox: what is refused and what goes on, each part alone and all together. Actions run in a process of their
 * own, since no sandbox can be left.
 */
#include "report/sandbox/sandbox.h"
#include "report/sandbox/sandbox_seccomp.h"
#include "tests/support/sandbox_actions.h"
#include "tests/support/test.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Enters a part of the sandbox; false: it is not available. */
typedef bool (*enterer)(void);

/* What perform returns besides a action's errno. */
#define NOT_ENTERED 200
#define KILLED      256 /* and the signal */

static void allow_paths(struct sandbox *s)
{
	sandbox_init(s);
	sandbox_allow(s, sandbox_at("free"), SANDBOX_WRITE | SANDBOX_MAKE_FILES);
	sandbox_allow(s, sandbox_at("links"), SANDBOX_MAKE_LINKS);
	sandbox_allow(s, sandbox_at("spool"), SANDBOX_WRITE);
	sandbox_allow(s, sandbox_at("nowhere"), SANDBOX_WRITE);
}

static bool enter_landlock(void)
{
	struct sandbox s;

	allow_paths(&s);
	return s.n_directories == 3 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       sandbox_landlock(s.directories, s.n_directories);
}

static bool enter_seccomp(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_seccomp(false, false);
}

static bool enter_seccomp_writing(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_seccomp(true, false);
}

/* Every part the machine has, as the commands do it. */
static bool enter_all(void)
{
	struct sandbox s;

	allow_paths(&s);
	return sandbox_enter(&s) & SANDBOX_NO_NEW_PRIVILEGES;
}

static int perform(enterer enter, action d)
{
	pid_t pid;
	int status;

	sandbox_make_dir();
	pid = fork();
	CHECK(pid >= 0);
	if (!pid) {
		signal(SIGABRT, SIG_DFL);
		_exit(enter() ? d() : NOT_ENTERED);
	}
	CHECK_EQ_I64(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? KILLED + WTERMSIG(status) : WEXITSTATUS(status);
}

static int nothing(void)
{
	return 0;
}

static long landlock_abi(void)
{
	return syscall(444, NULL, 0, 1);
}

/* Whether the kernel has it, and the build: not one with sanitizers. */
static bool has_seccomp(void)
{
#if defined(PREC_SANITIZERS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return false;
#else
	const uint32_t wanted = SECCOMP_RET_KILL_PROCESS;

	return !syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &wanted);
#endif
}

/* Skips where there is nothing to enter. What is there has to be entered. */
static void need(enterer enter, bool is_there, const char *what)
{
	if (perform(enter, nothing) != NOT_ENTERED)
		return;
	CHECK(!is_there);
	test_skip("%s is not available here", what);
}

static void need_landlock(long abi)
{
	need(enter_landlock, landlock_abi() > 0, "Landlock");
	if (landlock_abi() < abi)
		test_skip("needs version %ld of Landlock's ABI, has %ld", abi, landlock_abi());
}

/* --- cases ---------------------------------------------------------------- */

struct expectation {
	const char *what;
	action d;
	int result;
};

#define ACTION(name, result)                 \
	{                                    \
#name, action_##name, result \
	}

static void expect(enterer enter, const struct expectation *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int result = perform(enter, all[i].d);

		if (result != all[i].result)
			test_fail(__FILE__, __LINE__, "%s: %d, not %d", all[i].what, result, all[i].result);
	}
}

TEST(landlock_refuses_to_change_files)
{
	static const struct expectation all[] = {
		ACTION(read_file, 0),
		ACTION(write_file, EACCES),
		ACTION(append_to_file, EACCES),
		ACTION(make_new_file, EACCES),
		ACTION(make_unnamed_file, EACCES),
		ACTION(remove_file, EACCES),
		ACTION(rename_file, EACCES),
		ACTION(move_file_in, EACCES),
		ACTION(make_directory, EACCES),
		ACTION(make_link, EACCES),
		ACTION(execute, EACCES),
		ACTION(look_around, 0),
		ACTION(use_memfd, 0),
		ACTION(run_threads, 0),
	};

	need(enter_landlock, landlock_abi() > 0, "Landlock");
	expect(enter_landlock, all, ARRAY_SIZE(all));
}

TEST(landlock_leaves_paths)
{
	static const struct expectation all[] = {
		ACTION(work_in_free, 0),       ACTION(link_in_free, EACCES),  ACTION(link_in_links, 0),
		ACTION(file_in_links, EACCES), ACTION(make_unnamed_spool, 0), ACTION(make_named_spool, EACCES),
	};

	need(enter_landlock, landlock_abi() > 0, "Landlock");
	expect(enter_landlock, all, ARRAY_SIZE(all));
}

TEST(landlock_refuses_truncation)
{
	need_landlock(3);
	CHECK_EQ_I64(perform(enter_landlock, action_truncate_file), EACCES);
}

TEST(landlock_refuses_tcp)
{
	need_landlock(4);
	CHECK_EQ_I64(perform(enter_landlock, action_connect_tcp), EACCES);
	CHECK_EQ_I64(perform(enter_landlock, action_listen_tcp), EACCES);
}

TEST(landlock_refuses_other_processes)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	need_landlock(6);
	CHECK_EQ_I64(perform(enter_landlock, action_signal_parent), EPERM);
	sandbox_abstract_address.sun_family = AF_UNIX;
	snprintf(sandbox_abstract_address.sun_path + 1, sizeof(sandbox_abstract_address.sun_path) - 1, "prec-test-%d",
		 (int)getpid());
	CHECK_EQ_I64(bind(fd, (struct sockaddr *)&sandbox_abstract_address, sizeof(sandbox_abstract_address)), 0);
	CHECK_EQ_I64(listen(fd, 1), 0);
	CHECK_EQ_I64(perform(enter_landlock, action_connect_abstract), EPERM);
	close(fd);
}

TEST(seccomp_ends_intruders)
{
	static const struct expectation all[] = {
		ACTION(execute, KILLED + SIGSYS),     ACTION(trace_parent, KILLED + SIGSYS),
		ACTION(read_parent, KILLED + SIGSYS), ACTION(make_user_namespace, KILLED + SIGSYS),
		ACTION(load_bpf, KILLED + SIGSYS),
	};

	need(enter_seccomp, has_seccomp(), "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	expect(enter_seccomp_writing, all, ARRAY_SIZE(all));
}

TEST(seccomp_refuses)
{
	static const struct expectation all[] = {
		ACTION(make_socket, ENOSYS),     ACTION(make_process, EPERM),      ACTION(signal_parent, ENOSYS),
		ACTION(signal_other, EPERM),     ACTION(map_code, EPERM),          ACTION(turn_into_code, EPERM),
		ACTION(type_on_terminal, EPERM), ACTION(become_undumpable, EPERM), ACTION(send_signals_by_file, EPERM),
		ACTION(change_mode, ENOSYS),     ACTION(call_unknown, ENOSYS),
	};

	need(enter_seccomp, has_seccomp(), "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	expect(enter_seccomp_writing, all, ARRAY_SIZE(all));
}

TEST(seccomp_refuses_to_change_files_where_none_is_to_be)
{
	static const struct expectation all[] = {
		ACTION(read_file, 0),          ACTION(write_file, EPERM),        ACTION(append_to_file, EPERM),
		ACTION(make_new_file, EPERM),  ACTION(make_unnamed_file, EPERM), ACTION(remove_file, ENOSYS),
		ACTION(rename_file, ENOSYS),   ACTION(make_directory, ENOSYS),   ACTION(make_link, ENOSYS),
		ACTION(truncate_file, ENOSYS),
	};
	static const struct expectation allowed[] = {
		ACTION(work_in_free, 0),
		ACTION(link_in_links, 0),
		ACTION(make_unnamed_spool, 0),
		ACTION(write_file, 0),
	};

	need(enter_seccomp, has_seccomp(), "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	unlink(sandbox_at("links/link"));
	expect(enter_seccomp_writing, allowed, ARRAY_SIZE(allowed));
	unlink(sandbox_at("links/link"));
}

#if defined(__x86_64__)
static bool enter_nothing(void)
{
	return true;
}

TEST(seccomp_ends_calls_of_other_architectures)
{
	need(enter_seccomp, has_seccomp(), "seccomp");
	CHECK_EQ_I64(perform(enter_seccomp, action_call_by_x32), KILLED + SIGSYS);
	if (perform(enter_nothing, action_call_by_i386) != 0)
		test_skip("the kernel has no calls of i386");
	CHECK_EQ_I64(perform(enter_seccomp, action_call_by_i386), KILLED + SIGSYS);
}
#endif

TEST(reading_goes_on)
{
	static const struct expectation all[] = {
		ACTION(read_file, 0),    ACTION(look_around, 0),        ACTION(run_threads, 0),
		ACTION(use_memory, 0),   ACTION(use_memfd, 0),          ACTION(wait_for_child, 0),
		ACTION(work_in_free, 0), ACTION(make_unnamed_spool, 0), ACTION(end_by_abort, KILLED + SIGABRT),
	};

	expect(enter_all, all, ARRAY_SIZE(all));
}

TEST(privileges_are_gone)
{
	CHECK_EQ_I64(perform(enter_all, action_look_at_status), 0);
}

TEST(root_reads_files_of_others_and_does_not_write_them)
{
	if (geteuid())
		test_skip("needs root");
	sandbox_make_dir();
	sandbox_make_file(sandbox_at("others"));
	sandbox_make_file(sandbox_at("free/others"));
	CHECK_EQ_I64(chown(sandbox_at("others"), 65534, 65534), 0);
	CHECK_EQ_I64(chown(sandbox_at("free/others"), 65534, 65534), 0);
	CHECK_EQ_I64(perform(enter_all, action_read_file_of_others), 0);
	CHECK_EQ_I64(perform(enter_all, action_write_file_of_others), EACCES);
}

TEST(parts_have_names)
{
	CHECK_STR(sandbox_part_name(0), "no new privileges");
	CHECK_STR(sandbox_part_name(3), "seccomp");
	CHECK(!sandbox_part_name(4));
	CHECK_EQ_U64(SANDBOX_SECCOMP, 1 << 3);
}
