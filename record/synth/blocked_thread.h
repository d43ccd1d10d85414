/*
 * blocked_thread: reads from /proc which threads wait in the kernel, and where.
 *
 * /proc shows only two registers of a thread, ip and sp: its callers can be found only in a copy of its stack.
 */
#ifndef PREC_RECORD_SYNTH_BLOCKED_THREAD_H
#define PREC_RECORD_SYNTH_BLOCKED_THREAD_H

#include "common/hash_table.h"
#include "record/synth/synth.h"

/*
 * The addresses of the kernel's functions by name, from /proc/kallsyms; of several with one name the first. Ownership:
 * all zero is empty; _load/_fini. One thread at a time.
 */

struct kernel_name {
	const char *name; /* in `text`; size bytes */
	size_t size;
	uint64_t address;
};

struct kernel_names {
	struct buffer text;
	struct kernel_name *list;
	uint32_t n, capacity;
	struct hash_table table;
};

/* Reads the names; it stays empty if the kernel hides its addresses. 0 or -ENOMEM. */
int kernel_names_load(struct kernel_names *names, struct synth *s);
void kernel_names_fini(struct kernel_names *names);

/* Returns the address of a function; 0: there is none of that name. */
uint64_t kernel_names_find(const struct kernel_names *names, const char *name, size_t size);

#define BLOCKED_FRAMES_MAX 64 /* the most that /proc/PID/stack has: MAX_STACK_TRACE_DEPTH of the kernel */
#define BLOCKED_TEXT_MAX   64

struct blocked_thread {
	uint32_t pid, tid;
	uint32_t cpu;                        /* where it ran last */
	char comm[BLOCKED_TEXT_MAX];         /* as /proc shows it */
	uint64_t ip, sp;                     /* in the program; 0: not shown */
	uint64_t frames[BLOCKED_FRAMES_MAX]; /* in the kernel, innermost first */
	uint32_t n_frames;
	char where[BLOCKED_TEXT_MAX]; /* the innermost function of the kernel; empty: not shown */
};

/* Reads a thread. 1: it waits; 0: it runs, is a kernel thread, or has ended; -ENOMEM. */
int blocked_thread_read(struct synth *s, const struct kernel_names *names, pid_t pid, pid_t tid,
			struct blocked_thread *ret_thread);

/* Copies up to `size` bytes of the thread's stack. Returns how many; 0: this user may not read it. */
size_t blocked_thread_stack(const struct synth *s, const struct blocked_thread *t, uint8_t *stack, size_t size);

#endif
