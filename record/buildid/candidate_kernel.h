/*
 * candidate_kernel: what the kernel itself has of code, for names when another kernel runs: its symbols, its modules,
 * and the vdsos that it gives to processes.
 *
 * The symbols are needed when a sample was taken in the kernel, a module's file when one was taken in the module. What
 * is needed is read when the recording has ended (record/buildid/kernel_images.h).
 *
 * Ownership: _fini; an empty one is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_CANDIDATE_KERNEL_H
#define PREC_RECORD_BUILDID_CANDIDATE_KERNEL_H

#include "formats/record/record.h"

struct candidate_module {
	uint64_t start, end;
	struct build_id id;
	char *path;
	bool needed;
};

struct candidate_kernel {
	struct build_id id; /* of the kernel; size 0: not recorded */
	bool sampled;
	struct candidate_module *modules;
	uint32_t n, capacity;
	uint64_t start, end; /* the range of all modules */
	uint32_t recent;     /* the module that was sampled last */
	size_t vdso_size;    /* of this program's own; 0: no process has one */
	bool has_vdso32;     /* a process of 32 bits on a 64-bit machine has the other */
};

void candidate_kernel_fini(struct candidate_kernel *k);

/* A mapping was recorded. 0 or -ENOMEM. */
int candidate_kernel_take(struct candidate_kernel *k, const struct record *r);

/* The slow half of candidate_kernel_note. */
void candidate_kernel_add_sampled(struct candidate_kernel *k, uint64_t ip);

/* A sample was taken; misc: of its record. */
static inline void candidate_kernel_note(struct candidate_kernel *k, uint16_t misc, uint64_t ip)
{
	if ((misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_KERNEL)
		return;
	k->sampled = true;
	if (ip - k->start < k->end - k->start)
		candidate_kernel_add_sampled(k, ip);
}

#endif
