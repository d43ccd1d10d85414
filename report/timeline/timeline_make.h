/*
 * timeline_make: builds a timeline from the records about processes, threads and mappings, in the order of their time.
 *
 * Ownership: _init/_fini; strings are borrowed. One thread at a time.
 */
#ifndef PREC_REPORT_TIMELINE_TIMELINE_MAKE_H
#define PREC_REPORT_TIMELINE_TIMELINE_MAKE_H

#include "report/timeline/timeline.h"

/* A piece of JIT code, and where the process put it: see report/scan/timeline_build.h. */
struct code_map {
	uint64_t time;
	uint64_t start, size;
	uint64_t offset; /* of its bytes in the dso, the jit-PID.dump */
	uint32_t dso;    /* DSO_JIT */
	uint32_t pid;
};

/* Makes an empty timeline. Borrows strings. 0 or -ENOMEM. */
int timeline_init(struct timeline *t, struct strtab *strings);
void timeline_fini(struct timeline *t);

/* Adds a MMAP or MMAP2 record. Records come in ascending time. misc: of the record, with its mode. 0 or -ENOMEM. */
int timeline_add_mmap(struct timeline *t, uint64_t time, const struct record_mmap *m, uint16_t misc);

/* Adds a COMM record. 0 or -ENOMEM. */
int timeline_add_comm(struct timeline *t, uint64_t time, const struct record_comm *c);

/*
 * Adds a FORK record. synthesized: records with the mappings of the new process follow, so it inherits none. 0 or
 * -ENOMEM.
 */
int timeline_add_fork(struct timeline *t, uint64_t time, const struct record_task *task, bool synthesized);

/* Adds a KSYMBOL record. 0 or -ENOMEM. */
int timeline_add_ksymbol(struct timeline *t, uint64_t time, const struct record_ksymbol *k);

/* Adds a CGROUP record. 0 or -ENOMEM. */
int timeline_add_cgroup(struct timeline *t, const struct record_cgroup *c);

/*
 * Adds JIT code, in ascending time together with the records. It stays mapped until other JIT code or a mapping of a
 * file replaces it. Anonymous memory does not: it is the memory of JIT code, which each change of protection maps
 * again. If the range had neither JIT code nor a file before, the code may count from an earlier time, since nothing
 * ran there. 1: it replaced other code; 0: it did not; -ENOMEM.
 */
int timeline_add_code(struct timeline *t, const struct code_map *code);

#endif
