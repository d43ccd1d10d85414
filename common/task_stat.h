/*
 * task_stat: parses /proc/PID/stat, of a process or a thread (proc_pid_stat(5)).
 *
 *	PID (COMM) STATE PPID ... FLAGS ... STARTTIME ... PROCESSOR
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_TASK_STAT_H
#define PREC_COMMON_TASK_STAT_H

#include <stdint.h>
#include <sys/types.h>

#define TASK_STAT_COMM 64 /* bytes: the kernel's workers have long names */

/* Bits of flags: PF_IO_WORKER, PF_USER_WORKER and PF_KTHREAD of the kernel's sched.h. */
#define TASK_IO_WORKER   0x00000010u
#define TASK_USER_WORKER 0x00004000u
#define TASK_KTHREAD     0x00200000u

struct task_stat {
	char comm[TASK_STAT_COMM];
	char state;
	pid_t parent;
	uint32_t flags;
	uint32_t cpu;     /* where it ran last */
	uint64_t started; /* clock ticks after the boot of the machine */
};

/* Parses the text of such a file; missing numbers become 0. 0; -EBADMSG: it is none, and *ret is unchanged. */
int task_stat_parse(struct task_stat *ret, const char *text);

#endif
