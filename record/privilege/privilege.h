/*
 * privilege: capabilities that prec-record was given and its user was not (setcap(8), or the set-user-ID bit).
 *
 * They are to open what is recorded, and nothing else: files that the user names (-o, the command, PATH) are opened
 * with the user's own rights. So privilege_init takes every such capability out of the effective set, and those that
 * no call needs out of the permitted set as well. A call that needs one raises it for itself alone:
 *
 *	const struct privilege_held held = privilege_raise(PRIVILEGE_EVENTS);
 *
 *	fd = syscall(SYS_perf_event_open, ...);
 *	privilege_drop(&held);
 *
 * What is called in between takes no path from the user, or one made of numbers alone; but for probes, whose file the
 * kernel looks up: CAP_SYS_ADMIN opens no folder to it.
 *
 * Root's capabilities and those of the ambient set are the user's own, with or without prec, and stay effective. The
 * inheritable and ambient sets stay as they are, so that the command gets what any exec would give it: see
 * capabilities(7). Where there is no capability to raise, both calls do nothing.
 *
 * Thread: capabilities are a thread's own, and this program has one.
 */
#ifndef PREC_RECORD_PRIVILEGE_PRIVILEGE_H
#define PREC_RECORD_PRIVILEGE_PRIVILEGE_H

#include <linux/capability.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * sudo_user: for whom root records through sudo(8).
 *
 * Threads: no state, any thread.
 */

/*
 * False: this is not root, or root on its own. Only root believes these variables: a process that may set them for root
 * may do more than that.
 */
bool sudo_user(uid_t *ret_uid, gid_t *ret_gid);

enum privilege {
	PRIVILEGE_NONE,
	PRIVILEGE_EVENTS,     /* perf_event_open(2) */
	PRIVILEGE_PROBES,     /* the same for an event that makes a probe in a file: uprobes */
	PRIVILEGE_BUFFERS,    /* mapping a ring beyond the limit of locked memory */
	PRIVILEGE_FILE_LIMIT, /* raising the hard limit of open files */
	PRIVILEGE_PROCESSES,  /* /proc/PID of others: maps, ns, root, and PID itself where /proc has hidepid */
	PRIVILEGE_FILES,      /* /proc/PID/map_files */
	PRIVILEGE_KERNEL,     /* addresses in /proc/kallsyms, /proc/modules and /proc/iomem */
};

/* What privilege_drop goes back to. */
struct privilege_held {
	bool raised;
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
};

/*
 * First of all, before any file is opened. 0, or a negative errno when the process could not drop capabilities; it must
 * end then.
 */
int privilege_init(void);

/* Makes effective what of the privilege is permitted. */
struct privilege_held privilege_raise(enum privilege privilege);

/* Back to what was effective before. errno is kept. Ends the process where the kernel refuses. */
void privilege_drop(const struct privilege_held *held);

/* Whether this process can use all of perf_event_open(2), as far as capabilities go. */
bool privilege_has_events(void);

/* The same of probes in files. */
bool privilege_has_probes(void);

#endif
