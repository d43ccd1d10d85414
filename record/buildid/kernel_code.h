/*
 * kernel_code: copies the code of the running kernel and its modules, with their symbols, into a folder for readers on
 * other machines:
 *
 *	kcore		an ELF file with the code as it is in memory (record/buildid/kcore.h)
 *	kallsyms	\ as they are in /proc
 *	modules		/
 *
 * All is read with the user's own rights, not with the capabilities of the program.
 *
 * Source: tools/perf/Documentation/perf.data-directory-format.txt, and what Linux perf 6.1 and 7.3 write.
 *
 * Ownership: _open/_close. One thread at a time.
 */
#ifndef PREC_RECORD_BUILDID_KERNEL_CODE_H
#define PREC_RECORD_BUILDID_KERNEL_CODE_H

#include "record/buildid/kcore.h"

/* The names of the files. */
#define KERNEL_CODE_FILES 3
extern const char *const kernel_code_files[KERNEL_CODE_FILES];

struct kernel_code {
	const char *proc; /* borrowed */
	struct kcore kcore;
	struct buffer kallsyms, modules;
};

/*
 * Reads the symbols, the modules and where the code is. proc: "/proc", borrowed. 0, or a negative errno with a message
 * that says what helps, and nothing to close.
 */
int kernel_code_open(struct kernel_code *c, const char *proc, struct error *err);
void kernel_code_close(struct kernel_code *c);

/*
 * Writes the files into a folder that has none of them. Only their owner can read them. If modules are loaded or
 * removed meanwhile, it begins again. 0 or a negative errno; -EAGAIN: modules change all the time. After an error some
 * of the files may exist.
 */
int kernel_code_save(struct kernel_code *c, int dirfd, struct error *err);

#endif
