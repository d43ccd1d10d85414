/*
 * procfs: reads facts from /proc: pids in PID namespaces, mount points, why kernel addresses are hidden.
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
 * Returns this process's pid in the initial PID namespace, as tracepoints have it (common_pid); 0: not known, because
 * /proc belongs to another namespace or does not show it.
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
 * True if a file system is mounted that another program or machine serves (NFS, FUSE), and that may not answer. file:
 * as above; if it cannot be read, false.
 */
bool mounts_have_served(int dir, const char *file);

#define KERNEL_POINTERS_ADVICE_MAX 192

/*
 * Returns why /proc/kallsyms shows this process no addresses, and what changes that: "kernel.kptr_restrict is 1; as
 * root, or after: sudo sysctl kernel.kptr_restrict=0". The text is in the buffer, or constant.
 *
 * The kernel's rule (kallsyms_show_value in kernel/ksyms_common.c): with kptr_restrict 0 those see addresses who may
 * sample the kernel (with perf_event_paranoid 1 or less everybody), or have CAP_SYSLOG; with 1 only those who have
 * CAP_SYSLOG; with 2 nobody.
 */
const char *kernel_pointers_advice(char buffer[static KERNEL_POINTERS_ADVICE_MAX]);

/* Does so for these settings. paranoid: perf_event_paranoid. */
const char *kernel_pointers_advice_for(char buffer[static KERNEL_POINTERS_ADVICE_MAX], int kptr_restrict, int paranoid);

#endif
