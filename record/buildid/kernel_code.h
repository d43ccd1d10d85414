/*
 * kernel_code: the code of the running kernel and its modules, with their symbols, in a folder that readers on another
 * machine can look into:
 *
 *	kcore		an ELF file with the code as it stands in memory (record/buildid/kcore.h)
 *	kallsyms	\ as they are in /proc
 *	modules		/
 *
 * All is read with the user's own rights: who may not read the kernel's memory does not get it from here.
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
 * Reads the symbols and modules, and where the code is. proc: "/proc". 0 or a negative errno, where *err says what
 * helps; nothing needs to be closed then.
 */
int kernel_code_open(struct kernel_code *c, const char *proc, struct error *err);
void kernel_code_close(struct kernel_code *c);

/*
 * Copies all into a folder that has none of the files, readable by their owner only. Where modules came or went
 * meanwhile all is read anew. 0 or a negative errno; some of the files may be there then.
 */
int kernel_code_save(struct kernel_code *c, int dirfd, struct error *err);

#endif
