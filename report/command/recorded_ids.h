/*
 * recorded_ids: the build-ids that a recording names, each with its file.
 *
 * Ownership: _init/_fini. One thread at a time.
 */
#ifndef PREC_REPORT_COMMAND_RECORDED_IDS_H
#define PREC_REPORT_COMMAND_RECORDED_IDS_H

#include "common/strtab.h"
#include "report/command/reader.h"

struct recorded_id {
	struct build_id id;
	uint32_t name; /* in names */
};

struct recorded_ids {
	struct strtab names;
	struct recorded_id *list; /* by name, then by id; each once */
	uint32_t n, capacity;
};

/* Of which files. */
enum recorded_of {
	RECORDED_ALL,
	RECORDED_SAMPLED, /* in which a sample lies, */
	RECORDED_CALLED,  /* or a caller of one, also in a copy of a stack; the reader was opened for names */
};

/* 0 or -ENOMEM; recorded_ids_fini is due in any case. */
int recorded_ids_init(struct recorded_ids *r);
void recorded_ids_fini(struct recorded_ids *r);

/*
 * Reads them from an opened recording: those that the file lists, or, where it lists none, those of its mappings. What
 * is wrong with the list or the records is logged, under the file's name. 1: it is damaged; 0; or a negative errno.
 */
int recorded_ids_read(struct recorded_ids *r, struct reader *reader, enum recorded_of of, struct error *err);

#endif
