/*
 * procfs: facts that /proc states: pids in PID namespaces, mount points, why kernel addresses are hidden.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_PROCFS_H
#define PREC_COMMON_PROCFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Finds a process's pid in its innermost PID namespace (pid_namespaces(7)): the last number of the line NSpid in the
 * text of /proc/PID/status. 0: there is none.
 */
uint32_t nspid_parse(const char *status);

/*
 * Finds this process's pid in the initial PID namespace, as tracepoints have it (common_pid). 0: not known, since /proc
 * belongs to another namespace or does not show it.
 */
uint32_t initial_pid(void);

/* Finds it in the text of /proc/PID/status: the first number of the line NSpid. 0: there is none. */
uint32_t initial_pid_parse(const char *status);

/* Which mount to find. */
struct mount_query {
	const char *type;   /* of the file system: "tracefs" */
	const char *option; /* a mount option that it must have, "perf_event"; NULL: any */
	/*
	 * The path to prefer if there are several: a mount below some chroot is not the machine's own. NULL: the first.
	 */
	const char *usual;
};

/*
 * Finds a mount, and writes its path into ret_path, which holds size bytes. Paths that do not fit are skipped. file:
 * like /proc/mounts, see fstab(5), relative to the directory dir (AT_FDCWD).
 *
 * 1; 0: none is mounted, ret_path is unchanged; a negative errno: file cannot be opened.
 */
int mounts_find(int dir, const char *file, const struct mount_query *query, char *ret_path, size_t size);

/*
 * Whether a file system is mounted that another program or machine serves (NFS, FUSE): it may not answer. file: as
 * above. Where it cannot be read there is none.
 */
bool mounts_have_served(int dir, const char *file);

#define KERNEL_POINTERS_ADVICE_MAX 192

/*
 * Says why /proc/kallsyms shows this process no addresses, and what changes that: "kernel.kptr_restrict is 1; as root,
 * or after: sudo sysctl kernel.kptr_restrict=0". Returns a pointer into the buffer, or to a constant.
 *
 * The kernel's rule (kallsyms_show_value in kernel/ksyms_common.c): with kptr_restrict 0, whoever may sample the kernel
 * sees addresses, which is everybody where perf_event_paranoid is at most 1. Others, and all with kptr_restrict 1, need
 * CAP_SYSLOG. With 2 nobody sees them.
 */
const char *kernel_pointers_advice(char buffer[static KERNEL_POINTERS_ADVICE_MAX]);

/* Says so for the given settings. paranoid: perf_event_paranoid. */
const char *kernel_pointers_advice_for(char buffer[static KERNEL_POINTERS_ADVICE_MAX], int kptr_restrict, int paranoid);

#endif
