/*
 * privilege: raises and drops capabilities that prec-record has and its user has not (setcap(8), set-user-ID).
 *
 * They serve only to open what is recorded: files that the user names (-o, the command, PATH) are opened with the
 * user's own rights. So privilege_init removes every such capability from the effective set, and those that no call
 * needs also from the permitted set. A call that needs one raises it for itself alone:
 *
 *	const struct privilege_held held = privilege_raise(PRIVILEGE_EVENTS);
 *
 *	fd = syscall(SYS_perf_event_open, ...);
 *	privilege_drop(&held);
 *
 * A call in between takes no path from the user, or one made of numbers alone. The exception is the file of a probe,
 * which the kernel looks up: CAP_SYS_ADMIN opens no folder to it.
 *
 * Root's capabilities and those of the ambient set are the user's own and stay effective. The inheritable and ambient
 * sets do not change, so that the command gets what any exec would give it: see capabilities(7). If there is no
 * capability to raise, both calls do nothing.
 *
 * Thread: capabilities are a thread's own, and this program has one.
 */
#ifndef PREC_RECORD_PRIVILEGE_PRIVILEGE_H
#define PREC_RECORD_PRIVILEGE_PRIVILEGE_H

#include <linux/capability.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * Finds the user for whom root records through sudo(8). False: this is not root, or root without sudo. The variables
 * are trusted only for root: a process that can set them for root can do more than that. Any thread.
 */
bool sudo_user(uid_t *ret_uid, gid_t *ret_gid);

enum privilege {
	PRIVILEGE_NONE,
	PRIVILEGE_EVENTS,     /* perf_event_open(2) */
	PRIVILEGE_PROBES,     /* perf_event_open(2) of an event that makes a probe in a file: uprobes */
	PRIVILEGE_BUFFERS,    /* mapping a ring above the limit of locked memory */
	PRIVILEGE_FILE_LIMIT, /* raising the hard limit of open files */
	PRIVILEGE_PROCESSES,  /* /proc/PID of others: maps, ns, root, and PID itself where /proc has hidepid */
	PRIVILEGE_FILES,      /* /proc/PID/map_files */
	PRIVILEGE_KERNEL,     /* addresses in /proc/kallsyms, /proc/modules and /proc/iomem */
};

/* The state that privilege_drop restores. */
struct privilege_held {
	bool raised;
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
};

/*
 * Drops the capabilities; call first, before any file is opened. 0, or a negative errno: they could not be dropped,
 * and the process must end.
 */
int privilege_init(void);

/* Makes the permitted capabilities of a privilege effective. Returns the state before, for privilege_drop. */
struct privilege_held privilege_raise(enum privilege privilege);

/* Restores the effective set. Does not change errno. Ends the process if the kernel refuses. */
void privilege_drop(const struct privilege_held *held);

/* True if the capabilities of this process permit all of perf_event_open(2). */
bool privilege_has_events(void);

/* True if they permit probes in files. */
bool privilege_has_probes(void);

#endif
