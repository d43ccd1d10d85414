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
 * A list of what is refused would be shorter, and out of date with the next kernel. libseccomp would bring the numbers
 * of other architectures, of which a filter for the own one needs none.
 */
#include "report/sandbox/sandbox_parts.h"

#include "config.h"

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

/*
 * LeakSanitizer looks at the threads at the end by ptrace, from a process of its own; other sanitizers map code or
 * start a program that knows the symbols.
 */
#if defined(PREC_SANITIZERS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef OWN_ARCH
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#undef OWN_ARCH
#endif
#endif

#ifdef OWN_ARCH

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define X32_BIT 0x40000000u

/* Of Linux 4.14, 4.17 and 5.17, if the headers are older. */
#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000u
#endif
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW 4u
#endif
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

#define FILTER_MAX 512

struct filter {
	struct sock_filter code[FILTER_MAX];
	unsigned n;
};

/* clang-format off */

/* The most frequent first. Those that no argument makes dangerous. */
static const int always[] = {
	SYS_pread64, SYS_read, SYS_write, SYS_futex, SYS_munmap, SYS_madvise, SYS_close, SYS_fstat, SYS_lseek,
	SYS_brk, SYS_mremap, SYS_newfstatat, SYS_statx, SYS_fstatfs, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_readv,
	SYS_writev, SYS_preadv, SYS_pwrite64, SYS_pwritev, SYS_copy_file_range, SYS_sendfile, SYS_fadvise64,
	SYS_readahead, SYS_ftruncate, SYS_fallocate, SYS_fsync, SYS_fdatasync, SYS_dup, SYS_dup3, SYS_pipe2,
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

static void put(struct filter *f, uint16_t code, uint32_t k, uint8_t jump_if, uint8_t jump_else)
{
	/* One too many is noticed by filter_install. */
	if (f->n < FILTER_MAX)
		f->code[f->n] = (struct sock_filter){ .code = code, .k = k, .jt = jump_if, .jf = jump_else };
	f->n++;
}

static void put_answer(struct filter *f, uint32_t answer)
{
	put(f, BPF_RET | BPF_K, answer, 0, 0);
}

/* What is checked of an argument is in its low 32 bits; both architectures are little-endian. */
static void put_load_argument(struct filter *f, unsigned argument)
{
	put(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, args[argument]), 0, 0);
}

static void answer_calls(struct filter *f, const int *calls, size_t n, uint32_t answer)
{
	for (size_t i = 0; i < n; i++) {
		put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], 0, 1);
		put_answer(f, answer);
	}
}

/* Behind it stands the check of a call's argument, which no other call reaches: it ends in an answer. */
static unsigned begin_call(struct filter *f, int call, unsigned argument)
{
	put(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 0);
	put_load_argument(f, argument);
	return f->n - 2;
}

static void end_call(struct filter *f, unsigned begin)
{
	put_answer(f, SECCOMP_RET_ERRNO | EPERM);
	if (f->n < FILTER_MAX)
		f->code[begin].jf = (uint8_t)(f->n - begin - 1);
}

/* Allowed without these bits in the argument. */
static void allow_without(struct filter *f, int call, unsigned argument, uint32_t bits)
{
	unsigned begin = begin_call(f, call, argument);

	put(f, BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
	put_answer(f, SECCOMP_RET_ALLOW);
	end_call(f, begin);
}

/* Allowed with one of these values as argument. */
static void allow_values(struct filter *f, int call, unsigned argument, const uint32_t *values, size_t n)
{
	unsigned begin = begin_call(f, call, argument);

	for (size_t i = 0; i < n; i++) {
		put(f, BPF_JMP | BPF_JEQ | BPF_K, values[i], 0, 1);
		put_answer(f, SECCOMP_RET_ALLOW);
	}
	end_call(f, begin);
}

/* Threads only: no processes, and no namespaces. */
static void allow_threads(struct filter *f)
{
	unsigned begin = begin_call(f, SYS_clone, 0);

	put(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 2);
	put(f, BPF_JMP | BPF_JSET | BPF_K,
	    CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP |
		    CLONE_PTRACE | CLONE_VFORK,
	    1, 0);
	put_answer(f, SECCOMP_RET_ALLOW);
	end_call(f, begin);
}

static void allow_opening(struct filter *f, bool may_write)
{
	uint32_t bits = may_write ? 0 : O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;

	allow_without(f, SYS_openat, 2, bits);
#ifdef SYS_open
	allow_without(f, SYS_open, 1, bits);
#endif
	if (may_write)
		answer_calls(f, writing, NUMBER_OF(writing), SECCOMP_RET_ALLOW);
}

static void allow_by_argument(struct filter *f, bool may_write)
{
	static const uint32_t ioctls[] = { TCGETS, TIOCGWINSZ, FIONREAD };
	static const uint32_t fcntls[] = { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL };
	static const uint32_t prctls[] = { PR_SET_NAME, PR_GET_NAME, PR_SET_VMA };
	static const uint32_t itself[] = { 0 };
	uint32_t pid = (uint32_t)getpid();

	allow_without(f, SYS_mmap, 2, PROT_EXEC);
	allow_without(f, SYS_mprotect, 2, PROT_EXEC);
	allow_opening(f, may_write);
	allow_threads(f);
	allow_values(f, SYS_ioctl, 1, ioctls, NUMBER_OF(ioctls));
	allow_values(f, SYS_fcntl, 1, fcntls, NUMBER_OF(fcntls));
	allow_values(f, SYS_prctl, 0, prctls, NUMBER_OF(prctls));
	allow_values(f, SYS_prlimit64, 0, itself, 1);
	/* abort() */
	allow_values(f, SYS_tgkill, 0, &pid, 1);
}

static void filter_make(struct filter *f, bool may_write)
{
	f->n = 0;
	put(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, arch), 0, 0);
	put(f, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0);
	put_answer(f, SECCOMP_RET_KILL_PROCESS);
	put(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, nr), 0, 0);
	/* On x86-64 that bit makes a call of x32; others have no such numbers. -1: a tracer has taken the call away. */
	put(f, BPF_JMP | BPF_JEQ | BPF_K, UINT32_MAX, 2, 0);
	put(f, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
	put_answer(f, SECCOMP_RET_KILL_PROCESS);
	answer_calls(f, always, NUMBER_OF(always), SECCOMP_RET_ALLOW);
	allow_by_argument(f, may_write);
	answer_calls(f, fatal, NUMBER_OF(fatal), SECCOMP_RET_KILL_PROCESS);
	put_answer(f, SECCOMP_RET_ERRNO | ENOSYS);
}

/*
 * Without the flag kernels before 5.16 take a filter for a reason to do without speculative stores, which costs a
 * reader some percent and guards against code of others within the process: there is none. TSYNC: should there be
 * other threads after all, they are caught too, or it fails.
 */
static bool filter_install(const struct filter *f)
{
	struct sock_fprog program = { .len = (unsigned short)f->n, .filter = (struct sock_filter *)f->code };
	unsigned flags = SECCOMP_FILTER_FLAG_TSYNC;

	if (f->n > FILTER_MAX)
		return false;
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0 ||
	       syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0;
}

bool sandbox_seccomp(bool may_write)
{
	struct filter f;

	filter_make(&f, may_write);
	return filter_install(&f);
}

#else

bool sandbox_seccomp(bool may_write)
{
	(void)may_write;
	return false;
}

#endif
