/*
 * A seccomp filter that lets through what a reader of files calls, and nothing else.
 *
 * Three answers for the rest:
 *
 *	end of process	what only an intruder would call: other programs, other processes' memory,
 *			loading code into the kernel, namespaces, calls by the numbers of another
 *			architecture. The audit log has a line of it.
 *	EPERM		listed calls with arguments that a reader does not use: code made at run
 *			time, opening for writing where nothing is to be written
 *	ENOSYS		everything else, as on a kernel that does not have it yet. C libraries try
 *			new calls first and go back to older ones by that very answer, so that the
 *			list holds for those to come: clone3, whose flags lie in memory where no
 *			filter sees them, becomes clone.
 *
 * A list of what is refused would be shorter, and out of date with the next kernel.
 *
 * libseccomp makes the programs for the kernel. Its rules for one call cannot say "all other values", so there are two
 * filters: one checks arguments and refuses by EPERM, the other knows only the calls' numbers and refuses by ENOSYS or
 * the end. The kernel runs both and takes the stricter answer, of two errors that of the filter added last
 * (seccomp(2)): the one of the numbers.
 */
#include "report/sandbox/sandbox_seccomp.h"

#include "config.h"

/* The lists below are tried on these. */
#if defined(__x86_64__) || (defined(__aarch64__) && defined(__AARCH64EL__))
#define FILTER_CALLS
#endif

/*
 * LeakSanitizer looks at the threads at the end by ptrace, from a process of its own; other sanitizers map code or
 * start a program that knows the symbols.
 */
#if defined(PREC_SANITIZERS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef FILTER_CALLS
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#undef FILTER_CALLS
#endif
#endif

#ifdef FILTER_CALLS

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of Linux 5.17, if the headers are older. */
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

/* What seccomp_api_get says of kernels that have SECCOMP_RET_KILL_PROCESS (4.14) and ..._FLAG_SPEC_ALLOW (4.17). */
#define API_KILL_PROCESS 3
#define API_SPEC_ALLOW   4

/* clang-format off */

/* Those that no argument makes dangerous. */
static const int always[] = {
	SYS_pread64, SYS_read, SYS_write, SYS_futex, SYS_munmap, SYS_madvise, SYS_close, SYS_fstat, SYS_lseek,
	SYS_brk, SYS_mremap, SYS_newfstatat, SYS_statx, SYS_fstatfs, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_readv,
	SYS_writev, SYS_preadv, SYS_pwrite64, SYS_pwritev, SYS_copy_file_range, SYS_sendfile, SYS_fadvise64,
	SYS_readahead, SYS_ftruncate, SYS_fallocate, SYS_fsync, SYS_fdatasync, SYS_fgetxattr, SYS_dup, SYS_dup3, SYS_pipe2,
	SYS_ppoll, SYS_pselect6, SYS_memfd_create, SYS_getcwd,
#ifdef SYS_stat
	SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_dup2, SYS_pipe, SYS_poll, SYS_select, SYS_time,
	SYS_arch_prctl,
#endif
#ifdef SYS_faccessat2
	SYS_faccessat2,
#endif
#ifdef SYS_close_range
	SYS_close_range,
#endif
	/* on sockets that are open: those to what looks into containers (report/symbols/process_files.h) and to what
	 * reads debug information (report/source/source_server.h) */
	SYS_sendto, SYS_recvmsg,
	/* threads and time */
	SYS_rseq, SYS_set_robust_list, SYS_set_tid_address, SYS_membarrier, SYS_sched_yield,
	SYS_sched_getaffinity, SYS_getcpu, SYS_gettid, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime,
	SYS_clock_getres, SYS_gettimeofday, SYS_restart_syscall, SYS_exit, SYS_exit_group,
	/* signals of its own */
	SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigtimedwait, SYS_sigaltstack,
	/* who and where it is */
	SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname,
	SYS_sysinfo, SYS_getrusage, SYS_getrandom,
	/* the guard of prec recover, which was started before */
	SYS_wait4,
};

/* Landlock says in which directories; refused altogether where there is nothing to write. */
static const int writing[] = {
	SYS_mkdirat, SYS_unlinkat, SYS_renameat2, SYS_symlinkat,
#ifdef SYS_renameat
	SYS_renameat,
#endif
#ifdef SYS_mkdir
	SYS_mkdir, SYS_unlink, SYS_rename, SYS_symlink,
#endif
};

static const int fatal[] = {
	SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_bpf,
	SYS_perf_event_open, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_mount,
	SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_keyctl, SYS_add_key,
	SYS_request_key, SYS_userfaultfd, SYS_open_by_handle_at, SYS_reboot,
#ifdef SYS_kexec_file_load
	SYS_kexec_file_load,
#endif
#ifdef SYS_io_uring_setup
	SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
#endif
#ifdef SYS_pidfd_getfd
	SYS_pidfd_getfd,
#endif
};

/* clang-format on */

#define NUMBER_OF(array) (sizeof(array) / sizeof((array)[0]))

/* A call that is allowed when an argument, cut to the bits of mask, has one of the values. */
struct checked_call {
	int call;
	unsigned argument;
	uint32_t mask; /* within the low 32 bits; all of them: the values as they are */
	uint32_t values[6];
	unsigned n_values;
};

/* Threads only: no processes, and no namespaces. */
#define CLONE_REFUSED                                                                                                \
	(CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP | \
	 CLONE_PTRACE | CLONE_VFORK)
#define OPEN_TO_WRITE (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

static const struct checked_call checked[] = {
	{ SYS_mmap, 2, PROT_EXEC, { 0 }, 1 },
	{ SYS_mprotect, 2, PROT_EXEC, { 0 }, 1 },
	{ SYS_clone, 0, CLONE_THREAD | CLONE_REFUSED, { CLONE_THREAD }, 1 },
	{ SYS_ioctl, 1, UINT32_MAX, { TCGETS, TIOCGWINSZ, FIONREAD }, 3 },
	{ SYS_fcntl, 1, UINT32_MAX, { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL }, 6 },
	{ SYS_prctl, 0, UINT32_MAX, { PR_SET_NAME, PR_GET_NAME, PR_SET_VMA }, 3 },
	{ SYS_prlimit64, 0, UINT32_MAX, { 0 }, 1 },
};

static const struct checked_call opening[] = {
	{ SYS_openat, 2, OPEN_TO_WRITE, { 0 }, 1 },
#ifdef SYS_open
	{ SYS_open, 1, OPEN_TO_WRITE, { 0 }, 1 },
#endif
};

static bool answer_calls(scmp_filter_ctx f, const int *calls, size_t n, uint32_t answer)
{
	bool good = true;

	for (size_t i = 0; i < n; i++)
		good = good && !seccomp_rule_add(f, answer, calls[i], 0);
	return good;
}

/* Allows a call for the values of its argument, or for all. */
static bool allow_checked(scmp_filter_ctx f, const struct checked_call *c, bool any_value)
{
	bool good = true;

	if (any_value)
		return !seccomp_rule_add(f, SCMP_ACT_ALLOW, c->call, 0);
	for (unsigned i = 0; i < c->n_values; i++)
		good = good && !seccomp_rule_add(f, SCMP_ACT_ALLOW, c->call, 1,
						 SCMP_CMP(c->argument, SCMP_CMP_MASKED_EQ, c->mask, c->values[i]));
	return good;
}

/* What both filters allow, the one of the numbers with any arguments. */
static bool allow_calls(scmp_filter_ctx f, bool may_write, bool any_arguments)
{
	/* abort() */
	const struct checked_call own_signal = { SYS_tgkill, 0, UINT32_MAX, { (uint32_t)getpid() }, 1 };
	bool good = answer_calls(f, always, NUMBER_OF(always), SCMP_ACT_ALLOW);

	for (size_t i = 0; i < NUMBER_OF(checked); i++)
		good = good && allow_checked(f, &checked[i], any_arguments);
	for (size_t i = 0; i < NUMBER_OF(opening); i++)
		good = good && allow_checked(f, &opening[i], any_arguments || may_write);
	good = good && allow_checked(f, &own_signal, any_arguments);
	return good && (!may_write || answer_calls(f, writing, NUMBER_OF(writing), SCMP_ACT_ALLOW));
}

/*
 * Without spec-allow kernels before 5.16 take a filter for a reason to do without speculative stores, which costs a
 * reader some percent and guards against code of others within the process: there is none. TSYNC: should there be
 * other threads after all, they are caught too, or it fails. A binary search for the call, since the order of a list
 * would be libseccomp's. No-new-privileges has been set.
 */
static bool filter_load(scmp_filter_ctx f, uint32_t fatal_answer)
{
	return !seccomp_attr_set(f, SCMP_FLTATR_ACT_BADARCH, fatal_answer) &&
	       !seccomp_attr_set(f, SCMP_FLTATR_CTL_NNP, 0) && !seccomp_attr_set(f, SCMP_FLTATR_CTL_TSYNC, 1) &&
	       (seccomp_api_get() < API_SPEC_ALLOW || !seccomp_attr_set(f, SCMP_FLTATR_CTL_SSB, 1)) &&
	       !seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, 2) && !seccomp_load(f);
}

bool sandbox_seccomp(bool may_write)
{
	static const int loading[] = { SYS_seccomp };
	scmp_filter_ctx arguments = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	scmp_filter_ctx numbers = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
	uint32_t end = seccomp_api_get() < API_KILL_PROCESS ? SCMP_ACT_KILL_THREAD : SCMP_ACT_KILL_PROCESS;
	bool in_force = arguments && numbers && allow_calls(arguments, may_write, false) &&
			answer_calls(arguments, loading, NUMBER_OF(loading), SCMP_ACT_ALLOW) &&
			allow_calls(numbers, may_write, true) && answer_calls(numbers, fatal, NUMBER_OF(fatal), end) &&
			filter_load(arguments, end) && filter_load(numbers, end);

	seccomp_release(arguments);
	seccomp_release(numbers);
	return in_force;
}

#else

bool sandbox_seccomp(bool may_write)
{
	(void)may_write;
	return false;
}

#endif
