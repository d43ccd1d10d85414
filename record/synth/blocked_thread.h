/*
 * blocked_thread: a thread that waits in the kernel, and where, as /proc shows it to this user.
 *
 * Its own registers but two are not shown there, so nobody but who has a copy of its stack learns its callers.
 */
#ifndef PREC_RECORD_SYNTH_BLOCKED_THREAD_H
#define PREC_RECORD_SYNTH_BLOCKED_THREAD_H

#include "common/hash_table.h"
#include "record/synth/synth.h"

/*
 * kernel_names: the addresses of the kernel's functions by their names, from /proc/kallsyms.
 *
 * Of functions that share a name the first one is known.
 *
 * Ownership: zero knows none; _load/_fini. One thread at a time.
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

/* Knows none where the kernel hides its addresses. 0 or -ENOMEM. */
int kernel_names_load(struct kernel_names *names, struct synth *s);
void kernel_names_fini(struct kernel_names *names);

/* 0: not known. */
uint64_t kernel_names_find(const struct kernel_names *names, const char *name, size_t size);

#define BLOCKED_FRAMES_MAX 64 /* as many as /proc/PID/stack has: MAX_STACK_TRACE_DEPTH of the kernel */
#define BLOCKED_TEXT_MAX   64

struct blocked_thread {
	uint32_t pid, tid;
	uint32_t cpu;                        /* where it ran last */
	char comm[BLOCKED_TEXT_MAX];         /* of /proc, which has no more than the kernel */
	uint64_t ip, sp;                     /* in the program; 0: not shown */
	uint64_t frames[BLOCKED_FRAMES_MAX]; /* in the kernel, innermost first */
	uint32_t n_frames;
	char where[BLOCKED_TEXT_MAX]; /* the innermost function of the kernel; empty: not shown */
};

/* 1: it is one, of a program; 0: it runs, is the kernel's own, or has ended; -ENOMEM. */
int blocked_thread_read(struct synth *s, const struct kernel_names *names, pid_t pid, pid_t tid,
			struct blocked_thread *ret_thread);

/* Up to `size` bytes of the thread's stack; the number, 0 where this user may not read it. */
size_t blocked_thread_stack(const struct synth *s, const struct blocked_thread *t, uint8_t *stack, size_t size);

#endif
