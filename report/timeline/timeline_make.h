/*
 * timeline_make: a timeline from the records about processes, threads and mappings, in the order of their time.
 *
 * Ownership: _init/_fini; strings are borrowed. One thread at a time.
 */
#ifndef PREC_REPORT_TIMELINE_TIMELINE_MAKE_H
#define PREC_REPORT_TIMELINE_TIMELINE_MAKE_H

#include "report/timeline/timeline.h"

/* Code that a process made at run time, and where it put it: see report/scan/code_source.h. */
struct code_map {
	uint64_t time;
	uint64_t start, size;
	uint64_t offset; /* of its bytes in the dso */
	uint32_t dso;    /* DSO_JIT */
	uint32_t pid;
};

/* Borrows strings. 0 or -ENOMEM. */
int timeline_init(struct timeline *t, struct strtab *strings);
void timeline_fini(struct timeline *t);

/* Records, in ascending time. 0 or -ENOMEM. mmap: MMAP and MMAP2; the misc of the record says whether it is the
 * kernel's. */
int timeline_add_mmap(struct timeline *t, uint64_t time, const struct record_mmap *m, uint16_t misc);
int timeline_add_comm(struct timeline *t, uint64_t time, const struct record_comm *c);
/* synthesized: the mappings of the new process follow in records of their own, so none are inherited. */
int timeline_add_fork(struct timeline *t, uint64_t time, const struct record_task *task, bool synthesized);
int timeline_add_ksymbol(struct timeline *t, uint64_t time, const struct record_ksymbol *k);
int timeline_add_cgroup(struct timeline *t, const struct record_cgroup *c);

/*
 * The same of code made at run time, ascending in time with the records. It stays where it is until other code, or a
 * mapping of a file, takes its place: anonymous memory is what it is made in, and is mapped anew whenever its
 * protection changes. Where there was neither before, it may count from before its time on, as nothing ran there. 1
 * when it took the place of other code, else 0, or -ENOMEM.
 */
int timeline_add_code(struct timeline *t, const struct code_map *code);

#endif
