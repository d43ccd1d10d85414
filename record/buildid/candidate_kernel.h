/*
 * candidate_kernel: finds out what of the kernel belongs into the build-id cache: its symbols, the files of its
 * modules, and the vdsos of processes. Readers need them when another kernel runs.
 *
 * The symbols are needed if a sample was taken in the kernel; a module's file, if one was taken in the module; a vdso,
 * if a process had it mapped. They are read after the recording (record/buildid/kernel_images.h).
 *
 * Ownership: _fini; an empty one is all zero. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_CANDIDATE_KERNEL_H
#define PREC_RECORD_BUILDID_CANDIDATE_KERNEL_H

#include "formats/record/record.h"

struct candidate_module {
	uint64_t start, end; /* addresses */
	struct build_id id;
	char *path;
	bool needed;
};

struct candidate_kernel {
	struct build_id id; /* of the kernel; size 0: not recorded */
	bool is_sampled;    /* a sample was taken in the kernel or a module */
	struct candidate_module *modules;
	uint32_t n, capacity;
	uint64_t start, end; /* from the first module to the last */
	uint32_t recent;     /* the module that was sampled last */
	size_t vdso_size;    /* of the vdso of processes like this program; 0: no process has mapped it */
	bool has_vdso32;     /* a 32-bit process of a 64-bit machine has mapped its own vdso */
};

void candidate_kernel_fini(struct candidate_kernel *k);

/* Takes the record of a mapping. Skips damaged records. 0 or -ENOMEM. */
int candidate_kernel_take(struct candidate_kernel *k, const struct record *r);

/* Notes that an address between the first and last module was sampled; there has to be a module. */
void candidate_kernel_add_sampled(struct candidate_kernel *k, uint64_t ip);

/* Notes the address of a sample. misc: that of its record. */
static inline void candidate_kernel_note(struct candidate_kernel *k, uint16_t misc, uint64_t ip)
{
	if ((misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_KERNEL)
		return;
	k->is_sampled = true;
	if (ip - k->start < k->end - k->start)
		candidate_kernel_add_sampled(k, ip);
}

#endif
