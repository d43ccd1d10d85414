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
 * The program for the kernel (seccomp(2), linux/filter.h) is put together here, on the stack: it is short. A library
 * that does it, libseccomp, asks for memory some four thousand times. It goes through the lists in their order:
 *
 *	another architecture?		end of process
 *	call 1 of the list?		allowed
 *	call 2?				allowed
 *	...
 *	a call that is checked?		its argument, cut to the bits of mask, is value 1? allowed; ... else EPERM
 *	...
 *	a call of an intruder?		end of process
 *	...
 *	ENOSYS
 *
 * The kernel knows beforehand which calls the program allows whatever their arguments are (since 5.11).
 */
#include "report/sandbox/sandbox_seccomp.h"

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
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
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

/* Of Linux 4.17, likewise. */
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1ul << 2)
#endif

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#define X32_CALL         0x40000000 /* calls of x32 have this bit (asm/unistd.h), and the same architecture */
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

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
	uint32_t values[7];
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
	{ SYS_fcntl, 1, UINT32_MAX, { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL }, 6 },
	{ SYS_prctl, 0, UINT32_MAX, { PR_SET_NAME, PR_GET_NAME, PR_SET_VMA }, 3 },
	{ SYS_prlimit64, 0, UINT32_MAX, { 0 }, 1 },
};

/* Of a terminal, whose modes a browser sets. Others of its calls would type into it, TIOCSTI, and none has these. */
static const struct checked_call asking = {
	SYS_ioctl, 1, UINT32_MAX, { TCGETS, TIOCGWINSZ, FIONREAD, FS_IOC_GETVERSION }, 4
};
static const struct checked_call setting = {
	SYS_ioctl, 1, UINT32_MAX, { TCGETS, TIOCGWINSZ, FIONREAD, FS_IOC_GETVERSION, TCSETS, TCSETSW, TCSETSF }, 7
};

static const struct checked_call opening[] = {
	{ SYS_openat, 2, OPEN_TO_WRITE, { 0 }, 1 },
#ifdef SYS_open
	{ SYS_open, 1, OPEN_TO_WRITE, { 0 }, 1 },
#endif
};

/* --- the program -------------------------------------------------------------------- */

#define ANSWER_EPERM  (SECCOMP_RET_ERRNO | EPERM)
#define ANSWER_ENOSYS (SECCOMP_RET_ERRNO | ENOSYS)

/* More than all lists together take. */
#define PROGRAM_MAX 512

struct program {
	struct sock_filter code[PROGRAM_MAX];
	unsigned n; /* more than PROGRAM_MAX: what came later is not there */
};

static void put(struct program *p, uint16_t code, uint8_t if_so, uint8_t if_not, uint32_t value)
{
	if (p->n < PROGRAM_MAX)
		p->code[p->n] = (struct sock_filter){ code, if_so, if_not, value };
	p->n++;
}

/* What is loaded is compared until something else is. */
static void put_load(struct program *p, size_t offset)
{
	put(p, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

static void put_end(struct program *p, uint32_t answer)
{
	put(p, BPF_RET | BPF_K, 0, 0, answer);
}

static void put_answer(struct program *p, uint32_t value, uint32_t answer)
{
	put(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
	put_end(p, answer);
}

static void put_answers(struct program *p, const int *calls, size_t n, uint32_t answer)
{
	for (size_t i = 0; i < n; i++)
		put_answer(p, (uint32_t)calls[i], answer);
}

/* Arguments are of 64 bits; of little-endian machines, which all of these are, the low ones come first. */
static void put_checked(struct program *p, const struct checked_call *c)
{
	/* What is passed over for another call: the argument, its bits, the values with an answer each, the other
	 * answer. */
	put(p, BPF_JMP | BPF_JEQ | BPF_K, 0, (uint8_t)(2 * c->n_values + 3), (uint32_t)c->call);
	put_load(p, offsetof(struct seccomp_data, args) + c->argument * sizeof(uint64_t));
	put(p, BPF_ALU | BPF_AND | BPF_K, 0, 0, c->mask);
	for (unsigned i = 0; i < c->n_values; i++)
		put_answer(p, c->values[i], SECCOMP_RET_ALLOW);
	put_end(p, ANSWER_EPERM);
}

/* Calls of other architectures, whose numbers mean something else. Leaves the call's number loaded. */
static void put_architecture(struct program *p, uint32_t end)
{
	put_load(p, offsetof(struct seccomp_data, arch));
	put(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, OWN_ARCHITECTURE);
	put_end(p, end);
	put_load(p, offsetof(struct seccomp_data, nr));
#ifdef X32_CALL
	put_answer(p, UINT32_MAX, ANSWER_ENOSYS); /* no call at all */
	put(p, BPF_JMP | BPF_JGE | BPF_K, 0, 1, X32_CALL);
	put_end(p, end);
#endif
}

static void put_calls(struct program *p, bool may_write, bool has_terminal, uint32_t end)
{
	/* abort() */
	const struct checked_call own_signal = { SYS_tgkill, 0, UINT32_MAX, { (uint32_t)getpid() }, 1 };

	put_architecture(p, end);
	put_answers(p, always, NUMBER_OF(always), SECCOMP_RET_ALLOW);
	for (size_t i = 0; i < NUMBER_OF(opening); i++)
		if (may_write)
			put_answer(p, (uint32_t)opening[i].call, SECCOMP_RET_ALLOW);
		else
			put_checked(p, &opening[i]);
	for (size_t i = 0; i < NUMBER_OF(checked); i++)
		put_checked(p, &checked[i]);
	put_checked(p, has_terminal ? &setting : &asking);
	put_checked(p, &own_signal);
	if (may_write)
		put_answers(p, writing, NUMBER_OF(writing), SECCOMP_RET_ALLOW);
	put_answers(p, fatal, NUMBER_OF(fatal), end);
	put_end(p, ANSWER_ENOSYS);
}

/*
 * Without spec-allow kernels before 5.16 take a filter for a reason to do without speculative stores, which costs a
 * reader some percent and guards against code of others within the process: there is none. Kernels before 4.17 do not
 * have the flag. TSYNC: should there be other threads after all, they are caught too, or it fails.
 */
static bool program_load(struct program *p)
{
	const struct sock_fprog program = { (unsigned short)p->n, p->code };
	long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			      SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);

	if (result < 0 && errno == EINVAL)
		result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
	return !result;
}

bool sandbox_seccomp(bool may_write, bool has_terminal)
{
	/* Since Linux 4.14; before, the thread alone can be ended. */
	const uint32_t kill_process = SECCOMP_RET_KILL_PROCESS;
	bool ends_process = !syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &kill_process);
	struct program p = { .n = 0 };

	put_calls(&p, may_write, has_terminal, ends_process ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_KILL_THREAD);
	return p.n <= PROGRAM_MAX && program_load(&p);
}

#else

bool sandbox_seccomp(bool may_write, bool has_terminal)
{
	(void)may_write, (void)has_terminal;
	return false;
}

#endif
