/*
 * task_stat: what /proc/PID/stat says of a process or a thread, see proc_pid_stat(5).
 *
 *	PID (COMM) STATE PPID ... FLAGS ... STARTTIME ... PROCESSOR
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_TASK_STAT_H
#define PREC_COMMON_TASK_STAT_H

#include <stdint.h>
#include <sys/types.h>

#define TASK_STAT_COMM 64 /* those of the kernel's workers may be so long */

/* PF_IO_WORKER, PF_USER_WORKER and PF_KTHREAD of the kernel's sched.h, in flags. */
#define TASK_IO_WORKER   0x00000010u
#define TASK_USER_WORKER 0x00004000u
#define TASK_KTHREAD     0x00200000u

struct task_stat {
	char comm[TASK_STAT_COMM];
	char state;
	pid_t parent;
	uint32_t flags;
	uint32_t cpu;     /* on which it ran last */
	uint64_t started; /* after the machine, in ticks of its clock */
};

/* Of the text of such a file; numbers that it lacks are 0. 0 or -EBADMSG, with *ret as it was. */
int task_stat_parse(struct task_stat *ret, const char *text);

#endif
