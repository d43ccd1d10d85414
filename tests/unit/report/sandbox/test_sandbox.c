/*
 * sandbox: what is refused and what goes on, each part alone and all together. Deeds are done in a process of their
 * own, since no sandbox can be left.
 */
#include "report/sandbox/sandbox.h"
#include "report/sandbox/sandbox_seccomp.h"
#include "tests/support/sandbox_deeds.h"
#include "tests/support/test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Enters a part of the sandbox; false: it is not to be had. */
typedef bool (*enterer)(void);

/* What perform returns besides a deed's errno. */
#define NOT_ENTERED 200
#define KILLED      256 /* and the signal */

static void allow_places(struct sandbox *s)
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

	allow_places(&s);
	return s.n_places == 3 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_landlock(s.places, s.n_places);
}

static bool enter_seccomp(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_seccomp(false);
}

static bool enter_seccomp_writing(void)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && sandbox_seccomp(true);
}

/* Every part the machine has, as the commands do it. */
static bool enter_all(void)
{
	struct sandbox s;

	allow_places(&s);
	return sandbox_enter(&s) & SANDBOX_NO_NEW_PRIVILEGES;
}

static int perform(enterer enter, deed d)
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

static void need(enterer enter, const char *what)
{
	if (perform(enter, nothing) == NOT_ENTERED)
		test_skip("%s is not to be had here", what);
}

static long landlock_abi(void)
{
	return syscall(444, NULL, 0, 1);
}

static void need_landlock(long abi)
{
	need(enter_landlock, "Landlock");
	if (landlock_abi() < abi)
		test_skip("needs version %ld of Landlock's ABI, has %ld", abi, landlock_abi());
}

/* --- cases ---------------------------------------------------------------- */

struct expectation {
	const char *what;
	deed d;
	int result;
};

#define DEED(name, result)                 \
	{                                  \
#name, deed_##name, result \
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
		DEED(read_file, 0),
		DEED(write_file, EACCES),
		DEED(append_to_file, EACCES),
		DEED(make_new_file, EACCES),
		DEED(make_unnamed_file, EACCES),
		DEED(remove_file, EACCES),
		DEED(rename_file, EACCES),
		DEED(move_file_in, EACCES),
		DEED(make_directory, EACCES),
		DEED(make_link, EACCES),
		DEED(execute, EACCES),
		DEED(look_around, 0),
		DEED(use_memfd, 0),
		DEED(run_threads, 0),
	};

	need(enter_landlock, "Landlock");
	expect(enter_landlock, all, ARRAY_SIZE(all));
}

TEST(landlock_leaves_places)
{
	static const struct expectation all[] = {
		DEED(work_in_free, 0),       DEED(link_in_free, EACCES),  DEED(link_in_links, 0),
		DEED(file_in_links, EACCES), DEED(make_unnamed_spool, 0), DEED(make_named_spool, EACCES),
	};

	need(enter_landlock, "Landlock");
	expect(enter_landlock, all, ARRAY_SIZE(all));
}

TEST(landlock_refuses_truncation)
{
	need_landlock(3);
	CHECK_EQ_I64(perform(enter_landlock, deed_truncate_file), EACCES);
}

TEST(landlock_refuses_tcp)
{
	need_landlock(4);
	CHECK_EQ_I64(perform(enter_landlock, deed_connect_tcp), EACCES);
	CHECK_EQ_I64(perform(enter_landlock, deed_listen_tcp), EACCES);
}

TEST(landlock_refuses_other_processes)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	need_landlock(6);
	CHECK_EQ_I64(perform(enter_landlock, deed_signal_parent), EPERM);
	sandbox_abstract_address.sun_family = AF_UNIX;
	snprintf(sandbox_abstract_address.sun_path + 1, sizeof(sandbox_abstract_address.sun_path) - 1, "prec-test-%d",
		 (int)getpid());
	CHECK_EQ_I64(bind(fd, (struct sockaddr *)&sandbox_abstract_address, sizeof(sandbox_abstract_address)), 0);
	CHECK_EQ_I64(listen(fd, 1), 0);
	CHECK_EQ_I64(perform(enter_landlock, deed_connect_abstract), EPERM);
	close(fd);
}

TEST(seccomp_ends_intruders)
{
	static const struct expectation all[] = {
		DEED(execute, KILLED + SIGSYS),     DEED(trace_parent, KILLED + SIGSYS),
		DEED(read_parent, KILLED + SIGSYS), DEED(make_user_namespace, KILLED + SIGSYS),
		DEED(load_bpf, KILLED + SIGSYS),
	};

	need(enter_seccomp, "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	expect(enter_seccomp_writing, all, ARRAY_SIZE(all));
}

TEST(seccomp_refuses)
{
	static const struct expectation all[] = {
		DEED(make_socket, ENOSYS),     DEED(make_process, EPERM),      DEED(signal_parent, ENOSYS),
		DEED(signal_other, EPERM),     DEED(map_code, EPERM),          DEED(turn_into_code, EPERM),
		DEED(type_on_terminal, EPERM), DEED(become_undumpable, EPERM), DEED(send_signals_by_file, EPERM),
		DEED(change_mode, ENOSYS),     DEED(call_unknown, ENOSYS),
	};

	need(enter_seccomp, "seccomp");
	expect(enter_seccomp, all, ARRAY_SIZE(all));
	expect(enter_seccomp_writing, all, ARRAY_SIZE(all));
}

TEST(seccomp_refuses_to_change_files_where_none_is_to_be)
{
	static const struct expectation all[] = {
		DEED(read_file, 0),          DEED(write_file, EPERM),        DEED(append_to_file, EPERM),
		DEED(make_new_file, EPERM),  DEED(make_unnamed_file, EPERM), DEED(remove_file, ENOSYS),
		DEED(rename_file, ENOSYS),   DEED(make_directory, ENOSYS),   DEED(make_link, ENOSYS),
		DEED(truncate_file, ENOSYS),
	};
	static const struct expectation allowed[] = {
		DEED(work_in_free, 0),
		DEED(link_in_links, 0),
		DEED(make_unnamed_spool, 0),
		DEED(write_file, 0),
	};

	need(enter_seccomp, "seccomp");
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
	need(enter_seccomp, "seccomp");
	CHECK_EQ_I64(perform(enter_seccomp, deed_call_by_x32), KILLED + SIGSYS);
	if (perform(enter_nothing, deed_call_by_i386) != 0)
		test_skip("the kernel has no calls of i386");
	CHECK_EQ_I64(perform(enter_seccomp, deed_call_by_i386), KILLED + SIGSYS);
}
#endif

TEST(reading_goes_on)
{
	static const struct expectation all[] = {
		DEED(read_file, 0),    DEED(look_around, 0),        DEED(run_threads, 0),
		DEED(use_memory, 0),   DEED(use_memfd, 0),          DEED(wait_for_child, 0),
		DEED(work_in_free, 0), DEED(make_unnamed_spool, 0), DEED(end_by_abort, KILLED + SIGABRT),
	};

	expect(enter_all, all, ARRAY_SIZE(all));
}

TEST(privileges_are_gone)
{
	CHECK_EQ_I64(perform(enter_all, deed_look_at_status), 0);
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
	CHECK_EQ_I64(perform(enter_all, deed_read_file_of_others), 0);
	CHECK_EQ_I64(perform(enter_all, deed_write_file_of_others), EACCES);
}

TEST(parts_have_names)
{
	CHECK_STR(sandbox_part_name(0), "no new privileges");
	CHECK_STR(sandbox_part_name(3), "seccomp");
	CHECK(!sandbox_part_name(4));
	CHECK_EQ_U64(SANDBOX_SECCOMP, 1 << 3);
}
